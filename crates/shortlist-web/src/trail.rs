//! Entries of the audit log as sentences, with what auditors need behind them.

mod phrases;
mod sentence;
mod subjects;
mod values;

use std::collections::HashMap;

use data_encoding::HEXLOWER;
use shortlist_app::{App, Operation};
use shortlist_domain::{
    Actor, ApiKeyId, AuditChanges, AuditEntry, AuditOutcome, FieldChange, Principal, Timestamp,
    User, UserId, UserType,
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
    /// The time to the microsecond.
    pub(crate) at: String,
    /// The kind of party that acted.
    pub(crate) actor: &'static str,
    /// The identifier of the user, if one acted.
    pub(crate) user: String,
    /// The identifier of the API key, if one was used.
    pub(crate) key: String,
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
            // Only Admins see the names of programs.
            (Actor::Integration { .. }, Some(id)) => {
                let known = self.0.get(id).cloned();
                known.unwrap_or_else(|| "A program".to_owned())
            }
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

/// Writes a time for auditors.
fn precise_time(at: Timestamp) -> String {
    at.as_datetime()
        .format("%Y-%m-%d %H:%M:%S%.6f UTC")
        .to_string()
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
        let (actor, user) = (entry.actor.kind(), entry.actor.user_id().cloned());
        let (key, address) = match entry.actor {
            Actor::Caller {
                key_id, address, ..
            }
            | Actor::Integration {
                key_id, address, ..
            } => (key_id, address),
            Actor::Operator | Actor::Service => (None, None),
        };
        Self {
            number: entry.number,
            at: precise_time(entry.at),
            actor,
            user: user.map(UserId::into_string).unwrap_or_default(),
            key: key.map(ApiKeyId::into_string).unwrap_or_default(),
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

#[cfg(test)]
mod tests {
    use shortlist_domain::AuditedKind;

    use super::*;

    #[test]
    fn a_program_is_not_a_former_colleague() {
        let names = Names::of_users(&[]);
        let user_id = UserId::parse("id", "usr_1").unwrap();
        let program = Actor::Integration {
            user_id: user_id.clone(),
            key_id: None,
            address: None,
        };
        assert_eq!(names.of_actor(&program), "A program");
        let user = Actor::Caller {
            user_id: Some(user_id),
            key_id: None,
            address: None,
        };
        assert_eq!(names.of_actor(&user), "A former colleague");
    }

    #[test]
    fn auditors_see_when_who_and_with_which_key() {
        let evidence = Evidence::of(AuditEntry {
            number: 7,
            at: Timestamp::from_unix_micros(1_700_000_000_000_001).unwrap(),
            actor: Actor::Integration {
                user_id: UserId::parse("id", "usr_1").unwrap(),
                key_id: Some(ApiKeyId::parse("id", "key_1").unwrap()),
                address: Some("192.0.2.7".to_owned()),
            },
            operation: "apply".to_owned(),
            outcome: AuditOutcome::Done,
            kind: AuditedKind::Job,
            thing_id: Some("job_1".to_owned()),
            candidate_id: None,
            reason: None,
            changes: AuditChanges::Destroyed,
            hash: [0; 32],
        });
        assert_eq!(evidence.at, "2023-11-14 22:13:20.000001 UTC");
        assert_eq!(evidence.actor, "integration");
        assert_eq!((&*evidence.user, &*evidence.key), ("usr_1", "key_1"));
        assert_eq!(evidence.address, "192.0.2.7");
        assert_eq!(evidence.thing, "job job_1");
    }
}
