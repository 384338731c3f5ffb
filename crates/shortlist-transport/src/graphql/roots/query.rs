//! The root fields that read data.

use juniper::graphql_object;
use shortlist_app::{Claims, Operation};

use crate::graphql::accounts::integrations::{AccessTokenList, ListAccessTokensInput};
use crate::graphql::accounts::linked_identities::{
    self, IdentityList, ListIdentitiesInput, ListUserIdentitiesInput,
};
use crate::graphql::accounts::passkeys::{self, ListPasskeysInput, PasskeyList};
use crate::graphql::accounts::provisioning::{self, ScimToken, ScimTokenInput};
use crate::graphql::accounts::second_factors::{
    self, GetSecondFactorPolicyInput, SecondFactorPolicy,
};
use crate::graphql::accounts::sessions::{
    self, ListSessionsInput, ListUserSessionsInput, SessionList,
};
use crate::graphql::accounts::settings::{
    self, AuditVerification, GetServiceStatusInput, LegalHoldList, ListLegalHoldsInput,
    ServiceStatusObject, VerifyAuditLogInput,
};
use crate::graphql::accounts::single_sign_on::{self, IdentityProvider, IdentityProviderInput};
use crate::graphql::accounts::{
    ApiKey, ApiKeyList, ListApiKeysInput, ListInterviewersInput, ListUsersInput, UserList,
};
use crate::graphql::audit::activity::{Activity, GetActivityInput};
use crate::graphql::audit::record_changes::{ChangeList, ChangesSinceInput};
use crate::graphql::audit::{AuditLog, GetAuditLogInput};
use crate::graphql::candidates::custom_fields::{CustomFieldList, GetCustomFieldsInput};
use crate::graphql::candidates::lists::{CandidateList, GetCandidatesInput, SearchPeopleInput};
use crate::graphql::candidates::notes::{GetRejectionReasonsInput, RejectionReasons};
use crate::graphql::candidates::saved_views::{ListSavedViewsInput, SavedViews};
use crate::graphql::candidates::{CandidateObject, GetCandidateInput, SelectedParts};
use crate::graphql::context::{Executor, RequestContext, Resolved, of_organization};
use crate::graphql::decisions::{
    CandidatePacket, DecisionPolicyObject, DecisionRecords, DueExplanations,
    GetCandidatePacketInput, GetDecisionPolicyInput, GetDecisionRecordsInput,
    ListDueExplanationsInput, packet_operations,
};
use crate::graphql::erasure::list::{ErasureList, ListErasuresInput};
use crate::graphql::erasure::{
    CandidateExport, ExportCandidateInput, GetRetentionPolicyInput, RetentionPolicy,
};
use crate::graphql::fairness::{self, BiasAudit, GetBiasAuditInput};
use crate::graphql::interviews::busy_times::{BusyTimes, GetBusyTimesInput};
use crate::graphql::interviews::reports::{GetQuestionsInput, InterviewReport};
use crate::graphql::interviews::reviews::{ListReviewsInput, ReviewList};
use crate::graphql::interviews::{
    GetInterviewCalendarInput, GetInterviewsInput, InterviewCalendar, InterviewList,
};
use crate::graphql::jobs::management::{
    GetRecruiterAccessInput, ListJobsInput, RecruiterAccessObject,
};
use crate::graphql::jobs::{GetJobInput, GetJobsInput, JobList, JobObject};
use crate::graphql::mails::rejections::{PreviewRejectionMailsInput, RejectionPreview};
use crate::graphql::mails::sender::{MailSender, MailSenderInput};
use crate::graphql::mails::templates::{MailTemplateList, MailTemplatesInput};
use crate::graphql::mails::{
    self, GetMailPreferencesInput, ListMailsInput, MailList, MailPreferences,
};
use crate::graphql::page::selects;
use crate::graphql::people::{ExportPersonInput, GetPersonInput, Person, PersonExport};
use crate::graphql::recruiting_reports::{GetRecruitingReportInput, RecruitingReportObject};
use crate::graphql::resumes::corrections::{self, CorrectionList, ListCorrectionsInput};
use crate::graphql::scalar::Scalar;
use crate::graphql::scores::leaderboard::{Leaderboard, LeaderboardInput};
use crate::graphql::scores::occupations::{OccupationList, SearchOccupationsInput};
use crate::graphql::scores::receipts::{ExplainScoreInput, Receipt, receipt_bytes};
use crate::graphql::stages::{GetStageTemplateInput, StageTemplate};
use crate::graphql::webhooks::{
    ListWebhookDeliveriesInput, ListWebhooksInput, WebhookDeliveryList, WebhookList,
};

/// The root type for queries.
pub(crate) struct Query;

#[graphql_object(context = RequestContext, scalar = Scalar)]
impl Query {
    /// Lists the jobs of an organization and recruiter, newest first.
    fn get_jobs(
        context: &RequestContext,
        executor: &Executor<'_, '_>,
        input: GetJobsInput,
    ) -> Resolved<JobList> {
        context.perform(Operation::GetJobs, input.claims(), |_app, principal| {
            let query = input.query(principal, selects(executor, "totalCount"))?;
            JobList::load(context, &input.cursor_scope(principal), &query)
        })
    }

    /// Lists candidates, newest first or in another order.
    fn get_candidates(
        context: &RequestContext,
        executor: &Executor<'_, '_>,
        input: GetCandidatesInput,
    ) -> Resolved<CandidateList> {
        context.perform(
            Operation::GetCandidates,
            of_organization(&input.organization_id),
            |_app, principal| {
                let counts = ["totalCount", "totalCountIsExact"];
                let counts = counts.into_iter().any(|field| selects(executor, field));
                let query = input.query(principal, counts)?;
                CandidateList::load(context, &input, &query, SelectedParts::of_list(executor))
            },
        )
    }

    /// Searches the applications of people across all jobs, newest first. Applications for blind jobs are left out.
    fn search_people(
        context: &RequestContext,
        executor: &Executor<'_, '_>,
        input: SearchPeopleInput,
    ) -> Resolved<CandidateList> {
        context.perform(
            Operation::SearchPeople,
            of_organization(&input.organization_id),
            |_app, principal| {
                let counts = ["totalCount", "totalCountIsExact"];
                let counts = counts.into_iter().any(|field| selects(executor, field));
                let query = input.query(principal, counts)?;
                CandidateList::of_people(context, &input, &query, SelectedParts::of_list(executor))
            },
        )
    }

    /// Ranks the candidates of a job, highest value first.
    fn get_leaderboard(
        context: &RequestContext,
        executor: &Executor<'_, '_>,
        input: LeaderboardInput,
    ) -> Resolved<Leaderboard> {
        context.perform(
            Operation::GetLeaderboard,
            of_organization(&input.organization_id),
            |app, principal| {
                let query = input.query(principal, selects(executor, "totalCount"))?;
                Leaderboard::load(app, principal, &input.cursor_scope(principal), &query)
            },
        )
    }

    /// Returns the newest matching report of a candidate's interviews.
    fn get_can_interview_rpt(
        context: &RequestContext,
        input: GetQuestionsInput,
    ) -> Resolved<InterviewReport> {
        context.perform(
            Operation::GetInterviewReport,
            Claims::default(),
            |app, principal| {
                let view = input.load(app, principal)?;
                context.charge(view.report.text_bytes())?;
                Ok(InterviewReport::of(view, &context.base_url))
            },
        )
    }

    /// Lists the jobs of the organization, newest first.
    fn list_jobs(
        context: &RequestContext,
        executor: &Executor<'_, '_>,
        input: ListJobsInput,
    ) -> Resolved<JobList> {
        context.perform(
            Operation::ListJobs,
            of_organization(&input.organization_id),
            |app, principal| {
                let query = input.query(principal, selects(executor, "totalCount"))?;
                let page = app.jobs().list_all(principal, &query)?;
                JobList::of(context, &input.cursor_scope(principal), &query.page, page)
            },
        )
    }

    /// Returns which jobs the recruiters of the organization have access to.
    fn get_recruiter_access(
        context: &RequestContext,
        input: GetRecruiterAccessInput,
    ) -> Resolved<RecruiterAccessObject> {
        context.perform(
            Operation::GetRecruiterAccess,
            of_organization(&input.organization_id),
            RecruiterAccessObject::load,
        )
    }

    /// Returns a job.
    fn get_job(context: &RequestContext, input: GetJobInput) -> Resolved<JobObject> {
        context.perform(
            Operation::GetJob,
            of_organization(&input.organization_id),
            |app, principal| JobObject::of(context, app.jobs().get(principal, &input.job_id)?),
        )
    }

    /// Finds occupations that can be set for a job. They are the same for every organization.
    fn search_occupations(
        context: &RequestContext,
        input: SearchOccupationsInput,
    ) -> Resolved<OccupationList> {
        input.search(context)
    }

    /// Returns a candidate.
    fn get_candidate(
        context: &RequestContext,
        executor: &Executor<'_, '_>,
        input: GetCandidateInput,
    ) -> Resolved<CandidateObject> {
        context.perform(
            Operation::GetCandidate,
            of_organization(&input.organization_id),
            |app, principal| {
                let candidate = app.candidates().get(principal, &input.candidate_id)?;
                CandidateObject::load_one(context, candidate, SelectedParts::of_one(executor))
            },
        )
    }

    /// Lists the reviews of a candidate, the earliest first. An Interviewer sees those of others after submitting their own.
    fn list_reviews(context: &RequestContext, input: ListReviewsInput) -> Resolved<ReviewList> {
        context.perform(
            Operation::ListReviews,
            of_organization(&input.organization_id),
            |_app, principal| ReviewList::load(context, principal, &input.candidate_id),
        )
    }

    /// Returns a person with all applications.
    fn get_person(context: &RequestContext, input: GetPersonInput) -> Resolved<Person> {
        context.perform(
            Operation::GetPerson,
            of_organization(&input.organization_id),
            |_app, principal| Person::get(context, principal, &input.person_id),
        )
    }

    /// Exports all data about a person, and records the export in the audit log.
    fn export_person(context: &RequestContext, input: ExportPersonInput) -> Resolved<PersonExport> {
        context.perform(
            Operation::ExportPerson,
            of_organization(&input.organization_id),
            |_app, principal| PersonExport::load(context, principal, &input.person_id),
        )
    }

    /// Lists the candidates that were erased since a time, the earliest first.
    fn list_erasures(context: &RequestContext, input: ListErasuresInput) -> Resolved<ErasureList> {
        context.perform(
            Operation::ListErasures,
            of_organization(&input.organization_id),
            |app, principal| ErasureList::load(app, principal, &input),
        )
    }

    /// Lists the records that have changed since a cursor, the earliest change first, with those that were deleted or erased.
    fn changes_since(context: &RequestContext, input: ChangesSinceInput) -> Resolved<ChangeList> {
        context.perform(
            Operation::ChangesSince,
            of_organization(&input.organization_id),
            |app, principal| ChangeList::load(app, principal, &input),
        )
    }

    /// Returns a candidate's score with other weights. Nothing is stored.
    fn explain_score(context: &RequestContext, input: ExplainScoreInput) -> Resolved<Receipt> {
        context.perform(
            Operation::ExplainScore,
            of_organization(&input.organization_id),
            |app, principal| {
                let explained = app.scores().explain(principal, &input.request)?;
                context.charge(receipt_bytes(&explained))?;
                Ok(Receipt::of(&explained))
            },
        )
    }

    /// Lists interviews, latest first.
    fn get_interviews(
        context: &RequestContext,
        executor: &Executor<'_, '_>,
        input: GetInterviewsInput,
    ) -> Resolved<InterviewList> {
        let organization = input.organization_id.clone();
        context.perform(
            Operation::GetInterviews,
            of_organization(&organization),
            |app, principal| {
                let input = input.resolved(app, principal)?;
                let query = input.query(principal, selects(executor, "totalCount"))?;
                InterviewList::load(app, principal, &input.cursor_scope(principal), query)
            },
        )
    }

    /// Returns an interview as a calendar file.
    fn get_interview_calendar(
        context: &RequestContext,
        input: GetInterviewCalendarInput,
    ) -> Resolved<InterviewCalendar> {
        context.perform(
            Operation::GetInterviewCalendar,
            of_organization(&input.organization_id),
            |app, principal| {
                app.interviews()
                    .calendar(principal, &input.interview_id)
                    .map(InterviewCalendar::of)
            },
        )
    }

    /// Lists the audit log, newest first.
    fn get_audit_log(
        context: &RequestContext,
        executor: &Executor<'_, '_>,
        input: GetAuditLogInput,
    ) -> Resolved<AuditLog> {
        let organization = input.organization_id.clone();
        context.perform(
            Operation::GetAuditLog,
            of_organization(&organization),
            |app, principal| {
                let input = input.resolved(app, principal)?;
                let query = input.query(principal, selects(executor, "totalCount"))?;
                AuditLog::load(context, &input, &query)
            },
        )
    }

    /// Lists what happened to a job or to a candidate, newest first.
    fn get_activity(context: &RequestContext, input: GetActivityInput) -> Resolved<Activity> {
        context.perform(
            Operation::GetActivity,
            of_organization(&input.organization_id),
            |_app, _principal| Activity::load(context, &input),
        )
    }

    /// Returns the figures of a period: funnel, scores, uploads, time in stages, and the agreement of reviewers.
    fn get_recruiting_report(
        context: &RequestContext,
        input: GetRecruitingReportInput,
    ) -> Resolved<RecruitingReportObject> {
        context.perform(
            Operation::GetRecruitingReport,
            of_organization(&input.organization_id),
            |_app, _principal| RecruitingReportObject::load(context, &input),
        )
    }

    /// Exports all data about a candidate, and records the export in the audit log.
    fn export_candidate(
        context: &RequestContext,
        input: ExportCandidateInput,
    ) -> Resolved<CandidateExport> {
        context.perform(
            Operation::ExportCandidate,
            of_organization(&input.organization_id),
            |_app, principal| CandidateExport::load(context, principal, &input.candidate_id),
        )
    }

    /// Returns the days without contact after which candidates are erased.
    fn get_retention_policy(
        context: &RequestContext,
        input: GetRetentionPolicyInput,
    ) -> Resolved<RetentionPolicy> {
        context.perform(
            Operation::GetRetentionPolicy,
            of_organization(&input.organization_id),
            |app, principal| {
                let days = app.erasures().retention_days(&principal.organization_id)?;
                let warning = app.packets().retention_warning(principal)?;
                Ok(RetentionPolicy::of(days, warning))
            },
        )
    }

    /// Lists the views of the ranking that the caller has saved, by name.
    fn list_saved_views(
        context: &RequestContext,
        input: ListSavedViewsInput,
    ) -> Resolved<SavedViews> {
        context.perform(
            Operation::ListSavedViews,
            of_organization(&input.organization_id),
            |app, principal| Ok(SavedViews::of(app.candidates().saved_views(principal)?)),
        )
    }

    /// Returns the reasons to reject a candidate.
    fn get_rejection_reasons(
        context: &RequestContext,
        input: GetRejectionReasonsInput,
    ) -> Resolved<RejectionReasons> {
        context.perform(
            Operation::GetRejectionReasons,
            of_organization(&input.organization_id),
            |app, principal| {
                let organization = &principal.organization_id;
                let policy = app.candidates().rejection_policy(organization)?;
                Ok(RejectionReasons(policy))
            },
        )
    }

    /// Returns the stages that new jobs get.
    fn get_stage_template(
        context: &RequestContext,
        input: GetStageTemplateInput,
    ) -> Resolved<StageTemplate> {
        StageTemplate::get(context, &input)
    }

    /// Returns the fields that the organization defined for its candidates.
    fn get_custom_fields(
        context: &RequestContext,
        input: GetCustomFieldsInput,
    ) -> Resolved<CustomFieldList> {
        CustomFieldList::load(context, &input)
    }

    /// Returns the API key of this request, its permissions and its expiry. Any key may call it.
    fn api_key_info(context: &RequestContext) -> Resolved<ApiKey> {
        context.perform(
            Operation::ApiKeyInfo,
            Claims::default(),
            |app, principal| {
                Ok(ApiKey::of(
                    app.accounts().api_key_info(principal)?,
                    app.clock().now(),
                ))
            },
        )
    }

    /// Lists the users of the organization, ordered by name.
    fn list_users(context: &RequestContext, input: ListUsersInput) -> Resolved<UserList> {
        context.perform(
            Operation::ListUsers,
            of_organization(&input.organization_id),
            |_app, principal| UserList::load(context, principal),
        )
    }

    /// Returns which roles must have a second factor.
    fn get_second_factor_policy(
        context: &RequestContext,
        input: GetSecondFactorPolicyInput,
    ) -> Resolved<SecondFactorPolicy> {
        second_factors::get_policy(context, &input)
    }

    /// Lists the users who may be assigned to interviews, ordered by name.
    fn list_interviewers(
        context: &RequestContext,
        input: ListInterviewersInput,
    ) -> Resolved<UserList> {
        context.perform(
            Operation::ListInterviewers,
            of_organization(&input.organization_id),
            |_app, principal| UserList::interviewers(context, principal),
        )
    }

    /// Returns when interviewers are busy, the earliest time of each first.
    fn get_busy_times(context: &RequestContext, input: GetBusyTimesInput) -> Resolved<BusyTimes> {
        context.perform(
            Operation::GetBusyTimes,
            of_organization(&input.organization_id),
            |app, principal| BusyTimes::load(app, principal, &input),
        )
    }

    /// Lists the access tokens of an integration user, newest first.
    fn list_access_tokens(
        context: &RequestContext,
        input: ListAccessTokensInput,
    ) -> Resolved<AccessTokenList> {
        context.perform(
            Operation::ListAccessTokens,
            of_organization(&input.organization_id),
            |_app, _principal| AccessTokenList::load(context, &input),
        )
    }

    /// Lists the caller's own sessions that have not ended, the last used one first. Any key may call it.
    fn list_sessions(context: &RequestContext, input: ListSessionsInput) -> Resolved<SessionList> {
        sessions::list_sessions(context, &input)
    }

    /// Lists the sessions of a user that have not ended, the last used one first.
    fn list_user_sessions(
        context: &RequestContext,
        input: ListUserSessionsInput,
    ) -> Resolved<SessionList> {
        sessions::list_user_sessions(context, &input)
    }

    /// Lists the accounts at the identity provider that sign the caller in. Any key may call it.
    fn list_identities(
        context: &RequestContext,
        input: ListIdentitiesInput,
    ) -> Resolved<IdentityList> {
        linked_identities::list_identities(context, &input)
    }

    /// Lists the accounts at the identity provider that sign a user in.
    fn list_user_identities(
        context: &RequestContext,
        input: ListUserIdentitiesInput,
    ) -> Resolved<IdentityList> {
        linked_identities::list_user_identities(context, &input)
    }

    /// Lists the caller's own passkeys, the oldest first. Any key may call it.
    fn list_passkeys(context: &RequestContext, input: ListPasskeysInput) -> Resolved<PasskeyList> {
        passkeys::list(context, &input)
    }

    /// Lists the API keys of the organization, newest first.
    fn list_api_keys(context: &RequestContext, input: ListApiKeysInput) -> Resolved<ApiKeyList> {
        context.perform(
            Operation::ListApiKeys,
            of_organization(&input.organization_id),
            |_app, principal| ApiKeyList::load(context, principal),
        )
    }

    /// Lists the webhooks of the organization.
    fn list_webhooks(context: &RequestContext, input: ListWebhooksInput) -> Resolved<WebhookList> {
        context.perform(
            Operation::ListWebhooks,
            of_organization(&input.organization_id),
            |_app, principal| WebhookList::load(context, principal),
        )
    }

    /// Lists the deliveries to a webhook, the latest event first.
    fn list_webhook_deliveries(
        context: &RequestContext,
        input: ListWebhookDeliveriesInput,
    ) -> Resolved<WebhookDeliveryList> {
        context.perform(
            Operation::ListWebhookDeliveries,
            of_organization(&input.organization_id),
            |_app, principal| WebhookDeliveryList::load(context, principal, &input),
        )
    }

    /// Lists the mails about candidates of jobs that the caller has access to, the latest first.
    fn list_mails(context: &RequestContext, input: ListMailsInput) -> Resolved<MailList> {
        context.perform(
            Operation::ListMails,
            of_organization(&input.organization_id),
            |_app, principal| MailList::load(context, principal, &input),
        )
    }

    /// Shows the mails that a rejection of candidates would send. Nothing is changed.
    fn preview_rejection_mails(
        context: &RequestContext,
        input: PreviewRejectionMailsInput,
    ) -> Resolved<RejectionPreview> {
        mails::rejections::preview(context, &input)
    }

    /// Returns which mails the caller gets. Any key may call it.
    fn get_mail_preferences(
        context: &RequestContext,
        input: GetMailPreferencesInput,
    ) -> Resolved<MailPreferences> {
        mails::get_preferences(context, &input)
    }

    /// Returns what each mail says in each language, with the placeholders that it can contain.
    fn mail_templates(
        context: &RequestContext,
        input: MailTemplatesInput,
    ) -> Resolved<MailTemplateList> {
        mails::templates::list(context, &input)
    }

    /// Returns the sender of the organization's mails, the address for answers, and their language.
    fn mail_sender(context: &RequestContext, input: MailSenderInput) -> Resolved<MailSender> {
        mails::sender::get(context, &input)
    }

    /// Lists the candidates under a legal hold, by identifier.
    fn list_legal_holds(
        context: &RequestContext,
        input: ListLegalHoldsInput,
    ) -> Resolved<LegalHoldList> {
        settings::list_legal_holds(context, &input)
    }

    /// Checks the hashes of the whole audit log. It reads every row, so it takes some time.
    fn verify_audit_log(
        context: &RequestContext,
        input: VerifyAuditLogInput,
    ) -> Resolved<AuditVerification> {
        settings::verify_audit_log(context, &input)
    }

    /// Computes a bias audit from what the candidates said about themselves. It reads every candidate, so it takes some time.
    fn get_bias_audit(context: &RequestContext, input: GetBiasAuditInput) -> Resolved<BiasAudit> {
        fairness::get_bias_audit(context, input)
    }

    /// Returns what a candidate is told about a decision: the decision, the score with its criteria, what would have changed the
    /// order, and what the candidate can do. The audit log records it.
    fn get_candidate_packet(
        context: &RequestContext,
        input: GetCandidatePacketInput,
    ) -> Resolved<CandidatePacket> {
        packet_operations::get_candidate_packet(context, &input)
    }

    /// Lists what a candidate has corrected of what was read from the resume.
    fn list_corrections(
        context: &RequestContext,
        input: ListCorrectionsInput,
    ) -> Resolved<CorrectionList> {
        corrections::list_corrections(context, &input)
    }

    /// Lists the candidates who must get an explanation of a rejection, within 30 days after it.
    fn list_due_explanations(
        context: &RequestContext,
        input: ListDueExplanationsInput,
    ) -> Resolved<DueExplanations> {
        packet_operations::list_due_explanations(context, &input)
    }

    /// Returns the records of the decisions about a candidate, also after the candidate is erased.
    fn get_decision_records(
        context: &RequestContext,
        input: GetDecisionRecordsInput,
    ) -> Resolved<DecisionRecords> {
        packet_operations::get_decision_records(context, &input)
    }

    /// Returns whom candidates can turn to, and for how long records of decisions are kept.
    fn get_decision_policy(
        context: &RequestContext,
        input: GetDecisionPolicyInput,
    ) -> Resolved<DecisionPolicyObject> {
        packet_operations::get_decision_policy(context, &input)
    }

    /// Returns the identity provider with which users of the organization sign in. Null if there is none.
    fn identity_provider(
        context: &RequestContext,
        input: IdentityProviderInput,
    ) -> Resolved<IdentityProvider> {
        single_sign_on::identity_provider(context, &input)
    }

    /// Returns the token with which the identity provider provisions users, without its secret. Null if there is none.
    fn scim_token(context: &RequestContext, input: ScimTokenInput) -> Resolved<ScimToken> {
        provisioning::scim_token(context, &input)
    }

    /// Returns the versions of the service, and what it uses.
    fn get_service_status(
        context: &RequestContext,
        input: GetServiceStatusInput,
    ) -> Resolved<ServiceStatusObject> {
        settings::get_service_status(context, &input)
    }
}
