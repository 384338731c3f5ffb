//! Audited writes. Every transaction that changes an organization's records also writes to the audit log.
//!
//! As for the store, the changes of a subject are methods of its type, in the modules that have its name or that of a part of
//! it.

use std::sync::atomic::{AtomicU64, Ordering};

use shortlist_domain::{
    Action, CandidateId, JobId, MailAudience, NewAuditEntry, OrganizationId, Timestamp,
    UncountedFiles,
};

use crate::audit::{self, record_changes};
use crate::connections::pools::Pools;
use crate::daily_counts;
use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::event_signal::EventSignal;
use crate::events::{NewScores, Unlogged};
use crate::outbox;
use crate::store::Store;

/// The store, on behalf of an actor.
///
/// The methods that change records are on its subjects' types and not on those of [`Store`]. So no caller can use them without
/// an actor, and none of them can omit its audit entries.
pub struct Writer<'a> {
    pools: &'a Pools,
    credential_changes: &'a AtomicU64,
    event_signal: &'a EventSignal,
    mail_audience: Option<MailAudience>,
    action: Action,
    /// The last row of the audit log when the caller read what the action is based on.
    since: Option<i64>,
}

/// The end of an upload.
#[derive(Debug, Clone)]
pub struct UploadEnd {
    /// The content of the event for other systems.
    pub entry: NewAuditEntry,
    /// The files that created no candidate.
    pub files: UncountedFiles,
}

/// The result of a transaction, and its audit entries.
pub(crate) struct Written<T> {
    value: T,
    entries: Vec<NewAuditEntry>,
    unlogged: Unlogged,
}

impl<T> Written<T> {
    /// Returns the result of one change.
    pub(crate) fn one(value: T, entry: NewAuditEntry) -> Self {
        Self::each(value, vec![entry])
    }

    /// Returns the result of several changes, with one entry for each.
    pub(crate) fn each(value: T, entries: Vec<NewAuditEntry>) -> Self {
        Self {
            value,
            entries,
            unlogged: Unlogged::default(),
        }
    }

    /// Returns the result of a transaction that changed nothing.
    pub(crate) fn nothing(value: T) -> Self {
        Self::each(value, Vec::new())
    }

    /// Returns the result itself.
    pub(crate) fn value(&self) -> &T {
        &self.value
    }
}

impl<T> Written<T> {
    /// Returns this result with more entries of the log.
    pub(crate) fn with_entries(mut self, more: impl IntoIterator<Item = NewAuditEntry>) -> Self {
        self.entries.extend(more);
        self
    }

    /// Returns this result with the candidates of a job whose scores have changed.
    pub(crate) fn with_new_scores(self, job: &JobId, candidates: Vec<CandidateId>) -> Self {
        let job = job.clone();
        Self {
            unlogged: Unlogged {
                new_scores: Some(NewScores { job, candidates }),
                ..self.unlogged
            },
            ..self
        }
    }

    /// Returns this result with the candidates whose resumes were measured again.
    pub(crate) fn with_measured(self, measured: Vec<CandidateId>) -> Self {
        Self {
            unlogged: Unlogged {
                measured,
                ..self.unlogged
            },
            ..self
        }
    }

    /// Returns this result with the end of an upload, which is announced, and whose files are counted.
    pub(crate) fn ending(self, end: UploadEnd) -> Self {
        let announcing = self.announcing(Some(end.entry));
        Self {
            unlogged: Unlogged {
                files: Some(end.files),
                ..announcing.unlogged
            },
            ..announcing
        }
    }

    /// Returns this result with an event that no entry of the log causes. The entry describes it.
    pub(crate) fn announcing(self, entry: Option<NewAuditEntry>) -> Self {
        Self {
            unlogged: Unlogged {
                announced: entry,
                ..self.unlogged
            },
            ..self
        }
    }
}

impl Store {
    /// Returns a writer that performs the action.
    pub fn writer_for(&self, action: Action) -> Writer<'_> {
        Writer {
            pools: &self.pools,
            credential_changes: &self.credential_changes,
            event_signal: &self.event_signal,
            mail_audience: self.mail_audience,
            action,
            since: None,
        }
    }
}

impl Writer<'_> {
    /// Returns a writer that refuses to change anything that somebody else has changed since the audit log had this many rows.
    #[must_use]
    pub fn unless_changed_since(self, rows: i64) -> Self {
        Self {
            since: Some(rows),
            ..self
        }
    }

    /// Returns the writer of organizations, their retention policies and their upload quotas.
    pub fn organizations(&self) -> OrganizationWriter<'_> {
        OrganizationWriter { writer: self }
    }

    /// Returns the writer of users.
    pub fn users(&self) -> UserWriter<'_> {
        UserWriter { writer: self }
    }

    /// Returns the writer of sessions and failed sign-ins.
    pub fn sessions(&self) -> SessionWriter<'_> {
        SessionWriter { writer: self }
    }

    /// Returns the writer of identity providers and of who their users are.
    pub fn providers(&self) -> ProviderWriter<'_> {
        ProviderWriter { writer: self }
    }

    /// Returns the writer of API keys.
    pub fn api_keys(&self) -> ApiKeyWriter<'_> {
        ApiKeyWriter { writer: self }
    }

    /// Returns the writer of jobs.
    pub fn jobs(&self) -> JobWriter<'_> {
        JobWriter { writer: self }
    }

    /// Returns the writer of candidates, their reviews and legal holds.
    pub fn candidates(&self) -> CandidateWriter<'_> {
        CandidateWriter { writer: self }
    }

    /// Returns the writer of people.
    pub fn people(&self) -> PersonWriter<'_> {
        PersonWriter { writer: self }
    }

    /// Returns the writer of candidates' scores.
    pub fn scores(&self) -> ScoreWriter<'_> {
        ScoreWriter { writer: self }
    }

    /// Returns the writer of interviews.
    pub fn interviews(&self) -> InterviewWriter<'_> {
        InterviewWriter { writer: self }
    }

    /// Returns the writer of recordings of interviews.
    pub fn recordings(&self) -> RecordingWriter<'_> {
        RecordingWriter { writer: self }
    }

    /// Returns the writer of reports of interviews.
    pub fn reports(&self) -> ReportWriter<'_> {
        ReportWriter { writer: self }
    }

    /// Returns the writer of webhooks.
    pub fn webhooks(&self) -> WebhookWriter<'_> {
        WebhookWriter { writer: self }
    }

    /// Returns the writer of mails.
    pub fn mails(&self) -> MailWriter<'_> {
        MailWriter { writer: self }
    }

    /// Returns when the action happens, as the audit log records it.
    pub fn at(&self) -> Timestamp {
        self.action.at
    }

    /// Returns the action that is performed.
    pub(crate) fn action(&self) -> &Action {
        &self.action
    }

    /// Returns an error if the organization is not that of the action.
    pub(crate) fn check_organization(&self, named: &OrganizationId) -> Result<(), StoreError> {
        if *named == self.action.organization_id {
            return Ok(());
        }
        let problem = "they belong to another organization";
        Err(StoreError::other("write records", problem))
    }

    /// Runs queries and writes their audit entries, in one transaction. The log is written last, because its chain stays
    /// locked until the transaction ends. Only the changes of records and the counts for reports follow, because the lock protects them too.
    pub(crate) fn write<T>(
        &self,
        mut queries: impl FnMut(&mut DbConn) -> Result<Written<T>, StoreError>,
    ) -> Result<T, StoreError> {
        let (value, is_recorded) = self.pools.write_unaudited(|conn| {
            let Written {
                value,
                entries,
                unlogged,
            } = queries(conn)?;
            if let Some(since) = self.since {
                audit::check_unchanged(conn, &self.action.organization_id, since, &entries)?;
            }
            let number = audit::append(conn, &self.action, &entries, &unlogged)?;
            if let Some(audience) = self.mail_audience
                && !unlogged.changes_nothing
            {
                outbox::apply(conn, &self.action, &entries, audience)?;
            }
            record_changes::store(conn, &self.action, number, &entries, &unlogged)?;
            daily_counts::count_again(conn, &self.action, &entries, &unlogged)?;
            Ok((value, !entries.is_empty() || unlogged.announced.is_some()))
        })?;
        if is_recorded {
            self.event_signal.send();
        }
        Ok(value)
    }

    /// Does the same for credentials. Also makes caches of callers forget them.
    pub(crate) fn write_credentials<T>(
        &self,
        queries: impl FnMut(&mut DbConn) -> Result<Written<T>, StoreError>,
    ) -> Result<T, StoreError> {
        let done = self.write(queries);
        self.record_credential_change();
        done
    }

    /// Records a change of credentials.
    pub(crate) fn record_credential_change(&self) {
        self.credential_changes.fetch_add(1, Ordering::AcqRel);
    }

    /// Writes the event of the end of an upload, whose changes were recorded one by one, and counts the files that created no
    /// candidate. The log gets no entry.
    ///
    /// # Errors
    /// When the database fails.
    pub fn end_upload(&self, end: &UploadEnd) -> Result<(), StoreError> {
        self.write(|_conn| Ok(Written::nothing(()).ending(end.clone())))
    }

    /// Writes entries for acts that change no record, such as a refusal or an export of data.
    ///
    /// # Errors
    /// When the database fails.
    pub fn record(&self, entries: &[NewAuditEntry]) -> Result<(), StoreError> {
        self.write(|_conn| {
            let mut written = Written::each((), entries.to_vec());
            written.unlogged.changes_nothing = true;
            Ok(written)
        })
    }
}

/// Writes organizations, their retention policies and their upload quotas.
#[derive(Clone, Copy)]
pub struct OrganizationWriter<'a> {
    pub(crate) writer: &'a Writer<'a>,
}

/// Writes users.
#[derive(Clone, Copy)]
pub struct UserWriter<'a> {
    pub(crate) writer: &'a Writer<'a>,
}

/// Writes sessions and failed sign-ins.
#[derive(Clone, Copy)]
pub struct SessionWriter<'a> {
    pub(crate) writer: &'a Writer<'a>,
}

/// Writes identity providers, and who their users are.
#[derive(Clone, Copy)]
pub struct ProviderWriter<'a> {
    pub(crate) writer: &'a Writer<'a>,
}

/// Writes API keys.
#[derive(Clone, Copy)]
pub struct ApiKeyWriter<'a> {
    pub(crate) writer: &'a Writer<'a>,
}

/// Writes jobs.
#[derive(Clone, Copy)]
pub struct JobWriter<'a> {
    pub(crate) writer: &'a Writer<'a>,
}

/// Writes candidates, their reviews and legal holds.
#[derive(Clone, Copy)]
pub struct CandidateWriter<'a> {
    pub(crate) writer: &'a Writer<'a>,
}

/// Writes people: which applications belong together.
#[derive(Clone, Copy)]
pub struct PersonWriter<'a> {
    pub(crate) writer: &'a Writer<'a>,
}

/// Writes candidates' scores.
#[derive(Clone, Copy)]
pub struct ScoreWriter<'a> {
    pub(crate) writer: &'a Writer<'a>,
}

/// Writes interviews.
#[derive(Clone, Copy)]
pub struct InterviewWriter<'a> {
    pub(crate) writer: &'a Writer<'a>,
}

/// Writes recordings of interviews.
#[derive(Clone, Copy)]
pub struct RecordingWriter<'a> {
    pub(crate) writer: &'a Writer<'a>,
}

/// Writes reports of interviews.
#[derive(Clone, Copy)]
pub struct ReportWriter<'a> {
    pub(crate) writer: &'a Writer<'a>,
}

/// Writes webhooks.
#[derive(Clone, Copy)]
pub struct WebhookWriter<'a> {
    pub(crate) writer: &'a Writer<'a>,
}

/// Writes mails.
#[derive(Clone, Copy)]
pub struct MailWriter<'a> {
    pub(crate) writer: &'a Writer<'a>,
}
