//! Resumes as documents: PDFs rendered with their quotes in place, and text if that fails.

use serde_json::{Value, json};
use shortlist_fixtures::{Format, PageEncoding, hidden_texts, pdf, scanned_pdf};
use tempfile::TempDir;

use super::browser::{Browser, Scripts};
use super::visitor::{ADMIN, Visitor};
use crate::binary::program::Sandbox;
use crate::support::service::file;

/// The number of marks on the rendered pages.
const MARKS: &str = "return document.querySelectorAll('#document .marks .quoted').length";
/// Returns a script that gives the viewer another file, before the scripts of the page run.
fn other_file(bytes: &[u8]) -> String {
    let bytes = data_encoding::BASE64.encode(bytes);
    format!(
        "const real = window.fetch; window.fetch = (what, ...more) => String(what).endsWith('/resume')
            ? Promise.resolve(new Response(Uint8Array.from(atob('{bytes}'), (letter) => letter.charCodeAt(0)),
                {{ headers: {{ 'content-type': 'application/pdf' }} }})) : real(what, ...more);"
    )
}

/// Opens the page of the demo's best candidate, whose resume is a PDF.
fn open_candidate(browser: &Browser) {
    browser.open("/app/jobs?search=senior+backend");
    browser.click("button[name=demo][value='1']");
    browser.wait("the jobs", || browser.has("tbody a"));
    browser.click("tbody a");
    browser.wait("the ranking", || browser.has("table.ranking"));
    browser.click("tbody a");
    browser.wait("the resume", || browser.has(".resume"));
}

fn with_candidate(scripts: Scripts, test: impl FnOnce(&Browser, &Sandbox)) {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), scripts) else {
        return;
    };
    test(&browser, &sandbox);
    browser.assert_quiet();
    drop(browser);
    sandbox.program.stop();
}

fn is_shown(browser: &Browser, css: &str) -> bool {
    let script = format!("return document.querySelector('{css}')?.checkVisibility() ?? false");
    browser.run(&script).as_bool().unwrap()
}

fn wait_for_marks(browser: &Browser) {
    browser.wait("marks on the pages", || {
        browser.run(MARKS).as_i64().unwrap() > 0
    });
    browser.wait("the choice of the view", || is_shown(browser, ".views"));
}

#[test]
fn a_pdf_is_rendered_with_its_quotes_in_place() {
    with_candidate(Scripts::On, |browser, sandbox| {
        open_candidate(browser);
        wait_for_marks(browser);
        let admin = Visitor::signed_in(sandbox, ADMIN);
        let views = admin.page(&browser.path());
        let views = views.matches("getOriginalFile").count();
        assert_eq!(views, 1, "one entry of the audit log for each view");
        assert!(is_shown(browser, "#document") && !is_shown(browser, "#text"));
        let quotes = "return [...document.querySelectorAll('#text [data-quote]')].map((quote) => quote.dataset.quote)";
        let wanted = browser.run(quotes);
        let wanted: Vec<&str> = wanted
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let missing: Vec<&&str> = wanted
            .iter()
            .filter(|number| !browser.has(&format!("#document .quoted[data-quote='{number}']")))
            .collect();
        assert!(missing.is_empty(), "quotes without a mark: {missing:?}");
        covers_its_words(browser);
        browser.click("details[open] a.quote");
        browser.wait("the quote", || browser.has("#document .quoted.current"));
        assert!(browser.path().contains("#q"));
        browser.click("#document .quoted.current");
        assert!(
            browser.path().contains("#r"),
            "a place leads to its requirement"
        );
        browser.click("[data-view=text]");
        assert!(is_shown(browser, "#text") && !is_shown(browser, "#document"));
        browser.click("[data-view=document]");
        assert!(is_shown(browser, "#document"));
    });
}

/// Checks that the first mark lies on the words that it quotes.
fn covers_its_words(browser: &Browser) {
    let under = browser.run(
        "const mark = document.querySelector('#document .quoted');
        mark.scrollIntoView({ block: 'center' });
        const { left, top, width, height } = mark.getBoundingClientRect();
        const below = document.elementsFromPoint(left + width / 2, top + height / 2);
        const words = below.find((element) => element.closest('.textLayer') && element.tagName === 'SPAN');
        return [mark.getAttribute('aria-label'), words?.textContent ?? ''];",
    );
    let text = |index: usize| {
        let text = under[index].as_str().unwrap().to_lowercase();
        text.split_whitespace().collect::<String>()
    };
    let (label, words) = (text(0), text(1));
    let quote = label.strip_prefix("quoted:").unwrap();
    assert!(
        !words.is_empty() && (words.contains(quote) || quote.contains(&words)),
        "{quote} is marked on {words}"
    );
}

#[test]
fn without_scripts_the_text_is_shown() {
    with_candidate(Scripts::Off, |browser, _| {
        open_candidate(browser);
        assert!(is_shown(browser, "#text") && !is_shown(browser, "#document"));
        assert!(!is_shown(browser, ".views"));
        browser.click("details[open] a.quote");
        assert!(browser.path().contains("#q"));
        assert!(is_shown(browser, "#text mark"));
    });
}

#[test]
fn a_pdf_that_cannot_be_rendered_is_shown_as_text() {
    with_candidate(Scripts::On, |browser, _| {
        browser.run_first(&other_file(b"%PDF-1.7 broken"));
        open_candidate(browser);
        browser.wait_for_text("The document cannot be shown");
        assert!(is_shown(browser, "#text") && !is_shown(browser, "#document"));
        browser.click("details[open] a.quote");
        assert!(is_shown(browser, "#text mark"));
    });
}

#[test]
fn scans_of_each_encoding_are_rendered() {
    with_candidate(Scripts::On, |browser, _| {
        browser.run_first(&other_file(&scanned_pdf(&PageEncoding::ALL)));
        open_candidate(browser);
        browser.wait("the pages", || is_shown(browser, ".views"));
        let dark = browser.run(
            "return [...document.querySelectorAll('#document canvas')].map((canvas) => {
                const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
                return data.filter((value, index) => index % 4 === 0 && value < 96).length;
            });",
        );
        let dark: Vec<i64> = dark
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_i64)
            .collect();
        assert_eq!(dark.len(), PageEncoding::ALL.len());
        assert!(dark.iter().all(|pixels| *pixels > 500), "{dark:?}");
        browser.click("details[open] a.quote");
        browser.wait("the text", || is_shown(browser, "#text mark"));
    });
}

#[test]
fn hidden_text_is_marked_in_the_document_and_in_the_text() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &["--empty"]);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), Scripts::On) else {
        return;
    };
    let job = sandbox.create_job("Software Engineer");
    let texts = hidden_texts();
    let hidden = texts
        .iter()
        .find(|text| text.format == Format::Pdf && text.kind == Some("same_colour"))
        .unwrap();
    let form = sandbox
        .upload_form(&job)
        .part("files", file("hidden.pdf", hidden.bytes.clone()));
    let sent = sandbox.post("/bulk-upload-resumes").multipart(form).send();
    assert_eq!(sent.unwrap().status(), 200);
    browser.open(&format!("/app/jobs/{job}"));
    browser.click("button[name=demo][value='1']");
    browser.wait("the ranking", || browser.has("tbody a"));
    browser.click("tbody a");
    browser.wait("the mark", || browser.has("#document .marks .unseen"));
    let title = browser.run("return document.querySelector('.marks .unseen').title");
    assert_eq!(
        title,
        json!("Hidden text, not counted: Text in the colour of its background")
    );
    browser.click("[data-view=text]");
    assert!(is_shown(&browser, "#text .unseen"));
    assert!(browser.text("#text .unseen").contains(hidden.quote));
    browser.assert_quiet();
    drop(browser);
    sandbox.program.stop();
}

#[test]
fn a_word_document_is_shown_with_its_structure() {
    with_candidate(Scripts::On, |browser, _| {
        open_candidate(browser);
        browser.click(".crumbs a:last-of-type");
        browser.wait("the ranking", || browser.has("table.ranking"));
        browser.click("tbody tr:nth-child(2) a");
        browser.wait("the resume", || browser.has(".resume h3"));
        assert!(browser.text(".facts dd:last-of-type").ends_with(".docx"));
        assert!(!browser.has("#document"), "only a PDF has a viewer");
        assert_eq!(browser.text(".resume h3"), "Contact");
        assert!(browser.has(".resume p mark"));
        browser.click("details[open] a.quote");
        assert!(browser.path().contains("#q"));
    });
}

#[test]
fn a_hostile_pdf_stays_a_document() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &["--empty"]);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), Scripts::On) else {
        return;
    };
    let job = sandbox.create_job("Engineer for Rust");
    let long = "W".repeat(10_000);
    let lines = [
        "Ada <b>Example</b>",
        "ada@example.org",
        "Skills",
        "Rust, <script>document.title='broken'</script><img src=x onerror=alert(1)>",
        "Experience",
        &long,
        "Engineer, Orchard </div></main> Software, January 2019 - December 2023",
    ];
    let form = sandbox
        .upload_form(&job)
        .part("files", file("<img src=x>.pdf", pdf(&lines)));
    let sent = sandbox.post("/bulk-upload-resumes").multipart(form).send();
    assert_eq!(sent.unwrap().status(), 200);
    browser.open(&format!("/app/jobs/{job}"));
    browser.click("button[name=demo][value='1']");
    browser.wait("the ranking", || browser.has("tbody a"));
    browser.click("tbody a");
    browser.wait("the document", || browser.has(".views:not([hidden])"));
    let injected = "return document.querySelectorAll('main script, main img, main b').length";
    assert_eq!(browser.run(injected), json!(0));
    let title = browser.run("return document.title");
    assert!(!title.as_str().unwrap().starts_with("broken"));
    let overflow = browser.run("return document.documentElement.scrollWidth - innerWidth");
    assert!(overflow.as_i64().unwrap() <= 0, "{overflow} px too wide");
    assert!(browser.has("#document canvas"));
    browser.assert_quiet();
    drop(browser);
    sandbox.program.stop();
}
