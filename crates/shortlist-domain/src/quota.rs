//! Upload quotas of organizations, and their usage.

/// An organization's upload quota; `None` means unlimited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UploadQuota {
    /// The maximum total size of the stored resumes, in MiB.
    pub stored_mib: Option<u32>,
    /// The maximum number of resumes uploaded per day, including duplicates and unreadable files.
    pub daily_resumes: Option<u32>,
}

impl Default for UploadQuota {
    /// Returns defaults far above what a busy organization uploads, but low enough that one organization cannot fill the
    /// disk in a day.
    fn default() -> Self {
        Self {
            stored_mib: Some(200 << 10),
            daily_resumes: Some(50_000),
        }
    }
}

/// An organization's overrides of the default quota. `None` keeps the default; 0 means unlimited.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct QuotaOverrides {
    /// Overrides [`UploadQuota::stored_mib`].
    pub stored_mib: Option<u32>,
    /// Overrides [`UploadQuota::daily_resumes`].
    pub daily_resumes: Option<u32>,
}

/// An organization's usage.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct UploadUsage {
    /// The total size of the stored resumes, in bytes.
    pub stored_bytes: u64,
    /// The number of resumes uploaded today (UTC).
    pub day_resumes: u64,
    /// The number of applications from outside today (UTC). They have the same limit as uploads, and a count of their own.
    pub day_applications: u64,
}

impl UploadQuota {
    /// Returns this quota with an organization's overrides applied.
    #[must_use]
    pub fn with_overrides(self, overrides: QuotaOverrides) -> Self {
        let either = |own: Option<u32>, all| own.map_or(all, |own| (own > 0).then_some(own));
        Self {
            stored_mib: either(overrides.stored_mib, self.stored_mib),
            daily_resumes: either(overrides.daily_resumes, self.daily_resumes),
        }
    }

    /// Returns the maximum total size of the stored resumes, in bytes.
    pub fn stored_bytes(&self) -> u64 {
        self.stored_mib.map_or(u64::MAX, |mib| u64::from(mib) << 20)
    }

    /// Returns the part of [`UploadQuota::stored_bytes`] up to which applications from outside are stored. The rest is for
    /// users, so that no stranger can use up what they need.
    pub fn bytes_for_applications(&self) -> u64 {
        self.stored_bytes() / 10 * 9
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overrides_replace_the_default_quota() {
        let all = UploadQuota {
            stored_mib: Some(5),
            daily_resumes: None,
        };
        let overrides = |stored_mib, daily_resumes| QuotaOverrides {
            stored_mib,
            daily_resumes,
        };
        assert_eq!(all.with_overrides(overrides(None, None)), all);
        let changed = all.with_overrides(overrides(Some(0), Some(7)));
        assert_eq!(changed.stored_mib, None);
        assert_eq!(changed.daily_resumes, Some(7));
        assert_eq!(all.stored_bytes(), 5 << 20);
        assert!(all.bytes_for_applications() < 5 << 20);
        assert_eq!(changed.stored_bytes(), u64::MAX);
    }
}
