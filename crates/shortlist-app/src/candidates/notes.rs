//! Notes about candidates, and the reasons of rejections.

use shortlist_domain::{
    CandidateProblem, InvalidValue, ListProblem, MAX_MENTIONS, MAX_NOTES, MAX_REJECTION_REASONS,
    Note, NoteId, OrganizationId, Principal, RejectionPolicy, TextProblem, UserId, UserType,
    check_note, check_short, plain_text,
};
use shortlist_persistence::NoteInsertion;

use crate::access::job_access::visible_candidate;
use crate::blind::Masks;
use crate::candidates::Candidates;
use crate::checks::{NO_CANDIDATE, find_candidate_id};
use crate::conflict::Limited;
use crate::error::AppError;
use crate::operations::Operation;
use crate::refusal::Refusal;
use crate::secrets::random_bits;

const NO_NOTE: AppError = AppError::NotFound {
    field: "noteId",
    what: "note",
};

impl Candidates<'_> {
    /// Adds a note to a candidate.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, if the organization has no such candidate, or if it has too many notes.
    pub fn add_note(
        &self,
        principal: &Principal,
        candidate_id: &str,
        text: &str,
        mentions: &[String],
    ) -> Result<Note, AppError> {
        let organization = &principal.organization_id;
        let candidate_id = find_candidate_id(self.store, organization, candidate_id)?;
        visible_candidate(self.store, principal, &candidate_id)?;
        let note = Note {
            id: NoteId::generate(self.clock.now(), random_bits()?),
            organization_id: organization.clone(),
            candidate_id,
            author_id: principal.user_id.clone(),
            text: check_note("text", text)?,
            mentions: self.mentioned_users(organization, mentions)?,
            created_at: self.clock.now(),
        };
        let writer = self.writers.for_caller(principal, Operation::AddNote);
        match writer.candidates().insert_note(&note)? {
            NoteInsertion::Added => Ok(note),
            NoteInsertion::NoCandidate => Err(NO_CANDIDATE),
            NoteInsertion::Full => Err(AppError::too_many(Limited::Notes, MAX_NOTES)),
        }
    }

    fn mentioned_users(
        &self,
        organization: &OrganizationId,
        mentions: &[String],
    ) -> Result<Vec<UserId>, AppError> {
        if mentions.len() > MAX_MENTIONS {
            let problem = ListProblem::TooManyUsers(MAX_MENTIONS);
            return Err(InvalidValue::new("mentions", problem).into());
        }
        let mut users = Vec::with_capacity(mentions.len());
        for text in mentions {
            let id = UserId::parse("mentions", text)?;
            let user = self.store.users().find(organization, &id)?;
            if user.is_none_or(|user| !user.active) {
                let problem = CandidateProblem::NoActiveUser(id.into_string());
                return Err(InvalidValue::new("mentions", problem).into());
            }
            if !users.contains(&id) {
                users.push(id);
            }
        }
        Ok(users)
    }

    /// Deletes a note. Its author and an Admin may do so.
    ///
    /// # Errors
    /// Returns an error if there is no such note, or if it belongs to someone else.
    pub fn delete_note(&self, principal: &Principal, note_id: &str) -> Result<Note, AppError> {
        let id = NoteId::parse("noteId", note_id)?;
        let found = self
            .store
            .candidates()
            .find_note(&principal.organization_id, &id)?;
        let note = found.ok_or(NO_NOTE)?;
        visible_candidate(self.store, principal, &note.candidate_id)?;
        if note.author_id != principal.user_id && principal.user_type != UserType::Admin {
            return Err(AppError::Forbidden(Refusal::OthersNote));
        }
        let writer = self.writers.for_caller(principal, Operation::DeleteNote);
        if writer.candidates().delete_note(&note)? {
            let mut deleted = note;
            let id = deleted.candidate_id.clone();
            self.mask_notes(principal, &id, std::slice::from_mut(&mut deleted))?;
            Ok(deleted)
        } else {
            Err(NO_NOTE)
        }
    }

    /// Redacts the notes of a candidate that is masked for the caller.
    fn mask_notes(
        &self,
        principal: &Principal,
        candidate: &shortlist_domain::CandidateId,
        notes: &mut [Note],
    ) -> Result<(), AppError> {
        let masks = Masks::of(self.store, principal, std::slice::from_ref(candidate))?;
        if let Some(mask) = masks.load([candidate.clone()])?.remove(candidate) {
            for note in notes {
                note.text = mask.redact_written(&note.text);
            }
        }
        Ok(())
    }

    /// Lists the notes of a candidate, the earliest first. An Interviewer sees none.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn notes(
        &self,
        principal: &Principal,
        candidate: &shortlist_domain::CandidateId,
    ) -> Result<Vec<Note>, AppError> {
        if principal.user_type == UserType::Interviewer {
            return Ok(Vec::new());
        }
        let candidates = self.store.candidates();
        let mut notes = candidates.list_notes(&principal.organization_id, candidate)?;
        self.mask_notes(principal, candidate, &mut notes)?;
        Ok(notes)
    }

    /// Returns the reasons for which the organization rejects candidates.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn rejection_policy(
        &self,
        organization: &OrganizationId,
    ) -> Result<RejectionPolicy, AppError> {
        Ok(self.store.organizations().rejection_policy(organization)?)
    }

    /// Sets the reasons for which the organization rejects candidates.
    ///
    /// # Errors
    /// Returns an error if there are too many, or if one is invalid.
    pub fn set_rejection_policy(
        &self,
        principal: &Principal,
        reasons: &[String],
        required: Option<bool>,
    ) -> Result<RejectionPolicy, AppError> {
        if reasons.len() > MAX_REJECTION_REASONS {
            let problem = ListProblem::TooManyReasons(MAX_REJECTION_REASONS);
            return Err(InvalidValue::new("reasons", problem).into());
        }
        let mut policy = RejectionPolicy {
            reasons: Vec::with_capacity(reasons.len()),
            required: required.unwrap_or(false),
        };
        for reason in reasons {
            let Some(reason) = check_short("reasons", reason)? else {
                return Err(InvalidValue::new("reasons", TextProblem::Empty).into());
            };
            let folded = plain_text(&reason);
            if !policy.reasons.iter().any(|one| plain_text(one) == folded) {
                policy.reasons.push(reason);
            }
        }
        self.writers
            .for_caller(principal, Operation::SetRejectionReasons)
            .organizations()
            .set_rejection_policy(&principal.organization_id, &policy)?;
        Ok(policy)
    }
}
