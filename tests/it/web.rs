//! Tests of the web app: requests without a browser, and real Chromium.

mod accessibility;
mod blind;
mod browser;
mod bulk_changes;
mod candidate;
mod copied_text;
mod explorer;
mod fairness;
mod first_steps;
mod form_limits;
mod form_safety;
mod form_templates;
mod forms;
mod hostile;
mod interviews;
mod job_edit;
mod job_import;
mod job_pages;
mod job_pages_browser;
mod job_requirements;
mod job_setup;
mod kept_texts;
mod keyboard;
mod main_path;
mod operations;
mod outdated_scores;
mod packets;
mod people;
mod ranking;
mod ranking_browser;
mod ranking_fields;
mod rejections;
mod report_versions;
mod reports;
mod requests;
mod screenshots;
mod search;
mod seen_values;
mod settings;
mod sign_in;
mod start;
mod strangers;
mod undecided;
mod unsent_forms;
mod upload_progress;
mod viewer;
mod visitor;
mod webhooks;

use shortlist_persistence::DatabaseUrl;

use crate::support::database::{self, variable};

/// If this is set, all tests of pages run on PostgreSQL too. `.ci/run --all` sets it.
const ALL_ON_POSTGRESQL: &str = "SHORTLIST_TEST_PAGES_ON_POSTGRESQL";

/// Runs a test of pages on PostgreSQL, if the run takes the time for all of them. The queries of pages have tests on both databases, and
/// the main path, the ranking, searches and people run on both databases in each run.
fn on_postgresql(test: impl FnOnce(&DatabaseUrl)) {
    if variable(ALL_ON_POSTGRESQL).is_some() {
        database::on_postgresql(test);
    } else {
        eprintln!("skipped: set {ALL_ON_POSTGRESQL} to test these pages on PostgreSQL");
    }
}
