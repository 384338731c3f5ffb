//! Calls of the queries of recordings and service keys.

use shortlist_domain::{FileDigest, Recording, RecordingId, RecordingMedia};

use super::{Names, at, writer};
use shortlist_persistence::Store;

/// Calls the queries. The interview must exist.
pub(super) fn call(store: &Store, names: &Names) {
    let (organization, interview) = (&names.organization, &names.interview);
    for seed in [1, 2] {
        let recording = Recording {
            id: RecordingId::parse("id", &format!("rec_{seed}")).unwrap(),
            organization_id: organization.clone(),
            interview_id: interview.clone(),
            candidate_id: names.candidate.clone(),
            media: RecordingMedia::WebM,
            bytes: 1,
            digest: FileDigest([seed; 32]),
            created_at: at(1),
        };
        writer(store).recordings().insert(&recording).unwrap();
        store
            .recordings()
            .find_linked(&recording.organization_id, &recording.id)
            .unwrap();
    }
    store.recordings().find(organization, interview).unwrap();
    writer(store)
        .recordings()
        .remove(organization, interview)
        .unwrap();
    store
        .database()
        .service_key("links", &[1; 32], at(1))
        .unwrap();
}
