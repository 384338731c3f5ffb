//! The questions that applicants for a job answer.

use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use shortlist_domain::{AuditedKind, JobId, JobQuestion, NewAuditEntry, OrganizationId, Weights};

use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::keys::JobKey;
use crate::records::read_weights;
use crate::schema::{candidates, job_questions};
use crate::store::Jobs;
use crate::writer::{JobWriter, Written};

#[derive(Serialize, Deserialize)]
struct QuestionRecord {
    key: String,
    text: String,
    required: bool,
    choices: Vec<String>,
}

impl QuestionRecord {
    fn of(question: &JobQuestion) -> Self {
        Self {
            key: question.key.clone(),
            text: question.text.clone(),
            required: question.required,
            choices: question.choices.clone(),
        }
    }

    fn into_question(self) -> JobQuestion {
        JobQuestion {
            key: self.key,
            text: self.text,
            required: self.required,
            choices: self.choices,
        }
    }
}

impl JobWriter<'_> {
    /// Replaces the questions of a job. Returns `false` if the organization has no such job.
    ///
    /// # Errors
    /// When the database fails.
    pub fn set_questions(
        &self,
        organization: &OrganizationId,
        job: &JobId,
        questions: &[JobQuestion],
    ) -> Result<bool, StoreError> {
        self.writer.check_organization(organization)?;
        let key = JobKey::of(organization, job);
        let records: Vec<_> = questions.iter().map(QuestionRecord::of).collect();
        let text = serde_json::to_string(&records)?;
        self.writer.write(|conn| {
            if !dialect::lock_job(conn, key.organization, key.job)? {
                return Ok(Written::nothing(false));
            }
            let before = find(conn, key)?;
            let row = job_questions::table
                .filter(job_questions::organization_id.eq(key.organization))
                .filter(job_questions::job_id.eq(key.job));
            diesel::delete(row).execute(conn)?;
            if !questions.is_empty() {
                diesel::insert_into(job_questions::table)
                    .values((
                        job_questions::organization_id.eq(key.organization),
                        job_questions::job_id.eq(key.job),
                        job_questions::questions.eq(&text),
                    ))
                    .execute(conn)?;
            }
            let after = Some(text.as_str()).filter(|_| !questions.is_empty());
            let entry = NewAuditEntry::done(AuditedKind::Job, key.job).with_change(
                "questions",
                before.as_deref(),
                after,
            );
            Ok(Written::one(true, entry))
        })
    }
}

fn find(conn: &mut DbConn, key: JobKey<'_>) -> QueryResult<Option<String>> {
    job_questions::table
        .filter(job_questions::organization_id.eq(key.organization))
        .filter(job_questions::job_id.eq(key.job))
        .select(job_questions::questions)
        .first(conn)
        .optional()
}

impl Jobs<'_> {
    /// Returns the questions of a job, in the order in which they were set.
    ///
    /// # Errors
    /// When the database fails.
    pub fn questions(
        &self,
        organization: &OrganizationId,
        job: &JobId,
    ) -> Result<Vec<JobQuestion>, StoreError> {
        let found = self
            .pools
            .read(|conn| Ok(find(conn, JobKey::of(organization, job))?))?;
        let Some(text) = found else {
            return Ok(Vec::new());
        };
        let records: Vec<QuestionRecord> = serde_json::from_str(&text)?;
        Ok(records
            .into_iter()
            .map(QuestionRecord::into_question)
            .collect())
    }

    /// Returns the weights by which the newest candidate of a job was scored. `None` if there is no candidate.
    ///
    /// # Errors
    /// When the database fails.
    pub fn newest_weights(
        &self,
        organization: &OrganizationId,
        job: &JobId,
    ) -> Result<Option<Weights>, StoreError> {
        let found: Option<String> = self.pools.read(|conn| {
            Ok(candidates::table
                .filter(candidates::organization_id.eq(organization.as_str()))
                .filter(candidates::job_id.eq(job.as_str()))
                .order((candidates::created_at.desc(), candidates::id))
                .select(candidates::weighting)
                .first(conn)
                .optional()?)
        })?;
        found.map(|text| read_weights(&text)).transpose()
    }
}
