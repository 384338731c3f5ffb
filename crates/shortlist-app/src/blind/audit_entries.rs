//! Entries of the audit log about candidates whom the caller has not revealed.

use std::collections::HashSet;

use shortlist_domain::{
    Actor, AuditChanges, AuditEntry, AuditedKind, CandidateId, FieldChange, Principal,
};
use shortlist_persistence::Store;

use super::{MASKED, Masks};
use crate::error::AppError;

/// The fields whose changes are listed for a masked candidate. For all others, a change would say whether a value that the caller
/// chose was there before.
const SHOWN_FIELDS: [&str; 9] = [
    "status",
    "stageId",
    "uId",
    "jobId",
    "recruiterId",
    "reveal",
    "resumeVersion",
    "resumeScore",
    "legalHold",
];
/// The fields that name people or their applications.
const FIELDS_OF_PEOPLE: [&str; 4] = ["personId", "mergedPersonId", "newPersonId", "candidateIds"];

/// Hides the values of audit entries about masked candidates: they may be names, and a reason may contain one.
pub(crate) fn mask_entries(
    store: &Store,
    principal: &Principal,
    entries: &mut [AuditEntry],
) -> Result<(), AppError> {
    let named = entries.iter().flat_map(named_candidates);
    let ids: HashSet<CandidateId> = named.collect();
    let ids: Vec<CandidateId> = ids.into_iter().collect();
    let masks = Masks::of(store, principal, &ids)?;
    for entry in entries {
        if is_unnamed_application(entry) {
            hide_applicant(&mut entry.actor);
        }
        let own = entry.candidate_id.as_ref();
        if own.is_some_and(|id| masks.hides(id)) {
            hide_values(entry);
        } else if named_candidates(entry).iter().any(|id| masks.hides(id)) {
            hide_people(entry);
        }
    }
    Ok(())
}

/// Returns the candidates that an entry is about or names.
fn named_candidates(entry: &AuditEntry) -> Vec<CandidateId> {
    let mut named: Vec<CandidateId> = entry.candidate_id.iter().cloned().collect();
    if let AuditChanges::Known(changes) = &entry.changes {
        let values = changes
            .iter()
            .filter(|change| names_people(change))
            .flat_map(|change| change.before.iter().chain(&change.after));
        let ids = values.flat_map(|value| value.split(", "));
        named.extend(ids.flat_map(|id| CandidateId::parse("id", id)));
    }
    named
}

fn names_people(change: &FieldChange) -> bool {
    FIELDS_OF_PEOPLE.contains(&change.field.as_str())
}

fn hide_values(entry: &mut AuditEntry) {
    hide_applicant(&mut entry.actor);
    entry.reason = entry.reason.take().map(|_reason| MASKED.to_owned());
    if let AuditChanges::Known(changes) = &mut entry.changes {
        changes.retain(|change| SHOWN_FIELDS.contains(&change.field.as_str()));
        changes.iter_mut().for_each(hide);
    }
}

/// The operation of an application from outside in the audit log.
const APPLICATION: &str = "apply";

/// Returns whether an entry is about an application of somebody who was a candidate of a blind job already. It names the job only.
fn is_unnamed_application(entry: &AuditEntry) -> bool {
    entry.kind == AuditedKind::Job && entry.operation == APPLICATION
}

/// Hides from where a candidate applied. An actor without a user is the applicant.
fn hide_applicant(actor: &mut Actor) {
    if let Actor::Caller {
        user_id: None,
        address,
        ..
    } = actor
    {
        *address = None;
    }
}

/// Hides the people of an entry that is about another candidate, or about people.
fn hide_people(entry: &mut AuditEntry) {
    if entry.kind == AuditedKind::Person {
        entry.thing_id = Some(MASKED.to_owned());
    }
    if let AuditChanges::Known(changes) = &mut entry.changes {
        let people = changes.iter_mut().filter(|change| names_people(change));
        people.for_each(hide);
    }
}

fn hide(change: &mut FieldChange) {
    change.before = change.before.take().map(|_value| MASKED.to_owned());
    change.after = change.after.take().map(|_value| MASKED.to_owned());
}

#[cfg(test)]
mod tests {
    use shortlist_domain::{AuditOutcome, Timestamp, UserId};

    use super::*;

    fn entry(user_id: Option<UserId>) -> AuditEntry {
        AuditEntry {
            number: 1,
            at: Timestamp::from_unix_micros(0).unwrap(),
            actor: Actor::Caller {
                user_id,
                key_id: None,
                address: Some("192.0.2.7".to_owned()),
            },
            operation: "apply".to_owned(),
            outcome: AuditOutcome::Done,
            kind: AuditedKind::Candidate,
            thing_id: None,
            candidate_id: None,
            reason: None,
            changes: AuditChanges::Destroyed,
            hash: [0; 32],
        }
    }

    fn shown_address(mut entry: AuditEntry) -> Option<String> {
        hide_values(&mut entry);
        match entry.actor {
            Actor::Caller { address, .. } => address,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_address_of_an_applicant_is_hidden_and_that_of_a_user_is_not() {
        assert_eq!(shown_address(entry(None)), None);
        let user = UserId::parse("id", "usr_1").unwrap();
        let address = shown_address(entry(Some(user)));
        assert_eq!(address.as_deref(), Some("192.0.2.7"));
    }
}
