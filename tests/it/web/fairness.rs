//! The page of bias audits.

use super::visitor::{ADMIN, INTERVIEWER, RECRUITER, Visitor};
use crate::binary::program::Sandbox;
use crate::support::database::{on_postgresql, on_sqlite};
use shortlist_persistence::DatabaseUrl;

const PAGE: &str = "/app/reports/fairness";

fn only_admins_see_it(sandbox: &Sandbox) {
    for demo in [RECRUITER, INTERVIEWER] {
        let visitor = Visitor::signed_in(sandbox, demo);
        let computed = visitor.get(&format!("{PAGE}?compute=yes"));
        assert_eq!(computed.status(), 403);
        assert_eq!(visitor.get(PAGE).status(), 403);
    }
}

fn an_audit_is_computed_and_downloaded(sandbox: &Sandbox) {
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let form = admin.page(PAGE);
    assert!(form.contains("Compute the audit") && !form.contains("Median score"));
    let address = format!("{PAGE}?compute=yes&from=2000-01-01&exclude=few%20people");
    let page = admin.page(&address);
    assert!(
        page.contains("Median score") && page.contains("few people"),
        "{page}"
    );
    assert!(page.contains("are unknown"), "{page}");
    for (format, start) in [
        ("csv", "measure,by"),
        ("json", "{"),
        ("html", "<!doctype html>"),
    ] {
        let response = admin.get(&format!("{address}&format={format}"));
        let disposition = response.headers()["content-disposition"].to_str().unwrap();
        assert!(disposition.contains(&format!("bias-audit.{format}")));
        assert!(response.text().unwrap().starts_with(start), "{format}");
    }
    let refused = admin.get(&format!("{PAGE}?compute=yes&from=yesterday"));
    assert_eq!(refused.status(), 400);
    assert!(refused.text().unwrap().contains("2026-12-31"));
}

fn all(url: &DatabaseUrl) {
    super::requests::with_sandbox(url, |sandbox| {
        only_admins_see_it(sandbox);
        an_audit_is_computed_and_downloaded(sandbox);
    });
}

#[test]
fn bias_audits_are_shown_on_sqlite() {
    on_sqlite(all);
}

#[test]
fn bias_audits_are_shown_on_postgresql() {
    on_postgresql(all);
}
