//! The audit log: who changed what, from which address, and the values before and after.

use crate::{
    ApiKeyId, CandidateId, ChoiceProblem, InvalidValue, JobId, OrganizationId, PageRequest,
    Timestamp, UserId,
};

/// The party that performs an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Actor {
    /// Someone who calls the API or uses the web app.
    Caller {
        /// The user that the bearer token belongs to; `None` before anyone has signed in.
        user_id: Option<UserId>,
        /// The API key used; `None` in the web app.
        key_id: Option<ApiKeyId>,
        /// The network address that the call came from, if known.
        address: Option<String>,
    },
    /// A machine that calls the API as an integration user.
    Integration {
        /// The integration user.
        user_id: UserId,
        /// The API key used.
        key_id: Option<ApiKeyId>,
        /// The network address that the call came from, if known.
        address: Option<String>,
    },
    /// The person who runs the program's command line.
    Operator,
    /// The service itself, following a rule that the organization set.
    Service,
}

impl Actor {
    /// Returns the kind's name.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Caller { .. } => "caller",
            Self::Integration { .. } => "integration",
            Self::Operator => "operator",
            Self::Service => "service",
        }
    }

    /// Returns the user who acts, if there is one.
    pub fn user_id(&self) -> Option<&UserId> {
        match self {
            Self::Caller { user_id, .. } => user_id.as_ref(),
            Self::Integration { user_id, .. } => Some(user_id),
            Self::Operator | Self::Service => None,
        }
    }
}

/// An actor within an organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Party {
    /// The tenant.
    pub organization_id: OrganizationId,
    /// The actor.
    pub actor: Actor,
}

impl Party {
    /// Returns the operator who runs the program's command line.
    pub fn operator(organization: &OrganizationId) -> Self {
        Self {
            organization_id: organization.clone(),
            actor: Actor::Operator,
        }
    }

    /// Returns the service itself as a party.
    pub fn service(organization: &OrganizationId) -> Self {
        Self {
            organization_id: organization.clone(),
            actor: Actor::Service,
        }
    }

    /// Returns the user who acts, if it is one.
    pub fn user_id(&self) -> Option<&UserId> {
        self.actor.user_id()
    }

    /// Returns an action of this party.
    pub fn action(&self, operation: &'static str, at: Timestamp) -> Action {
        Action {
            organization_id: self.organization_id.clone(),
            actor: self.actor.clone(),
            operation,
            at,
        }
    }
}

/// An action in an organization, on someone's behalf. Every write to the database requires one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    /// The tenant.
    pub organization_id: OrganizationId,
    /// The actor.
    pub actor: Actor,
    /// The operation, as the API or the command line names it.
    pub operation: &'static str,
    /// When it happens.
    pub at: Timestamp,
}

/// The outcome of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuditOutcome {
    /// The action was performed.
    Done,
    /// The action was refused.
    Refused,
}

impl AuditOutcome {
    /// Returns the outcome's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Refused => "refused",
        }
    }

    /// Parses an outcome's name.
    ///
    /// # Errors
    /// Returns an error if no outcome has that name.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        [Self::Done, Self::Refused]
            .into_iter()
            .find(|outcome| outcome.as_str() == value)
            .ok_or_else(|| InvalidValue::new(field, ChoiceProblem::Neither(&["done", "refused"])))
    }
}

/// The kinds of objects that actions refer to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the object of that name")]
pub enum AuditedKind {
    Organization,
    User,
    ApiKey,
    AccessToken,
    Session,
    Job,
    Candidate,
    Person,
    Interview,
    Review,
    Note,
    Document,
    Webhook,
    Mail,
    /// An operation as a whole, if it did not reach an object.
    Operation,
}

impl AuditedKind {
    /// Every kind.
    pub const ALL: [Self; 15] = [
        Self::Organization,
        Self::User,
        Self::ApiKey,
        Self::AccessToken,
        Self::Session,
        Self::Job,
        Self::Candidate,
        Self::Person,
        Self::Interview,
        Self::Review,
        Self::Note,
        Self::Document,
        Self::Webhook,
        Self::Mail,
        Self::Operation,
    ];

    /// Returns the kind's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Organization => "organization",
            Self::User => "user",
            Self::ApiKey => "apiKey",
            Self::AccessToken => "accessToken",
            Self::Session => "session",
            Self::Job => "job",
            Self::Candidate => "candidate",
            Self::Person => "person",
            Self::Interview => "interview",
            Self::Review => "review",
            Self::Note => "note",
            Self::Document => "document",
            Self::Webhook => "webhook",
            Self::Mail => "mail",
            Self::Operation => "operation",
        }
    }

    /// Parses a kind's name.
    ///
    /// # Errors
    /// Returns an error if no kind has that name.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.as_str() == value)
            .ok_or_else(|| InvalidValue::new(field, ChoiceProblem::NotAuditedKind))
    }
}

/// A field's value before and after an action. `None` means null, or that the object did not exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldChange {
    /// The field, as the API names it.
    pub field: String,
    /// The value before.
    pub before: Option<String>,
    /// The value after.
    pub after: Option<String>,
}

/// An audit entry to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAuditEntry {
    /// The outcome.
    pub outcome: AuditOutcome,
    /// The kind of object.
    pub kind: AuditedKind,
    /// The object's identifier.
    pub thing_id: Option<String>,
    /// The candidate whose personal data the changes contain. They are encrypted with that candidate's key.
    pub candidate_id: Option<CandidateId>,
    /// The job that the object belongs to, for events. The log does not contain it.
    pub job_id: Option<JobId>,
    /// The reason, if someone gave one. It never contains personal data.
    pub reason: Option<String>,
    /// The fields that changed.
    pub changes: Vec<FieldChange>,
}

impl NewAuditEntry {
    /// Returns an entry for an action on an object.
    pub fn done(kind: AuditedKind, thing_id: impl Into<String>) -> Self {
        Self {
            outcome: AuditOutcome::Done,
            kind,
            thing_id: Some(thing_id.into()),
            candidate_id: None,
            job_id: None,
            reason: None,
            changes: Vec::new(),
        }
    }

    /// Returns an entry for an action that was refused before it reached an object.
    pub fn refused(reason: impl Into<String>) -> Self {
        Self {
            outcome: AuditOutcome::Refused,
            kind: AuditedKind::Operation,
            thing_id: None,
            candidate_id: None,
            job_id: None,
            reason: Some(reason.into()),
            changes: Vec::new(),
        }
    }

    /// Returns this entry with its candidate, whose key encrypts the changes.
    #[must_use]
    pub fn for_candidate(self, candidate: &CandidateId) -> Self {
        Self {
            candidate_id: Some(candidate.clone()),
            ..self
        }
    }

    /// Returns this entry with the job that its object belongs to.
    #[must_use]
    pub fn of_job(self, job: &JobId) -> Self {
        Self {
            job_id: Some(job.clone()),
            ..self
        }
    }

    /// Returns this entry with a reason.
    #[must_use]
    pub fn with_reason(self, reason: impl Into<String>) -> Self {
        Self {
            reason: Some(reason.into()),
            ..self
        }
    }

    /// Returns this entry with a field's change, unless the value stayed the same.
    #[must_use]
    pub fn with_change(mut self, field: &str, before: Option<&str>, after: Option<&str>) -> Self {
        if before != after {
            self.changes.push(FieldChange {
                field: field.to_owned(),
                before: before.map(str::to_owned),
                after: after.map(str::to_owned),
            });
        }
        self
    }

    /// Returns this entry with a long text's change, recorded as lengths. The log stores no long texts.
    #[must_use]
    pub fn with_text_change(
        mut self,
        field: &str,
        before: Option<&str>,
        after: Option<&str>,
    ) -> Self {
        let length = |text: &str| format!("{} characters", text.chars().count());
        if before != after {
            self.changes.push(FieldChange {
                field: field.to_owned(),
                before: before.map(length),
                after: after.map(length),
            });
        }
        self
    }

    /// Returns this entry with a field of a newly created object.
    #[must_use]
    pub fn with_field(self, field: &str, value: &str) -> Self {
        self.with_change(field, None, Some(value))
    }
}

/// The fields of an erasure's entry: how many records of each kind were erased with the candidate.
pub const ERASED_RECORDS: [&str; 6] = [
    "resumes",
    "documents",
    "interviews",
    "recordings",
    "reviews",
    "notes",
];

/// The recorded changes of an action, as they can be read today.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AuditChanges {
    /// The fields with their values.
    Known(Vec<FieldChange>),
    /// The changes concern an erased candidate, so nobody can read them any more.
    Destroyed,
}

/// A row of the audit log.
#[derive(Debug, Clone, PartialEq)]
pub struct AuditEntry {
    /// Its position in the organization's hash chain, starting at 1.
    pub number: i64,
    /// When it happened.
    pub at: Timestamp,
    /// The actor.
    pub actor: Actor,
    /// The operation.
    pub operation: String,
    /// The outcome.
    pub outcome: AuditOutcome,
    /// The kind of object.
    pub kind: AuditedKind,
    /// The object's identifier.
    pub thing_id: Option<String>,
    /// The candidate that the entry concerns.
    pub candidate_id: Option<CandidateId>,
    /// The reason.
    pub reason: Option<String>,
    /// The changes.
    pub changes: AuditChanges,
    /// SHA-256 of this row and the hash of the previous row.
    pub hash: [u8; 32],
}

/// A request for a page of the audit log, newest first. Entries must match every given filter.
#[derive(Debug, Clone, PartialEq)]
pub struct AuditQuery {
    /// The tenant.
    pub organization_id: OrganizationId,
    /// Includes entries from this time on.
    pub from: Option<Timestamp>,
    /// Includes entries before this time.
    pub to: Option<Timestamp>,
    /// The operation's name.
    pub operation: Option<String>,
    /// The user who acted.
    pub user_id: Option<UserId>,
    /// The identifier of the object.
    pub thing_id: Option<String>,
    /// The candidate: includes actions on their interviews and reviews.
    pub candidate_id: Option<CandidateId>,
    /// The page to return.
    pub page: PageRequest,
    /// Whether to count all matching rows.
    pub count: bool,
}

/// The result of checking an organization's hash chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditVerification {
    /// The number of rows checked.
    pub rows: i64,
    /// The hash of the last valid row; all zeros if there is no valid row.
    pub last_hash: [u8; 32],
    /// The first invalid row, and what is wrong with it.
    pub broken: Option<(i64, &'static str)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_and_outcomes_read_back_from_their_names() {
        for kind in AuditedKind::ALL {
            assert_eq!(AuditedKind::parse("kind", kind.as_str()).unwrap(), kind);
        }
        for outcome in [AuditOutcome::Done, AuditOutcome::Refused] {
            assert_eq!(AuditOutcome::parse("o", outcome.as_str()).unwrap(), outcome);
        }
        assert!(AuditedKind::parse("kind", "resume").is_err());
    }

    #[test]
    fn unchanged_fields_are_not_recorded() {
        let entry = NewAuditEntry::done(AuditedKind::Job, "job_1")
            .with_change("title", Some("Nurse"), Some("Nurse"))
            .with_change("location", None, Some("Berlin"))
            .with_field("draft", "true");
        let fields: Vec<_> = entry.changes.iter().map(|c| c.field.as_str()).collect();
        assert_eq!(fields, ["location", "draft"]);
    }
}
