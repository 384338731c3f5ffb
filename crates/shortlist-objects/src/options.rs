//! Which store is used, and with what credentials.

use std::fmt;

use shortlist_app::{NoWord, ServerAddress, ServerSecret, credential};

/// The shortest and the longest name of a bucket.
const BUCKET_CHARS: std::ops::RangeInclusive<usize> = 3..=63;

/// Why a store of objects cannot be used as it is configured.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The place is none.
    #[error("the place of kept files must look like s3://bucket/prefix: {0}")]
    Bucket(&'static str),
    /// A credential is none.
    #[error(transparent)]
    Credential(#[from] NoWord),
    /// The client cannot be had.
    #[error("set up the client of the object store")]
    Client(#[source] reqwest::Error),
    /// The store cannot be had.
    #[error("set up the object store")]
    Store(#[source] object_store::Error),
    /// No threads can be had.
    #[error("start threads for the object store")]
    Runtime(#[source] std::io::Error),
}

/// A bucket, and what all keys in it begin with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bucket {
    pub(crate) name: String,
    pub(crate) prefix: String,
}

impl Bucket {
    /// Takes a place such as `s3://bucket/prefix`; the prefix may be left out.
    ///
    /// # Errors
    /// When it is written otherwise, or bucket or prefix hold characters that not every store takes.
    pub fn parse(text: &str) -> Result<Self, SetupError> {
        let Some(rest) = text.trim().strip_prefix("s3://") else {
            return Err(SetupError::Bucket("it does not begin with s3://"));
        };
        let (name, prefix) = rest.split_once('/').unwrap_or((rest, ""));
        let in_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.".contains(c);
        if !BUCKET_CHARS.contains(&name.len()) || !name.chars().all(in_name) {
            return Err(SetupError::Bucket(
                "a bucket's name has 3 to 63 small letters, digits, dots and hyphens",
            ));
        }
        let prefix = prefix.trim_matches('/');
        let in_prefix = |c: char| c.is_ascii_alphanumeric() || "-._=".contains(c);
        let is_folder = |part: &str| {
            !part.is_empty() && part.chars().all(in_prefix) && !part.chars().all(|c| c == '.')
        };
        if !prefix.is_empty() && !prefix.split('/').all(is_folder) {
            return Err(SetupError::Bucket(
                "a prefix has letters, digits and -._= with single slashes between",
            ));
        }
        Ok(Self {
            name: name.to_owned(),
            prefix: prefix.to_owned(),
        })
    }
}

impl fmt::Display for Bucket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s3://{}/{}", self.name, self.prefix)
    }
}

/// Whether the store is told the SHA-256 of what it is sent, to check and keep it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checksums {
    /// In a header of its own, `x-amz-checksum-sha256`.
    Sent,
    /// By the signature alone, which covers it too: for a store that refuses that header.
    Left,
}

/// Which store is used, and with what credentials.
#[derive(Debug, Clone)]
pub struct S3Options {
    /// Where in the store.
    pub bucket: Bucket,
    /// The server; without one Amazon's of the region.
    pub endpoint: Option<ServerAddress>,
    pub(crate) region: String,
    pub(crate) access_key: String,
    pub(crate) secret: ServerSecret,
    /// Whether checksums are sent.
    pub checksums: Checksums,
}

impl S3Options {
    /// A bucket of Amazon's, with checksums, unless told otherwise.
    ///
    /// # Errors
    /// When region or access key are no words.
    pub fn new(
        bucket: Bucket,
        region: &str,
        (access_key, secret): (&str, ServerSecret),
    ) -> Result<Self, SetupError> {
        Ok(Self {
            bucket,
            endpoint: None,
            region: credential("region", region)?,
            access_key: credential("access key", access_key)?,
            secret,
            checksums: Checksums::Sent,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_a_bucket_and_a_prefix() {
        for (text, name, prefix) in [
            ("s3://files", "files", ""),
            ("s3://files/", "files", ""),
            ("s3://files/shortlist/eu-1/", "files", "shortlist/eu-1"),
        ] {
            let bucket = Bucket::parse(text).unwrap();
            assert_eq!(
                (bucket.name.as_str(), bucket.prefix.as_str()),
                (name, prefix)
            );
        }
        for bad in [
            "files",
            "https://files",
            "s3://",
            "s3://Files",
            "s3://fi",
            "s3://user:pass@files",
            "s3://files/a//b",
            "s3://files/../b",
            "s3://files/a b",
        ] {
            let refused = Bucket::parse(bad).unwrap_err().to_string();
            assert!(refused.contains("s3://bucket/prefix"), "{refused}");
        }
    }

    #[test]
    fn credentials_are_words_and_the_secret_is_never_shown() {
        let options = |access_key| {
            let bucket = Bucket::parse("s3://files").unwrap();
            let secret = ServerSecret::parse("s3cret").unwrap();
            S3Options::new(bucket, "eu-1", (access_key, secret))
        };
        assert!(!format!("{:?}", options("key").unwrap()).contains("s3cret"));
        let refused = options("two words").unwrap_err().to_string();
        assert!(refused.contains("the access key must be"), "{refused}");
    }
}
