//! The result of reading a document.

use std::io;
use std::time::Duration;

use shortlist_domain::{ReadError, Resume, SkipReason};
use shortlist_records::ResumeRecord;

/// A serialized resume as its reader sent it, not validated yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodedResume(Vec<u8>);

impl EncodedResume {
    /// Wraps bytes from a reader.
    pub fn new(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// Serializes a resume.
    ///
    /// # Errors
    /// Never fails in practice: JSON can represent every value of a record.
    pub fn of(resume: &Resume) -> serde_json::Result<Self> {
        serde_json::to_vec(&ResumeRecord::of(resume)).map(Self)
    }

    /// Returns the bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the bytes without copying them.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    /// Decodes the resume and validates every value.
    ///
    /// # Errors
    /// Returns [`ReadFailure::Crashed`] if the bytes are not a resume, because then the reader is faulty.
    pub fn decode(&self) -> Result<Resume, ReadFailure> {
        let record: Result<ResumeRecord, _> = serde_json::from_slice(&self.0);
        let resume = record.ok().and_then(|record| record.into_resume().ok());
        resume.ok_or(ReadFailure::Crashed)
    }
}

/// Why a document yields no resume.
#[derive(Debug)]
pub enum ReadFailure {
    /// The reader refused the document, for this reason.
    Refused(ReadError),
    /// Reading exceeded the time limit in seconds.
    TooSlow(u64),
    /// Reading crashed the worker process: it exceeded the memory or stack limit, or hit a fault.
    Crashed,
    /// Recognizing the text of a scan exceeded the time limit in seconds.
    RecognitionTooSlow(u64),
    /// The file is a scan, and its lane postpones scans.
    Postponed,
    /// The program that recognizes the text of scans failed.
    RecognitionFailed,
    /// The file could not be passed to a worker.
    Storage(io::Error),
    /// No worker was available.
    Unavailable,
}

impl ReadFailure {
    /// Returns why the file is skipped.
    pub fn reason(&self) -> SkipReason {
        match *self {
            Self::Refused(error) => error.into(),
            Self::TooSlow(seconds) => SkipReason::TooSlow(seconds),
            Self::Crashed => SkipReason::Crashed,
            Self::RecognitionTooSlow(seconds) => SkipReason::RecognitionTooSlow(seconds),
            Self::Postponed => SkipReason::NotRecognizedYet,
            Self::RecognitionFailed => SkipReason::RecognitionFailed,
            Self::Storage(_) => SkipReason::NotReadBack,
            Self::Unavailable => SkipReason::NoReader,
        }
    }
}

/// The result of reading a document.
#[derive(Debug)]
pub struct Reading {
    /// The resume, or the reason for the failure.
    pub resume: Result<EncodedResume, ReadFailure>,
    /// The processor time that the worker spent on it; 0 if the worker died.
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
    use shortlist_vocabulary::Vocabulary;

    use super::*;

    #[test]
    fn an_encoded_resume_round_trips() {
        let bytes = include_bytes!("../../../demo/resumes/backend-engineer.pdf");
        let resume = read_resume(bytes, &ReadOptions::default(), Vocabulary::built_in()).unwrap();
        let encoded = EncodedResume::of(&resume).unwrap();
        assert_eq!(encoded.decode().unwrap(), resume);
    }

    #[test]
    fn invalid_bytes_count_as_a_crashed_reader() {
        for strange in ["", "{}", "null", "{\"version\":1"] {
            let answer = EncodedResume::new(strange.into()).decode();
            assert!(matches!(answer, Err(ReadFailure::Crashed)), "{strange}");
        }
    }
}
