//! The output of a compromised worker: frames and invalid resumes. The resumes are scored like any other.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use shortlist_domain::{FileDigest, Weights};
use shortlist_scoring::{JobText, PreparedJob, Profile, ScoreInput, read_requirements, score};
use shortlist_vocabulary::Vocabulary;
use shortlist_workers::{EncodedResume, read_frame};

static JOB: LazyLock<PreparedJob> = LazyLock::new(|| {
    let job = JobText {
        title: "Backend Engineer",
        description: "Five years of Rust and PostgreSQL. A degree is required.",
        skills: &[],
    };
    let vocabulary = Vocabulary::built_in();
    PreparedJob::new(&job, &read_requirements(&job, vocabulary), vocabulary)
});

fuzz_target!(|bytes: &[u8]| {
    let mut stream = bytes;
    while let Ok(Some(frame)) = read_frame(&mut stream) {
        if let Ok(resume) = EncodedResume::new(frame.payload).decode() {
            let weights =
                Weights::new(&[("skills".to_owned(), 1.0), ("experience".to_owned(), 1.0)]);
            let input = ScoreInput {
                profile: &Profile::of(&resume, Vocabulary::built_in()),
                weights: &weights.expect("two weights"),
                as_of: chrono::NaiveDate::MIN,
                document: FileDigest([0; 32]),
            };
            score(&JOB, &input, Vocabulary::built_in());
        }
    }
});
