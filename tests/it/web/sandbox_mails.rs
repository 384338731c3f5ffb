//! The page with the mails that the sandbox does not send.

use shortlist_persistence::DatabaseUrl;

use super::browser::{Browser, Scripts, Window};
use super::requests::{job_and_candidate, with_sandbox};
use super::screenshots::document;
use super::visitor::{ADMIN, INTERVIEWER, RECRUITER, STRANGER, Visitor, first_link};
use crate::binary::outbox::{let_time_pass, wait_until};
use crate::binary::program::Sandbox;
use crate::support::database::on_sqlite;

const PATH: &str = "/app/sandbox/mails";

/// Rejects a candidate, lets the time to undo that pass, and returns the page of the mail.
fn a_rejection_appears(sandbox: &Sandbox, url: &DatabaseUrl) -> String {
    let admin = Visitor::signed_in(sandbox, ADMIN);
    assert!(
        admin.page(PATH).contains("No mail yet."),
        "the demo has caused none"
    );
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (_, candidate) = job_and_candidate(&recruiter);
    let reject = [("status", "Rejected"), ("reason", "Salary")];
    assert_eq!(recruiter.post(&candidate, &reject).status(), 303);
    let_time_pass(url);
    wait_until("the rejection is missing", || {
        admin.page(PATH).contains("Your application")
    });
    let mail = first_link(&admin.page(PATH), &format!("{PATH}/"));
    let shown = admin.page(&mail);
    for part in [
        "Shortlist sandbox &#60;sandbox@example.org&#62;",
        "<iframe class=\"mail\" sandbox srcdoc=\"&#60;!doctype html",
        "Senior Backend Engineer",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    mail
}

/// No window has to be scrolled sideways to read a mail. Writes the images of the guide on request.
fn a_mail_fits_each_window(sandbox: &Sandbox, mail: &str) {
    for (window, scheme, image) in [
        (Window::Desktop, "light", "mail"),
        (Window::Desktop, "dark", "mail-dark"),
        (Window::Phone, "light", "mail-phone"),
    ] {
        let base = sandbox.get("serviceUrl");
        let Some(browser) = Browser::start_with(base, Scripts::On, window) else {
            return;
        };
        browser.sign_in(ADMIN);
        browser.set_colours(scheme);
        browser.open(mail);
        let measured = browser.run(
            "const page = document.documentElement;
             return page.scrollWidth <= page.clientWidth",
        );
        assert_eq!(measured, true, "{image}");
        document(&browser, image);
        browser.assert_quiet();
    }
}

fn others_see_none(sandbox: &Sandbox, mail: &str) {
    for user in [RECRUITER, INTERVIEWER] {
        let visitor = Visitor::signed_in(sandbox, user);
        for path in [PATH, mail] {
            assert_eq!(visitor.get(path).status(), 403, "{path}");
        }
    }
    let elsewhere = Visitor::signed_in(sandbox, STRANGER);
    assert!(elsewhere.page(PATH).contains("No mail yet."));
    let outside = format!("{PATH}/..%2Fcredentials");
    for path in [mail, outside.as_str()] {
        assert_eq!(elsewhere.get(path).status(), 404, "{path}");
    }
    let nobody = Visitor::new(sandbox);
    assert_eq!(nobody.get(PATH).status(), 303, "it needs a session");
}

fn a_test_appears_too(sandbox: &Sandbox) {
    let admin = Visitor::signed_in(sandbox, ADMIN);
    for page in [admin.page("/app"), admin.page("/app/settings/mail")] {
        assert!(page.contains("href=\"/app/sandbox/mails\""), "{page}");
    }
    let sent = admin.post("/app/settings/mail", &[("action", "test")]);
    assert_eq!(sent.status(), 200);
    let text = sent.text().unwrap();
    assert!(text.contains("among the mails of the sandbox"), "{text}");
    let page = admin.page(PATH);
    assert!(page.contains("Test of the settings"), "{page}");
}

#[test]
fn the_sandbox_shows_the_mails_that_it_does_not_send() {
    on_sqlite(|url| {
        with_sandbox(url, |sandbox| {
            assert!(sandbox.program.printed.contains(PATH));
            let mail = a_rejection_appears(sandbox, url);
            a_mail_fits_each_window(sandbox, &mail);
            others_see_none(sandbox, &mail);
            a_test_appears_too(sandbox);
        });
    });
}
