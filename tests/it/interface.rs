//! The HTTP and GraphQL interface: every row of the specification and every line of the decisions, on SQLite and on
//! PostgreSQL.

/// Creates two tests from each function, one for each database. The queries have tests on both in every run, so the second one is long.
macro_rules! on_both_databases {
    ($($test:ident),* $(,)?) => {
        mod sqlite {
            $(#[test]
            fn $test() {
                crate::support::database::on_sqlite(|url| super::$test(&crate::support::service::Service::start(url)));
            })*
        }
        mod postgresql {
            $(#[test]
            #[ignore = "long"]
            fn $test() {
                crate::support::database::on_postgresql(|url| {
                    super::$test(&crate::support::service::Service::start(url));
                });
            })*
        }
    };
}

mod accounts;
mod applicants;
mod applications;
mod audit;
pub(crate) mod blind_oracles;
pub(crate) mod blind_review;
mod calendars;
mod caller_cache;
mod candidate_documents;
mod candidate_lists;
mod candidate_records;
mod candidates;
mod changes;
mod changes_since;
mod check_order;
mod clocks;
mod competing_resumes;
mod corrections;
mod costs;
mod credentials;
mod criteria;
mod cursors;
mod custom_fields;
mod decision_records;
mod digests;
mod documents;
mod erasure;
pub(crate) mod fairness;
mod file_links;
mod file_names;
mod graphql_over_http;
mod headers_and_deadlines;
mod hidden_reviews;
mod hiring_teams;
mod hostile;
mod idempotency;
mod integrations;
mod interrupted_uploads;
mod interview_times;
mod interviews;
mod invitations;
mod isolation;
mod job_file_refusals;
mod job_files;
mod job_management;
mod job_requirements;
mod job_values;
mod jobs;
mod leaderboard;
mod mail_senders;
mod mail_templates;
mod mails;
mod maintenance;
mod mentions;
mod new_candidates;
mod offers;
mod openapi;
mod operator_settings;
mod other_jobs;
mod packets;
mod panels;
mod people;
mod people_facts;
mod people_search;
mod permissions;
mod playback;
mod postings;
mod quotas;
mod rates;
mod recordings;
mod reference_integration;
mod rejection_mails;
mod reports;
mod request_bodies;
mod requirement_records;
mod resume_versions;
mod reviews;
mod rows;
mod schema_reference;
mod scim;
mod scores;
mod second_factors;
mod session_lists;
mod sessions;
mod settings;
mod sign_in_limits;
mod single_sign_on;
mod stages;
mod timed_mails;
mod unreadable;
mod upload_progress;
mod upload_refusals;
mod uploads;
mod values;
mod vocabularies;
mod web_sessions;
