//! Reading a stored file while verifying its hash.

use std::io::{self, Read};

use sha2::{Digest, Sha256};
use shortlist_domain::FileDigest;

/// A reader of a stored file, or of a part of it, that fails if the file ends early.
///
/// For a whole file it also verifies the hash: it returns the last bytes only if the hash matches.
pub struct VerifiedReader {
    source: Box<dyn Read + Send>,
    left: u64,
    expected: Option<(Sha256, FileDigest)>,
}

impl VerifiedReader {
    /// Creates a reader that expects this many bytes and, for a whole file, the digest.
    pub(super) fn new(source: Box<dyn Read + Send>, bytes: u64, whole: Option<FileDigest>) -> Self {
        Self {
            source,
            left: bytes,
            expected: whole.map(|digest| (Sha256::new(), digest)),
        }
    }
}

impl Read for VerifiedReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 || buffer.is_empty() {
            return Ok(0);
        }
        let read = self.source.by_ref().take(self.left).read(buffer)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.left -= u64::try_from(read).unwrap_or(self.left);
        if let Some((hasher, _)) = &mut self.expected {
            hasher.update(buffer.get(..read).unwrap_or_default());
        }
        if self.left == 0
            && let Some((hasher, expected)) = self.expected.take()
        {
            check(hasher, expected)?;
        }
        Ok(read)
    }
}

/// Checks that the hashed data is the stored file.
pub(super) fn check(hasher: Sha256, expected: FileDigest) -> io::Result<()> {
    check_digest(FileDigest(hasher.finalize().into()), expected)
}

/// Checks that the digest is that of the stored file.
pub(super) fn check_digest(read: FileDigest, expected: FileDigest) -> io::Result<()> {
    if read == expected {
        return Ok(());
    }
    let message = format!(
        "the stored file has the SHA-256 {}, but {} was expected",
        read.to_hex(),
        expected.to_hex()
    );
    Err(io::Error::new(io::ErrorKind::InvalidData, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(source: &'static [u8], bytes: u64, stored: Option<&[u8]>) -> io::Result<Vec<u8>> {
        let digest = stored.map(|stored| FileDigest(Sha256::digest(stored).into()));
        let mut whole = Vec::new();
        VerifiedReader::new(Box::new(source), bytes, digest).read_to_end(&mut whole)?;
        Ok(whole)
    }

    #[test]
    fn a_changed_file_is_an_error() {
        assert_eq!(read(b"abc", 3, Some(b"abc")).unwrap(), b"abc");
        let changed = read(b"abd", 3, Some(b"abc")).unwrap_err();
        assert_eq!(changed.kind(), io::ErrorKind::InvalidData);
        let cut_off = read(b"ab", 3, Some(b"abc")).unwrap_err();
        assert_eq!(cut_off.kind(), io::ErrorKind::UnexpectedEof);
        assert_eq!(read(b"abcd", 2, None).unwrap(), b"ab");
    }
}
