//! Grouping of an application whose contact data have changed.

use diesel::prelude::*;
use shortlist_domain::{CandidateId, ContactKeys, NewAuditEntry, Timestamp};

use super::group::{Choice, Found, joined_entry, owners_of};
use super::{holds, join_people, new_person};
use crate::audit::lock_log;
use crate::dialect::{Contact, DbConn};
use crate::error::StoreError;
use crate::schema::person_applications as applications;

/// An application's person before and after its contact data changed.
#[derive(Default)]
pub(crate) struct PersonMove {
    pub(crate) before: Option<String>,
    pub(crate) after: Option<String>,
    /// The entries for people that became one.
    pub(crate) entries: Vec<NewAuditEntry>,
}

#[derive(Queryable)]
struct Row {
    person: String,
    email: Option<String>,
    phone: Option<String>,
    by_hand: bool,
}

/// Groups an application again after its contact data changed. What somebody merged or split by hand stays, and so does an
/// application that a hold on its person protects.
pub(crate) fn regroup(
    conn: &mut DbConn,
    (organization, candidate): (&str, &CandidateId),
    contacts: &ContactKeys,
    at: Timestamp,
) -> Result<PersonMove, StoreError> {
    lock_log(conn, organization)?;
    let own = applications::table
        .filter(applications::organization_id.eq(organization))
        .filter(applications::candidate_id.eq(candidate.as_str()));
    let row: Row = own
        .select((
            applications::person_id,
            applications::email_key,
            applications::phone_key,
            applications::by_hand,
        ))
        .first(conn)?;
    if (&row.email, &row.phone) == (&contacts.email, &contacts.phone) {
        return Ok(PersonMove::default());
    }
    let held = !holds::held(conn, organization, &[&row.person])?.is_empty();
    let (mut person, mut entries) = (row.person.clone(), Vec::new());
    if !row.by_hand && !held {
        // Without its own contact data, the application does not find itself.
        diesel::update(own)
            .set((
                applications::email_key.eq(None::<String>),
                applications::phone_key.eq(None::<String>),
            ))
            .execute(conn)?;
        let found = find(conn, organization, contacts)?.choose(conn, organization)?;
        let alone = is_alone(conn, (organization, candidate), &row.person)?;
        person = match found {
            Some(choice) => {
                entries = join(conn, organization, &choice)?;
                choice.person
            }
            None if alone => person,
            None => new_person(at)?,
        };
    }
    diesel::update(own)
        .set((
            applications::person_id.eq(&person),
            applications::email_key.eq(&contacts.email),
            applications::phone_key.eq(&contacts.phone),
        ))
        .execute(conn)?;
    Ok(PersonMove {
        before: Some(row.person),
        after: Some(person),
        entries,
    })
}

/// Joins the people that an application connects. Returns the audit entries.
fn join(
    conn: &mut DbConn,
    organization: &str,
    choice: &Choice,
) -> Result<Vec<NewAuditEntry>, StoreError> {
    for other in &choice.joining {
        join_people(conn, organization, other, &choice.person)?;
    }
    let entry = |other: &String| joined_entry(other, &choice.person);
    Ok(choice.joining.iter().map(entry).collect())
}

/// Finds the people with the contact data.
fn find(
    conn: &mut DbConn,
    organization: &str,
    contacts: &ContactKeys,
) -> Result<Found, StoreError> {
    let mut of = |contact, key: Option<&String>| -> Result<_, StoreError> {
        let keys: Vec<&str> = key.into_iter().map(String::as_str).collect();
        let owners = owners_of(conn, organization, contact, &keys)?;
        Ok(owners.into_values().flatten().collect())
    };
    Ok(Found {
        by_email: of(Contact::Email, contacts.email.as_ref())?,
        by_phone: of(Contact::Phone, contacts.phone.as_ref())?,
    })
}

/// Returns whether a person has no other application.
fn is_alone(
    conn: &mut DbConn,
    (organization, candidate): (&str, &CandidateId),
    person: &str,
) -> QueryResult<bool> {
    let other: Option<String> = applications::table
        .filter(applications::organization_id.eq(organization))
        .filter(applications::person_id.eq(person))
        .filter(applications::candidate_id.ne(candidate.as_str()))
        .select(applications::candidate_id)
        .first(conn)
        .optional()?;
    Ok(other.is_none())
}
