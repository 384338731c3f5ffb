//! Resumes of people who are candidates of a blind job already.
//!
//! They are counted as duplicates and name nobody. Still, each confirms that somebody with an address is a candidate, so a user may
//! send only a few a day. Files that the user has uploaded before confirm nothing new, so an upload can be sent again.

use std::sync::atomic::Ordering;

use shortlist_domain::{
    AuditedKind, CandidateId, Job, NewAuditEntry, NewCandidate, Principal, SkipReason,
};

use super::{Outcome, Upload};
use crate::error::AppError;
use crate::operations::Operation;
use crate::quota::DailyQuota;
use crate::uploads::intake::Uploads;

/// How many duplicates in blind jobs a user may send on a day.
const MAX_BLIND_DUPLICATES: u64 = 100;

/// Returns the outcome of a file after that.
pub(super) fn skipped() -> Outcome {
    Outcome::Skipped(SkipReason::TooManyBlindDuplicates(MAX_BLIND_DUPLICATES))
}

impl Upload {
    /// Returns whether the caller has sent as many duplicates as are allowed on a day.
    pub(super) fn has_confirmed_too_many(&self) -> bool {
        self.job.blind && self.confirmed.load(Ordering::Relaxed) >= MAX_BLIND_DUPLICATES
    }
}

impl Uploads<'_> {
    /// Refuses an upload to a blind job if its caller has sent as many duplicates as are allowed on a day.
    pub(super) fn check_blind_duplicates(
        &self,
        principal: &Principal,
        job: &Job,
    ) -> Result<(), AppError> {
        if self.blind_duplicates(principal, job)? < MAX_BLIND_DUPLICATES {
            return Ok(());
        }
        let (_, retry_after_seconds) = self.quotas.day();
        Err(AppError::DailyQuotaExceeded {
            quota: DailyQuota::BlindDuplicates {
                most: MAX_BLIND_DUPLICATES,
            },
            retry_after_seconds,
        })
    }

    /// Returns how many duplicates in blind jobs the caller has sent today.
    pub(super) fn blind_duplicates(
        &self,
        principal: &Principal,
        job: &Job,
    ) -> Result<u64, AppError> {
        if !job.blind {
            return Ok(0);
        }
        let (organization, user) = (&principal.organization_id, &principal.user_id);
        let candidates = self.store.candidates();
        Ok(candidates.blind_duplicates(organization, user, self.quotas.day().0)?)
    }

    /// Returns whether the caller has revealed an existing candidate, so that a resume may change it.
    pub(super) fn may_change(
        &self,
        upload: &Upload,
        existing: &CandidateId,
    ) -> Result<bool, AppError> {
        let Some(user) = upload.party.user_id() else {
            return Ok(false);
        };
        let ids = std::slice::from_ref(existing);
        let candidates = self.store.candidates();
        let masked = candidates.masked_for(&upload.party.organization_id, user, ids)?;
        Ok(masked.is_empty())
    }

    /// Returns the outcome of a duplicate in a blind job, and counts it.
    pub(super) fn masked_duplicate(
        &self,
        upload: &Upload,
        existing: &CandidateId,
        new: &NewCandidate,
    ) -> Result<Outcome, AppError> {
        let organization = &upload.party.organization_id;
        let candidates = self.store.candidates();
        if let Some(user) = upload.party.user_id() {
            let versions = candidates.resume_versions(organization, existing)?;
            let is_own = versions.iter().any(|version| {
                version.file.digest == new.file.digest && version.uploaded_by.as_ref() == Some(user)
            });
            if !is_own {
                let (day, _) = self.quotas.day();
                candidates.count_blind_duplicates(organization, user, day, 1)?;
                upload.confirmed.fetch_add(1, Ordering::Relaxed);
                let entry = NewAuditEntry::done(AuditedKind::Operation, upload.job.id.as_str());
                self.writers
                    .for_party(&upload.party, Operation::UploadResumes.name())
                    .record(&[entry.with_field("duplicates", "1")])?;
            }
        }
        Ok(Outcome::Duplicate {
            existing: None,
            has_other_name: false,
        })
    }
}
