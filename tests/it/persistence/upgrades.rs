//! Columns that candidates of an earlier version lack, and that are filled after an upgrade.

use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection, RunQueryDsl, SqliteConnection};
use shortlist_domain::{CandidateQuery, ChangeQuery, RecordKind};
use shortlist_persistence::DatabaseUrl;

use super::search::{fill, found, people, search};
use crate::support::database::{on_postgresql, on_sqlite, open};
use crate::support::records::{Tenant, unique};
use crate::support::writes::Writes as _;

/// Returns how many candidates a server finds that starts now. One that has counted them before keeps its count, because
/// the changes of these tests are not in the audit log.
fn found_after_start(url: &DatabaseUrl, query: &CandidateQuery) -> i64 {
    found(&open(url.clone()), query).0
}

/// Stores candidates as an earlier version did, with `write` running an SQL statement, and folds their texts.
fn stored_texts_are_folded(url: &DatabaseUrl, write: &mut dyn FnMut(&str)) {
    let store = &open(url.clone());
    let (tenant, other) = (
        Tenant::create(store, "org_1"),
        Tenant::create(store, "org_2"),
    );
    fill(store, &tenant, 700);
    let new = [tenant.candidate("José Müller", 500)];
    store.insert_candidates(&new, &mut unique).unwrap();
    store
        .insert_candidates(&[other.candidate("José Müller", 500)], &mut unique)
        .unwrap();
    write("UPDATE candidates SET search_text = 'josé müller' WHERE full_name = 'José Müller'");
    let count = |tenant, term| found_after_start(url, &search(tenant, term));
    assert_eq!(
        (count(&tenant, "jose"), count(&tenant, "MÜLLER josé")),
        (0, 1)
    );
    let mut last = None;
    let mut batches = 0;
    loop {
        let folded = store
            .candidates()
            .fold_search_texts(&tenant.organization, last.as_ref());
        last = folded.unwrap();
        if last.is_none() {
            break;
        }
        batches += 1;
    }
    assert_eq!(batches, 2);
    assert_eq!(
        (count(&tenant, "jose"), count(&tenant, "MÜLLER josé")),
        (1, 1)
    );
    assert_eq!(count(&tenant, "person"), 700);
    assert_eq!(
        count(&other, "jose"),
        0,
        "another organization has its own turn"
    );
}

#[test]
fn texts_of_an_earlier_version_are_folded() {
    on_sqlite(|url| {
        let DatabaseUrl::Sqlite(path) = url else {
            panic!("{url:?}");
        };
        let mut conn = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
        stored_texts_are_folded(url, &mut |sql| conn.batch_execute(sql).unwrap());
    });
    on_postgresql(|url| {
        let DatabaseUrl::PostgreSql(address) = url else {
            panic!("{url:?}");
        };
        let mut conn = PgConnection::establish(address).unwrap();
        stored_texts_are_folded(url, &mut |sql| conn.batch_execute(sql).unwrap());
    });
}

/// Stores candidates without their experience, as an earlier version did, and fills it.
///
/// While more than a batch is filled, PostgreSQL has no index of this order.
fn experience_is_filled(url: &DatabaseUrl, run: &mut dyn FnMut(&str) -> usize) {
    let store = &open(url.clone());
    let tenant = Tenant::create(store, "org_1");
    let mut new = people(&tenant, 4_050);
    for candidate in &mut new {
        candidate.resume.stated_months = Some(30);
    }
    for batch in new.chunks(500) {
        store.insert_candidates(batch, &mut unique).unwrap();
    }
    let mut experienced = search(&tenant, "person");
    experienced.filters.min_months = Some(30);
    assert_eq!(found(store, &experienced).0, 4_050);
    run("UPDATE candidates SET months_worked = NULL");
    let kept = store.candidates().count(&experienced).unwrap();
    assert_eq!(kept.count, 4_050, "the log does not name a change");
    assert_eq!(found_after_start(url, &experienced), 0);
    let fill = |after: Option<&_>| {
        let candidates = store.candidates();
        candidates
            .fill_experience(&tenant.organization, after)
            .unwrap()
    };
    let first = fill(None);
    assert_eq!(found_after_start(url, &experienced), 4_000, "a batch");
    let is_postgresql = store.database().backend_name() == "postgresql";
    let mut indexes = || {
        if is_postgresql {
            run("SELECT FROM pg_indexes WHERE indexname = 'candidates_by_experience'")
        } else {
            1
        }
    };
    assert_eq!(indexes(), usize::from(!is_postgresql));
    let second = fill(first.as_ref());
    assert_eq!(found_after_start(url, &experienced), 4_050);
    assert!(fill(second.as_ref()).is_none());
    store.candidates().keep_experience_index().unwrap();
    assert_eq!(indexes(), 1);
    experienced.filters.min_months = Some(1_200);
    assert_eq!(found_after_start(url, &experienced), 0);
}

#[test]
fn experience_of_an_earlier_version_is_filled() {
    on_sqlite(|url| {
        let DatabaseUrl::Sqlite(path) = url else {
            panic!("{url:?}");
        };
        let mut conn = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
        experience_is_filled(url, &mut |sql| {
            diesel::sql_query(sql).execute(&mut conn).unwrap()
        });
    });
    on_postgresql(|url| {
        let DatabaseUrl::PostgreSql(address) = url else {
            panic!("{url:?}");
        };
        let mut conn = PgConnection::establish(address).unwrap();
        experience_is_filled(url, &mut |sql| {
            diesel::sql_query(sql).execute(&mut conn).unwrap()
        });
    });
}

/// Removes the changes of records, as if an earlier version had stored the records, and fills them as the migration does.
fn changes_are_filled(url: &DatabaseUrl, (down, up): (&str, &str), write: &mut dyn FnMut(&str)) {
    let store = &open(url.clone());
    let tenant = Tenant::create(store, "org_1");
    let new = ["Ada Example", "Ben Example"].map(|name| tenant.candidate(name, 500));
    store.insert_candidates(&new, &mut unique).unwrap();
    let erased = &new[0].id;
    let writer = store.operator(&tenant.organization);
    let candidates = writer.candidates();
    candidates
        .erase(&tenant.organization, erased, "test", new[0].created_at)
        .unwrap();
    let query = ChangeQuery {
        organization_id: tenant.organization.clone(),
        after: None,
        kinds: RecordKind::ALL.to_vec(),
        limit: 100,
    };
    let listed = || {
        let found = store.audit().list_changes(&query, None).unwrap();
        assert!(!found.has_more);
        let changes = found.changes.into_iter();
        let mut rows: Vec<_> = changes
            .map(|one| (one.kind, one.id, one.is_removed))
            .collect();
        rows.sort();
        rows
    };
    let before = listed();
    assert!(before.contains(&(RecordKind::Candidate, erased.as_str().to_owned(), true)));
    assert!(before.contains(&(RecordKind::Candidate, new[1].id.as_str().to_owned(), false)));
    write(down);
    write(up);
    assert_eq!(listed(), before);
}

#[test]
fn changes_of_records_of_an_earlier_version_are_filled() {
    on_sqlite(|url| {
        let DatabaseUrl::Sqlite(path) = url else {
            panic!("{url:?}");
        };
        let mut conn = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
        let migration = (
            include_str!("../../../migrations/sqlite/0156_record_changes/down.sql"),
            include_str!("../../../migrations/sqlite/0156_record_changes/up.sql"),
        );
        changes_are_filled(url, migration, &mut |sql| conn.batch_execute(sql).unwrap());
    });
    on_postgresql(|url| {
        let DatabaseUrl::PostgreSql(address) = url else {
            panic!("{url:?}");
        };
        let mut conn = PgConnection::establish(address).unwrap();
        let migration = (
            include_str!("../../../migrations/postgresql/0156_record_changes/down.sql"),
            include_str!("../../../migrations/postgresql/0156_record_changes/up.sql"),
        );
        changes_are_filled(url, migration, &mut |sql| conn.batch_execute(sql).unwrap());
    });
}
