//! The end of an upload: its event, and the number of files for reports.

use std::collections::BTreeMap;

use shortlist_domain::{AuditedKind, JobId, NewAuditEntry, UncountedFile, UncountedFiles};
use shortlist_persistence::{CandidateInsertion, UploadEnd};

use super::batch::Batch;
use super::results::Results;
use super::{FileOutcome, Outcome, Upload};
use crate::error::AppError;
use crate::operations::Operation;
use crate::uploads::fields::OnDuplicateResume;
use crate::uploads::intake::Uploads;

/// The files of an upload by outcome.
#[derive(Debug, Clone, Default)]
pub(super) struct EndCounts {
    /// The numbers of the event.
    by_outcome: BTreeMap<&'static str, u32>,
    /// The files that created no candidate, for reports.
    uncounted: BTreeMap<UncountedFile, i64>,
}

impl EndCounts {
    fn add(&mut self, outcome: &Outcome) {
        self.add_file(outcome.counted_as(), outcome.uncounted());
    }

    /// Counts a file whose outcome is known only within the transaction. The upload leaves duplicates as they are.
    fn add_insertion(&mut self, insertion: &CandidateInsertion) {
        match insertion {
            CandidateInsertion::Created(_) => self.add_file(Outcome::CREATED, None),
            CandidateInsertion::Duplicate { .. } => {
                self.add_file(Outcome::DUPLICATES, Some(UncountedFile::Existing));
            }
        }
    }

    fn add_file(&mut self, name: &'static str, uncounted: Option<UncountedFile>) {
        *self.by_outcome.entry(name).or_default() += 1;
        if let Some(file) = uncounted {
            *self.uncounted.entry(file).or_default() += 1;
        }
    }

    fn into_end(self, job: &JobId) -> UploadEnd {
        let entry = NewAuditEntry::done(AuditedKind::Job, job.as_str());
        UploadEnd {
            entry: self.by_outcome.iter().fold(entry, |entry, (name, count)| {
                entry.with_field(name, &count.to_string())
            }),
            files: UncountedFiles {
                job_id: job.clone(),
                files: self.uncounted.into_iter().collect(),
            },
        }
    }

    /// Returns the end of an upload whose last files had these outcomes.
    pub(super) fn with_last(&self, last: &[CandidateInsertion], job: &JobId) -> UploadEnd {
        let mut counts = self.clone();
        for insertion in last {
            counts.add_insertion(insertion);
        }
        counts.into_end(job)
    }
}

/// Returns the content of the event that ends an upload, and the files that created no candidate.
pub(crate) fn upload_end(job: &JobId, results: &[FileOutcome]) -> UploadEnd {
    count(results.iter().map(|result| &result.outcome)).into_end(job)
}

fn count<'a>(outcomes: impl Iterator<Item = &'a Outcome>) -> EndCounts {
    let mut counts = EndCounts::default();
    for outcome in outcomes {
        counts.add(outcome);
    }
    counts
}

impl Uploads<'_> {
    /// Stores the last batch and announces the end of the upload. One transaction does both, unless a duplicate could still change an
    /// existing candidate, which happens in a transaction of its own.
    pub(super) fn write_last(
        &self,
        upload: &Upload,
        last: Batch,
        results: &mut Results,
    ) -> Result<(), AppError> {
        if last.candidates.is_empty() || upload.on_duplicate != OnDuplicateResume::Skip {
            self.write_batch(upload, last, results)?;
            let end = count(results.known()).into_end(&upload.job.id);
            let operation = Operation::UploadResumes.name();
            let writer = self.writers.for_party(&upload.party, operation);
            return Ok(writer.end_upload(&end)?);
        }
        let before = count(results.known());
        self.write(upload, last, Some(&before), results)
    }
}
