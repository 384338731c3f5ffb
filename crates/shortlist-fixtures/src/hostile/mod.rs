//! Files that are broken or made to harm, one of each kind that readers of documents are known to fail on.
//!
//! Kinds come from the issues of PDF and ZIP libraries, from the tests of Apache POI and Tika, and from what an attacker would try.

#![expect(
    clippy::too_many_lines,
    reason = "lists of kinds, which nothing is gained by cutting"
)]

mod markup;
mod ole;
mod pdf;
mod word;

/// What must come of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// It is read.
    Read,
    /// It is refused, in words that hold this.
    Refused(&'static str),
    /// Either: what matters is that it is answered, soon and within bounds.
    Answered,
}

/// A file of a kind.
#[derive(Debug, Clone)]
pub struct HostileFile {
    /// Its kind, with a format's ending.
    pub name: &'static str,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What must come of it.
    pub expected: Expected,
}

impl HostileFile {
    fn new(name: &'static str, bytes: impl Into<Vec<u8>>, expected: Expected) -> Self {
        Self {
            name,
            bytes: bytes.into(),
            expected,
        }
    }
}

/// One file of every kind.
pub fn hostile_files() -> Vec<HostileFile> {
    let mut files = pdf::files();
    files.extend(word::files());
    files.extend(ole::files());
    files.extend(markup::files());
    files
}

/// What a resume says at least.
fn lines(name: &str) -> [String; 3] {
    let first = name.split(['.', '-']).next().unwrap_or(name);
    [
        "Ada Example".to_owned(),
        format!("{first}@example.org"),
        "Skills: Rust, PostgreSQL, Project Management".to_owned(),
    ]
}

/// The bytes deflated, with the header and the checksum of zlib.
fn deflated(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    // Writing to memory does not fail.
    let _written = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_kind_is_there_once_and_fits_an_upload() {
        let files = hostile_files();
        let names: HashSet<_> = files.iter().map(|file| file.name).collect();
        assert_eq!(names.len(), files.len());
        assert!(files.len() >= 70, "{}", files.len());
        for file in files {
            assert!(file.bytes.len() < 10 << 20, "{}", file.name);
        }
    }
}
