//! `shortlist admin reset-second-factor`: the last Admin has lost the app.

use shortlist_domain::{
    Action, Actor, FactorBeginning, FactorSecret, NewSecondFactor, OrganizationId, Timestamp,
    UserId,
};
use shortlist_persistence::{DatabaseUrl, FactorConfirmation};
use tempfile::TempDir;

use super::administration::{admin, create_user};
use super::program::{error_output, text};
use crate::support::database;

#[test]
fn the_operator_removes_a_lost_second_factor() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    let new = ["create-organization", "--name", "Example", "--id", "org_a"];
    admin(&data, &new);
    let user = create_user(&data);
    let user = user["_id"].as_str().unwrap();
    let reset = [
        "reset-second-factor",
        "--organization",
        "org_a",
        "--user",
        user,
    ];
    let refused = [&["admin"], &reset[..], &["--data-dir", text(&data)]].concat();
    let error = error_output(&refused);
    assert!(error.contains("this user has no second factor"), "{error}");

    let store = database::open(DatabaseUrl::Sqlite(data.join("shortlist.db")));
    let organization_id = OrganizationId::parse("id", "org_a").unwrap();
    let user_id = UserId::parse("id", user).unwrap();
    let at = Timestamp::from_unix_millis(0).unwrap();
    let writer = store.writer_for(Action {
        organization_id: organization_id.clone(),
        actor: Actor::Operator,
        operation: "test",
        at,
    });
    let secret = FactorSecret::new(vec![1; 20]);
    let begun = writer.users().begin_second_factor(&NewSecondFactor {
        organization_id: organization_id.clone(),
        user_id: user_id.clone(),
        secret: secret.clone(),
        begun: FactorBeginning {
            session_id: None,
            at,
        },
    });
    assert!(begun.unwrap());
    let confirmed = writer.users().confirm_second_factor(&FactorConfirmation {
        organization_id: organization_id.clone(),
        user_id,
        session_id: None,
        secret,
        step: 1,
        recovery_hashes: Vec::new(),
        at,
    });
    assert!(confirmed.unwrap());
    let with_factor = || {
        store
            .users()
            .list_with_second_factor(&organization_id)
            .unwrap()
    };
    assert_eq!(with_factor().len(), 1);
    assert_eq!(admin(&data, &reset)["_id"], user);
    assert!(with_factor().is_empty());
}
