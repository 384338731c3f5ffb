//! The list of candidates, newest first.

use chrono::NaiveDateTime;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Text};
use shortlist_domain::{
    Candidate, CandidateId, CandidateQuery, ListPosition, Page, StatusFilter, Total, UserId,
};

use super::counts;
use super::facts;
use super::filters;
use super::long_lists::{self, NO_ORDER};
use super::teams;
use crate::candidate_rows::row::CandidateRow;
use crate::candidate_rows::search::{containing, with_status};
use crate::dialect::{self, DbConn, MultiBackend};
use crate::error::StoreError;
use crate::lists::audit_head::find_head;
use crate::lists::counts_cache::CountsCache;
use crate::lists::page_positions::PagePositions;
use crate::lists::pages::{self, following};
use crate::lists::search::{self, SearchScope};
use crate::resumes::CANDIDATES_PER_STATEMENT;
use crate::schema::candidates;
use crate::store::Candidates;
use crate::times::timestamp;

impl Candidates<'_> {
    /// Lists a page of candidates, newest first. With `member`, only those of jobs whose hiring team contains that user.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_for(
        &self,
        query: &CandidateQuery,
        member: Option<&UserId>,
    ) -> Result<Page<Candidate>, StoreError> {
        if query.status == StatusFilter::Unknown {
            return Ok(pages::empty(query.count));
        }
        let request = ListRequest { query, member };
        self.pools.read_list(&query.organization_id, |conn| {
            if query.search.is_none() && query.filters.is_empty() {
                list(conn, request, self.page_positions, self.totals)
            } else {
                dialect::with_custom_plans(conn, |conn| {
                    list(conn, request, self.page_positions, self.totals)
                })
            }
        })
    }
}

impl Candidates<'_> {
    /// Returns the positions of those of some candidates that match a query, whatever its page is.
    ///
    /// # Errors
    /// When the database fails.
    pub fn matching(
        &self,
        query: &CandidateQuery,
        candidates: &[CandidateId],
    ) -> Result<Vec<ListPosition>, StoreError> {
        let mut places = Vec::new();
        for chunk in candidates.chunks(CANDIDATES_PER_STATEMENT) {
            let scope = SearchScope::Candidates(chunk.iter().map(ToString::to_string).collect());
            // With a column that no index has, SQLite looks the candidates up instead of walking an index of all.
            let found: Vec<(NaiveDateTime, String, String)> =
                self.pools.read_list(&query.organization_id, |conn| {
                    let columns = (candidates::created_at, candidates::id, candidates::code);
                    Ok(matching(query, &scope).select(columns).load(conn)?)
                })?;
            let place =
                |(at, id, _code): (NaiveDateTime, String, String)| pages::position((at, id));
            places.extend(found.into_iter().map(place));
        }
        Ok(places)
    }
}

/// Returns the candidates that match a query, restricted to the rows that the search index found, for a list by time.
fn matching<'a>(
    query: &'a CandidateQuery,
    scope: &'a SearchScope,
) -> candidates::BoxedQuery<'a, MultiBackend> {
    let found = filters::passing(selected(query, scope), query);
    searched(found, query, scope)
}

/// Returns the same candidates for a list in another order.
pub(super) fn matching_in_any_order<'a>(
    query: &'a CandidateQuery,
    scope: &'a SearchScope,
) -> candidates::BoxedQuery<'a, MultiBackend> {
    let found = filters::passing_in_any_order(selected(query, scope), query);
    searched(found, query, scope)
}

fn searched<'a>(
    found: candidates::BoxedQuery<'a, MultiBackend>,
    query: &'a CandidateQuery,
    scope: &SearchScope,
) -> candidates::BoxedQuery<'a, MultiBackend> {
    match &query.search {
        Some(search) if !scope.has_the_term() => containing(found, search),
        _ => found,
    }
}

/// Returns the candidates of a list, of those that a scope contains, whether they match its search and filters or not.
pub(super) fn selected<'a>(
    query: &'a CandidateQuery,
    scope: &'a SearchScope,
) -> candidates::BoxedQuery<'a, MultiBackend> {
    let organization = query.organization_id.as_str();
    let mut found = candidates::table.into_boxed();
    found = match scope {
        SearchScope::InOrder | SearchScope::Sorted => {
            found.filter(candidates::organization_id.eq(organization))
        }
        SearchScope::Candidates(ids) => found
            .filter(candidates::organization_id.eq(organization))
            .filter(candidates::id.eq_any(ids)),
        // The unary plus stops SQLite from walking the list by its own index, which it estimates to be shorter.
        SearchScope::Rows(rows) => found.filter(
            sql::<Bool>(&format!("candidates.seq IN ({})", search::list(rows)))
                .sql(" AND +candidates.organization_id = ")
                .bind::<Text, _>(organization),
        ),
        SearchScope::Indexed(index) | SearchScope::InOrderIndexed(index) => {
            // A plus on the row makes SQLite walk the list's own index.
            let is_walked = matches!(scope, SearchScope::InOrderIndexed(_));
            let (row, own) = if is_walked { ("+", "") } else { ("", "+") };
            found.filter(
                sql::<Bool>(&format!(
                    "{row}candidates.seq IN (SELECT rowid FROM candidates_search WHERE candidates_search MATCH "
                ))
                .bind::<Text, _>(index.expression.as_str())
                .sql(" UNION ALL SELECT seq FROM candidates WHERE substr(search_text, 1, 2) IN (SELECT value FROM json_each(")
                .bind::<Text, _>(index.beginnings.as_str())
                .sql(&format!("))) AND {own}candidates.organization_id = "))
                .bind::<Text, _>(organization),
            )
        }
    };
    if let Some(job) = &query.job_id {
        found = found.filter(candidates::job_id.eq(job.as_str()));
    }
    with_status(found, query.status)
}

fn list(
    conn: &mut DbConn,
    request: ListRequest<'_>,
    page_positions: &PagePositions,
    totals: &CountsCache<Total>,
) -> Result<Page<Candidate>, StoreError> {
    let ListRequest { query, .. } = request;
    let scope = filters::scope(conn, query)?;
    if scope.matches_nothing() {
        return Ok(pages::empty(query.count));
    }
    let rows = if query.page.is_deep() {
        rows_by_id(conn, request, &scope, page_positions)?
    } else {
        let range = ListRange {
            after: query.page.after(),
            offset: query.page.offset(),
            limit: pages::fetched(&query.page),
        };
        rows_of_page(conn, request, &scope, range, totals)?
    };
    let mut page = pages::cut(rows, &query.page, CandidateRow::place);
    if query.count {
        page.total = Some(counts::count(conn, request, scope, totals)?);
    }
    Ok(Page {
        total: page.total,
        has_next_page: page.has_next_page,
        end: page.end,
        items: page
            .items
            .into_iter()
            .map(CandidateRow::into_candidate)
            .collect::<Result<_, _>>()?,
    })
}

/// Candidates that somebody asks for. A member of hiring teams sees only those of the team's jobs.
#[derive(Clone, Copy)]
pub(super) struct ListRequest<'a> {
    pub(super) query: &'a CandidateQuery,
    pub(super) member: Option<&'a UserId>,
}

/// A range of a list: its start, the number of items to skip, and the maximum number of items.
#[derive(Clone, Copy)]
struct ListRange<'a> {
    after: Option<&'a ListPosition>,
    offset: i64,
    limit: i64,
}

impl ListRange<'_> {
    fn is_first(&self) -> bool {
        self.after.is_none() && self.offset == 0
    }
}

/// Returns the rows of a page near the start of a list.
fn rows_of_page(
    conn: &mut DbConn,
    request: ListRequest<'_>,
    scope: &SearchScope,
    range: ListRange<'_>,
    totals: &CountsCache<Total>,
) -> Result<Vec<CandidateRow>, StoreError> {
    let ListRequest { query, .. } = request;
    let load = |conn: &mut DbConn, scope: &SearchScope, until: Option<&NaiveDateTime>| {
        let found = page_query(request, scope, range);
        let found = match until {
            Some(until) => found.filter(candidates::created_at.ge(until)),
            None => found,
        };
        let load = |conn: &mut DbConn| found.select(CandidateRow::as_select()).load(conn);
        match scope {
            SearchScope::InOrderIndexed(_) | SearchScope::Sorted if range.is_first() => {
                unless_absent(conn, request, totals, load)
            }
            _ => Ok(load(conn)?),
        }
    };
    if !matches!(scope, SearchScope::InOrder) {
        return load(conn, scope, None);
    }
    if range.offset == 0 && !query.filters.facts.is_empty() {
        let load = |conn: &mut DbConn, scope: &SearchScope| rows_of(conn, request, scope);
        if let Some(rows) = facts::load_page(conn, query, range.after, range.limit, load)? {
            return Ok(rows);
        }
    }
    let place = |conn: &mut DbConn, rows| time_after(conn, query, range.after, rows);
    long_lists::load_page(conn, query, range.limit, place, load)
}

/// Returns all rows of a scope that match, in no order.
fn rows_of(
    conn: &mut DbConn,
    ListRequest { query, member }: ListRequest<'_>,
    scope: &SearchScope,
) -> Result<Vec<CandidateRow>, StoreError> {
    let found = teams::limited_to(matching(query, scope), query, member);
    Ok(found.select(CandidateRow::as_select()).load(conn)?)
}

/// Loads the first rows of a list. If there are none, they are not looked up again until something of the organization is written.
fn unless_absent<R>(
    conn: &mut DbConn,
    ListRequest { query, member }: ListRequest<'_>,
    totals: &CountsCache<Total>,
    load: impl FnOnce(&mut DbConn) -> QueryResult<Vec<R>>,
) -> Result<Vec<R>, StoreError> {
    let list = cache_key_for(query, member);
    let log_end = find_head(conn, query.organization_id.as_str())?.unwrap_or_default();
    if totals.get(&list, &log_end) == Some(Total::exact(0)) {
        return Ok(Vec::new());
    }
    let rows = load(conn)?;
    if rows.is_empty() {
        totals.insert(&list, log_end, Total::exact(0));
    }
    Ok(rows)
}

/// Returns the time at which a list goes on after some rows behind a position, whether they match its search and filters or not.
pub(super) fn time_after(
    conn: &mut DbConn,
    query: &CandidateQuery,
    after: Option<&ListPosition>,
    rows: i64,
) -> QueryResult<Option<NaiveDateTime>> {
    let listed = selected(query, &SearchScope::InOrder);
    following!(listed, after, candidates::created_at, candidates::id)
        .order((candidates::created_at.desc(), candidates::id))
        .offset(rows)
        .select(candidates::created_at)
        .first(conn)
        .optional()
}

/// Returns the candidates in a range of a list.
fn page_query<'a>(
    ListRequest { query, member }: ListRequest<'a>,
    scope: &'a SearchScope,
    range: ListRange<'a>,
) -> candidates::BoxedQuery<'a, MultiBackend> {
    let found = teams::limited_to(matching(query, scope), query, member);
    let found = following!(found, range.after, candidates::created_at, candidates::id);
    let found = match scope {
        SearchScope::Sorted => found.order(sql::<Text>(NO_ORDER)),
        _ => found,
    };
    found
        .then_order_by((candidates::created_at.desc(), candidates::id))
        .limit(range.limit)
        .offset(range.offset)
}

/// Returns the key of a list in caches: everything that selects its candidates.
pub(super) fn cache_key(query: &CandidateQuery) -> String {
    let CandidateQuery {
        organization_id,
        job_id,
        search,
        status,
        filters,
        ..
    } = query;
    format!("{organization_id:?} {job_id:?} {search:?} {status:?} {filters:?}")
}

/// Returns the key of the list that a member of hiring teams sees, or that everybody sees.
pub(super) fn cache_key_for(query: &CandidateQuery, member: Option<&UserId>) -> String {
    format!("{} {member:?}", cache_key(query))
}

/// Returns the rows of a page deep in a list. Only the index is walked, from the nearest known position before the
/// page.
fn rows_by_id(
    conn: &mut DbConn,
    request: ListRequest<'_>,
    scope: &SearchScope,
    page_positions: &PagePositions,
) -> Result<Vec<CandidateRow>, StoreError> {
    let ListRequest { query, member } = request;
    let organization = query.organization_id.as_str();
    let list = cache_key_for(query, member);
    let log_end = find_head(conn, organization)?.unwrap_or_default();
    let start = query.page.offset();
    let known = page_positions.before(&list, &log_end, start);
    let (passed, after) = known.map_or((0, None), |(passed, place)| (passed, Some(place)));
    // If the position just before the page is unknown, the item there is read too. The next walk to this page starts
    // from it.
    let extra = i64::from(passed < start);
    let skipped = start - passed - extra;
    let range = ListRange {
        after: after.as_ref(),
        offset: skipped,
        limit: pages::fetched(&query.page) + extra,
    };
    let places: Vec<(NaiveDateTime, String)> = page_query(request, scope, range)
        .select((candidates::created_at, candidates::id))
        .load(conn)?;
    let end = start + i64::from(query.page.size());
    for ((at, id), number) in places.iter().zip(passed + skipped + 1..) {
        if number == start || number == end {
            let place = ListPosition {
                at: timestamp(*at),
                tie_breaker: id.clone(),
            };
            page_positions.record(&list, &log_end, number, place);
        }
    }
    let ids: Vec<String> = places.into_iter().map(|(_at, id)| id).collect();
    let ids = ids.get(usize::from(extra == 1)..).unwrap_or_default();
    let rows = candidates::table
        .filter(candidates::organization_id.eq(organization))
        .filter(candidates::id.eq_any(ids))
        .select(CandidateRow::as_select())
        .load(conn)?;
    Ok(pages::in_order(ids, rows, CandidateRow::id))
}
