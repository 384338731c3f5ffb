//! Opaque identifiers. Each kind has its own type, so that the compiler prevents mix-ups.

use std::fmt;

use ulid::Ulid;

use crate::{CandidateStatus, InvalidValue, TextProblem, Timestamp};

/// The longest identifier, in characters.
pub const MAX_IDENTIFIER_CHARS: usize = 64;
/// The characters of an identifier, as a regular expression of JSON Schema.
pub const IDENTIFIER_PATTERN: &str = "^[A-Za-z0-9._:-]+$";

fn check(field: &str, value: &str) -> Result<(), InvalidValue> {
    if value.is_empty() {
        return Err(InvalidValue::new(field, TextProblem::Empty));
    }
    if value.len() > MAX_IDENTIFIER_CHARS {
        return Err(InvalidValue::new(
            field,
            TextProblem::TooLong(MAX_IDENTIFIER_CHARS),
        ));
    }
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ':');
    if !value.chars().all(allowed) {
        return Err(InvalidValue::new(field, TextProblem::NotIdentifier));
    }
    Ok(())
}

macro_rules! identifier {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(String);

        impl $name {
            /// Generates an identifier: the kind's prefix and a ULID of the given time and randomness.
            pub fn generate(at: Timestamp, random: u128) -> Self {
                Self(format!(concat!($prefix, "_{}"), Ulid::from_parts(at.unix_millis(), random)))
            }

            /// Parses an identifier; `field` is the field's name in error messages.
            ///
            /// # Errors
            /// Returns an error if it is empty, too long, or contains characters other than letters, digits and `-_.:`.
            pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
                check(field, value).map(|()| Self(value.to_owned()))
            }

            /// Returns the identifier as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// Converts the identifier into its text.
            pub fn into_string(self) -> String {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

identifier!(
    /// An organization: the tenant that owns every other record.
    OrganizationId, "org"
);
identifier!(
    /// A user of an organization: an Admin, a Recruiter or an Interviewer.
    UserId, "usr"
);
identifier!(
    /// A job posting.
    JobId, "job"
);
identifier!(
    /// One application of a person to one job.
    CandidateId, "cnd"
);
identifier!(
    /// A person: the applications of one human.
    PersonId, "per"
);
identifier!(
    /// An interview of a candidate by an interviewer.
    InterviewId, "int"
);
identifier!(
    /// An API key's identifier, not its secret.
    ApiKeyId, "key"
);
identifier!(
    /// The identifier of an integration user's access token, not its secret.
    AccessTokenId, "tok"
);
identifier!(
    /// The identifier of a link by which a user sets a password, not its secret.
    AccountLinkId, "lnk"
);
identifier!(
    /// A passkey of a user.
    PasskeyId, "pky"
);
identifier!(
    /// A group that an identity provider provisions.
    GroupId, "grp"
);
identifier!(
    /// A question asked in an interview.
    QuestionId, "qst"
);
identifier!(
    /// The transcription of an interview.
    TranscriptionId, "trn"
);
identifier!(
    /// A note about a candidate.
    NoteId, "note"
);
identifier!(
    /// A stage of a job.
    StageId, "stg"
);
identifier!(
    /// A stored file of a candidate: a version of the resume, or a further document.
    DocumentId, "doc"
);
identifier!(
    /// The number that an applicant gets for an application from outside.
    ReceiptNumber, "apl"
);
identifier!(
    /// The recording of an interview.
    RecordingId, "rec"
);
identifier!(
    /// A saved view of a list.
    SavedViewId, "view"
);
identifier!(
    /// A webhook.
    WebhookId, "whk"
);
identifier!(
    /// A session: the access and refresh tokens that descend from one login.
    SessionId, "ses"
);
identifier!(
    /// A running program that serves or that runs a command. Each start has another one.
    ServerId, "srv"
);

impl StageId {
    /// Returns the identifier of a status's default stage: the name of the status. Candidates without a stored stage are in it.
    pub fn of_status(status: CandidateStatus) -> Self {
        Self(status.as_str().to_owned())
    }
}

/// Crockford's base 32 (<https://www.crockford.com/base32.html>): no I, L, O or U.
const CROCKFORD: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_PREFIX: &str = "CAN-";
const CODE_CHARS: usize = 6;

/// A candidate's short code (`uId`, `candidate_unique_id`): `CAN-` and six base-32 characters, unique in the organization.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CandidateCode(String);

impl CandidateCode {
    /// Generates a code from 30 bits of the given randomness.
    pub fn generate(random: u128) -> Self {
        let characters = (0..CODE_CHARS).filter_map(|index| {
            let digit = usize::try_from((random >> (5 * index)) & 31).ok()?;
            CROCKFORD.get(digit).copied().map(char::from)
        });
        Self(CODE_PREFIX.chars().chain(characters).collect())
    }

    /// Parses a code; letter case does not matter.
    ///
    /// # Errors
    /// Returns an error unless it is `CAN-` and six base-32 characters.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        Self::parse_number(field, value)?;
        Ok(Self(value.trim().to_ascii_uppercase()))
    }

    /// Parses a code to the number of 30 bits that its characters are the digits of, which takes less memory than a text.
    ///
    /// # Errors
    /// Returns an error as [`CandidateCode::parse`] does.
    pub fn parse_number(field: &str, value: &str) -> Result<u32, InvalidValue> {
        let parts = value.trim().split_at_checked(CODE_PREFIX.len());
        let is_code = |(prefix, digits): &(&str, &str)| {
            prefix.eq_ignore_ascii_case(CODE_PREFIX) && digits.len() == CODE_CHARS
        };
        let digit = |byte: u8| {
            let mut digits = CROCKFORD.iter().zip(0_u32..);
            let found = digits.find(|(one, _)| **one == byte.to_ascii_uppercase());
            found.map(|(_, digit)| digit)
        };
        let add = |number: u32, byte: u8| Some(number << 5 | digit(byte)?);
        let digits = parts.filter(is_code).map(|(_, digits)| digits);
        let number = digits.and_then(|digits| digits.bytes().try_fold(0, add));
        let problem = TextProblem::NotCandidateCode;
        number.ok_or_else(|| InvalidValue::new(field, problem))
    }

    /// Returns the code as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CandidateCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_identifiers_carry_their_kind_and_sort_by_time() {
        let early = Timestamp::from_unix_millis(1_000).unwrap();
        let late = Timestamp::from_unix_millis(2_000).unwrap();
        let (a, b) = (JobId::generate(early, u128::MAX), JobId::generate(late, 0));
        assert!(a.as_str().starts_with("job_"));
        assert_eq!(a.as_str().len(), 4 + 26);
        assert!(a < b);
    }

    #[test]
    fn foreign_identifiers_are_checked() {
        assert!(UserId::parse("recruiterId", "legacy:42.a-b_c").is_ok());
        for bad in ["", "a b", "ä", &"x".repeat(65), "a\0"] {
            assert_eq!(
                UserId::parse("recruiterId", bad).unwrap_err().field,
                "recruiterId"
            );
        }
    }

    #[test]
    fn candidate_codes_round_trip_without_ambiguous_letters() {
        for random in [0, 1, u128::MAX, 0x1234_5678_9abc] {
            let code = CandidateCode::generate(random);
            assert_eq!(
                CandidateCode::parse("uId", &code.as_str().to_lowercase()).unwrap(),
                code
            );
            assert!(
                !code
                    .as_str()
                    .trim_start_matches("CAN-")
                    .contains(['I', 'L', 'O', 'U'])
            );
        }
        for bad in [
            "CAN-12345U",
            "CAN-1234567",
            "CAM-123456",
            "CAN-",
            "ÄÄ-123456",
        ] {
            assert!(CandidateCode::parse("uId", bad).is_err(), "{bad}");
        }
        let number = |code| CandidateCode::parse_number("uId", code).unwrap();
        assert_eq!(number("CAN-000010"), 32);
        assert_eq!(number("can-zzzzzz"), (1 << 30) - 1);
    }
}
