//! The root fields: each names its operation, its claims, and the use case that does the work.
//!
//! They are nullable: one that fails does not take the others with it.

use juniper::{DefaultScalarValue, Executor, graphql_object};
use shortlist_app::{Claims, Operation};

use super::accounts::{
    ApiKey, ApiKeyList, CreateApiKeyInput, CreateUserInput, IssuedKey, ListApiKeysInput,
    ListUsersInput, RevokeApiKeyInput, RotateApiKeyInput, UpdateUserInput, User, UserList,
};
use super::audit::{AuditLog, GetAuditLogInput};
use super::candidates::{
    CandidateList, CandidateObject, GetCandidateInput, GetCandidatesInput, UpdateCandidateInput,
    Wanted,
};
use super::context::RequestContext;
use super::interviews::{
    AssignInterviewerInput, AssignInterviewerResult, GetInterviewCalendarInput, GetInterviewsInput,
    Interview, InterviewCalendar, InterviewList, UpdateInterviewInput,
};
use super::jobs::{CreateJobInput, GetJobInput, GetJobsInput, JobList, JobObject, UpdateJobInput};
use super::leaderboard::{Leaderboard, LeaderboardInput};
use super::life::{
    CandidateExport, EraseCandidateInput, Erasure, ExportCandidateInput, GetRetentionPolicyInput,
    LegalHold, RetentionPolicy, SetLegalHoldInput, SetRetentionPolicyInput,
};
use super::page::selects;
use super::receipts::{ExplainScoreInput, Receipt, RescoreJobInput, RescoreResult};
use super::reports::{GetQuestionsInput, InterviewReport, SubmitInterviewReportInput};
use super::reviews::{Review, SubmitReviewInput};
use crate::error::ApiError;

type Resolved<T> = Result<Option<T>, ApiError>;

/// What an input claims that names an organization and nothing else of the caller.
fn of_organization(id: &str) -> Claims<'_> {
    Claims {
        organization_id: Some(id),
        ..Claims::default()
    }
}

/// Reads.
pub(crate) struct Query;

#[graphql_object(context = RequestContext, scalar = DefaultScalarValue)]
impl Query {
    /// Lists the jobs of an organization and recruiter, newest first.
    fn get_jobs(
        context: &RequestContext,
        executor: &Executor<'_, '_, RequestContext>,
        input: GetJobsInput,
    ) -> Resolved<JobList> {
        context.perform(Operation::GetJobs, input.claims(), |app, principal| {
            let query = input.query(principal, selects(executor, "totalCount"))?;
            JobList::load(app, &input.list(principal), &query)
        })
    }

    /// Lists candidates, newest first.
    fn get_candidates(
        context: &RequestContext,
        executor: &Executor<'_, '_, RequestContext>,
        input: GetCandidatesInput,
    ) -> Resolved<CandidateList> {
        context.perform(
            Operation::GetCandidates,
            of_organization(&input.organization_id),
            |app, principal| {
                let query = input.query(principal, selects(executor, "totalCount"))?;
                let list = input.list(principal);
                CandidateList::load(app, (&list, &query), Wanted::of_list(executor))
            },
        )
    }

    /// Ranks the candidates of a job, highest value first.
    fn get_leaderboard(
        context: &RequestContext,
        executor: &Executor<'_, '_, RequestContext>,
        input: LeaderboardInput,
    ) -> Resolved<Leaderboard> {
        context.perform(
            Operation::GetLeaderboard,
            of_organization(&input.organization_id),
            |app, principal| {
                let query = input.query(principal, selects(executor, "totalCount"))?;
                Leaderboard::load(app, &input.list(principal), &query)
            },
        )
    }

    /// Reads the newest report of a candidate's interviews that matches.
    fn get_can_interview_rpt(
        context: &RequestContext,
        input: GetQuestionsInput,
    ) -> Resolved<InterviewReport> {
        context.perform(
            Operation::GetInterviewReport,
            Claims::default(),
            |app, principal| {
                app.get_interview_report(principal, &input.query(principal)?)
                    .map(|view| InterviewReport::of(view, &context.base_url))
            },
        )
    }

    /// Reads a job.
    fn get_job(context: &RequestContext, input: GetJobInput) -> Resolved<JobObject> {
        context.perform(
            Operation::GetJob,
            of_organization(&input.organization_id),
            |app, principal| app.get_job(principal, &input.job_id).map(JobObject),
        )
    }

    /// Reads a candidate.
    fn get_candidate(
        context: &RequestContext,
        executor: &Executor<'_, '_, RequestContext>,
        input: GetCandidateInput,
    ) -> Resolved<CandidateObject> {
        context.perform(
            Operation::GetCandidate,
            of_organization(&input.organization_id),
            |app, principal| {
                let candidate = app.get_candidate(principal, &input.candidate_id)?;
                CandidateObject::load_one(app, candidate, Wanted::of_one(executor))
            },
        )
    }

    /// Tells what a candidate's score would be under other weights; nothing is stored.
    fn explain_score(context: &RequestContext, input: ExplainScoreInput) -> Resolved<Receipt> {
        let organization = input.organization_id.clone();
        context.perform(
            Operation::ExplainScore,
            of_organization(&organization),
            |app, principal| {
                let explained = app.explain_score(principal, &input.request())?;
                Ok(Receipt::of(&explained))
            },
        )
    }

    /// Lists interviews, the latest first.
    fn get_interviews(
        context: &RequestContext,
        executor: &Executor<'_, '_, RequestContext>,
        input: GetInterviewsInput,
    ) -> Resolved<InterviewList> {
        context.perform(
            Operation::GetInterviews,
            of_organization(&input.organization_id),
            |app, principal| {
                let query = input.query(principal, selects(executor, "totalCount"))?;
                InterviewList::load(app, principal, (&input.list(principal), query))
            },
        )
    }

    /// Reads an interview as a file for a calendar.
    fn get_interview_calendar(
        context: &RequestContext,
        input: GetInterviewCalendarInput,
    ) -> Resolved<InterviewCalendar> {
        context.perform(
            Operation::GetInterviewCalendar,
            of_organization(&input.organization_id),
            |app, principal| {
                app.interview_calendar(principal, &input.interview_id)
                    .map(InterviewCalendar::of)
            },
        )
    }

    /// Reads the audit log, newest first.
    fn get_audit_log(
        context: &RequestContext,
        executor: &Executor<'_, '_, RequestContext>,
        input: GetAuditLogInput,
    ) -> Resolved<AuditLog> {
        context.perform(
            Operation::GetAuditLog,
            of_organization(&input.organization_id),
            |app, principal| {
                let query = input.query(principal, selects(executor, "totalCount"))?;
                AuditLog::load(app, &input.list(principal), &query)
            },
        )
    }

    /// Reads out all that is held of a candidate, and writes to the audit log that it was.
    fn export_candidate(
        context: &RequestContext,
        input: ExportCandidateInput,
    ) -> Resolved<CandidateExport> {
        context.perform(
            Operation::ExportCandidate,
            of_organization(&input.organization_id),
            |app, principal| CandidateExport::load(app, principal, input.candidate_id.clone()),
        )
    }

    /// Tells after how many days without contact candidates are erased.
    fn get_retention_policy(
        context: &RequestContext,
        input: GetRetentionPolicyInput,
    ) -> Resolved<RetentionPolicy> {
        context.perform(
            Operation::GetRetentionPolicy,
            of_organization(&input.organization_id),
            |app, principal| {
                let days = app.retention_days(&principal.organization_id)?;
                Ok(RetentionPolicy::of(days))
            },
        )
    }

    /// Tells what the key of this call is and may, and until when. Any key may ask.
    fn api_key_info(context: &RequestContext) -> Resolved<ApiKey> {
        context.perform(
            Operation::ApiKeyInfo,
            Claims::default(),
            |app, principal| Ok(ApiKey::of(app.api_key_info(principal)?, app.now())),
        )
    }

    /// Lists the users of the organization, by name.
    fn list_users(context: &RequestContext, input: ListUsersInput) -> Resolved<UserList> {
        context.perform(
            Operation::ListUsers,
            of_organization(&input.organization_id),
            UserList::load,
        )
    }

    /// Lists the keys of the organization, the newest first.
    fn list_api_keys(context: &RequestContext, input: ListApiKeysInput) -> Resolved<ApiKeyList> {
        context.perform(
            Operation::ListApiKeys,
            of_organization(&input.organization_id),
            ApiKeyList::load,
        )
    }
}

/// Writes.
pub(crate) struct Mutation;

#[graphql_object(context = RequestContext, scalar = DefaultScalarValue)]
impl Mutation {
    /// Schedules an interview; the same one again gives the first record.
    fn assign_interviewer(
        context: &RequestContext,
        input: AssignInterviewerInput,
    ) -> Resolved<AssignInterviewerResult> {
        context.perform(
            Operation::AssignInterviewer,
            Claims::default(),
            |app, principal| {
                app.assign_interviewer(principal, &input.request())
                    .map(|id| AssignInterviewerResult::of(&id))
            },
        )
    }

    /// Creates a job.
    fn create_job(context: &RequestContext, input: CreateJobInput) -> Resolved<JobObject> {
        let (organization, recruiter) = (input.organization_id.clone(), input.recruiter_id.clone());
        let claims = Claims {
            organization_id: Some(&organization),
            recruiter_id: Some(&recruiter),
            user_type: None,
        };
        context.perform(Operation::CreateJob, claims, |app, principal| {
            app.create_job(principal, &input.request()).map(JobObject)
        })
    }

    /// Changes a job: an absent field stays.
    fn update_job(context: &RequestContext, input: UpdateJobInput) -> Resolved<JobObject> {
        let organization = input.organization_id.clone();
        context.perform(
            Operation::UpdateJob,
            of_organization(&organization),
            |app, principal| app.update_job(principal, input.request()).map(JobObject),
        )
    }

    /// Changes a candidate: an absent field stays, an explicit null clears what may be null.
    fn update_candidate(
        context: &RequestContext,
        executor: &Executor<'_, '_, RequestContext>,
        input: UpdateCandidateInput,
    ) -> Resolved<CandidateObject> {
        let organization = input.organization_id.clone();
        context.perform(
            Operation::UpdateCandidate,
            of_organization(&organization),
            |app, principal| {
                let candidate = app.update_candidate(principal, input.request())?;
                CandidateObject::load_one(app, candidate, Wanted::of_one(executor))
            },
        )
    }

    /// Scores the candidates of a job again, under other weights or for the job as it has become; all or none.
    fn rescore_job(context: &RequestContext, input: RescoreJobInput) -> Resolved<RescoreResult> {
        let organization = input.organization_id.clone();
        context.perform(
            Operation::RescoreJob,
            of_organization(&organization),
            |app, principal| {
                app.rescore_job(&principal.party(), &input.request())
                    .map(RescoreResult::of)
            },
        )
    }

    /// Moves an interview, calls it off, or says how far it is.
    fn update_interview(
        context: &RequestContext,
        input: UpdateInterviewInput,
    ) -> Resolved<Interview> {
        let organization = input.organization_id.clone();
        context.perform(
            Operation::UpdateInterview,
            of_organization(&organization),
            |app, principal| {
                app.update_interview(principal, input.request())
                    .map(Interview::of)
            },
        )
    }

    /// Keeps what came of an interview.
    fn submit_interview_report(
        context: &RequestContext,
        input: SubmitInterviewReportInput,
    ) -> Resolved<InterviewReport> {
        context.perform(
            Operation::SubmitInterviewReport,
            Claims::default(),
            |app, principal| {
                app.submit_report(principal, input.request())
                    .map(|view| InterviewReport::of(view, &context.base_url))
            },
        )
    }

    /// Keeps the caller's review of a candidate.
    fn submit_review(context: &RequestContext, input: SubmitReviewInput) -> Resolved<Review> {
        context.perform(
            Operation::SubmitReview,
            Claims::default(),
            |app, principal| {
                app.submit_review(principal, &input.request())
                    .map(Review::of)
            },
        )
    }

    /// Erases a candidate with everything that came of them; again, it tells when that was done.
    fn erase_candidate(context: &RequestContext, input: EraseCandidateInput) -> Resolved<Erasure> {
        context.perform(
            Operation::EraseCandidate,
            of_organization(&input.organization_id),
            |app, principal| {
                app.erase_candidate(principal, &input.candidate_id, &input.reason)
                    .map(Erasure::of)
            },
        )
    }

    /// Keeps a candidate from being erased, or lifts that.
    fn set_legal_hold(context: &RequestContext, input: SetLegalHoldInput) -> Resolved<LegalHold> {
        context.perform(
            Operation::SetLegalHold,
            of_organization(&input.organization_id),
            |app, principal| LegalHold::set(app, principal, &input),
        )
    }

    /// Sets after how many days without contact candidates are erased.
    fn set_retention_policy(
        context: &RequestContext,
        input: SetRetentionPolicyInput,
    ) -> Resolved<RetentionPolicy> {
        context.perform(
            Operation::SetRetentionPolicy,
            of_organization(&input.organization_id),
            |app, principal| {
                app.set_retention(&principal.party(), input.days)?;
                Ok(RetentionPolicy::of(input.days))
            },
        )
    }

    /// Creates a user.
    fn create_user(context: &RequestContext, input: CreateUserInput) -> Resolved<User> {
        let organization = input.organization_id.clone();
        context.perform(
            Operation::CreateUser,
            of_organization(&organization),
            |app, principal| {
                app.create_user(&principal.party(), &input.request()?)
                    .map(User::of)
            },
        )
    }

    /// Changes a user: role, name, password, or whether they may sign in.
    fn update_user(context: &RequestContext, input: UpdateUserInput) -> Resolved<User> {
        let organization = input.organization_id.clone();
        context.perform(
            Operation::UpdateUser,
            of_organization(&organization),
            |app, principal| {
                app.update_user(&principal.party(), &input.request()?)
                    .map(User::of)
            },
        )
    }

    /// Issues a key; its secret is shown this once.
    fn create_api_key(context: &RequestContext, input: CreateApiKeyInput) -> Resolved<IssuedKey> {
        let organization = input.organization_id.clone();
        context.perform(
            Operation::CreateApiKey,
            of_organization(&organization),
            |app, principal| {
                app.create_api_key(&principal.party(), input.request()?)
                    .map(IssuedKey::of)
            },
        )
    }

    /// Issues a key in place of another, which works on for the overlap.
    fn rotate_api_key(context: &RequestContext, input: RotateApiKeyInput) -> Resolved<IssuedKey> {
        context.perform(
            Operation::RotateApiKey,
            of_organization(&input.organization_id),
            |app, principal| {
                app.rotate_api_key(&principal.party(), &input.key_id, input.overlap())
                    .map(IssuedKey::of)
            },
        )
    }

    /// Makes a key stop working.
    fn revoke_api_key(context: &RequestContext, input: RevokeApiKeyInput) -> Resolved<ApiKey> {
        context.perform(
            Operation::RevokeApiKey,
            of_organization(&input.organization_id),
            |app, principal| ApiKey::revoke(app, principal, &input),
        )
    }
}
