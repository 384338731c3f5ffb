//! What becomes of a document that was handed to the pool.

use std::io;
use std::time::Duration;

use shortlist_domain::Resume;
use shortlist_records::ResumeRecord;

/// A resume as its reader sent it: not looked into yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodedResume(Vec<u8>);

impl EncodedResume {
    /// Takes bytes that a reader sent.
    pub fn new(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// Encodes a resume.
    ///
    /// # Errors
    /// Never, in practice: a record holds nothing that JSON cannot say.
    pub fn of(resume: &Resume) -> serde_json::Result<Self> {
        serde_json::to_vec(&ResumeRecord::of(resume)).map(Self)
    }

    /// Its bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Its bytes, without a copy.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    /// Decodes it, value by value; nothing in it is trusted.
    ///
    /// # Errors
    /// [`ReadFailure::Crashed`] when it is no resume: its reader is out of order.
    pub fn decode(&self) -> Result<Resume, ReadFailure> {
        let record: Result<ResumeRecord, _> = serde_json::from_slice(&self.0);
        let resume = record.ok().and_then(|record| record.into_resume().ok());
        resume.ok_or(ReadFailure::Crashed)
    }
}

/// Why there is no resume; each text is a sentence that a recruiter can act on.
#[derive(Debug, thiserror::Error)]
pub enum ReadFailure {
    /// The reader says why.
    #[error("{0}")]
    Refused(String),
    /// It took too long.
    #[error(
        "the file takes more than {0} s to read; save it anew from a word processor, or as a PDF"
    )]
    TooSlow(u64),
    /// It ended the process that read it: by memory, by depth, or by a fault.
    #[error(
        "the file ended the program that read it, by its size or its structure; save it anew from a word processor, or as a PDF"
    )]
    Crashed,
    /// The file could not be handed over.
    #[error("the file could not be read back on the server; send it again")]
    Lost(#[source] io::Error),
    /// There was nobody to read it.
    #[error("the service was stopping or could start no reader; send the file again")]
    Unavailable,
}

/// What became of a document.
#[derive(Debug)]
pub struct Reading {
    /// The resume, or why there is none.
    pub resume: Result<EncodedResume, ReadFailure>,
    /// The processor time that the worker spent on it; 0 where it died.
    pub cpu: Duration,
}

impl From<ReadFailure> for Reading {
    fn from(failure: ReadFailure) -> Self {
        Self {
            resume: Err(failure),
            cpu: Duration::ZERO,
        }
    }
}

#[cfg(test)]
mod tests {
    use shortlist_parsing::{ReadOptions, read_resume};

    use super::*;

    #[test]
    fn a_resume_comes_back_as_it_was() {
        let bytes = include_bytes!("../../../demo/resumes/backend-engineer.pdf");
        let resume = read_resume(bytes, &ReadOptions::default()).unwrap();
        let encoded = EncodedResume::of(&resume).unwrap();
        assert_eq!(encoded.decode().unwrap(), resume);
    }

    #[test]
    fn what_is_no_resume_is_a_crashed_reader() {
        for strange in ["", "{}", "null", "{\"version\":1"] {
            let answer = EncodedResume::new(strange.into()).decode();
            assert!(matches!(answer, Err(ReadFailure::Crashed)), "{strange}");
        }
    }
}
