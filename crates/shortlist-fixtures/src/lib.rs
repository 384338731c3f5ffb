//! Invented resumes, generated from a number: the same number always gives the same bytes.
//!
//! This crate is for tests, benchmarks and fuzzing. Invariants: it reads no files, nobody in it exists, and no crate of the
//! service uses it.

mod docx;
mod hidden;
mod hostile;
mod mutation;
mod pdf;
mod person;
mod random;
mod resumes;
mod rtf;
mod scans;

pub use docx::{docx, docx_of_parts};
pub use hidden::{HIDDEN_WORDS, HiddenText, hidden_texts, plain_resume};
pub use hostile::{Expected, HostileFile, hostile_files};
pub use mutation::mutate;
pub use pdf::pdf;
pub use person::{Person, resume_lines};
pub use random::{Random, pseudo_random};
pub use resumes::{
    ExpectedFacts, ExpectedJob, ExpectedStudy, Format, InventedResume, Language, Layout, capitals,
    invented_resumes,
};
pub use rtf::rtf;
pub use scans::{PageEncoding, SCANNED_TEXT, hostile_scans, scanned_docx, scanned_pdf};

/// A resume as a file.
#[derive(Debug, Clone)]
pub struct ResumeFile {
    /// The name of the file.
    pub name: String,
    /// The bytes of the file.
    pub bytes: Vec<u8>,
}

/// Returns the resume of the person with a number. The number also selects the format: PDF, DOCX or DOC.
pub fn resume_file(number: u64) -> ResumeFile {
    let lines = resume_lines(number);
    let (ending, bytes) = match number % 3 {
        0 => ("pdf", pdf(&lines)),
        1 => ("docx", docx(&lines)),
        _ => ("doc", rtf(&lines)),
    };
    ResumeFile {
        name: format!("resume-{number}.{ending}"),
        bytes,
    }
}
