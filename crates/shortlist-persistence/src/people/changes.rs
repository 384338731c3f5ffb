//! Merging and splitting people by hand.

use std::collections::BTreeSet;

use diesel::prelude::*;
use shortlist_domain::{AuditedKind, CandidateId, NewAuditEntry, OrganizationId, PersonId};

use super::{candidates_of, holds, join_people};
use crate::audit::lock_log;
use crate::candidate_rows::blind_jobs::{in_blind_jobs, shown_candidates_of};
use crate::candidate_rows::change_without_contact;
use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::keys::CandidateKey;
use crate::schema::person_applications as applications;
use crate::writer::{PersonWriter, Written};

/// The outcome of merging two people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MergeOutcome {
    /// All applications now belong to the first person.
    Merged,
    /// The organization has no such person.
    NotFound(PersonId),
    /// The job of this person's application is blind, so the person stays on its own.
    Blind(PersonId),
}

/// The outcome of splitting a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SplitOutcome {
    /// The applications now belong to a new person.
    Split,
    /// The organization has no such person.
    NotFound,
    /// This candidate is not an application of the person.
    NotOfPerson(CandidateId),
    /// The person would have no application left.
    NothingLeft,
}

impl PersonWriter<'_> {
    /// Moves all applications of `other` to `person`. None of them is grouped automatically again. A hold on either person
    /// then protects all.
    ///
    /// # Errors
    /// When the database fails.
    pub fn merge(
        &self,
        organization: &OrganizationId,
        person: &PersonId,
        other: &PersonId,
    ) -> Result<MergeOutcome, StoreError> {
        self.writer.check_organization(organization)?;
        let organization = organization.as_str();
        self.writer.write(|conn| {
            lock_candidates(conn, organization, &[person, other])?;
            lock_log(conn, organization)?;
            let kept = candidates_of(conn, organization, person)?;
            if kept.is_empty() {
                return Ok(Written::nothing(MergeOutcome::NotFound(person.clone())));
            }
            let moved = candidates_of(conn, organization, other)?;
            if moved.is_empty() {
                return Ok(Written::nothing(MergeOutcome::NotFound(other.clone())));
            }
            for (of, applications) in [(person, &kept), (other, &moved)] {
                let ids: Vec<&str> = applications.iter().map(String::as_str).collect();
                if !in_blind_jobs(conn, organization, &ids)?.is_empty() {
                    return Ok(Written::nothing(MergeOutcome::Blind(of.clone())));
                }
            }
            join_people(conn, organization, other.as_str(), person.as_str())?;
            set_by_hand(conn, organization, person)?;
            self.regrouped(conn, organization, &[person])?;
            let entry = NewAuditEntry::done(AuditedKind::Person, person.as_str())
                .with_field("mergedPersonId", other.as_str())
                .with_field("candidateIds", &moved.join(", "));
            Ok(Written::one(MergeOutcome::Merged, entry))
        })
    }

    /// Moves some applications of a person to a new one. None of either person is grouped automatically again. A hold on
    /// the person then protects both.
    ///
    /// # Errors
    /// When the database fails.
    pub fn split(
        &self,
        organization: &OrganizationId,
        (person, new): (&PersonId, &PersonId),
        candidates: &[CandidateId],
    ) -> Result<SplitOutcome, StoreError> {
        self.writer.check_organization(organization)?;
        let organization = organization.as_str();
        self.writer.write(|conn| {
            lock_candidates(conn, organization, &[person])?;
            lock_log(conn, organization)?;
            let all = candidates_of(conn, organization, person)?;
            if let Some(refusal) = refusal(&all, candidates) {
                return Ok(Written::nothing(refusal));
            }
            let ids: Vec<&str> = candidates.iter().map(CandidateId::as_str).collect();
            let moved = applications::table
                .filter(applications::organization_id.eq(organization))
                .filter(applications::candidate_id.eq_any(&ids));
            diesel::update(moved)
                .set(applications::person_id.eq(new.as_str()))
                .execute(conn)?;
            set_by_hand(conn, organization, person)?;
            set_by_hand(conn, organization, new)?;
            holds::copy_hold(conn, organization, person.as_str(), new.as_str())?;
            self.regrouped(conn, organization, &[person, new])?;
            let entry = NewAuditEntry::done(AuditedKind::Person, person.as_str())
                .with_field("newPersonId", new.as_str())
                .with_field("candidateIds", &ids.join(", "));
            Ok(Written::one(SplitOutcome::Split, entry))
        })
    }
}

impl PersonWriter<'_> {
    /// Records that the applications of people have changed, without a contact. Those of blind jobs stay as they are: a change would
    /// say who they are.
    fn regrouped(
        &self,
        conn: &mut DbConn,
        organization: &str,
        people: &[&PersonId],
    ) -> Result<(), StoreError> {
        for person in people {
            for candidate in shown_candidates_of(conn, organization, person.as_str())? {
                let at = self.writer.action().at;
                change_without_contact(
                    conn,
                    CandidateKey {
                        organization,
                        candidate: &candidate,
                    },
                    at,
                )?;
            }
        }
        Ok(())
    }
}

/// Locks the applications of people, before the log is locked: a transaction that holds one of them may wait for the log.
fn lock_candidates(
    conn: &mut DbConn,
    organization: &str,
    people: &[&PersonId],
) -> Result<(), StoreError> {
    let mut found = BTreeSet::new();
    for person in people {
        found.extend(candidates_of(conn, organization, person)?);
    }
    for candidate in found {
        dialect::lock_candidate(conn, organization, &candidate)?;
    }
    Ok(())
}

/// Returns the reason why these candidates cannot leave a person with these applications.
fn refusal(all: &[String], leaving: &[CandidateId]) -> Option<SplitOutcome> {
    if all.is_empty() {
        return Some(SplitOutcome::NotFound);
    }
    let of_person = |candidate: &&CandidateId| all.iter().any(|id| id == candidate.as_str());
    if let Some(other) = leaving.iter().find(|candidate| !of_person(candidate)) {
        return Some(SplitOutcome::NotOfPerson(other.clone()));
    }
    let leaves = |id: &String| leaving.iter().any(|candidate| candidate.as_str() == id);
    all.iter().all(leaves).then_some(SplitOutcome::NothingLeft)
}

/// Protects the applications of a person from being grouped automatically.
fn set_by_hand(conn: &mut DbConn, organization: &str, person: &PersonId) -> QueryResult<()> {
    let rows = applications::table
        .filter(applications::organization_id.eq(organization))
        .filter(applications::person_id.eq(person.as_str()));
    diesel::update(rows)
        .set(applications::by_hand.eq(true))
        .execute(conn)?;
    Ok(())
}
