//! The GraphQL types of candidates.

pub(crate) mod candidate_operations;
pub(crate) mod changes;
pub(crate) mod custom_fields;
mod files;
pub(crate) mod filters;
pub(crate) mod lists;
pub(crate) mod notes;
pub(crate) mod offers;
mod records;
pub(crate) mod saved_views;

use std::sync::Arc;

use juniper::{GraphQLInputObject, graphql_object};
use shortlist_app::{AppError, CandidateDocument, CandidateReceipt};
use shortlist_domain::{Candidate, CandidateId, CandidateStatus, Timestamp};

use crate::error::ApiError;
use crate::graphql::applications::ReceivedApplication;
use crate::graphql::candidates::files::{Document, ResumeVersion};
use crate::graphql::candidates::notes::Note;
use crate::graphql::candidates::offers::Offer;
use crate::graphql::candidates::records::{CustomFieldValue, PageRecords};
use crate::graphql::context::{Executor, RequestContext};
use crate::graphql::interviews::reviews::{CandidateReview, PageReviews};
use crate::graphql::page::{selects, selects_within};
use crate::graphql::people::Person;
use crate::graphql::resumes::ResumeObject;
use crate::graphql::rows::{Cell, Column, Row};
use crate::graphql::scores::receipts::{Receipt, receipt_bytes};
use crate::graphql::stages::{Stage, StageChange};

#[derive(GraphQLInputObject)]
pub(crate) struct GetCandidateInput {
    pub(crate) organization_id: String,
    pub(crate) candidate_id: String,
}

/// The larger parts of a candidate that the caller selected. Only those are loaded.
#[derive(Clone, Copy)]
pub(crate) struct SelectedParts {
    receipt: bool,
    document: bool,
    tags: bool,
    person: bool,
}

impl SelectedParts {
    pub(crate) fn of_one(executor: &Executor<'_, '_>) -> Self {
        Self {
            receipt: selects(executor, "scoreReceipt"),
            document: selects(executor, "resume"),
            tags: selects(executor, "tags"),
            person: selects(executor, "person"),
        }
    }

    pub(crate) fn of_list(executor: &Executor<'_, '_>) -> Self {
        Self::within(executor, "candidate")
    }

    /// Returns the parts that the caller selected of a list's items.
    pub(crate) fn within(executor: &Executor<'_, '_>, list: &str) -> Self {
        Self {
            receipt: selects_within(executor, list, "scoreReceipt"),
            document: selects_within(executor, list, "resume"),
            tags: selects_within(executor, list, "tags"),
            person: selects_within(executor, list, "person"),
        }
    }
}

/// A candidate, with those of its larger parts that were selected.
pub(crate) struct CandidateObject {
    candidate: Candidate,
    receipt: Option<CandidateReceipt>,
    document: Option<CandidateDocument>,
    tags: Vec<String>,
    reviews: Arc<PageReviews>,
    records: Arc<PageRecords>,
    person: Option<Person>,
    read_at: Timestamp,
}

impl CandidateObject {
    /// Loads the selected parts of all candidates, with one query for each kind.
    pub(crate) fn load(
        context: &RequestContext,
        candidates: Vec<Candidate>,
        selected: SelectedParts,
    ) -> Result<Vec<Self>, AppError> {
        let app = &context.app;
        let Some(organization) = candidates
            .first()
            .map(|first| first.organization_id.clone())
        else {
            return Ok(Vec::new());
        };
        let ids: Vec<CandidateId> = candidates
            .iter()
            .map(|candidate| candidate.id.clone())
            .collect();
        let ids_if = |selected: bool| if selected { ids.as_slice() } else { &[] };
        let mut receipts = app
            .scores()
            .receipts(&context.principal, ids_if(selected.receipt))?;
        context.charge(receipts.values().map(receipt_bytes).sum())?;
        if selected.document {
            context.charge(app.candidates().document_bytes(&organization, &ids)?)?;
        }
        let mut documents = app
            .candidates()
            .documents(&context.principal, ids_if(selected.document))?;
        let mut tags = app
            .candidates()
            .tags(&context.principal, ids_if(selected.tags))?;
        let mut people = Person::of_candidates(context, &organization, ids_if(selected.person))?;
        let read_at = app.clock().now();
        let reviews = Arc::new(PageReviews::of(ids.clone()));
        let records = Arc::new(PageRecords::of(&candidates));
        let object = |candidate: Candidate| Self {
            receipt: receipts.remove(&candidate.id),
            document: documents.remove(&candidate.id),
            tags: tags.remove(&candidate.id).unwrap_or_default(),
            reviews: Arc::clone(&reviews),
            records: Arc::clone(&records),
            person: people.remove(&candidate.id),
            candidate,
            read_at,
        };
        Ok(candidates.into_iter().map(object).collect())
    }

    /// Refuses to change a candidate if its selected resume is too long for the answer.
    pub(crate) fn check_stored(
        context: &RequestContext,
        candidate: &str,
        selected: SelectedParts,
    ) -> Result<(), AppError> {
        if !selected.document {
            return Ok(());
        }
        let organization = &context.principal.organization_id;
        let id = context
            .app
            .candidates()
            .resolve_id(organization, candidate)?;
        let bytes = context
            .app
            .candidates()
            .document_bytes(organization, &[id])?;
        context.budget.check_stored(bytes)
    }

    pub(crate) fn load_one(
        context: &RequestContext,
        candidate: Candidate,
        selected: SelectedParts,
    ) -> Result<Self, AppError> {
        let missing = AppError::NotFound {
            field: "candidateId",
            what: "candidate",
        };
        Self::load(context, vec![candidate], selected)?
            .pop()
            .ok_or(missing)
    }
}

impl Row for CandidateObject {
    fn column(field: &str) -> Option<Column<Self>> {
        Some(match field {
            "_id" => |row| Cell::Text(Some(row.id())),
            "uId" => |row| Cell::Text(Some(row.u_id())),
            "fullName" => |row| Cell::Text(Some(row.full_name())),
            "emailAddress" => |row| Cell::Text(row.email_address()),
            "phoneNumber" => |row| Cell::Text(row.phone_number()),
            "resumeScore" => |row| Cell::Number(row.resume_score()),
            "skillsFound" => |row| Cell::Texts(row.skills_found()),
            "status" => |row| Cell::Text(row.status()),
            "statusReason" => |row| Cell::Text(row.status_reason()),
            "source" => |row| Cell::Text(row.source()),
            "externalId" => |row| Cell::Text(row.external_id()),
            "yearsOfExperience" => |row| Cell::Number(row.years_of_experience()),
            "tags" => |row| Cell::Texts(row.tags()),
            "createdAt" => |row| Cell::Owned(row.created_at()),
            "updatedAt" => |row| Cell::Owned(row.updated_at()),
            "jobId" => |row| Cell::Text(Some(row.job_id())),
            _ => return None,
        })
    }
}

#[graphql_object(name = "Candidate", context = RequestContext)]
impl CandidateObject {
    #[graphql(name = "_id")]
    fn id(&self) -> &str {
        self.candidate.id.as_str()
    }

    fn u_id(&self) -> &str {
        self.candidate.code.as_str()
    }

    fn full_name(&self) -> &str {
        &self.candidate.full_name
    }

    fn email_address(&self) -> Option<&str> {
        self.candidate
            .email
            .as_ref()
            .map(shortlist_domain::EmailAddress::as_str)
    }

    fn phone_number(&self) -> Option<&str> {
        self.candidate
            .phone
            .as_ref()
            .map(shortlist_domain::PhoneNumber::as_str)
    }

    fn resume_score(&self) -> Option<f64> {
        self.candidate.score.map(shortlist_domain::Score::to_f64)
    }

    fn skills_found(&self) -> &[String] {
        &self.candidate.skills
    }

    fn status(&self) -> Option<&str> {
        self.candidate.status.map(CandidateStatus::as_str)
    }

    /// Why the candidate has this status.
    fn status_reason(&self) -> Option<&str> {
        self.candidate.status_reason.as_deref()
    }

    /// The stage of the job in which the candidate is.
    fn stage(&self, context: &RequestContext) -> Result<Stage, ApiError> {
        Ok(self.records.stage(context, &self.candidate)?)
    }

    /// The changes of the stage, the earliest first. An Interviewer sees none.
    fn stage_history(&self, context: &RequestContext) -> Result<Vec<StageChange>, ApiError> {
        Ok(StageChange::list(context, &self.candidate.id)?)
    }

    /// The offer, if there is one. An Interviewer sees none.
    fn offer(&self, context: &RequestContext) -> Result<Option<Offer>, ApiError> {
        Ok(self.records.offer(context, &self.candidate)?)
    }

    /// The values of custom fields, in the order of the fields. An Interviewer sees none.
    fn custom_fields(&self, context: &RequestContext) -> Result<Vec<CustomFieldValue>, ApiError> {
        Ok(self.records.custom_fields(context, &self.candidate)?)
    }

    /// Where the candidate came from, such as a job board.
    fn source(&self) -> Option<&str> {
        self.candidate.source.as_deref()
    }

    /// The identifier in another system, unique for the source.
    fn external_id(&self) -> Option<&str> {
        self.candidate.external_id.as_deref()
    }

    /// The experience when the resume was uploaded, in years. Null if the resume states none.
    fn years_of_experience(&self) -> Option<f64> {
        let months = self.candidate.months_worked?;
        Some((f64::from(months) / 1.2).round() / 10.0)
    }

    /// The tags, in alphabetical order.
    fn tags(&self) -> &[String] {
        &self.tags
    }

    /// The notes of colleagues, the earliest first. An Interviewer sees none.
    fn notes(&self, context: &RequestContext) -> Result<Vec<Note>, ApiError> {
        context.check()?;
        let candidates = context.app.candidates();
        let notes = candidates.notes(&context.principal, &self.candidate.id)?;
        context.charge(notes.iter().map(|note| note.text.len()).sum())?;
        Ok(notes.into_iter().map(Note).collect())
    }

    fn created_at(&self) -> String {
        self.candidate.created_at.to_string()
    }

    fn updated_at(&self) -> String {
        self.candidate.updated_at.to_string()
    }

    fn job_id(&self) -> &str {
        self.candidate.job_id.as_str()
    }

    /// Whether the job is reviewed blind and the caller has not revealed the candidate. Name and contact details are then
    /// empty, and texts are redacted.
    fn masked(&self, context: &RequestContext) -> Result<bool, ApiError> {
        context.check()?;
        let id = &self.candidate.id;
        let ids = std::slice::from_ref(id);
        let masked = context.app.candidates().masked(&context.principal, ids)?;
        Ok(masked.contains(id))
    }

    /// The explanation of the score.
    fn score_receipt(&self) -> Option<Receipt> {
        self.receipt.as_ref().map(Receipt::of)
    }

    /// The receipts that newer ones have replaced, newest first.
    fn earlier_receipts(&self, context: &RequestContext) -> Result<Vec<Receipt>, ApiError> {
        let candidate = &self.candidate;
        let (organization, id) = (&candidate.organization_id, &candidate.id);
        context.check()?;
        let stored = context.app.scores().receipt_bytes(organization, id)?;
        context.budget.check_unloaded(stored)?;
        let scores = context.app.scores();
        let earlier = scores.earlier_receipts(&context.principal, id)?;
        context.charge(earlier.iter().map(receipt_bytes).sum())?;
        Ok(earlier.iter().map(Receipt::of).collect())
    }

    /// The reviews, the earliest first. Null if the key lacks the permission `interviews:read`.
    fn reviews(&self, context: &RequestContext) -> Result<Option<Vec<CandidateReview>>, ApiError> {
        Ok(self.reviews.reviews(context, &self.candidate.id)?)
    }

    /// The person with all applications. Null for Interviewers, and for masked candidates.
    fn person(&self) -> Option<&Person> {
        self.person.as_ref()
    }

    /// The versions of the resume, the newest first.
    fn resume_versions(&self, context: &RequestContext) -> Result<Vec<ResumeVersion>, ApiError> {
        context.check()?;
        Ok(ResumeVersion::load(context, &self.candidate.id)?)
    }

    /// Further documents, such as a cover letter, the earliest first. They are not scored.
    fn documents(&self, context: &RequestContext) -> Result<Vec<Document>, ApiError> {
        context.check()?;
        Ok(Document::load(context, &self.candidate.id)?)
    }

    /// The resumes that applicants sent with the contact data of this candidate, and that may be the right ones. None after
    /// `chooseResume`.
    fn competing_resumes(&self, context: &RequestContext) -> Result<Vec<Document>, ApiError> {
        context.check()?;
        Ok(Document::load_competing(context, &self.candidate.id)?)
    }

    /// The applications from outside, with answers and consent, the earliest first. An Interviewer sees none. Without a `limit`
    /// (at most 50), they are at most 10, or fewer if their texts are long.
    fn applications(
        &self,
        context: &RequestContext,
        limit: Option<i32>,
        offset: Option<i32>,
    ) -> Result<Vec<ReceivedApplication>, ApiError> {
        context.check()?;
        let candidate = &self.candidate.id;
        Ok(ReceivedApplication::load(
            context, candidate, offset, limit,
        )?)
    }

    /// The number of applications from outside. An Interviewer sees none.
    fn application_count(&self, context: &RequestContext) -> Result<i32, ApiError> {
        context.check()?;
        let applications = context.app.applications();
        let count = applications.count(&context.principal, &self.candidate.id)?;
        Ok(i32::try_from(count).unwrap_or(i32::MAX))
    }

    /// The content of the resume file.
    fn resume(&self) -> Option<ResumeObject<'_>> {
        Some(ResumeObject {
            candidate: &self.candidate.id,
            document: self.document.as_ref()?,
            read_at: self.read_at,
        })
    }
}
