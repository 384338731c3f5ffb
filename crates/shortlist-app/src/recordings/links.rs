//! Links that play one recording for a limited time, signed with HMAC-SHA256 (RFC 2104) by a key of the service.

use data_encoding::HEXLOWER;
use ring::hmac;
use shortlist_domain::{InvalidValue, Principal, Recording, RecordingId, Timestamp};

use super::Recordings;
use crate::{AppError, Operation, StorageFault};

/// The name of the signing key.
const KEY_NAME: &str = "recording-links";
/// The length of the key in bytes. It equals the length of the hash, as RFC 2104 recommends.
const KEY_BYTES: usize = 32;
/// The prefix of the signed message. It names the purpose, so that a signature is valid for nothing else.
const PURPOSE: &str = "shortlist recording link 1";

/// A link to a recording. It contains no secret, organization or person, and is valid only for this recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaybackLink {
    /// The recording.
    pub recording: Recording,
    /// When the link expires.
    pub expires_at: Timestamp,
    /// The path and query, to be appended to the service's address.
    pub path: String,
}

/// Why a link cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// It was not created by this service, or was modified.
    #[error("the link is invalid; get a new one with getCanInterviewRpt")]
    Invalid,
    /// It has expired.
    #[error("the link has expired; get a new one with getCanInterviewRpt")]
    Expired,
    /// The recording was removed or replaced.
    #[error("the recording no longer exists; get a new link with getCanInterviewRpt")]
    Gone,
    /// The infrastructure failed.
    #[error("open a recording")]
    Fault(#[from] AppError),
}

impl Recordings<'_> {
    /// Returns a link to the interview's recording if the caller may read reports. Returns `None` if there is no recording,
    /// or if the caller may only write.
    pub(crate) fn link(
        &self,
        principal: &Principal,
        recording: Option<Recording>,
    ) -> Result<Option<PlaybackLink>, AppError> {
        let may_read = Operation::GetInterviewReport
            .authorize(principal, crate::Claims::default())
            .is_ok();
        let Some(recording) = recording.filter(|_| may_read) else {
            return Ok(None);
        };
        let expires_at = self.clock.now().plus(self.limits.link_lifetime);
        let expires = expires_at.unix_millis() / 1_000;
        let message = message(&recording.id, expires);
        let signature = hmac::sign(&self.link_key()?, message.as_bytes());
        let signature = HEXLOWER.encode(signature.as_ref());
        let id = &recording.id;
        let path = format!("/recordings/{id}?expires={expires}&signature={signature}");
        Ok(Some(PlaybackLink {
            recording,
            expires_at,
            path,
        }))
    }

    /// Checks a link and returns the identifier of its recording.
    pub(crate) fn check_link(
        &self,
        id: &str,
        expires: &str,
        signature: &str,
    ) -> Result<RecordingId, LinkError> {
        let invalid = |_error: InvalidValue| LinkError::Invalid;
        let id = RecordingId::parse("recordingId", id).map_err(invalid)?;
        let expires = canonical_number(expires).ok_or(LinkError::Invalid)?;
        let signature = HEXLOWER
            .decode(signature.as_bytes())
            .map_err(|_error| LinkError::Invalid)?;
        let message = message(&id, expires);
        hmac::verify(&self.link_key()?, message.as_bytes(), &signature)
            .map_err(|_unspecified| LinkError::Invalid)?;
        if self.clock.now().unix_millis() / 1_000 >= expires {
            return Err(LinkError::Expired);
        }
        Ok(id)
    }

    /// Returns the signing key. It is read from the database each time. If an operator deletes it, all links become invalid
    /// at once on every server.
    fn link_key(&self) -> Result<hmac::Key, AppError> {
        let mut fresh = [0; KEY_BYTES];
        getrandom::fill(&mut fresh).map_err(StorageFault::Randomness)?;
        let key = self
            .store
            .database()
            .service_key(KEY_NAME, &fresh, self.clock.now())?;
        Ok(hmac::Key::new(hmac::HMAC_SHA256, &key))
    }
}

/// Parses a number only in the format that this service writes. `parse` alone also accepts `+5` and `05`, so one signature
/// would be valid for several links.
fn canonical_number(text: &str) -> Option<u64> {
    let number: u64 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

fn message(id: &RecordingId, expires: u64) -> String {
    format!("{PURPOSE}\n{id}\n{expires}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_written_in_one_way_only() {
        for text in ["0", "5", "1772702100", "18446744073709551615"] {
            assert_eq!(canonical_number(text), text.parse().ok(), "{text}");
        }
        for text in [
            "",
            "+5",
            "05",
            "00",
            " 5",
            "5 ",
            "-0",
            "5.0",
            "\u{665}",
            "18446744073709551616",
        ] {
            assert_eq!(canonical_number(text), None, "{text}");
        }
    }
}
