//! The GraphQL types of the list of candidates.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{AppError, unknown_value};
use shortlist_domain::{
    CandidateFilters, CandidateQuery, CandidateStatus, CustomFieldFilter, InvalidValue, JobId,
    PageRequest, Principal, StatusFilter,
};

use super::candidate_filters::CandidateFilterInput;
use super::candidates::{CandidateObject, SelectedParts};
use super::context::RequestContext;
use super::cursor::CursorScope;
use super::page::{PageInfo, count, filter, parsed, search_term};

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
        let scope = match self.filters() {
            Ok(filters) if !filters.is_empty() => scope.with(Some(&format!("{filters:?}"))),
            _ => scope,
        };
        match self.custom_fields() {
            fields if fields.is_empty() => scope,
            fields => scope.with(Some(&format!("{fields:?}"))),
        }
    }

    /// Returns the filters by custom fields, whose conditions depend on the organization's definitions.
    pub(crate) fn custom_fields(&self) -> Vec<CustomFieldFilter> {
        let given = self.filter.as_ref();
        given.map_or_else(Vec::new, CandidateFilterInput::custom_fields)
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
        let candidates = context.app.candidates();
        let mut query = query.clone();
        query.filters.custom_fields =
            candidates.custom_conditions(&context.principal, &input.custom_fields())?;
        let query = &query;
        let page = candidates.list(&context.principal, query)?;
        let scope = input.cursor_scope(&context.principal);
        Ok(Self {
            page_info: PageInfo::of(&scope, &query.page, &page).with_warning(input.warning(query)),
            total_count: count(page.total_count),
            candidate: CandidateObject::load(context, page.items, selected)?,
        })
    }
}
