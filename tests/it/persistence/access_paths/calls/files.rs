//! Calls of the queries of candidates' files.

use shortlist_domain::{
    ApplicantContact, ApplicationForm, CandidateCode, CandidateId, CandidateIdentity, Consent,
    Document, DocumentId, DocumentKind, DocumentMedia, FileDigest, NewCandidate,
    PendingApplication, ReceiptNumber,
};

use super::candidates::new_candidate;
use super::{Names, at, writer};
use shortlist_persistence::{
    ApplicationAddition, CandidateInsertion, DocumentInsertion, DocumentRemoval, NewApplicant,
    ReplacementFile, ResumeReplacement, ResumeReplacementOutcome, Store,
};

/// Calls the queries. The candidate must exist.
pub(super) fn call(store: &Store, names: &Names) {
    let (organization, candidate) = (&names.organization, &names.candidate);
    let id = DocumentId::parse("id", "doc_1").unwrap();
    let mut new = NewCandidate {
        code: CandidateCode::generate(77),
        ..new_candidate(names)
    };
    new.file.digest = FileDigest([77; 32]);
    let replacement = ResumeReplacement {
        candidate,
        file: ReplacementFile::Uploaded(&id),
        new: &new,
    };
    let replaced = writer(store).candidates().replace_resume(replacement);
    let replaced = replaced.unwrap();
    assert!(
        matches!(
            replaced,
            ResumeReplacementOutcome::Replaced { version: 2, .. }
        ),
        "{replaced:?}"
    );
    call_choices(store, names, &new);
    store
        .candidates()
        .resume_versions(organization, candidate)
        .unwrap();
    store
        .candidates()
        .resume_file(organization, candidate)
        .unwrap();
    call_documents(store, names);
    call_applications(store, names);
}

fn call_documents(store: &Store, names: &Names) {
    let document = Document {
        id: DocumentId::parse("id", "doc_2").unwrap(),
        organization_id: names.organization.clone(),
        candidate_id: names.candidate.clone(),
        kind: DocumentKind::Certificate,
        name: "certificate.pdf".to_owned(),
        media: DocumentMedia::Pdf,
        bytes: 1,
        digest: FileDigest([78; 32]),
        uploaded_at: at(1),
        uploaded_by: None,
        competes: true,
    };
    let inserted = writer(store).candidates().insert_document(&document);
    assert_eq!(inserted.unwrap(), DocumentInsertion::Stored);
    let found =
        store
            .candidates()
            .find_document(&names.organization, &names.candidate, &document.id);
    assert_eq!(found.unwrap(), Some(document.clone()));
    let removed = writer(store).candidates().delete_document(&document);
    assert_eq!(removed.unwrap(), DocumentRemoval::Removed);
}

fn form(names: &Names, receipt: &str, candidate: &CandidateId) -> ApplicationForm {
    ApplicationForm {
        receipt: ReceiptNumber::parse("receipt", receipt).unwrap(),
        organization_id: names.organization.clone(),
        candidate_id: candidate.clone(),
        answers: Vec::new(),
        consent: Consent {
            text: "I agree.".to_owned(),
            version: "1".to_owned(),
            given_at: None,
        },
        contact: ApplicantContact::default(),
        source: "Careers page".to_owned(),
        received_at: at(1),
        is_kept: true,
    }
}

/// Chooses between resumes: an earlier version, the current one, and a document.
fn call_choices(store: &Store, names: &Names, new: &NewCandidate) {
    let (organization, candidate) = (&names.organization, &names.candidate);
    let candidates = writer(store);
    let candidates = candidates.candidates();
    let earlier = ResumeReplacement {
        candidate,
        file: ReplacementFile::Version(None),
        new,
    };
    let chosen = candidates.replace_resume(earlier).unwrap();
    assert_eq!(chosen, ResumeReplacementOutcome::Unchanged);
    assert!(candidates.keep_resume(organization, candidate, 2).unwrap());
    let gone = DocumentId::parse("id", "doc_gone").unwrap();
    let document = ResumeReplacement {
        candidate,
        file: ReplacementFile::Document(&gone),
        new,
    };
    let chosen = candidates.replace_resume(document).unwrap();
    assert_eq!(chosen, ResumeReplacementOutcome::NotFound);
}

fn call_pending(store: &Store, names: &Names) {
    let key = PendingApplication {
        organization_id: names.organization.clone(),
        receipt: ReceiptNumber::parse("receipt", "apl_pending").unwrap(),
    };
    let candidates = store.candidates();
    let insert = || candidates.insert_pending(&key, "token", b"request", at(1));
    assert!(insert().unwrap());
    assert!(!insert().unwrap());
    assert!(candidates.has_pending(&names.organization).unwrap());
    assert!(
        candidates
            .has_application(&names.organization, &key.receipt)
            .unwrap()
    );
    assert!(
        !candidates
            .is_stored(&names.organization, &key.receipt)
            .unwrap()
    );
    assert_eq!(
        candidates.list_pending(at(1)).unwrap().as_slice(),
        std::slice::from_ref(&key)
    );
    let claimed = candidates.claim_pending(&key, at(1), at(5)).unwrap();
    assert_eq!(claimed.unwrap().attempts, 1);
    assert_eq!(candidates.claim_pending(&key, at(2), at(5)).unwrap(), None);
    candidates.postpone_pending(&key, at(2)).unwrap();
    let claimed = candidates.claim_pending(&key, at(2), at(5)).unwrap();
    assert_eq!(claimed.unwrap().attempts, 2);
    candidates.remove_pending(&key).unwrap();
    let organizations = store.organizations();
    let counted = organizations.count_application(&names.organization, 1, Some(1));
    assert!(counted.unwrap());
}

fn call_applications(store: &Store, names: &Names) {
    let (organization, job) = (&names.organization, &names.job);
    let writer = writer(store);
    let set = writer.jobs().set_questions(organization, job, &[]);
    assert!(set.unwrap());
    store.jobs().questions(organization, job).unwrap();
    store.jobs().newest_weights(organization, job).unwrap();
    let known = form(names, "apl_1", &names.candidate);
    for expected in [
        ApplicationAddition::Stored(Vec::new()),
        ApplicationAddition::Repeated,
    ] {
        let added = writer.candidates().add_application(&known, &[]);
        assert_eq!(added.unwrap(), expected);
    }
    let found = store
        .candidates()
        .has_application(organization, &known.receipt);
    assert!(found.unwrap());
    let list = store
        .candidates()
        .list_applications(organization, &names.candidate, 0, 10);
    assert_eq!(list.unwrap(), [known]);
    let candidates = store.candidates();
    let count = candidates.count_applications(organization, &names.candidate);
    assert_eq!(count.unwrap(), 1);
    call_pending(store, names);
    let id = CandidateId::parse("id", "cnd_applicant").unwrap();
    let digest = FileDigest([79; 32]);
    let mut new = NewCandidate {
        id: id.clone(),
        code: CandidateCode::generate(79),
        identity: CandidateIdentity::of(None, None, digest),
        ..new_candidate(names)
    };
    new.file.digest = digest;
    let applicant = NewApplicant {
        candidate: new,
        form: form(names, "apl_2", &id),
        documents: Vec::new(),
        tags: Vec::new(),
    };
    let inserted = writer
        .candidates()
        .insert_applicant(&applicant, &mut || 80)
        .unwrap();
    assert!(
        matches!(inserted, CandidateInsertion::Created(_)),
        "{inserted:?}"
    );
    let erased = writer
        .candidates()
        .erase(organization, &id, "the test ends", at(2));
    erased.unwrap();
}
