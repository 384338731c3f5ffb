//! The operations that change candidates and what colleagues write about them.

use juniper::GraphQLInputObject;
use shortlist_app::{
    App, AppError, ChooseResume, ConsiderForJob, CreateCandidate, Operation, UpdateCandidates,
};
use shortlist_domain::{Candidate, Principal};

use crate::graphql::candidates::changes::{
    UpdateCandidateInput, UpdateCandidatesInput, UpdatedCandidates,
};
use crate::graphql::candidates::notes::{
    AddNoteInput, DeleteNoteInput, Note, RejectionReasons, SetRejectionReasonsInput,
};
use crate::graphql::candidates::{CandidateObject, SelectedParts};
use crate::graphql::context::{Executor, RequestContext, Resolved, of_organization};
use crate::graphql::input::input;
use crate::graphql::stages::MoveCandidatesInput;

pub(crate) fn update_candidate(
    context: &RequestContext,
    executor: &Executor<'_, '_>,
    input: UpdateCandidateInput,
) -> Resolved<CandidateObject> {
    context.perform(
        Operation::UpdateCandidate,
        of_organization(&input.organization_id),
        |app, principal| {
            let (request, selected) = (input.request, SelectedParts::of_one(executor));
            CandidateObject::check_stored(context, &request.candidate_id, selected)?;
            let candidate = app.candidates().update(principal, request)?;
            CandidateObject::load_one(context, candidate, selected)
        },
    )
}

#[derive(GraphQLInputObject)]
pub(crate) struct RevealCandidateInput {
    organization_id: String,
    candidate_id: String,
    /// Why the caller needs to know who the candidate is. The audit log keeps it.
    reason: String,
}

pub(crate) fn reveal_candidate(
    context: &RequestContext,
    executor: &Executor<'_, '_>,
    input: &RevealCandidateInput,
) -> Resolved<CandidateObject> {
    context.perform(
        Operation::RevealCandidate,
        of_organization(&input.organization_id),
        |app, principal| {
            let revealed =
                app.candidates()
                    .reveal(principal, &input.candidate_id, &input.reason)?;
            CandidateObject::load_one(context, revealed, SelectedParts::of_one(executor))
        },
    )
}

input! {
    pub(crate) struct ChooseResumeInput(ChooseResume) of organization_id "organizationId" {
        "candidateId" as candidate_id: String;
        /// A further document of the candidate, such as one of `competingResumes`.
        "documentId" as document_id: Option<String>;
        /// A version of the resume. The current one makes all others stop competing.
        "version" as version: Option<i32>;
    }
}

pub(crate) fn choose_resume(
    context: &RequestContext,
    executor: &Executor<'_, '_>,
    input: &ChooseResumeInput,
) -> Resolved<CandidateObject> {
    let request = &input.request;
    context.perform(
        Operation::ChooseResume,
        of_organization(&input.organization_id),
        |app, principal| {
            let selected = SelectedParts::of_one(executor);
            CandidateObject::check_stored(context, &request.candidate_id, selected)?;
            let candidate = app.uploads().choose_resume(principal, request)?;
            CandidateObject::load_one(context, candidate, selected)
        },
    )
}

input! {
    pub(crate) struct ConsiderForJobInput(ConsiderForJob) of organization_id "organizationId" {
        "candidateId" as candidate_id: String;
        /// The other job, which must be open and not reviewed blind.
        "jobId" as job_id: String;
    }
}

pub(crate) fn consider_for_job(
    context: &RequestContext,
    executor: &Executor<'_, '_>,
    input: &ConsiderForJobInput,
) -> Resolved<CandidateObject> {
    let request = &input.request;
    context.perform(
        Operation::ConsiderForJob,
        of_organization(&input.organization_id),
        |app, principal| {
            let selected = SelectedParts::of_one(executor);
            CandidateObject::check_stored(context, &request.candidate_id, selected)?;
            let candidate = app.uploads().consider_for_job(principal, request)?;
            CandidateObject::load_one(context, candidate, selected)
        },
    )
}

input! {
    pub(crate) struct CreateCandidateInput(CreateCandidate) of organization_id "organizationId" {
        /// The job, which must be open and not reviewed blind.
        "jobId" as job_id: String;
        /// The person's name, at most 200 characters.
        "fullName" as full_name: String;
        "emailAddress" as email_address: Option<String>;
        "phoneNumber" as phone_number: Option<String>;
        /// Where the person lives, such as "Berlin, Germany".
        "location" as location: Option<String>;
        /// Everything else that is known, as a resume would say it: positions with dates, education, skills. At most 100,000
        /// characters.
        "text" as text: Option<String>;
    }
}

pub(crate) fn create_candidate(
    context: &RequestContext,
    executor: &Executor<'_, '_>,
    input: &CreateCandidateInput,
) -> Resolved<CandidateObject> {
    context.perform(
        Operation::CreateCandidate,
        of_organization(&input.organization_id),
        |app, principal| {
            let selected = SelectedParts::of_one(executor);
            let candidate = app.uploads().create_candidate(principal, &input.request)?;
            CandidateObject::load_one(context, candidate, selected)
        },
    )
}

pub(crate) fn update_candidates(
    context: &RequestContext,
    executor: &Executor<'_, '_>,
    input: UpdateCandidatesInput,
) -> Resolved<UpdatedCandidates> {
    context.perform(
        Operation::UpdateCandidates,
        of_organization(&input.organization_id),
        |app, principal| {
            let updated = update_as_previewed(app, principal, input.request)?;
            let selected = SelectedParts::within(executor, "candidates");
            UpdatedCandidates::load(context, updated, selected)
        },
    )
}

/// Changes the candidates, unless the mails differ from a preview that the request names.
fn update_as_previewed(
    app: &App,
    principal: &Principal,
    request: UpdateCandidates,
) -> Result<Vec<Candidate>, AppError> {
    let Some(digest) = request.preview_digest.clone() else {
        return app.candidates().update_many(principal, request);
    };
    app.if_unchanged(&principal.organization_id, |services| {
        let mails = app.mails();
        mails.check_preview(principal, &request.candidate_ids, &digest)?;
        services
            .candidates()
            .update_many(principal, request.clone())
    })
}

pub(crate) fn add_note(context: &RequestContext, input: AddNoteInput) -> Resolved<Note> {
    context.perform(
        Operation::AddNote,
        of_organization(&input.organization_id),
        |app, principal| {
            let mentions = input.mentions.as_deref().unwrap_or_default();
            let added = app.candidates().add_note(
                principal,
                input.candidate_id.as_str(),
                input.text.as_str(),
                mentions,
            )?;
            Ok(Note(added))
        },
    )
}

pub(crate) fn delete_note(context: &RequestContext, input: DeleteNoteInput) -> Resolved<Note> {
    context.perform(
        Operation::DeleteNote,
        of_organization(&input.organization_id),
        |app, principal| {
            let deleted = app.candidates().delete_note(principal, &input.note_id)?;
            Ok(Note(deleted))
        },
    )
}

pub(crate) fn set_rejection_reasons(
    context: &RequestContext,
    input: SetRejectionReasonsInput,
) -> Resolved<RejectionReasons> {
    context.perform(
        Operation::SetRejectionReasons,
        of_organization(&input.organization_id),
        |app, principal| {
            let set = app.candidates().set_rejection_policy(
                principal,
                input.reasons.as_slice(),
                input.required,
            )?;
            Ok(RejectionReasons(set))
        },
    )
}

pub(crate) fn move_candidates(
    context: &RequestContext,
    executor: &Executor<'_, '_>,
    input: MoveCandidatesInput,
) -> Resolved<UpdatedCandidates> {
    context.perform(
        Operation::MoveCandidates,
        of_organization(&input.organization_id),
        |app, principal| {
            let moved = app.candidates().move_to_stage(principal, &input.request)?;
            let selected = SelectedParts::within(executor, "candidates");
            UpdatedCandidates::load(context, moved, selected)
        },
    )
}
