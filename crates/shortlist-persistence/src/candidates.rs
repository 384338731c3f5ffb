//! Candidates: creation, lists and changes.

mod changes;
mod fold_texts;
mod insert;
mod row;

use chrono::NaiveDateTime;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Text};
use shortlist_domain::{
    Candidate, CandidateChange, CandidateCode, CandidateId, CandidateIdentity, CandidateQuery,
    CandidateStatus, EmailAddress, ListPosition, NewCandidate, OrganizationId, Page, PhoneNumber,
    StatusFilter, Timestamp,
};

use crate::audit_head::find_head;
use crate::dialect::{self, DbConn, MultiBackend};
use crate::page_positions::PagePositions;
use crate::pages::following;
use crate::people;
use crate::quotas::add_stored;
use crate::resumes::file_digest;
use crate::schema::candidates;
use crate::search::{self, SearchScope};
use crate::store::Candidates;
use crate::text::SearchWord;
use crate::times::{stored, timestamp};
use crate::writer::{CandidateWriter, Written};
use crate::{StoreError, pages, text};
pub(crate) use row::CandidateRow;

/// The outcome of one candidate of a batch.
#[derive(Debug, Clone, PartialEq)]
pub enum CandidateInsertion {
    /// It was created.
    Created(Box<Candidate>),
    /// The job already has the same person or the same file.
    Duplicate {
        /// The existing candidate.
        id: CandidateId,
        /// Its code.
        code: CandidateCode,
    },
}

/// The outcome of changing a candidate.
#[derive(Debug, Clone, PartialEq)]
pub enum CandidateUpdate {
    /// It was changed.
    Updated(Box<Candidate>),
    /// The organization has no such candidate.
    NotFound,
    /// Another candidate of the same job has the new e-mail address or telephone number.
    Conflict {
        /// That candidate, unless it was erased meanwhile.
        existing: Option<Box<Candidate>>,
    },
}

impl CandidateWriter<'_> {
    /// Creates at most 500 candidates of one organization in one transaction. Returns the outcome of each, in the given
    /// order.
    ///
    /// `random` provides another code if one is taken.
    ///
    /// # Errors
    /// [`StoreError::MissingReference`] if the organization has no such job or recruiter.
    pub fn insert(
        &self,
        new: &[NewCandidate],
        random: &mut dyn FnMut() -> u128,
    ) -> Result<Vec<CandidateInsertion>, StoreError> {
        let Some(first) = new.first() else {
            return Ok(Vec::new());
        };
        let organization = &first.organization_id;
        self.writer.check_organization(organization)?;
        if new.iter().any(|c| c.organization_id != *organization) {
            let problem = "they belong to more than one organization";
            return Err(StoreError::other("create candidates", problem));
        }
        self.writer.write(|conn| {
            let outcomes = insert::insert(conn, organization.as_str(), new, random)?;
            add_stored(conn, organization.as_str(), created_bytes(new, &outcomes))?;
            let created = insert::new_applications(&outcomes);
            let joined = people::group(conn, organization.as_str(), &created)?;
            let entries = new
                .iter()
                .zip(&outcomes)
                .filter_map(|(new, outcome)| changes::creation_entry(new, outcome))
                .chain(joined)
                .collect();
            Ok(Written::each(outcomes, entries))
        })
    }

    /// Changes a candidate. Its identity is computed again from the e-mail address and the telephone number.
    ///
    /// # Errors
    /// When the database fails.
    pub fn update(
        &self,
        organization: &OrganizationId,
        id: &CandidateId,
        change: &CandidateChange,
        at: Timestamp,
    ) -> Result<CandidateUpdate, StoreError> {
        self.writer.check_organization(organization)?;
        let updated = self.writer.write(|conn| {
            if !dialect::lock_candidate(conn, organization.as_str(), id.as_str())? {
                return Ok(Written::nothing(None));
            }
            let Some(mut candidate) = find(conn, organization.as_str(), id.as_str())? else {
                return Ok(Written::nothing(None));
            };
            let before = candidate.clone();
            apply(&mut candidate, change);
            update(conn, &candidate, at)?;
            let moved = changes::regroup(conn, (&before, &candidate), at)?;
            let entry = changes::change_entry(&before, &candidate).with_change(
                "personId",
                moved.before.as_deref(),
                moved.after.as_deref(),
            );
            let entries = std::iter::once(entry).chain(moved.entries).collect();
            Ok(Written::each(Some(candidate), entries))
        });
        match updated {
            Ok(Some(candidate)) => Ok(CandidateUpdate::Updated(Box::new(candidate))),
            Ok(None) => Ok(CandidateUpdate::NotFound),
            // A change affects only one unique value, the identity.
            Err(StoreError::UniqueViolation(_)) => {
                let existing = self.writer.write(|conn| {
                    Ok(Written::nothing(conflicting(
                        conn,
                        organization,
                        id,
                        change,
                    )?))
                })?;
                Ok(CandidateUpdate::Conflict {
                    existing: existing.map(Box::new),
                })
            }
            Err(error) => Err(error),
        }
    }
}

/// Finds the candidate of the same job whose identity another candidate would get by a change.
fn conflicting(
    conn: &mut DbConn,
    organization: &OrganizationId,
    id: &CandidateId,
    change: &CandidateChange,
) -> Result<Option<Candidate>, StoreError> {
    let organization = organization.as_str();
    let Some(mut candidate) = find(conn, organization, id.as_str())? else {
        return Ok(None);
    };
    apply(&mut candidate, change);
    let identity = identity_of(conn, &candidate)?;
    candidates::table
        .filter(candidates::organization_id.eq(organization))
        .filter(candidates::job_id.eq(candidate.job_id.as_str()))
        .filter(candidates::identity.eq(identity.as_str()))
        .select(CandidateRow::as_select())
        .first(conn)
        .optional()?
        .map(CandidateRow::into_candidate)
        .transpose()
}

/// Computes the identity of a stored candidate.
fn identity_of(conn: &mut DbConn, candidate: &Candidate) -> Result<CandidateIdentity, StoreError> {
    let digest: Vec<u8> = candidates::table
        .filter(candidates::organization_id.eq(candidate.organization_id.as_str()))
        .filter(candidates::id.eq(candidate.id.as_str()))
        .select(candidates::file_digest)
        .first(conn)?;
    Ok(CandidateIdentity::of(
        candidate.email.as_ref(),
        candidate.phone.as_ref(),
        file_digest(digest)?,
    ))
}

/// Returns the total size of the created candidates' files, in bytes.
fn created_bytes(new: &[NewCandidate], outcomes: &[CandidateInsertion]) -> i64 {
    let created = new
        .iter()
        .zip(outcomes)
        .filter(|(_, outcome)| matches!(outcome, CandidateInsertion::Created(_)));
    created
        .map(|(new, _)| i64::try_from(new.file.bytes).unwrap_or(i64::MAX))
        .fold(0, i64::saturating_add)
}

impl Candidates<'_> {
    /// Lists a page of candidates, newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list(&self, query: &CandidateQuery) -> Result<Page<Candidate>, StoreError> {
        if query.status == StatusFilter::Unknown {
            return Ok(pages::empty(query.count));
        }
        let page_positions = self.page_positions;
        self.pools
            .read_list(&query.organization_id, |conn| match query.search {
                None => list(conn, query, page_positions),
                Some(_) => {
                    dialect::with_custom_plans(conn, |conn| list(conn, query, page_positions))
                }
            })
    }

    /// Finds a candidate.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find(
        &self,
        organization: &OrganizationId,
        id: &CandidateId,
    ) -> Result<Option<Candidate>, StoreError> {
        self.pools
            .read(|conn| find(conn, organization.as_str(), id.as_str()))
    }

    /// Finds a candidate by code.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_by_code(
        &self,
        organization: &OrganizationId,
        code: &CandidateCode,
    ) -> Result<Option<Candidate>, StoreError> {
        self.pools.read(|conn| {
            candidates::table
                .filter(candidates::organization_id.eq(organization.as_str()))
                .filter(candidates::code.eq(code.as_str()))
                .select(CandidateRow::as_select())
                .first(conn)
                .optional()?
                .map(CandidateRow::into_candidate)
                .transpose()
        })
    }
}

/// Returns the candidates that match a query, restricted to the rows that the search index found.
fn matching<'a>(
    query: &'a CandidateQuery,
    scope: &SearchScope,
) -> candidates::BoxedQuery<'a, MultiBackend> {
    let organization = query.organization_id.as_str();
    let mut found = candidates::table.into_boxed();
    found = match scope {
        SearchScope::InOrder => found.filter(candidates::organization_id.eq(organization)),
        // The unary plus stops SQLite from walking the list by its own index, which it estimates to be shorter.
        SearchScope::Rows(rows) => found.filter(
            sql::<Bool>(&format!("candidates.seq IN ({})", search::list(rows)))
                .sql(" AND +candidates.organization_id = ")
                .bind::<Text, _>(organization),
        ),
    };
    if let Some(job) = &query.job_id {
        found = found.filter(candidates::job_id.eq(job.as_str()));
    }
    if let StatusFilter::Is(status) = query.status {
        found = match status {
            CandidateStatus::Active => found.filter(
                candidates::status
                    .is_null()
                    .or(candidates::status.eq(status.as_str())),
            ),
            other => found.filter(candidates::status.eq(other.as_str())),
        };
    }
    match &query.search {
        None => found,
        Some(search) => containing(found, search),
    }
}

/// Restricts a query to the candidates whose texts contain a search term.
fn containing<'a>(
    found: candidates::BoxedQuery<'a, MultiBackend>,
    search: &'a str,
) -> candidates::BoxedQuery<'a, MultiBackend> {
    if let Some(digits) = text::phone_digits(search) {
        let written = candidates::search_text
            .like(text::like_pattern(search))
            .escape('\\');
        return found.filter(written.or(candidates::search_text.like(text::like_pattern(&digits))));
    }
    text::search_words(search)
        .iter()
        .fold(found, |found, word| containing_word(found, word))
}

fn containing_word<'a>(
    found: candidates::BoxedQuery<'a, MultiBackend>,
    word: &SearchWord,
) -> candidates::BoxedQuery<'a, MultiBackend> {
    let pattern = |text: &str| {
        candidates::search_text
            .like(text::like_pattern(text))
            .escape('\\')
    };
    if let Some(earlier) = &word.with_diacritics {
        return found.filter(pattern(&word.plain).or(pattern(earlier)));
    }
    let prefix = text::selective_prefix(&word.plain);
    let found = found.filter(pattern(prefix));
    if prefix.len() == word.plain.len() {
        return found;
    }
    // No index contains this expression, so that the trigram index is not searched for the whole word.
    found.filter(
        sql::<Bool>("candidates.search_text || '' LIKE ")
            .bind::<Text, _>(text::like_pattern(&word.plain))
            .sql(" ESCAPE '\\'"),
    )
}

fn list(
    conn: &mut DbConn,
    query: &CandidateQuery,
    page_positions: &PagePositions,
) -> Result<Page<Candidate>, StoreError> {
    let scope = search::search_scope(conn, query.search.as_deref())?;
    if scope.matches_nothing() {
        return Ok(pages::empty(query.count));
    }
    let rows = if query.page.is_deep() {
        rows_by_id(conn, query, &scope, page_positions)?
    } else {
        let range = ListRange {
            after: query.page.after(),
            offset: query.page.offset(),
            limit: pages::fetched(&query.page),
        };
        page_query(query, &scope, range)
            .select(CandidateRow::as_select())
            .load(conn)?
    };
    let mut page = pages::cut(rows, &query.page, CandidateRow::place);
    if query.count {
        page.total_count = Some(matching(query, &scope).count().get_result(conn)?);
    }
    Ok(Page {
        total_count: page.total_count,
        has_next_page: page.has_next_page,
        end: page.end,
        items: page
            .items
            .into_iter()
            .map(CandidateRow::into_candidate)
            .collect::<Result<_, _>>()?,
    })
}

/// A range of a list: its start, the number of items to skip, and the maximum number of items.
struct ListRange<'a> {
    after: Option<&'a ListPosition>,
    offset: i64,
    limit: i64,
}

/// Returns the candidates in a range of a list.
fn page_query<'a>(
    query: &'a CandidateQuery,
    scope: &SearchScope,
    range: ListRange<'a>,
) -> candidates::BoxedQuery<'a, MultiBackend> {
    let found = matching(query, scope);
    following!(found, range.after, candidates::created_at, candidates::id)
        .order((candidates::created_at.desc(), candidates::id))
        .limit(range.limit)
        .offset(range.offset)
}

/// Returns the rows of a page deep in a list. Only the index is walked, from the nearest known position before the
/// page.
fn rows_by_id(
    conn: &mut DbConn,
    query: &CandidateQuery,
    scope: &SearchScope,
    page_positions: &PagePositions,
) -> Result<Vec<CandidateRow>, StoreError> {
    let organization = query.organization_id.as_str();
    let list = format!(
        "{organization} {:?} {:?} {:?}",
        query.job_id, query.search, query.status
    );
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
    let places: Vec<(NaiveDateTime, String)> = page_query(query, scope, range)
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

fn find(conn: &mut DbConn, organization: &str, id: &str) -> Result<Option<Candidate>, StoreError> {
    candidates::table
        .filter(candidates::organization_id.eq(organization))
        .filter(candidates::id.eq(id))
        .select(CandidateRow::as_select())
        .first(conn)
        .optional()?
        .map(CandidateRow::into_candidate)
        .transpose()
}

fn apply(candidate: &mut Candidate, change: &CandidateChange) {
    let change = change.clone();
    if let Some(status) = change.status {
        candidate.status = status;
    }
    if let Some(full_name) = change.full_name {
        candidate.full_name = full_name.unwrap_or_default();
    }
    if let Some(email) = change.email {
        candidate.email = email;
    }
    if let Some(phone) = change.phone {
        candidate.phone = phone;
    }
}

fn update(conn: &mut DbConn, candidate: &Candidate, at: Timestamp) -> Result<(), StoreError> {
    let row = candidates::table
        .filter(candidates::organization_id.eq(candidate.organization_id.as_str()))
        .filter(candidates::id.eq(candidate.id.as_str()));
    let identity = identity_of(conn, candidate)?;
    diesel::update(row)
        .set((
            candidates::status.eq(candidate.status.map(CandidateStatus::as_str)),
            candidates::full_name.eq(&candidate.full_name),
            candidates::email.eq(candidate.email.as_ref().map(EmailAddress::as_str)),
            candidates::phone.eq(candidate.phone.as_ref().map(PhoneNumber::as_str)),
            candidates::identity.eq(identity.as_str()),
            candidates::sort_name.eq(row::sort_name(candidate)),
            candidates::search_text.eq(row::search_text(candidate)),
            candidates::updated_at.eq(stored(at)),
        ))
        .execute(conn)?;
    Ok(())
}
