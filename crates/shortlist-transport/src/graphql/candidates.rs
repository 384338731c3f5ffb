//! The GraphQL types of candidates.

use std::sync::Arc;

use juniper::{Executor, GraphQLInputObject, GraphQLObject, graphql_object};
use shortlist_app::{AppError, CandidateDocument, CandidateReceipt, unknown_value};
use shortlist_domain::{
    Candidate, CandidateFilters, CandidateId, CandidateQuery, CandidateStatus, InvalidValue, JobId,
    OrganizationId, PageRequest, Principal, StatusFilter, Timestamp,
};

use super::application_forms::Application;
use super::candidate_files::{Document, ResumeVersion};
use super::candidate_filters::CandidateFilterInput;
use super::context::RequestContext;
use super::cursor::CursorScope;
use super::notes::Note;
use super::page::{PageInfo, count, filter, parsed, search_term, selects, selects_within};
use super::people::Person;
use super::receipts::{Receipt, receipt_bytes, to_graphql_int};
use super::reviews::{CandidateReview, PageReviews};
use crate::error::ApiError;

#[derive(GraphQLInputObject)]
pub(crate) struct GetCandidatesInput {
    pub(crate) organization_id: String,
    job_id: Option<String>,
    #[graphql(default = Some(1))]
    page_number: Option<i32>,
    #[graphql(default = Some(10))]
    page_size: Option<i32>,
    /// The `endCursor` of the previous page, instead of a page number.
    after: Option<String>,
    search: Option<String>,
    status: Option<String>,
    filter: Option<CandidateFilterInput>,
}

impl GetCandidatesInput {
    /// Returns the list to which the cursors belong.
    pub(crate) fn cursor_scope(&self, principal: &Principal) -> CursorScope {
        let scope = CursorScope::of("getCandidates", principal)
            .with(filter(self.job_id.as_ref()))
            .with(filter(self.search.as_ref()))
            .with(filter(self.status.as_ref()));
        match self.filters() {
            Ok(filters) if !filters.is_empty() => scope.with(Some(&format!("{filters:?}"))),
            _ => scope,
        }
    }

    fn filters(&self) -> Result<CandidateFilters, InvalidValue> {
        let given = self.filter.as_ref();
        given.map_or_else(
            || Ok(CandidateFilters::default()),
            CandidateFilterInput::filters,
        )
    }

    /// Returns the warning about a status that no candidate can have.
    fn warning(&self, query: &CandidateQuery) -> Option<String> {
        let status = self.status.as_deref()?;
        let names = CandidateStatus::ALL.map(CandidateStatus::as_str);
        (query.status == StatusFilter::Unknown).then(|| unknown_value("status", status, &names))
    }

    pub(crate) fn query(
        &self,
        principal: &Principal,
        count: bool,
    ) -> Result<CandidateQuery, InvalidValue> {
        Ok(CandidateQuery {
            organization_id: principal.organization_id.clone(),
            job_id: parsed(self.job_id.as_ref(), "jobId", JobId::parse)?,
            search: search_term(self.search.clone())?,
            status: StatusFilter::parse(self.status.as_deref()),
            filters: self.filters()?,
            page: self.cursor_scope(principal).page(
                PageRequest::parse(
                    ("pageNumber", self.page_number.unwrap_or(1)),
                    ("pageSize", self.page_size.unwrap_or(10)),
                )?,
                ("pageNumber", filter(self.after.as_ref())),
            )?,
            count,
        })
    }
}

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
    pub(crate) fn of_one(executor: &Executor<'_, '_, RequestContext>) -> Self {
        Self {
            receipt: selects(executor, "scoreReceipt"),
            document: selects(executor, "resume"),
            tags: selects(executor, "tags"),
            person: selects(executor, "person"),
        }
    }

    pub(crate) fn of_list(executor: &Executor<'_, '_, RequestContext>) -> Self {
        Self::within(executor, "candidate")
    }

    /// Returns the parts that the caller selected of a list's items.
    pub(crate) fn within(executor: &Executor<'_, '_, RequestContext>, list: &str) -> Self {
        Self {
            receipt: selects_within(executor, list, "scoreReceipt"),
            document: selects_within(executor, list, "resume"),
            tags: selects_within(executor, list, "tags"),
            person: selects_within(executor, list, "person"),
        }
    }
}

/// A page of candidates. The field `candidate` contains the list.
#[derive(GraphQLObject)]
#[graphql(context = RequestContext)]
pub(crate) struct CandidateList {
    candidate: Vec<CandidateObject>,
    total_count: i32,
    page_info: PageInfo,
}

impl CandidateList {
    pub(crate) fn load(
        context: &RequestContext,
        input: &GetCandidatesInput,
        (query, selected): (&CandidateQuery, SelectedParts),
    ) -> Result<Self, AppError> {
        let page = context.app.candidates().list(&context.principal, query)?;
        let scope = input.cursor_scope(&context.principal);
        Ok(Self {
            page_info: PageInfo::of(&scope, &query.page, &page).with_warning(input.warning(query)),
            total_count: count(page.total_count),
            candidate: CandidateObject::load(context, page.items, selected)?,
        })
    }
}

/// A candidate, with those of its larger parts that were selected.
pub(crate) struct CandidateObject {
    candidate: Candidate,
    receipt: Option<CandidateReceipt>,
    document: Option<CandidateDocument>,
    tags: Vec<String>,
    reviews: Arc<PageReviews>,
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
            .receipts(&organization, ids_if(selected.receipt))?;
        context.charge(receipts.values().map(receipt_bytes).sum())?;
        if selected.document {
            context.charge(app.candidates().document_bytes(&organization, &ids)?)?;
        }
        let mut documents = app
            .candidates()
            .documents(&organization, ids_if(selected.document))?;
        let mut tags = app
            .candidates()
            .tags(&organization, ids_if(selected.tags))?;
        let mut people = Person::of_candidates(context, &organization, ids_if(selected.person))?;
        let read_at = app.clock().now();
        let reviews = Arc::new(PageReviews::of(ids.clone()));
        let object = |candidate: Candidate| Self {
            receipt: receipts.remove(&candidate.id),
            document: documents.remove(&candidate.id),
            tags: tags.remove(&candidate.id).unwrap_or_default(),
            reviews: Arc::clone(&reviews),
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

    fn key(&self) -> (&OrganizationId, &CandidateId) {
        (&self.candidate.organization_id, &self.candidate.id)
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
        Ok(notes.into_iter().map(Note::of).collect())
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
        let earlier = context.app.scores().earlier_receipts(organization, id)?;
        context.charge(earlier.iter().map(receipt_bytes).sum())?;
        Ok(earlier.iter().map(Receipt::of).collect())
    }

    /// The reviews, the earliest first. Null if the key lacks the permission `interviews:read`.
    fn reviews(&self, context: &RequestContext) -> Result<Option<Vec<CandidateReview>>, ApiError> {
        Ok(self.reviews.reviews(context, &self.candidate.id)?)
    }

    /// The person with all applications. Null for Interviewers, and for a candidate of an earlier version until it is
    /// grouped.
    fn person(&self) -> Option<&Person> {
        self.person.as_ref()
    }

    /// The versions of the resume, the newest first.
    fn resume_versions(&self, context: &RequestContext) -> Result<Vec<ResumeVersion>, ApiError> {
        context.check()?;
        Ok(ResumeVersion::load(context, self.key())?)
    }

    /// Further documents, such as a cover letter, the earliest first. They are not scored.
    fn documents(&self, context: &RequestContext) -> Result<Vec<Document>, ApiError> {
        context.check()?;
        Ok(Document::load(context, self.key())?)
    }

    /// The applications from outside, with answers and consent, the earliest first. An Interviewer sees none.
    fn applications(&self, context: &RequestContext) -> Result<Vec<Application>, ApiError> {
        context.check()?;
        Ok(Application::load(context, &self.candidate.id)?)
    }

    /// The content of the resume file.
    fn resume(&self) -> Option<ResumeObject> {
        self.document
            .as_ref()
            .map(|document| ResumeObject::of(document, self.read_at))
    }
}

#[derive(GraphQLObject)]
#[graphql(name = "Resume")]
struct ResumeObject {
    file_name: String,
    media_type: &'static str,
    pages: Option<i32>,
    text: String,
    experience: Vec<Position>,
    education: Vec<EducationEntry>,
    total_years: Option<f64>,
    languages: Vec<String>,
    links: Vec<String>,
}

/// A position in the work history. `start` and `end` are YYYY or YYYY-MM.
#[derive(GraphQLObject)]
struct Position {
    title: Option<String>,
    organization: Option<String>,
    start: Option<String>,
    end: Option<String>,
    current: bool,
}

#[derive(GraphQLObject)]
struct EducationEntry {
    degree: Option<String>,
    field: Option<String>,
    institution: Option<String>,
    level: Option<&'static str>,
    end: Option<String>,
}

impl ResumeObject {
    fn of(document: &CandidateDocument, read_at: Timestamp) -> Self {
        let resume = &document.resume;
        let months = resume.experience_months(read_at.date());
        Self {
            file_name: document.file.name.clone(),
            media_type: document.file.media.media_type(),
            pages: to_graphql_int(resume.text.pages()),
            text: resume.text.as_str().to_owned(),
            experience: resume.certain_positions().map(Position::of).collect(),
            education: resume.certain_education().map(EducationEntry::of).collect(),
            total_years: months.map(|months| (f64::from(months) / 1.2).round() / 10.0),
            languages: resume.languages.clone(),
            links: resume.links.iter().map(|link| link.value.clone()).collect(),
        }
    }
}

impl Position {
    fn of(position: &shortlist_domain::Position) -> Self {
        Self {
            title: position.title.clone(),
            organization: position.organization.clone(),
            start: position.start.map(|date| date.to_string()),
            end: position.end.map(|date| date.to_string()),
            current: position.current,
        }
    }
}

impl EducationEntry {
    fn of(entry: &shortlist_domain::EducationEntry) -> Self {
        Self {
            degree: Some(entry.degree.clone()).filter(|degree| !degree.is_empty()),
            field: entry.field.clone(),
            institution: entry.institution.clone(),
            level: entry.level.map(shortlist_domain::EducationLevel::as_str),
            end: entry.end.map(|date| date.to_string()),
        }
    }
}
