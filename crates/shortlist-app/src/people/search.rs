//! The search of people across all jobs.

use std::collections::{BTreeSet, HashMap};

use shortlist_domain::{
    BlindJobs, Candidate, CandidateFilters, CandidateId, CandidateQuery, ListPosition, Page,
    PersonId, Principal,
};

use super::People;
use crate::error::AppError;

/// How many pages of applications are read for a page of people. Somebody with hundreds of applications may fill several.
const MAX_READS: usize = 4;

/// A person whom a search finds.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundPerson {
    /// The newest application that matches.
    pub application: Candidate,
    /// The person, with the number of applications. A Recruiter who sees only the jobs of their teams does not learn which applications
    /// belong together: each is found on its own.
    pub person: Option<(PersonId, usize)>,
}

impl People<'_> {
    /// Lists applications across all jobs, newest first. Those for blind jobs are left out, also revealed ones: the answer says who
    /// people are. Cursors continue the list.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn search(
        &self,
        principal: &Principal,
        query: &CandidateQuery,
    ) -> Result<Page<Candidate>, AppError> {
        self.candidates.list(principal, &across_jobs(query))
    }

    /// Lists the people whose applications [`search`](Self::search) finds, each once, in the order of the newest application that matches.
    /// A page may have fewer people than its size although another one follows.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn search_people(
        &self,
        principal: &Principal,
        query: &CandidateQuery,
    ) -> Result<Page<FoundPerson>, AppError> {
        let is_grouped = AppError::if_found(self.check_access(principal))?.is_some();
        let size = usize::try_from(query.page.size()).unwrap_or(usize::MAX);
        let mut query = across_jobs(query);
        let mut found = Page {
            items: Vec::new(),
            total: None,
            has_next_page: true,
            end: None,
        };
        for _ in 0..MAX_READS {
            let page = self.candidates.list(principal, &query)?;
            (found.end, found.has_next_page) = (page.end, page.has_next_page);
            found.items.extend(if is_grouped {
                self.newest_of_each(principal, &query, page.items)?
            } else {
                page.items.into_iter().map(FoundPerson::alone).collect()
            });
            match &found.end {
                Some(end) if found.has_next_page && found.items.len() < size => {
                    query.page = query.page.following(end.clone(), 2);
                }
                _ => break,
            }
        }
        if found.items.len() > size {
            found.items.truncate(size);
            found.has_next_page = true;
            found.end = found.items.last().map(|one| position(&one.application));
        }
        Ok(found)
    }

    /// Leaves out the applications of people of whom a newer one matches. It was listed before.
    fn newest_of_each(
        &self,
        principal: &Principal,
        query: &CandidateQuery,
        applications: Vec<Candidate>,
    ) -> Result<Vec<FoundPerson>, AppError> {
        let organization = &principal.organization_id;
        let ids: Vec<CandidateId> = applications.iter().map(|one| one.id.clone()).collect();
        let people = self.of_candidates(principal, &ids)?;
        let distinct: BTreeSet<&PersonId> = people.values().collect();
        let distinct: Vec<PersonId> = distinct.into_iter().cloned().collect();
        let stored = self.store.people();
        let members = stored.open_applications(organization, &distinct)?;
        let mut counts: HashMap<&PersonId, usize> = HashMap::new();
        for person in members.values() {
            *counts.entry(person).or_default() += 1;
        }
        let has_others = |person: &PersonId| counts.get(person).is_some_and(|count| *count > 1);
        let several = members.iter().filter(|(_, person)| has_others(person));
        let several: Vec<CandidateId> = several.map(|(id, _)| id.clone()).collect();
        let mut newest: HashMap<&PersonId, ListPosition> = HashMap::new();
        for place in self.store.candidates().matching(query, &several)? {
            let id = CandidateId::parse("id", &place.tie_breaker)?;
            if let Some(person) = members.get(&id) {
                let first = newest.entry(person).or_insert_with(|| place.clone());
                if precedes(&place, first) {
                    *first = place;
                }
            }
        }
        let is_newest = |one: &Candidate| {
            let first = people.get(&one.id).and_then(|person| newest.get(person));
            first.is_none_or(|first| !precedes(first, &position(one)))
        };
        let shown = applications.into_iter().filter(is_newest);
        let found = shown.map(|application| {
            let person = people.get(&application.id);
            let person = person.map(|id| (id.clone(), counts.get(id).copied().unwrap_or(1)));
            FoundPerson {
                application,
                person,
            }
        });
        Ok(found.collect())
    }
}

impl FoundPerson {
    fn alone(application: Candidate) -> Self {
        Self {
            application,
            person: None,
        }
    }
}

/// Returns the query for people: across all jobs, without blind ones.
fn across_jobs(query: &CandidateQuery) -> CandidateQuery {
    CandidateQuery {
        job_id: None,
        filters: CandidateFilters {
            blind_jobs: BlindJobs::LeftOut,
            ..query.filters.clone()
        },
        ..query.clone()
    }
}

/// Returns the position of an application in the list by time.
fn position(application: &Candidate) -> ListPosition {
    ListPosition {
        at: application.created_at,
        tie_breaker: application.id.to_string(),
    }
}

/// Returns whether a position comes before another one.
fn precedes(one: &ListPosition, other: &ListPosition) -> bool {
    (other.at, &one.tie_breaker) < (one.at, &other.tie_breaker)
}
