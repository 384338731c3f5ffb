//! Signatures of links that expire: HMAC-SHA256 (RFC 2104) by a key of the service.

use data_encoding::HEXLOWER;
use ring::hmac;
use shortlist_persistence::Store;

use crate::clock::Clock;
use crate::error::{AppError, StorageFault};

/// The name of the signing key. It is the same for all kinds of links; the signed message names the kind.
const KEY_NAME: &str = "recording-links";
/// The length of the key in bytes. It equals the length of the hash, as RFC 2104 recommends.
const KEY_BYTES: usize = 32;

/// Signs links and verifies their signatures.
pub(crate) struct LinkSigner<'a> {
    pub(crate) store: &'a Store,
    pub(crate) clock: &'a dyn Clock,
}

impl LinkSigner<'_> {
    /// Returns the signature of a message.
    pub(crate) fn sign(&self, message: &str) -> Result<String, AppError> {
        let signature = hmac::sign(&self.key()?, message.as_bytes());
        Ok(HEXLOWER.encode(signature.as_ref()))
    }

    /// Returns whether a signature belongs to a message.
    pub(crate) fn verify(&self, message: &str, signature: &str) -> Result<bool, AppError> {
        let Ok(signature) = HEXLOWER.decode(signature.as_bytes()) else {
            return Ok(false);
        };
        Ok(hmac::verify(&self.key()?, message.as_bytes(), &signature).is_ok())
    }

    /// Returns a text that only this service can read, for a link whose other parts are in `context`.
    ///
    /// It is combined with a key stream of HMAC-SHA256 in counter mode (NIST SP 800-108, section 4.1). No two texts have the same
    /// context. The signature of the link protects it against changes.
    pub(crate) fn conceal(&self, context: &str, text: &str) -> Result<String, AppError> {
        Ok(HEXLOWER.encode(&self.combine(context, text.as_bytes())?))
    }

    /// Returns a concealed text. Returns `None` if it is malformed.
    pub(crate) fn reveal(
        &self,
        context: &str,
        concealed: &str,
    ) -> Result<Option<String>, AppError> {
        let Ok(bytes) = HEXLOWER.decode(concealed.as_bytes()) else {
            return Ok(None);
        };
        Ok(String::from_utf8(self.combine(context, &bytes)?).ok())
    }

    fn combine(&self, context: &str, bytes: &[u8]) -> Result<Vec<u8>, AppError> {
        let key = self.key()?;
        let blocks = bytes.chunks(KEY_BYTES).zip(1_u32..);
        let combined = blocks.flat_map(|(block, counter)| {
            let stream = hmac::sign(&key, format!("conceal {counter}\n{context}").as_bytes());
            let pairs = block.iter().zip(stream.as_ref());
            pairs
                .map(|(byte, random)| byte ^ random)
                .collect::<Vec<u8>>()
        });
        Ok(combined.collect())
    }

    /// Returns the signing key. It is read from the database each time. If an operator deletes it, all links become invalid
    /// at once on every server.
    fn key(&self) -> Result<hmac::Key, AppError> {
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
pub(crate) fn canonical_number(text: &str) -> Option<u64> {
    let number: u64 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
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
