//! Calls of the queries of idempotent requests and upload quotas.

use shortlist_domain::{ApiKeyId, QuotaOverrides};

use super::{Names, at, writer};
use shortlist_persistence::{IdempotencyClaim, Store};

/// Calls the queries. The organization must exist.
pub(super) fn call(store: &Store, names: &Names) {
    let organization = &names.organization;
    let claim = |token: &str, minutes: i64| IdempotencyClaim {
        organization_id: organization.clone(),
        key_id: ApiKeyId::parse("id", "key_1").unwrap(),
        key_hash: [1; 32],
        request_digest: [2; 32],
        token: token.to_owned(),
        at: at(minutes * 60_000),
    };
    // Claim `b` finds that claim `a` is still running. Claim `c` takes over, because `a` has timed out by then.
    for claim in [claim("a", 0), claim("b", 1), claim("c", 30)] {
        store.claim_request(&claim).unwrap();
    }
    store.release_request(&claim("b", 0)).unwrap();
    store.store_response(&claim("c", 0), &[1]).unwrap();
    store.delete_old_requests(organization, at(1)).unwrap();
    let quota = QuotaOverrides::default();
    writer(store).set_upload_quota(organization, quota).unwrap();
    store
        .count_uploaded_resumes(organization, 1, (1, Some(5)))
        .unwrap();
    store.find_upload_usage(organization, 1).unwrap();
}
