//! Contact details of a person.

use std::fmt;

use crate::{InvalidValue, TextProblem};

/// The longest e-mail address that mail systems deliver to (RFC 5321, section 4.5.3.1.3), in characters.
pub const MAX_EMAIL_CHARS: usize = 254;
/// The longest stored telephone number, in characters as written.
pub const MAX_PHONE_CHARS: usize = 40;

/// An e-mail address as written, trimmed. Comparison ignores letter case.
#[derive(Debug, Clone)]
pub struct EmailAddress(String);

impl EmailAddress {
    /// Parses an address.
    ///
    /// # Errors
    /// Returns an error unless it has a single `@` between a local part and a domain with a dot. It must not be too long or
    /// contain whitespace or control characters.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        let value = value.trim();
        let shaped = value.rsplit_once('@').is_some_and(|(local, domain)| {
            !local.is_empty()
                && !local.contains('@')
                && domain.split('.').count() >= 2
                && domain.split('.').all(|label| !label.is_empty())
        });
        let clean = !value.chars().any(|c| c.is_whitespace() || c.is_control());
        if shaped && clean && value.len() <= MAX_EMAIL_CHARS {
            Ok(Self(value.to_owned()))
        } else {
            Err(InvalidValue::new(field, TextProblem::NotEmailAddress))
        }
    }

    /// Returns the address as written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the normalized form, which is the same for all spellings of an address.
    pub fn folded(&self) -> String {
        self.0.to_lowercase()
    }
}

impl PartialEq for EmailAddress {
    fn eq(&self, other: &Self) -> bool {
        self.folded() == other.folded()
    }
}

impl Eq for EmailAddress {}

impl fmt::Display for EmailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A telephone number: in E.164 format if the country is known, otherwise as written.
#[derive(Debug, Clone)]
pub struct PhoneNumber(String);

impl PhoneNumber {
    /// Parses a number.
    ///
    /// # Errors
    /// Returns an error if it has fewer than 5 or more than 20 digits, or characters that no telephone number contains.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        let value = value.trim();
        let digits = value.chars().filter(char::is_ascii_digit).count();
        let allowed =
            |c: char| c.is_ascii_digit() || " +-./()#*,;".contains(c) || c.is_ascii_alphabetic();
        if (5..=20).contains(&digits)
            && value.len() <= MAX_PHONE_CHARS
            && value.chars().all(allowed)
        {
            Ok(Self(value.to_owned()))
        } else {
            Err(InvalidValue::new(field, TextProblem::NotTelephoneNumber))
        }
    }

    /// Returns the number as stored.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the normalized form: the digits, with a leading `+` if the country is known.
    pub fn folded(&self) -> String {
        let digits = self.0.chars().filter(char::is_ascii_digit);
        if self.0.starts_with('+') {
            std::iter::once('+').chain(digits).collect()
        } else {
            digits.collect()
        }
    }
}

impl PartialEq for PhoneNumber {
    fn eq(&self, other: &Self) -> bool {
        self.folded() == other.folded()
    }
}

impl Eq for PhoneNumber {}

impl fmt::Display for PhoneNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_compare_without_case() {
        let written = EmailAddress::parse("emailAddress", " Ada@Example.org ").unwrap();
        assert_eq!(written.as_str(), "Ada@Example.org");
        assert_eq!(
            written,
            EmailAddress::parse("emailAddress", "ada@EXAMPLE.org").unwrap()
        );
        for bad in [
            "", "ada", "ada@", "@b.c", "a@b", "a b@c.d", "a@b@c.d", "a@b..c",
        ] {
            assert!(EmailAddress::parse("emailAddress", bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn numbers_compare_by_their_digits() {
        let a = PhoneNumber::parse("phoneNumber", "+49 30 1234567").unwrap();
        assert_eq!(
            a,
            PhoneNumber::parse("phoneNumber", "+49-30-1234567").unwrap()
        );
        assert_ne!(a, PhoneNumber::parse("phoneNumber", "030 1234567").unwrap());
        for bad in ["", "1234", "call me", "123456789012345678901"] {
            assert!(PhoneNumber::parse("phoneNumber", bad).is_err(), "{bad}");
        }
    }
}
