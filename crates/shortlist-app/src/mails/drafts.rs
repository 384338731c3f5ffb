//! What a mail says: the values of its template, looked up when it is sent.
//!
//! No name and no address is stored with a mail, so a correction counts for mails that wait. An interviewer's mail shows of a
//! masked candidate what the pages show that interviewer: the code, and not the place, which may name the person.

use std::fmt;

use shortlist_domain::{
    Candidate, CandidateStatus, DigestCounts, EmailAddress, MailFailureReason, MailKind,
    MailedInterview, OfferState, Organization, OrganizationId, QueuedMail, Timestamp, User, UserId,
};
use shortlist_mail::{Explanation, Language};

use crate::error::AppError;
use crate::mails::MailOutbox;

/// A mail that can be written.
#[derive(Debug, Clone)]
pub struct MailDraft {
    /// The mail. The places of its interview are left out if the recipient may not see them.
    pub queued: QueuedMail,
    /// The name of the recipient.
    pub to_name: String,
    /// The address of the recipient.
    pub to: EmailAddress,
    /// Where answers go, if the job has an address of its own.
    pub reply_to: Option<EmailAddress>,
    /// The name of the candidate, or the code, if the mail is about one.
    pub candidate_name: Option<String>,
    /// The title of the job, if the mail is about one.
    pub job_title: Option<String>,
    /// The name of the organization.
    pub organization_name: String,
    /// The names of the interviewers, if there are several.
    pub interviewers: Option<String>,
    /// The name of who mentions the user in a note, if the mail is about one.
    pub author: Option<String>,
    /// What waits for the user, if the mail is a digest.
    pub digest: Option<DigestCounts>,
    /// The page where the user sets a password, if the mail leads there.
    pub password_page: Option<PasswordPage>,
    /// The explanation of a rejection: [`MailOutbox::explanation`] in the language of the mail.
    pub explanation: Option<Explanation>,
}

impl MailDraft {
    /// Returns a mail to a user that is about no candidate. The caller adds what it is about.
    pub(super) fn to_user(queued: QueuedMail, user: User, organization: Organization) -> Self {
        Self {
            queued,
            to_name: user.full_name,
            to: user.email,
            reply_to: None,
            candidate_name: None,
            job_title: None,
            organization_name: organization.name,
            interviewers: None,
            author: None,
            digest: None,
            password_page: None,
            explanation: None,
        }
    }
}

/// A page where a user sets a password. Its path contains a secret.
#[derive(Clone)]
pub struct PasswordPage {
    /// The path.
    pub path: String,
    /// Until when it can be used.
    pub expires_at: Timestamp,
}

impl fmt::Debug for PasswordPage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut page = formatter.debug_struct("PasswordPage");
        page.field("expires_at", &self.expires_at)
            .finish_non_exhaustive()
    }
}

/// A mail that can be written, or why there is none.
#[derive(Debug, Clone)]
pub enum ComposedMail {
    /// It can be written.
    Draft(Box<MailDraft>),
    /// There is no reason to send it any more.
    Dropped(MailFailureReason),
}

/// Whom a mail is to, and what they see of the candidate.
struct Recipient {
    name: String,
    address: EmailAddress,
    candidate_name: String,
    sees_place: bool,
}

impl MailOutbox<'_> {
    /// Looks up what a mail says.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn compose(&self, queued: QueuedMail) -> Result<ComposedMail, AppError> {
        match (queued.mail.kind, queued.mail.link_id.clone()) {
            (MailKind::Mention, _) => self.compose_mention(queued),
            (MailKind::DailyDigest, _) => self.compose_digest(queued),
            (_, Some(link)) => self.compose_link(queued, &link),
            (_, None) => self.compose_of_candidate(queued),
        }
    }

    /// Returns the explanation of a rejection, if the organization has a contact for candidates. Other mails have no explanation.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn explanation(
        &self,
        queued: &QueuedMail,
        language: Language,
    ) -> Result<Option<Explanation>, AppError> {
        let id = queued.mail.candidate_id.as_ref();
        let Some(id) = id.filter(|_| queued.mail.kind == MailKind::Rejected) else {
            return Ok(None);
        };
        let found = self.store.candidates().find(&queued.organization_id, id)?;
        let rejected = found.filter(|found| found.status == Some(CandidateStatus::Rejected));
        match rejected {
            Some(candidate) => self.packets.mailed(&candidate, language),
            None => Ok(None),
        }
    }

    /// Looks up what a mail about a candidate says.
    pub(super) fn compose_of_candidate(
        &self,
        mut queued: QueuedMail,
    ) -> Result<ComposedMail, AppError> {
        let organization_id = queued.organization_id.clone();
        let Some(candidate_id) = queued.mail.candidate_id.clone() else {
            return Ok(ComposedMail::Dropped(MailFailureReason::CandidateErased));
        };
        let candidates = self.store.candidates();
        let candidate = candidates.find(&organization_id, &candidate_id)?;
        let organization = self.store.organizations().find(&organization_id)?;
        let (Some(candidate), Some(organization)) = (candidate, organization) else {
            return Ok(ComposedMail::Dropped(MailFailureReason::CandidateErased));
        };
        let Some(job) = self
            .store
            .jobs()
            .find(&organization_id, &candidate.job_id)?
        else {
            return Ok(ComposedMail::Dropped(MailFailureReason::JobDeleted));
        };
        let recipient = match &queued.mail.user_id {
            Some(user) => self.interviewer(user, &candidate)?,
            None => of_candidate(queued.mail.kind, &candidate),
        };
        let recipient = match recipient {
            Ok(recipient) => recipient,
            Err(reason) => return Ok(ComposedMail::Dropped(reason)),
        };
        if let Some(reason) = self.reason_to_drop(&mut queued)? {
            return Ok(ComposedMail::Dropped(reason));
        }
        if let Some(interview) = queued
            .mail
            .interview
            .as_mut()
            .filter(|_| !recipient.sees_place)
        {
            interview.details.place = None;
            interview.details.meeting_link = None;
        }
        let interviewers = self.panel_names(&organization_id, queued.mail.interview.as_ref())?;
        Ok(ComposedMail::Draft(Box::new(MailDraft {
            queued,
            to_name: recipient.name,
            to: recipient.address,
            reply_to: job.reply_to,
            candidate_name: Some(recipient.candidate_name),
            job_title: Some(job.title),
            organization_name: organization.name,
            interviewers,
            author: None,
            digest: None,
            password_page: None,
            explanation: None,
        })))
    }

    /// Returns why a mail is not sent after all. Brings the values of a mail that a time causes up to date.
    fn reason_to_drop(
        &self,
        queued: &mut QueuedMail,
    ) -> Result<Option<MailFailureReason>, AppError> {
        if self.is_switched_off(queued)? {
            return Ok(Some(MailFailureReason::SwitchedOff));
        }
        if let Some(reason) = self.refresh(queued)? {
            return Ok(Some(reason));
        }
        let mail = &queued.mail;
        if mail.kind == MailKind::Offer && !self.has_open_offer(queued)? {
            return Ok(Some(MailFailureReason::NoOpenOffer));
        }
        let has_begun = has_begun(mail.interview.as_ref(), self.clock.now());
        let is_late = has_begun && mail.kind != MailKind::ReportDue;
        Ok(is_late.then_some(MailFailureReason::InterviewBegun))
    }

    /// Returns whether the candidate of a mail has an offer that was sent and not answered.
    fn has_open_offer(&self, queued: &QueuedMail) -> Result<bool, AppError> {
        let ids = queued.mail.candidate_id.as_slice();
        let candidates = self.store.candidates();
        let offers = candidates.load_offers(&queued.organization_id, ids)?;
        Ok(offers.values().any(|offer| offer.state == OfferState::Sent))
    }

    fn interviewer(
        &self,
        user: &UserId,
        candidate: &Candidate,
    ) -> Result<Result<Recipient, MailFailureReason>, AppError> {
        let organization = &candidate.organization_id;
        let found = self.store.users().find(organization, user)?;
        let Some(user) = found.filter(|user| user.active && !user.is_integration) else {
            return Ok(Err(MailFailureReason::UserInactive));
        };
        let ids = std::slice::from_ref(&candidate.id);
        let masked = self
            .store
            .candidates()
            .masked_for(organization, &user.id, ids)?;
        let is_masked = masked.contains(&candidate.id);
        Ok(Ok(Recipient {
            name: user.full_name,
            address: user.email,
            candidate_name: shown_name(candidate, is_masked),
            sees_place: !is_masked,
        }))
    }

    /// Returns the names of the interviewers who hold an interview together.
    fn panel_names(
        &self,
        organization: &OrganizationId,
        interview: Option<&MailedInterview>,
    ) -> Result<Option<String>, AppError> {
        let Some(interview) = interview else {
            return Ok(None);
        };
        let interviews = self.store.interviews();
        let found = interviews.find(organization, &interview.id)?;
        let Some(panel) = found.and_then(|found| found.panel_id) else {
            return Ok(None);
        };
        let members = interviews.panels(organization, std::slice::from_ref(&panel))?;
        let members = members.into_values().flatten();
        let present = members.filter(|member| member.status.occupies());
        let names: Vec<String> = present.map(|member| member.interviewer_name).collect();
        Ok(Some(names.join(", ")).filter(|names| !names.is_empty()))
    }
}

fn of_candidate(kind: MailKind, candidate: &Candidate) -> Result<Recipient, MailFailureReason> {
    let is_rejected = candidate.status == Some(CandidateStatus::Rejected);
    match kind {
        MailKind::Rejected if !is_rejected => return Err(MailFailureReason::NotRejected),
        MailKind::InterviewInvited
        | MailKind::InterviewMoved
        | MailKind::InterviewReminder
        | MailKind::Offer
            if is_rejected =>
        {
            return Err(MailFailureReason::CandidateRejected);
        }
        MailKind::Offer if has_outcome(candidate) => return Err(MailFailureReason::NoOpenOffer),
        _ => {}
    }
    let address = candidate.email.clone();
    Ok(Recipient {
        name: candidate.full_name.clone(),
        address: address.ok_or(MailFailureReason::NoAddress)?,
        candidate_name: shown_name(candidate, false),
        sees_place: true,
    })
}

/// Returns whether a candidate needs no answer to an offer.
fn has_outcome(candidate: &Candidate) -> bool {
    matches!(
        candidate.status,
        Some(CandidateStatus::Hired | CandidateStatus::Withdrawn)
    )
}

/// Returns the name of a candidate, or the code if the recipient may not see the name, or if there is none.
pub(super) fn shown_name(candidate: &Candidate, is_masked: bool) -> String {
    if is_masked || candidate.full_name.trim().is_empty() {
        candidate.code.to_string()
    } else {
        candidate.full_name.clone()
    }
}

fn has_begun(interview: Option<&MailedInterview>, now: Timestamp) -> bool {
    interview.is_some_and(|interview| interview.begins_at <= now)
}
