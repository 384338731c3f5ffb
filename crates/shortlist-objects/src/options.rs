//! Which store is used, and with what credentials.

use std::fmt;
use std::net::IpAddr;

use reqwest::Url;

/// The shortest and the longest name of a bucket.
const BUCKET_CHARS: std::ops::RangeInclusive<usize> = 3..=63;

/// Why a store of objects cannot be used as it is configured.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The place is none.
    #[error("the place of kept files must look like s3://bucket/prefix: {0}")]
    Bucket(&'static str),
    /// The endpoint is none.
    #[error("the endpoint must look like https://s3.example.org: {0}")]
    Endpoint(String),
    /// Files would cross a network in clear.
    #[error(
        "{0} is neither this machine nor https, so resumes would cross the network in clear; use https, or \
         say that the network in between is trusted"
    )]
    InClear(String),
    /// A credential is none.
    #[error("the {0} must be one word of visible ASCII characters")]
    Credential(&'static str),
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

/// What is known of the network between here and the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Network {
    /// Others may listen: beyond this machine only https will do.
    Untrusted,
    /// Nobody else listens.
    Trusted,
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

/// The address of a server that speaks S3.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint(Url);

impl Endpoint {
    /// Takes an address such as `https://s3.example.org` or `http://127.0.0.1:9000`.
    ///
    /// # Errors
    /// When it is not an http or https address, holds more than host and path, or would put files on a network in clear.
    pub fn parse(text: &str, network: Network) -> Result<Self, SetupError> {
        let url =
            Url::parse(text.trim()).map_err(|error| SetupError::Endpoint(error.to_string()))?;
        let refuse = |told: &str| Err(SetupError::Endpoint(told.to_owned()));
        if !matches!(url.scheme(), "http" | "https") {
            return refuse("it is neither http nor https");
        }
        if !url.username().is_empty() || url.password().is_some() {
            return refuse("credentials do not belong into the address");
        }
        if url.query().is_some() || url.fragment().is_some() {
            return refuse("it must end with its path, without ? and #");
        }
        if url.scheme() == "http" && network == Network::Untrusted && !is_this_machine(&url) {
            return Err(SetupError::InClear(url.to_string()));
        }
        Ok(Self(url))
    }

    pub(crate) fn is_in_clear(&self) -> bool {
        self.0.scheme() == "http"
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_str().trim_end_matches('/'))
    }
}

fn is_this_machine(url: &Url) -> bool {
    let host = url.host_str().unwrap_or("");
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    bare == "localhost" || bare.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
}

/// The secret part of a key; never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretKey(String);

impl SecretKey {
    /// Takes a secret, without the blanks around it.
    ///
    /// # Errors
    /// When it is empty or no word.
    pub fn parse(text: &str) -> Result<Self, SetupError> {
        word("secret key", text).map(Self)
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(***)")
    }
}

fn word(what: &'static str, text: &str) -> Result<String, SetupError> {
    let text = text.trim();
    if text.is_empty() || !text.chars().all(|c| c.is_ascii_graphic()) {
        return Err(SetupError::Credential(what));
    }
    Ok(text.to_owned())
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
    pub endpoint: Option<Endpoint>,
    pub(crate) region: String,
    pub(crate) access_key: String,
    pub(crate) secret: SecretKey,
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
        (access_key, secret): (&str, SecretKey),
    ) -> Result<Self, SetupError> {
        Ok(Self {
            bucket,
            endpoint: None,
            region: word("region", region)?,
            access_key: word("access key", access_key)?,
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
    fn files_cross_no_network_in_clear_unless_it_is_trusted() {
        for near in [
            "http://127.0.0.1:9000",
            "http://localhost",
            "http://[::1]:1",
        ] {
            assert!(Endpoint::parse(near, Network::Untrusted).is_ok(), "{near}");
        }
        let far = "http://minio:9000";
        let refused = Endpoint::parse(far, Network::Untrusted).unwrap_err();
        assert!(refused.to_string().contains("in clear"), "{refused}");
        let trusted = Endpoint::parse(far, Network::Trusted).unwrap();
        assert_eq!(trusted.to_string(), far);
        for (bad, told) in [
            ("minio", "must look like"),
            ("ftp://minio", "neither http nor https"),
            ("https://me:pass@minio", "do not belong"),
            ("https://minio?a=b", "without ?"),
        ] {
            let refused = Endpoint::parse(bad, Network::Trusted).unwrap_err();
            assert!(refused.to_string().contains(told), "{refused}");
        }
    }

    #[test]
    fn a_secret_is_never_shown() {
        let secret = SecretKey::parse(" s3cret\n").unwrap();
        let bucket = Bucket::parse("s3://files").unwrap();
        let options = S3Options::new(bucket.clone(), "eu-1", ("key", secret)).unwrap();
        assert!(!format!("{options:?}").contains("s3cret"));
        for bad in ["", " ", "a b", "a\nb"] {
            let refused = SecretKey::parse(bad).unwrap_err().to_string();
            assert!(refused.contains("secret key"), "{refused}");
        }
        let secret = SecretKey::parse("s3cret").unwrap();
        assert!(S3Options::new(bucket, "eu-1", ("", secret)).is_err());
    }
}
