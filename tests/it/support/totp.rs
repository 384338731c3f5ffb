//! The app of a user's second factor.

use data_encoding::BASE32_NOPAD;
use ring::hmac;

/// An app with the secret of a user.
pub(crate) struct CodeApp(Vec<u8>);

impl CodeApp {
    /// Returns the app after somebody typed the secret into it, with any spaces.
    pub(crate) fn with_secret(typed: &str) -> Self {
        let plain: String = typed.split_whitespace().collect();
        Self(BASE32_NOPAD.decode(plain.as_bytes()).unwrap())
    }

    /// Returns the code that the app shows at a time in seconds since 1970.
    pub(crate) fn code_at(&self, seconds: u64) -> String {
        let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &self.0);
        let digest = hmac::sign(&key, &(seconds / 30).to_be_bytes());
        let digest = digest.as_ref();
        let offset = usize::from(digest[19] & 15);
        let number = u32::from_be_bytes(digest[offset..offset + 4].try_into().unwrap());
        format!("{:06}", (number & 0x7fff_ffff) % 1_000_000)
    }
}
