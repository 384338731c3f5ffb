//! The options of the object store: which store is used, and with what credentials.

use std::fmt;

use shortlist_app::{InvalidCredential, ServerAddress, ServerSecret, credential};

/// The allowed lengths of a bucket's name.
const BUCKET_CHARS: std::ops::RangeInclusive<usize> = 3..=63;

/// The reason why the configured object store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The location is invalid.
    #[error("file_store must look like s3://bucket/prefix: {0}")]
    Bucket(&'static str),
    /// A credential is invalid.
    #[error(transparent)]
    Credential(#[from] InvalidCredential),
    /// The HTTP client cannot be created.
    #[error("create the HTTP client of the object store")]
    Client(#[source] reqwest::Error),
    /// The store cannot be created.
    #[error("set up the object store")]
    Store(#[source] object_store::Error),
    /// The threads cannot be started.
    #[error("start threads for the object store")]
    Runtime(#[source] std::io::Error),
}

/// A bucket, and the prefix of all its keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bucket {
    pub(crate) name: String,
    pub(crate) prefix: String,
}

impl Bucket {
    /// Parses a location such as `s3://bucket/prefix`. The prefix is optional.
    ///
    /// # Errors
    /// When the text has another form, or the bucket or the prefix contains characters that not every store accepts.
    pub fn parse(text: &str) -> Result<Self, SetupError> {
        let Some(rest) = text.trim().strip_prefix("s3://") else {
            return Err(SetupError::Bucket("it does not begin with s3://"));
        };
        let (name, prefix) = rest.split_once('/').unwrap_or((rest, ""));
        let in_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.".contains(c);
        if !BUCKET_CHARS.contains(&name.len()) || !name.chars().all(in_name) {
            return Err(SetupError::Bucket(
                "a bucket's name has 3 to 63 lower-case letters, digits, dots and hyphens",
            ));
        }
        let prefix = prefix.trim_matches('/');
        let in_prefix = |c: char| c.is_ascii_alphanumeric() || "-._=".contains(c);
        let is_folder = |part: &str| {
            !part.is_empty() && part.chars().all(in_prefix) && !part.chars().all(|c| c == '.')
        };
        if !prefix.is_empty() && !prefix.split('/').all(is_folder) {
            return Err(SetupError::Bucket(
                "a prefix consists of letters, digits and -._=, separated by single slashes",
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

/// Whether an upload carries its SHA-256, which the store can check and keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checksums {
    /// In the header `x-amz-checksum-sha256`.
    Sent,
    /// Only in the signature, which covers it too. This is for stores that refuse the header.
    Omitted,
}

/// The options of the object store: which store is used, and with what credentials.
#[derive(Debug, Clone)]
pub struct S3Options {
    /// The bucket and the prefix.
    pub bucket: Bucket,
    /// The server. Without one, Amazon's server of the region is used.
    pub endpoint: Option<ServerAddress>,
    pub(crate) region: String,
    pub(crate) access_key: String,
    pub(crate) secret: ServerSecret,
    /// Whether uploads carry checksums.
    pub checksums: Checksums,
}

impl S3Options {
    /// Returns options for a bucket at Amazon, with checksums. Both can be changed afterwards.
    ///
    /// # Errors
    /// When the region or the access key is invalid.
    pub fn new(
        bucket: Bucket,
        region: &str,
        access_key: &str,
        secret: ServerSecret,
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
    fn a_location_is_a_bucket_and_a_prefix() {
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
    fn credentials_are_words_and_the_secret_is_hidden() {
        let options = |access_key| {
            let bucket = Bucket::parse("s3://files").unwrap();
            let secret = ServerSecret::parse("s3cret").unwrap();
            S3Options::new(bucket, "eu-1", access_key, secret)
        };
        assert!(!format!("{:?}", options("key").unwrap()).contains("s3cret"));
        let refused = options("two words").unwrap_err().to_string();
        assert!(refused.contains("the access key must be"), "{refused}");
    }
}
