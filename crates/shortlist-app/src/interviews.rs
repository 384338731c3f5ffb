//! Assigning, listing, changing and reviewing interviews.

mod busy_times;
pub(crate) mod calendar;
pub(crate) mod changes;
pub(crate) mod hidden_reviews;
pub(crate) mod panel_members;
pub(crate) mod panels;
pub(crate) mod recordings;
pub(crate) mod reports;

use shortlist_domain::{
    ChoiceProblem, Interview, InterviewId, InterviewQuery, InterviewStatus, InvalidValue,
    NewInterview, NewReview, Page, Principal, Review, Score, Timestamp, UserId, UserType,
};
use shortlist_persistence::{InterviewInsertion, Store};

use crate::access::job_access::{
    check_job_visible, team_scope, visible_candidate, visible_interview,
};
use crate::blind::mask_interviews;
use crate::checks::{
    NO_CANDIDATE, NO_INTERVIEWER, check_assigned, checked_text, existing_job, find_candidate_id,
};
use crate::clock::Clock;
use crate::error::AppError;
use crate::interviews::recordings::Recordings;
use crate::operations::Operation;
use crate::refusal::Refusal;
use crate::secrets::random_bits;
use crate::writers::Writers;

/// An interview to assign, as the caller gave it.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct AssignInterviewer {
    pub candidate_id: String,
    pub interviewer_id: String,
    pub date_and_time: String,
    pub status: String,
    pub allow_overlap: bool,
}

/// A review as the caller gave it.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct SubmitReview {
    pub candidate_id: String,
    pub score: f64,
    pub comment: Option<String>,
}

/// Schedules, lists, changes, reviews and reports interviews.
pub struct Interviews<'a> {
    pub(crate) store: &'a Store,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) writers: &'a Writers,
    pub(crate) recordings: Recordings<'a>,
}

impl Interviews<'_> {
    /// Schedules an interview. Repeating the same request returns the first interview.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, the candidate or interviewer is unknown, or the interviewer is busy at that
    /// time.
    pub fn assign(
        &self,
        principal: &Principal,
        request: &AssignInterviewer,
    ) -> Result<InterviewId, AppError> {
        let candidate_id = find_candidate_id(
            self.store,
            &principal.organization_id,
            &request.candidate_id,
        )?;
        let interviewer_id = UserId::parse("interviewerId", &request.interviewer_id)?;
        let date_and_time = Timestamp::parse("dateAndTime", &request.date_and_time)?;
        let status = InterviewStatus::parse("status", &request.status)?;
        if status != InterviewStatus::Scheduled {
            let problem = ChoiceProblem::NotScheduled;
            return Err(InvalidValue::new("status", problem).into());
        }
        let organization = &principal.organization_id;
        let candidate = visible_candidate(self.store, principal, &candidate_id)?;
        let interviewer = self.store.users().find(organization, &interviewer_id)?;
        let interviewer = interviewer
            .filter(|user| user.active && !user.is_integration)
            .ok_or(NO_INTERVIEWER)?;
        let writer = self
            .writers
            .for_caller(principal, Operation::AssignInterviewer);
        let insertion = writer.interviews().insert(&NewInterview {
            id: InterviewId::generate(self.clock.now(), random_bits()?),
            organization_id: organization.clone(),
            candidate_id,
            interviewer_id: interviewer.id,
            job_id: candidate.job_id,
            date_and_time,
            status,
            allow_overlap: request.allow_overlap,
            created_at: self.clock.now(),
        })?;
        match insertion {
            InterviewInsertion::Created(id) | InterviewInsertion::Existing(id) => Ok(id),
            InterviewInsertion::Conflict { interview_id } => {
                Err(AppError::InterviewOverlap(interview_id))
            }
        }
    }

    /// Lists interviews. An Interviewer sees their own, and those of candidates assigned to them.
    ///
    /// # Errors
    /// Returns an error if an Interviewer requests other interviews.
    pub fn list(
        &self,
        principal: &Principal,
        mut query: InterviewQuery,
    ) -> Result<Page<Interview>, AppError> {
        if principal.user_type == UserType::Interviewer {
            match &query.candidate_id {
                Some(candidate) => check_assigned(self.store, principal, candidate)?,
                None if query
                    .interviewer_id
                    .as_ref()
                    .is_some_and(|id| *id != principal.user_id) =>
                {
                    return Err(AppError::Forbidden(Refusal::OthersInterviews));
                }
                None => query.interviewer_id = Some(principal.user_id.clone()),
            }
        }
        let member = self.member_of(principal, &query)?;
        let mut page = self.store.interviews().list_for(&query, member)?;
        if page.items.is_empty() {
            self.check_named(&query)?;
        }
        mask_interviews(self.store, principal, &mut page.items)?;
        Ok(page)
    }

    /// Returns an interview.
    ///
    /// # Errors
    /// Returns an error if there is no such interview. An Interviewer also gets an error unless the interview is their own
    /// or the candidate is assigned to them.
    pub fn get(&self, principal: &Principal, interview_id: &str) -> Result<Interview, AppError> {
        let id = InterviewId::parse("interviewId", interview_id)?;
        let interview = visible_interview(self.store, principal, &id)?;
        // The interviewer of a cancelled interview learns of the cancellation.
        if interview.interviewer_id != principal.user_id {
            check_assigned(self.store, principal, &interview.candidate_id)?;
        }
        self.masked_interview(principal, interview)
    }

    /// Masks where an interview is, if its candidate is masked for the caller.
    pub(crate) fn masked_interview(
        &self,
        principal: &Principal,
        mut interview: Interview,
    ) -> Result<Interview, AppError> {
        mask_interviews(self.store, principal, [&mut interview])?;
        Ok(interview)
    }

    /// Returns the recruiter to whose teams the list must be limited, if there is one.
    fn member_of<'p>(
        &self,
        principal: &'p Principal,
        query: &InterviewQuery,
    ) -> Result<Option<&'p UserId>, AppError> {
        let Some(member) = team_scope(self.store, principal)? else {
            return Ok(None);
        };
        if let Some(job) = &query.job_id {
            check_job_visible(self.store, principal, job)?;
        }
        if let Some(candidate) = &query.candidate_id {
            visible_candidate(self.store, principal, candidate)?;
        }
        Ok(Some(member))
    }

    /// Refuses a query that names an unknown job, candidate or interviewer.
    fn check_named(&self, query: &InterviewQuery) -> Result<(), AppError> {
        let organization = &query.organization_id;
        if let Some(job) = &query.job_id {
            existing_job(self.store, organization, job)?;
        }
        if let Some(candidate) = &query.candidate_id {
            self.store
                .candidates()
                .find(organization, candidate)?
                .ok_or(NO_CANDIDATE)?;
        }
        if let Some(interviewer) = &query.interviewer_id {
            self.store
                .users()
                .find(organization, interviewer)?
                .ok_or(NO_INTERVIEWER)?;
        }
        Ok(())
    }

    /// Stores a review. Each reviewer has one per candidate.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, there is no such candidate, or the candidate is not assigned to the
    /// Interviewer.
    pub fn submit_review(
        &self,
        principal: &Principal,
        request: &SubmitReview,
    ) -> Result<Review, AppError> {
        let candidate_id = find_candidate_id(
            self.store,
            &principal.organization_id,
            &request.candidate_id,
        )?;
        let score = Score::parse("score", request.score)?;
        let comment = checked_text("comment", request.comment.as_deref())?;
        visible_candidate(self.store, principal, &candidate_id)?;
        check_assigned(self.store, principal, &candidate_id)?;
        let writer = self.writers.for_caller(principal, Operation::SubmitReview);
        let stored = writer.candidates().upsert_review(&NewReview {
            organization_id: principal.organization_id.clone(),
            candidate_id,
            reviewer_id: principal.user_id.clone(),
            score,
            comment,
            at: self.clock.now(),
        })?;
        stored.ok_or(NO_CANDIDATE)
    }
}
