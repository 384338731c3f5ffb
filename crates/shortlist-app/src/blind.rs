//! Blind review: what a user sees of candidates whom they have not revealed.
//!
//! Candidates of a blind job are masked for everybody, whatever their role, until they reveal a single candidate with a
//! reason. Use cases mask what they return, so that every page and every answer of the API shows the same.

mod audit_entries;
pub(crate) mod redaction;
mod written_texts;

use std::collections::{HashMap, HashSet};

use shortlist_domain::{
    ApplicantContact, ApplicationForm, Candidate, CandidateId, Decision, Document, FileDigest,
    Interview, InterviewReport, JobId, OrganizationId, Principal, Resume, ResumeText, ScoreReceipt,
    StoredFile,
};
use shortlist_persistence::Store;

pub(crate) use audit_entries::mask_entries;
use written_texts::{shown_text, words_of};

use crate::blind::redaction::Redactor;
use crate::error::AppError;
use crate::refusal::Refusal;

/// What replaces a value that cannot be redacted word by word.
const MASKED: &str = "(masked)";

/// What replaces the digest of a file, which would be the same for the same file elsewhere.
const MASKED_DIGEST: FileDigest = FileDigest([0; 32]);

/// A masked candidate: what removes it from the resume, the redacted text of the resume, and the words of the shown skills.
pub(crate) struct Mask {
    redactor: Redactor,
    text: Option<ResumeText>,
    skills: HashSet<String>,
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
    pub(crate) fn mask_all<'c>(&self, candidates: impl IntoIterator<Item = &'c mut Candidate>) {
        let masked = candidates.into_iter().filter(|one| self.hides(&one.id));
        for candidate in masked {
            Mask::of(candidate, None).hide(candidate);
        }
    }
}

impl Mask {
    fn of(candidate: &Candidate, resume: Option<Resume>) -> Self {
        let redactor = Redactor::of(candidate, resume.as_ref());
        let text = resume.map(|resume| redactor.redact_resume(resume).text);
        let skills: Vec<String> = candidate
            .skills
            .iter()
            .map(|it| redactor.redact(it))
            .collect();
        Self {
            redactor,
            text,
            skills: words_of(&skills),
        }
    }

    /// Redacts what others wrote about the candidate, the same way whoever the candidate is.
    pub(crate) fn redact_written(&self, text: &str) -> String {
        shown_text(text, &self.skills)
    }

    /// Redacts an optional text that others wrote.
    pub(crate) fn redact_some_written(&self, text: Option<String>) -> Option<String> {
        text.map(|text| self.redact_written(&text))
    }

    pub(crate) fn redact_resume(&self, resume: Resume) -> Resume {
        self.redactor.redact_resume(resume)
    }

    fn hide(&self, candidate: &mut Candidate) {
        candidate.full_name = String::new();
        candidate.email = None;
        candidate.phone = None;
        candidate.external_id = None;
        candidate.source = self.redact_some_written(candidate.source.take());
        candidate.status_reason = self.redact_some_written(candidate.status_reason.take());
        for skill in &mut candidate.skills {
            *skill = self.redactor.redact(skill);
        }
    }

    /// Redacts the quotes of a receipt. They come from the redacted resume, in which whole lines may be masked.
    pub(crate) fn redact_receipt(&self, receipt: &mut ScoreReceipt) {
        receipt.document = MASKED_DIGEST;
        receipt.digest = MASKED_DIGEST.to_hex();
        for criterion in &mut receipt.criteria {
            // The caller chose the criterion's name, and would see whether it is masked.
            let name = criterion.criterion.as_str();
            let parts = criterion.summary.split(name);
            let parts: Vec<String> = parts.map(|part| self.redactor.redact(part)).collect();
            criterion.summary = parts.join(name);
            for evidence in &mut criterion.evidence {
                let quote = evidence.quote.as_ref();
                evidence.quote = quote.map(|quote| self.quote(quote, evidence.place));
            }
        }
        for position in &mut receipt.occupations.positions {
            position.title = self.quote(&position.title, position.place);
        }
        for finding in &mut receipt.findings {
            finding.quote = self.redactor.redact(&finding.quote);
        }
        if let Some(model) = &mut receipt.model {
            model.summary = self.redactor.redact(&model.summary);
        }
    }

    fn quote(&self, quote: &str, place: Option<(u32, u32)>) -> String {
        let place = self.text.as_ref().zip(place);
        let redacted = place.map(|(text, (start, end))| {
            let (start, length) = (usize_of(start), usize_of(end.saturating_sub(start)));
            let letters = text.as_str().chars().skip(start).take(length);
            letters
                .map(|c| if c.is_control() { ' ' } else { c })
                .collect()
        });
        let shown: String = redacted.unwrap_or_else(|| quote.to_owned());
        self.redactor.redact(&shown)
    }

    /// Redacts an application from outside. The consent may name who gives it.
    pub(crate) fn redact_application(&self, form: &mut ApplicationForm) {
        form.contact = ApplicantContact::default();
        form.consent.text = MASKED.to_owned();
        form.source = self.redact_written(&form.source);
        for answer in &mut form.answers {
            answer.answer = self.redactor.redact(&answer.answer);
        }
    }

    /// Redacts the report of an interview. A video shows the person.
    pub(crate) fn redact_report(&self, report: &mut InterviewReport) {
        report.feedback = self.redact_some_written(report.feedback.take());
        report.video_playback_link = None;
        for question in &mut report.questions {
            question.question = self.redact_written(&question.question);
            question.answer = self.redact_some_written(question.answer.take());
        }
        if let Some(transcription) = &mut report.transcription {
            transcription.text = self.redact_some_written(transcription.text.take());
            for segment in &mut transcription.segments {
                segment.speaker = self.redact_written(&segment.speaker);
                segment.text = self.redact_written(&segment.text);
            }
        }
    }
}

/// Returns the reason of an erasure or of a hold without words that could name the person, whoever the person is.
pub(crate) fn shown_reason(reason: &str) -> String {
    shown_text(reason, &HashSet::new())
}

/// Removes from the description of a file what would be the same for the same file elsewhere, and its name.
pub(crate) fn mask_file(file: &mut StoredFile) {
    file.name = format!("resume.{}", file.media.ending());
    file.bytes = 0;
    file.digest = MASKED_DIGEST;
}

/// Removes from a record what would be the same for the same file elsewhere.
pub(crate) fn mask_decision(decision: &mut Decision) {
    decision.receipt_digest = MASKED_DIGEST.to_hex();
}

/// Removes the same from the description of a further document.
pub(crate) fn mask_document(document: &mut Document) {
    document.name = format!("document.{}", document.media.ending());
    document.bytes = 0;
    document.digest = MASKED_DIGEST;
}

/// Masks where interviews with masked candidates are: a place or a link may name the person.
pub(crate) fn mask_interviews<'i>(
    store: &Store,
    principal: &Principal,
    interviews: impl IntoIterator<Item = &'i mut Interview>,
) -> Result<(), AppError> {
    let has_place =
        |one: &&mut Interview| one.details.place.is_some() || one.details.meeting_link.is_some();
    let interviews: Vec<&mut Interview> = interviews.into_iter().filter(has_place).collect();
    let ids: HashSet<CandidateId> = interviews
        .iter()
        .map(|one| one.candidate_id.clone())
        .collect();
    let ids: Vec<CandidateId> = ids.into_iter().collect();
    let masks = Masks::of(store, principal, &ids)?;
    for interview in interviews {
        if masks.hides(&interview.candidate_id) {
            let details = &mut interview.details;
            details.meeting_link = None;
            details.place = details
                .place
                .take()
                .map(|place| shown_text(&place, &HashSet::new()));
        }
    }
    Ok(())
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
    if masks.hides(id) {
        Err(AppError::Forbidden(Refusal::NotRevealed))
    } else {
        Ok(())
    }
}
