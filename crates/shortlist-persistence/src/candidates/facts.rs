//! The search of candidates by facts of their resumes.
//!
//! The index of a word has the order of the list by time, so a page begins with its first entries: few are read, however common the
//! word is. The entries of the rarest word are read, and the other words are looked up for each.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{CandidateQuery, FactFilter, ListPosition, MAX_COUNTED};

use crate::candidate_rows::row::CandidateRow;
use crate::dialect::{AlsoHasFact, DbConn, MultiBackend, SameFactHas};
use crate::error::StoreError;
use crate::lists::pages::{self, following};
use crate::lists::search::SearchScope;
use crate::schema::candidate_facts;

/// How many entries show how rare a word is.
const SAMPLE: i64 = 256;
/// The most entries of the index that are read at once.
const MAX_ENTRIES: i64 = 2_000;
/// How often entries are read for a page, each time twice as many. If other filters leave too few of these candidates, the list is
/// walked instead.
const MAX_READS: usize = 8;

/// The part of the index that is read: the rarest word of the facts that candidates must have.
struct Lead<'a> {
    organization: &'a str,
    facts: &'a [FactFilter],
    /// The place of the fact with that word, and of the word in it.
    at: (usize, usize),
}

/// The candidates of some entries of the index, in the order of the list by time.
struct Entries {
    ids: Vec<String>,
    /// The position after which the next entries begin, if there may be more.
    end: Option<ListPosition>,
}

impl<'a> Lead<'a> {
    fn of(conn: &mut DbConn, query: &'a CandidateQuery) -> QueryResult<Self> {
        let (organization, facts) = (query.organization_id.as_str(), &query.filters.facts);
        let words = facts.iter().enumerate().flat_map(|(place, fact)| {
            let words = fact.words().iter().enumerate();
            words.map(move |(number, word)| ((place, number), fact, word))
        });
        let mut rarest: Option<(Commonness, (usize, usize))> = None;
        for (at, fact, word) in words {
            let commonness = commonness(conn, organization, fact, word)?;
            if rarest.is_none_or(|(least, _)| commonness < least) {
                rarest = Some((commonness, at));
            }
        }
        Ok(Self {
            organization,
            facts,
            at: rarest.map(|(_, at)| at).unwrap_or_default(),
        })
    }

    /// Reads the entries after a position.
    fn read(
        &self,
        conn: &mut DbConn,
        after: Option<&ListPosition>,
        most: i64,
    ) -> QueryResult<Entries> {
        let (place, number) = self.at;
        let mut found = candidate_facts::table
            .into_boxed::<MultiBackend>()
            .filter(candidate_facts::organization_id.eq(self.organization));
        for (other, fact) in self.facts.iter().enumerate() {
            if other != place {
                found = found.filter(AlsoHasFact(fact.clone()));
                continue;
            }
            found = found.filter(candidate_facts::kind.eq(fact.kind().as_str()));
            for (other, word) in fact.words().iter().enumerate() {
                found = if other == number {
                    found.filter(candidate_facts::word.eq(word.as_str()))
                } else {
                    found.filter(SameFactHas::new(fact.kind(), word))
                };
            }
        }
        let (at, id) = (candidate_facts::created_at, candidate_facts::candidate_id);
        let entries: Vec<(NaiveDateTime, String)> = following!(found, after, at, id)
            .order((at.desc(), id))
            .limit(most)
            .select((at, id))
            .load(conn)?;
        let is_full = i64::try_from(entries.len()).is_ok_and(|read| read == most);
        let last = entries.last().filter(|_| is_full);
        let end = last.cloned().map(pages::position);
        let mut ids: Vec<String> = entries.into_iter().map(|(_, id)| id).collect();
        // Several facts of a candidate may contain the word.
        ids.dedup();
        Ok(Entries { ids, end })
    }
}

/// How common a word is: how many entries it has, up to [`SAMPLE`], and when the last of them applied. The entries of a rarer word reach
/// further back.
type Commonness = (usize, Option<NaiveDateTime>);

fn commonness(
    conn: &mut DbConn,
    organization: &str,
    fact: &FactFilter,
    word: &str,
) -> QueryResult<Commonness> {
    let entries: Vec<NaiveDateTime> = candidate_facts::table
        .filter(candidate_facts::organization_id.eq(organization))
        .filter(candidate_facts::kind.eq(fact.kind().as_str()))
        .filter(candidate_facts::word.eq(word))
        .order(candidate_facts::created_at.desc())
        .select(candidate_facts::created_at)
        .limit(SAMPLE)
        .load(conn)?;
    Ok((entries.len(), entries.last().copied()))
}

/// Loads the first rows after a position of a list whose candidates must have facts. `load` returns those rows of a scope that match
/// the query. Returns `None` if the entries do not lead to enough rows soon.
pub(super) fn load_page(
    conn: &mut DbConn,
    query: &CandidateQuery,
    after: Option<&ListPosition>,
    wanted: i64,
    load: impl Fn(&mut DbConn, &SearchScope) -> Result<Vec<CandidateRow>, StoreError>,
) -> Result<Option<Vec<CandidateRow>>, StoreError> {
    let lead = Lead::of(conn, query)?;
    let (mut rows, mut after, mut most) = (Vec::new(), after.cloned(), wanted);
    let wanted = usize::try_from(wanted).unwrap_or(usize::MAX);
    for _ in 0..MAX_READS {
        most = most.saturating_mul(2).min(MAX_ENTRIES);
        let entries = lead.read(conn, after.as_ref(), most)?;
        let scope = SearchScope::Candidates(entries.ids.clone());
        let found = load(conn, &scope)?;
        rows.extend(pages::in_order(&entries.ids, found, CandidateRow::id));
        if rows.len() >= wanted || entries.end.is_none() {
            rows.truncate(wanted);
            return Ok(Some(rows));
        }
        after = entries.end;
    }
    Ok(None)
}

/// Counts the candidates of a list who must have facts, up to one more than [`MAX_COUNTED`]. `count` counts those of a scope that match
/// the query.
pub(super) fn count(
    conn: &mut DbConn,
    query: &CandidateQuery,
    count: impl Fn(&mut DbConn, &SearchScope) -> QueryResult<i64>,
) -> QueryResult<i64> {
    let lead = Lead::of(conn, query)?;
    let (mut total, mut after) = (0, None);
    loop {
        let entries = lead.read(conn, after.as_ref(), MAX_ENTRIES)?;
        total += count(conn, &SearchScope::Candidates(entries.ids))?;
        if total > MAX_COUNTED || entries.end.is_none() {
            return Ok(total.min(MAX_COUNTED.saturating_add(1)));
        }
        after = entries.end;
    }
}
