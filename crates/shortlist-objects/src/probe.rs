//! A check of the object store, which writes, reads, lists and removes an object.

use data_encoding::HEXLOWER;
use futures_util::TryStreamExt;
use object_store::{Error, ObjectStore, ObjectStoreExt};

use crate::client::Client;
use crate::store::S3Store;

/// The content of the test object.
const CONTENT: &[u8] = b"shortlist checks that it can store files here";
/// The part of the content that is read separately.
const PART: std::ops::Range<u64> = 10..15;

/// Whether a store has versioning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Versioning {
    /// The store deletes removed objects.
    Disabled,
    /// The store keeps removed objects as earlier versions.
    Enabled,
}

/// The reason why a store cannot be used, and what to do.
#[derive(Debug, thiserror::Error)]
#[error("the object store {store} cannot be used: this server could not {attempt}. {advice}")]
pub struct CheckError {
    store: String,
    attempt: &'static str,
    advice: &'static str,
    #[source]
    cause: Option<Box<Error>>,
}

const RIGHTS: &str = "Check the access key and its secret, and allow the key s3:GetObject, s3:PutObject, s3:DeleteObject and \
                      s3:AbortMultipartUpload on the bucket's objects and s3:ListBucket on the bucket";
const NO_BUCKET: &str =
    "Create the bucket, or set file_store to an existing one; for Amazon, check s3_region too";
const UNREACHABLE: &str = "Check s3_endpoint and s3_region, that the server runs, that its certificate is valid and that it has the bucket. If it refuses \
                           checksums, set s3_checksums = false";
const NOT_S3: &str = "The server does not behave like S3: check s3_endpoint";

impl S3Store {
    /// Writes a small object, reads it and a part of it, lists it and removes it. Returns whether the store has versioning.
    ///
    /// # Errors
    /// When one of these steps fails. The error says what to do.
    pub fn check(&self) -> Result<Versioning, CheckError> {
        self.0.wait_for(self.0.probe())
    }
}

impl Client {
    async fn probe(&self) -> Result<Versioning, CheckError> {
        let wrong = |attempt| self.unusable(attempt, None);
        let name = random().map_err(|_no_source| wrong("generate random bytes"))?;
        let key = format!("probe/{}", HEXLOWER.encode(&name));
        let path = self.path(&key).map_err(|_never| wrong("name an object"))?;
        let put = self.client.put(&path, CONTENT.to_vec().into()).await;
        let put = put.map_err(|cause| self.unusable("write an object", Some(cause)))?;
        let found = self.read_back(&path).await;
        let removed = self.client.delete(&path).await;
        found?;
        removed.map_err(|cause| self.unusable("remove an object", Some(cause)))?;
        Ok(match put.version {
            Some(_) => Versioning::Enabled,
            None => Versioning::Disabled,
        })
    }

    async fn read_back(&self, path: &object_store::path::Path) -> Result<(), CheckError> {
        let attempt = "read an object";
        let failed = |cause| self.unusable(attempt, Some(cause));
        let whole = self.client.get(path).await.map_err(failed)?;
        let whole = whole.bytes().await.map_err(failed)?;
        let part = self.client.get_range(path, PART).await.map_err(failed)?;
        let expected = CONTENT.iter().skip(10).take(part.len());
        if whole != CONTENT || part.len() != 5 || !part.iter().eq(expected) {
            return Err(self.unusable(attempt, None));
        }
        let attempt = "list objects";
        let failed = |cause| self.unusable(attempt, Some(cause));
        let folder = self
            .path("probe")
            .map_err(|_never| self.unusable(attempt, None))?;
        let mut listed = self.client.list(Some(&folder));
        while let Some(object) = listed.try_next().await.map_err(failed)? {
            if object.location == *path {
                return Ok(());
            }
        }
        Err(self.unusable(attempt, None))
    }

    fn unusable(&self, attempt: &'static str, cause: Option<Error>) -> CheckError {
        let advice = match &cause {
            Some(Error::PermissionDenied { .. } | Error::Unauthenticated { .. }) => RIGHTS,
            Some(Error::NotFound { .. }) => NO_BUCKET,
            Some(_) => UNREACHABLE,
            None => NOT_S3,
        };
        CheckError {
            store: format!("{} at {}", self.bucket, self.server),
            attempt,
            advice,
            cause: cause.map(Box::new),
        }
    }
}

fn random() -> Result<[u8; 16], getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}
