//! Batches of candidates: the files are stored first, then the rows.

use std::collections::HashMap;

use shortlist_domain::NewCandidate;
use shortlist_persistence::{CandidateInsertion, UploadStep};

use super::end::EndCounts;
use super::existing::Existing;
use super::results::Results;
use super::{Outcome, Upload};
use crate::error::AppError;
use crate::files::StagedFile;
use crate::operations::Operation;
use crate::secrets::random_bits;
use crate::uploads::intake::Uploads;

/// The largest number of candidates written in one transaction.
const BATCH_FILES: usize = 200;
/// The same for an upload that another server could take over, which would repeat the last batch.
const CLAIMED_BATCH_FILES: usize = 50;
/// The same for a blind job, so that an upload soon notices that its caller has sent too many duplicates.
const BLIND_BATCH_FILES: usize = 20;
/// The text size, in bytes, at which a batch is written early. It limits the memory of an upload.
const BATCH_TEXT_BYTES: usize = 8 << 20;
/// Candidates that are written together, with the positions of their files in the upload.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) candidates: Vec<NewCandidate>,
    pub(super) indexes: Vec<(usize, StagedFile)>,
    pub(super) text_bytes: usize,
}

impl Batch {
    pub(super) fn is_full(&self, upload: &Upload) -> bool {
        let most = match upload.claim {
            _ if upload.job.blind => BLIND_BATCH_FILES,
            None => BATCH_FILES,
            Some(_) => CLAIMED_BATCH_FILES,
        };
        self.candidates.len() >= most || self.text_bytes >= BATCH_TEXT_BYTES
    }
}

impl Uploads<'_> {
    pub(super) fn write_batch(
        &self,
        upload: &Upload,
        batch: Batch,
        results: &mut Results,
    ) -> Result<(), AppError> {
        if batch.candidates.is_empty() {
            return Ok(());
        }
        self.write(upload, batch, None, results)
    }

    /// Stores a batch. With the outcomes of all earlier files, the upload ends in the same transaction.
    pub(super) fn write(
        &self,
        upload: &Upload,
        batch: Batch,
        ending: Option<&EndCounts>,
        results: &mut Results,
    ) -> Result<(), AppError> {
        for (index, outcome) in self.store_candidates(upload, batch, ending)? {
            results.set(index, outcome);
        }
        Ok(())
    }

    /// Stores the files before the rows, so that no row lacks its file. Files of duplicates are removed again.
    fn store_candidates(
        &self,
        upload: &Upload,
        batch: Batch,
        ending: Option<&EndCounts>,
    ) -> Result<HashMap<usize, Outcome>, AppError> {
        let candidates = batch.candidates;
        let (order, staged): (Vec<usize>, Vec<StagedFile>) = batch.indexes.into_iter().unzip();
        let stored = self.files.store(candidates.iter().zip(staged));
        let inserted = stored
            .map_err(AppError::from)
            .and_then(|()| self.insert(upload, &candidates, &order, ending));
        if inserted.is_err() {
            self.remove_unused_files(&candidates);
        }
        let inserted = inserted?;
        let was_created =
            |outcome: &CandidateInsertion| matches!(outcome, CandidateInsertion::Created(_));
        let unused: Vec<&NewCandidate> = candidates
            .iter()
            .zip(&inserted)
            .filter(|(_, outcome)| !was_created(outcome))
            .map(|(candidate, _)| candidate)
            .collect();
        let outcomes = self.outcomes(upload, &candidates, inserted);
        self.files.remove_unused(&unused)?;
        Ok(order.into_iter().zip(outcomes?).collect())
    }

    /// Returns the outcome of each file. Duplicates are replaced or added in the order of the files.
    fn outcomes(
        &self,
        upload: &Upload,
        candidates: &[NewCandidate],
        inserted: Vec<CandidateInsertion>,
    ) -> Result<Vec<Outcome>, AppError> {
        let is_blind = upload.job.blind;
        let outcome = |(candidate, insertion)| match insertion {
            CandidateInsertion::Created(created) => Ok(Outcome::Created {
                id: created.id,
                code: created.code,
                email: created.email.filter(|_| !is_blind),
            }),
            CandidateInsertion::Duplicate { id, code } => {
                self.resolve_duplicate(upload, Existing { id, code }, candidate)
            }
        };
        candidates.iter().zip(inserted).map(outcome).collect()
    }

    fn insert(
        &self,
        upload: &Upload,
        candidates: &[NewCandidate],
        indexes: &[usize],
        ending: Option<&EndCounts>,
    ) -> Result<Vec<CandidateInsertion>, AppError> {
        // Spare randomness is drawn first, so that a failing source fails the upload and not a transaction.
        let mut spare = (0..candidates.len())
            .map(|_| random_bits())
            .collect::<Result<Vec<_>, _>>()?;
        let mut drawn = 0_u128;
        let mut random = || {
            drawn += 1;
            spare.pop().unwrap_or(drawn)
        };
        let writer = self
            .writers
            .for_party(&upload.party, Operation::UploadResumes.name());
        let writer = writer.candidates();
        if let Some(before) = ending {
            let end = |last: &[CandidateInsertion]| before.with_last(last, &upload.job.id);
            return Ok(writer.insert_last(candidates, &mut random, &end)?);
        }
        let Some(claim) = &upload.claim else {
            return Ok(writer.insert(candidates, &mut random)?);
        };
        let step = UploadStep {
            lease: &claim.lease,
            describe: &|outcomes: &[CandidateInsertion]| claim.describe(indexes, outcomes),
        };
        Ok(writer.insert_in_step(candidates, &mut random, Some(&step))?)
    }

    fn remove_unused_files(&self, candidates: &[NewCandidate]) {
        for candidate in candidates {
            if let Err(error) = self.files.remove_unused(&[candidate]) {
                tracing::error!(%error, candidate = %candidate.id, "the file of a candidate that was not created stays");
            }
        }
    }
}
