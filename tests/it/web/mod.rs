//! Tests of the web app: requests without a browser, and real Chromium.

mod accessibility;
mod blind;
mod browser;
mod candidate;
mod explorer;
mod fairness;
mod hostile;
mod interviews;
mod job_import;
mod job_pages;
mod job_pages_browser;
mod keyboard;
mod main_path;
mod packets;
mod ranking;
mod ranking_browser;
mod ranking_fields;
mod reports;
mod requests;
mod screenshots;
mod settings;
mod start;
mod upload_progress;
mod viewer;
mod visitor;
mod webhooks;
