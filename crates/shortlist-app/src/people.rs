//! People: reading, merging and splitting them, and their erasure, export and legal holds.

mod search;

use std::collections::{BTreeSet, HashMap};

use serde_json::{Value, json};
use shortlist_domain::{
    AuditedKind, Candidate, CandidateId, CandidateProblem, InvalidValue, ListProblem,
    NewAuditEntry, OrganizationId, Person, PersonId, Principal, Problem, Timestamp, check_short,
};
use shortlist_persistence::{MergeOutcome, PersonErasureOutcome, SplitOutcome, Store};

use crate::access::job_access::team_scope;
use crate::blind::Masks;
use crate::candidates::Candidates;
use crate::checks::find_candidate_id;
use crate::clock::Clock;
use crate::conflict::{CandidateConflict, ProtectedRecord};
use crate::erasure::{Erasures, check_reason_is_anonymous, checked_reason};
use crate::error::AppError;
use crate::operations::Operation;
use crate::secrets::random_bits;
use crate::writers::Writers;

pub use search::FoundPerson;

/// The error for an unknown person.
const NO_PERSON: AppError = AppError::NotFound {
    field: "personId",
    what: "person",
};

/// The erasure of a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonErasure {
    /// The person.
    pub person_id: PersonId,
    /// The applications that were erased.
    pub candidate_ids: Vec<CandidateId>,
    /// When they were erased.
    pub erased_at: Timestamp,
}

/// A person that was split into two.
#[derive(Debug, Clone, PartialEq)]
pub struct SplitPerson {
    /// The person with the applications that stayed.
    pub person: Person,
    /// The new person, with the applications that left.
    pub new_person: Person,
}

/// Reads, merges, splits, exports and erases people.
#[derive(Clone, Copy)]
pub struct People<'a> {
    pub(crate) store: &'a Store,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) writers: &'a Writers,
    pub(crate) erasures: Erasures<'a>,
    pub(crate) candidates: Candidates<'a>,
}

impl People<'_> {
    /// Returns a person with all applications.
    ///
    /// # Errors
    /// Returns an error if the organization has no such person.
    pub fn get(&self, principal: &Principal, person_id: &str) -> Result<Person, AppError> {
        self.find(principal, &person("personId", person_id)?)
    }

    /// Refuses a Recruiter who has access only to the jobs of their teams, because a person's other applications may be for
    /// other jobs.
    ///
    /// # Errors
    /// Returns an error as if the person did not exist.
    pub fn check_access(&self, principal: &Principal) -> Result<(), AppError> {
        match team_scope(self.store, principal)? {
            Some(_) => Err(NO_PERSON),
            None => Ok(()),
        }
    }

    /// Finds the people of candidates. A candidate that is masked for the caller is missing.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn of_candidates(
        &self,
        principal: &Principal,
        candidates: &[CandidateId],
    ) -> Result<HashMap<CandidateId, PersonId>, AppError> {
        let people = self.store.people();
        let mut found = people.of_candidates(&principal.organization_id, candidates)?;
        let masks = Masks::of(self.store, principal, candidates)?;
        // Another application of the person may show the name.
        found.retain(|candidate, _person| !masks.hides(candidate));
        Ok(found)
    }

    /// Counts the applications of people, without loading them.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn count_applications(
        &self,
        organization: &OrganizationId,
        people: &[PersonId],
    ) -> Result<usize, AppError> {
        let count = self
            .store
            .people()
            .count_applications(organization, people)?;
        Ok(usize::try_from(count).unwrap_or(usize::MAX))
    }

    /// Returns the newest applications of a person, at most `most`, except those that are masked for the caller.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn newest_applications(
        &self,
        principal: &Principal,
        person: &PersonId,
        most: i64,
    ) -> Result<Vec<Candidate>, AppError> {
        let stored = self.store.people();
        let organization = &principal.organization_id;
        let mut found = stored.newest_applications(organization, person, most)?;
        let ids: Vec<CandidateId> = found.iter().map(|one| one.id.clone()).collect();
        let masks = Masks::of(self.store, principal, &ids)?;
        found.retain(|one| !masks.hides(&one.id));
        Ok(found)
    }

    /// Loads people with their applications. Those that are masked for the caller are unknown to the caller, and so is a person
    /// without others.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn load(
        &self,
        principal: &Principal,
        people: &[PersonId],
    ) -> Result<HashMap<PersonId, Person>, AppError> {
        let stored = self.store.people();
        let mut people = stored.load(&principal.organization_id, people)?;
        let applications = people.values().flat_map(|person| &person.applications);
        let ids: Vec<CandidateId> = applications.map(|one| one.id.clone()).collect();
        let masks = Masks::of(self.store, principal, &ids)?;
        for person in people.values_mut() {
            person.applications.retain(|one| !masks.hides(&one.id));
        }
        people.retain(|_, person| !person.applications.is_empty());
        Ok(people)
    }

    /// Moves all applications of another person to a person. Returns that person.
    ///
    /// # Errors
    /// Returns an error if the organization lacks one of them, or if both are the same.
    pub fn merge(
        &self,
        principal: &Principal,
        person_id: &str,
        other_person_id: &str,
    ) -> Result<Person, AppError> {
        let id = person("personId", person_id)?;
        self.check_access(principal)?;
        let other = person("otherPersonId", other_person_id)?;
        if id == other {
            return Err(InvalidValue::new("otherPersonId", CandidateProblem::SamePerson).into());
        }
        let no_other = || AppError::NotFound {
            field: "otherPersonId",
            what: "person",
        };
        self.find(principal, &id)?;
        let mut found = self.load(principal, std::slice::from_ref(&other))?;
        found.remove(&other).ok_or_else(no_other)?;
        let organization = &principal.organization_id;
        let writer = self.writers.for_caller(principal, Operation::MergePeople);
        match writer.people().merge(organization, &id, &other)? {
            MergeOutcome::Merged => self.find(principal, &id),
            MergeOutcome::NotFound(missing) if missing == other => Err(no_other()),
            MergeOutcome::NotFound(_) => Err(NO_PERSON),
            MergeOutcome::Blind(person) => {
                Err(AppError::conflict(CandidateConflict::BlindPerson(person)))
            }
        }
    }

    /// Moves some applications of a person to a new person.
    ///
    /// # Errors
    /// Returns an error if the organization has no such person, if a candidate is not one of its applications, or if no
    /// application would stay or leave.
    pub fn split(
        &self,
        principal: &Principal,
        person_id: &str,
        candidate_ids: &[String],
    ) -> Result<SplitPerson, AppError> {
        let id = person("personId", person_id)?;
        self.check_access(principal)?;
        self.find(principal, &id)?;
        let organization = &principal.organization_id;
        let leaving = candidate_ids
            .iter()
            .map(|text| find_candidate_id(self.store, organization, text));
        let leaving: BTreeSet<CandidateId> = leaving.collect::<Result<_, _>>()?;
        let leaving: Vec<CandidateId> = leaving.into_iter().collect();
        let refused = |problem: Problem| InvalidValue::new("candidateIds", problem).into();
        if leaving.is_empty() {
            return Err(refused(ListProblem::NoApplication.into()));
        }
        let new = PersonId::generate(self.clock.now(), random_bits()?);
        let writer = self.writers.for_caller(principal, Operation::SplitPerson);
        match writer.people().split(organization, (&id, &new), &leaving)? {
            SplitOutcome::Split => Ok(SplitPerson {
                person: self.find(principal, &id)?,
                new_person: self.find(principal, &new)?,
            }),
            SplitOutcome::NotFound => Err(NO_PERSON),
            SplitOutcome::NotOfPerson(other) => Err(refused(
                CandidateProblem::NotOfPerson(other.into_string()).into(),
            )),
            SplitOutcome::NothingLeft => Err(refused(CandidateProblem::NothingLeft.into())),
        }
    }

    /// Sets or lifts the legal hold on a person. While it lasts, none of the applications can be erased.
    ///
    /// # Errors
    /// Returns an error if the organization has no such person.
    pub fn set_legal_hold(
        &self,
        principal: &Principal,
        person_id: &str,
        reason: Option<&str>,
    ) -> Result<PersonId, AppError> {
        let id = person("personId", person_id)?;
        self.check_access(principal)?;
        let reason = reason
            .map(|reason| check_short("reason", reason))
            .transpose()?
            .flatten();
        self.find(principal, &id)?;
        let organization = &principal.organization_id;
        let writer = self
            .writers
            .for_caller(principal, Operation::SetPersonLegalHold);
        let now = self.clock.now();
        if writer
            .people()
            .set_legal_hold(organization, &id, reason.as_deref(), now)?
        {
            Ok(id)
        } else {
            Err(NO_PERSON)
        }
    }

    /// Erases all applications of a person, or none. Applications for blind jobs are people of their own.
    ///
    /// # Errors
    /// Returns an error if the reason names the person, if the organization has no such person, or if a legal hold protects
    /// an application.
    pub fn erase(
        &self,
        principal: &Principal,
        person_id: &str,
        reason: &str,
    ) -> Result<PersonErasure, AppError> {
        let organization = &principal.organization_id;
        let found = self.get(principal, person_id)?;
        self.check_access(principal)?;
        let reason = checked_reason(reason)?;
        for application in &found.applications {
            check_reason_is_anonymous(application, &reason)?;
        }
        let (id, now) = (found.id, self.clock.now());
        let writer = self.writers.for_caller(principal, Operation::ErasePerson);
        match writer.people().erase(organization, &id, &reason, now)? {
            PersonErasureOutcome::Erased(candidate_ids) => {
                self.erasures.finish(organization, &candidate_ids)?;
                Ok(PersonErasure {
                    person_id: id,
                    candidate_ids,
                    erased_at: now,
                })
            }
            PersonErasureOutcome::NotFound => Err(NO_PERSON),
            PersonErasureOutcome::Held(candidate) => {
                Err(AppError::conflict(ProtectedRecord::Application(candidate)))
            }
        }
    }

    /// Returns everything stored about a person: the export of each application. The export is recorded in the audit log.
    ///
    /// # Errors
    /// Returns an error if the organization has no such person.
    pub fn export(&self, principal: &Principal, person_id: &str) -> Result<Value, AppError> {
        let found = self.get(principal, person_id)?;
        self.check_access(principal)?;
        let party = principal.party();
        let mut applications = Vec::with_capacity(found.applications.len());
        let mut entries = Vec::with_capacity(found.applications.len());
        for application in &found.applications {
            let id = &application.id;
            applications.push(self.candidates.exported_for(principal, id)?);
            let entry = NewAuditEntry::done(AuditedKind::Candidate, id.as_str());
            entries.push(entry.for_candidate(id));
        }
        self.writers
            .for_party(&party, Operation::ExportPerson.name())
            .record(&entries)?;
        Ok(json!({
            "personId": found.id.as_str(),
            "legalHold": found.held,
            "applications": applications,
        }))
    }

    fn find(&self, principal: &Principal, id: &PersonId) -> Result<Person, AppError> {
        let mut found = self.load(principal, std::slice::from_ref(id))?;
        found.remove(id).ok_or(NO_PERSON)
    }
}

fn person(field: &str, text: &str) -> Result<PersonId, InvalidValue> {
    PersonId::parse(field, text)
}
