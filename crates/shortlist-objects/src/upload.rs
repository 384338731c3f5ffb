//! Uploads of files: small files whole, large ones in parts.

use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;

use object_store::path::Path;
use object_store::{
    Attribute, Attributes, MultipartUpload, ObjectStore, PutMultipartOptions, PutOptions,
};
use sha2::{Digest, Sha256};
use shortlist_app::StagedFile;
use shortlist_domain::FileDigest;
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::JoinSet;

use crate::client::{Client, IN_FLIGHT_MIB};
use crate::error::failed;

/// A file up to this size is uploaded whole, a larger one in parts of this size.
pub const PART_BYTES: u64 = 8 << 20;
/// The maximum number of parts that S3 accepts for one object.
const MAX_PARTS: u64 = 10_000;

/// A file that is read part by part and hashed at the same time.
struct Source {
    file: File,
    hasher: Sha256,
    left: u64,
}

impl Source {
    fn open(staged: &StagedFile) -> io::Result<Self> {
        Ok(Self {
            file: File::open(staged.path())?,
            hasher: Sha256::new(),
            left: staged.bytes,
        })
    }

    fn next(&mut self, bytes: u64) -> io::Result<Vec<u8>> {
        let wanted = bytes.min(self.left);
        let mut part = Vec::with_capacity(usize::try_from(wanted).unwrap_or(0));
        let read = self.file.by_ref().take(wanted).read_to_end(&mut part)?;
        if u64::try_from(read).ok() != Some(wanted) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.hasher.update(&part);
        self.left -= wanted;
        Ok(part)
    }

    /// Checks that the file that was read is the one that arrived.
    fn check(self, staged: &StagedFile) -> io::Result<()> {
        if FileDigest(self.hasher.finalize().into()) == staged.digest {
            return Ok(());
        }
        Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "a staged file changed on the disk before it was stored",
        ))
    }
}

/// Returns the metadata of the object: the hash of the whole file. With it, the bucket can be checked without the database.
fn attributes(staged: &StagedFile) -> Attributes {
    Attributes::from_iter([(Attribute::Metadata("sha256".into()), staged.digest.to_hex())])
}

/// Returns the size of a file's parts, so that S3 accepts their number.
fn part_bytes(bytes: u64) -> u64 {
    PART_BYTES.max(bytes.div_ceil(MAX_PARTS))
}

impl Client {
    pub(crate) async fn put_one(&self, key: &str, staged: &StagedFile) -> io::Result<()> {
        let path = self.path(key)?;
        let source = Source::open(staged)?;
        if staged.bytes <= PART_BYTES {
            self.put_whole(&path, source, staged).await
        } else {
            self.put_in_parts(&path, source, staged).await
        }
    }

    async fn put_whole(
        &self,
        path: &Path,
        mut source: Source,
        staged: &StagedFile,
    ) -> io::Result<()> {
        let _memory = self.acquire_memory(staged.bytes).await?;
        let content = source.next(staged.bytes)?;
        source.check(staged)?;
        let options = PutOptions {
            attributes: attributes(staged),
            ..PutOptions::default()
        };
        let put = self.client.put_opts(path, content.into(), options).await;
        put.map(drop).map_err(failed("put", path.as_ref()))
    }

    async fn put_in_parts(
        &self,
        path: &Path,
        source: Source,
        staged: &StagedFile,
    ) -> io::Result<()> {
        let options = PutMultipartOptions {
            attributes: attributes(staged),
            ..PutMultipartOptions::default()
        };
        let started = self.client.put_multipart_opts(path, options).await;
        let mut upload = started.map_err(failed("put", path.as_ref()))?;
        let sent = self.send_parts(upload.as_mut(), source, staged).await;
        let completed = match sent {
            Ok(()) => upload.complete().await.map(drop),
            Err(error) => {
                abort(upload.as_mut(), path).await;
                return Err(error);
            }
        };
        if completed.is_err() {
            abort(upload.as_mut(), path).await;
        }
        completed.map_err(failed("put", path.as_ref()))
    }

    /// Sends the parts, several at once. Each part has its own task, so that one that waits for memory does not delay the
    /// others.
    ///
    /// `object_store` has writers that do this too, but they limit the parts of one upload and not the memory of all uploads
    /// together (ADR 15).
    async fn send_parts(
        &self,
        upload: &mut dyn MultipartUpload,
        mut source: Source,
        staged: &StagedFile,
    ) -> io::Result<()> {
        let size = part_bytes(staged.bytes);
        let mut parts = JoinSet::new();
        while source.left > 0 {
            let memory = self.acquire_memory(size.min(source.left)).await?;
            let part = upload.put_part(source.next(size)?.into());
            parts.spawn(async move {
                let sent = part.await;
                drop(memory);
                sent
            });
            while let Some(sent) = parts.try_join_next() {
                sent?.map_err(failed("put", "a part"))?;
            }
        }
        source.check(staged)?;
        while let Some(sent) = parts.join_next().await {
            sent?.map_err(failed("put", "a part"))?;
        }
        Ok(())
    }

    /// Waits until this many more bytes may be in memory.
    async fn acquire_memory(&self, bytes: u64) -> io::Result<OwnedSemaphorePermit> {
        let all = u32::try_from(IN_FLIGHT_MIB).unwrap_or(u32::MAX);
        let mib = u32::try_from(bytes.div_ceil(1 << 20)).unwrap_or(u32::MAX);
        let memory = Arc::clone(&self.in_flight).acquire_many_owned(mib.clamp(1, all));
        memory.await.map_err(io::Error::other)
    }
}

/// Asks the store to delete the parts that it has. If that fails, they stay until a rule of the bucket deletes them.
async fn abort(upload: &mut dyn MultipartUpload, path: &Path) {
    if let Err(error) = upload.abort().await {
        tracing::warn!(%error, %path, "the parts of a failed upload stay in the object store; \
            add a lifecycle rule to the bucket that aborts incomplete multipart uploads");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_at_most_the_maximum_number_of_parts() {
        assert_eq!(part_bytes(1 << 30), PART_BYTES);
        for bytes in [PART_BYTES * MAX_PARTS, PART_BYTES * MAX_PARTS + 1, 1 << 42] {
            assert!(bytes.div_ceil(part_bytes(bytes)) <= MAX_PARTS);
        }
    }
}
