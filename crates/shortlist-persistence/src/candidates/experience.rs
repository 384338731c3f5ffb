//! The experience of candidates that an earlier version stored without it.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{CandidateId, OrganizationId};

use super::row::months;
use crate::schema::candidates;
use crate::store::Candidates;
use crate::times::timestamp;
use crate::{StoreError, dialect};

/// How many candidates one call examines, and one transaction changes. Each transaction writes the pages of an index that its rows
/// are spread over, so fewer transactions write less.
const BATCH: i64 = 4_000;
/// How many resumes are in memory together.
const RESUMES: usize = 200;

/// A candidate up to which the experience is filled.
#[derive(Debug, Clone)]
pub struct ExperiencePosition {
    job: String,
    id: String,
    code: String,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = candidates)]
struct ExperienceRow {
    job_id: String,
    id: String,
    code: String,
    months_worked: Option<i32>,
    created_at: NaiveDateTime,
}

impl Candidates<'_> {
    /// Stores the experience of the next 4,000 candidates, where it is missing. Returns the last of them, or `None` if there are no
    /// more. Call [`keep_experience_index`](Self::keep_experience_index) when all organizations are filled.
    ///
    /// # Errors
    /// When the database fails.
    pub fn fill_experience(
        &self,
        organization: &OrganizationId,
        after: Option<&ExperiencePosition>,
    ) -> Result<Option<ExperiencePosition>, StoreError> {
        if after.is_none() {
            self.suspend_experience_index(organization)?;
        }
        let rows = self.experience_rows(organization, after)?;
        let last = rows.last().map(|row| ExperiencePosition {
            job: row.job_id.clone(),
            id: row.id.clone(),
            code: row.code.clone(),
        });
        let mut missing = Vec::new();
        for row in rows {
            if row.months_worked.is_none() {
                missing.push((
                    CandidateId::parse("id", &row.id)?,
                    timestamp(row.created_at),
                ));
            }
        }
        let mut found = Vec::new();
        for chunk in missing.chunks(RESUMES) {
            let ids: Vec<CandidateId> = chunk.iter().map(|(id, _)| id.clone()).collect();
            let resumes = self.load_resumes(organization, &ids)?;
            for (id, created_at) in chunk {
                let stored = resumes.get(id);
                let worked = stored.and_then(|it| it.resume.experience_months(created_at.date()));
                if let Some(worked) = months(worked) {
                    found.push((id.as_str(), worked));
                }
            }
        }
        if !found.is_empty() {
            self.pools.write_unaudited(|conn| {
                dialect::set_missing_months(conn, organization.as_str(), &found)
            })?;
        }
        Ok(last)
    }

    /// Removes the index of the order by experience from PostgreSQL while it misses the experience of many candidates.
    ///
    /// If an index contains a column that changes, PostgreSQL enters the row into all indexes again, and the search index alone takes
    /// longer than all else. Without it, most changed rows find space on their own page and stay where the indexes point to.
    fn suspend_experience_index(&self, organization: &OrganizationId) -> Result<(), StoreError> {
        let missing = self.pools.read(|conn| {
            let missing = candidates::table
                .filter(candidates::organization_id.eq(organization.as_str()))
                .filter(candidates::months_worked.is_null())
                .select(candidates::id)
                .limit(BATCH);
            Ok(missing.load::<String>(conn)?.len())
        })?;
        // It is not worth it for the few of a single batch.
        if i64::try_from(missing) == Ok(BATCH) {
            self.pools.with_writer(dialect::drop_experience_index)
        } else {
            Ok(())
        }
    }

    /// Creates the index of the order by experience if it is missing.
    ///
    /// # Errors
    /// When the database fails.
    pub fn keep_experience_index(&self) -> Result<(), StoreError> {
        self.pools.with_writer(dialect::keep_experience_index)
    }

    fn experience_rows(
        &self,
        organization: &OrganizationId,
        after: Option<&ExperiencePosition>,
    ) -> Result<Vec<ExperienceRow>, StoreError> {
        self.pools.read(|conn| {
            let rows = candidates::table
                .filter(candidates::organization_id.eq(organization.as_str()))
                .select(ExperienceRow::as_select())
                .limit(BATCH)
                .into_boxed();
            if dialect::stores_changed_rows_anew(conn) {
                // The order of codes is random. So a batch changes a row or two of each page. Their old versions leave the space for
                // those of the next batches.
                let after = after.map_or("", |it| it.code.as_str());
                let rows = rows.filter(candidates::code.gt(after));
                return Ok(rows.order(candidates::code).load(conn)?);
            }
            // The candidates of a job are next to each other in the table.
            let (job, id) = after.map_or(("", ""), |it| (it.job.as_str(), it.id.as_str()));
            let rows = rows
                .filter(candidates::job_id.ge(job))
                .filter(candidates::job_id.gt(job).or(candidates::id.gt(id)));
            Ok(rows
                .order((candidates::job_id, candidates::id))
                .load(conn)?)
        })
    }
}
