//! Reports while servers of two versions write the counts.

use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use shortlist_persistence::DatabaseUrl;

use super::{create, figures, week};
use crate::support::database;
use crate::support::records::Tenant;

/// Stores what another version may leave, and compares the report with one without it.
fn numbers_of_other_versions_break_no_report(url: &DatabaseUrl, run: &dyn Fn(&str)) {
    let store = &database::open(url.clone());
    let tenant = Tenant::create(store, "org_1");
    create(store, &tenant, ("Ada Example", 700, 0));
    let before = figures(store, &week(&tenant));
    let add = |figure: &str, bucket: &str, number: i64| {
        run(&format!(
            "INSERT INTO daily_counts SELECT organization_id, job_id, '{figure}', day, '{bucket}', {number} FROM daily_counts
             WHERE figure = 'score' AND job_id = '{}' LIMIT 1",
            tenant.job
        ));
    };
    // A stage and a status of a later version, and a number that is left of a stage.
    add("reached", "No/stage", 2);
    add("reached", "Nobody/here", -1);
    add("status", "Dreaming", 0);
    assert_eq!(figures(store, &week(&tenant)), before);
}

fn on_sqlite(check: impl Fn(&DatabaseUrl, &dyn Fn(&str))) {
    database::on_sqlite(|url| {
        let DatabaseUrl::Sqlite(path) = url else {
            panic!("{url:?}");
        };
        check(url, &|statements| {
            let mut conn = SqliteConnection::establish(&path.to_string_lossy()).unwrap();
            conn.batch_execute(statements).unwrap();
        });
    });
}

fn on_postgresql(check: impl Fn(&DatabaseUrl, &dyn Fn(&str))) {
    database::on_postgresql(|url| {
        let DatabaseUrl::PostgreSql(address) = url else {
            panic!("{url:?}");
        };
        check(url, &|statements| database::execute(address, &[statements]));
    });
}

#[test]
fn numbers_of_other_versions_break_no_report_on_sqlite() {
    on_sqlite(numbers_of_other_versions_break_no_report);
}

#[test]
fn numbers_of_other_versions_break_no_report_on_postgresql() {
    on_postgresql(numbers_of_other_versions_break_no_report);
}
