//! Versions of resumes when several transactions write at once.

use shortlist_domain::{
    CandidateId, DocumentId, FileDigest, NewCandidate, OrganizationId, Score, ScoreReceipt,
};
use shortlist_persistence::{
    ReplacementFile, Rescored, Rescoring, ResumeReplacement, ResumeReplacementOutcome, Store,
};

use crate::support::records::{Tenant, at, receipt, unique};
use crate::support::threads::at_once;
use crate::support::writes::Writes as _;

on_both_databases!(
    replacements_at_once_follow_each_other,
    a_replacement_and_a_rescoring_do_not_lose_a_receipt,
    a_candidate_of_another_job_or_organization_is_not_replaced,
);

/// The number of threads that write at once.
const THREADS: u8 = 4;

fn created(store: &Store) -> (Tenant, NewCandidate) {
    let tenant = Tenant::create(store, "org_1");
    let new = tenant.candidate("Ada Example", 500);
    let one = std::slice::from_ref(&new);
    store.insert_candidates(one, &mut unique).unwrap();
    (tenant, new)
}

/// Returns a newer resume of a candidate, with a file of its own.
fn newer(of: &NewCandidate, seed: u8) -> NewCandidate {
    let digest = FileDigest([seed; 32]);
    let mut new = of.clone();
    new.file.digest = digest;
    new.receipt = ScoreReceipt {
        document: digest,
        ..receipt(600 + i64::from(seed))
    };
    new
}

fn replace(store: &Store, id: &CandidateId, new: &NewCandidate) -> ResumeReplacementOutcome {
    let file_id = DocumentId::generate(at(0), unique());
    let replacement = ResumeReplacement {
        candidate: id,
        file: ReplacementFile::Uploaded(&file_id),
        new,
    };
    let writer = store.operator(&new.organization_id);
    let replaced = writer.candidates().replace_resume(replacement);
    replaced.unwrap()
}

/// Returns the numbers of the versions, and the digests that the receipts were computed from, both newest first.
fn stored(
    store: &Store,
    organization: &OrganizationId,
    id: &CandidateId,
) -> (Vec<i32>, Vec<FileDigest>, Vec<FileDigest>) {
    let versions = store
        .candidates()
        .resume_versions(organization, id)
        .unwrap();
    let receipts = store.scores().list_receipts(organization, id).unwrap();
    (
        versions.iter().map(|version| version.number).collect(),
        versions.iter().map(|version| version.file.digest).collect(),
        receipts.iter().map(|one| one.receipt.document).collect(),
    )
}

fn replacements_at_once_follow_each_other(store: &Store) {
    let (tenant, first) = created(store);
    let seeds = 1..=THREADS;
    let replaced = at_once(THREADS.into(), |number| {
        let seed = u8::try_from(number).unwrap() + 1;
        replace(store, &first.id, &newer(&first, seed))
    });
    let mut numbers: Vec<i32> = replaced
        .iter()
        .map(|outcome| match outcome {
            ResumeReplacementOutcome::Replaced { version, .. } => *version,
            other => panic!("{other:?}"),
        })
        .collect();
    numbers.sort_unstable();
    assert_eq!(numbers, [2, 3, 4, 5]);
    let (versions, files, receipts) = stored(store, &tenant.organization, &first.id);
    assert_eq!(versions, [5, 4, 3, 2, 1]);
    assert_eq!(files, receipts);
    for seed in seeds {
        let again = replace(store, &first.id, &newer(&first, seed));
        assert_eq!(again, ResumeReplacementOutcome::Unchanged);
    }
}

fn a_replacement_and_a_rescoring_do_not_lose_a_receipt(store: &Store) {
    let (tenant, first) = created(store);
    let rescoring = Rescoring {
        only: None,
        organization: &tenant.organization,
        job: &tenant.job,
        job_version: 1,
        weights: None,
        at: at(9),
    };
    at_once(THREADS.into(), |number| {
        if number % 2 == 0 {
            let seed = u8::try_from(number).unwrap() + 1;
            replace(store, &first.id, &newer(&first, seed));
        } else {
            store
                .rescore(&rescoring, &mut |_current| {
                    Ok(Rescored::Reweighed(Score::from_tenths(1)))
                })
                .unwrap();
        }
    });
    let (versions, files, receipts) = stored(store, &tenant.organization, &first.id);
    assert_eq!(versions, [3, 2, 1]);
    assert_eq!(files, receipts);
    let found = store.candidates().find(&tenant.organization, &first.id);
    let score = found.unwrap().unwrap().score.unwrap();
    let last = files.first().unwrap().0.first().copied().unwrap();
    let replaced = Score::from_tenths(600 + i64::from(last));
    assert!(
        [Score::from_tenths(1), replaced].contains(&score),
        "{score:?}"
    );
}

fn a_candidate_of_another_job_or_organization_is_not_replaced(store: &Store) {
    let (tenant, first) = created(store);
    let other = Tenant::create(store, "org_2");
    let theirs = other.candidate("Ada Example", 500);
    let mut elsewhere = newer(&first, 7);
    elsewhere.job_id = other.job.clone();
    for new in [newer(&theirs, 7), elsewhere] {
        let outcome = replace(store, &first.id, &new);
        assert_eq!(outcome, ResumeReplacementOutcome::NotFound);
    }
    let (versions, ..) = stored(store, &tenant.organization, &first.id);
    assert_eq!(versions, [1]);
}
