//! The same file always gives the same receipt, with any number of threads. Scores change only with the engine's
//! version.

use sha2::{Digest, Sha256};
use shortlist_benches::receipts::{Repeated, Runs, jobs, receipt, repeat, weights};
use shortlist_domain::FileDigest;
use shortlist_fixtures::invented_resumes;
use shortlist_scoring::{ENGINE_FINGERPRINT, ENGINE_VERSION};

use crate::support::read;

#[test]
fn receipts_come_out_the_same_in_any_order_and_on_any_number_of_threads() {
    let files: Vec<Vec<u8>> = invented_resumes()
        .step_by(40)
        .map(|file| file.bytes)
        .collect();
    let runs = Runs {
        from_bytes: 3,
        from_resumes: 6,
        threads: &[1, 2, 8],
    };
    let wanted = Repeated {
        resumes: files.len(),
        receipts: files.len() * 9,
        differing: 0,
    };
    assert_eq!(repeat(&files, runs).unwrap(), wanted);
}

#[test]
fn scores_change_only_with_the_engine_version() {
    let (jobs, weights) = (jobs(), weights().unwrap());
    let mut all = Sha256::new();
    for (number, file) in invented_resumes().step_by(7).enumerate() {
        let made = receipt(&jobs[number % jobs.len()], &read(&file.bytes), &weights);
        // All fields except the version and the values that contain it.
        all.update(format!(
            "{:?}",
            (
                made.score,
                made.requirements_digest,
                made.criteria,
                made.findings
            )
        ));
    }
    let fingerprint = FileDigest(all.finalize().into()).to_hex();
    assert!(
        fingerprint == ENGINE_FINGERPRINT,
        "scores or receipts differ from those of {ENGINE_VERSION}. If this is intended, increase the number after the plus sign \
         of ENGINE_VERSION in crates/shortlist-scoring/src/receipt.rs, set ENGINE_FINGERPRINT = \"{fingerprint}\", and \
         regenerate docs/RECEIPTS.md"
    );
}
