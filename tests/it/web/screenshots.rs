//! Images of the pages. `UPDATE_DOCS=1 cargo test --workspace --locked --test it -- web` writes those of
//! `docs/images` again.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::accessibility::{pages, wait_for_document};
use super::browser::{Browser, Scripts};
use crate::binary::program::Sandbox;
use crate::support::database::variable;

/// If this is set, the images of the documentation are written.
const UPDATE_VARIABLE: &str = "UPDATE_DOCS";
/// A folder for images of every page in both colours, to look at them.
const FOLDER_VARIABLE: &str = "SHORTLIST_SCREENSHOTS";

/// The documented images, and what the address of their page ends with.
const IMAGES: [(&str, &str); 5] = [
    ("ranking", ""),
    ("upload", "/upload"),
    ("review", "/review"),
    ("board", "/board"),
    ("leaderboards", "/leaderboards"),
];

fn every_page_in_both_colours(browser: &Browser, pages: &[String], folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    for (number, page) in pages.iter().enumerate() {
        for scheme in ["light", "dark"] {
            browser.open(page);
            wait_for_document(browser);
            browser.set_colours(scheme);
            let name = format!("{number:02}-{scheme}.png");
            fs::write(folder.join(name), browser.screenshot()).unwrap();
        }
    }
    browser.set_colours("light");
}

/// Writes an image of the present page in both colours, if somebody wants to look at it.
pub(super) fn keep(browser: &Browser, name: &str) {
    let Some(folder) = variable(FOLDER_VARIABLE) else {
        return;
    };
    for scheme in ["dark", "light"] {
        browser.set_colours(scheme);
        let path = Path::new(&folder).join(format!("{name}-{scheme}.png"));
        fs::write(path, browser.screenshot()).unwrap();
    }
}

/// Checks that the documentation has an image of the present page, and writes it again on request.
pub(super) fn document(browser: &Browser, name: &str) {
    let images = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/images");
    let path = images.join(format!("{name}.png"));
    let image = browser.screenshot();
    assert!(image.starts_with(b"\x89PNG"), "{name}");
    if variable(UPDATE_VARIABLE).is_some() {
        fs::write(&path, image).unwrap();
    }
    assert!(path.exists(), "docs/images has no image of {name}");
}

#[test]
fn the_documented_pages_can_be_shown() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), Scripts::On) else {
        return;
    };
    let pages = pages(&browser);
    if let Some(folder) = variable(FOLDER_VARIABLE) {
        every_page_in_both_colours(&browser, &pages, Path::new(&folder));
    }
    let job = pages
        .iter()
        .find(|page| page.starts_with("/app/jobs/job_"))
        .unwrap();
    let of_job = IMAGES.map(|(name, ending)| (name, format!("{job}{ending}")));
    let candidate = ("candidate", pages.last().unwrap().clone());
    let others = [
        ("home", "/app/jobs".to_owned()),
        ("reports", "/app/reports".to_owned()),
        ("openapi", "/openapi".to_owned()),
    ];
    for (name, page) in of_job.into_iter().chain([candidate]).chain(others) {
        browser.open(&page);
        wait_for_document(&browser);
        document(&browser, name);
    }
    browser.assert_quiet();
    drop(browser);
    sandbox.program.stop();
}
