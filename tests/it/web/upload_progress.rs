//! The progress of uploads on the upload page, in a browser.

use std::path::Path;

use tempfile::TempDir;

use super::browser::{Browser, Scripts};
use crate::binary::program::{Sandbox, address};
use crate::support::database::on_sqlite;

/// More files than a request has, so that the page sends several.
const FILES: u64 = 24;

/// Writes invented resumes into a folder, and returns their paths, one on each line.
fn files(folder: &Path) -> String {
    let write = |number| {
        let path = folder.join(format!("cv{number}.pdf"));
        std::fs::write(&path, shortlist_fixtures::resume_file(number).bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    (0..FILES).map(write).collect::<Vec<_>>().join("\n")
}

/// Keeps the longest value of the page's storage: all uploads before the first is complete.
const KEEP_LONGEST: &str = "const set = Storage.prototype.setItem; \
    Storage.prototype.setItem = function (key, value) { \
        if (value.length > (this.getItem('kept') ?? '').length) set.call(this, 'kept', value); \
        set.call(this, key, value); }";

/// Waits for the result of each file, and returns the summary.
fn shown_results(browser: &Browser) -> String {
    let count = "return document.querySelectorAll('#rows .badge').length";
    browser.wait("the results", || browser.run(count) == FILES);
    browser.text("#summary")
}

#[test]
fn the_progress_is_still_there_after_a_return_to_the_page() {
    on_sqlite(|url| {
        let folder = TempDir::new().unwrap();
        let database = address(url);
        let arguments = ["--empty", "--database-url", &database];
        let sandbox = Sandbox::start(folder.path(), &arguments);
        let job = sandbox.create_job("Backend Engineer");
        let Some(browser) = Browser::start(sandbox.get("serviceUrl"), Scripts::On) else {
            return;
        };
        browser.run_first(KEEP_LONGEST);
        let page = format!("/app/jobs/{job}/upload");
        browser.open(&format!("/app/sign-in?next={page}"));
        browser.click("button[name=demo][value='1']");
        browser.wait("the form", || browser.has("#upload"));
        browser.send_keys(
            "input[name=files]:not([webkitdirectory])",
            &files(folder.path()),
        );
        browser.click("#upload button.primary");
        let shown = shown_results(&browser);
        assert!(shown.contains("0 skipped"), "{shown}");
        browser.open("/app/jobs");
        // As if the page had been left before any result arrived.
        browser.run(&format!(
            "sessionStorage.setItem('shortlist-uploads {page}', sessionStorage.getItem('kept'))"
        ));
        browser.open(&page);
        assert_eq!(shown_results(&browser), shown);
        browser.open(&page);
        assert!(
            browser.has("#results[hidden]"),
            "complete uploads are forgotten"
        );
        browser.assert_quiet();
        drop(browser);
        sandbox.program.stop();
    });
}
