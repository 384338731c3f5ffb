//! A resume of a person who is a candidate for the job already: it is skipped, replaces the resume, or is kept in addition.

use std::collections::BTreeSet;

use shortlist_domain::{
    Candidate, CandidateCode, CandidateId, Document, DocumentId, DocumentKind, DocumentMedia,
    MAX_DOCUMENTS, MediaKind, NewCandidate, SkipReason, plain_text,
};
use shortlist_persistence::{
    DocumentInsertion, ReplacementFile, ResumeReplacement, ResumeReplacementOutcome,
};

use super::{Outcome, Upload};
use crate::error::AppError;
use crate::files::FileOwner;
use crate::operations::Operation;
use crate::secrets::random_bits;
use crate::uploads::fields::OnDuplicateResume;
use crate::uploads::intake::Uploads;

/// A candidate who exists already.
pub(super) struct Existing {
    pub(super) id: CandidateId,
    pub(super) code: CandidateCode,
}

impl Uploads<'_> {
    /// Decides about the resume of an existing candidate. Its file is stored under the identifier of the candidate that was
    /// not created, from where it is copied.
    pub(super) fn resolve_duplicate(
        &self,
        upload: &Upload,
        existing: Existing,
        new: &NewCandidate,
    ) -> Result<Outcome, AppError> {
        if upload.job.blind && !self.may_change(upload, &existing.id)? {
            return self.masked_duplicate(upload, &existing.id, new);
        }
        match upload.on_duplicate {
            OnDuplicateResume::Skip => self.duplicate(upload, existing, new),
            OnDuplicateResume::Replace => self.replace_resume(upload, existing, new),
            OnDuplicateResume::Add => self.add_resume(upload, existing, new),
        }
    }

    fn replace_resume(
        &self,
        upload: &Upload,
        existing: Existing,
        new: &NewCandidate,
    ) -> Result<Outcome, AppError> {
        let file_id = self.copy_file(&existing.id, new)?;
        let writer = self
            .writers
            .for_party(&upload.party, Operation::UploadResumes.name());
        let replaced = writer.candidates().replace_resume(ResumeReplacement {
            candidate: &existing.id,
            file: ReplacementFile::Uploaded(&file_id),
            new,
        });
        if let Ok(ResumeReplacementOutcome::Replaced { code, version }) = replaced {
            let id = existing.id;
            return Ok(Outcome::Replaced { id, code, version });
        }
        let of = FileOwner {
            organization: &new.organization_id,
            candidate: &existing.id,
        };
        self.files.remove_document(of, &file_id)?;
        match replaced? {
            // A candidate that was erased meanwhile is no reason to fail the upload.
            ResumeReplacementOutcome::NotFound => Ok(Outcome::Skipped(SkipReason::ErasedMeanwhile)),
            _ => self.duplicate(upload, existing, new),
        }
    }

    fn add_resume(
        &self,
        upload: &Upload,
        existing: Existing,
        new: &NewCandidate,
    ) -> Result<Outcome, AppError> {
        let versions = self.store.candidates();
        let versions = versions.resume_versions(&new.organization_id, &existing.id)?;
        let is_same = |digest| digest == new.file.digest;
        if versions.iter().any(|version| is_same(version.file.digest)) {
            return self.duplicate(upload, existing, new);
        }
        let id = self.copy_file(&existing.id, new)?;
        let document = further_document(upload, &existing.id, id, new);
        let writer = self
            .writers
            .for_party(&upload.party, Operation::UploadResumes.name());
        let inserted = writer.candidates().insert_document(&document);
        if let Ok(DocumentInsertion::Stored) = inserted {
            let Existing { id, code } = existing;
            return Ok(Outcome::Added {
                id,
                code,
                document: document.id,
            });
        }
        let of = FileOwner {
            organization: &new.organization_id,
            candidate: &existing.id,
        };
        self.files.remove_document(of, &document.id)?;
        match inserted? {
            DocumentInsertion::NoCandidate => Ok(Outcome::Skipped(SkipReason::ErasedMeanwhile)),
            DocumentInsertion::Full => {
                let most = u64::try_from(MAX_DOCUMENTS).unwrap_or(u64::MAX);
                Ok(Outcome::Skipped(SkipReason::TooManyDocuments(most)))
            }
            _ => self.duplicate(upload, existing, new),
        }
    }

    fn duplicate(
        &self,
        upload: &Upload,
        Existing { id, code }: Existing,
        new: &NewCandidate,
    ) -> Result<Outcome, AppError> {
        if upload.job.blind {
            return self.masked_duplicate(upload, &id, new);
        }
        let candidates = self.store.candidates();
        let candidate = candidates.find(&new.organization_id, &id)?;
        let read = new.resume.full_name.as_ref();
        let other_name = |candidate: Candidate| {
            read.is_some_and(|name| are_different(&candidate.full_name, &name.value))
        };
        Ok(Outcome::Duplicate {
            has_other_name: candidate.is_some_and(other_name),
            existing: Some((id, code)),
        })
    }

    /// Copies the stored file of a candidate that was not created to the existing candidate.
    fn copy_file(
        &self,
        existing: &CandidateId,
        new: &NewCandidate,
    ) -> Result<DocumentId, AppError> {
        let organization = &new.organization_id;
        let id = DocumentId::generate(self.clock.now(), random_bits()?);
        let owner = |candidate| FileOwner {
            organization,
            candidate,
        };
        self.files
            .copy_file(owner(&new.id), None, owner(existing), &id)?;
        Ok(id)
    }
}

/// Returns whether two names are known and have no word in common.
fn are_different(one: &str, other: &str) -> bool {
    let words = |name: &str| -> BTreeSet<String> {
        let plain = plain_text(name);
        plain
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let (one, other) = (words(one), words(other));
    !one.is_empty() && !other.is_empty() && one.is_disjoint(&other)
}

fn further_document(
    upload: &Upload,
    candidate: &CandidateId,
    id: DocumentId,
    new: &NewCandidate,
) -> Document {
    Document {
        id,
        organization_id: new.organization_id.clone(),
        candidate_id: candidate.clone(),
        kind: DocumentKind::Resume,
        name: new.file.name.clone(),
        media: match new.file.media {
            MediaKind::Pdf => DocumentMedia::Pdf,
            MediaKind::Doc => DocumentMedia::Doc,
            MediaKind::Docx => DocumentMedia::Docx,
        },
        bytes: new.file.bytes,
        digest: new.file.digest,
        uploaded_at: new.created_at,
        uploaded_by: upload.party.user_id().cloned(),
        competes: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_different_if_they_share_no_word() {
        assert!(are_different("Ada Example", "Ben Sample"));
        for (one, other) in [
            ("Ada Example", "EXAMPLE, Ada"),
            ("José Muñoz", "Jose Munoz García"),
            ("", "Ben Sample"),
            ("Ada Example", " - "),
        ] {
            assert!(!are_different(one, other), "{one} and {other}");
        }
    }
}
