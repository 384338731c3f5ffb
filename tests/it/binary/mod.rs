//! Tests of the program itself: it is started, called and stopped.

mod administration;
mod backup;
mod bench;
mod candidate_files;
mod connections;
mod erasure;
mod event_faults;
mod faults;
mod language_model;
mod links;
mod objects;
mod origins;
mod plans;
mod privacy;
mod production;
pub(crate) mod program;
mod raw_upload;
mod readers;
mod reading;
mod sandbox;
mod scans;
mod scores;
mod server;
mod staged_uploads;
mod stopping;
mod streams;
mod webhooks;
