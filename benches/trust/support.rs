//! Receipts from the bytes of files.

use chrono::NaiveDate;
use shortlist_domain::{FileDigest, Resume, ScoreReceipt, Weights};
use shortlist_parsing::{ReadOptions, read_resume};
use shortlist_scoring::{PreparedJob, Profile, ScoreInput, score};
use shortlist_vocabulary::Vocabulary;

/// Returns the date of all these tests.
pub(crate) fn as_of() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 21).unwrap()
}

pub(crate) fn read(bytes: &[u8]) -> Resume {
    read_resume(bytes, &ReadOptions::default(), Vocabulary::built_in()).unwrap()
}

pub(crate) fn weights(names: &[&str]) -> Weights {
    let given: Vec<_> = names.iter().map(|&name| (name.to_owned(), 1.0)).collect();
    Weights::new(&given).unwrap()
}

pub(crate) fn scored(job: &PreparedJob, resume: &Resume, weights: &Weights) -> ScoreReceipt {
    let vocabulary = Vocabulary::built_in();
    let input = ScoreInput {
        profile: &Profile::of(resume, vocabulary),
        weights,
        as_of: as_of(),
        document: FileDigest([7; 32]),
    };
    score(job, &input, vocabulary)
}
