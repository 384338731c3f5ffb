//! Passkeys: key pairs that devices and password managers keep for users. The service knows only the public keys.

use crate::{InvalidValue, OrganizationId, PasskeyId, TextProblem, Timestamp, UserId};

/// The most passkeys of a user.
pub const MAX_PASSKEYS: usize = 20;
/// The longest name of a passkey, in characters.
pub const MAX_PASSKEY_NAME_CHARS: usize = 60;
/// How long a user may take to answer with a passkey, in minutes.
pub const PASSKEY_MINUTES: i64 = 5;

/// The name that a user gives a passkey, such as that of the device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasskeyName(String);

impl PasskeyName {
    /// Trims and checks a name; `field` is the field's name in error messages.
    ///
    /// # Errors
    /// Returns an error if it is empty or too long, or contains control characters.
    pub fn parse(field: &str, text: &str) -> Result<Self, InvalidValue> {
        let name = text.trim();
        let length = name.chars().count();
        if (1..=MAX_PASSKEY_NAME_CHARS).contains(&length) && !name.chars().any(char::is_control) {
            return Ok(Self(name.to_owned()));
        }
        let problem = TextProblem::NotOneLine(MAX_PASSKEY_NAME_CHARS);
        Err(InvalidValue::new(field, problem))
    }

    /// Returns the name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether the provider of a passkey copies it to other devices of the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasskeyBackup {
    /// It stays on its device.
    Never,
    /// It may be copied, and was not yet.
    Possible,
    /// It is copied.
    Done,
}

impl PasskeyBackup {
    /// All values.
    pub const ALL: [Self; 3] = [Self::Never, Self::Possible, Self::Done];

    /// Returns the stable name, for storage.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::Possible => "possible",
            Self::Done => "done",
        }
    }

    /// Returns the value with this name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == name)
    }
}

/// What a passkey says about itself at each use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PasskeyState {
    /// How often it was used, in the count of its device. Many devices always say 0.
    pub counter: u32,
    /// Whether it is copied to other devices.
    pub backup: PasskeyBackup,
}

/// The public part of a passkey.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasskeyCredential {
    /// The identifier that its device has chosen, of 16 to 1,023 bytes.
    pub id: Vec<u8>,
    /// The public key, in the encoding of `shortlist-passkeys`.
    pub public_key: Vec<u8>,
    /// How browsers reach its device, as a set of bits in the encoding of `shortlist-passkeys`.
    pub transports: u8,
    /// What it said about itself last.
    pub state: PasskeyState,
}

/// A passkey of a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passkey {
    /// Its identifier.
    pub id: PasskeyId,
    /// The tenant.
    pub organization_id: OrganizationId,
    /// The user.
    pub user_id: UserId,
    /// Its name.
    pub name: PasskeyName,
    /// The public part.
    pub credential: PasskeyCredential,
    /// When the user added it.
    pub created_at: Timestamp,
    /// When it was last used.
    pub last_used_at: Option<Timestamp>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_short_line() {
        let parsed = |text: &str| PasskeyName::parse("name", text);
        assert_eq!(parsed("  Ada's phone ").unwrap().as_str(), "Ada's phone");
        let longest = "é".repeat(MAX_PASSKEY_NAME_CHARS);
        assert_eq!(parsed(&longest).unwrap().as_str(), longest);
        for refused in ["", "  ", "a\nb", "a\0b", &format!("{longest}x")] {
            assert!(parsed(refused).is_err(), "{refused}");
        }
    }

    #[test]
    fn each_state_of_the_backup_is_found_by_its_name() {
        for backup in PasskeyBackup::ALL {
            assert_eq!(PasskeyBackup::find(backup.as_str()), Some(backup));
        }
        assert_eq!(PasskeyBackup::find("other"), None);
    }
}
