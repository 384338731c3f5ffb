//! Callers are cached for seconds. A revocation takes effect at once on this server, and within five seconds on others.

use std::sync::Arc;

use chrono::Duration;
use shortlist_app::{App, Clock, FileStore, Settings};
use shortlist_domain::{Environment, OrganizationId, Party};
use shortlist_persistence::DatabaseUrl;
use shortlist_vocabulary::Vocabulary;
use tempfile::TempDir;

use crate::support::database::{on_postgresql, on_sqlite, open};
use crate::support::service::Service;

#[test]
fn on_sqlite_a_revocation_elsewhere_holds_within_five_seconds() {
    on_sqlite(revoked_elsewhere);
}

#[test]
fn on_postgresql_a_revocation_elsewhere_holds_within_five_seconds() {
    on_postgresql(revoked_elsewhere);
}

fn revoked_elsewhere(url: &DatabaseUrl) {
    let service = Service::start(url);
    let folder = TempDir::new().unwrap();
    let clock = Arc::clone(&service.clock);
    let clock: Arc<dyn Clock> = clock;
    let files = FileStore::open(folder.path()).unwrap();
    let settings = Settings::new(Environment::Sandbox);
    let other = App::new(
        open(url.clone()),
        files,
        clock,
        settings,
        Arc::clone(Vocabulary::built_in()),
    );
    let caller = &service.recruiter;
    let knows = |app: &App| {
        let found = app
            .access()
            .authenticate(&caller.key, &caller.token, "192.0.2.7");
        let addressed = |principal: &shortlist_domain::Principal| {
            principal.address.as_deref() == Some("192.0.2.7")
        };
        found.is_ok_and(|principal| addressed(&principal))
    };
    assert!(knows(&service.app) && knows(&other));
    a_session_is_ended(&service, &other);
    let organization = OrganizationId::parse("o", &caller.organization_id).unwrap();
    let principal = other
        .access()
        .authenticate(&caller.key, &caller.token, "")
        .unwrap();
    let party = Party::operator(&organization);
    service
        .app
        .accounts()
        .revoke_api_key(&party, principal.key_id.as_ref().unwrap())
        .unwrap();
    assert!(!knows(&service.app), "at once where it was done");
    service.clock.advance(Duration::seconds(5));
    assert!(!knows(&other), "within five seconds elsewhere");
}

fn a_session_is_ended(service: &Service, other: &App) {
    let caller = &service.colleague;
    let find = |app: &App| app.access().authenticate(&caller.key, &caller.token, "");
    let principal = find(other).unwrap();
    assert!(find(&service.app).is_ok());
    let session = principal.session_id.as_ref().unwrap();
    let sessions = service.app.sessions();
    sessions.end_own(&principal, session.as_str()).unwrap();
    assert!(find(&service.app).is_err(), "at once where it was done");
    assert!(find(other).is_ok(), "the caller is cached there");
    service.clock.advance(Duration::seconds(5));
    assert!(find(other).is_err(), "within five seconds elsewhere");
}
