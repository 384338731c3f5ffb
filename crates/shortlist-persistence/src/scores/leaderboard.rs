//! The ranking of a job's candidates.

use std::collections::HashMap;

use diesel::dsl::not;
use diesel::prelude::*;
use shortlist_domain::{
    CandidateCode, CandidateId, CandidateStatus, DecisionFilter, Leaderboard, LeaderboardFilter,
    LeaderboardKind, LeaderboardPosition, LeaderboardQuery, LeaderboardRow, Score, StatusFilter,
};

use crate::candidate_rows::row::is_code_key;
use crate::candidate_rows::search::{containing, with_status};
use crate::candidate_rows::tenths;
use crate::daily_counts::{TOTAL, UNDECIDED, number_of};
use crate::dialect::{DbConn, MultiBackend};
use crate::error::StoreError;
use crate::interviews::hidden_reviews::shown_to;
use crate::schema::candidates;
use crate::store::Scores;

/// How many rows one statement reads by their identifiers.
const ROWS_PER_STATEMENT: usize = 1_000;
/// The largest offset at which a part is read by one statement with all its columns.
const MAX_SHALLOW_OFFSET: u32 = 100;

/// Value, folded name or code, and identifier of a ranked candidate, which are the columns of the index.
type Ranked = (i16, String, String);
/// Name, code and status of a candidate.
type Shown = (String, String, Option<String>);
/// A part of a leaderboard, and which candidates it ranks.
#[derive(Clone, Copy)]
struct Request<'a> {
    query: &'a LeaderboardQuery,
    filter: &'a LeaderboardFilter,
}

impl Scores<'_> {
    /// Ranks a job's candidates, highest value first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn leaderboard(&self, query: &LeaderboardQuery) -> Result<Leaderboard, StoreError> {
        self.filtered_leaderboard(query, &LeaderboardFilter::default())
    }

    /// Ranks some of a job's candidates, highest value first. Ranks count only these candidates.
    ///
    /// # Errors
    /// When the database fails.
    pub fn filtered_leaderboard(
        &self,
        query: &LeaderboardQuery,
        filter: &LeaderboardFilter,
    ) -> Result<Leaderboard, StoreError> {
        if filter.status == StatusFilter::Unknown {
            return Ok(Leaderboard {
                rows: Vec::new(),
                total_count: query.count.then_some(0),
                hidden: 0,
                has_next_page: false,
                end: None,
            });
        }
        let request = Request { query, filter };
        self.pools.read_list(&query.organization_id, |conn| {
            let mut found = if query.offset > MAX_SHALLOW_OFFSET {
                load_part_by_id(conn, request)?
            } else {
                load_part(conn, request)?
            };
            let limit = usize::try_from(query.limit).unwrap_or(usize::MAX);
            let has_next_page = found.len() > limit;
            found.truncate(limit);
            let start = PartStart::of(conn, request, found.first())?;
            let total_count = if query.count {
                Some(total(conn, request)?)
            } else {
                None
            };
            let hidden = hidden(conn, request)?;
            let sort_name = found.last().map(|((_, name, _), _)| name.clone());
            let rows = rank(found, &start)?;
            Ok(Leaderboard {
                end: end(&rows, start.rows_before, sort_name),
                rows,
                total_count,
                hidden,
                has_next_page,
            })
        })
    }
}

/// Returns the candidates that a kind of leaderboard ranks.
fn ranked(request: Request<'_>) -> candidates::BoxedQuery<'_, MultiBackend> {
    let Request { query, filter } = request;
    let found = candidates::table
        .filter(candidates::organization_id.eq(query.organization_id.as_str()))
        .filter(candidates::job_id.eq(query.job_id.as_str()))
        .into_boxed();
    let found = with_status(found, filter.status);
    let found = match filter.decision {
        DecisionFilter::Any => found,
        DecisionFilter::Pending => found.filter(candidates::status.is_null()),
    };
    let found = match &filter.search {
        None => found,
        Some(search) => containing(found, search),
    };
    match query.kind {
        LeaderboardKind::Ai => found,
        LeaderboardKind::Manual => {
            let found = found.filter(candidates::manual_tenths.is_not_null());
            match &filter.hides_reviews_from {
                None => found,
                Some(user) => found.filter(shown_to(&query.organization_id, user)),
            }
        }
    }
}

/// Runs an expression with the column that a kind of leaderboard ranks by.
macro_rules! by_value {
    ($request:expr, $value:ident => $run:expr) => {
        match $request.query.kind {
            LeaderboardKind::Ai => {
                let $value = candidates::score_tenths;
                $run
            }
            LeaderboardKind::Manual => {
                let $value = candidates::manual_tenths.assume_not_null();
                $run
            }
        }
    };
}

/// Returns a query for the rows of a part and the first row of the next part, in order. Rows with the cursor's value are
/// compared by the other columns of the index.
macro_rules! part_of {
    ($request:expr, $value:ident) => {{
        let query = $request.query;
        let mut found = ranked($request);
        if let Some(after) = &query.after {
            let (tenths, name) = (tenths(after.value), after.sort_name.as_str());
            let later = candidates::sort_name
                .eq(name)
                .and(candidates::id.gt(after.candidate_id.as_str()));
            found = found.filter($value.le(tenths)).filter(
                $value
                    .lt(tenths)
                    .or(candidates::sort_name.gt(name))
                    .or(later),
            );
        }
        found
            .order(($value.desc(), candidates::sort_name, candidates::id))
            .limit(i64::from(query.limit) + 1)
            .offset(i64::from(query.offset))
    }};
}

fn load_part(conn: &mut DbConn, request: Request<'_>) -> QueryResult<Vec<(Ranked, Shown)>> {
    by_value!(request, value => part_of!(request, value)
        .select((
            (value, candidates::sort_name, candidates::id),
            (candidates::full_name, candidates::code, candidates::status),
        ))
        .load(conn))
}

/// Finds the same rows for a large offset. The skipped rows are read from the index only.
fn load_part_by_id(conn: &mut DbConn, request: Request<'_>) -> QueryResult<Vec<(Ranked, Shown)>> {
    let query = request.query;
    let places: Vec<Ranked> = by_value!(request, value => part_of!(request, value)
        .select((value, candidates::sort_name, candidates::id))
        .load(conn))?;
    let mut shown: HashMap<String, Shown> = HashMap::with_capacity(places.len());
    for chunk in places.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<(String, Shown)> = candidates::table
            .filter(candidates::organization_id.eq(query.organization_id.as_str()))
            .filter(candidates::id.eq_any(chunk.iter().map(|(_, _, id)| id)))
            .select((
                candidates::id,
                (candidates::full_name, candidates::code, candidates::status),
            ))
            .load(conn)?;
        shown.extend(rows);
    }
    // A candidate who was erased between the two statements is left out.
    let row = |place: Ranked| shown.remove(&place.2).map(|shown| (place, shown));
    Ok(places.into_iter().filter_map(row).collect())
}

/// Counts the ranked candidates.
fn total(conn: &mut DbConn, request: Request<'_>) -> QueryResult<i64> {
    let Request { query, filter } = request;
    let figure = match filter.decision {
        DecisionFilter::Any => TOTAL,
        DecisionFilter::Pending => UNDECIDED,
    };
    let is_everybody = query.kind == LeaderboardKind::Ai
        && filter.status == StatusFilter::Any
        && filter.search.is_none();
    if is_everybody {
        number_of(
            conn,
            query.organization_id.as_str(),
            Some(query.job_id.as_str()),
            figure,
        )
    } else {
        count(conn, request, None)
    }
}

/// Counts the candidates who are left out because their reviews are hidden from the reader.
fn hidden(conn: &mut DbConn, request: Request<'_>) -> QueryResult<i64> {
    let Request { query, filter } = request;
    let Some(user) = filter
        .hides_reviews_from
        .as_ref()
        .filter(|_| query.kind == LeaderboardKind::Manual)
    else {
        return Ok(0);
    };
    let all = LeaderboardFilter {
        hides_reviews_from: None,
        ..filter.clone()
    };
    let of_all = Request {
        filter: &all,
        ..request
    };
    let is_hidden = not(shown_to(&query.organization_id, user));
    ranked(of_all).filter(is_hidden).count().get_result(conn)
}

/// Counts the ranked candidates: all of them, or those above a value.
fn count(conn: &mut DbConn, request: Request<'_>, above: Option<i16>) -> QueryResult<i64> {
    by_value!(request, value => match above {
        None => ranked(request).count().get_result(conn),
        Some(tenths) => ranked(request).filter(value.gt(tenths)).count().get_result(conn),
    })
}

/// The number of rows before a part, and the rank of its first row.
struct PartStart {
    rows_before: u32,
    first_rank: u32,
}

impl PartStart {
    fn of(
        conn: &mut DbConn,
        request: Request<'_>,
        first: Option<&(Ranked, Shown)>,
    ) -> QueryResult<Self> {
        let query = request.query;
        let Some(((value, ..), _)) = first else {
            return Ok(Self {
                rows_before: query.offset,
                first_rank: 1,
            });
        };
        if let Some(after) = &query.after {
            let shared = tenths(after.value) == *value;
            return Ok(Self {
                rows_before: after.position,
                first_rank: if shared {
                    after.rank
                } else {
                    after.position.saturating_add(1)
                },
            });
        }
        let higher = if query.offset > 0 {
            count(conn, request, Some(*value))?
        } else {
            0
        };
        Ok(Self {
            rows_before: query.offset,
            first_rank: u32::try_from(higher).unwrap_or(u32::MAX).saturating_add(1),
        })
    }
}

/// Ranks the rows. Equal values share a rank. The next value's rank is its position in the whole list.
fn rank(found: Vec<(Ranked, Shown)>, start: &PartStart) -> Result<Vec<LeaderboardRow>, StoreError> {
    let mut rows: Vec<LeaderboardRow> = Vec::with_capacity(found.len());
    for (place, ((tenths, sort_name, id), (full_name, code, status))) in
        (start.rows_before.saturating_add(1)..).zip(found)
    {
        let value = Score::from_tenths(i64::from(tenths));
        let rank = match rows.last() {
            None => start.first_rank,
            Some(last) if last.value == value => last.rank,
            Some(_) => place,
        };
        let name = if full_name.is_empty() {
            code.clone()
        } else {
            full_name
        };
        rows.push(LeaderboardRow {
            may_be_masked: is_code_key(&sort_name, &code),
            name,
            value,
            rank,
            candidate_id: CandidateId::parse("id", &id)?,
            code: CandidateCode::parse("code", &code)?,
            status: status
                .map(|status| CandidateStatus::parse("status", &status))
                .transpose()?,
        });
    }
    Ok(rows)
}

fn end(
    rows: &[LeaderboardRow],
    before: u32,
    sort_name: Option<String>,
) -> Option<LeaderboardPosition> {
    let last = rows.last()?;
    let count = u32::try_from(rows.len()).unwrap_or(u32::MAX);
    Some(LeaderboardPosition {
        value: last.value,
        sort_name: sort_name?,
        candidate_id: last.candidate_id.clone(),
        rank: last.rank,
        position: before.saturating_add(count),
    })
}
