//! The contract of the store: every query, on SQLite and on PostgreSQL.

/// Creates two tests from each function, one for each database.
macro_rules! on_both_databases {
    ($($(#[$attribute:meta])* $test:ident),* $(,)?) => {
        mod sqlite {
            $(#[test]
            $(#[$attribute])*
            fn $test() {
                crate::support::database::on_sqlite(|url| {
                    super::$test(&crate::support::database::open(url.clone()));
                });
            })*
        }
        mod postgresql {
            $(#[test]
            $(#[$attribute])*
            fn $test() {
                crate::support::database::on_postgresql(|url| {
                    super::$test(&crate::support::database::open(url.clone()));
                });
            })*
        }
    };
}

mod access_paths;
mod account_links;
mod accounts;
mod audit;
mod blind_people;
mod candidate_orders;
mod candidates;
mod citus;
mod citus_lists;
mod connections;
mod custom_fields;
mod digests;
mod erasures;
mod hiring_teams;
mod idempotency;
mod identity_providers;
mod interview_conflicts;
mod interviews;
mod job_lists;
mod jobs;
mod leaderboard;
mod live_sessions;
mod long_lists;
mod mail_senders;
mod mail_texts;
mod mails;
mod migrations;
mod moving;
mod panels;
mod passkeys;
mod people;
mod policies;
mod provisioned_groups;
mod recruiting_reports;
mod rescoring;
mod resume_versions;
mod search;
mod second_factors;
mod sessions;
mod stages;
mod standby;
mod tasks;
mod timed_mails;
mod webhook_outcomes;
