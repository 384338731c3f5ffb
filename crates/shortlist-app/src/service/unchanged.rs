//! The services for changes that are based on what a person saw.

use shortlist_domain::OrganizationId;

use crate::accounts::Accounts;
use crate::accounts::sign_in::Sessions;
use crate::accounts::single_sign_on::SingleSignOn;
use crate::candidates::Candidates;
use crate::decisions::Packets;
use crate::erasure::Erasures;
use crate::error::AppError;
use crate::interviews::Interviews;
use crate::jobs::Jobs;
use crate::mails::listing::Mails;
use crate::records::Records;
use crate::service::App;
use crate::unchanged::if_unchanged;
use crate::writers::Writers;

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
        let service = self.app.accounts();
        Accounts {
            records: Records {
                writers: self.writers,
                ..service.records
            },
            ..service
        }
    }

    /// Returns the service for sign-ins with identity providers.
    pub fn single_sign_on(&self) -> SingleSignOn<'_> {
        let service = self.app.single_sign_on();
        SingleSignOn {
            sessions: Sessions {
                writers: self.writers,
                ..service.sessions
            },
            ..service
        }
    }

    /// Returns the service for retention and legal holds.
    pub fn erasures(&self) -> Erasures<'_> {
        let service = self.app.erasures();
        Erasures {
            records: Records {
                writers: self.writers,
                ..service.records
            },
            ..service
        }
    }

    /// Returns the service for mails.
    pub fn mails(&self) -> Mails<'_> {
        let service = self.app.mails();
        Mails {
            records: Records {
                writers: self.writers,
                ..service.records
            },
            ..service
        }
    }

    /// Returns the service for explanations of decisions.
    pub fn packets(&self) -> Packets<'_> {
        let service = self.app.packets();
        Packets {
            records: Records {
                writers: self.writers,
                ..service.records
            },
            ..service
        }
    }
}
