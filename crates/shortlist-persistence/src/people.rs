//! People: the applications of one human, grouped by e-mail address, by telephone number or by hand.
//!
//! A candidate of a blind job is always a person of its own, so that nothing about people says who it is.
//!
//! A person is the set of applications with the same `person_id`. Every transaction that changes this table first locks the
//! organization's audit log. So it sees all earlier changes, and two transactions cannot both create a person for one
//! e-mail address. No transaction locks a candidate after the log.

mod changes;
mod group;
mod holds;
mod lists;
mod regroup;

use diesel::prelude::*;
use shortlist_domain::{PersonId, Timestamp};

use crate::audit::{lock_log, random};
use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::keys::CandidateKey;
use crate::schema::person_applications as applications;

pub use changes::{MergeOutcome, SplitOutcome};
pub(crate) use group::{NewApplication, group};
pub(crate) use holds::{held, is_held};
pub(crate) use regroup::{PersonMove, regroup};

/// Returns the candidates of a person, in the order of their identifiers.
pub(crate) fn candidates_of(
    conn: &mut DbConn,
    organization: &str,
    person: &PersonId,
) -> QueryResult<Vec<String>> {
    applications::table
        .filter(applications::organization_id.eq(organization))
        .filter(applications::person_id.eq(person.as_str()))
        .order(applications::candidate_id)
        .select(applications::candidate_id)
        .load(conn)
}

/// Returns the identifier of a person who is new. Nothing follows from it.
fn new_person(at: Timestamp) -> Result<String, StoreError> {
    let random = u128::from_be_bytes(random()?);
    Ok(PersonId::generate(at, random).into_string())
}

/// Removes an erased candidate from its person, which ends with its last application.
pub(crate) fn remove(conn: &mut DbConn, key: CandidateKey<'_>) -> Result<(), StoreError> {
    lock_log(conn, key.organization)?;
    let row = applications::table
        .filter(applications::organization_id.eq(key.organization))
        .filter(applications::candidate_id.eq(key.candidate));
    diesel::delete(row).execute(conn)?;
    Ok(())
}

/// Moves all applications of a person to another one, with its legal hold.
fn join_people(
    conn: &mut DbConn,
    organization: &str,
    from: &str,
    into: &str,
) -> Result<(), StoreError> {
    let moved = applications::table
        .filter(applications::organization_id.eq(organization))
        .filter(applications::person_id.eq(from));
    diesel::update(moved)
        .set(applications::person_id.eq(into))
        .execute(conn)?;
    holds::move_hold(conn, organization, from, into)
}
