//! How much an organization may upload, and what of it is used.

/// What an organization may upload; `None` is without a bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UploadQuota {
    /// The resumes that it keeps, in MiB.
    pub stored_mib: Option<u32>,
    /// The resumes that it sends in a day, whatever becomes of them.
    pub daily_resumes: Option<u32>,
}

impl Default for UploadQuota {
    /// Far more than a busy organization sends, and little enough that one cannot fill the disk in a day.
    fn default() -> Self {
        Self {
            stored_mib: Some(200 << 10),
            daily_resumes: Some(50_000),
        }
    }
}

/// Where an organization's quota is its own; `None` is what holds for all, 0 is without a bound.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OwnQuota {
    /// Instead of [`UploadQuota::stored_mib`].
    pub stored_mib: Option<u32>,
    /// Instead of [`UploadQuota::daily_resumes`].
    pub daily_resumes: Option<u32>,
}

/// What an organization has used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct UploadUsage {
    /// The bytes of the resumes that it keeps.
    pub stored_bytes: u64,
    /// The resumes that it sent today, by UTC.
    pub day_resumes: u64,
}

impl UploadQuota {
    /// The quota of an organization that has one of its own.
    #[must_use]
    pub fn with_own(self, own: OwnQuota) -> Self {
        let either = |own: Option<u32>, all| own.map_or(all, |own| (own > 0).then_some(own));
        Self {
            stored_mib: either(own.stored_mib, self.stored_mib),
            daily_resumes: either(own.daily_resumes, self.daily_resumes),
        }
    }

    /// The bytes that it may keep.
    pub fn stored_bytes(&self) -> u64 {
        self.stored_mib.map_or(u64::MAX, |mib| u64::from(mib) << 20)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_its_own_comes_before_what_holds_for_all() {
        let all = UploadQuota {
            stored_mib: Some(5),
            daily_resumes: None,
        };
        let own = |stored_mib, daily_resumes| OwnQuota {
            stored_mib,
            daily_resumes,
        };
        assert_eq!(all.with_own(own(None, None)), all);
        let changed = all.with_own(own(Some(0), Some(7)));
        assert_eq!(changed.stored_mib, None);
        assert_eq!(changed.daily_resumes, Some(7));
        assert_eq!(all.stored_bytes(), 5 << 20);
        assert_eq!(changed.stored_bytes(), u64::MAX);
    }
}
