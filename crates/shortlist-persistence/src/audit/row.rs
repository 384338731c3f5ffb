//! The database row of an audit entry.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use shortlist_domain::{
    Action, Actor, ApiKeyId, AuditChanges, AuditEntry, AuditOutcome, AuditedKind, CandidateId,
    FieldChange, NewAuditEntry, UserId,
};

use super::chain;
use crate::error::StoreError;
use crate::schema::audit_log;
use crate::times::{stored, timestamp};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = audit_log, treat_none_as_default_value = false)]
pub(crate) struct AuditRow {
    pub(super) organization_id: String,
    pub(super) number: i64,
    pub(super) at: NaiveDateTime,
    pub(super) actor: String,
    pub(super) user_id: Option<String>,
    pub(super) key_id: Option<String>,
    pub(super) address: Option<String>,
    pub(super) operation: String,
    pub(super) outcome: String,
    pub(super) kind: String,
    pub(super) thing_id: Option<String>,
    pub(super) candidate_id: Option<String>,
    pub(super) reason: Option<String>,
    pub(super) changes: Option<String>,
    pub(super) sealed: Option<Vec<u8>>,
    pub(super) hash: Vec<u8>,
}

/// A changed field as JSON.
#[derive(Serialize, Deserialize)]
struct ChangeRecord {
    field: String,
    before: Option<String>,
    after: Option<String>,
}

/// Returns the changes as JSON, or `None` if nothing changed.
pub(super) fn changes_json(changes: &[FieldChange]) -> Result<Option<String>, StoreError> {
    if changes.is_empty() {
        return Ok(None);
    }
    let record = |change: &FieldChange| ChangeRecord {
        field: change.field.clone(),
        before: change.before.clone(),
        after: change.after.clone(),
    };
    let records: Vec<_> = changes.iter().map(record).collect();
    Ok(Some(serde_json::to_string(&records)?))
}

fn changes_from(json: &str) -> Result<Vec<FieldChange>, StoreError> {
    let records: Vec<ChangeRecord> = serde_json::from_str(json)?;
    let change = |record: ChangeRecord| FieldChange {
        field: record.field,
        before: record.before,
        after: record.after,
    };
    Ok(records.into_iter().map(change).collect())
}

impl AuditRow {
    /// Builds the row without its changes and its hash.
    pub(super) fn of(number: i64, action: &Action, entry: &NewAuditEntry) -> Self {
        let (user_id, key_id, address) = match &action.actor {
            Actor::Caller {
                user_id,
                key_id,
                address,
            } => (
                user_id.as_ref().map(ToString::to_string),
                key_id.as_ref().map(ToString::to_string),
                address.clone(),
            ),
            Actor::Integration {
                user_id,
                key_id,
                address,
            } => (
                Some(user_id.to_string()),
                key_id.as_ref().map(ToString::to_string),
                address.clone(),
            ),
            Actor::Operator | Actor::Service => (None, None, None),
        };
        Self {
            organization_id: action.organization_id.to_string(),
            number,
            at: stored(action.at),
            actor: action.actor.kind().to_owned(),
            user_id,
            key_id,
            address,
            operation: action.operation.to_owned(),
            outcome: entry.outcome.as_str().to_owned(),
            kind: entry.kind.as_str().to_owned(),
            thing_id: entry.thing_id.clone(),
            candidate_id: entry.candidate_id.as_ref().map(ToString::to_string),
            reason: entry.reason.clone(),
            changes: None,
            sealed: None,
            hash: Vec::new(),
        }
    }

    /// Returns the associated data of the sealed changes: the name of their row. It prevents moving them to another row.
    pub(super) fn associated_data(&self) -> String {
        format!("{}/{}", self.organization_id, self.number)
    }

    fn actor(&self) -> Result<Actor, StoreError> {
        let user_id = self.user_id.as_ref();
        let user_id = user_id.map(|id| UserId::parse("user_id", id)).transpose()?;
        let key_id = self.key_id.as_ref();
        let key_id = key_id.map(|id| ApiKeyId::parse("key_id", id)).transpose()?;
        let address = self.address.clone();
        match (self.actor.as_str(), user_id) {
            ("caller", user_id) => Ok(Actor::Caller {
                user_id,
                key_id,
                address,
            }),
            ("integration", Some(user_id)) => Ok(Actor::Integration {
                user_id,
                key_id,
                address,
            }),
            ("operator", _) => Ok(Actor::Operator),
            ("service", _) => Ok(Actor::Service),
            _ => Err(StoreError::other(
                "read an audit row",
                "it has no valid actor",
            )),
        }
    }

    /// Converts the row to an entry. `opened` contains the decrypted changes.
    pub(super) fn into_entry(self, opened: Option<String>) -> Result<AuditEntry, StoreError> {
        let changes = match (&self.sealed, opened.as_ref().or(self.changes.as_ref())) {
            (Some(_), None) => AuditChanges::Destroyed,
            (_, Some(json)) => AuditChanges::Known(changes_from(json)?),
            (None, None) => AuditChanges::Known(Vec::new()),
        };
        let actor = self.actor()?;
        let candidate = self.candidate_id.as_ref();
        Ok(AuditEntry {
            number: self.number,
            at: timestamp(self.at),
            actor,
            outcome: AuditOutcome::parse("outcome", &self.outcome)?,
            kind: AuditedKind::parse("kind", &self.kind)?,
            candidate_id: candidate
                .map(|id| CandidateId::parse("candidate_id", id))
                .transpose()?,
            operation: self.operation,
            thing_id: self.thing_id,
            reason: self.reason,
            changes,
            hash: chain::hash_from(&self.hash)?,
        })
    }
}
