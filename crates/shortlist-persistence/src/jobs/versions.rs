//! The versions of jobs that candidates were scored against.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{Job, JobId, JobRequirements, OrganizationId, RequirementEdits, Timestamp};

use crate::dialect::on_either;
use crate::error::StoreError;
use crate::records::{EditColumns, RequirementsRecord, edits_text, read_edits};
use crate::schema::job_versions;
use crate::store::Jobs;
use crate::times::stored;

/// A version of a job's title, description and skills, and of the changes to its requirements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobVersion {
    /// The version's number.
    pub version: i32,
    /// The title.
    pub title: String,
    /// The description.
    pub description: String,
    /// The listed skills.
    pub skills: Vec<String>,
    /// The changes to the requirements and the occupation.
    pub requirement_edits: RequirementEdits,
}

/// Title, description, skills and edits, as they are stored.
type VersionColumns = (String, String, String, EditColumns);

#[derive(Insertable)]
#[diesel(table_name = job_versions)]
struct NewVersionRow<'a> {
    organization_id: &'a str,
    job_id: &'a str,
    version: i32,
    engine_version: &'a str,
    title: &'a str,
    description: &'a str,
    skills: String,
    requirements: String,
    kept_at: NaiveDateTime,
    requirement_edits: Option<String>,
    occupation: Option<String>,
}

impl Jobs<'_> {
    /// Stores a job's current version and the requirements that an engine read from it. An existing version stays unchanged.
    ///
    /// # Errors
    /// When the database fails.
    pub fn insert_version(
        &self,
        job: &Job,
        requirements: &JobRequirements,
        engine_version: &str,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let skills = serde_json::to_string(&job.skills)?;
        let requirements = serde_json::to_string(&RequirementsRecord::of(requirements))?;
        let (edits, occupation) = edits_text(&job.requirement_edits)?;
        // The version follows from the job, and the audit log contains the job's changes.
        self.pools.write_unaudited(|conn| {
            let row = NewVersionRow {
                organization_id: job.organization_id.as_str(),
                job_id: job.id.as_str(),
                version: job.version,
                engine_version,
                title: &job.title,
                description: &job.description,
                skills: skills.clone(),
                requirements: requirements.clone(),
                kept_at: stored(at),
                requirement_edits: edits.clone(),
                occupation: occupation.clone(),
            };
            let insert = diesel::insert_into(job_versions::table)
                .values(row)
                .on_conflict_do_nothing();
            on_either!(conn, conn => insert.execute(conn))?;
            Ok(())
        })
    }

    /// Finds a version of a job that candidates were scored against.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_version(
        &self,
        organization: &OrganizationId,
        job: &JobId,
        version: i32,
    ) -> Result<Option<JobVersion>, StoreError> {
        let found: Option<VersionColumns> = self.pools.read(|conn| {
            // Each engine has its own row, because engines read a text differently. The text is the same in all of them.
            Ok(job_versions::table
                .filter(job_versions::organization_id.eq(organization.as_str()))
                .filter(job_versions::job_id.eq(job.as_str()))
                .filter(job_versions::version.eq(version))
                .select((
                    job_versions::title,
                    job_versions::description,
                    job_versions::skills,
                    (job_versions::requirement_edits, job_versions::occupation),
                ))
                .first(conn)
                .optional()?)
        })?;
        let read = |(title, description, skills, edits): VersionColumns| {
            let (edits, occupation) = edits;
            Ok(JobVersion {
                version,
                title,
                description,
                skills: serde_json::from_str(&skills)?,
                requirement_edits: read_edits(edits.as_deref(), occupation.as_deref())?,
            })
        };
        found.map(read).transpose()
    }
}
