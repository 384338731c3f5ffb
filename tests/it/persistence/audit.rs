//! The audit log: one hash chain for each organization, in which every change is detected.

use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection, SqliteConnection};
use shortlist_domain::{
    Action, Actor, ApiKeyId, AuditChanges, AuditEntry, AuditQuery, AuditedKind, CandidateChange,
    CandidateId, CandidateStatus, FieldChange, NewAuditEntry, OrganizationId, PageRequest, UserId,
};
use shortlist_persistence::{CandidateInsertion, DatabaseUrl, Store, StoreError};

use crate::support::database::{on_plain_postgresql, on_postgresql, on_sqlite, open};
use crate::support::records::{Tenant, at, organization, unique};
use crate::support::threads::at_once;
use crate::support::writes::{Writes as _, action_in};

on_both_databases!(
    each_write_leaves_a_row_with_before_and_after,
    a_failed_write_leaves_no_row,
    rows_are_found_by_time_operation_user_thing_and_candidate,
    writers_at_once_do_not_fork_the_chain,
    organizations_have_chains_of_their_own,
    an_action_in_one_organization_writes_nothing_in_another,
    a_change_is_refused_if_somebody_changed_the_record_since,
);

fn all(organization: &OrganizationId) -> AuditQuery {
    AuditQuery {
        organization_id: organization.clone(),
        from: None,
        to: None,
        operation: None,
        user_id: None,
        thing_id: None,
        candidate_id: None,
        page: PageRequest::parse(("n", 1), ("s", 100)).unwrap(),
        count: true,
    }
}

fn entries(store: &Store, query: &AuditQuery) -> Vec<AuditEntry> {
    let page = store.audit().list(query).unwrap();
    assert_eq!(
        page.total_count(),
        Some(i64::try_from(page.items.len()).unwrap())
    );
    page.items
}

fn change(field: &str, before: Option<&str>, after: Option<&str>) -> FieldChange {
    FieldChange {
        field: field.to_owned(),
        before: before.map(str::to_owned),
        after: after.map(str::to_owned),
    }
}

fn each_write_leaves_a_row_with_before_and_after(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let new = tenant.candidate("Ada Quince", 500);
    store
        .insert_candidates(std::slice::from_ref(&new), &mut unique)
        .unwrap();
    let hold = CandidateChange {
        status: Some(Some(CandidateStatus::OnHold)),
        ..CandidateChange::default()
    };
    store
        .update_candidate(&tenant.organization, &new.id, &hold, at(1))
        .unwrap();
    let rows = entries(store, &all(&tenant.organization));
    let kinds: Vec<_> = rows.iter().rev().map(|entry| entry.kind).collect();
    assert_eq!(
        kinds,
        [
            AuditedKind::Organization,
            AuditedKind::User,
            AuditedKind::Job,
            AuditedKind::Candidate,
            AuditedKind::Candidate
        ]
    );
    assert_eq!(
        rows[0].changes,
        AuditChanges::Known(vec![
            change("status", None, Some("OnHold")),
            // The stage follows the status.
            change("stageId", Some("Active"), Some("OnHold")),
        ])
    );
    let AuditChanges::Known(created) = &rows[1].changes else {
        panic!("{:?}", rows[1]);
    };
    assert!(created.contains(&change("fullName", None, Some("Ada Quince"))));
    assert_eq!(rows[1].candidate_id, Some(new.id));
    assert!(rows.iter().all(|entry| entry.actor == Actor::Operator));
}

fn a_failed_write_leaves_no_row(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let twice = [500, 500].map(|score| tenant.candidate("Ada Quince", score));
    let outcomes = store.insert_candidates(&twice, &mut unique).unwrap();
    assert!(matches!(outcomes[1], CandidateInsertion::Duplicate { .. }));
    let rows = entries(store, &all(&tenant.organization)).len();
    store
        .insert_user(&crate::support::records::new_user(
            &tenant.organization,
            tenant.recruiter.as_str(),
        ))
        .unwrap_err();
    let after = entries(store, &all(&tenant.organization));
    let candidates = after
        .iter()
        .filter(|entry| entry.kind == AuditedKind::Candidate);
    assert_eq!((candidates.count(), after.len()), (1, rows));
}

/// Writes five rows after the organization's own, one second apart. The last two are Ada's.
fn five_rows(store: &Store, here: &OrganizationId, ada: &UserId) {
    for seconds in 1..6 {
        let action = Action {
            actor: Actor::Caller {
                user_id: (seconds > 3).then(|| ada.clone()),
                key_id: Some(ApiKeyId::parse("id", "key_1").unwrap()),
                address: Some("192.0.2.1".to_owned()),
            },
            operation: if seconds % 2 == 0 { "even" } else { "odd" },
            at: at(seconds),
            ..action_in(here)
        };
        let entry = NewAuditEntry::done(AuditedKind::Job, format!("job_{seconds}"));
        store.writer_for(action).record(&[entry]).unwrap();
    }
}

fn rows_are_found_by_time_operation_user_thing_and_candidate(store: &Store) {
    let here = organization(store, "org_1");
    let ada = UserId::parse("id", "usr_ada").unwrap();
    five_rows(store, &here, &ada);
    let numbers = |query: AuditQuery| -> Vec<i64> {
        entries(store, &query)
            .iter()
            .map(|entry| entry.number)
            .collect()
    };
    assert_eq!(numbers(all(&here)), [6, 5, 4, 3, 2, 1]);
    assert_eq!(
        numbers(AuditQuery {
            from: Some(at(2)),
            to: Some(at(4)),
            ..all(&here)
        }),
        [4, 3]
    );
    assert_eq!(
        numbers(AuditQuery {
            operation: Some("even".into()),
            ..all(&here)
        }),
        [5, 3]
    );
    assert_eq!(
        numbers(AuditQuery {
            user_id: Some(ada),
            ..all(&here)
        }),
        [6, 5]
    );
    assert_eq!(
        numbers(AuditQuery {
            thing_id: Some("job_2".into()),
            ..all(&here)
        }),
        [3]
    );
    let second = AuditQuery {
        page: PageRequest::parse(("n", 2), ("s", 4)).unwrap(),
        ..all(&here)
    };
    let page = store.audit().list(&second).unwrap();
    assert_eq!(
        (page.items.len(), page.total_count(), page.has_next_page),
        (2, Some(6), false)
    );
}

fn writers_at_once_do_not_fork_the_chain(store: &Store) {
    let here = organization(store, "org_1");
    at_once(8, |n| {
        for m in 0..10 {
            let entry = NewAuditEntry::done(AuditedKind::Job, format!("job_{n}_{m}"));
            store
                .operator(&here)
                .record(&[entry.clone(), entry])
                .unwrap();
        }
    });
    let verdict = store.audit().verify(&here).unwrap();
    assert_eq!((verdict.rows, verdict.broken), (161, None));
}

fn organizations_have_chains_of_their_own(store: &Store) {
    let (here, there) = (organization(store, "org_1"), organization(store, "org_2"));
    for of in [&here, &there] {
        let verdict = store.audit().verify(of).unwrap();
        assert_eq!((verdict.rows, verdict.broken), (1, None));
        assert_eq!(entries(store, &all(of))[0].number, 1);
    }
    assert_ne!(
        store.audit().verify(&here).unwrap().last_hash,
        store.audit().verify(&there).unwrap().last_hash
    );
}

fn an_action_in_one_organization_writes_nothing_in_another(store: &Store) {
    let (here, there) = (Tenant::create(store, "org_1"), organization(store, "org_2"));
    let new = here.candidate("Ada Quince", 500);
    store
        .operator(&there)
        .candidates()
        .insert(&[new], &mut unique)
        .unwrap_err();
    store
        .operator(&there)
        .users()
        .insert(&crate::support::records::new_user(
            &here.organization,
            "usr_x",
        ))
        .unwrap_err();
}

/// Runs statements outside the store, like an attacker with access to the database.
fn tamper(url: &DatabaseUrl, statements: &str) -> bool {
    match url {
        DatabaseUrl::Sqlite(path) => SqliteConnection::establish(&path.to_string_lossy())
            .unwrap()
            .batch_execute(statements)
            .is_ok(),
        DatabaseUrl::PostgreSql(url) => PgConnection::establish(url)
            .unwrap()
            .batch_execute(statements)
            .is_ok(),
    }
}

fn unlock(url: &DatabaseUrl) {
    let unlocked = match url {
        DatabaseUrl::Sqlite(_) => tamper(
            url,
            "DROP TRIGGER audit_log_is_not_changed; DROP TRIGGER audit_log_is_not_cut",
        ),
        DatabaseUrl::PostgreSql(_) => {
            tamper(url, "DROP TRIGGER audit_log_is_not_changed ON audit_log")
        }
    };
    assert!(unlocked);
}

/// Checks how each change to a chain of ten rows is detected.
fn tampering_is_found(url: &DatabaseUrl) {
    let cases = [
        (
            "UPDATE audit_log SET operation = 'other' WHERE number = 4",
            Some(4),
        ),
        (
            "UPDATE audit_log SET at = '2020-01-01 00:00:00' WHERE number = 10",
            Some(10),
        ),
        (
            "UPDATE audit_log SET address = '192.0.2.9' WHERE number = 1",
            Some(1),
        ),
        ("DELETE FROM audit_log WHERE number = 7", Some(8)),
        ("DELETE FROM audit_log WHERE number > 8", Some(9)),
        ("DELETE FROM audit_log", Some(1)),
        ("DELETE FROM audit_heads", Some(11)),
        ("UPDATE audit_heads SET number = 5", Some(5)),
        (
            "UPDATE audit_log SET number = number + 100 WHERE number = 10",
            Some(110),
        ),
        ("UPDATE audit_log SET reason = NULL WHERE number = 3", None),
    ];
    let store = open(url.clone());
    unlock(url);
    for (n, (statement, broken)) in cases.into_iter().enumerate() {
        let here = organization(&store, &format!("org_{n}"));
        for m in 1..10 {
            let entry = NewAuditEntry::done(AuditedKind::Job, format!("job_{m}"));
            store.operator(&here).record(&[entry]).unwrap();
        }
        let only = format!(" organization_id = 'org_{n}'");
        let statement = if statement.contains("WHERE") {
            format!("{statement} AND{only}")
        } else {
            format!("{statement} WHERE{only}")
        };
        assert!(tamper(url, &statement), "{statement}");
        let verdict = store.audit().verify(&here).unwrap();
        assert_eq!(
            verdict.broken.map(|(number, _)| number),
            broken,
            "{statement}"
        );
    }
}

#[test]
fn tampering_is_found_on_sqlite() {
    on_sqlite(tampering_is_found);
}

#[test]
fn tampering_is_found_on_postgresql() {
    // On Citus, the trigger is on each shard.
    on_plain_postgresql(tampering_is_found);
}

fn the_log_is_only_added_to(url: &DatabaseUrl) {
    let store = open(url.clone());
    let here = organization(&store, "org_1");
    assert!(!tamper(url, "UPDATE audit_log SET operation = 'other'"));
    assert!(!tamper(url, "DELETE FROM audit_log"));
    assert_eq!(store.audit().verify(&here).unwrap().broken, None);
}

#[test]
fn the_log_is_only_added_to_on_sqlite() {
    on_sqlite(the_log_is_only_added_to);
}

#[test]
fn the_log_is_only_added_to_on_postgresql() {
    on_postgresql(the_log_is_only_added_to);
}

fn a_change_is_refused_if_somebody_changed_the_record_since(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let organization = &tenant.organization;
    let ada = tenant.candidate("Ada Quince", 500);
    let bea = tenant.candidate("Bea Quince", 500);
    for new in [&ada, &bea] {
        store
            .insert_candidates(std::slice::from_ref(new), &mut unique)
            .unwrap();
    }
    let change = |status: CandidateStatus| CandidateChange {
        status: Some(Some(status)),
        ..CandidateChange::default()
    };
    let seen = store.audit().rows(organization).unwrap();
    let based_on = |rows: i64, id: &CandidateId| {
        let writer = store.writer_for(action_in(organization));
        let writer = writer.unless_changed_since(rows);
        let change = change(CandidateStatus::Hired);
        writer.candidates().update(organization, id, &change, at(2))
    };
    store
        .update_candidate(
            organization,
            &ada.id,
            &change(CandidateStatus::OnHold),
            at(1),
        )
        .unwrap();
    let refused = based_on(seen, &ada.id);
    assert!(matches!(refused, Err(StoreError::Stale)), "{refused:?}");
    let now = store.candidates().find(organization, &ada.id).unwrap();
    assert_eq!(now.unwrap().status, Some(CandidateStatus::OnHold));
    // A change of somebody else does not matter, and neither does an earlier one.
    based_on(seen, &bea.id).unwrap();
    let rows = store.audit().rows(organization).unwrap();
    based_on(rows, &ada.id).unwrap();
    let now = store.candidates().find(organization, &ada.id).unwrap();
    assert_eq!(now.unwrap().status, Some(CandidateStatus::Hired));
}
