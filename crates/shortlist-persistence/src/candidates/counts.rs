//! How many candidates match a query. A search or filters are counted up to a bound, because the databases visit each candidate
//! that matches: a million of them take seconds.

use chrono::NaiveDateTime;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Integer};
use shortlist_domain::{CandidateFilters, CandidateQuery, JobId, MAX_COUNTED, StatusFilter, Total};

use super::list::{ListRequest, cache_key_for, matching_in_any_order, time_after};
use super::long_lists;
use super::ordered::planned;
use super::{facts, filters, teams};
use crate::daily_counts::{TOTAL, number_of};
use crate::dialect::{self, DbConn, MultiBackend};
use crate::error::StoreError;
use crate::lists::audit_head::find_head;
use crate::lists::counts_cache::CountsCache;
use crate::lists::search::SearchScope;
use crate::schema::candidates;
use crate::store::Candidates;

/// If a search finds at most this many candidates in PostgreSQL, all of them are counted. A common term reaches this number after
/// a few thousand texts.
const FEW: i64 = 200;

impl Candidates<'_> {
    /// Counts the candidates that match a query; with a search or filters, up to [`MAX_COUNTED`].
    ///
    /// # Errors
    /// When the database fails.
    pub fn count(&self, query: &CandidateQuery) -> Result<Total, StoreError> {
        if query.status == StatusFilter::Unknown {
            return Ok(Total::exact(0));
        }
        self.pools.read_list(&query.organization_id, |conn| {
            planned(conn, query, |conn| {
                let scope = filters::scope(conn, query)?;
                count(
                    conn,
                    ListRequest {
                        query,
                        member: None,
                    },
                    scope,
                    self.totals,
                )
            })
        })
    }
}

/// Counts the candidates that match a query, of those that a scope contains. The total of a search or of filters comes from a cache
/// if nothing of the organization was written since.
pub(super) fn count(
    conn: &mut DbConn,
    request: ListRequest<'_>,
    scope: SearchScope,
    totals: &CountsCache<Total>,
) -> Result<Total, StoreError> {
    let ListRequest { query, member } = request;
    if query.search.is_none() && query.filters.is_empty() {
        if query.status == StatusFilter::Any && member.is_none() {
            let job = query.job_id.as_ref().map(JobId::as_str);
            return Ok(Total::exact(number_of(
                conn,
                query.organization_id.as_str(),
                job,
                TOTAL,
            )?));
        }
        let found = teams::limited_to(matching_in_any_order(query, &scope), query, member);
        return Ok(Total::exact(found.count().get_result(conn)?));
    }
    let list = cache_key_for(query, member);
    let log_end = find_head(conn, query.organization_id.as_str())?.unwrap_or_default();
    if let Some(known) = totals.get(&list, &log_end) {
        return Ok(known);
    }
    let total = count_bounded(conn, request, scope)?;
    totals.insert(&list, log_end, total);
    Ok(total)
}

/// Counts the candidates that match a search or filters, up to [`MAX_COUNTED`].
fn count_bounded(
    conn: &mut DbConn,
    request: ListRequest<'_>,
    scope: SearchScope,
) -> Result<Total, StoreError> {
    let ListRequest { query, .. } = request;
    let scope = match scope {
        SearchScope::InOrder if !query.filters.facts.is_empty() => {
            let count =
                |conn: &mut DbConn, scope: &SearchScope| count_in(conn, request, scope, None);
            return Ok(Total::bounded(facts::count(conn, query, count)?));
        }
        SearchScope::InOrder => long_lists::counted_scope(
            conn,
            query,
            |conn, rows| time_after(conn, query, None, rows),
            |conn, until| count_in(conn, request, &SearchScope::InOrder, Some(until)),
        )?,
        scope => scope,
    };
    Ok(Total::bounded(count_in(conn, request, &scope, None)?))
}

/// Counts what matches in a scope, or that of it which was created at a time or later.
fn count_in(
    conn: &mut DbConn,
    ListRequest { query, member }: ListRequest<'_>,
    scope: &SearchScope,
    since: Option<NaiveDateTime>,
) -> QueryResult<i64> {
    let mut found = teams::limited_to(matching_in_any_order(query, scope), query, member);
    if let Some(since) = since {
        found = found.filter(candidates::created_at.ge(since));
    }
    let is_walked = matches!(scope, SearchScope::InOrder | SearchScope::InOrderIndexed(_));
    if is_walked && dialect::asks_index_first(conn) {
        // Candidates are stored one after another, so neighbours in this order are in the same part of the file.
        found = found.order(candidates::created_at.desc());
    }
    let found = found
        .select(sql::<Integer>("1"))
        .limit(MAX_COUNTED.saturating_add(1));
    Rows(found).get_result(conn)
}

/// Returns whether PostgreSQL's index finds few candidates of the organization with the words and skills of a query. For SQLite,
/// the scope of the query says so.
pub(super) fn finds_few(conn: &mut DbConn, query: &CandidateQuery) -> QueryResult<bool> {
    let skills = &query.filters.all_skills;
    if dialect::asks_index_first(conn) || (query.search.is_none() && skills.is_empty()) {
        return Ok(false);
    }
    // Within a job, a common term that nobody in it has would be looked for in each text.
    let anywhere = CandidateQuery {
        job_id: None,
        status: StatusFilter::Any,
        filters: CandidateFilters {
            all_skills: skills.clone(),
            ..CandidateFilters::default()
        },
        ..query.clone()
    };
    let found = matching_in_any_order(&anywhere, &SearchScope::InOrder)
        .select(sql::<Integer>("1"))
        .limit(FEW + 1);
    Ok(Rows(found).get_result::<i64>(conn)? <= FEW)
}

/// The number of rows of a query.
struct Rows<Q>(Q);

impl<Q> QueryId for Rows<Q> {
    type QueryId = ();

    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Q> Query for Rows<Q> {
    type SqlType = BigInt;
}

impl<Q> RunQueryDsl<DbConn> for Rows<Q> {}

impl<Q: QueryFragment<MultiBackend>> QueryFragment<MultiBackend> for Rows<Q> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        out.push_sql("SELECT COUNT(*) FROM (");
        self.0.walk_ast(out.reborrow())?;
        out.push_sql(") AS found");
        Ok(())
    }
}
