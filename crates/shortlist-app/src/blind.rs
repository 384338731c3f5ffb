//! Blind review: what a user sees of candidates whom they have not revealed.
//!
//! Candidates of a blind job are masked for everybody, whatever their role, until they reveal a single candidate with a
//! reason. Use cases mask what they return, so that every page and every answer of the API shows the same.

use std::collections::{HashMap, HashSet};

use shortlist_domain::{
    ApplicantContact, ApplicationForm, AuditChanges, AuditEntry, Candidate, CandidateId, Evidence,
    InterviewReport, JobId, OrganizationId, Principal, Resume, ResumeText, ScoreReceipt,
};
use shortlist_persistence::Store;

use crate::AppError;
use crate::redaction::Redactor;

/// What replaces a value that cannot be redacted word by word.
const MASKED: &str = "(masked)";

/// A masked candidate: what removes it from texts, and the redacted text of the resume.
pub(crate) struct Mask {
    redactor: Redactor,
    text: Option<ResumeText>,
}

/// The candidates that are masked for a caller.
pub(crate) struct Masks<'a> {
    store: &'a Store,
    organization: &'a OrganizationId,
    pub(crate) masked: HashSet<CandidateId>,
}

impl<'a> Masks<'a> {
    /// Finds which of these candidates are masked for the caller, with a single query.
    pub(crate) fn of(
        store: &'a Store,
        principal: &'a Principal,
        ids: &[CandidateId],
    ) -> Result<Self, AppError> {
        let organization = &principal.organization_id;
        let candidates = store.candidates();
        Ok(Self {
            store,
            organization,
            masked: candidates.masked_for(organization, &principal.user_id, ids)?,
        })
    }

    /// Finds which of these candidates of a job are masked.
    pub(crate) fn of_job(
        store: &'a Store,
        principal: &'a Principal,
        job: &JobId,
        ids: &[CandidateId],
    ) -> Result<Self, AppError> {
        let candidates = store.candidates();
        let is_blind =
            !ids.is_empty() && candidates.is_any_blind(&principal.organization_id, &[job])?;
        Self::of(store, principal, if is_blind { ids } else { &[] })
    }

    pub(crate) fn hides(&self, id: &CandidateId) -> bool {
        self.masked.contains(id)
    }

    /// Loads what is needed to redact texts about the masked ones of these candidates.
    pub(crate) fn load(
        &self,
        ids: impl IntoIterator<Item = CandidateId>,
    ) -> Result<HashMap<CandidateId, Mask>, AppError> {
        let ids: HashSet<CandidateId> = ids.into_iter().filter(|id| self.hides(id)).collect();
        let ids: Vec<CandidateId> = ids.into_iter().collect();
        if ids.is_empty() {
            return Ok(HashMap::new());
        }
        let candidates = self.store.candidates();
        let records = candidates.load_many(self.organization, &ids)?;
        let mut resumes = candidates.load_resumes(self.organization, &ids)?;
        let mask = |(id, (candidate, _)): (CandidateId, (Candidate, _))| {
            let resume = resumes.remove(&id).map(|stored| stored.resume);
            (id, Mask::of(&candidate, resume))
        };
        Ok(records.into_iter().map(mask).collect())
    }

    /// Masks candidates of a list.
    pub(crate) fn mask_all<'c>(
        &self,
        candidates: impl IntoIterator<Item = &'c mut Candidate>,
    ) -> Result<(), AppError> {
        let masked = candidates.into_iter().filter(|one| self.hides(&one.id));
        let masked: Vec<&mut Candidate> = masked.collect();
        // Only free text needs the resume, which is much larger than the record.
        let with_text = masked.iter().filter(|one| one.status_reason.is_some());
        let ids: Vec<CandidateId> = with_text.map(|one| one.id.clone()).collect();
        let mut masks = self.load(ids)?;
        for candidate in masked {
            let mask = masks.remove(&candidate.id);
            mask.unwrap_or_else(|| Mask::of(candidate, None))
                .hide(candidate);
        }
        Ok(())
    }
}

impl Mask {
    fn of(candidate: &Candidate, resume: Option<Resume>) -> Self {
        let redactor = Redactor::of(candidate, resume.as_ref());
        let text = resume.map(|resume| redactor.redact_resume(resume).text);
        Self { redactor, text }
    }

    pub(crate) fn redact(&self, text: &str) -> String {
        self.redactor.redact(text)
    }

    pub(crate) fn redact_some(&self, text: Option<String>) -> Option<String> {
        self.redactor.redact_some(text)
    }

    pub(crate) fn redact_resume(&self, resume: Resume) -> Resume {
        self.redactor.redact_resume(resume)
    }

    fn hide(&self, candidate: &mut Candidate) {
        candidate.full_name = String::new();
        candidate.email = None;
        candidate.phone = None;
        candidate.external_id = None;
        candidate.source = self.redact_some(candidate.source.take());
        candidate.status_reason = self.redact_some(candidate.status_reason.take());
        for skill in &mut candidate.skills {
            *skill = self.redact(skill);
        }
    }

    /// Redacts the quotes of a receipt. They come from the redacted resume, in which whole lines may be masked.
    pub(crate) fn redact_receipt(&self, receipt: &mut ScoreReceipt) {
        for criterion in &mut receipt.criteria {
            criterion.summary = self.redact(&criterion.summary);
            for evidence in &mut criterion.evidence {
                evidence.quote = self.quote(evidence);
            }
        }
        for finding in &mut receipt.findings {
            finding.quote = self.redact(&finding.quote);
        }
        if let Some(model) = &mut receipt.model {
            model.summary = self.redact(&model.summary);
        }
    }

    fn quote(&self, evidence: &Evidence) -> Option<String> {
        let quote = evidence.quote.as_ref()?;
        let place = self.text.as_ref().zip(evidence.place);
        let redacted = place.map(|(text, (start, end))| {
            let (start, length) = (usize_of(start), usize_of(end.saturating_sub(start)));
            let letters = text.as_str().chars().skip(start).take(length);
            letters
                .map(|c| if c.is_control() { ' ' } else { c })
                .collect()
        });
        Some(self.redact(&redacted.unwrap_or_else(|| quote.clone())))
    }

    /// Redacts an application from outside.
    pub(crate) fn redact_application(&self, form: &mut ApplicationForm) {
        form.contact = ApplicantContact::default();
        form.source = self.redact(&form.source);
        for answer in &mut form.answers {
            answer.answer = self.redact(&answer.answer);
        }
    }

    /// Redacts the report of an interview. A video shows the person.
    pub(crate) fn redact_report(&self, report: &mut InterviewReport) {
        report.feedback = self.redact_some(report.feedback.take());
        report.video_playback_link = None;
        for question in &mut report.questions {
            question.question = self.redact(&question.question);
            question.answer = self.redact_some(question.answer.take());
        }
        if let Some(transcription) = &mut report.transcription {
            transcription.text = self.redact_some(transcription.text.take());
            for segment in &mut transcription.segments {
                segment.speaker = self.redact(&segment.speaker);
                segment.text = self.redact(&segment.text);
            }
        }
    }
}

fn usize_of(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// Refuses what would show who a masked candidate is.
pub(crate) fn check_revealed(
    store: &Store,
    principal: &Principal,
    id: &CandidateId,
) -> Result<(), AppError> {
    let masks = Masks::of(store, principal, std::slice::from_ref(id))?;
    match masks.hides(id) {
        true => Err(AppError::Forbidden(
            "the job is reviewed blind; reveal the candidate with revealCandidate first".to_owned(),
        )),
        false => Ok(()),
    }
}

/// Hides the values of audit entries about masked candidates: they may be names, and a reason may contain one.
pub(crate) fn mask_entries(
    store: &Store,
    principal: &Principal,
    entries: &mut [AuditEntry],
) -> Result<(), AppError> {
    let ids: HashSet<CandidateId> = entries
        .iter()
        .filter_map(|entry| entry.candidate_id.clone())
        .collect();
    let ids: Vec<CandidateId> = ids.into_iter().collect();
    let masks = Masks::of(store, principal, &ids)?;
    let is_masked = |entry: &&mut AuditEntry| {
        let candidate = entry.candidate_id.as_ref();
        candidate.is_some_and(|id| masks.hides(id))
    };
    for entry in entries.iter_mut().filter(is_masked) {
        entry.reason = entry.reason.take().map(|_reason| MASKED.to_owned());
        if let AuditChanges::Known(changes) = &mut entry.changes {
            for change in changes {
                change.before = change.before.take().map(|_value| MASKED.to_owned());
                change.after = change.after.take().map(|_value| MASKED.to_owned());
            }
        }
    }
    Ok(())
}
