//! Files that are broken or malicious: one for each kind that document readers are known to fail on.
//!
//! The kinds come from the issues of PDF and ZIP libraries, from the tests of Apache POI and Tika, and from likely attacks.

#![expect(
    clippy::too_many_lines,
    reason = "splitting the lists of kinds would not help"
)]

mod markup;
mod ole;
mod pdf;
mod word;

/// The result that a file must produce.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// The file is read.
    Read,
    /// The file is refused, with a message that contains this text.
    Refused(&'static str),
    /// The file is read or refused. Either is fine if the result comes quickly and within the limits.
    ReadOrRefused,
}

/// A hostile file.
#[derive(Debug, Clone)]
pub struct HostileFile {
    /// The name of its kind, with a format's file extension.
    pub name: &'static str,
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// The result that the file must produce.
    pub expected: Expected,
}

impl HostileFile {
    pub(crate) fn new(name: &'static str, bytes: impl Into<Vec<u8>>, expected: Expected) -> Self {
        Self {
            name,
            bytes: bytes.into(),
            expected,
        }
    }
}

/// Returns one file of every kind.
pub fn hostile_files() -> Vec<HostileFile> {
    let mut files = pdf::files();
    files.extend(word::files());
    files.extend(ole::files());
    files.extend(markup::files());
    files
}

/// Returns the minimum content of a resume.
fn lines(name: &str) -> [String; 3] {
    let first = name.split(['.', '-']).next().unwrap_or(name);
    [
        "Ada Example".to_owned(),
        format!("{first}@example.org"),
        "Skills: Rust, PostgreSQL, Project Management".to_owned(),
    ]
}

/// Returns the bytes compressed in the zlib format, with header and checksum.
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
    fn each_kind_occurs_once_and_fits_an_upload() {
        let files = hostile_files();
        let names: HashSet<_> = files.iter().map(|file| file.name).collect();
        assert_eq!(names.len(), files.len());
        assert!(files.len() >= 70, "{}", files.len());
        for file in files {
            assert!(file.bytes.len() < 10 << 20, "{}", file.name);
        }
    }
}
