//! Searches of long lists. What is common in a list is found at its beginning. Anything else is looked up in the search index:
//! a term that many candidates have may be absent from a job, whose texts would all be read.

use diesel::QueryResult;
use shortlist_domain::{CandidateQuery, JobId};

use crate::daily_counts::{TOTAL, number_of};
use crate::dialect::{self, DbConn, IndexQuery};
use crate::error::StoreError;
use crate::lists::search::{self, FEW_TRIGRAMS, SearchScope};

/// An expression that is the same for all candidates of a list. If it precedes the order, PostgreSQL cannot walk the list, and sorts.
pub(super) const NO_ORDER: &str = "candidates.organization_id || ''";
/// How many candidates of a list are read before the index is asked.
const BEGINNING: i64 = 1_000;
/// If fewer of these match, what PostgreSQL's statistics say about all jobs is wrong for the list.
const MIN_MATCHES: usize = 2;
/// How many candidates of a list are counted before all of them.
const SAMPLE: i64 = 200;
/// Lists of up to this many candidates are read through: that takes less time than reading what the index finds of a common term.
const MAX_READ_THROUGH: i64 = 20_000;

/// Loads a page of a list whose scope is its own order. `place` returns the place of the list after some rows, whether they match
/// or not. `load` returns the matching rows that a page has in a scope, or those of them up to a place.
pub(super) fn load_page<P, R>(
    conn: &mut DbConn,
    query: &CandidateQuery,
    wanted: i64,
    place: impl FnOnce(&mut DbConn, i64) -> QueryResult<Option<P>>,
    load: impl Fn(&mut DbConn, &SearchScope, Option<&P>) -> Result<Vec<R>, StoreError>,
) -> Result<Vec<R>, StoreError> {
    // In all jobs, PostgreSQL's statistics are right: they say how common a term is there, not how common it is in a job.
    let is_planned = query.job_id.is_none() && !dialect::asks_index_first(conn);
    let Some(index) = index_query(query).filter(|_| !is_planned) else {
        return load(conn, &SearchScope::InOrder, None);
    };
    let Some(beginning) = place(conn, BEGINNING)? else {
        return load(conn, &SearchScope::InOrder, None);
    };
    let found = load(conn, &SearchScope::InOrder, Some(&beginning))?;
    if i64::try_from(found.len()).is_ok_and(|found| found >= wanted) {
        return Ok(found);
    }
    let scope = if length(conn, query)? <= MAX_READ_THROUGH {
        SearchScope::InOrder
    } else if dialect::asks_index_first(conn) {
        SearchScope::InOrderIndexed(index)
    } else if found.len() < MIN_MATCHES {
        SearchScope::Sorted
    } else {
        SearchScope::InOrder
    };
    load(conn, &scope, None)
}

/// Returns the scope of a count up to [`shortlist_domain::MAX_COUNTED`] on SQLite. The list's own order leads to that number sooner
/// if half of the list matches. `place` is the same as for a page, and `count` counts what matches up to a place.
pub(super) fn counted_scope<P>(
    conn: &mut DbConn,
    query: &CandidateQuery,
    place: impl FnOnce(&mut DbConn, i64) -> QueryResult<Option<P>>,
    count: impl FnOnce(&mut DbConn, P) -> QueryResult<i64>,
) -> QueryResult<SearchScope> {
    let Some(index) = index_query(query).filter(|_| dialect::asks_index_first(conn)) else {
        return Ok(SearchScope::InOrder);
    };
    let length = length(conn, query)?;
    let is_common = if length <= MAX_READ_THROUGH {
        !dialect::finds_at_most(conn, &index, length)?
    } else {
        match place(conn, SAMPLE)? {
            Some(place) => count(conn, place)? >= SAMPLE / 2,
            None => true,
        }
    };
    Ok(match &query.job_id {
        _ if is_common => SearchScope::InOrder,
        Some(_) => SearchScope::InOrderIndexed(index),
        None => SearchScope::Indexed(index),
    })
}

fn index_query(query: &CandidateQuery) -> Option<IndexQuery> {
    let skills = &query.filters.all_skills;
    search::index_query(query.search.as_deref(), skills, FEW_TRIGRAMS)
}

/// Returns how many candidates a list has without a search and filters.
fn length(conn: &mut DbConn, query: &CandidateQuery) -> QueryResult<i64> {
    let job = query.job_id.as_ref().map(JobId::as_str);
    number_of(conn, query.organization_id.as_str(), job, TOTAL)
}
