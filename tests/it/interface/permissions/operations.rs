//! Every operation with an input, and the permission that it needs.

use serde_json::{Value, json};
use shortlist_domain::Permission;

use super::GET_JOBS;
use crate::support::input::joined;

/// Returns an input that names the organization, with more fields.
pub(super) fn with_organization(more: Value) -> Value {
    joined(json!({ "organizationId": "org_ours" }), &more)
}

/// Returns each operation's document, its input, and the permission that it needs.
pub(super) fn operations() -> Vec<(&'static str, Value, Permission)> {
    let mut all = operations_on_jobs_and_candidates();
    all.extend(operations_on_saved_views());
    all.extend(operations_on_interviews());
    all.extend(operations_on_explanations());
    all.extend(operations_on_records());
    all.extend(operations_across_jobs());
    all.extend(operations_on_mails());
    all.extend(operations_on_accounts());
    all.extend(operations_on_settings());
    all.extend(operations_on_identity_providers());
    all
}

/// Returns the operations across the jobs that a person applies for.
fn operations_across_jobs() -> Vec<(&'static str, Value, Permission)> {
    vec![
        (
            "query($input: SearchPeopleInput!) { searchPeople(input: $input) { totalCount } }",
            with_organization(json!({})),
            Permission::CandidatesRead,
        ),
        (
            "mutation($input: ConsiderForJobInput!) { considerForJob(input: $input) { _id } }",
            with_organization(json!({ "candidateId": "cnd_x", "jobId": "job_x" })),
            Permission::CandidatesWrite,
        ),
        (
            "mutation($input: CreateCandidateInput!) { createCandidate(input: $input) { _id } }",
            with_organization(json!({ "jobId": "job_x", "fullName": "Ada Example" })),
            Permission::CandidatesWrite,
        ),
    ]
}

/// Returns the operations on mails.
fn operations_on_mails() -> Vec<(&'static str, Value, Permission)> {
    vec![
        (
            "query($input: ListMailsInput!) { listMails(input: $input) { mails { _id } } }",
            with_organization(json!({})),
            Permission::CandidatesRead,
        ),
        (
            "query($input: PreviewRejectionMailsInput!) { previewRejectionMails(input: $input) { mails { digest } } }",
            with_organization(json!({ "candidateIds": ["cnd_x"] })),
            Permission::CandidatesWrite,
        ),
        (
            "query($input: MailTemplatesInput!) { mailTemplates(input: $input) { templates { event } } }",
            with_organization(json!({})),
            Permission::Admin,
        ),
        (
            "mutation($input: SetMailTemplateInput!) { setMailTemplate(input: $input) { event } }",
            with_organization(
                json!({ "event": "rejected", "language": "de", "subject": "x", "body": "x" }),
            ),
            Permission::Admin,
        ),
        (
            "mutation($input: ResetMailTemplateInput!) { resetMailTemplate(input: $input) { event } }",
            with_organization(json!({ "event": "rejected", "language": "de" })),
            Permission::Admin,
        ),
        (
            "query($input: MailSenderInput!) { mailSender(input: $input) { name } }",
            with_organization(json!({})),
            Permission::Admin,
        ),
        (
            "mutation($input: SetMailSenderInput!) { setMailSender(input: $input) { name } }",
            with_organization(json!({ "name": "Example Ltd" })),
            Permission::Admin,
        ),
        (
            "mutation($input: ResendMailInput!) { resendMail(input: $input) { _id } }",
            with_organization(json!({ "mailId": "rejected.cnd_x.0" })),
            Permission::CandidatesWrite,
        ),
    ]
}

/// Returns the operations that explain decisions and correct what was read.
fn operations_on_explanations() -> Vec<(&'static str, Value, Permission)> {
    vec![
        (
            "query($input: GetCandidatePacketInput!) { getCandidatePacket(input: $input) { title } }",
            with_organization(json!({ "candidateId": "cnd_x" })),
            Permission::CandidatesRead,
        ),
        (
            "query($input: ListDueExplanationsInput!) { listDueExplanations(input: $input) { explanations { jobId } } }",
            with_organization(json!({})),
            Permission::CandidatesRead,
        ),
        (
            "query($input: ListCorrectionsInput!) { listCorrections(input: $input) { corrections { field } } }",
            with_organization(json!({ "candidateId": "cnd_x" })),
            Permission::CandidatesRead,
        ),
        (
            "mutation($input: CorrectResumeInput!) { correctResume(input: $input) { scoreAfter } }",
            with_organization(
                json!({ "candidateId": "cnd_x", "entry": 0, "field": "start", "value": "2020" }),
            ),
            Permission::CandidatesWrite,
        ),
        (
            "mutation($input: AddResumeEntryInput!) { addResumeEntry(input: $input) { scoreAfter } }",
            with_organization(
                json!({ "candidateId": "cnd_x", "values": [{ "field": "skill", "value": "Rust" }] }),
            ),
            Permission::CandidatesWrite,
        ),
        (
            "mutation($input: ChooseResumeInput!) { chooseResume(input: $input) { _id } }",
            with_organization(json!({ "candidateId": "cnd_x", "version": 1 })),
            Permission::CandidatesWrite,
        ),
        (
            "mutation($input: RecordExplanationInput!) { recordExplanation(input: $input) { status } }",
            with_organization(json!({ "candidateId": "cnd_x" })),
            Permission::CandidatesWrite,
        ),
    ]
}

fn operations_on_jobs_and_candidates() -> Vec<(&'static str, Value, Permission)> {
    let recruiter = "usr_admin";
    vec![
        (
            GET_JOBS,
            with_organization(json!({ "recruiterId": recruiter, "userType": "Admin" })),
            Permission::JobsRead,
        ),
        (
            "query($input: GetJobInput!) { getJob(input: $input) { _id } }",
            with_organization(json!({ "jobId": "job_x" })),
            Permission::JobsRead,
        ),
        (
            "mutation($input: CreateJobInput!) { createJob(input: $input) { _id } }",
            with_organization(json!({ "recruiterId": recruiter, "title": "" })),
            Permission::JobsWrite,
        ),
        (
            "mutation($input: UpdateJobInput!) { updateJob(input: $input) { _id } }",
            with_organization(json!({ "jobId": "job_x" })),
            Permission::JobsWrite,
        ),
        (
            "query($input: GetCandidatesInput!) { getCandidates(input: $input) { totalCount } }",
            with_organization(json!({})),
            Permission::CandidatesRead,
        ),
        (
            "query($input: GetCandidateInput!) { getCandidate(input: $input) { _id } }",
            with_organization(json!({ "candidateId": "cnd_x" })),
            Permission::CandidatesRead,
        ),
        (
            "mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) { _id } }",
            with_organization(json!({ "candidateId": "cnd_x" })),
            Permission::CandidatesWrite,
        ),
        (
            "mutation($input: UpdateCandidatesInput!) { updateCandidates(input: $input) { candidates { _id } } }",
            with_organization(json!({ "candidateIds": ["cnd_x"] })),
            Permission::CandidatesWrite,
        ),
        (
            "mutation($input: AddNoteInput!) { addNote(input: $input) { _id } }",
            with_organization(json!({ "candidateId": "cnd_x", "text": "a note" })),
            Permission::CandidatesWrite,
        ),
        (
            "mutation($input: DeleteNoteInput!) { deleteNote(input: $input) { _id } }",
            with_organization(json!({ "noteId": "note_x" })),
            Permission::CandidatesWrite,
        ),
        (
            "query($input: GetRejectionReasonsInput!) { getRejectionReasons(input: $input) { required } }",
            with_organization(json!({})),
            Permission::CandidatesRead,
        ),
    ]
}

/// Returns the operations on stages, offers and custom fields.
fn operations_on_records() -> Vec<(&'static str, Value, Permission)> {
    vec![
        (
            "mutation($input: MoveCandidatesInput!) { moveCandidates(input: $input) { candidates { _id } } }",
            with_organization(json!({ "candidateIds": ["cnd_x"], "stageId": "Hired" })),
            Permission::CandidatesWrite,
        ),
        (
            "mutation($input: SetOfferInput!) { setOffer(input: $input) { state } }",
            with_organization(json!({ "candidateId": "cnd_x", "state": "Sent" })),
            Permission::CandidatesWrite,
        ),
        (
            "query($input: GetStageTemplateInput!) { getStageTemplate(input: $input) { stages { name } } }",
            with_organization(json!({})),
            Permission::JobsRead,
        ),
        (
            "mutation($input: UpdateJobRequirementsInput!) { updateJobRequirements(input: $input) { _id } }",
            with_organization(json!({ "jobId": "job_x", "requirements": [] })),
            Permission::JobsWrite,
        ),
        (
            "query($input: SearchOccupationsInput!) { searchOccupations(input: $input) { occupations { code } } }",
            with_organization(json!({ "query": "nurse" })),
            Permission::JobsRead,
        ),
        (
            "mutation($input: SetJobStagesInput!) { setJobStages(input: $input) { _id } }",
            with_organization(json!({ "jobId": "job_x", "stages": [] })),
            Permission::JobsWrite,
        ),
        (
            "query($input: ListErasuresInput!) { listErasures(input: $input) { erasures { candidateId } } }",
            with_organization(json!({ "erasedSince": "2026-01-01T00:00:00Z" })),
            Permission::CandidatesRead,
        ),
        (
            "query($input: ChangesSinceInput!) { changesSince(input: $input) { changes { recordId } } }",
            with_organization(json!({})),
            Permission::CandidatesRead,
        ),
        (
            "query($input: GetCustomFieldsInput!) { getCustomFields(input: $input) { fields { key } } }",
            with_organization(json!({})),
            Permission::CandidatesRead,
        ),
        (
            "mutation($input: SetStageTemplateInput!) { setStageTemplate(input: $input) { stages { name } } }",
            with_organization(json!({ "stages": [] })),
            Permission::Admin,
        ),
        (
            "mutation($input: SetCustomFieldInput!) { setCustomField(input: $input) { key } }",
            with_organization(json!({ "key": "x", "label": "", "type": "Text" })),
            Permission::Admin,
        ),
    ]
}

/// Returns the operations on invitations, and on the sessions of other users.
fn operations_on_accounts() -> Vec<(&'static str, Value, Permission)> {
    vec![
        (
            "mutation($input: InviteUserInput!) { inviteUser(input: $input) { expiresAt } }",
            with_organization(json!({ "userType": "Recruiter", "fullName": "", "email": "a@b.c" })),
            Permission::Admin,
        ),
        (
            "mutation($input: RenewInvitationInput!) { renewInvitation(input: $input) { expiresAt } }",
            with_organization(json!({ "userId": "usr_x" })),
            Permission::Admin,
        ),
        (
            "query($input: ListUserSessionsInput!) { listUserSessions(input: $input) { sessions { sessionId } } }",
            with_organization(json!({ "userId": "usr_x" })),
            Permission::Admin,
        ),
        (
            "mutation($input: EndUserSessionInput!) { endUserSession(input: $input) { count } }",
            with_organization(json!({ "userId": "usr_x", "sessionId": "ses_x" })),
            Permission::Admin,
        ),
        (
            "mutation($input: EndUserSessionsInput!) { endUserSessions(input: $input) { count } }",
            with_organization(json!({ "userId": "usr_x" })),
            Permission::Admin,
        ),
        (
            "query($input: ListUserIdentitiesInput!) { listUserIdentities(input: $input) { identities { issuer } } }",
            with_organization(json!({ "userId": "usr_x" })),
            Permission::Admin,
        ),
        (
            "mutation($input: UnlinkUserIdentityInput!) { unlinkUserIdentity(input: $input) { count } }",
            with_organization(json!({ "userId": "usr_x", "issuer": "x" })),
            Permission::Admin,
        ),
        (
            "mutation($input: ResetSecondFactorInput!) { resetSecondFactor(input: $input) { _id } }",
            with_organization(json!({ "userId": "usr_x" })),
            Permission::Admin,
        ),
        (
            "query($input: GetSecondFactorPolicyInput!) { getSecondFactorPolicy(input: $input) { roles } }",
            with_organization(json!({})),
            Permission::Admin,
        ),
        (
            "mutation($input: SetSecondFactorPolicyInput!) { setSecondFactorPolicy(input: $input) { roles } }",
            with_organization(json!({ "roles": [] })),
            Permission::Admin,
        ),
    ]
}

fn operations_on_settings() -> Vec<(&'static str, Value, Permission)> {
    vec![
        (
            "query($input: GetDecisionRecordsInput!) { getDecisionRecords(input: $input) { records { jobId } } }",
            with_organization(json!({ "candidateId": "cnd_x" })),
            Permission::Admin,
        ),
        (
            "query($input: GetDecisionPolicyInput!) { getDecisionPolicy(input: $input) { contact } }",
            with_organization(json!({})),
            Permission::Admin,
        ),
        (
            "mutation($input: SetDecisionPolicyInput!) { setDecisionPolicy(input: $input) { contact } }",
            with_organization(json!({})),
            Permission::Admin,
        ),
        (
            "query($input: ListLegalHoldsInput!) { listLegalHolds(input: $input) { hasNextPage } }",
            with_organization(json!({})),
            Permission::Admin,
        ),
        (
            "query($input: VerifyAuditLogInput!) { verifyAuditLog(input: $input) { rows } }",
            with_organization(json!({})),
            Permission::Admin,
        ),
        (
            "query($input: GetBiasAuditInput!) { getBiasAudit(input: $input) { people } }",
            with_organization(json!({})),
            Permission::Admin,
        ),
        (
            "query($input: GetServiceStatusInput!) { getServiceStatus(input: $input) { version } }",
            with_organization(json!({})),
            Permission::Admin,
        ),
        (
            "mutation($input: RevealCandidateInput!) { revealCandidate(input: $input) { _id } }",
            with_organization(json!({ "candidateId": "cnd_x", "reason": "x" })),
            Permission::CandidatesRead,
        ),
    ]
}

/// Returns the operations on the identity provider and its token.
fn operations_on_identity_providers() -> Vec<(&'static str, Value, Permission)> {
    vec![
        (
            "query($input: IdentityProviderInput!) { identityProvider(input: $input) { issuer } }",
            with_organization(json!({})),
            Permission::Admin,
        ),
        (
            "mutation($input: SetIdentityProviderInput!) { setIdentityProvider(input: $input) { issuer } }",
            with_organization(
                json!({ "issuer": "https://id.example.org", "clientId": "x", "domains": ["x.org"], "mode": "Offered" }),
            ),
            Permission::Admin,
        ),
        (
            "mutation($input: IdentityProviderInput!) { removeIdentityProvider(input: $input) { issuer } }",
            with_organization(json!({})),
            Permission::Admin,
        ),
        (
            "query($input: ScimTokenInput!) { scimToken(input: $input) { shownPrefix } }",
            with_organization(json!({})),
            Permission::Admin,
        ),
        (
            "mutation($input: ScimTokenInput!) { createScimToken(input: $input) { secret } }",
            with_organization(json!({})),
            Permission::Admin,
        ),
        (
            "mutation($input: ScimTokenInput!) { revokeScimToken(input: $input) { shownPrefix } }",
            with_organization(json!({})),
            Permission::Admin,
        ),
    ]
}

fn operations_on_saved_views() -> Vec<(&'static str, Value, Permission)> {
    vec![
        (
            "query($input: ListSavedViewsInput!) { listSavedViews(input: $input) { views { _id } } }",
            with_organization(json!({})),
            Permission::CandidatesRead,
        ),
        (
            "mutation($input: SaveViewInput!) { saveView(input: $input) { _id } }",
            with_organization(json!({ "name": "Best", "query": "minScore=60" })),
            Permission::CandidatesRead,
        ),
        (
            "mutation($input: DeleteSavedViewInput!) { deleteSavedView(input: $input) { _id } }",
            with_organization(json!({ "viewId": "view_x" })),
            Permission::CandidatesRead,
        ),
    ]
}

fn operations_on_interviews() -> Vec<(&'static str, Value, Permission)> {
    vec![
        (
            "query($input: GetQuestionsInput!) { getCanInterviewRpt(input: $input) { feedback } }",
            json!({ "candidateId": "cnd_x" }),
            Permission::InterviewsRead,
        ),
        (
            "query($input: GetInterviewsInput!) { getInterviews(input: $input) { totalCount } }",
            with_organization(json!({})),
            Permission::InterviewsRead,
        ),
        (
            "query($input: ListInterviewersInput!) { listInterviewers(input: $input) { users { _id } } }",
            with_organization(json!({})),
            Permission::InterviewsRead,
        ),
        (
            "query($input: GetActivityInput!) { getActivity(input: $input) { entries { at } } }",
            with_organization(json!({ "jobId": "job_x" })),
            Permission::CandidatesRead,
        ),
        (
            "query($input: GetRecruitingReportInput!) { getRecruitingReport(input: $input) { candidates } }",
            with_organization(json!({})),
            Permission::CandidatesRead,
        ),
        (
            "query($input: GetBusyTimesInput!) { getBusyTimes(input: $input) { times { from } } }",
            with_organization(
                json!({ "interviewerIds": ["usr_x"], "from": "2026-03-05T00:00:00Z", "to": "2026-03-06T00:00:00Z" }),
            ),
            Permission::InterviewsRead,
        ),
        (
            "mutation($input: AssignInterviewerInput!) { assignInterviewer(input: $input) { message } }",
            json!({ "candidateId": "cnd_x", "interviewerId": "usr_x", "dateAndTime": "2026-03-05T08:15:00Z", "status": "Scheduled" }),
            Permission::InterviewsWrite,
        ),
        (
            "mutation($input: UpdateInterviewInput!) { updateInterview(input: $input) { _id } }",
            with_organization(json!({ "interviewId": "int_x" })),
            Permission::InterviewsWrite,
        ),
        (
            "mutation($input: SubmitInterviewReportInput!) { submitInterviewReport(input: $input) { feedback } }",
            json!({ "interviewId": "int_x" }),
            Permission::InterviewsWrite,
        ),
        (
            "mutation($input: SubmitReviewInput!) { submitReview(input: $input) { score } }",
            json!({ "candidateId": "cnd_x", "score": 50.0 }),
            Permission::InterviewsWrite,
        ),
        (
            "query($input: InputTypeLeaderBoard!) { getLeaderboard(input: $input) { totalCount } }",
            with_organization(json!({ "jobId": "job_x", "leaderboardtype": "ai" })),
            Permission::LeaderboardRead,
        ),
    ]
}
