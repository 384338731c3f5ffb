//! Adding an interviewer to an existing panel.

use shortlist_domain::{Interview, InterviewId, Principal, UserId};
use shortlist_persistence::{NewPanelMember, PanelAddition};

use crate::access::job_access::visible_interview;
use crate::checks::{NO_INTERVIEW, check_interviewer};
use crate::conflict::{InterviewConflict, Limited};
use crate::error::AppError;
use crate::interviews::Interviews;
use crate::interviews::panels::MAX_INTERVIEWERS;
use crate::operations::Operation;
use crate::secrets::random_bits;

/// An interviewer to add to a panel, as the caller gave them.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct AddInterviewer {
    pub interview_id: String,
    pub interviewer_id: String,
    pub allow_overlap: bool,
}

impl Interviews<'_> {
    /// Adds an interviewer to the panel of an interview, with an interview of their own. Repeating the call returns that
    /// interview.
    ///
    /// # Errors
    /// Returns an error if the interview is not one of a panel, is over or cancelled, or if the interviewer is unknown or busy.
    pub fn add_interviewer(
        &self,
        principal: &Principal,
        request: &AddInterviewer,
    ) -> Result<Interview, AppError> {
        let id = InterviewId::parse("interviewId", &request.interview_id)?;
        let interviewer_id = UserId::parse("interviewerId", &request.interviewer_id)?;
        visible_interview(self.store, principal, &id)?;
        check_interviewer(self.store, principal, &interviewer_id)?;
        let new = NewPanelMember {
            id: InterviewId::generate(self.clock.now(), random_bits()?),
            interviewer_id,
            allow_overlap: request.allow_overlap,
            at: self.clock.now(),
        };
        let organization = &principal.organization_id;
        let writer = self
            .writers
            .for_caller(principal, Operation::AddInterviewer);
        let refused = |why| Err(AppError::conflict(why));
        let added = writer
            .interviews()
            .add_member(organization, &id, &new, MAX_INTERVIEWERS)?;
        match added {
            PanelAddition::Added(id) => {
                let found = self.store.interviews().find(organization, &id)?;
                self.masked_interview(principal, found.ok_or(NO_INTERVIEW)?)
            }
            PanelAddition::NotFound => Err(NO_INTERVIEW),
            PanelAddition::NoPanel => refused(InterviewConflict::NoPanel),
            PanelAddition::Fixed(status) => refused(InterviewConflict::PanelClosed(status)),
            PanelAddition::Full => Err(AppError::too_many(Limited::Interviewers, MAX_INTERVIEWERS)),
            PanelAddition::Duplicate { interview_id } => {
                refused(InterviewConflict::AlreadyInPanel(interview_id))
            }
            PanelAddition::Conflict { interview_id } => {
                Err(AppError::InterviewOverlap(interview_id))
            }
        }
    }
}
