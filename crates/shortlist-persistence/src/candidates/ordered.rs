//! The candidates of a job in an order of the caller's choice.
//!
//! Each order has an index of the job's candidates, which is walked in either direction. A page begins at a position in the
//! index, or after the skipped rows.

use std::collections::HashMap;

use chrono::NaiveDateTime;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, SmallInt, Text};
use shortlist_domain::{
    Candidate, CandidateId, CandidateQuery, MAX_RANKED, OrderPosition, OrderedQuery,
    OrganizationId, Score, ScoreCounts, SortKey, StatusFilter,
};

use super::list::{cache_key, matching_in_any_order};
use super::long_lists::{self, NO_ORDER};
use super::order::{Place, order_by, part, place_after, up_to};
use super::{counts, filters};
use crate::candidate_rows::row::CandidateRow;
use crate::dialect::{self, DbConn, MultiBackend};
use crate::error::StoreError;
use crate::lists::audit_head::find_head;
use crate::lists::pages;
use crate::lists::search::SearchScope;
use crate::schema::candidates;
use crate::store::Candidates;

/// A page of a job's candidates in an order.
#[derive(Debug, Clone, PartialEq)]
pub struct OrderedPage {
    /// The candidates, each with the mean of its reviews.
    pub candidates: Vec<(Candidate, Option<Score>)>,
    /// Whether another page follows.
    pub has_next_page: bool,
    /// The position of the last candidate.
    pub end: Option<OrderPosition>,
}

impl OrderedPage {
    fn empty() -> Self {
        Self {
            candidates: Vec::new(),
            has_next_page: false,
            end: None,
        }
    }
}

impl Candidates<'_> {
    /// Lists a page of a job's candidates in an order.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_ordered(&self, query: &OrderedQuery) -> Result<OrderedPage, StoreError> {
        let candidates = &query.candidates;
        if candidates.status == StatusFilter::Unknown {
            return Ok(OrderedPage::empty());
        }
        self.pools.read_list(&candidates.organization_id, |conn| {
            planned(conn, candidates, |conn| list(conn, query))
        })
    }

    /// Loads candidates by their identifiers, each with the mean of its reviews. Those that do not exist are left out.
    ///
    /// # Errors
    /// When the database fails.
    pub fn load_many(
        &self,
        organization: &OrganizationId,
        ids: &[CandidateId],
    ) -> Result<HashMap<CandidateId, (Candidate, Option<Score>)>, StoreError> {
        let ids: Vec<&str> = ids.iter().map(CandidateId::as_str).collect();
        let rows: Vec<(CandidateRow, Option<i16>)> =
            self.pools.read_list(organization, |conn| {
                Ok(candidates::table
                    .filter(candidates::organization_id.eq(organization.as_str()))
                    .filter(candidates::id.eq_any(&ids))
                    .select((CandidateRow::as_select(), candidates::manual_tenths))
                    .load(conn)?)
            })?;
        let keyed = |(row, reviews): (CandidateRow, Option<i16>)| {
            let candidate = row.into_candidate()?;
            let mean = reviews.map(|tenths| Score::from_tenths(i64::from(tenths)));
            Ok((candidate.id.clone(), (candidate, mean)))
        };
        rows.into_iter().map(keyed).collect()
    }

    /// Counts a job's candidates by their score.
    ///
    /// # Errors
    /// When the database fails.
    pub fn score_counts(&self, query: &CandidateQuery) -> Result<ScoreCounts, StoreError> {
        self.pools.read_list(&query.organization_id, |conn| {
            planned(conn, query, |conn| counts_by_score(conn, query, None))
        })
    }

    /// Counts a job's candidates by their score. A search or a filter reads texts, so it counts only among the best
    /// [`MAX_RANKED`] candidates of the job and those with the same score, unless the search index finds few. They come from a
    /// cache if nothing of the organization was written since.
    ///
    /// # Errors
    /// When the database fails.
    pub fn best_score_counts(&self, query: &CandidateQuery) -> Result<ScoreCounts, StoreError> {
        let key = cache_key(query);
        self.pools.read_list(&query.organization_id, |conn| {
            let log_end = find_head(conn, query.organization_id.as_str())?.unwrap_or_default();
            if let Some(known) = self.score_counts.get(&key, &log_end) {
                return Ok(known);
            }
            let counts = planned(conn, query, |conn| {
                let reads_texts = query.search.is_some() || !query.filters.is_empty();
                let lowest = if reads_texts && !counts::finds_few(conn, query)? {
                    lowest_of_best(conn, query)?
                } else {
                    None
                };
                counts_by_score(conn, query, lowest)
            })?;
            self.score_counts.insert(&key, log_end, counts.clone());
            Ok(counts)
        })
    }
}

/// Returns the score of the candidate after the best [`MAX_RANKED`] of a job, if it has that many.
fn lowest_of_best(conn: &mut DbConn, query: &CandidateQuery) -> QueryResult<Option<i16>> {
    let Some(job) = &query.job_id else {
        return Ok(None);
    };
    candidates::table
        .filter(candidates::organization_id.eq(query.organization_id.as_str()))
        .filter(candidates::job_id.eq(job.as_str()))
        .order(candidates::score_tenths.desc())
        .select(candidates::score_tenths)
        .offset(MAX_RANKED)
        .first(conn)
        .optional()
}

/// Counts the candidates that a query finds by their score, down to a lowest score.
fn counts_by_score(
    conn: &mut DbConn,
    query: &CandidateQuery,
    lowest: Option<i16>,
) -> Result<ScoreCounts, StoreError> {
    if query.status == StatusFilter::Unknown {
        return Ok(ScoreCounts::default());
    }
    let scope = filters::scope(conn, query)?;
    if scope.matches_nothing() {
        return Ok(ScoreCounts::default());
    }
    let score = |tenths: i16| Score::from_tenths(i64::from(tenths));
    // SQLite's index has found few rows, so all of them are counted.
    let lowest = lowest.filter(|_| matches!(scope, SearchScope::InOrder));
    let mut found = matching_in_any_order(query, &scope);
    if let Some(lowest) = lowest {
        found = found.filter(candidates::score_tenths.ge(lowest));
        dialect::forbid_combined_indexes(conn)?;
    }
    let counts: Vec<(i16, i64)> = ByScore(found.select(candidates::score_tenths)).load(conn)?;
    let counts = counts
        .into_iter()
        .map(|(tenths, count)| (score(tenths), count));
    let counts = ScoreCounts::new(counts.collect());
    Ok(match lowest {
        Some(lowest) => counts.down_to(score(lowest)),
        None => counts,
    })
}

/// Runs statements with plans for their values if the values decide which plan is best.
pub(super) fn planned<T>(
    conn: &mut DbConn,
    query: &CandidateQuery,
    run: impl FnOnce(&mut DbConn) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    if query.search.is_none() && query.filters.is_empty() {
        run(conn)
    } else {
        dialect::with_custom_plans(conn, run)
    }
}

/// The columns that order a list besides those of a candidate.
type Keys = (String, Option<i16>, NaiveDateTime);

fn load_page(
    conn: &mut DbConn,
    query: &OrderedQuery,
    scope: &SearchScope,
    until: Option<&Place>,
) -> QueryResult<Vec<(CandidateRow, Keys)>> {
    let page = &query.candidates.page;
    let skipped = match query.after {
        Some(_) => 0,
        None => page.offset(),
    };
    let found = part(matching_in_any_order(&query.candidates, scope), query);
    let found = match until {
        Some(place) => up_to(found, query.order, place),
        None => found,
    };
    let found = match scope {
        SearchScope::Sorted => found.order(sql::<Text>(NO_ORDER)),
        _ => found,
    };
    found
        .then_order_by(sql::<Text>(order_by(query.order)))
        .limit(pages::fetched(page))
        .offset(skipped)
        .select((
            CandidateRow::as_select(),
            (
                candidates::sort_name,
                candidates::manual_tenths,
                candidates::created_at,
            ),
        ))
        .load(conn)
}

fn list(conn: &mut DbConn, query: &OrderedQuery) -> Result<OrderedPage, StoreError> {
    let scope = filters::scope(conn, &query.candidates)?;
    if scope.matches_nothing() {
        return Ok(OrderedPage::empty());
    }
    let page = &query.candidates.page;
    let load = |conn: &mut DbConn, scope: &SearchScope, until: Option<&Place>| {
        Ok(load_page(conn, query, scope, until)?)
    };
    let mut rows = match scope {
        SearchScope::InOrder => {
            let place = |conn: &mut DbConn, rows| place_after(conn, query, rows);
            long_lists::load_page(conn, &query.candidates, pages::fetched(page), place, load)?
        }
        scope => load(conn, &scope, None)?,
    };
    let size = usize::try_from(page.size()).unwrap_or(usize::MAX);
    let has_next_page = rows.len() > size;
    rows.truncate(size);
    let last_name = rows.last().map(|(_, keys)| keys.0.clone());
    let candidates: Vec<(Candidate, Option<Score>)> = rows
        .into_iter()
        .map(|(row, (_, reviews, _))| {
            let mean = reviews.map(|tenths| Score::from_tenths(i64::from(tenths)));
            Ok((row.into_candidate()?, mean))
        })
        .collect::<Result<_, StoreError>>()?;
    let end = candidates.last().zip(last_name);
    Ok(OrderedPage {
        end: end.map(|((candidate, reviews), name)| {
            position(query.order.key, candidate, *reviews, name)
        }),
        candidates,
        has_next_page,
    })
}

fn position(
    key: SortKey,
    candidate: &Candidate,
    reviews: Option<Score>,
    sort_name: String,
) -> OrderPosition {
    let tenths = |score: Option<Score>| score.map_or(0, |score| i64::from(score.tenths()));
    OrderPosition {
        value: match key {
            SortKey::Score => tenths(candidate.score),
            SortKey::Name => 0,
            SortKey::Experience => candidate.months_worked.map_or(-1, i64::from),
            SortKey::Reviews => tenths(reviews),
            SortKey::Created => candidate.created_at.as_datetime().timestamp_micros(),
        },
        sort_name,
        candidate_id: candidate.id.clone(),
    }
}

/// A query for scores, counted by score.
struct ByScore<Q>(Q);

impl<Q> QueryId for ByScore<Q> {
    type QueryId = ();

    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Q> Query for ByScore<Q> {
    type SqlType = (SmallInt, BigInt);
}

impl<Q> RunQueryDsl<DbConn> for ByScore<Q> {}

impl<Q: QueryFragment<MultiBackend>> QueryFragment<MultiBackend> for ByScore<Q> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        out.push_sql("SELECT found.score_tenths, COUNT(*) FROM (");
        self.0.walk_ast(out.reborrow())?;
        out.push_sql(") AS found GROUP BY found.score_tenths");
        Ok(())
    }
}
