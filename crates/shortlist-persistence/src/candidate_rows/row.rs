//! The database row of a candidate.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    Candidate, CandidateCode, CandidateId, CandidateStatus, EmailAddress, JobId, ListPosition,
    NewCandidate, OrganizationId, PhoneNumber, Score, StageId, plain_text,
};

use crate::candidate_rows::tenths;
use crate::error::StoreError;
use crate::records::{facts_text, values_text, weighting_text};
use crate::schema::candidates;
use crate::text::folded;
use crate::times::{stored, timestamp};

#[derive(Queryable, Selectable)]
#[diesel(table_name = candidates)]
pub(crate) struct CandidateRow {
    organization_id: String,
    id: String,
    code: String,
    job_id: String,
    full_name: String,
    email: Option<String>,
    phone: Option<String>,
    skills: String,
    status: Option<String>,
    score_tenths: i16,
    sort_name: String,
    status_reason: Option<String>,
    stage_id: Option<String>,
    source: Option<String>,
    external_id: Option<String>,
    masked_external_id: Option<String>,
    months_worked: Option<i32>,
    created_at: NaiveDateTime,
    updated_at: NaiveDateTime,
}

impl CandidateRow {
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    pub(crate) fn place(&self) -> ListPosition {
        ListPosition {
            at: timestamp(self.created_at),
            tie_breaker: self.id.clone(),
        }
    }

    pub(crate) fn into_candidate(self) -> Result<Candidate, StoreError> {
        let email = self.email.map(|email| EmailAddress::parse("email", &email));
        let phone = self.phone.map(|phone| PhoneNumber::parse("phone", &phone));
        let status = self
            .status
            .map(|status| CandidateStatus::parse("status", &status));
        let status = status.transpose()?;
        let stage_id = match &self.stage_id {
            Some(id) => StageId::parse("stage_id", id)?,
            None => StageId::of_status(status.unwrap_or(CandidateStatus::Active)),
        };
        Ok(Candidate {
            may_be_masked: is_code_key(&self.sort_name, &self.code),
            id: CandidateId::parse("id", &self.id)?,
            code: CandidateCode::parse("code", &self.code)?,
            organization_id: OrganizationId::parse("organization_id", &self.organization_id)?,
            job_id: JobId::parse("job_id", &self.job_id)?,
            full_name: self.full_name,
            email: email.transpose()?,
            phone: phone.transpose()?,
            score: Some(Score::from_tenths(i64::from(self.score_tenths))),
            skills: serde_json::from_str(&self.skills)?,
            status,
            status_reason: self.status_reason,
            stage_id,
            source: self.source,
            external_id: self.external_id.or(self.masked_external_id),
            months_worked: self.months_worked.and_then(|months| months.try_into().ok()),
            created_at: timestamp(self.created_at),
            updated_at: timestamp(self.updated_at),
        })
    }
}

#[derive(Insertable)]
#[diesel(table_name = candidates, treat_none_as_default_value = false)]
pub(crate) struct NewCandidateRow<'a> {
    organization_id: &'a str,
    id: &'a str,
    code: &'a str,
    job_id: &'a str,
    recruiter_id: &'a str,
    identity: &'a str,
    file_digest: &'a [u8],
    full_name: &'a str,
    email: Option<&'a str>,
    phone: Option<&'a str>,
    skills: String,
    score_tenths: i16,
    sort_name: String,
    receipt_number: i32,
    weighting: String,
    criterion_values: String,
    receipt_facts: String,
    scored_by: &'a str,
    scored_version: i32,
    months_worked: Option<i32>,
    stage_id: Option<&'a str>,
    created_at: NaiveDateTime,
    updated_at: NaiveDateTime,
    search_text: String,
}

impl<'a> NewCandidateRow<'a> {
    /// Returns the row of a candidate in a stage; `None` stands for the default stage.
    pub(crate) fn of(
        new: &'a NewCandidate,
        code: &'a CandidateCode,
        stage: Option<&'a StageId>,
        names: Names,
    ) -> Result<Self, StoreError> {
        let candidate = as_candidate(new, code.clone(), stage, names);
        Ok(Self {
            organization_id: new.organization_id.as_str(),
            id: new.id.as_str(),
            code: code.as_str(),
            job_id: new.job_id.as_str(),
            recruiter_id: new.recruiter_id.as_str(),
            identity: new.identity.as_str(),
            file_digest: new.file.digest.0.as_slice(),
            full_name: new.resume.name().unwrap_or(""),
            email: new.resume.email_address().map(EmailAddress::as_str),
            phone: new.resume.phone_number().map(PhoneNumber::as_str),
            skills: serde_json::to_string(&candidate.skills)?,
            score_tenths: tenths(new.receipt.score),
            sort_name: sort_name(&candidate, names),
            receipt_number: 1,
            weighting: weighting_text(&new.receipt)?,
            criterion_values: values_text(&new.receipt)?,
            receipt_facts: facts_text(&new.receipt),
            scored_by: &new.receipt.engine_version,
            scored_version: new.job_version,
            months_worked: months(candidate.months_worked),
            stage_id: stage.map(StageId::as_str),
            created_at: stored(new.created_at),
            updated_at: stored(new.created_at),
            search_text: search_text(&candidate, names),
        })
    }
}

/// Returns the candidate that a new one becomes when it is stored.
pub(crate) fn as_candidate(
    new: &NewCandidate,
    code: CandidateCode,
    stage: Option<&StageId>,
    names: Names,
) -> Candidate {
    let default_stage = StageId::of_status(CandidateStatus::Active);
    let mut candidate = Candidate {
        id: new.id.clone(),
        code,
        organization_id: new.organization_id.clone(),
        job_id: new.job_id.clone(),
        full_name: new.resume.name().unwrap_or_default().to_owned(),
        email: new.resume.email_address().cloned(),
        phone: new.resume.phone_number().cloned(),
        score: Some(new.receipt.score),
        skills: new.resume.skills.iter().map(|s| s.name.clone()).collect(),
        status: None,
        status_reason: None,
        stage_id: stage.cloned().unwrap_or(default_stage),
        source: None,
        external_id: None,
        months_worked: new.resume.experience_months(new.created_at.date()),
        created_at: new.created_at,
        updated_at: new.created_at,
        may_be_masked: false,
    };
    candidate.may_be_masked = is_code_key(&sort_name(&candidate, names), candidate.code.as_str());
    candidate
}

/// Returns a number of months as it is stored.
pub(crate) fn months(months: Option<u32>) -> Option<i32> {
    months.and_then(|months| i32::try_from(months).ok())
}

/// Whether the texts by which candidates are searched and ordered contain who they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Names {
    /// They contain name, e-mail address and telephone number.
    Shown,
    /// The job is blind: they contain the code instead, so that no search, order or cursor reveals a name.
    Masked,
}

impl Names {
    /// Returns the rule for a job that is blind, or not.
    pub(crate) fn of_job(is_blind: bool) -> Self {
        if is_blind { Self::Masked } else { Self::Shown }
    }
}

/// Returns the key that orders equal scores on a leaderboard: the displayed name, ignoring case.
///
/// Blind review relies on it: a candidate whose key is not that of its code is shown by name.
pub(crate) fn sort_name(candidate: &Candidate, names: Names) -> String {
    let name = folded(&candidate.full_name);
    if name.is_empty() || names == Names::Masked {
        code_key(candidate.code.as_str())
    } else {
        name
    }
}

/// Returns the key that orders a candidate by its code.
fn code_key(code: &str) -> String {
    code.to_lowercase()
}

/// Returns whether a stored key is that of a code, as in all blind jobs.
pub(crate) fn is_code_key(sort_name: &str, code: &str) -> bool {
    sort_name == code_key(code)
}

/// Returns the text that searches of the list match. Each value has its own line, so that no match spans two values.
pub(crate) fn search_text(candidate: &Candidate, names: Names) -> String {
    if names == Names::Masked {
        let skills = candidate.skills.iter().map(String::as_str);
        let lines: Vec<&str> = [candidate.code.as_str()]
            .into_iter()
            .chain(skills)
            .collect();
        return plain_text(&lines.join("\n"));
    }
    let phone = candidate.phone.as_ref().map_or("", PhoneNumber::as_str);
    let digits: String = phone.chars().filter(char::is_ascii_digit).collect();
    let email = candidate.email.as_ref().map_or("", EmailAddress::as_str);
    let mut lines = vec![
        candidate.full_name.as_str(),
        email,
        phone,
        &digits,
        candidate.code.as_str(),
    ];
    lines.extend(candidate.skills.iter().map(String::as_str));
    plain_text(&lines.join("\n"))
}
