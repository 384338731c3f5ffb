//! The digest that identifies a file's content.

/// The SHA-256 digest of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileDigest(pub [u8; 32]);

impl FileDigest {
    /// Returns the digest in lower-case hexadecimal.
    pub fn to_hex(self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}
