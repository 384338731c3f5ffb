//! Work after an upgrade, which goes on while the server answers.

use shortlist_app::Clock;

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
