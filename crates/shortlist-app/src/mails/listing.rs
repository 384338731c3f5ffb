//! The mails that users see: what was sent, what waits, and what failed.

use std::collections::HashSet;

use shortlist_domain::{
    CandidateId, InvalidValue, ListPosition, MailAudience, MailCounts, MailQuery, MailRecord,
    MailState, NumberProblem, OrganizationId, Principal, UserType,
};

use crate::access::job_access::{team_scope, visible_candidate};
use crate::blind::Masks;
use crate::checks::find_candidate_id;
use crate::error::AppError;
use crate::mails::MailOutbox;
use crate::mails::transport::{MailTransport, TestTimes};
use crate::records::Records;

/// The most mails in a list.
pub const MAX_LISTED_MAILS: i32 = 100;

/// The longest identifier of a mail, in bytes. It names the kind, two records and a number.
const MAX_ID_BYTES: usize = 300;

const NO_MAIL: AppError = AppError::NotFound {
    field: "mailId",
    what: "mail",
};

/// Which mails to list.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct ListMails {
    pub state: Option<String>,
    pub candidate_id: Option<String>,
    pub before: Option<String>,
    pub limit: Option<i32>,
}

/// The use cases of mails.
pub struct Mails<'a> {
    pub(crate) records: Records<'a>,
    pub(crate) outbox: MailOutbox<'a>,
    /// Who gets mails from this installation.
    pub(crate) audience: Option<MailAudience>,
    pub(crate) transport: Option<&'a dyn MailTransport>,
    pub(crate) tests: &'a TestTimes,
}

impl Mails<'_> {
    /// Lists the mails about candidates of jobs that the caller has access to, the latest first.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, or if the caller has access to no such candidate.
    pub fn list(
        &self,
        principal: &Principal,
        input: &ListMails,
    ) -> Result<Vec<MailRecord>, AppError> {
        let store = self.records.store;
        let organization = &principal.organization_id;
        let limit = input.limit.unwrap_or(MAX_LISTED_MAILS);
        let limit = u32::try_from(limit)
            .ok()
            .filter(|_| (1..=MAX_LISTED_MAILS).contains(&limit));
        let problem = NumberProblem::OutOfRange {
            least: 1,
            most: i64::from(MAX_LISTED_MAILS),
        };
        let state = input.state.as_deref();
        let candidate = input.candidate_id.as_deref();
        let before = input.before.as_deref();
        let query = MailQuery {
            organization_id: organization.clone(),
            state: state
                .map(|name| MailState::parse("state", name))
                .transpose()?,
            candidate_id: candidate
                .map(|id| self.visible(principal, id))
                .transpose()?,
            after: before.map(|id| self.position(principal, id)).transpose()?,
            only_of_candidates: !sees_links(principal),
            limit: limit.ok_or_else(|| InvalidValue::new("limit", problem))?,
        };
        let mut found = store.mails().list(&query, team_scope(store, principal)?)?;
        self.mask(principal, &mut found)?;
        Ok(found)
    }

    /// Counts the mails of an organization that wait, and those that failed.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn counts(&self, organization: &OrganizationId) -> Result<MailCounts, AppError> {
        Ok(self.records.store.mails().counts(organization)?)
    }

    /// Returns a mail about a candidate for a job that the caller has access to.
    pub(super) fn get(&self, principal: &Principal, mail_id: &str) -> Result<MailRecord, AppError> {
        let found = self.find(&principal.organization_id, mail_id)?;
        let mut found = found.ok_or(NO_MAIL)?;
        match &found.queued.mail.candidate_id {
            Some(candidate) => {
                let visible = visible_candidate(self.records.store, principal, candidate);
                AppError::if_found(visible)?.ok_or(NO_MAIL)?;
            }
            None if sees_links(principal) => {}
            None => return Err(NO_MAIL),
        }
        self.mask(principal, std::slice::from_mut(&mut found))?;
        Ok(found)
    }

    /// Finds a mail. A text that no identifier has, such as one that PostgreSQL does not accept, finds none.
    fn find(
        &self,
        organization: &OrganizationId,
        id: &str,
    ) -> Result<Option<MailRecord>, AppError> {
        if id.len() > MAX_ID_BYTES || !id.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Ok(None);
        }
        Ok(self.records.store.mails().find(organization, id)?)
    }

    /// Removes what could say who a masked candidate is: the words of a mail server, and the place of an interview.
    fn mask(&self, principal: &Principal, mails: &mut [MailRecord]) -> Result<(), AppError> {
        let candidates = mails.iter().map(|one| &one.queued.mail.candidate_id);
        let ids: HashSet<CandidateId> = candidates.flatten().cloned().collect();
        let ids: Vec<CandidateId> = ids.into_iter().collect();
        let masks = Masks::of(self.records.store, principal, &ids)?;
        let hidden = mails.iter_mut().filter(|one| {
            let candidate = one.queued.mail.candidate_id.as_ref();
            candidate.is_some_and(|id| masks.hides(id))
        });
        for record in hidden {
            if let Some(failure) = &mut record.failure {
                failure.detail = None;
            }
            if let Some(interview) = &mut record.queued.mail.interview {
                interview.details.place = None;
                interview.details.meeting_link = None;
            }
        }
        Ok(())
    }

    /// Returns the candidate of a filter, if the caller has access to its job.
    fn visible(&self, principal: &Principal, text: &str) -> Result<CandidateId, AppError> {
        let store = self.records.store;
        let id = find_candidate_id(store, &principal.organization_id, text)?;
        Ok(visible_candidate(store, principal, &id)?.id)
    }

    /// Returns the position of a mail in a list. A mail that the caller does not see has none.
    fn position(&self, principal: &Principal, id: &str) -> Result<ListPosition, AppError> {
        let found = AppError::if_found(self.get(principal, id))?;
        let last = found.ok_or(AppError::NotFound {
            field: "before",
            what: "mail",
        })?;
        Ok(ListPosition {
            at: last.queued.created_at,
            tie_breaker: last.queued.mail.id,
        })
    }
}

/// Returns whether a caller sees the mails with links of users. They are about no candidate, and users are a matter of Admins.
fn sees_links(principal: &Principal) -> bool {
    principal.user_type == UserType::Admin
}
