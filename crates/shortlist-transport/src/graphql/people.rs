//! The GraphQL types of people.

use std::collections::HashMap;

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{App, AppError};
use shortlist_domain::{Candidate, CandidateId, OrganizationId, PersonId, Principal, UserType};

use crate::graphql::budget::ITEM_BYTES;
use crate::graphql::context::RequestContext;

/// The applications of one human: those with the same e-mail address or phone number, and those merged by hand.
#[derive(GraphQLObject, Clone)]
pub(crate) struct Person {
    #[graphql(name = "_id")]
    id: String,
    /// The applications, newest first.
    applications: Vec<Application>,
    /// Whether a legal hold protects all applications from erasure.
    legal_hold: bool,
}

/// A candidate as a part of a person. `getCandidate` returns the rest.
#[derive(GraphQLObject, Clone)]
pub(crate) struct Application {
    #[graphql(name = "_id")]
    id: String,
    u_id: String,
    job_id: String,
    full_name: String,
    email_address: Option<String>,
    phone_number: Option<String>,
    resume_score: Option<f64>,
    status: Option<&'static str>,
    created_at: String,
}

impl Application {
    fn of(candidate: Candidate) -> Self {
        Self {
            id: candidate.id.into_string(),
            u_id: candidate.code.as_str().to_owned(),
            job_id: candidate.job_id.into_string(),
            full_name: candidate.full_name,
            email_address: candidate.email.map(|email| email.as_str().to_owned()),
            phone_number: candidate.phone.map(|phone| phone.as_str().to_owned()),
            resume_score: candidate.score.map(shortlist_domain::Score::to_f64),
            status: candidate
                .status
                .map(shortlist_domain::CandidateStatus::as_str),
            created_at: candidate.created_at.to_string(),
        }
    }
}

impl Person {
    fn of(person: shortlist_domain::Person) -> Self {
        Self {
            id: person.id.into_string(),
            applications: person
                .applications
                .into_iter()
                .map(Application::of)
                .collect(),
            legal_hold: person.held,
        }
    }

    pub(crate) fn get(
        context: &RequestContext,
        principal: &Principal,
        person_id: &str,
    ) -> Result<Self, AppError> {
        let (people, organization) = (context.app.people(), &principal.organization_id);
        let id = PersonId::parse("personId", person_id)?;
        people.check_access(principal)?;
        let count = people.count_applications(organization, std::slice::from_ref(&id))?;
        context.charge(count.saturating_mul(ITEM_BYTES))?;
        people.get(principal, person_id).map(Self::of)
    }

    /// Loads the people of candidates, with one query for each kind of data. An Interviewer sees none, because other
    /// applications are not assigned to them.
    pub(crate) fn of_candidates(
        context: &RequestContext,
        organization: &OrganizationId,
        candidates: &[CandidateId],
    ) -> Result<HashMap<CandidateId, Self>, AppError> {
        if candidates.is_empty() || context.principal.user_type == UserType::Interviewer {
            return Ok(HashMap::new());
        }
        let people = context.app.people();
        if AppError::if_found(people.check_access(&context.principal))?.is_none() {
            return Ok(HashMap::new());
        }
        let ids = people.of_candidates(&context.principal, candidates)?;
        let mut distinct: Vec<PersonId> = ids.values().cloned().collect();
        distinct.sort_unstable();
        distinct.dedup();
        let count = people.count_applications(organization, &distinct)?;
        context.charge(count.saturating_mul(ITEM_BYTES))?;
        let loaded = people.load(&context.principal, &distinct)?;
        let person = |(candidate, id)| Some((candidate, Self::of(loaded.get(&id)?.clone())));
        Ok(ids.into_iter().filter_map(person).collect())
    }
}

#[derive(GraphQLInputObject)]
pub(crate) struct GetPersonInput {
    pub(crate) organization_id: String,
    pub(crate) person_id: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct MergePeopleInput {
    pub(crate) organization_id: String,
    /// The person who gets all applications.
    pub(crate) person_id: String,
    /// The person whose applications move. This identifier is then unknown.
    pub(crate) other_person_id: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct SplitPersonInput {
    pub(crate) organization_id: String,
    pub(crate) person_id: String,
    /// The applications that move to a new person.
    pub(crate) candidate_ids: Vec<String>,
}

/// A person that was split into two.
#[derive(GraphQLObject)]
pub(crate) struct SplitPersonResult {
    /// The person with the applications that stayed.
    person: Person,
    /// The new person, with the applications that moved.
    new_person: Person,
}

impl SplitPersonResult {
    pub(crate) fn of(split: shortlist_app::SplitPerson) -> Self {
        Self {
            person: Person::of(split.person),
            new_person: Person::of(split.new_person),
        }
    }
}

impl Person {
    pub(crate) fn merge(
        app: &App,
        principal: &Principal,
        input: &MergePeopleInput,
    ) -> Result<Self, AppError> {
        app.people()
            .merge(principal, &input.person_id, &input.other_person_id)
            .map(Self::of)
    }
}

#[derive(GraphQLInputObject)]
pub(crate) struct ErasePersonInput {
    pub(crate) organization_id: String,
    pub(crate) person_id: String,
    /// The reason. It is kept after the erasure, so it must not name the person.
    pub(crate) reason: String,
}

/// The result of erasing a person. All applications and all related data are deleted.
#[derive(GraphQLObject)]
pub(crate) struct PersonErasure {
    person_id: String,
    candidate_ids: Vec<String>,
    erased_at: String,
}

impl PersonErasure {
    pub(crate) fn of(erasure: shortlist_app::PersonErasure) -> Self {
        let ids = erasure.candidate_ids.into_iter();
        Self {
            person_id: erasure.person_id.into_string(),
            candidate_ids: ids.map(CandidateId::into_string).collect(),
            erased_at: erasure.erased_at.to_string(),
        }
    }
}

#[derive(GraphQLInputObject)]
pub(crate) struct ExportPersonInput {
    pub(crate) organization_id: String,
    pub(crate) person_id: String,
}

/// An export of all data about a person.
#[derive(GraphQLObject)]
pub(crate) struct PersonExport {
    person_id: String,
    /// An object whose field `applications` lists the export of each application, as `exportCandidate` returns it.
    json: String,
}

impl PersonExport {
    pub(crate) fn load(
        context: &RequestContext,
        principal: &Principal,
        person_id: &str,
    ) -> Result<Self, AppError> {
        let json = context
            .app
            .people()
            .export(principal, person_id)?
            .to_string();
        context.charge(json.len())?;
        Ok(Self {
            person_id: person_id.to_owned(),
            json,
        })
    }
}

#[derive(GraphQLInputObject)]
pub(crate) struct SetPersonLegalHoldInput {
    pub(crate) organization_id: String,
    pub(crate) person_id: String,
    /// The reason why no application of the person may be erased. Null lifts the hold.
    pub(crate) reason: Option<String>,
}

/// The legal hold of a person. It protects all applications, including later ones.
#[derive(GraphQLObject)]
pub(crate) struct PersonLegalHold {
    person_id: String,
    held: bool,
}

impl PersonLegalHold {
    pub(crate) fn set(
        app: &App,
        principal: &Principal,
        input: &SetPersonLegalHoldInput,
    ) -> Result<Self, AppError> {
        let reason = input
            .reason
            .as_deref()
            .filter(|reason| !reason.trim().is_empty());
        let id = app
            .people()
            .set_legal_hold(principal, &input.person_id, reason)?;
        Ok(Self {
            person_id: id.into_string(),
            held: reason.is_some(),
        })
    }
}
