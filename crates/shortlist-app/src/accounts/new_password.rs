//! What a new password must be: long enough, and not easy to guess.

use shortlist_domain::{AccountProblem, InvalidValue, TextProblem};
use zxcvbn::{Score, zxcvbn};

/// The fewest characters of a password.
pub const MIN_PASSWORD_CHARS: usize = 12;
/// The most characters of a password. The limit bounds the cost of hashing.
pub const MAX_PASSWORD_CHARS: usize = 512;
/// The least strength of a password: over 10^8 guesses, by a list of common passwords, names, words, keyboards and dates.
const LEAST_STRENGTH: Score = Score::Three;

/// Checks the length of a new password.
pub(crate) fn check_password_length(field: &str, password: &str) -> Result<(), InvalidValue> {
    let length = password.chars().count();
    if (MIN_PASSWORD_CHARS..=MAX_PASSWORD_CHARS).contains(&length) {
        return Ok(());
    }
    let problem = TextProblem::LengthOutOfRange {
        least: MIN_PASSWORD_CHARS,
        most: MAX_PASSWORD_CHARS,
    };
    Err(InvalidValue::new(field, problem))
}

/// Checks a new password. `about` are texts that anybody can guess, such as the user's name and e-mail address.
///
/// The estimate is made here, without the network. It takes some milliseconds.
pub(crate) fn check_new_password(
    field: &str,
    password: &str,
    about: &[&str],
) -> Result<(), InvalidValue> {
    check_password_length(field, password)?;
    let parts = about.iter().flat_map(|text| {
        let words = text.split(|c: char| !c.is_alphanumeric());
        words.chain([*text])
    });
    let known: Vec<&str> = parts.chain(["shortlist"]).collect();
    if zxcvbn(password, &known).score() >= LEAST_STRENGTH {
        return Ok(());
    }
    let problem = AccountProblem::PasswordTooEasy;
    Err(InvalidValue::new(field, problem))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secrets::random_password;

    #[test]
    fn what_is_common_or_known_is_easy_to_guess() {
        let about = ["Ada Lovelace", "ada.lovelace@example.org"];
        let check = |password: &str| check_new_password("password", password, &about);
        for password in [
            "123456789012",
            "password1234",
            "passwordpassword",
            "qwertyuiop12",
            "1q2w3e4r5t6y",
            "Password123!",
            "aaaaaaaaaaaa",
            "abcdefghijkl",
            "iloveyouforever",
            "shortlist2026",
            "Lovelace2026",
            "ada.lovelace@example.org",
        ] {
            let refused = check(password).unwrap_err().to_string();
            assert!(refused.contains("several random words"), "{password}");
            assert!(!refused.contains(password), "{refused}");
        }
        for password in [
            "correct horse battery",
            "a long password",
            "purple monkey dishwasher",
            "zebra lamp 7 quilt",
        ] {
            assert!(check(password).is_ok(), "{password}");
        }
        assert!(check(&random_password().unwrap()).is_ok());
        assert!(
            check("short")
                .unwrap_err()
                .to_string()
                .contains("12 to 512")
        );
    }
}
