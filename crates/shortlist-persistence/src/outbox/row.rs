//! A mail as a row.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    AccountLinkId, CandidateId, InterviewDetails, InterviewId, InterviewMinutes, MailFailure,
    MailFailureReason, MailKind, MailRecord, MailState, MailedInterview, NewMail, OrganizationId,
    QueuedMail, TimeZone, Timestamp, UserId,
};

use crate::error::StoreError;
use crate::schema::mails;
use crate::times::{stored, timestamp};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = mails, treat_none_as_default_value = false)]
pub(crate) struct MailRow {
    organization_id: String,
    id: String,
    kind: String,
    user_id: Option<String>,
    candidate_id: Option<String>,
    link_id: Option<String>,
    interview_id: Option<String>,
    sequence: Option<i32>,
    begins_at: Option<NaiveDateTime>,
    previous_at: Option<NaiveDateTime>,
    duration_minutes: Option<i32>,
    place: Option<String>,
    meeting_link: Option<String>,
    time_zone: Option<String>,
    state: String,
    created_at: NaiveDateTime,
    next_attempt_at: Option<NaiveDateTime>,
    attempts: i32,
    failure: Option<String>,
    failure_detail: Option<String>,
    sent_at: Option<NaiveDateTime>,
    message_id: Option<String>,
}

impl MailRow {
    /// Returns the row of a mail that waits.
    pub(crate) fn new(organization: &OrganizationId, mail: &NewMail, at: Timestamp) -> Self {
        let interview = mail.interview.as_ref();
        let details = interview.map(|interview| &interview.details);
        let zone = details.and_then(|details| details.time_zone);
        Self {
            organization_id: organization.as_str().to_owned(),
            id: mail.id.clone(),
            kind: mail.kind.as_str().to_owned(),
            user_id: mail.user_id.as_ref().map(|id| id.as_str().to_owned()),
            candidate_id: mail.candidate_id.as_ref().map(|id| id.as_str().to_owned()),
            link_id: mail.link_id.as_ref().map(|id| id.as_str().to_owned()),
            interview_id: interview.map(|interview| interview.id.as_str().to_owned()),
            sequence: interview.map(|one| i32::try_from(one.sequence).unwrap_or(i32::MAX)),
            begins_at: interview.map(|interview| stored(interview.begins_at)),
            previous_at: interview.and_then(|interview| interview.previous_at.map(stored)),
            duration_minutes: details.map(|details| details.duration.get().into()),
            place: details.and_then(|details| details.place.clone()),
            meeting_link: details.and_then(|details| details.meeting_link.clone()),
            time_zone: zone.map(|zone| zone.name().to_owned()),
            state: MailState::Waiting.as_str().to_owned(),
            created_at: stored(at),
            next_attempt_at: Some(stored(mail.send_at)),
            attempts: 0,
            failure: None,
            failure_detail: None,
            sent_at: None,
            message_id: None,
        }
    }

    /// Returns when the mail is attempted next.
    pub(crate) fn due_at(&self) -> Option<NaiveDateTime> {
        self.next_attempt_at
    }

    pub(crate) fn into_mail(self) -> Result<QueuedMail, StoreError> {
        let created_at = timestamp(self.created_at);
        let candidate = self.candidate_id.as_deref();
        let candidate = candidate.map(|id| CandidateId::parse("candidate_id", id));
        let link = self.link_id.as_deref();
        let link = link.map(|id| AccountLinkId::parse("link_id", id));
        Ok(QueuedMail {
            organization_id: OrganizationId::parse("organization_id", &self.organization_id)?,
            created_at,
            attempts: u32::try_from(self.attempts).unwrap_or_default(),
            mail: NewMail {
                kind: MailKind::parse("kind", &self.kind)?,
                user_id: user(self.user_id.as_deref())?,
                candidate_id: candidate.transpose()?,
                link_id: link.transpose()?,
                send_at: self.next_attempt_at.map_or(created_at, timestamp),
                interview: self.interview()?,
                id: self.id,
            },
        })
    }

    pub(crate) fn into_record(self) -> Result<MailRecord, StoreError> {
        Ok(MailRecord {
            state: MailState::parse("state", &self.state)?,
            next_attempt_at: self.next_attempt_at.map(timestamp),
            failure: self.failure()?,
            sent_at: self.sent_at.map(timestamp),
            message_id: self.message_id.clone(),
            queued: self.into_mail()?,
        })
    }

    fn failure(&self) -> Result<Option<MailFailure>, StoreError> {
        let Some(reason) = &self.failure else {
            return Ok(None);
        };
        Ok(Some(MailFailure {
            reason: MailFailureReason::parse("failure", reason)?,
            detail: self.failure_detail.clone(),
        }))
    }

    fn interview(&self) -> Result<Option<MailedInterview>, StoreError> {
        let (Some(id), Some(begins_at)) = (&self.interview_id, self.begins_at) else {
            return Ok(None);
        };
        let zone = self.time_zone.as_deref();
        let zone = zone.map(|name| TimeZone::parse("time_zone", name));
        let minutes = self.duration_minutes;
        let minutes = minutes.map(|minutes| InterviewMinutes::parse("duration_minutes", minutes));
        Ok(Some(MailedInterview {
            id: InterviewId::parse("interview_id", id)?,
            sequence: u32::try_from(self.sequence.unwrap_or_default()).unwrap_or_default(),
            begins_at: timestamp(begins_at),
            previous_at: self.previous_at.map(timestamp),
            details: InterviewDetails {
                duration: minutes.transpose()?.unwrap_or(InterviewMinutes::DEFAULT),
                place: self.place.clone(),
                meeting_link: self.meeting_link.clone(),
                time_zone: zone.transpose()?,
            },
        }))
    }
}

fn user(id: Option<&str>) -> Result<Option<UserId>, StoreError> {
    Ok(id.map(|id| UserId::parse("user_id", id)).transpose()?)
}
