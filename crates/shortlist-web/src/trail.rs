//! Entries of the audit log as sentences, with what auditors need behind them.

mod phrases;
mod sentence;
mod subjects;
mod values;

use std::collections::HashMap;

use data_encoding::HEXLOWER;
use shortlist_app::{App, Operation};
use shortlist_domain::{
    Actor, AuditChanges, AuditEntry, AuditOutcome, FieldChange, Principal, Timestamp, User, UserId,
    UserType,
};

pub(crate) use sentence::Part;
pub(crate) use subjects::Subjects;

use crate::respond::error::PageError;
use crate::visit::Visit;

/// An entry of the audit log.
pub(crate) struct TrailRow {
    pub(crate) at: String,
    /// Who did what to whom, as a sentence.
    pub(crate) sentence: Vec<Part>,
    /// The changes that the sentence does not say, in words, and the reason.
    pub(crate) words: String,
    pub(crate) is_refused: bool,
    /// The record itself, for Admins.
    pub(crate) evidence: Option<Evidence>,
}

/// An entry as the log has it. It has network addresses, and hashes that cover values which are masked for the viewer.
pub(crate) struct Evidence {
    /// The position in the chain of hashes.
    pub(crate) number: i64,
    /// The name of the operation in the API.
    pub(crate) operation: String,
    /// The object and its identifier.
    pub(crate) thing: String,
    /// The identifier of the candidate, if the entry is about one.
    pub(crate) candidate: String,
    /// The network address of the caller.
    pub(crate) address: String,
    pub(crate) reason: String,
    /// The fields by the names that the API has for them.
    pub(crate) changes: Vec<FieldChange>,
    /// Whether the values were erased with the candidate.
    pub(crate) is_erased: bool,
    pub(crate) hash: String,
}

/// The names of the users by their identifiers.
#[derive(Clone)]
pub(crate) struct Names(HashMap<UserId, String>);

impl Names {
    /// Loads the names of the active users.
    pub(crate) async fn load(visit: &Visit) -> Result<Self, PageError> {
        let list = |app: &App, principal: &Principal| app.accounts().list_interviewers(principal);
        let users = visit.run(Operation::ListInterviewers, list).await?;
        Ok(Self::of_users(&users))
    }

    /// Returns the names of these users.
    pub(crate) fn of_users(users: &[User]) -> Self {
        let named = |user: &User| (user.id.clone(), user.full_name.clone());
        Self(users.iter().map(named).collect())
    }

    pub(crate) fn of(&self, id: &UserId) -> String {
        let known = self.0.get(id).cloned();
        known.unwrap_or_else(|| "A former colleague".to_owned())
    }

    /// Returns the name of a user whom a text identifies.
    fn find(&self, text: &str) -> Option<&str> {
        let id = UserId::parse("id", text).ok()?;
        self.0.get(&id).map(String::as_str)
    }

    /// Returns the name of the party that acted.
    pub(crate) fn of_actor(&self, actor: &Actor) -> String {
        match (actor, actor.user_id()) {
            (_, Some(id)) => self.of(id),
            (Actor::Caller { .. } | Actor::Integration { .. }, None) => "A visitor".to_owned(),
            (Actor::Operator, None) => "The operator of the server".to_owned(),
            (Actor::Service, None) => "The service".to_owned(),
        }
    }
}

/// Writes a time for people.
pub(crate) fn time(at: Timestamp) -> String {
    at.as_datetime().format("%Y-%m-%d %H:%M UTC").to_string()
}

impl TrailRow {
    pub(crate) fn of(entry: AuditEntry, subjects: &Subjects) -> Self {
        Self {
            at: time(entry.at),
            sentence: sentence::of(&entry, subjects),
            words: values::in_words(&entry, subjects),
            is_refused: entry.outcome == AuditOutcome::Refused,
            evidence: (subjects.viewer == UserType::Admin).then(|| Evidence::of(entry)),
        }
    }
}

impl Evidence {
    fn of(entry: AuditEntry) -> Self {
        let (changes, is_erased) = match entry.changes {
            AuditChanges::Known(changes) => (changes, false),
            AuditChanges::Destroyed => (Vec::new(), true),
        };
        let address = match entry.actor {
            Actor::Caller { address, .. } | Actor::Integration { address, .. } => address,
            Actor::Operator | Actor::Service => None,
        };
        Self {
            number: entry.number,
            operation: entry.operation,
            thing: match entry.thing_id {
                Some(id) => format!("{} {id}", entry.kind.as_str()),
                None => String::new(),
            },
            candidate: entry
                .candidate_id
                .map(shortlist_domain::CandidateId::into_string)
                .unwrap_or_default(),
            address: address.unwrap_or_default(),
            reason: entry.reason.unwrap_or_default(),
            changes,
            is_erased,
            hash: HEXLOWER.encode(&entry.hash),
        }
    }
}
