//! The codes that users type: those of their app, and recovery codes.

use data_encoding::BASE32_NOPAD;
use shortlist_domain::RECOVERY_CODES;

use crate::error::StorageFault;
use crate::secrets::hash_secret;

/// The number of digits of a code of an app.
const APP_DIGITS: usize = 6;
/// The random bytes of a recovery code. From 112 bits on, a plain hash may be stored (ASVS 5.0, 6.5.2).
const RECOVERY_BYTES: usize = 15;
/// The number of letters and digits of a recovery code.
const RECOVERY_CHARS: usize = 24;
/// How many of them are shown together.
const GROUP_CHARS: usize = 4;

/// A code that somebody typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TypedCode {
    /// A code of an app.
    App(u32),
    /// The hash of a recovery code.
    Recovery([u8; 32]),
}

impl TypedCode {
    /// Reads a code, with any spaces and hyphens. Returns `None` if it can be neither kind.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let is_shown = |c: &char| !c.is_whitespace() && *c != '-';
        let plain: String = text
            .chars()
            .filter(is_shown)
            .take(RECOVERY_CHARS + 1)
            .collect();
        if plain.len() == APP_DIGITS && plain.bytes().all(|byte| byte.is_ascii_digit()) {
            return plain.parse().ok().map(Self::App);
        }
        let plain = plain.to_ascii_uppercase();
        let is_recovery =
            plain.len() == RECOVERY_CHARS && BASE32_NOPAD.decode(plain.as_bytes()).is_ok();
        is_recovery.then(|| Self::Recovery(hash_secret(&plain)))
    }
}

/// New recovery codes.
pub(crate) struct NewRecoveryCodes {
    /// The codes as users see them.
    pub(crate) texts: Vec<String>,
    /// Their hashes.
    pub(crate) hashes: Vec<[u8; 32]>,
}

impl NewRecoveryCodes {
    pub(crate) fn generate() -> Result<Self, StorageFault> {
        let mut codes = Self {
            texts: Vec::with_capacity(RECOVERY_CODES),
            hashes: Vec::with_capacity(RECOVERY_CODES),
        };
        for _ in 0..RECOVERY_CODES {
            let mut bytes = [0_u8; RECOVERY_BYTES];
            getrandom::fill(&mut bytes).map_err(StorageFault::Randomness)?;
            let plain = BASE32_NOPAD.encode(&bytes);
            codes.hashes.push(hash_secret(&plain));
            codes.texts.push(grouped(&plain, "-"));
        }
        Ok(codes)
    }
}

/// Returns letters in groups of four, which are easier to type.
pub(crate) fn grouped(plain: &str, separator: &str) -> String {
    let letters: Vec<char> = plain.chars().collect();
    let groups = letters.chunks(GROUP_CHARS).map(String::from_iter);
    groups.collect::<Vec<String>>().join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_shown_in_groups() {
        assert_eq!(grouped("ABCDEFGHIJ", " "), "ABCD EFGH IJ");
    }

    #[test]
    fn codes_of_apps_may_have_spaces() {
        for text in ["012345", "012 345", " 012345\n"] {
            assert_eq!(
                TypedCode::read(text),
                Some(TypedCode::App(12_345)),
                "{text}"
            );
        }
        for text in ["", "12345", "1234567", "12345a", "+12345", "１２３４５６"] {
            assert_eq!(TypedCode::read(text), None, "{text}");
        }
    }

    #[test]
    fn recovery_codes_are_recognized_however_they_are_typed() {
        let codes = NewRecoveryCodes::generate().unwrap();
        assert_eq!(codes.texts.len(), RECOVERY_CODES);
        for (text, hash) in codes.texts.iter().zip(codes.hashes) {
            assert_eq!(text.len(), 29);
            let typed = [text.clone(), text.to_lowercase(), text.replace('-', " ")];
            for typed in typed {
                assert_eq!(TypedCode::read(&typed), Some(TypedCode::Recovery(hash)));
            }
            assert_eq!(TypedCode::read(&format!("{text}A")), None);
        }
    }
}
