//! Tests that the digests of a receipt cover everything that it says, and everything that it was computed from.

use chrono::Days;
use shortlist_domain::{FileDigest, FindingKind, IntegrityFinding, ScoreReceipt};
use shortlist_scoring::{ScoreInput, canonical_receipt, requirements_digest, reweigh, score};
use shortlist_vocabulary::Vocabulary;

use crate::resumes::{
    Posting, as_of, backend_engineer, engineer, profile, scored, usual_weights, weights,
};

fn receipt(posting: &Posting) -> ScoreReceipt {
    scored(&posting.prepared(), &engineer().resume(), &usual_weights())
}

#[test]
fn a_posting_with_other_words_and_the_same_requirements_has_another_digest() {
    let posting = backend_engineer();
    let mut other = backend_engineer();
    other.description = other
        .description
        .replace("equal opportunity", "equal opportunities");
    let (first, second) = (receipt(&posting), receipt(&other));
    assert_eq!(first.requirements_digest, second.requirements_digest);
    assert_eq!(first.criteria, second.criteria);
    assert_ne!(first.job_digest, second.job_digest);
    assert_ne!(first.digest, second.digest);
    let titled = Posting {
        title: "Engineer ".into(),
        ..posting
    };
    assert_ne!(receipt(&titled).digest, first.digest);
}

#[test]
fn the_digest_covers_file_date_and_findings() {
    let job = backend_engineer().prepared();
    let resume = engineer().resume();
    let profile = profile(&resume);
    let weights = usual_weights();
    let vocabulary = Vocabulary::built_in();
    let input = ScoreInput {
        profile: &profile,
        weights: &weights,
        as_of: as_of(),
        document: FileDigest([1; 32]),
    };
    let first = score(&job, &input, vocabulary);
    let document = FileDigest([2; 32]);
    let of_file = score(&job, &ScoreInput { document, ..input }, vocabulary);
    let as_of = as_of().checked_add_days(Days::new(1)).unwrap();
    let of_day = score(&job, &ScoreInput { as_of, ..input }, vocabulary);
    assert_ne!(first.digest, of_file.digest);
    assert_ne!(first.digest, of_day.digest);
    // Nothing but the file differs, so nothing else makes the digest another.
    let same_file = ScoreReceipt {
        document: first.document,
        digest: first.digest.clone(),
        ..of_file
    };
    assert_eq!(same_file, first);
    let again = score(&job, &input, vocabulary);
    assert_eq!(again.digest, first.digest);
    let finding = IntegrityFinding {
        kind: FindingKind::Tiny,
        quote: "hire me".to_owned(),
        measure: None,
        page: Some(1),
    };
    let mut resume = resume;
    resume.findings.push(finding);
    let flagged = crate::resumes::profile(&resume);
    let with_finding = ScoreInput {
        profile: &flagged,
        ..input
    };
    assert_ne!(score(&job, &with_finding, vocabulary).digest, first.digest);
}

#[test]
fn a_receipt_under_its_own_weights_is_not_written_again() {
    let made = ScoreReceipt {
        summary: "As an earlier version worded it.".to_owned(),
        ..receipt(&backend_engineer())
    };
    assert_eq!(reweigh(&made, &usual_weights()), Some(made.clone()));
    let other = reweigh(&made, &weights(&[("skills", 1.0)])).unwrap();
    assert_ne!(other.summary, made.summary);
}

#[test]
fn the_digest_is_the_sha_256_of_the_canonical_text() {
    let made = receipt(&backend_engineer());
    let text = canonical_receipt(&made);
    assert_eq!(made.digest, sha256(text.as_bytes()));
    let requirements = backend_engineer().prepared();
    let digest = requirements_digest(requirements.requirements());
    assert_eq!(made.requirements_digest, digest);
    for part in [
        "\"form\":\"shortlist-receipt-4\"",
        "\"asOf\":\"2026-11-21\"",
        "\"weight\":500000",
        "\"hasData\":true",
        "\"formulaValue\":null",
        "\"kind\":\"skill\"",
        "\"names\":[\"Python\"]",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

fn sha256(bytes: &[u8]) -> String {
    use sha2::{Digest as _, Sha256};
    FileDigest(Sha256::digest(bytes).into()).to_hex()
}
