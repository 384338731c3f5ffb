//! The root fields that write data.

use juniper::graphql_object;
use shortlist_app::limits::DEFAULT_ACCESS_TOKEN_DAYS;
use shortlist_app::{Claims, Operation};

use crate::graphql::accounts::integrations::{
    AccessToken, CreateAccessTokenInput, CreateIntegrationUserInput, IssuedToken,
    RevokeAccessTokenInput,
};
use crate::graphql::accounts::invitations::{Invitation, InviteUserInput, RenewInvitationInput};
use crate::graphql::accounts::linked_identities::{
    self, UnlinkIdentityInput, UnlinkUserIdentityInput,
};
use crate::graphql::accounts::passkeys::{self, PasskeyList, RemovePasskeyInput};
use crate::graphql::accounts::provisioning::{self, IssuedScimToken, ScimToken, ScimTokenInput};
use crate::graphql::accounts::second_factors::{
    self, ResetSecondFactorInput, SecondFactorPolicy, SetSecondFactorPolicyInput,
};
use crate::graphql::accounts::sessions::{
    self, EndOtherSessionsInput, EndSessionInput, EndUserSessionInput, EndUserSessionsInput,
    EndedSessions,
};
use crate::graphql::accounts::settings::{self, ChangePasswordInput};
use crate::graphql::accounts::single_sign_on::{
    self, IdentityProvider, IdentityProviderInput, RemovedIdentityProvider,
    SetIdentityProviderInput,
};
use crate::graphql::accounts::{
    ApiKey, CreateApiKeyInput, CreateUserInput, IssuedKey, RevokeApiKeyInput, RotateApiKeyInput,
    UpdateUserInput, User,
};
use crate::graphql::applications::SetJobQuestionsInput;
use crate::graphql::candidates::CandidateObject;
use crate::graphql::candidates::candidate_operations::{
    self, ChooseResumeInput, ConsiderForJobInput, CreateCandidateInput, RevealCandidateInput,
};
use crate::graphql::candidates::changes::{
    UpdateCandidateInput, UpdateCandidatesInput, UpdatedCandidates,
};
use crate::graphql::candidates::custom_fields::{CustomField, SetCustomFieldInput};
use crate::graphql::candidates::notes::{
    AddNoteInput, DeleteNoteInput, Note, RejectionReasons, SetRejectionReasonsInput,
};
use crate::graphql::candidates::offers::{Offer, SetOfferInput};
use crate::graphql::candidates::saved_views::{DeleteSavedViewInput, SaveViewInput, SavedView};
use crate::graphql::context::{Executor, RequestContext, Resolved, of_organization};
use crate::graphql::decisions::{
    DecisionPolicyObject, DecisionRecord, RecordExplanationInput, SetDecisionPolicyInput,
    packet_operations,
};
use crate::graphql::erasure::{
    EraseCandidateInput, Erasure, LegalHold, RetentionPolicy, SetLegalHoldInput,
    SetRetentionPolicyInput,
};
use crate::graphql::interviews::panels::{
    AddInterviewerInput, ScheduleInterviewInput, ScheduledInterview,
};
use crate::graphql::interviews::reports::{InterviewReport, SubmitInterviewReportInput};
use crate::graphql::interviews::reviews::{Review, SubmitReviewInput};
use crate::graphql::interviews::{
    AssignInterviewerInput, AssignInterviewerResult, Interview, UpdateInterviewInput,
};
use crate::graphql::jobs::management::{
    DeleteJobInput, DeletedJob, RecruiterAccessObject, SetHiringTeamInput, SetJobStatusInput,
    SetRecruiterAccessInput,
};
use crate::graphql::jobs::requirement_items::UpdateJobRequirementsInput;
use crate::graphql::jobs::{CreateJobInput, JobObject, UpdateJobInput, job_operations};
use crate::graphql::mails::sender::{MailSender, SetMailSenderInput};
use crate::graphql::mails::templates::{
    MailTemplate, ResetMailTemplateInput, SetMailTemplateInput,
};
use crate::graphql::mails::{
    self, Mail, MailPreferences, ResendMailInput, UpdateMailPreferencesInput,
};
use crate::graphql::people::{
    ErasePersonInput, MergePeopleInput, Person, PersonErasure, PersonLegalHold,
    SetPersonLegalHoldInput, SplitPersonInput, SplitPersonResult,
};
use crate::graphql::resumes::corrections::{
    self, AddResumeEntryInput, CorrectResumeInput, CorrectedScoreObject,
};
use crate::graphql::scalar::Scalar;
use crate::graphql::scores::receipts::{RescoreJobInput, RescoreResult};
use crate::graphql::stages::{
    MoveCandidatesInput, SetJobStagesInput, SetStageTemplateInput, StageTemplate,
};
use crate::graphql::webhooks::{
    CreateWebhookInput, ReplayWebhookDeliveryInput, ReplayWebhooksSinceInput, ReplayedEvents,
    RotateWebhookSecretInput, UpdateWebhookInput, Webhook, WebhookInput, WebhookWithSecret,
    webhook_operations,
};

/// The root type for mutations.
pub(crate) struct Mutation;

#[graphql_object(context = RequestContext, scalar = Scalar)]
impl Mutation {
    /// Schedules an interview. The same input again returns the first interview.
    fn assign_interviewer(
        context: &RequestContext,
        input: AssignInterviewerInput,
    ) -> Resolved<AssignInterviewerResult> {
        context.perform(
            Operation::AssignInterviewer,
            Claims::default(),
            |app, principal| {
                app.interviews()
                    .assign(principal, &input.request)
                    .map(|id| AssignInterviewerResult::of(&id))
            },
        )
    }

    /// Creates a job.
    fn create_job(context: &RequestContext, input: CreateJobInput) -> Resolved<JobObject> {
        job_operations::create_job(context, input)
    }

    /// Changes a job. An absent field keeps its value.
    fn update_job(context: &RequestContext, input: UpdateJobInput) -> Resolved<JobObject> {
        job_operations::update_job(context, input)
    }

    /// Marks requirements of a job as required, preferred or ignored, makes some of them alternatives, and sets its occupation.
    fn update_job_requirements(
        context: &RequestContext,
        input: UpdateJobRequirementsInput,
    ) -> Resolved<JobObject> {
        input.perform(context)
    }

    /// Closes, reopens, archives or publishes a job. The same status again changes nothing.
    fn set_job_status(context: &RequestContext, input: SetJobStatusInput) -> Resolved<JobObject> {
        job_operations::set_job_status(context, input)
    }

    /// Deletes a job without candidates.
    fn delete_job(context: &RequestContext, input: DeleteJobInput) -> Resolved<DeletedJob> {
        job_operations::delete_job(context, input)
    }

    /// Replaces the hiring team of a job.
    fn set_hiring_team(context: &RequestContext, input: SetHiringTeamInput) -> Resolved<JobObject> {
        job_operations::set_hiring_team(context, input)
    }

    /// Sets the stages that new jobs get. Existing jobs keep theirs.
    fn set_stage_template(
        context: &RequestContext,
        input: SetStageTemplateInput,
    ) -> Resolved<StageTemplate> {
        StageTemplate::set(context, input)
    }

    /// Replaces the stages of a job.
    fn set_job_stages(context: &RequestContext, input: SetJobStagesInput) -> Resolved<JobObject> {
        job_operations::set_job_stages(context, input)
    }

    /// Replaces the questions that applicants for a job answer.
    fn set_job_questions(
        context: &RequestContext,
        input: SetJobQuestionsInput,
    ) -> Resolved<JobObject> {
        context.perform(
            Operation::SetJobQuestions,
            of_organization(&input.organization_id),
            |app, principal| {
                let questions = input.questions();
                let job = app
                    .jobs()
                    .set_questions(principal, &input.job_id, questions)?;
                JobObject::of(context, job)
            },
        )
    }

    /// Sets which jobs the recruiters of the organization have access to.
    fn set_recruiter_access(
        context: &RequestContext,
        input: SetRecruiterAccessInput,
    ) -> Resolved<RecruiterAccessObject> {
        job_operations::set_recruiter_access(context, input)
    }

    /// Changes a candidate. An absent field keeps its value, and an explicit null clears a nullable field.
    fn update_candidate(
        context: &RequestContext,
        executor: &Executor<'_, '_>,
        input: UpdateCandidateInput,
    ) -> Resolved<CandidateObject> {
        candidate_operations::update_candidate(context, executor, input)
    }

    /// Chooses which resume of a candidate counts: a document that an applicant sent, an earlier version, or the current one.
    /// The candidate is scored by it, with the same weights.
    fn choose_resume(
        context: &RequestContext,
        executor: &Executor<'_, '_>,
        input: ChooseResumeInput,
    ) -> Resolved<CandidateObject> {
        candidate_operations::choose_resume(context, executor, &input)
    }

    /// Considers a candidate for another job: the same resume becomes a candidate of that job, with a score and a receipt of its own.
    fn consider_for_job(
        context: &RequestContext,
        executor: &Executor<'_, '_>,
        input: ConsiderForJobInput,
    ) -> Resolved<CandidateObject> {
        candidate_operations::consider_for_job(context, executor, &input)
    }

    /// Creates a candidate without a file, from what a recruiter knows. The text is read and scored like a resume.
    fn create_candidate(
        context: &RequestContext,
        executor: &Executor<'_, '_>,
        input: CreateCandidateInput,
    ) -> Resolved<CandidateObject> {
        candidate_operations::create_candidate(context, executor, &input)
    }

    /// Changes many candidates: all of them, or none.
    fn update_candidates(
        context: &RequestContext,
        executor: &Executor<'_, '_>,
        input: UpdateCandidatesInput,
    ) -> Resolved<UpdatedCandidates> {
        candidate_operations::update_candidates(context, executor, input)
    }

    /// Moves candidates to a stage of their jobs: all of them, or none.
    fn move_candidates(
        context: &RequestContext,
        executor: &Executor<'_, '_>,
        input: MoveCandidatesInput,
    ) -> Resolved<UpdatedCandidates> {
        candidate_operations::move_candidates(context, executor, input)
    }

    /// Makes an offer to a candidate, or changes the present one. An absent field keeps its value.
    fn set_offer(context: &RequestContext, input: SetOfferInput) -> Resolved<Offer> {
        Offer::set(context, input)
    }

    /// Defines a field for candidates, or changes the one with the same key.
    fn set_custom_field(
        context: &RequestContext,
        input: SetCustomFieldInput,
    ) -> Resolved<CustomField> {
        CustomField::set(context, input)
    }

    /// Adds a note to a candidate.
    fn add_note(context: &RequestContext, input: AddNoteInput) -> Resolved<Note> {
        candidate_operations::add_note(context, input)
    }

    /// Deletes a note. Its author and an Admin may do so.
    fn delete_note(context: &RequestContext, input: DeleteNoteInput) -> Resolved<Note> {
        candidate_operations::delete_note(context, input)
    }

    /// Saves a view of the ranking for the caller, or changes one.
    fn save_view(context: &RequestContext, input: SaveViewInput) -> Resolved<SavedView> {
        context.perform(
            Operation::SaveView,
            of_organization(&input.organization_id),
            |app, principal| {
                let saved = app.candidates().save_view(principal, &input.request)?;
                Ok(SavedView::of(saved))
            },
        )
    }

    /// Deletes a view that the caller has saved.
    fn delete_saved_view(
        context: &RequestContext,
        input: DeleteSavedViewInput,
    ) -> Resolved<SavedView> {
        context.perform(
            Operation::DeleteSavedView,
            of_organization(&input.organization_id),
            |app, principal| {
                let deleted = app.candidates().delete_view(principal, &input.view_id)?;
                Ok(SavedView::of(deleted))
            },
        )
    }

    /// Sets the reasons to reject a candidate.
    fn set_rejection_reasons(
        context: &RequestContext,
        input: SetRejectionReasonsInput,
    ) -> Resolved<RejectionReasons> {
        candidate_operations::set_rejection_reasons(context, input)
    }

    /// Rescores all candidates of a job or none, with other weights or after the job has changed.
    fn rescore_job(context: &RequestContext, input: RescoreJobInput) -> Resolved<RescoreResult> {
        let organization = input.organization_id.clone();
        context.perform(
            Operation::RescoreJob,
            of_organization(&organization),
            |app, principal| {
                let done = input.perform(app, principal, context.cancellation());
                done.map(RescoreResult::of)
            },
        )
    }

    /// Schedules an interview with duration and place, for one interviewer or a panel. The same input again returns the
    /// first interviews.
    fn schedule_interview(
        context: &RequestContext,
        input: ScheduleInterviewInput,
    ) -> Resolved<ScheduledInterview> {
        context.perform(
            Operation::ScheduleInterview,
            of_organization(&input.organization_id),
            |app, principal| ScheduledInterview::schedule(app, principal, &input.request),
        )
    }

    /// Reschedules or cancels an interview, or changes its status, place or interviewer.
    fn update_interview(
        context: &RequestContext,
        input: UpdateInterviewInput,
    ) -> Resolved<Interview> {
        context.perform(
            Operation::UpdateInterview,
            of_organization(&input.organization_id),
            |app, principal| {
                let updated = app.interviews().update(principal, input.request)?;
                Interview::load(app, principal, updated)
            },
        )
    }

    /// Adds an interviewer to an existing panel, with an interview of their own. The same input again returns it.
    fn add_interviewer(
        context: &RequestContext,
        input: AddInterviewerInput,
    ) -> Resolved<Interview> {
        context.perform(
            Operation::AddInterviewer,
            of_organization(&input.organization_id),
            |app, principal| {
                let added = app
                    .interviews()
                    .add_interviewer(principal, &input.request)?;
                Interview::load(app, principal, added)
            },
        )
    }

    /// Stores the report of an interview.
    fn submit_interview_report(
        context: &RequestContext,
        input: SubmitInterviewReportInput,
    ) -> Resolved<InterviewReport> {
        context.perform(
            Operation::SubmitInterviewReport,
            Claims::default(),
            |app, principal| {
                app.interviews()
                    .submit_report(principal, &input.interview_id, input.request)
                    .map(|view| InterviewReport::of(view, &context.base_url))
            },
        )
    }

    /// Stores the caller's review of a candidate.
    fn submit_review(context: &RequestContext, input: SubmitReviewInput) -> Resolved<Review> {
        context.perform(
            Operation::SubmitReview,
            Claims::default(),
            |app, principal| {
                app.interviews()
                    .submit_review(principal, &input.request)
                    .map(Review)
            },
        )
    }

    /// Erases a candidate and all related data. Erasing again returns the time of the first erasure.
    fn erase_candidate(context: &RequestContext, input: EraseCandidateInput) -> Resolved<Erasure> {
        context.perform(
            Operation::EraseCandidate,
            of_organization(&input.organization_id),
            |app, principal| {
                app.erasures()
                    .erase(principal, &input.candidate_id, &input.reason)
                    .map(Erasure::of)
            },
        )
    }

    /// Protects a candidate from erasure, or ends that protection.
    fn set_legal_hold(context: &RequestContext, input: SetLegalHoldInput) -> Resolved<LegalHold> {
        context.perform(
            Operation::SetLegalHold,
            of_organization(&input.organization_id),
            |app, principal| LegalHold::set(app, principal, &input),
        )
    }

    /// Moves all applications of another person to a person.
    fn merge_people(context: &RequestContext, input: MergePeopleInput) -> Resolved<Person> {
        context.perform(
            Operation::MergePeople,
            of_organization(&input.organization_id),
            |app, principal| Person::merge(app, principal, &input),
        )
    }

    /// Moves some applications of a person to a new person.
    fn split_person(
        context: &RequestContext,
        input: SplitPersonInput,
    ) -> Resolved<SplitPersonResult> {
        context.perform(
            Operation::SplitPerson,
            of_organization(&input.organization_id),
            |app, principal| {
                app.people()
                    .split(principal, &input.person_id, &input.candidate_ids)
                    .map(SplitPersonResult::of)
            },
        )
    }

    /// Erases all applications of a person and all related data, or nothing.
    fn erase_person(context: &RequestContext, input: ErasePersonInput) -> Resolved<PersonErasure> {
        context.perform(
            Operation::ErasePerson,
            of_organization(&input.organization_id),
            |app, principal| {
                app.people()
                    .erase(principal, &input.person_id, &input.reason)
                    .map(PersonErasure::of)
            },
        )
    }

    /// Protects all applications of a person from erasure, or ends that protection.
    fn set_person_legal_hold(
        context: &RequestContext,
        input: SetPersonLegalHoldInput,
    ) -> Resolved<PersonLegalHold> {
        context.perform(
            Operation::SetPersonLegalHold,
            of_organization(&input.organization_id),
            |app, principal| PersonLegalHold::set(app, principal, &input),
        )
    }

    /// Sets the days without contact after which candidates are erased.
    fn set_retention_policy(
        context: &RequestContext,
        input: SetRetentionPolicyInput,
    ) -> Resolved<RetentionPolicy> {
        context.perform(
            Operation::SetRetentionPolicy,
            of_organization(&input.organization_id),
            |app, principal| {
                app.erasures()
                    .set_retention(&principal.party(), input.days)?;
                let warning = app.packets().retention_warning(principal)?;
                Ok(RetentionPolicy::of(input.days, warning))
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
                app.accounts()
                    .create_user(&principal.party(), &input.request()?)
                    .map(User::from)
            },
        )
    }

    /// Changes a user's role, name, password or access.
    fn update_user(context: &RequestContext, input: UpdateUserInput) -> Resolved<User> {
        let organization = input.organization_id.clone();
        context.perform(
            Operation::UpdateUser,
            of_organization(&organization),
            |app, principal| {
                let (user, change) = input.request()?;
                app.accounts()
                    .update_user(&principal.party(), &user, &change)
                    .map(User::from)
            },
        )
    }

    /// Creates a user without a password, who chooses one by a link. The link comes by e-mail, or is returned once.
    fn invite_user(context: &RequestContext, input: InviteUserInput) -> Resolved<Invitation> {
        let organization = input.organization_id.clone();
        context.perform(
            Operation::InviteUser,
            of_organization(&organization),
            |app, principal| {
                let accounts = app.accounts();
                let invitation = accounts.invite_user(&principal.party(), &input.request()?)?;
                Ok(Invitation::of(invitation, &context.base_url))
            },
        )
    }

    /// Gives an invited user a new link. It ends the earlier ones.
    fn renew_invitation(
        context: &RequestContext,
        input: RenewInvitationInput,
    ) -> Resolved<Invitation> {
        context.perform(
            Operation::RenewInvitation,
            of_organization(&input.organization_id),
            |app, principal| {
                let accounts = app.accounts();
                let renewed = accounts.renew_invitation(&principal.party(), &input.user_id)?;
                Ok(Invitation::of(renewed, &context.base_url))
            },
        )
    }

    /// Creates an integration user: an account for a machine, without a password.
    fn create_integration_user(
        context: &RequestContext,
        input: CreateIntegrationUserInput,
    ) -> Resolved<User> {
        let organization = input.organization_id.clone();
        context.perform(
            Operation::CreateIntegrationUser,
            of_organization(&organization),
            |app, principal| {
                app.accounts()
                    .create_integration_user(&principal.party(), &input.request()?)
                    .map(User::from)
            },
        )
    }

    /// Creates an access token of an integration user. Its secret is shown only once. Earlier tokens stay valid.
    fn create_access_token(
        context: &RequestContext,
        input: CreateAccessTokenInput,
    ) -> Resolved<IssuedToken> {
        context.perform(
            Operation::CreateAccessToken,
            of_organization(&input.organization_id),
            |app, principal| {
                let days = input.days.map_or(DEFAULT_ACCESS_TOKEN_DAYS, i64::from);
                app.accounts()
                    .create_access_token(&principal.party(), &input.user_id, &input.name, days)
                    .map(IssuedToken::of)
            },
        )
    }

    /// Revokes an access token of an integration user at once.
    fn revoke_access_token(
        context: &RequestContext,
        input: RevokeAccessTokenInput,
    ) -> Resolved<AccessToken> {
        context.perform(
            Operation::RevokeAccessToken,
            of_organization(&input.organization_id),
            |app, principal| {
                app.accounts()
                    .revoke_access_token(&principal.party(), &input.token_id)
                    .map(|token| AccessToken::of(token, app.clock().now()))
            },
        )
    }

    /// Creates an API key. Its secret is shown only once.
    fn create_api_key(context: &RequestContext, input: CreateApiKeyInput) -> Resolved<IssuedKey> {
        let organization = input.organization_id.clone();
        context.perform(
            Operation::CreateApiKey,
            of_organization(&organization),
            |app, principal| {
                app.accounts()
                    .create_api_key(&principal.party(), input.request()?)
                    .map(IssuedKey::of)
            },
        )
    }

    /// Creates an API key that replaces another. The old key works until the overlap ends.
    fn rotate_api_key(context: &RequestContext, input: RotateApiKeyInput) -> Resolved<IssuedKey> {
        context.perform(
            Operation::RotateApiKey,
            of_organization(&input.organization_id),
            |app, principal| {
                app.accounts()
                    .rotate_api_key(&principal.party(), &input.key_id, input.overlap())
                    .map(IssuedKey::of)
            },
        )
    }

    /// Revokes an API key.
    fn revoke_api_key(context: &RequestContext, input: RevokeApiKeyInput) -> Resolved<ApiKey> {
        context.perform(
            Operation::RevokeApiKey,
            of_organization(&input.organization_id),
            |app, principal| ApiKey::revoke(app, principal, &input),
        )
    }

    /// Creates a webhook: an address that receives events. The secret is shown only once.
    fn create_webhook(
        context: &RequestContext,
        input: CreateWebhookInput,
    ) -> Resolved<WebhookWithSecret> {
        webhook_operations::create_webhook(context, input)
    }

    /// Changes a webhook. An absent field keeps its value.
    fn update_webhook(context: &RequestContext, input: UpdateWebhookInput) -> Resolved<Webhook> {
        webhook_operations::update_webhook(context, input)
    }

    /// Deletes a webhook with its deliveries.
    fn delete_webhook(context: &RequestContext, input: WebhookInput) -> Resolved<Webhook> {
        webhook_operations::delete_webhook(context, input)
    }

    /// Replaces the secret of a webhook. The earlier one signs as well for some hours. The new one is shown only once.
    fn rotate_webhook_secret(
        context: &RequestContext,
        input: RotateWebhookSecretInput,
    ) -> Resolved<WebhookWithSecret> {
        webhook_operations::rotate_webhook_secret(context, input)
    }

    /// Sends a test event to a webhook. Its delivery shows the result.
    fn ping_webhook(context: &RequestContext, input: WebhookInput) -> Resolved<Webhook> {
        webhook_operations::ping_webhook(context, input)
    }

    /// Sends an event to a webhook again.
    fn replay_webhook_delivery(
        context: &RequestContext,
        input: ReplayWebhookDeliveryInput,
    ) -> Resolved<Webhook> {
        webhook_operations::replay_webhook_delivery(context, input)
    }

    /// Sends all events since a time to a webhook, also those that it has received.
    fn replay_webhooks_since(
        context: &RequestContext,
        input: ReplayWebhooksSinceInput,
    ) -> Resolved<ReplayedEvents> {
        webhook_operations::replay_webhooks_since(context, input)
    }

    /// Queues a mail again that failed for good. It keeps its identifier, and so its `Message-ID`.
    fn resend_mail(context: &RequestContext, input: ResendMailInput) -> Resolved<Mail> {
        context.perform(
            Operation::ResendMail,
            of_organization(&input.organization_id),
            |app, principal| Ok(Mail(app.mails().resend(principal, &input.mail_id)?)),
        )
    }

    /// Changes which mails the caller gets. It also counts for those that wait. Any key may call it.
    fn update_mail_preferences(
        context: &RequestContext,
        input: UpdateMailPreferencesInput,
    ) -> Resolved<MailPreferences> {
        mails::update_preferences(context, &input)
    }

    /// Changes what a mail says in a language. It also counts for mails that wait.
    fn set_mail_template(
        context: &RequestContext,
        input: SetMailTemplateInput,
    ) -> Resolved<MailTemplate> {
        mails::templates::set(context, &input)
    }

    /// Gives a mail in a language the text that is shipped.
    fn reset_mail_template(
        context: &RequestContext,
        input: ResetMailTemplateInput,
    ) -> Resolved<MailTemplate> {
        mails::templates::reset(context, &input)
    }

    /// Sets the sender of the organization's mails, the address for answers, and their language. It also counts for mails that wait.
    fn set_mail_sender(
        context: &RequestContext,
        input: SetMailSenderInput,
    ) -> Resolved<MailSender> {
        mails::sender::set(context, &input)
    }

    /// Changes the caller's own password, and ends all their sessions.
    fn change_password(context: &RequestContext, input: ChangePasswordInput) -> Resolved<User> {
        settings::change_password(context, &input)
    }

    /// Ends one of the caller's own sessions, which may be the one of this request. Any key may call it.
    fn end_session(context: &RequestContext, input: EndSessionInput) -> Resolved<EndedSessions> {
        sessions::end_session(context, &input)
    }

    /// Ends the caller's own sessions except the one of this request. Any key may call it.
    fn end_other_sessions(
        context: &RequestContext,
        input: EndOtherSessionsInput,
    ) -> Resolved<EndedSessions> {
        sessions::end_other_sessions(context, &input)
    }

    /// Ends a session of a user.
    fn end_user_session(
        context: &RequestContext,
        input: EndUserSessionInput,
    ) -> Resolved<EndedSessions> {
        sessions::end_user_session(context, &input)
    }

    /// Ends all sessions of a user.
    fn end_user_sessions(
        context: &RequestContext,
        input: EndUserSessionsInput,
    ) -> Resolved<EndedSessions> {
        sessions::end_user_sessions(context, &input)
    }

    /// Unlinks the caller's account at the identity provider, and ends the sessions that were opened with it. Any key may call it.
    fn unlink_identity(
        context: &RequestContext,
        input: UnlinkIdentityInput,
    ) -> Resolved<EndedSessions> {
        linked_identities::unlink_identity(context, &input)
    }

    /// Unlinks a user's account at the identity provider, and ends the sessions that were opened with it.
    fn unlink_user_identity(
        context: &RequestContext,
        input: UnlinkUserIdentityInput,
    ) -> Resolved<EndedSessions> {
        linked_identities::unlink_user_identity(context, &input)
    }

    /// Removes one of the caller's own passkeys. Returns those that are left. Any key may call it.
    fn remove_passkey(
        context: &RequestContext,
        input: RemovePasskeyInput,
    ) -> Resolved<PasskeyList> {
        passkeys::remove(context, &input)
    }

    /// Removes the second factor of a user who has lost it, and ends all their sessions.
    fn reset_second_factor(
        context: &RequestContext,
        input: ResetSecondFactorInput,
    ) -> Resolved<User> {
        second_factors::reset(context, &input)
    }

    /// Sets which roles must have a second factor. Their users set one up before anything else in the web app works.
    fn set_second_factor_policy(
        context: &RequestContext,
        input: SetSecondFactorPolicyInput,
    ) -> Resolved<SecondFactorPolicy> {
        second_factors::set_policy(context, &input)
    }

    /// Stores what a candidate states instead of a value that was read from the resume, and scores the candidate again. What was read
    /// stays, and both receipts are kept.
    fn correct_resume(
        context: &RequestContext,
        input: CorrectResumeInput,
    ) -> Resolved<CorrectedScoreObject> {
        corrections::correct_resume(context, input)
    }

    /// Stores a position, a degree or a skill that a candidate states and the resume as read lacks, and scores the candidate again. Both
    /// receipts are kept.
    fn add_resume_entry(
        context: &RequestContext,
        input: AddResumeEntryInput,
    ) -> Resolved<CorrectedScoreObject> {
        corrections::add_resume_entry(context, input)
    }

    /// Records that a candidate got the explanation of the latest rejection.
    fn record_explanation(
        context: &RequestContext,
        input: RecordExplanationInput,
    ) -> Resolved<DecisionRecord> {
        packet_operations::record_explanation(context, &input)
    }

    /// Sets whom candidates can turn to, and for how long records of decisions are kept.
    fn set_decision_policy(
        context: &RequestContext,
        input: SetDecisionPolicyInput,
    ) -> Resolved<DecisionPolicyObject> {
        packet_operations::set_decision_policy(context, &input)
    }

    /// Sets the identity provider with which users of the organization sign in. It is asked what it says about itself first.
    fn set_identity_provider(
        context: &RequestContext,
        input: SetIdentityProviderInput,
    ) -> Resolved<IdentityProvider> {
        single_sign_on::set_identity_provider(context, &input)
    }

    /// Removes the identity provider of the organization. Users sign in with passwords again.
    fn remove_identity_provider(
        context: &RequestContext,
        input: IdentityProviderInput,
    ) -> Resolved<RemovedIdentityProvider> {
        single_sign_on::remove_identity_provider(context, &input)
    }

    /// Creates the token with which the identity provider provisions users. Its secret is shown only once. An earlier token ends at once.
    fn create_scim_token(
        context: &RequestContext,
        input: ScimTokenInput,
    ) -> Resolved<IssuedScimToken> {
        provisioning::create_scim_token(context, &input)
    }

    /// Revokes the token with which the identity provider provisions users, at once.
    fn revoke_scim_token(context: &RequestContext, input: ScimTokenInput) -> Resolved<ScimToken> {
        provisioning::revoke_scim_token(context, &input)
    }

    /// Reveals a candidate of a blind job to the caller. The reason is recorded in the audit log.
    fn reveal_candidate(
        context: &RequestContext,
        executor: &Executor<'_, '_>,
        input: RevealCandidateInput,
    ) -> Resolved<CandidateObject> {
        candidate_operations::reveal_candidate(context, executor, &input)
    }
}
