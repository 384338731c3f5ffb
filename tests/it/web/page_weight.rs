//! The size of a first view: the compressed bytes of a page with its styles and scripts.

use std::collections::BTreeSet;

use reqwest::Method;
use tempfile::TempDir;

use super::requests::job_and_candidate;
use super::visitor::{RECRUITER, Visitor};
use crate::binary::program::Sandbox;

/// The most bytes of a first view. The viewer of PDF files loads later and does not count.
const MAX_BYTES: usize = 45_000;
/// What the addresses of styles, scripts and icons begin with.
const ASSETS: &str = "/app/assets/";

/// Returns the styles, scripts and icons that a page loads.
fn assets(page: &str) -> BTreeSet<&str> {
    let addresses = page.split("href=\"").chain(page.split("src=\""));
    addresses
        .filter_map(|rest| rest.split('"').next())
        .filter(|address| address.starts_with(ASSETS))
        .collect()
}

/// Returns how many bytes the service sends for an address.
fn sent(visitor: &Visitor, path: &str) -> usize {
    let request = visitor.request(Method::GET, path);
    let answer = request.header("accept-encoding", "gzip").send().unwrap();
    assert_eq!(answer.status(), 200, "{path}");
    answer.bytes().unwrap().len()
}

#[test]
fn the_first_view_is_small() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let recruiter = Visitor::signed_in(&sandbox, RECRUITER);
    let (job, candidate) = job_and_candidate(&recruiter);
    let (review, upload) = (format!("{job}/review"), format!("{job}/upload"));
    for path in [job, review, upload, candidate] {
        let page = recruiter.page(&path);
        let assets = assets(&page);
        assert!(assets.len() > 4, "{path} loads {assets:?}");
        let of_assets: usize = assets.iter().map(|asset| sent(&recruiter, asset)).sum();
        let bytes = sent(&recruiter, &path) + of_assets;
        assert!(bytes < MAX_BYTES, "{path} loads {bytes} bytes");
    }
    sandbox.program.stop();
}
