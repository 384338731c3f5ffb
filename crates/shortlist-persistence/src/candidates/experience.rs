//! The experience of candidates that an earlier version stored without it.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{CandidateId, JobId, OrganizationId};

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

/// A job and one of its candidates.
type Position = (JobId, CandidateId);

/// A row: the job, the candidate, the experience, and when the candidate was created.
type ExperienceRow = (String, String, Option<i32>, NaiveDateTime);

impl Candidates<'_> {
    /// Stores the experience of the next 4,000 candidates in the order of their jobs, where it is missing. Returns the last of
    /// them, or `None` if there are no more.
    ///
    /// Most indexes begin with the job, so the entries of a job's candidates are next to each other in them.
    ///
    /// # Errors
    /// When the database fails.
    pub fn fill_experience(
        &self,
        organization: &OrganizationId,
        after: Option<&Position>,
    ) -> Result<Option<Position>, StoreError> {
        let rows = self.experience_rows(organization, after)?;
        let last = match rows.last() {
            None => return Ok(None),
            Some((job, id, ..)) => (JobId::parse("job_id", job)?, CandidateId::parse("id", id)?),
        };
        let mut missing = Vec::new();
        for (_, id, months_worked, created_at) in rows {
            if months_worked.is_none() {
                missing.push((CandidateId::parse("id", &id)?, timestamp(created_at)));
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
        Ok(Some(last))
    }

    fn experience_rows(
        &self,
        organization: &OrganizationId,
        after: Option<&Position>,
    ) -> Result<Vec<ExperienceRow>, StoreError> {
        let (job, id) = after.map_or(("", ""), |(job, id)| (job.as_str(), id.as_str()));
        self.pools.read(|conn| {
            Ok(candidates::table
                .filter(candidates::organization_id.eq(organization.as_str()))
                // The index is entered at the job.
                .filter(candidates::job_id.ge(job))
                .filter(candidates::job_id.gt(job).or(candidates::id.gt(id)))
                .order((candidates::job_id, candidates::id))
                .limit(BATCH)
                .select((
                    candidates::job_id,
                    candidates::id,
                    candidates::months_worked,
                    candidates::created_at,
                ))
                .load(conn)?)
        })
    }
}
