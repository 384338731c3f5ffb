//! Codes of apps (RFC 6238): SHA-1, six digits, a new one every 30 seconds. All apps support these parameters, and some ignore others.
//!
//! SHA-1 is safe here: HMAC does not rely on the resistance to collisions that SHA-1 has lost (RFC 6151 says the same of MD5).

use data_encoding::BASE32_NOPAD;
use ring::hmac;
use shortlist_domain::{FactorSecret, Timestamp};
use url::form_urlencoded;

use crate::error::StorageFault;

/// How long a code is shown, in seconds.
const STEP_SECONDS: u64 = 30;
/// How many steps the clock of an app may be early or late.
const SKEW_STEPS: i64 = 1;
/// One more than the largest code.
const CODES: u32 = 1_000_000;
/// The length of a secret in bytes: that of the hash, as RFC 4226 (section 4) recommends.
const SECRET_BYTES: usize = 20;

/// Returns a new secret.
pub(crate) fn new_secret() -> Result<FactorSecret, StorageFault> {
    let mut bytes = [0_u8; SECRET_BYTES];
    getrandom::fill(&mut bytes).map_err(StorageFault::Randomness)?;
    Ok(FactorSecret::new(bytes.to_vec()))
}

/// Returns the secret as apps read it, in one piece.
pub(crate) fn secret_text(secret: &FactorSecret) -> String {
    BASE32_NOPAD.encode(secret.as_bytes())
}

/// Returns the address that an app reads from a QR code, as Google Authenticator defined it. The app shows the issuer and the account.
pub(crate) fn otpauth_address(secret: &FactorSecret, issuer: &str, account: &str) -> String {
    let (issuer, account) = (encoded(issuer), encoded(account));
    let secret = secret_text(secret);
    format!(
        "otpauth://totp/{issuer}:{account}?secret={secret}&issuer={issuer}&algorithm=SHA1&digits=6&period={STEP_SECONDS}"
    )
}

/// Returns a text for an address. A space becomes `%20`, because apps show a `+` as it is.
fn encoded(text: &str) -> String {
    let encoded: String = form_urlencoded::byte_serialize(text.as_bytes()).collect();
    encoded.replace('+', "%20")
}

/// Returns the time step in which an app shows a code, if that is now, a step before or a step after.
pub(crate) fn matching_step(secret: &FactorSecret, code: u32, now: Timestamp) -> Option<i64> {
    let step = i64::try_from(now.unix_millis() / 1_000 / STEP_SECONDS).ok()?;
    let mut steps = step.saturating_sub(SKEW_STEPS)..=step.saturating_add(SKEW_STEPS);
    steps.find(|step| truncated(secret, *step).is_some_and(|value| value % CODES == code))
}

/// Returns the number of a time step whose last digits are the code (RFC 4226, section 5.3).
fn truncated(secret: &FactorSecret, step: i64) -> Option<u32> {
    let counter = u64::try_from(step).ok()?;
    let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, secret.as_bytes());
    let digest = hmac::sign(&key, &counter.to_be_bytes());
    let offset = usize::from(digest.as_ref().last()? & 0xf);
    let bytes = digest.as_ref().get(offset..)?.first_chunk::<4>()?;
    Some(u32::from_be_bytes(*bytes) & 0x7fff_ffff)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The secret of the test vectors in RFC 6238, appendix B.
    fn rfc_secret() -> FactorSecret {
        FactorSecret::new(b"12345678901234567890".to_vec())
    }

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_unix_millis(seconds * 1_000).unwrap()
    }

    #[test]
    fn codes_are_those_of_rfc_6238() {
        // The vectors have eight digits.
        for (seconds, code) in [
            (59, 94_287_082),
            (1_111_111_109, 7_081_804),
            (1_111_111_111, 14_050_471),
            (1_234_567_890, 89_005_924),
            (2_000_000_000, 69_279_037),
            (20_000_000_000, 65_353_130),
        ] {
            let value = truncated(&rfc_secret(), seconds / 30).unwrap();
            assert_eq!(value % 100_000_000, code, "{seconds}");
            let found = matching_step(&rfc_secret(), code % CODES, at(seconds));
            assert_eq!(found, Some(seconds / 30));
        }
    }

    /// The file has secrets, times and codes. `.ci/extended` compares it with what `oathtool` computes.
    #[test]
    fn codes_are_those_of_another_program() {
        let mut lines = 0;
        for line in include_str!("codes.txt").lines() {
            let parts: Vec<&str> = line.split(' ').collect();
            let secret = BASE32_NOPAD.decode(parts[0].as_bytes()).unwrap();
            let seconds: i64 = parts[1].parse().unwrap();
            let value = truncated(&FactorSecret::new(secret), seconds / 30).unwrap();
            assert_eq!(format!("{:06}", value % CODES), parts[2], "{line}");
            lines += 1;
        }
        assert_eq!(lines, 96);
    }

    #[test]
    fn a_clock_may_be_one_step_wrong() {
        let code = truncated(&rfc_secret(), 100).unwrap() % CODES;
        for (seconds, is_accepted) in [
            (2_969, false),
            (2_970, true),
            (3_000, true),
            (3_059, true),
            (3_060, false),
        ] {
            let found = matching_step(&rfc_secret(), code, at(seconds));
            assert_eq!(found, Some(100).filter(|_| is_accepted), "{seconds}");
        }
    }

    #[test]
    fn the_address_names_the_organization_and_the_account() {
        assert_eq!(
            otpauth_address(&rfc_secret(), "A & B: Köln", "ada@example.org"),
            "otpauth://totp/A%20%26%20B%3A%20K%C3%B6ln:ada%40example.org\
             ?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=A%20%26%20B%3A%20K%C3%B6ln&algorithm=SHA1&digits=6&period=30"
        );
    }

    #[test]
    fn secrets_differ() {
        let (a, b) = (new_secret().unwrap(), new_secret().unwrap());
        assert_ne!(a, b);
        assert_eq!(secret_text(&a).len(), 32);
    }
}
