//! Uploading staged resumes, some of which an earlier claim may have stored already.

use shortlist_domain::{Principal, SkipReason};

use super::results::Results;
use super::{FileOutcome, Outcome, UploadRefusal, UploadSummary};
use crate::error::AppError;
use crate::uploads::claim::{CreatedCandidates, EarlierCandidate, UploadClaim};
use crate::uploads::fields::UploadFields;
use crate::uploads::intake::{Intake, Uploads};

/// The files of a staged upload.
pub(crate) struct ClaimedFiles {
    /// The names of all files.
    pub(crate) names: Vec<String>,
    /// Those that are still to be read.
    pub(crate) intake: Intake,
    /// The candidates that earlier claims created.
    pub(crate) created: CreatedCandidates,
}

impl Uploads<'_> {
    /// Checks the fields of an upload that will be read later, and reserves quota for its files.
    pub(crate) fn check_staged(
        &self,
        principal: &Principal,
        fields: &UploadFields,
        files: usize,
        bytes: u64,
    ) -> Result<(), UploadRefusal> {
        let (_, job) = self.check(principal, fields, files)?;
        self.check_blind_duplicates(principal, &job)?;
        let files = u64::try_from(files).unwrap_or(u64::MAX);
        Ok(self
            .quotas
            .reserve(&principal.organization_id, files, bytes)?)
    }

    /// Scores and stores the resumes of a claimed upload. Its quota is reserved already.
    pub(crate) fn finish_claimed(
        &self,
        principal: &Principal,
        fields: &UploadFields,
        files: ClaimedFiles,
        claim: UploadClaim,
    ) -> Result<UploadSummary, UploadRefusal> {
        let (request, job) = self.check(principal, fields, files.names.len())?;
        let positions = claim.positions.clone();
        let upload = self.prepare(principal, request, job, Some(claim))?;
        let mut read = Results::reporting(files.intake.progress.clone());
        let last = self.upload_files(&upload, files.intake, &mut read)?;
        self.write_batch(&upload, last, &mut read)?;
        let mut read = positions.into_iter().zip(read.finish()).peekable();
        let mut results = Vec::with_capacity(files.names.len());
        for (position, file) in files.names.into_iter().enumerate() {
            let next = read.next_if(|(at, _)| *at == position);
            results.push(match (next, files.created.get(&position)) {
                (Some((_, outcome)), _) => outcome,
                (None, created) => FileOutcome {
                    outcome: self.earlier_outcome(principal, created, upload.job.blind)?,
                    file,
                },
            });
        }
        Ok(UploadSummary {
            job_id: upload.job.id,
            on_duplicate: upload.on_duplicate,
            results,
        })
    }

    fn earlier_outcome(
        &self,
        principal: &Principal,
        created: Option<&EarlierCandidate>,
        is_blind: bool,
    ) -> Result<Outcome, AppError> {
        let Some(EarlierCandidate { id, code }) = created else {
            return Ok(Outcome::Skipped(SkipReason::NotStored));
        };
        let found = self
            .store
            .candidates()
            .find(&principal.organization_id, id)?;
        Ok(match found {
            Some(candidate) => Outcome::Created {
                id: id.clone(),
                code: code.clone(),
                email: candidate.email.filter(|_| !is_blind),
            },
            None => Outcome::Skipped(SkipReason::CandidateErased),
        })
    }
}
