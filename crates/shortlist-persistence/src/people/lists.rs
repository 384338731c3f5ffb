//! Reading of people with their applications.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use diesel::prelude::*;
use shortlist_domain::{Candidate, CandidateId, OrganizationId, Person, PersonId};

use crate::candidate_rows::blind_jobs::in_blind_jobs;
use crate::candidate_rows::row::CandidateRow;
use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::people;
use crate::resumes::CANDIDATES_PER_STATEMENT;
use crate::schema::{candidates, person_applications as applications};
use crate::store::People;

impl People<'_> {
    /// Finds the people of candidates.
    ///
    /// # Errors
    /// When the database fails.
    pub fn of_candidates(
        &self,
        organization: &OrganizationId,
        candidates: &[CandidateId],
    ) -> Result<HashMap<CandidateId, PersonId>, StoreError> {
        if candidates.is_empty() {
            return Ok(HashMap::new());
        }
        let ids: Vec<&str> = candidates.iter().map(CandidateId::as_str).collect();
        let rows: Vec<(String, String)> = self.pools.read(|conn| {
            Ok(applications::table
                .filter(applications::organization_id.eq(organization.as_str()))
                .filter(applications::candidate_id.eq_any(&ids))
                .select((applications::candidate_id, applications::person_id))
                .load(conn)?)
        })?;
        let pairs = rows
            .iter()
            .map(|(candidate, person)| pair(candidate, person));
        pairs.collect()
    }

    /// Finds the applications of people for jobs that are not blind, each with its person.
    ///
    /// # Errors
    /// When the database fails.
    pub fn open_applications(
        &self,
        organization: &OrganizationId,
        people: &[PersonId],
    ) -> Result<HashMap<CandidateId, PersonId>, StoreError> {
        if people.is_empty() {
            return Ok(HashMap::new());
        }
        let ids: Vec<&str> = people.iter().map(PersonId::as_str).collect();
        let rows: Vec<(String, String)> = self.pools.read(|conn| {
            let members: Vec<(String, String)> = applications::table
                .filter(applications::organization_id.eq(organization.as_str()))
                .filter(applications::person_id.eq_any(&ids))
                .select((applications::candidate_id, applications::person_id))
                .load(conn)?;
            let ids: Vec<&str> = members.iter().map(|(id, _)| id.as_str()).collect();
            let mut blind = HashSet::new();
            for chunk in ids.chunks(CANDIDATES_PER_STATEMENT) {
                blind.extend(in_blind_jobs(conn, organization.as_str(), chunk)?);
            }
            let open = members.into_iter().filter(|(id, _)| !blind.contains(id));
            Ok(open.collect())
        })?;
        let pairs = rows
            .iter()
            .map(|(candidate, person)| pair(candidate, person));
        pairs.collect()
    }

    /// Counts the applications of people.
    ///
    /// # Errors
    /// When the database fails.
    pub fn count_applications(
        &self,
        organization: &OrganizationId,
        people: &[PersonId],
    ) -> Result<i64, StoreError> {
        if people.is_empty() {
            return Ok(0);
        }
        let ids: Vec<&str> = people.iter().map(PersonId::as_str).collect();
        self.pools.read(|conn| {
            Ok(applications::table
                .filter(applications::organization_id.eq(organization.as_str()))
                .filter(applications::person_id.eq_any(&ids))
                .count()
                .get_result(conn)?)
        })
    }

    /// Loads the newest applications of a person, at most `most`.
    ///
    /// # Errors
    /// When the database fails.
    pub fn newest_applications(
        &self,
        organization: &OrganizationId,
        person: &PersonId,
        most: i64,
    ) -> Result<Vec<Candidate>, StoreError> {
        let rows = self.pools.read(|conn| {
            // Identifiers begin with the time.
            let newest: Vec<String> = applications::table
                .filter(applications::organization_id.eq(organization.as_str()))
                .filter(applications::person_id.eq(person.as_str()))
                .order(applications::candidate_id.desc())
                .select(applications::candidate_id)
                .limit(most)
                .load(conn)?;
            let mut rows = candidate_rows(conn, organization, newest.iter())?;
            rows.sort_by(newest_first);
            Ok(rows)
        })?;
        rows.into_iter().map(CandidateRow::into_candidate).collect()
    }

    /// Loads people with their applications, newest first. Unknown people are left out.
    ///
    /// # Errors
    /// When the database fails.
    pub fn load(
        &self,
        organization: &OrganizationId,
        people: &[PersonId],
    ) -> Result<HashMap<PersonId, Person>, StoreError> {
        if people.is_empty() {
            return Ok(HashMap::new());
        }
        self.pools.read(|conn| load(conn, organization, people))
    }
}

/// Reads the candidate and the person of a row.
fn pair(candidate: &str, person: &str) -> Result<(CandidateId, PersonId), StoreError> {
    Ok((
        CandidateId::parse("candidate_id", candidate)?,
        PersonId::parse("person_id", person)?,
    ))
}

fn load(
    conn: &mut DbConn,
    organization: &OrganizationId,
    people: &[PersonId],
) -> Result<HashMap<PersonId, Person>, StoreError> {
    let ids: Vec<&str> = people.iter().map(PersonId::as_str).collect();
    // Two statements: for a join, SQLite would read all candidates in the order of the result.
    let members: Vec<(String, String)> = applications::table
        .filter(applications::organization_id.eq(organization.as_str()))
        .filter(applications::person_id.eq_any(&ids))
        .select((applications::candidate_id, applications::person_id))
        .load(conn)?;
    let members: HashMap<String, String> = members.into_iter().collect();
    let mut rows = candidate_rows(conn, organization, members.keys())?;
    rows.sort_by(newest_first);
    let held = people::held(conn, organization.as_str(), &ids)?;
    let mut found: HashMap<PersonId, Person> = HashMap::new();
    for row in rows {
        let Some(person) = members.get(row.id()) else {
            continue;
        };
        let id = PersonId::parse("person_id", person)?;
        let person = found.entry(id.clone()).or_insert_with(|| Person {
            held: held.contains(id.as_str()),
            id,
            organization_id: organization.clone(),
            applications: Vec::new(),
        });
        person.applications.push(row.into_candidate()?);
    }
    Ok(found)
}

fn newest_first(one: &CandidateRow, other: &CandidateRow) -> Ordering {
    let newest_first = other.place().at.cmp(&one.place().at);
    newest_first.then_with(|| one.id().cmp(other.id()))
}

fn candidate_rows<'a>(
    conn: &mut DbConn,
    organization: &OrganizationId,
    ids: impl Iterator<Item = &'a String>,
) -> Result<Vec<CandidateRow>, StoreError> {
    let ids: Vec<&str> = ids.map(String::as_str).collect();
    let mut rows = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(CANDIDATES_PER_STATEMENT) {
        let found = candidates::table
            .filter(candidates::organization_id.eq(organization.as_str()))
            .filter(candidates::id.eq_any(chunk.iter().copied()))
            .select(CandidateRow::as_select());
        rows.extend(found.load(conn)?);
    }
    Ok(rows)
}
