//! Calls of the queries of uploads.

use std::slice;

use shortlist_domain::{
    AuditedKind, NewAuditEntry, ServerId, UncountedFile, UncountedFiles, UploadAnswer,
    UploadCounts, UploadId, UploadKey, UploadKind, UploadProgress, UploadState,
};
use shortlist_persistence::{
    ImportOutcome, OnDuplicate, Store, UploadEnd, UploadLease, UploadStep,
};

use super::{Names, at, writer};

/// Calls the queries. The organization and the user must exist.
pub(super) fn call(store: &Store, names: &Names) {
    let uploads = store.uploads();
    let key = UploadKey {
        organization_id: names.organization.clone(),
        user_id: names.user.clone(),
        id: UploadId::parse("id", "upl_1").unwrap(),
    };
    let progress = UploadProgress {
        kind: UploadKind::Resumes,
        state: UploadState::Failed,
        started_at: at(0),
        updated_at: at(0),
        expected_bytes: None,
        counts: UploadCounts::default(),
        problem: None,
    };
    for _ in 0..2 {
        uploads.begin(&key, &progress, at(0)).unwrap();
    }
    uploads.save(&[(key.clone(), progress.clone())]).unwrap();
    call_killed(store, &key);
    uploads.find(&key).unwrap();
    assert!(!uploads.has_open(&names.organization).unwrap());
    uploads.reserve_folder(&key, "t").unwrap();
    uploads.stage(&key, &progress, b"{}", at(1)).unwrap();
    assert_eq!(
        uploads.list_due(at(2)).unwrap().as_slice(),
        slice::from_ref(&key)
    );
    let lease = UploadLease {
        key: key.clone(),
        holder: "h".to_owned(),
    };
    uploads.claim(lease.clone(), at(2), at(3)).unwrap().unwrap();
    assert!(uploads.renew(&lease, &progress, at(4)).unwrap());
    let step = UploadStep {
        lease: &lease,
        describe: &|_: &ImportOutcome| Some((0, "[]".to_owned())),
    };
    let (writer, organization) = (writer(store), &names.organization);
    let imported = writer
        .jobs()
        .import_in_step(organization, &[], OnDuplicate::Skip, Some(&step));
    assert_eq!(imported.unwrap().created, []);
    uploads.release(&lease, at(5)).unwrap();
    uploads.claim(lease.clone(), at(5), at(6)).unwrap().unwrap();
    complete(store, names, &lease, &progress);
    uploads.forget_folder(&key, "t").unwrap();
    uploads.list_old(&names.organization, at(9)).unwrap();
    uploads.remove(&key).unwrap();
}

/// Begins an upload on a server that is killed.
fn call_killed(store: &Store, key: &UploadKey) {
    let server = ServerId::parse("server", "srv_1").unwrap();
    let killed = UploadKey {
        id: UploadId::parse("id", "upl_2").unwrap(),
        ..key.clone()
    };
    let progress = UploadProgress {
        kind: UploadKind::Resumes,
        state: UploadState::Working,
        started_at: at(0),
        updated_at: at(0),
        expected_bytes: None,
        counts: UploadCounts::default(),
        problem: None,
    };
    let of_server = store.clone().of_server(server.clone());
    of_server
        .uploads()
        .begin(&killed, &progress, at(0))
        .unwrap();
    let failed = store.uploads().fail_of(&server, "killed", at(1));
    assert_eq!(failed.unwrap().len(), 1);
    store.uploads().remove(&killed).unwrap();
}

/// Completes an upload, and tries it again with an announcement.
fn complete(store: &Store, names: &Names, lease: &UploadLease, progress: &UploadProgress) {
    let answer = UploadAnswer {
        status: 200,
        body: Vec::new(),
    };
    let completed = store.uploads().complete(lease, progress, &answer);
    assert!(completed.unwrap());
    let again = writer(store).complete_upload(lease, progress, &answer, &upload_end(names));
    assert!(!again.unwrap(), "the claim has ended");
}

fn upload_end(names: &Names) -> UploadEnd {
    UploadEnd {
        entry: NewAuditEntry::done(AuditedKind::Job, names.job.as_str()),
        files: UncountedFiles {
            job_id: names.job.clone(),
            files: vec![(UncountedFile::Existing, 2)],
        },
    }
}

/// Ends an upload. Its event comes after those of the deliveries.
pub(super) fn call_end(store: &Store, names: &Names) {
    writer(store).end_upload(&upload_end(names)).unwrap();
}
