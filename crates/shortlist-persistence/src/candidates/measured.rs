//! The measured values of a job's candidates, to compute their scores under other weights.

use diesel::prelude::*;
use shortlist_domain::{CandidateId, CandidateQuery, MicroPoints, Score, StatusFilter};

use super::filters;
use super::list::matching_in_any_order;
use super::ordered::planned;
use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::records::read_values;
use crate::schema::candidates;
use crate::store::Candidates;

/// How many candidates one statement reads.
const PAGE: i64 = 20_000;

/// The score of a candidate, what it was made from, and what orders equal scores.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasuredCandidate {
    /// The candidate.
    pub id: CandidateId,
    /// The score under the current weights.
    pub score: Score,
    /// The displayed name, normalized.
    pub sort_name: String,
    /// The measured values, by the names of the criteria.
    pub values: Vec<(String, MicroPoints)>,
    /// The version of the engine that measured the values.
    pub scored_by: String,
    /// The version of the job that the values were measured against.
    pub scored_version: i32,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = candidates)]
struct MeasuredRow {
    id: String,
    score_tenths: i16,
    sort_name: String,
    criterion_values: String,
    scored_by: String,
    scored_version: i32,
}

impl MeasuredRow {
    fn into_measured(self) -> Result<MeasuredCandidate, StoreError> {
        Ok(MeasuredCandidate {
            id: CandidateId::parse("id", &self.id)?,
            score: Score::from_tenths(i64::from(self.score_tenths)),
            sort_name: self.sort_name,
            values: read_values(&self.criterion_values)?,
            scored_by: self.scored_by,
            scored_version: self.scored_version,
        })
    }
}

impl Candidates<'_> {
    /// Calls `each` for the candidates that match a query, in the order of their identifiers. Few are in memory at once.
    ///
    /// # Errors
    /// When the database fails, or what it contains cannot be read.
    pub fn for_each_measured(
        &self,
        query: &CandidateQuery,
        each: &mut dyn FnMut(MeasuredCandidate),
    ) -> Result<(), StoreError> {
        if query.status == StatusFilter::Unknown {
            return Ok(());
        }
        let mut after = String::new();
        loop {
            let rows = self.pools.read_list(&query.organization_id, |conn| {
                planned(conn, query, |conn| page(conn, query, &after))
            })?;
            let Some(last) = rows.last() else {
                return Ok(());
            };
            after.clone_from(&last.id);
            for row in rows {
                each(row.into_measured()?);
            }
        }
    }
}

fn page(
    conn: &mut DbConn,
    query: &CandidateQuery,
    after: &str,
) -> Result<Vec<MeasuredRow>, StoreError> {
    let scope = filters::scope(conn, query)?;
    if scope.matches_nothing() {
        return Ok(Vec::new());
    }
    Ok(matching_in_any_order(query, &scope)
        .filter(candidates::id.gt(after))
        .order(candidates::id)
        .limit(PAGE)
        .select(MeasuredRow::as_select())
        .load(conn)?)
}
