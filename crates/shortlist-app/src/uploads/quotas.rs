//! Upload quotas: checked before an upload's files arrive, and again after they have arrived.

use shortlist_domain::{
    OrganizationId, Party, Principal, QuotaOverrides, UploadQuota, UploadUsage,
};
use shortlist_persistence::Store;

use crate::clock::Clock;
use crate::error::AppError;
use crate::operations::{Claims, Operation};
use crate::quota::{DailyQuota, StorageQuota};
use crate::writers::Writers;

const DAY_SECONDS: i64 = 86_400;

/// Checks and sets the quotas of uploads.
#[derive(Clone, Copy)]
pub struct Quotas<'a> {
    pub(crate) store: &'a Store,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) writers: &'a Writers,
    pub(crate) default_quota: UploadQuota,
}

impl Quotas<'_> {
    /// Refuses an upload that is certain to exceed the quota, before its files arrive. It passes callers who may not upload
    /// at all, so that they learn nothing about the quota.
    ///
    /// # Errors
    /// Returns [`AppError::StorageQuotaExceeded`] or [`AppError::DailyQuotaExceeded`].
    pub fn check(&self, principal: &Principal) -> Result<(), AppError> {
        let permitted = Operation::UploadResumes.authorize(principal, Claims::default());
        match permitted {
            Ok(_) => self.check_size(&principal.organization_id, 1, 1),
            Err(_) => Ok(()),
        }
    }

    /// Reserves quota for the files of an upload. The daily number of resumes is counted exactly, but concurrent uploads
    /// may together exceed the storage quota by their size.
    pub(crate) fn reserve(
        &self,
        organization: &OrganizationId,
        files: u64,
        bytes: u64,
    ) -> Result<(), AppError> {
        self.check_size(organization, files, bytes)?;
        let (day, _) = self.day();
        let (quota, _) = self.usage(organization)?;
        match self.store.organizations().count_uploaded_resumes(
            organization,
            day,
            files,
            quota.daily_resumes,
        )? {
            (_, true) => Ok(()),
            (sent, false) => Err(self.daily_quota_exceeded(files, sent, quota)),
        }
    }

    /// Reserves quota for an application from outside. Applications have a daily count of their own, and leave a part of the
    /// storage to users, so that strangers cannot keep an organization from uploading.
    pub(crate) fn reserve_application(
        &self,
        organization: &OrganizationId,
        bytes: u64,
    ) -> Result<bool, AppError> {
        let (quota, usage) = self.usage(organization)?;
        if usage.stored_bytes.saturating_add(bytes) > quota.bytes_for_applications() {
            return Ok(false);
        }
        let (day, _) = self.day();
        let max = quota.daily_resumes;
        let organizations = self.store.organizations();
        Ok(organizations.count_application(organization, day, max)?)
    }

    /// Refuses files that are not resumes if the storage quota has no room for them.
    pub(crate) fn check_stored(
        &self,
        organization: &OrganizationId,
        bytes: u64,
    ) -> Result<(), AppError> {
        self.check_size(organization, 0, bytes)
    }

    fn check_size(
        &self,
        organization: &OrganizationId,
        files: u64,
        bytes: u64,
    ) -> Result<(), AppError> {
        let (quota, usage) = self.usage(organization)?;
        if usage.stored_bytes.saturating_add(bytes) > quota.stored_bytes() {
            return Err(AppError::StorageQuotaExceeded(StorageQuota {
                most_mib: quota.stored_mib.unwrap_or_default(),
                free_mib: quota.stored_bytes().saturating_sub(usage.stored_bytes) >> 20,
            }));
        }
        let sent = usage.day_resumes;
        let most = quota.daily_resumes.map_or(u64::MAX, u64::from);
        if sent.saturating_add(files) > most {
            return Err(self.daily_quota_exceeded(files, sent, quota));
        }
        Ok(())
    }

    fn daily_quota_exceeded(&self, files: u64, sent: u64, quota: UploadQuota) -> AppError {
        let most = quota.daily_resumes.map_or(u64::MAX, u64::from);
        let left = most.saturating_sub(sent);
        let (_, retry_after_seconds) = self.day();
        AppError::DailyQuotaExceeded {
            quota: DailyQuota::Resumes { most, left, files },
            retry_after_seconds,
        }
    }

    /// Returns the current day in UTC as days since 1970, and the seconds until the next day.
    pub(crate) fn day(&self) -> (i64, i64) {
        let now = self.clock.now().as_datetime().timestamp();
        (
            now.div_euclid(DAY_SECONDS),
            DAY_SECONDS - now.rem_euclid(DAY_SECONDS),
        )
    }

    /// Returns an organization's effective quota and its usage.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn usage(
        &self,
        organization: &OrganizationId,
    ) -> Result<(UploadQuota, UploadUsage), AppError> {
        let (day, _) = self.day();
        let (usage, overrides) = self
            .store
            .organizations()
            .find_upload_usage(organization, day)?;
        Ok((self.default_quota.with_overrides(overrides), usage))
    }

    /// Returns an organization's overrides of the default quota.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn overrides(&self, organization: &OrganizationId) -> Result<QuotaOverrides, AppError> {
        let (day, _) = self.day();
        Ok(self
            .store
            .organizations()
            .find_upload_usage(organization, day)?
            .1)
    }

    /// Sets an organization's overrides of the default quota.
    ///
    /// # Errors
    /// Returns an error if the organization does not exist, or the database fails.
    pub fn set(&self, party: &Party, overrides: QuotaOverrides) -> Result<(), AppError> {
        let organization = &party.organization_id;
        self.store
            .organizations()
            .find(organization)?
            .ok_or(AppError::NotFound {
                field: "organizationId",
                what: "organization",
            })?;
        let writer = self.writers.for_party(party, "setUploadQuota");
        Ok(writer
            .organizations()
            .set_upload_quota(organization, overrides)?)
    }
}
