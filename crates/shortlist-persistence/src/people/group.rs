//! Grouping of new applications.

use std::collections::{BTreeSet, HashMap};

use diesel::prelude::*;
use shortlist_domain::{AuditedKind, CandidateId, ContactKeys, NewAuditEntry, Timestamp};

use super::{join_people, new_person};
use crate::audit::lock_log;
use crate::dialect::{Contact, DbConn, contact_owners, on_either};
use crate::error::StoreError;
use crate::schema::person_applications as applications;

/// How many rows or keys one statement has.
const ROWS_PER_STATEMENT: usize = 2_000;

/// An application without a person.
pub(crate) struct NewApplication {
    pub(crate) candidate: CandidateId,
    /// `None` for a candidate of a blind job, who is a person of its own: the other applications would say who it is.
    pub(crate) contacts: Option<ContactKeys>,
}

/// Gives each application a person: the one with the same e-mail address or telephone number, or else a new one. Returns
/// audit entries for the people that an application joined.
///
/// An application whose contact data belong to several people joins these, unless somebody merged or split one of them by
/// hand. It then belongs to the person with its e-mail address. The result does not depend on the order of the applications.
pub(crate) fn group(
    conn: &mut DbConn,
    organization: &str,
    (new, at): (&[NewApplication], Timestamp),
) -> Result<Vec<NewAuditEntry>, StoreError> {
    if new.is_empty() {
        return Ok(Vec::new());
    }
    lock_log(conn, organization)?;
    let mut groups = Groups::find(conn, organization, new)?;
    let mut people = Vec::with_capacity(new.len());
    for application in new {
        people.push(match &application.contacts {
            Some(contacts) => groups.add(conn, organization, (contacts, at))?,
            None => new_person(at)?,
        });
    }
    let row = |(application, person): (&NewApplication, &String)| {
        let contacts = application.contacts.clone().unwrap_or_default();
        ApplicationRow {
            organization_id: organization.to_owned(),
            candidate_id: application.candidate.as_str().to_owned(),
            person_id: groups.current(person).to_owned(),
            email_key: contacts.email,
            phone_key: contacts.phone,
            by_hand: false,
        }
    };
    let rows: Vec<ApplicationRow> = new.iter().zip(&people).map(row).collect();
    for chunk in rows.chunks(ROWS_PER_STATEMENT) {
        let insert = diesel::insert_into(applications::table).values(chunk);
        on_either!(conn, conn => insert.execute(conn))?;
    }
    groups.store_joined(conn, organization)
}

#[derive(Insertable)]
#[diesel(table_name = applications, treat_none_as_default_value = false)]
struct ApplicationRow {
    organization_id: String,
    candidate_id: String,
    person_id: String,
    email_key: Option<String>,
    phone_key: Option<String>,
    by_hand: bool,
}

/// The people that contact data belong to: those in the database, and those that are being added.
#[derive(Default)]
struct Groups {
    by_email: Owners,
    by_phone: Owners,
    /// The people in the database.
    stored: BTreeSet<String>,
    /// For each person that joined another one, the other one.
    joined: HashMap<String, String>,
}

pub(super) type Owners = HashMap<String, BTreeSet<String>>;

impl Groups {
    fn find(
        conn: &mut DbConn,
        organization: &str,
        new: &[NewApplication],
    ) -> Result<Self, StoreError> {
        let keys = |key: fn(&ContactKeys) -> Option<&String>| {
            let keys: BTreeSet<&str> = new
                .iter()
                .filter_map(|application| key(application.contacts.as_ref()?))
                .map(String::as_str)
                .collect();
            keys.into_iter().collect::<Vec<_>>()
        };
        let (emails, phones) = (
            keys(|keys| keys.email.as_ref()),
            keys(|keys| keys.phone.as_ref()),
        );
        let by_email = owners_of(conn, organization, Contact::Email, &emails)?;
        let by_phone = owners_of(conn, organization, Contact::Phone, &phones)?;
        let stored = by_email.values().chain(by_phone.values()).flatten();
        Ok(Self {
            stored: stored.cloned().collect(),
            by_email,
            by_phone,
            joined: HashMap::new(),
        })
    }

    /// Returns the person that a person has become part of, or itself.
    fn current<'a>(&'a self, person: &'a str) -> &'a str {
        let mut current = person;
        while let Some(next) = self.joined.get(current) {
            current = next;
        }
        current
    }

    fn owners(&self, owners: &Owners, key: Option<&String>) -> BTreeSet<String> {
        let found = key.and_then(|key| owners.get(key)).into_iter().flatten();
        found
            .map(|person| self.current(person).to_owned())
            .collect()
    }

    /// Adds an application, and returns its person.
    fn add(
        &mut self,
        conn: &mut DbConn,
        organization: &str,
        (contacts, at): (&ContactKeys, Timestamp),
    ) -> Result<String, StoreError> {
        let found = Found {
            by_email: self.owners(&self.by_email, contacts.email.as_ref()),
            by_phone: self.owners(&self.by_phone, contacts.phone.as_ref()),
        };
        let person = match found.choose(conn, organization)? {
            None => new_person(at)?,
            Some(Choice { person, joining }) => {
                for other in joining {
                    self.joined.insert(other, person.clone());
                }
                person
            }
        };
        for (owners, key) in [
            (&mut self.by_email, &contacts.email),
            (&mut self.by_phone, &contacts.phone),
        ] {
            if let Some(key) = key {
                let people = owners.entry(key.clone()).or_default();
                people.insert(person.clone());
            }
        }
        Ok(person)
    }

    /// Stores which people of the database became one.
    fn store_joined(
        &self,
        conn: &mut DbConn,
        organization: &str,
    ) -> Result<Vec<NewAuditEntry>, StoreError> {
        let mut entries = Vec::new();
        for person in &self.stored {
            let into = self.current(person);
            if into != person {
                join_people(conn, organization, person, into)?;
                entries.push(joined_entry(person, into));
            }
        }
        Ok(entries)
    }
}

/// Returns the entry for a person that became part of another one.
pub(super) fn joined_entry(person: &str, into: &str) -> NewAuditEntry {
    NewAuditEntry::done(AuditedKind::Person, into).with_field("mergedPersonId", person)
}

/// The people with an application's contact data.
pub(super) struct Found {
    pub(super) by_email: BTreeSet<String>,
    pub(super) by_phone: BTreeSet<String>,
}

/// The person that an application gets.
pub(super) struct Choice {
    pub(super) person: String,
    /// The other people, which become part of this person.
    pub(super) joining: Vec<String>,
}

impl Found {
    /// Chooses the person of an application. Returns `None` if no person has its contact data.
    pub(super) fn choose(
        &self,
        conn: &mut DbConn,
        organization: &str,
    ) -> Result<Option<Choice>, StoreError> {
        let all: BTreeSet<&String> = self.by_email.union(&self.by_phone).collect();
        let Some(first) = all.first() else {
            return Ok(None);
        };
        let several = all.len() > 1;
        if several && has_one_by_hand(conn, organization, &all)? {
            let preferred = self.by_email.first().or(self.by_phone.first());
            return Ok(preferred.map(|person| Choice {
                person: person.clone(),
                joining: Vec::new(),
            }));
        }
        Ok(Some(Choice {
            person: (*first).clone(),
            joining: all.iter().skip(1).map(|other| (*other).clone()).collect(),
        }))
    }
}

/// Returns whether somebody merged or split one of the people by hand.
fn has_one_by_hand(
    conn: &mut DbConn,
    organization: &str,
    people: &BTreeSet<&String>,
) -> QueryResult<bool> {
    for person in people {
        let by_hand: Option<String> = applications::table
            .filter(applications::organization_id.eq(organization))
            .filter(applications::person_id.eq(person.as_str()))
            .filter(applications::by_hand.eq(true))
            .select(applications::candidate_id)
            .first(conn)
            .optional()?;
        if by_hand.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Finds the people of contact data.
pub(super) fn owners_of(
    conn: &mut DbConn,
    organization: &str,
    contact: Contact,
    keys: &[&str],
) -> Result<Owners, StoreError> {
    let mut owners = Owners::new();
    for chunk in keys.chunks(ROWS_PER_STATEMENT) {
        for (key, person) in contact_owners(conn, organization, contact, chunk)? {
            owners.entry(key).or_default().insert(person);
        }
    }
    Ok(owners)
}
