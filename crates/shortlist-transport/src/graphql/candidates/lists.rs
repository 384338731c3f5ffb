//! The list of candidates, newest first or in another order.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{AppError, unknown_value};
use shortlist_domain::{
    Candidate, CandidateFilters, CandidateOrder, CandidateQuery, CandidateStatus,
    CustomFieldFilter, InvalidValue, JobId, OrderedQuery, Page, PageRequest, Principal,
    StatusFilter, Total,
};

use crate::graphql::candidates::filters::CandidateFilterInput;
use crate::graphql::candidates::{CandidateObject, SelectedParts};
use crate::graphql::context::RequestContext;
use crate::graphql::cursor::{CursorScope, both_given};
use crate::graphql::page::{PageInfo, count, filter, parsed, search_term};
use crate::graphql::rows::Rows;
use crate::graphql::scalar::Scalar;

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
    /// The order of the candidates of a job, such as `score` or `name`. Without it, the latest come first.
    sort: Option<String>,
}

impl GetCandidatesInput {
    /// Returns the list to which the cursors belong.
    pub(crate) fn cursor_scope(&self, principal: &Principal) -> CursorScope {
        let scope = CursorScope::of("getCandidates", principal)
            .with(filter(self.job_id.as_ref()))
            .with(filter(self.search.as_ref()))
            .with(filter(self.status.as_ref()));
        let scope = scope_of_filters(scope, self.filter.as_ref(), principal);
        match filter(self.sort.as_ref()) {
            None => scope,
            sort => scope.with(sort),
        }
    }

    /// Returns the list in the order that the caller wants, if one is given.
    fn ordered(
        &self,
        principal: &Principal,
        query: &CandidateQuery,
    ) -> Result<Option<OrderedQuery>, InvalidValue> {
        let Some(order) = parsed(self.sort.as_ref(), "sort", CandidateOrder::parse)? else {
            return Ok(None);
        };
        let scope = self.cursor_scope(principal);
        let after = filter(self.after.as_ref());
        let after = after.map(|after| scope.order_position(after)).transpose()?;
        let (number, after) = after.unzip();
        let mut candidates = query.clone();
        if let Some(number) = number {
            candidates.page = candidates.page.numbered(number.saturating_add(1));
        }
        Ok(Some(OrderedQuery {
            candidates,
            order,
            after,
            hides_reviews_from: None,
        }))
    }

    /// Returns the page that a number selects, or the one that follows a cursor.
    fn page(&self, principal: &Principal) -> Result<PageRequest, InvalidValue> {
        let by_number = PageRequest::parse(
            ("pageNumber", self.page_number.unwrap_or(1)),
            ("pageSize", self.page_size.unwrap_or(10)),
        )?;
        let after = filter(self.after.as_ref());
        if filter(self.sort.as_ref()).is_none() {
            return self
                .cursor_scope(principal)
                .page(by_number, "pageNumber", after);
        }
        if after.is_some() && by_number.number() != 1 {
            Err(both_given("pageNumber"))
        } else {
            Ok(by_number)
        }
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
            filters: filters(self.filter.as_ref(), principal)?,
            page: self.page(principal)?,
            count,
        })
    }
}

#[derive(GraphQLInputObject)]
pub(crate) struct SearchPeopleInput {
    pub(crate) organization_id: String,
    /// Words, in any order. Each must be a part of the name, e-mail address, phone number, uId or a skill.
    search: Option<String>,
    /// Filters that the applications must pass, such as `allSkills`, and `tags` for a pool.
    filter: Option<CandidateFilterInput>,
    #[graphql(default = Some(10))]
    page_size: Option<i32>,
    /// The `endCursor` of the previous page.
    after: Option<String>,
}

impl SearchPeopleInput {
    /// Returns the list to which the cursors belong.
    fn cursor_scope(&self, principal: &Principal) -> CursorScope {
        let scope = CursorScope::of("searchPeople", principal).with(filter(self.search.as_ref()));
        scope_of_filters(scope, self.filter.as_ref(), principal)
    }

    pub(crate) fn query(
        &self,
        principal: &Principal,
        count: bool,
    ) -> Result<CandidateQuery, InvalidValue> {
        let first = ("pageNumber", 1);
        let first = PageRequest::parse(first, ("pageSize", self.page_size.unwrap_or(10)))?;
        let after = filter(self.after.as_ref());
        Ok(CandidateQuery {
            organization_id: principal.organization_id.clone(),
            job_id: None,
            search: search_term(self.search.clone())?,
            status: StatusFilter::Any,
            filters: filters(self.filter.as_ref(), principal)?,
            page: self
                .cursor_scope(principal)
                .page(first, "pageNumber", after)?,
            count,
        })
    }
}

/// Returns the scope of a list with the filters that the caller wants.
fn scope_of_filters(
    scope: CursorScope,
    given: Option<&CandidateFilterInput>,
    principal: &Principal,
) -> CursorScope {
    let scope = match filters(given, principal) {
        Ok(filters) if !filters.is_empty() => scope.with(Some(&format!("{filters:?}"))),
        _ => scope,
    };
    match custom_fields(given) {
        fields if fields.is_empty() => scope,
        fields => scope.with(Some(&format!("{fields:?}"))),
    }
}

/// Returns the filters by custom fields, whose conditions depend on the organization's definitions.
fn custom_fields(given: Option<&CandidateFilterInput>) -> Vec<CustomFieldFilter> {
    given.map_or_else(Vec::new, CandidateFilterInput::custom_fields)
}

fn filters(
    given: Option<&CandidateFilterInput>,
    principal: &Principal,
) -> Result<CandidateFilters, InvalidValue> {
    given.map_or_else(
        || Ok(CandidateFilters::default()),
        |given| given.filters(principal),
    )
}

/// A page of candidates. The field `candidate` contains the list.
#[derive(GraphQLObject)]
#[graphql(context = RequestContext, scalar = Scalar)]
pub(crate) struct CandidateList {
    candidate: Rows<CandidateObject>,
    /// How many candidates match. Counting stops at 10,000 if a search or a filter is given.
    total_count: i32,
    /// Whether `totalCount` is exact. If it is not, at least that many candidates match.
    total_count_is_exact: bool,
    page_info: PageInfo,
}

impl CandidateList {
    pub(crate) fn load(
        context: &RequestContext,
        input: &GetCandidatesInput,
        query: &CandidateQuery,
        selected: SelectedParts,
    ) -> Result<Self, AppError> {
        let mut query = query.clone();
        query.filters.custom_fields = context
            .app
            .candidates()
            .custom_conditions(&context.principal, &custom_fields(input.filter.as_ref()))?;
        let query = &query;
        let scope = input.cursor_scope(&context.principal);
        if let Some(ordered) = input.ordered(&context.principal, query)? {
            return Self::load_ordered(context, input, &scope, &ordered, selected);
        }
        let page = context.app.candidates().list(&context.principal, query)?;
        let mut list = Self::of_page(context, &scope, &query.page, page, selected)?;
        list.page_info = list.page_info.with_warning(input.warning(query));
        Ok(list)
    }

    /// Loads the applications of people across all jobs.
    pub(crate) fn of_people(
        context: &RequestContext,
        input: &SearchPeopleInput,
        query: &CandidateQuery,
        selected: SelectedParts,
    ) -> Result<Self, AppError> {
        let mut query = query.clone();
        query.filters.custom_fields = context
            .app
            .candidates()
            .custom_conditions(&context.principal, &custom_fields(input.filter.as_ref()))?;
        let scope = input.cursor_scope(&context.principal);
        let page = context.app.people().search(&context.principal, &query)?;
        Self::of_page(context, &scope, &query.page, page, selected)
    }

    fn of_page(
        context: &RequestContext,
        scope: &CursorScope,
        request: &PageRequest,
        page: Page<Candidate>,
        selected: SelectedParts,
    ) -> Result<Self, AppError> {
        Ok(Self {
            page_info: PageInfo::of(scope, request, &page),
            total_count: count(page.total_count()),
            total_count_is_exact: is_exact(page.total),
            candidate: CandidateObject::load(context, page.items, selected)?.into(),
        })
    }

    fn load_ordered(
        context: &RequestContext,
        input: &GetCandidatesInput,
        scope: &CursorScope,
        query: &OrderedQuery,
        selected: SelectedParts,
    ) -> Result<Self, AppError> {
        let candidates = context.app.candidates();
        let page = candidates.list_ordered(&context.principal, query)?;
        let total = if query.candidates.count {
            Some(candidates.count(&context.principal, &query.candidates)?)
        } else {
            None
        };
        let items = page
            .candidates
            .iter()
            .map(|(candidate, _)| candidate.clone());
        Ok(Self {
            page_info: PageInfo::of_order(scope, &query.candidates.page, &page)
                .with_warning(input.warning(&query.candidates)),
            total_count: count(total.map(|total| total.count)),
            total_count_is_exact: is_exact(total),
            candidate: CandidateObject::load(context, items.collect(), selected)?.into(),
        })
    }
}

/// Returns whether a total is exact. One that nobody asked for is not wrong.
fn is_exact(total: Option<Total>) -> bool {
    total.is_none_or(|total| total.is_exact)
}
