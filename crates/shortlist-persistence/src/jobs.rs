//! Jobs: single jobs and imports of job files.

mod changes;
mod codes;
mod details;
mod import;
mod listing;
mod open_work;
mod questions;
mod recruiter_access;
mod row;
pub(crate) mod stage_lists;
mod status;
mod teams;
mod titles;
mod update;
pub(crate) mod versions;

use std::collections::HashMap;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use shortlist_domain::{
    DraftFilter, Job, JobId, JobQuery, JobStatus, ListPosition, NewJob, OrganizationId, Page, Total,
};

use crate::dialect::{DbConn, MultiBackend};
use crate::error::StoreError;
use crate::lists::pages::{self, following, following_change};
use crate::schema::{jobs, users};
use crate::store::Jobs;
use crate::text;
use crate::times::{stored, timestamp};
use crate::uploads::UploadStep;
use crate::writer::{JobWriter, Written};
use row::JobRow;

pub use status::JobDeletion;
pub use update::JobUpdate;

/// The maximum number of values in an `IN` list. PostgreSQL and SQLite accept some ten thousand.
const IN_LIST: usize = 1_000;

/// What an import does if some of its jobs already exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnDuplicate {
    /// Create none.
    Refuse,
    /// Create the rest.
    Skip,
}

/// The criterion by which two jobs are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum DuplicateBy {
    /// The job code.
    Code,
    /// The identifier in another system.
    ExternalId,
    /// Title, department and location, because the row has no code.
    TitleAndPlace,
}

/// The job that a duplicate repeats.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum DuplicateOf {
    /// A stored job.
    Stored {
        /// Its code.
        code: String,
    },
    /// An earlier job of the same import.
    Earlier {
        /// Its place in the import, from 0.
        index: usize,
    },
}

/// A job that already exists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DuplicateJob {
    /// Its place in the import, from 0.
    pub index: usize,
    /// The criterion that identified it as a duplicate.
    pub by: DuplicateBy,
    /// The job that it repeats.
    pub of: DuplicateOf,
}

/// The outcome of an import.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportOutcome {
    /// The created jobs, in the given order. Empty if duplicates are refused and there are any.
    pub created: Vec<Job>,
    /// The duplicates, in the given order.
    pub duplicates: Vec<DuplicateJob>,
}

/// The outcome of creating one job.
#[derive(Debug, Clone, PartialEq)]
pub enum JobInsertion {
    /// It was created.
    Created(Box<Job>),
    /// It exists already.
    Duplicate(DuplicateJob),
}

impl JobWriter<'_> {
    /// Creates the jobs of one import in one transaction, and returns the duplicates. All jobs must belong to the
    /// organization.
    ///
    /// # Errors
    /// [`StoreError::MissingReference`] if the organization has no such recruiter.
    pub fn import(
        &self,
        organization: &OrganizationId,
        new: &[NewJob],
        on_duplicate: OnDuplicate,
    ) -> Result<ImportOutcome, StoreError> {
        self.import_in_step(organization, new, on_duplicate, None)
    }

    /// Creates jobs as [`import`](Self::import) does, as a step of an upload that another server could take over.
    ///
    /// # Errors
    /// [`StoreError::Stale`] if another server has taken over, and those of [`import`](Self::import).
    pub fn import_in_step(
        &self,
        organization: &OrganizationId,
        new: &[NewJob],
        on_duplicate: OnDuplicate,
        step: Option<&UploadStep<'_, ImportOutcome>>,
    ) -> Result<ImportOutcome, StoreError> {
        self.writer.check_organization(organization)?;
        if new.iter().any(|job| job.organization_id != *organization) {
            return Err(StoreError::other(
                "create jobs",
                "they belong to another organization",
            ));
        }
        self.writer.write(|conn| {
            let outcome = import::import(conn, organization.as_str(), new, on_duplicate)?;
            step.map_or(Ok(()), |step| step.write(conn, &outcome))?;
            let created = outcome.created.iter().map(changes::creation_entry);
            let entries: Vec<_> = created.collect();
            let counts = (outcome.created.len(), outcome.duplicates.len());
            let import = changes::import_entry(organization, counts);
            let import = Some(import).filter(|_| !entries.is_empty());
            Ok(Written::each(outcome, entries).announcing(import))
        })
    }

    /// Creates one job.
    ///
    /// # Errors
    /// [`StoreError::MissingReference`] if the organization has no such recruiter.
    pub fn insert(&self, new: &NewJob) -> Result<JobInsertion, StoreError> {
        let jobs = std::slice::from_ref(new);
        let outcome = self.import(&new.organization_id, jobs, OnDuplicate::Refuse)?;
        let created = outcome.created.into_iter().next();
        let duplicate = outcome.duplicates.into_iter().next();
        created
            .map(|job| JobInsertion::Created(Box::new(job)))
            .or(duplicate.map(JobInsertion::Duplicate))
            .ok_or_else(|| {
                StoreError::other(
                    "create a job",
                    "the import returned neither a job nor a duplicate",
                )
            })
    }
}

impl Jobs<'_> {
    /// Returns the jobs that already exist or are given twice, in the given order. Creates none.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_duplicates(
        &self,
        organization: &OrganizationId,
        new: &[NewJob],
    ) -> Result<Vec<DuplicateJob>, StoreError> {
        self.pools
            .read(|conn| import::find_duplicates(conn, organization.as_str(), new))
    }

    /// Lists a page of jobs, newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list(&self, query: &JobQuery) -> Result<Page<Job>, StoreError> {
        self.pools
            .read_list(&query.organization_id, |conn| list(conn, query))
    }

    /// Lists the identifiers of all jobs of an organization.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_ids(&self, organization: &OrganizationId) -> Result<Vec<JobId>, StoreError> {
        let ids: Vec<String> = self.pools.read(|conn| {
            Ok(jobs::table
                .filter(jobs::organization_id.eq(organization.as_str()))
                .order(jobs::id)
                .select(jobs::id)
                .load(conn)?)
        })?;
        let ids = ids.iter().map(|id| JobId::parse("id", id));
        Ok(ids.collect::<Result<_, _>>()?)
    }

    /// Finds a job.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find(
        &self,
        organization: &OrganizationId,
        id: &JobId,
    ) -> Result<Option<Job>, StoreError> {
        self.pools
            .read(|conn| find(conn, organization.as_str(), id.as_str()))
    }
}

fn matching(query: &JobQuery) -> jobs::BoxedQuery<'_, MultiBackend> {
    let mut found = jobs::table
        .filter(jobs::organization_id.eq(query.organization_id.as_str()))
        .filter(jobs::recruiter_id.eq(query.recruiter_id.as_str()))
        .into_boxed();
    if query.drafts == DraftFilter::Published {
        found = found.filter(jobs::status.ne(JobStatus::Draft.as_str()));
    }
    if let Some(search) = &query.search {
        let pattern = text::like_pattern(search);
        found = found.filter(jobs::search_text.like(pattern).escape('\\'));
    }
    if let Some(since) = query.updated_since {
        found = found.filter(jobs::updated_at.ge(stored(since)));
    }
    found
}

/// Returns the places of a page: newest first, or in the order of their changes.
fn places(conn: &mut DbConn, query: &JobQuery) -> QueryResult<Vec<(NaiveDateTime, String)>> {
    let (found, after) = (matching(query), query.page.after());
    let (limit, offset) = (pages::fetched(&query.page), query.page.offset());
    if query.updated_since.is_some() {
        return following_change!(found, after, jobs::updated_at, jobs::id)
            .order((jobs::updated_at, jobs::id))
            .limit(limit)
            .offset(offset)
            .select((jobs::updated_at, jobs::id))
            .load(conn);
    }
    following!(found, after, jobs::created_at, jobs::id)
        .order((jobs::created_at.desc(), jobs::id))
        .limit(limit)
        .offset(offset)
        .select((jobs::created_at, jobs::id))
        .load(conn)
}

fn list(conn: &mut DbConn, query: &JobQuery) -> Result<Page<Job>, StoreError> {
    let page = pages::cut(places(conn, query)?, &query.page, |(at, id)| ListPosition {
        at: timestamp(*at),
        tie_breaker: id.clone(),
    });
    let ids: Vec<String> = page.items.into_iter().map(|(_at, id)| id).collect();
    let rows: Vec<JobRow> = jobs::table
        .filter(jobs::organization_id.eq(query.organization_id.as_str()))
        .filter(jobs::id.eq_any(&ids))
        .select(JobRow::as_select())
        .load(conn)?;
    let organization = query.organization_id.as_str();
    let recruiter = query.recruiter_id.as_str();
    let names = recruiter_names(conn, organization, &[recruiter])?;
    let name = names.get(recruiter).cloned().unwrap_or_default();
    let total = if query.count {
        Some(Total::exact(matching(query).count().get_result(conn)?))
    } else {
        None
    };
    Ok(Page {
        items: pages::in_order(&ids, rows, JobRow::id)
            .into_iter()
            .map(|row| row.into_job(name.clone()))
            .collect::<Result<_, _>>()?,
        total,
        has_next_page: page.has_next_page,
        end: page.end,
    })
}

fn find(conn: &mut DbConn, organization: &str, id: &str) -> Result<Option<Job>, StoreError> {
    let found: Option<(JobRow, String)> = jobs::table
        .inner_join(
            users::table.on(users::organization_id
                .eq(jobs::organization_id)
                .and(users::id.eq(jobs::recruiter_id))),
        )
        .filter(jobs::organization_id.eq(organization))
        .filter(jobs::id.eq(id))
        .select((JobRow::as_select(), users::full_name))
        .first(conn)
        .optional()?;
    found.map(|(row, name)| row.into_job(name)).transpose()
}

fn recruiter_names(
    conn: &mut DbConn,
    organization: &str,
    recruiters: &[&str],
) -> Result<HashMap<String, String>, StoreError> {
    let mut names = HashMap::new();
    for chunk in recruiters.chunks(IN_LIST) {
        let rows: Vec<(String, String)> = users::table
            .filter(users::organization_id.eq(organization))
            .filter(users::id.eq_any(chunk))
            .select((users::id, users::full_name))
            .load(conn)?;
        names.extend(rows);
    }
    Ok(names)
}
