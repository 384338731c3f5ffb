//! Work after an upgrade, which goes on while the server answers.

use chrono::Duration;
use diesel::{Connection as _, PgConnection, RunQueryDsl as _, sql_query};
use shortlist_app::Clock;
use shortlist_persistence::DatabaseUrl;

use crate::support::database::on_postgresql;
use crate::support::service::Service;

on_both_databases!(a_server_that_stops_leaves_the_rest_to_the_next_start);

fn a_server_that_stops_leaves_the_rest_to_the_next_start(service: &Service) {
    let job = service.create_job("Gardener", serde_json::json!({}));
    service.candidate(&job, "Ada Example");
    service.app.stop_background();
    let maintenance = service.app.maintenance();
    maintenance.fold_search_texts().unwrap();
    maintenance.fill_experience().unwrap();
    maintenance.group_people().unwrap();
    for task in ["fold-search-texts-1", "fill-experience-1", "group-people-1"] {
        let is_due = service.store().tasks().is_due(task, service.clock.now());
        assert!(is_due.unwrap(), "{task}");
    }
}

/// Building the index takes as long for one organization as for all, and while it exists, filling is slow.
#[test]
fn the_index_by_experience_is_created_when_all_organizations_are_filled() {
    on_postgresql(|url| {
        let DatabaseUrl::PostgreSql(address) = url else {
            panic!("{url:?}");
        };
        let service = Service::start(url);
        let mut conn = PgConnection::establish(address).unwrap();
        let mut run = |sql: &str| sql_query(sql).execute(&mut conn).unwrap();
        let index = "SELECT FROM pg_indexes WHERE indexname = 'candidates_by_experience'";
        assert_eq!(run(index), 1);
        run("DROP INDEX candidates_by_experience");

        let (tasks, now) = (service.store().tasks(), service.clock.now());
        let after = |time| now.plus(time);
        tasks.schedule("fill-experience-1", now).unwrap();
        let lease = (now, after(Duration::minutes(10)));
        let claimed = tasks.claim("fill-experience-1", "another server", lease);
        let claimed = claimed.unwrap().unwrap();
        let maintenance = service.app.maintenance();
        maintenance.fill_experience().unwrap();
        assert_eq!(run(index), 0, "another server fills its organization");

        tasks
            .release(&claimed, after(Duration::days(36_500)))
            .unwrap();
        maintenance.fill_experience().unwrap();
        assert_eq!(run(index), 1);
    });
}
