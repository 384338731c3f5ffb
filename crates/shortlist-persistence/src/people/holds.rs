//! Legal holds. One on a person protects all applications of the person.

use std::collections::HashSet;

use diesel::prelude::*;
use shortlist_domain::{AuditedKind, NewAuditEntry, OrganizationId, PersonId, Timestamp};

use super::candidates_of;
use crate::audit::lock_log;
use crate::dialect::{self, DbConn, on_either};
use crate::error::StoreError;
use crate::keys::CandidateKey;
use crate::schema::{legal_holds, person_applications as applications, person_holds};
use crate::times::stored;
use crate::writer::{PersonWriter, Written};

impl PersonWriter<'_> {
    /// Sets or lifts the legal hold on a person. It also protects later applications. Returns `false` if the organization has
    /// no such person.
    ///
    /// # Errors
    /// When the database fails.
    pub fn set_legal_hold(
        &self,
        organization: &OrganizationId,
        person: &PersonId,
        reason: Option<&str>,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        self.writer.check_organization(organization)?;
        let organization = organization.as_str();
        self.writer.write(|conn| {
            // An erasure that has locked one of the candidates ends first.
            for candidate in candidates_of(conn, organization, person)? {
                dialect::lock_candidate(conn, organization, &candidate)?;
            }
            lock_log(conn, organization)?;
            if candidates_of(conn, organization, person)?.is_empty() {
                return Ok(Written::nothing(false));
            }
            let before = lift(conn, organization, person.as_str())?;
            if let Some(reason) = reason {
                hold(conn, (organization, person.as_str()), reason, at)?;
            }
            let text = |held: bool| if held { "held" } else { "free" };
            let after = text(reason.is_some());
            let entry = NewAuditEntry::done(AuditedKind::Person, person.as_str()).with_change(
                "legalHold",
                Some(text(before)),
                Some(after),
            );
            Ok(Written::one(true, entry))
        })
    }
}

/// Lifts the hold on a person. Returns whether there was one.
fn lift(conn: &mut DbConn, organization: &str, person: &str) -> QueryResult<bool> {
    let row = person_holds::table
        .filter(person_holds::organization_id.eq(organization))
        .filter(person_holds::person_id.eq(person));
    Ok(diesel::delete(row).execute(conn)? > 0)
}

fn hold(
    conn: &mut DbConn,
    (organization, person): (&str, &str),
    reason: &str,
    at: Timestamp,
) -> QueryResult<()> {
    let insert = diesel::insert_into(person_holds::table)
        .values((
            person_holds::organization_id.eq(organization),
            person_holds::person_id.eq(person),
            person_holds::reason.eq(reason),
            person_holds::held_at.eq(stored(at)),
        ))
        .on_conflict_do_nothing();
    on_either!(conn, conn => insert.execute(conn))?;
    Ok(())
}

/// Returns those of the people that are held.
pub(crate) fn held(
    conn: &mut DbConn,
    organization: &str,
    people: &[&str],
) -> QueryResult<HashSet<String>> {
    let held: Vec<String> = person_holds::table
        .filter(person_holds::organization_id.eq(organization))
        .filter(person_holds::person_id.eq_any(people))
        .select(person_holds::person_id)
        .load(conn)?;
    Ok(held.into_iter().collect())
}

/// Returns whether a legal hold protects the candidate, or their person.
pub(crate) fn is_held(conn: &mut DbConn, key: CandidateKey<'_>) -> QueryResult<bool> {
    let held: Option<String> = legal_holds::table
        .filter(legal_holds::organization_id.eq(key.organization))
        .filter(legal_holds::candidate_id.eq(key.candidate))
        .select(legal_holds::candidate_id)
        .first(conn)
        .optional()?;
    Ok(held.is_some() || is_person_of_candidate_held(conn, key)?)
}

/// Returns whether the person of a candidate is held.
fn is_person_of_candidate_held(conn: &mut DbConn, key: CandidateKey<'_>) -> QueryResult<bool> {
    let person: Option<String> = applications::table
        .filter(applications::organization_id.eq(key.organization))
        .filter(applications::candidate_id.eq(key.candidate))
        .select(applications::person_id)
        .first(conn)
        .optional()?;
    match person {
        None => Ok(false),
        Some(person) => Ok(!held(conn, key.organization, &[&person])?.is_empty()),
    }
}

/// Copies the hold on a person to another one, if there is one.
pub(super) fn copy_hold(
    conn: &mut DbConn,
    organization: &str,
    from: &str,
    into: &str,
) -> Result<(), StoreError> {
    let row: Option<(String, chrono::NaiveDateTime)> = person_holds::table
        .filter(person_holds::organization_id.eq(organization))
        .filter(person_holds::person_id.eq(from))
        .select((person_holds::reason, person_holds::held_at))
        .first(conn)
        .optional()?;
    if let Some((reason, at)) = row {
        let at = crate::times::timestamp(at);
        hold(conn, (organization, into), &reason, at)?;
    }
    Ok(())
}

/// Moves the hold on a person that became part of another one.
pub(super) fn move_hold(
    conn: &mut DbConn,
    organization: &str,
    from: &str,
    into: &str,
) -> Result<(), StoreError> {
    copy_hold(conn, organization, from, into)?;
    lift(conn, organization, from)?;
    Ok(())
}
