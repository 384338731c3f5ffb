//! Signatures of links that expire: HMAC-SHA256 (RFC 2104) by a key of the service.

use data_encoding::HEXLOWER;
use ring::hmac;
use shortlist_domain::{AccountLinkId, OrganizationId};
use shortlist_persistence::Store;

use crate::clock::Clock;
use crate::error::{AppError, StorageFault};

/// The name of the signing key. It is the same for all kinds of links; the signed message names the kind.
const KEY_NAME: &str = "recording-links";
/// The length of the key in bytes. It equals the length of the hash, as RFC 2104 recommends.
const KEY_BYTES: usize = 32;
/// The prefix of the tokens of links by which users set a password.
const ACCOUNT_PREFIX: &str = "slal_";
/// What the message of such a token begins with. It names the purpose, so that the signature is valid for nothing else.
const ACCOUNT_PURPOSE: &str = "shortlist account link 1";

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

    /// Returns the token of a link by which a user sets a password: 256 bits that only this service can compute. It is derived from the
    /// identifier, so it is stored nowhere, and every attempt to send its mail sends the same one.
    ///
    /// It contains the organization, because a browser sends nothing else that names it.
    pub(crate) fn account_token(
        &self,
        organization: &OrganizationId,
        link: &AccountLinkId,
    ) -> Result<String, AppError> {
        let signature = self.sign(&format!("{ACCOUNT_PURPOSE}\n{organization}\n{link}"))?;
        Ok(format!("{ACCOUNT_PREFIX}{organization}_{signature}"))
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

/// Returns the organization in the token of a link by which a user sets a password.
pub(crate) fn organization_of_account_token(token: &str) -> Option<OrganizationId> {
    let (organization, signature) = token.strip_prefix(ACCOUNT_PREFIX)?.rsplit_once('_')?;
    let is_signature = HEXLOWER.decode_len(signature.len()) == Ok(KEY_BYTES);
    let organization = OrganizationId::parse("organizationId", organization);
    organization.ok().filter(|_| is_signature)
}

/// Returns the path of the page on which a user sets a password.
pub(crate) fn account_link_path(token: &str) -> String {
    format!("/app/link?token={token}")
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
    fn a_token_of_a_link_names_its_organization() {
        let hex = "ab".repeat(KEY_BYTES);
        let organization = |token: String| {
            let found = organization_of_account_token(&token)?;
            Some(found.into_string())
        };
        let found = organization(format!("slal_org_a.b_{hex}"));
        assert_eq!(found.as_deref(), Some("org_a.b"));
        for other in [
            String::new(),
            "slal_".to_owned(),
            format!("slws_org_1_{hex}"),
            format!("slal_org_1_{hex}ab"),
            format!("slal_org 1_{hex}"),
            "slal_org_1_ab".to_owned(),
        ] {
            assert_eq!(organization(other.clone()), None, "{other}");
        }
    }

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
