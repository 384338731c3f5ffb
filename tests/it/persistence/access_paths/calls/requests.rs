//! Calls of the queries of idempotent requests and upload quotas.

use shortlist_domain::{ApiKeyId, QuotaOverrides, ServerId};

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
        store.requests().claim(&claim).unwrap();
    }
    store.requests().release(&claim("b", 0)).unwrap();
    store
        .requests()
        .store_response(&claim("c", 0), &[1])
        .unwrap();
    store.requests().remove_old(organization, at(1)).unwrap();
    let server = ServerId::parse("server", "srv_1").unwrap();
    store.requests().release_of(&server).unwrap();
    let quota = QuotaOverrides::default();
    writer(store)
        .organizations()
        .set_upload_quota(organization, quota)
        .unwrap();
    store
        .organizations()
        .count_uploaded_resumes(organization, 1, 1, Some(5))
        .unwrap();
    store
        .organizations()
        .find_upload_usage(organization, 1)
        .unwrap();
}
