//! The response bodies for uploaded resumes.

use serde::Serialize;
use shortlist_app::{FileOutcome, OnDuplicateResume, Outcome, UploadSummary};
use shortlist_domain::{CandidateCode, CandidateId, SkipReason};
use utoipa::ToSchema;

use super::english::outcome_text;
use crate::error::{InvalidBody, RefusalText};

/// The response to an upload.
#[derive(Serialize, ToSchema)]
pub(crate) struct UploadBody {
    /// 1, or 0 if the upload was refused.
    status: u8,
    message: String,
    /// The stable name of the reason of a refusal, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// What is wrong with the value of a field, if that is why the upload was refused; `message` is the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    invalid: Option<InvalidBody>,
    created: usize,
    duplicates: usize,
    skipped: usize,
    /// The resumes that replaced earlier ones; `None` unless the form asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    replaced: Option<usize>,
    /// The files that were kept as further documents; `None` unless the form asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    added: Option<usize>,
    candidates: Vec<CreatedCandidate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    results: Option<Vec<FileResult>>,
    /// What was sent and ignored.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

/// A candidate that an upload created.
#[derive(Serialize, ToSchema)]
pub(crate) struct CreatedCandidate {
    #[serde(rename = "_id")]
    id: String,
    candidate_unique_id: String,
    #[schema(required)]
    email: Option<String>,
    #[serde(rename = "jobId")]
    job_id: String,
}

/// The outcome of a file.
#[derive(Serialize, ToSchema)]
pub(crate) struct FileResult {
    file: String,
    /// `created`, `duplicate`, `replaced`, `added` or `skipped`.
    outcome: &'static str,
    #[schema(required)]
    reason: Option<String>,
    #[serde(rename = "_id")]
    #[schema(required)]
    id: Option<String>,
    #[schema(required)]
    candidate_unique_id: Option<String>,
    /// Why the file was skipped, as values; `reason` is the text.
    #[serde(rename = "skipReason", skip_serializing_if = "Option::is_none")]
    skip_reason: Option<SkipReasonBody>,
    /// Whether the resume of a duplicate names somebody else than the existing candidate.
    #[serde(rename = "hasOtherName", skip_serializing_if = "Option::is_none")]
    has_other_name: Option<bool>,
    /// The version of the resume that replaced an earlier one.
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<i32>,
    /// The document that was added.
    #[serde(rename = "documentId", skip_serializing_if = "Option::is_none")]
    document_id: Option<String>,
}

/// Why a file was skipped.
#[derive(Serialize, ToSchema)]
pub(crate) struct SkipReasonBody {
    /// The name of the reason, such as `other_format`.
    code: &'static str,
    /// The name of the format, of the limit, or of what is damaged, if the reason has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<&'static str>,
    /// The limit that the file exceeds, if the reason has one: seconds, MiB, documents or duplicates.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u64>,
}

impl From<SkipReason> for SkipReasonBody {
    fn from(reason: SkipReason) -> Self {
        Self {
            code: reason.code(),
            detail: reason.detail(),
            number: reason.number(),
        }
    }
}

impl UploadBody {
    pub(super) fn of(summary: UploadSummary, warnings: Vec<String>) -> Self {
        let job_id = summary.job_id.into_string();
        let created = |result: &FileOutcome| match &result.outcome {
            Outcome::Created { id, code, email } => Some(CreatedCandidate {
                id: id.to_string(),
                candidate_unique_id: code.to_string(),
                email: email.as_ref().map(ToString::to_string),
                job_id: job_id.clone(),
            }),
            _ => None,
        };
        let candidates: Vec<_> = summary.results.iter().filter_map(created).collect();
        let results: Vec<_> = summary.results.into_iter().map(FileResult::of).collect();
        let count = |outcome: &str| {
            results
                .iter()
                .filter(|result| result.outcome == outcome)
                .count()
        };
        let (duplicates, skipped) = (count("duplicate"), count("skipped"));
        let if_asked = |mode, outcome| (summary.on_duplicate == mode).then(|| count(outcome));
        let replaced = if_asked(OnDuplicateResume::Replace, "replaced");
        let added = if_asked(OnDuplicateResume::Add, "added");
        let more = match (replaced, added) {
            (Some(replaced), _) => format!(", {replaced} replaced"),
            (None, Some(added)) => format!(", {added} added"),
            (None, None) => String::new(),
        };
        let message = format!(
            "Resumes processed: {} created, {duplicates} duplicates, {skipped} skipped{more}",
            candidates.len()
        );
        Self {
            status: 1,
            message,
            reason: None,
            invalid: None,
            created: candidates.len(),
            duplicates,
            skipped,
            replaced,
            added,
            candidates,
            results: Some(results),
            warnings,
        }
    }

    /// Returns what was stored, in words.
    pub(super) fn counts(&self) -> String {
        let replaced = self.replaced.unwrap_or(0);
        let added = self.added.unwrap_or(0);
        format!(
            "{} created, {} duplicates, {replaced} replaced, {added} added",
            self.created, self.duplicates
        )
    }

    /// Returns the body of an upload that failed after these files were stored.
    pub(super) fn failed(self, text: RefusalText) -> Self {
        Self {
            status: 0,
            message: text.message,
            reason: text.reason,
            invalid: text.invalid,
            ..self
        }
    }

    pub(super) fn refused(text: RefusalText) -> Self {
        Self {
            status: 0,
            message: text.message,
            reason: text.reason,
            invalid: text.invalid,
            created: 0,
            duplicates: 0,
            skipped: 0,
            replaced: None,
            added: None,
            candidates: Vec::new(),
            results: None,
            warnings: Vec::new(),
        }
    }
}

impl FileResult {
    fn of(result: FileOutcome) -> Self {
        let body = Self {
            file: result.file,
            outcome: "skipped",
            reason: outcome_text(&result.outcome),
            id: None,
            candidate_unique_id: None,
            skip_reason: None,
            has_other_name: None,
            version: None,
            document_id: None,
        };
        let of_candidate = |body: Self, outcome, id: CandidateId, code: CandidateCode| Self {
            outcome,
            id: Some(id.into_string()),
            candidate_unique_id: Some(code.to_string()),
            ..body
        };
        match result.outcome {
            Outcome::Skipped(reason) => Self {
                skip_reason: Some(reason.into()),
                ..body
            },
            Outcome::Created { id, code, .. } => of_candidate(body, "created", id, code),
            Outcome::Duplicate { existing: None, .. } => Self {
                outcome: "duplicate",
                ..body
            },
            Outcome::Duplicate {
                existing: Some((id, code)),
                has_other_name,
            } => Self {
                has_other_name: has_other_name.then_some(true),
                ..of_candidate(body, "duplicate", id, code)
            },
            Outcome::Replaced { id, code, version } => Self {
                version: Some(version),
                ..of_candidate(body, "replaced", id, code)
            },
            Outcome::Added { id, code, document } => Self {
                document_id: Some(document.into_string()),
                ..of_candidate(body, "added", id, code)
            },
        }
    }
}
