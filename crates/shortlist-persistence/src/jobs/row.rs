//! The database row of a job.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use sha2::{Digest, Sha256};
use shortlist_domain::{
    Attribute, ChoiceProblem, EmailAddress, EmploymentKind, InvalidValue, Job, JobId, JobStatus,
    NewJob, OrganizationId, UserId,
};

use super::details::Details;
use crate::error::StoreError;
use crate::records::read_edits;
use crate::schema::jobs;
use crate::text::folded;
use crate::times::{stored, timestamp};

#[derive(Queryable, Selectable)]
#[diesel(table_name = jobs)]
pub(crate) struct JobRow {
    organization_id: String,
    id: String,
    recruiter_id: String,
    title: String,
    description: String,
    skills: String,
    code: String,
    department: Option<String>,
    location: Option<String>,
    employment_type: Option<String>,
    employment_kind: Option<String>,
    attributes: String,
    version: i32,
    created_at: NaiveDateTime,
    updated_at: NaiveDateTime,
    status: String,
    status_reason: Option<String>,
    status_changed_at: Option<NaiveDateTime>,
    external_id: Option<String>,
    blind: bool,
    revision: i32,
    requirement_edits: Option<String>,
    occupation: Option<String>,
    reply_to: Option<String>,
}

impl JobRow {
    pub(crate) fn recruiter_id(&self) -> &str {
        &self.recruiter_id
    }

    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    pub(crate) fn into_job(self, recruiter_name: String) -> Result<Job, StoreError> {
        let kind = self
            .employment_kind
            .as_deref()
            .map(parse_kind)
            .transpose()?;
        let reply_to = self.reply_to.as_deref();
        let reply_to = reply_to.map(|text| EmailAddress::parse("reply_to", text));
        Ok(Job {
            id: JobId::parse("id", &self.id)?,
            organization_id: OrganizationId::parse("organization_id", &self.organization_id)?,
            recruiter_id: UserId::parse("recruiter_id", &self.recruiter_id)?,
            recruiter_name,
            title: self.title,
            description: self.description,
            skills: serde_json::from_str(&self.skills)?,
            code: self.code,
            department: self.department,
            location: self.location,
            employment_type: self.employment_type,
            employment_kind: kind,
            status: JobStatus::parse("status", &self.status)?,
            status_reason: self.status_reason,
            status_changed_at: self.status_changed_at.map(timestamp),
            external_id: self.external_id,
            reply_to: reply_to.transpose()?,
            blind: self.blind,
            attributes: read_attributes(&self.attributes)?,
            requirement_edits: read_edits(
                self.requirement_edits.as_deref(),
                self.occupation.as_deref(),
            )?,
            version: self.version,
            revision: self.revision,
            created_at: timestamp(self.created_at),
            updated_at: timestamp(self.updated_at),
        })
    }
}

fn parse_kind(name: &str) -> Result<EmploymentKind, InvalidValue> {
    EmploymentKind::ALL
        .into_iter()
        .find(|kind| kind.as_str() == name)
        .ok_or_else(|| InvalidValue::new("employment_kind", ChoiceProblem::NotEmploymentKind))
}

fn read_attributes(json: &str) -> Result<Vec<Attribute>, StoreError> {
    let pairs: Vec<(String, String)> = serde_json::from_str(json)?;
    Ok(pairs
        .into_iter()
        .map(|(name, value)| Attribute { name, value })
        .collect())
}

/// Returns attributes as they are stored.
pub(super) fn attributes_json(attributes: &[Attribute]) -> Result<String, StoreError> {
    let pairs = attributes.iter();
    let pairs: Vec<(&str, &str)> = pairs.map(|a| (a.name.as_str(), a.value.as_str())).collect();
    Ok(serde_json::to_string(&pairs)?)
}

#[derive(Insertable)]
#[diesel(table_name = jobs, treat_none_as_default_value = false)]
pub(crate) struct NewJobRow<'a> {
    organization_id: &'a str,
    id: &'a str,
    recruiter_id: &'a str,
    title: &'a str,
    description: &'a str,
    skills: String,
    code: &'a str,
    folded_code: String,
    place_key: Vec<u8>,
    department: Option<&'a str>,
    location: Option<&'a str>,
    employment_type: Option<&'a str>,
    employment_kind: Option<&'a str>,
    attributes: String,
    version: i32,
    created_at: NaiveDateTime,
    updated_at: NaiveDateTime,
    search_text: String,
    status: &'static str,
    external_id: Option<&'a str>,
    details_text: String,
    blind: bool,
    stages: Option<&'a str>,
    reply_to: Option<&'a str>,
}

impl<'a> NewJobRow<'a> {
    /// Returns the row of a job with a code and with stages, as they are stored.
    pub(crate) fn of(
        new: &'a NewJob,
        code: &'a str,
        stages: Option<&'a str>,
    ) -> Result<Self, StoreError> {
        Ok(Self {
            organization_id: new.organization_id.as_str(),
            id: new.id.as_str(),
            recruiter_id: new.recruiter_id.as_str(),
            title: &new.title,
            description: &new.description,
            skills: serde_json::to_string(&new.skills)?,
            code,
            folded_code: folded(code),
            place_key: place_key(
                &new.title,
                new.department.as_deref(),
                new.location.as_deref(),
            ),
            department: new.department.as_deref(),
            location: new.location.as_deref(),
            employment_type: new.employment_type.as_deref(),
            employment_kind: new.employment_kind.map(EmploymentKind::as_str),
            attributes: attributes_json(&new.attributes)?,
            version: 1,
            created_at: stored(new.created_at),
            updated_at: stored(new.created_at),
            search_text: search_text(&new.title, &new.description),
            status: JobStatus::of_draft(new.draft).as_str(),
            external_id: new.external_id.as_deref(),
            details_text: Details {
                code,
                external_id: new.external_id.as_deref(),
                department: new.department.as_deref(),
                location: new.location.as_deref(),
                attributes: &new.attributes,
            }
            .text(),
            blind: new.blind,
            stages,
            reply_to: new.reply_to.as_ref().map(EmailAddress::as_str),
        })
    }
}

/// Returns the text that searches of the list match.
pub(crate) fn search_text(title: &str, description: &str) -> String {
    format!("{title}\n{description}").to_lowercase()
}

/// Returns a key that is equal for jobs with the same title, department and location, ignoring case and whitespace. It is a
/// digest, because the three texts together are too long for a PostgreSQL index.
pub(crate) fn place_key(title: &str, department: Option<&str>, location: Option<&str>) -> Vec<u8> {
    let mut hasher = Sha256::new();
    for part in [title, department.unwrap_or(""), location.unwrap_or("")] {
        hasher.update(folded(part));
        hasher.update([0]);
    }
    hasher.finalize().to_vec()
}
