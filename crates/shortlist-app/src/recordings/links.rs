//! Links that play one recording for a while: signed with HMAC-SHA256 (RFC 2104) by a key of the service.

use data_encoding::HEXLOWER;
use ring::hmac;
use shortlist_domain::{InvalidValue, Principal, Recording, RecordingId, Timestamp};

use crate::{App, AppError, Operation, StorageFault};

/// The name of the key that links are signed with.
const KEY_NAME: &str = "recording-links";
/// The bytes of the key: as many as the hash has, as RFC 2104 advises.
const KEY_BYTES: usize = 32;
/// What is signed begins with what it is for, so that a signature stands for nothing else.
const PURPOSE: &str = "shortlist recording link 1";

/// A link to a recording. It names no secret, no organization and no person, and is good for that one recording alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaybackLink {
    /// The recording.
    pub recording: Recording,
    /// Until when it plays.
    pub expires_at: Timestamp,
    /// Path and query, to be put behind the service's address.
    pub path: String,
}

/// Why a link plays nothing.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// It was not made by this service, or was changed.
    #[error("the link is not good; ask getCanInterviewRpt for one")]
    Forged,
    /// Its time is over.
    #[error("the link has expired; ask getCanInterviewRpt for a new one")]
    Expired,
    /// The recording was removed or replaced.
    #[error("the recording is gone; ask getCanInterviewRpt for a new link")]
    Gone,
    /// Something below failed.
    #[error("open a recording")]
    Fault(#[from] AppError),
}

impl App {
    /// A link to the interview's recording for a caller who may read reports; nothing where there is no recording, or the
    /// caller may only write.
    pub(crate) fn link_recording(
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
        let expires_at = self.now().plus(self.settings.recordings.link_lifetime);
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

    /// Checks a link: the recording that it is for.
    pub(crate) fn check_link(
        &self,
        id: &str,
        expires: &str,
        signature: &str,
    ) -> Result<RecordingId, LinkError> {
        let forged = |_error: InvalidValue| LinkError::Forged;
        let id = RecordingId::parse("recordingId", id).map_err(forged)?;
        let expires = canonical_number(expires).ok_or(LinkError::Forged)?;
        let signature = HEXLOWER
            .decode(signature.as_bytes())
            .map_err(|_error| LinkError::Forged)?;
        let message = message(&id, expires);
        hmac::verify(&self.link_key()?, message.as_bytes(), &signature)
            .map_err(|_unspecified| LinkError::Forged)?;
        if self.now().unix_millis() / 1_000 >= expires {
            return Err(LinkError::Expired);
        }
        Ok(id)
    }

    /// The key, which is read anew each time: where an operator removes it, all links end at once on every server.
    fn link_key(&self) -> Result<hmac::Key, AppError> {
        let mut fresh = [0; KEY_BYTES];
        getrandom::fill(&mut fresh).map_err(StorageFault::Randomness)?;
        let key = self.store.service_key(KEY_NAME, &fresh, self.now())?;
        Ok(hmac::Key::new(hmac::HMAC_SHA256, &key))
    }
}

/// Reads a number that is written as this service writes it. `parse` alone also takes `+5` and `05`, so that one signature would be
/// good for many links.
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
