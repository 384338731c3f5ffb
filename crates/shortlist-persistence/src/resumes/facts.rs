//! The words of resumes by which people are searched. They follow the current resume with its corrections, in the same transaction.

use chrono::NaiveDateTime;
use diesel::dsl::{exists, not};
use diesel::prelude::*;
use shortlist_domain::{CandidateId, FactWord, NewCandidate, OrganizationId, Resume, fact_words};

use crate::dialect::{self, DbConn, on_either};
use crate::error::StoreError;
use crate::keys::CandidateKey;
use crate::resumes::{self, CANDIDATES_PER_STATEMENT};
use crate::schema::{candidate_facts, candidates};
use crate::store::Candidates;
use crate::times::stored;

/// How many rows one statement inserts.
const ROWS_PER_STATEMENT: usize = 2_000;

#[derive(Insertable)]
#[diesel(table_name = candidate_facts)]
struct FactRow {
    organization_id: String,
    candidate_id: String,
    kind: &'static str,
    word: String,
    entry: i16,
    created_at: NaiveDateTime,
}

fn rows(key: CandidateKey<'_>, created_at: NaiveDateTime, resume: &Resume) -> Vec<FactRow> {
    let row = |fact: FactWord| FactRow {
        organization_id: key.organization.to_owned(),
        candidate_id: key.candidate.to_owned(),
        kind: fact.kind.as_str(),
        word: fact.word,
        entry: fact.entry,
        created_at,
    };
    fact_words(resume).into_iter().map(row).collect()
}

fn insert(conn: &mut DbConn, rows: &[FactRow]) -> Result<(), StoreError> {
    for chunk in rows.chunks(ROWS_PER_STATEMENT) {
        let insert = diesel::insert_into(candidate_facts::table).values(chunk);
        on_either!(conn, conn => insert.execute(conn))?;
    }
    Ok(())
}

/// Stores the facts of candidates that were just created.
pub(super) fn insert_new(conn: &mut DbConn, new: &[&NewCandidate]) -> Result<(), StoreError> {
    let of_one = |new: &&NewCandidate| {
        let key = CandidateKey::of(&new.organization_id, &new.id);
        rows(key, stored(new.created_at), &new.resume)
    };
    let rows: Vec<FactRow> = new.iter().flat_map(of_one).collect();
    insert(conn, &rows)
}

/// Replaces the facts of a candidate whose stored resume or corrections have changed.
pub(super) fn replace(conn: &mut DbConn, key: CandidateKey<'_>) -> Result<(), StoreError> {
    let old = candidate_facts::table
        .filter(candidate_facts::organization_id.eq(key.organization))
        .filter(candidate_facts::candidate_id.eq(key.candidate));
    diesel::delete(old).execute(conn)?;
    let organization = OrganizationId::parse("organization_id", key.organization)?;
    let candidate = CandidateId::parse("candidate_id", key.candidate)?;
    store(conn, &organization, &[candidate])
}

/// Stores the facts of candidates who have none.
fn store(
    conn: &mut DbConn,
    organization: &OrganizationId,
    ids: &[CandidateId],
) -> Result<(), StoreError> {
    // With a column that no index has, SQLite looks the candidates up instead of walking an index of all.
    let created: Vec<(String, NaiveDateTime, String)> = candidates::table
        .filter(candidates::organization_id.eq(organization.as_str()))
        .filter(candidates::id.eq_any(ids.iter().map(CandidateId::as_str)))
        .select((candidates::id, candidates::created_at, candidates::code))
        .load(conn)?;
    let resumes = resumes::load(conn, organization, ids)?;
    let of_one = |(candidate, at, _code): (String, NaiveDateTime, String)| {
        let id = CandidateId::parse("candidate_id", &candidate).ok()?;
        let key = CandidateKey::of(organization, &id);
        Some(rows(key, at, &resumes.get(&id)?.resume))
    };
    let rows: Vec<FactRow> = created.into_iter().filter_map(of_one).flatten().collect();
    insert(conn, &rows)
}

impl Candidates<'_> {
    /// Stores the facts of the next candidates after a position who have none. Returns the position of the last candidate, or `None`
    /// if there are no more.
    ///
    /// # Errors
    /// When the database fails.
    pub fn fill_facts(
        &self,
        organization: &OrganizationId,
        after: Option<&str>,
    ) -> Result<Option<String>, StoreError> {
        self.pools.write_unaudited(|conn| {
            let next: Vec<String> = candidates::table
                .filter(candidates::organization_id.eq(organization.as_str()))
                .filter(candidates::id.gt(after.unwrap_or_default()))
                .order(candidates::id)
                .limit(i64::try_from(CANDIDATES_PER_STATEMENT).unwrap_or(i64::MAX))
                .select(candidates::id)
                .load(conn)?;
            // An upload, a correction or an erasure at the same time ends first, or waits.
            let ids: Vec<&str> = next.iter().map(String::as_str).collect();
            let locked = dialect::lock_candidates(conn, organization.as_str(), &ids)?;
            let without = without_facts(conn, organization, &locked)?;
            let parse = |id: &String| CandidateId::parse("id", id);
            let without: Vec<CandidateId> = without.iter().map(parse).collect::<Result<_, _>>()?;
            store(conn, organization, &without)?;
            Ok(next.last().cloned())
        })
    }
}

/// Returns which of some candidates have no facts.
fn without_facts(
    conn: &mut DbConn,
    organization: &OrganizationId,
    ids: &[String],
) -> QueryResult<Vec<String>> {
    let facts = candidate_facts::table
        .filter(candidate_facts::organization_id.eq(candidates::organization_id))
        .filter(candidate_facts::candidate_id.eq(candidates::id));
    candidates::table
        .filter(candidates::organization_id.eq(organization.as_str()))
        .filter(candidates::id.eq_any(ids))
        .filter(not(exists(facts)))
        .select(candidates::id)
        .load(conn)
}
