//! Changes that are based on what a person saw. They are refused if somebody else has changed the same record since.
//!
//! A form compares what it showed with what is stored, and then stores what was typed. Between the two, somebody else could store
//! something. So the comparison notes how long the audit log is, and the transaction of the change fails if the log has got a later
//! row about the same record. Each change writes such a row, and locks the log until it ends.

use shortlist_domain::OrganizationId;
use shortlist_persistence::{Store, StoreError};

use crate::writers::Writers;
use crate::{
    Accounts, App, AppError, Candidates, Erasures, Interviews, Jobs, Packets, StorageFault,
};

/// How often a comparison and its change are tried if others keep changing the record.
const ATTEMPTS: u32 = 5;

/// The services, whose changes are refused if somebody else has changed the same record since the work began.
pub struct Unchanged<'a> {
    app: &'a App,
    writers: &'a Writers,
}

impl App {
    /// Compares records with what a person saw, and changes them, as one step. The work is done again if somebody else changes the
    /// record between the two. So it must not have effects besides one change.
    ///
    /// # Errors
    /// Returns the error of the work, or a conflict if others keep changing the record.
    pub fn if_unchanged<T>(
        &self,
        organization: &OrganizationId,
        mut work: impl FnMut(&Unchanged<'_>) -> Result<T, AppError>,
    ) -> Result<T, AppError> {
        if_unchanged(self.store(), self.writers(), organization, |writers| {
            work(&Unchanged { app: self, writers })
        })
    }
}

/// Does work like [`App::if_unchanged`], with the writers that the work has to use.
pub(crate) fn if_unchanged<T>(
    store: &Store,
    writers: &Writers,
    organization: &OrganizationId,
    mut work: impl FnMut(&Writers) -> Result<T, AppError>,
) -> Result<T, AppError> {
    for _attempt in 0..ATTEMPTS {
        let rows = store.audit().rows(organization)?;
        match work(&writers.unless_changed_since(rows)) {
            Err(AppError::Fault(StorageFault::Database(StoreError::Stale))) => {}
            done => return done,
        }
    }
    Err(AppError::Conflict(
        "others keep changing this at the moment, so nothing was saved; try again".to_owned(),
    ))
}

impl Unchanged<'_> {
    /// Returns the service for candidates.
    pub fn candidates(&self) -> Candidates<'_> {
        Candidates {
            writers: self.writers,
            ..self.app.candidates()
        }
    }

    /// Returns the service for jobs.
    pub fn jobs(&self) -> Jobs<'_> {
        Jobs {
            writers: self.writers,
            ..self.app.jobs()
        }
    }

    /// Returns the service for interviews.
    pub fn interviews(&self) -> Interviews<'_> {
        Interviews {
            writers: self.writers,
            ..self.app.interviews()
        }
    }

    /// Returns the service for organizations, users and API keys.
    pub fn accounts(&self) -> Accounts<'_> {
        Accounts {
            writers: self.writers,
            ..self.app.accounts()
        }
    }

    /// Returns the service for retention and legal holds.
    pub fn erasures(&self) -> Erasures<'_> {
        Erasures {
            writers: self.writers,
            ..self.app.erasures()
        }
    }

    /// Returns the service for explanations of decisions.
    pub fn packets(&self) -> Packets<'_> {
        Packets {
            writers: self.writers,
            ..self.app.packets()
        }
    }
}
