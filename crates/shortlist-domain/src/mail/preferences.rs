//! Which mails a user gets, of those that can be switched off.

use super::MailKind;

/// A value for each mail that users can switch off. Invitations, new times and cancellations of interviews are appointments, and always
/// sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MailChoices<T> {
    /// Reminders of interviews.
    pub reminders: T,
    /// Reminders of reports that are missing.
    pub reports_due: T,
    /// Mails about notes in which somebody mentions the user.
    pub mentions: T,
    /// The daily digest.
    pub daily_digest: T,
}

/// Whether a user gets each of these mails.
pub type MailPreferences = MailChoices<bool>;

/// What a user changes of the preferences. `None` keeps a value.
pub type MailPreferencesChange = MailChoices<Option<bool>>;

impl Default for MailPreferences {
    /// Returns those of a user who has not chosen: all but the digest.
    fn default() -> Self {
        Self {
            reminders: true,
            reports_due: true,
            mentions: true,
            daily_digest: false,
        }
    }
}

impl Default for MailPreferencesChange {
    /// Returns a change that keeps everything.
    fn default() -> Self {
        Self {
            reminders: None,
            reports_due: None,
            mentions: None,
            daily_digest: None,
        }
    }
}

impl MailPreferences {
    /// Returns whether the user gets mails of a kind.
    pub fn include(self, kind: MailKind) -> bool {
        self.choice(kind).unwrap_or(true)
    }

    /// Returns what the user has chosen for a kind, or `None` if its mails are always sent.
    fn choice(self, kind: MailKind) -> Option<bool> {
        Some(match kind {
            MailKind::InterviewerReminder => self.reminders,
            MailKind::ReportDue => self.reports_due,
            MailKind::Mention => self.mentions,
            MailKind::DailyDigest => self.daily_digest,
            _ => return None,
        })
    }

    /// Returns the preferences after a change.
    #[must_use]
    pub fn changed(self, change: MailPreferencesChange) -> Self {
        Self {
            reminders: change.reminders.unwrap_or(self.reminders),
            reports_due: change.reports_due.unwrap_or(self.reports_due),
            mentions: change.mentions.unwrap_or(self.mentions),
            daily_digest: change.daily_digest.unwrap_or(self.daily_digest),
        }
    }
}

impl MailKind {
    /// Returns whether users can switch off mails of this kind.
    pub fn is_optional(self) -> bool {
        MailPreferences::default().choice(self).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_some_mails_can_be_switched_off() {
        let default = MailPreferences::default();
        let off = MailKind::ALL.iter().filter(|kind| !default.include(**kind));
        let off: Vec<MailKind> = off.copied().collect();
        assert_eq!(off, [MailKind::DailyDigest]);
        let none = default.changed(MailPreferencesChange {
            reminders: Some(false),
            reports_due: Some(false),
            mentions: Some(false),
            daily_digest: None,
        });
        let optional = [
            MailKind::InterviewerReminder,
            MailKind::ReportDue,
            MailKind::Mention,
            MailKind::DailyDigest,
        ];
        for kind in MailKind::ALL {
            let is_optional = optional.contains(kind);
            assert_eq!(none.include(*kind), !is_optional, "{kind:?}");
            assert_eq!(kind.is_optional(), is_optional, "{kind:?}");
        }
    }

    #[test]
    fn a_change_keeps_what_it_does_not_name() {
        let change = MailPreferencesChange {
            reports_due: Some(false),
            ..MailPreferencesChange::default()
        };
        let changed = MailPreferences::default().changed(change);
        assert_eq!((changed.reminders, changed.reports_due), (true, false));
    }
}
