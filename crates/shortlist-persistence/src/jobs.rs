//! Jobs: single jobs and imports of job files.

mod changes;
mod codes;
mod import;
mod row;

use std::collections::HashMap;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    DraftFilter, EmploymentKind, Job, JobChange, JobId, JobQuery, ListPosition, NewJob,
    OrganizationId, Page, Timestamp,
};

use crate::dialect::{self, DbConn, MultiBackend};
use crate::pages::following;
use crate::schema::{jobs, users};
use crate::store::Jobs;
use crate::times::{stored, timestamp};
use crate::writer::{JobWriter, Written};
use crate::{StoreError, pages, text};
use row::JobRow;

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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DuplicateBy {
    /// The job code.
    Code,
    /// Title, department and location, because the row has no code.
    TitleAndPlace,
}

/// The job that a duplicate repeats.
#[derive(Debug, Clone, PartialEq, Eq)]
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
        self.writer.check_organization(organization)?;
        if new.iter().any(|job| job.organization_id != *organization) {
            return Err(StoreError::other(
                "create jobs",
                "they belong to another organization",
            ));
        }
        self.writer.write(|conn| {
            let outcome = import::import(conn, organization.as_str(), new, on_duplicate)?;
            let entries = outcome
                .created
                .iter()
                .map(changes::creation_entry)
                .collect();
            Ok(Written::each(outcome, entries))
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

    /// Changes a job. Its version increases if its title, description or skills change. Returns `None` if the organization
    /// has no such job.
    ///
    /// # Errors
    /// When the database fails.
    pub fn update(
        &self,
        organization: &OrganizationId,
        id: &JobId,
        change: &JobChange,
        at: Timestamp,
    ) -> Result<Option<Job>, StoreError> {
        self.writer.check_organization(organization)?;
        self.writer.write(|conn| {
            // Imports compare titles and locations, so that an import and this change must wait for each other.
            dialect::lock_organization(conn, organization.as_str())?;
            let Some(mut job) = find(conn, organization.as_str(), id.as_str())? else {
                return Ok(Written::nothing(None));
            };
            let before = job.clone();
            apply(&mut job, change);
            update(conn, &job, at)?;
            let entry = changes::change_entry(&before, &job);
            Ok(Written::one(Some(job), entry))
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
        found = found.filter(jobs::draft.eq(false));
    }
    if let Some(search) = &query.search {
        let pattern = text::like_pattern(search);
        found = found.filter(jobs::search_text.like(pattern).escape('\\'));
    }
    found
}

fn list(conn: &mut DbConn, query: &JobQuery) -> Result<Page<Job>, StoreError> {
    let found = matching(query);
    let places: Vec<(NaiveDateTime, String)> =
        following!(found, query.page.after(), jobs::created_at, jobs::id)
            .order((jobs::created_at.desc(), jobs::id))
            .limit(pages::fetched(&query.page))
            .offset(query.page.offset())
            .select((jobs::created_at, jobs::id))
            .load(conn)?;
    let page = pages::cut(places, &query.page, |(at, id)| ListPosition {
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
    let total_count = if query.count {
        Some(matching(query).count().get_result(conn)?)
    } else {
        None
    };
    Ok(Page {
        items: pages::in_order(&ids, rows, JobRow::id)
            .into_iter()
            .map(|row| row.into_job(name.clone()))
            .collect::<Result<_, _>>()?,
        total_count,
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

fn apply(job: &mut Job, change: &JobChange) {
    let change = change.clone();
    let scored_before = (
        job.title.clone(),
        job.description.clone(),
        job.skills.clone(),
    );
    if let Some(title) = change.title {
        job.title = title;
    }
    if let Some(description) = change.description {
        job.description = description;
    }
    if let Some(skills) = change.skills {
        job.skills = skills;
    }
    if let Some(department) = change.department {
        job.department = department;
    }
    if let Some(location) = change.location {
        job.location = location;
    }
    if let Some(employment) = change.employment {
        let (employment_type, kind) = employment.unzip();
        job.employment_type = employment_type;
        job.employment_kind = kind.flatten();
    }
    if let Some(draft) = change.draft {
        job.draft = draft;
    }
    // Candidates are scored against these three, so that only they change the version.
    if scored_before
        != (
            job.title.clone(),
            job.description.clone(),
            job.skills.clone(),
        )
    {
        job.version += 1;
    }
}

fn update(conn: &mut DbConn, job: &Job, at: Timestamp) -> Result<(), StoreError> {
    let place_key = row::place_key(
        &job.title,
        job.department.as_deref(),
        job.location.as_deref(),
    );
    diesel::update(
        jobs::table
            .filter(jobs::organization_id.eq(job.organization_id.as_str()))
            .filter(jobs::id.eq(job.id.as_str())),
    )
    .set((
        jobs::title.eq(&job.title),
        jobs::description.eq(&job.description),
        jobs::skills.eq(serde_json::to_string(&job.skills)?),
        jobs::department.eq(&job.department),
        jobs::location.eq(&job.location),
        jobs::employment_type.eq(&job.employment_type),
        jobs::employment_kind.eq(job.employment_kind.map(EmploymentKind::as_str)),
        jobs::draft.eq(job.draft),
        jobs::place_key.eq(place_key),
        jobs::search_text.eq(row::search_text(&job.title, &job.description)),
        jobs::version.eq(job.version),
        jobs::updated_at.eq(stored(at)),
    ))
    .execute(conn)?;
    Ok(())
}
