//! The page of a person, offers, panels and accounts of programs.

use shortlist_persistence::DatabaseUrl;

use super::interviews::schedule;
use super::job_setup::PageForm;
use super::requests::{job_and_candidate, with_sandbox};
use super::visitor::{ADMIN, INTERVIEWER, RECRUITER, Visitor, first_link, location};
use crate::binary::program::Sandbox;
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::service::client;

fn person_of(visitor: &Visitor, candidate: &str) -> String {
    first_link(&visitor.page(candidate), "/app/people/per_")
}

fn people_are_merged_separated_and_erased(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, _) = job_and_candidate(&recruiter);
    let candidates = super::interviews::candidates(&recruiter, &job);
    let (one, other) = (&candidates[0], &candidates[1]);
    let person = person_of(&recruiter, one);
    merge(&recruiter, &person, one, other);
    separate(&recruiter, &person, other);
    hold_and_erase(sandbox, &person);
    all_applications_are_confirmed(&recruiter, &candidates[2], &candidates[3]);
    let admin = Visitor::signed_in(sandbox, ADMIN);
    assert_eq!(admin.get(one).status(), 404);
    let second = person_of(&admin, other);
    let interviewer = Visitor::signed_in(sandbox, INTERVIEWER);
    assert_eq!(interviewer.get(&second).status(), 403);
}

/// Erases a person with two applications. The address of the confirmation names one of them, and the page both.
fn all_applications_are_confirmed(recruiter: &Visitor, one: &str, other: &str) {
    let person = person_of(recruiter, one);
    merge(recruiter, &person, one, other);
    let fields = [("reason", "Requested"), ("confirmed", "1")];
    let erased = recruiter.post(&format!("{person}/erase"), &fields);
    let page = recruiter.page(location(&erased));
    assert!(page.contains("2 applications are erased"), "{page}");
    for candidate in [one, other] {
        let id = candidate.trim_start_matches("/app/candidates/");
        assert!(page.contains(&format!("<code>{id}</code>")), "{id}: {page}");
    }
}

fn merge(recruiter: &Visitor, person: &str, one: &str, other: &str) {
    for unknown in [
        "",
        "CAND-1999-00001",
        "https://example.org/app/candidates/none",
    ] {
        let refused = recruiter.post(&format!("{person}/merge"), &[("other", unknown)]);
        assert_eq!(refused.status(), 400, "{unknown}");
        let page = refused.text().unwrap();
        assert!(
            page.contains(&format!("name=\"other\" value=\"{unknown}\"")),
            "{page}"
        );
    }
    let address = format!("https://shortlist.example.org{other}?saved=status#status");
    let merged = recruiter.post(&format!("{person}/merge"), &[("other", &address)]);
    assert_eq!(location(&merged), format!("{person}?saved=merge"));
    let page = recruiter.page(person);
    assert!(
        page.contains(&format!("href=\"{one}\"")) && page.contains(&format!("href=\"{other}\"")),
        "{page}"
    );
}

fn separate(recruiter: &Visitor, person: &str, other: &str) {
    let none = recruiter.post(&format!("{person}/split"), &[]);
    assert_eq!(none.status(), 400);
    assert!(
        none.text().unwrap().contains("choose the applications"),
        "says what to do"
    );
    let id = other.trim_start_matches("/app/candidates/");
    let split = recruiter.post(
        &format!("{person}/split"),
        &[(&format!("application.{id}"), "1")],
    );
    assert_eq!(location(&split), format!("{person}?saved=split"));
    let second = person_of(recruiter, other);
    assert_ne!(second, person);
}

/// A hold protects until it is lifted.
fn hold_and_erase(sandbox: &Sandbox, person: &str) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let hold = format!("{person}/hold");
    assert_eq!(recruiter.post(&hold, &[("hold", "Claim")]).status(), 403);
    assert_eq!(admin.post(&hold, &[("hold", "")]).status(), 400);
    let held = admin.post(&hold, &[("hold", "Claim 12")]);
    assert_eq!(location(&held), format!("{person}?saved=hold"));
    let erase = format!("{person}/erase");
    let reason = ("reason", "Requested");
    assert_eq!(
        admin.post(&erase, &[reason, ("confirmed", "1")]).status(),
        409
    );
    assert_eq!(admin.post(&hold, &[("lift", "1")]).status(), 303);
    let unconfirmed = admin.post(&erase, &[reason]);
    assert_eq!(unconfirmed.status(), 400);
    assert!(unconfirmed.text().unwrap().contains("value=\"Requested\""));
    let erased = admin.post(&erase, &[reason, ("confirmed", "1")]);
    let confirmation = location(&erased);
    assert!(confirmation.starts_with("/app/candidates/cnd_"));
    let page = admin.page(confirmation);
    assert!(page.contains("erased</h1>") && page.contains("Requested"));
    assert_eq!(admin.get(person).status(), 404);
}

fn an_offer_is_drafted_sent_and_withdrawn(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (_, candidate) = job_and_candidate(&recruiter);
    let path = format!("{candidate}/offer");
    let form = |field: &str| PageForm::with(&recruiter.page(&candidate), field);
    let stale = form("amount").set("amount", "1").set("currency", "EUR");
    let refused = form("amount")
        .set("amount", "85000.123")
        .set("currency", "EUR");
    let refused = refused.send(&recruiter, &path);
    assert_eq!(refused.status(), 400);
    assert!(refused.text().unwrap().contains("value=\"85000.123\""));
    let drafted = form("amount")
        .set("amount", "85000")
        .set("currency", "EUR")
        .set("start", "2027-02-01");
    assert_eq!(drafted.send(&recruiter, &path).status(), 303);
    assert_eq!(
        stale.send(&recruiter, &path).status(),
        409,
        "another draft exists"
    );
    let sent = PageForm::with(&recruiter.page(&candidate), "state").set("state", "Sent");
    assert_eq!(
        location(&sent.send(&recruiter, &path)),
        format!("{candidate}?saved=offer#offer")
    );
    let page = recruiter.page(&candidate);
    assert!(
        page.contains("<strong>85000.00 EUR</strong>, from 2027-02-01"),
        "{page}"
    );
    assert!(
        !page.contains("name=\"amount\""),
        "terms of a sent offer stay"
    );
    assert_eq!(
        sent.send(&recruiter, &path).status(),
        409,
        "it was sent before"
    );
    let withdrawn = PageForm::with(&page, "state").set("state", "Withdrawn");
    assert_eq!(withdrawn.send(&recruiter, &path).status(), 303);
    let interviewer = Visitor::signed_in(sandbox, INTERVIEWER);
    assert_eq!(interviewer.post(&path, &[("state", "Draft")]).status(), 403);
}

fn a_panel_gets_another_interviewer(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (_, candidate) = job_and_candidate(&recruiter);
    let alone = schedule(&recruiter, &candidate, "15:00");
    assert!(!recruiter.page(&alone).contains("Add to the panel"));
    let users = recruiter.page(&format!("{candidate}/interviews"));
    let names: Vec<&str> = users
        .split("name=\"i.")
        .skip(1)
        .map(|part| part.split('"').next().unwrap())
        .collect();
    assert!(names.len() > 2, "{users}");
    let (first, second, third) = (names[0], names[1], names[2]);
    let (first, second) = (format!("i.{first}"), format!("i.{second}"));
    let fields = [
        (first.as_str(), "1"),
        (second.as_str(), "1"),
        ("date", "2027-03-04"),
        ("time", "17:00"),
        ("zone", "UTC"),
        ("minutes", "30"),
    ];
    let panel = recruiter.post(&format!("{candidate}/interviews"), &fields);
    let interview = location(&panel).split('?').next().unwrap().to_owned();
    let page = recruiter.page(&interview);
    assert!(page.contains("Add to the panel"), "{page}");
    let path = format!("{interview}/panel");
    let nobody = recruiter.post(&path, &[("interviewer", "")]);
    assert_eq!(nobody.status(), 400);
    let added = recruiter.post(&path, &[("interviewer", third)]);
    assert_eq!(location(&added), format!("{interview}?saved=added"));
    let members = recruiter.page(&interview);
    assert!(
        !members.contains(&format!("<option value=\"{third}\"")),
        "{members}"
    );
}

fn programs_get_accounts_and_tokens(sandbox: &Sandbox) {
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let path = "/app/settings/integrations";
    let unnamed = admin.post(
        path,
        &[("action", "create"), ("role", "Recruiter"), ("name", "")],
    );
    assert_eq!(unnamed.status(), 400);
    let fields = [
        ("action", "create"),
        ("role", "Recruiter"),
        ("name", "Sync with HR"),
    ];
    assert_eq!(
        location(&admin.post(path, &fields)),
        format!("{path}?saved=created")
    );
    let form = PageForm::with(&admin.page(path), "purpose");
    let refused = form
        .set("purpose", "Nightly")
        .set("days", "400")
        .set("action", "token");
    let refused = refused.send(&admin, path);
    assert_eq!(refused.status(), 400);
    assert!(refused.text().unwrap().contains("value=\"Nightly\""));
    let form = PageForm::with(&admin.page(path), "purpose").set("action", "token");
    let issued = form.set("purpose", "Nightly").send(&admin, path);
    assert_eq!(issued.status(), 200);
    let page = issued.text().unwrap();
    let (_, rest) = page.split_once("class=\"secret\" value=\"").unwrap();
    let secret = rest.split('"').next().unwrap();
    let [key, _] = sandbox.headers("Recruiter");
    let query = r#"{ "query": "{ __typename listJobs(input: { organizationId: \"ORG\" }) { totalCount } }" }"#;
    let query = query.replace("ORG", sandbox.get("organizationId"));
    let ask = || {
        let url = format!("{}/graphql", sandbox.get("serviceUrl"));
        let answer = client()
            .post(url)
            .header(key.0, &key.1)
            .header("authorization", format!("Bearer {secret}"))
            .header("content-type", "application/json")
            .body(query.clone())
            .send()
            .unwrap();
        answer.status().as_u16()
    };
    assert_eq!(ask(), 200, "the token works");
    assert!(!admin.page(path).contains(secret), "it is shown once");
    let token = PageForm::with(&admin.page(path), "token").set("action", "revoke");
    assert_eq!(
        location(&token.send(&admin, path)),
        format!("{path}?saved=revoked")
    );
    assert_eq!(ask(), 401, "the token is revoked");
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    assert_eq!(recruiter.get(path).status(), 403);
    assert_eq!(recruiter.post(path, &fields).status(), 403);
}

/// People are searched across jobs. Masked ones do not exist for the list.
fn people_are_searched_across_jobs(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let start = recruiter.page("/app/people");
    assert!(start.contains("<h1>People</h1>") && start.contains("href=\"/app/candidates/cnd_"));
    let (_, candidate) = job_and_candidate(&recruiter);
    let page = recruiter.page(&candidate);
    let (_, rest) = page.split_once("<h1><bdi>").unwrap();
    let name = rest.split('<').next().unwrap();
    let query = name.replace(' ', "+");
    let found = recruiter.page(&format!("/app/people?search={query}"));
    // A person has one row, with one of the applications, its job, and a link to all of them.
    let rows: Vec<&str> = found.split("<tr data-row>").skip(1).collect();
    assert_eq!(rows.len(), 1, "{found}");
    for part in [
        &*format!("<bdi>{name}</bdi>"),
        "href=\"/app/candidates/cnd_",
        "href=\"/app/jobs/job_",
        "href=\"/app/people/per_",
    ] {
        assert!(rows[0].contains(part), "{part}: {found}");
    }
    let nobody = recruiter.page("/app/people?search=nobodyiscalledthis");
    assert!(nobody.contains("Nobody matches"));
    let refused = recruiter.get(&format!("/app/people?allSkills={}", "x".repeat(201)));
    assert_eq!(refused.status(), 400);
    assert!(refused.text().unwrap().contains("aria-invalid=\"true\""));
    people_are_searched_by_facts(&recruiter);
    let interviewer = Visitor::signed_in(sandbox, INTERVIEWER);
    assert_eq!(interviewer.get("/app/people").status(), 403);
}

/// The form keeps what was typed, and says what is wrong with a value.
fn people_are_searched_by_facts(recruiter: &Visitor) {
    for name in ["employers", "titles", "places", "languages", "education"] {
        let page = recruiter.page(&format!("/app/people?{name}=Zzyzx"));
        assert!(page.contains("Nobody matches"), "{name}: {page}");
        let kept = format!("name=\"{name}\" value=\"Zzyzx\"");
        assert!(page.contains(&kept), "{name}: {page}");
        let refused = recruiter.get(&format!("/app/people?{name}=%E2%80%A6"));
        assert_eq!(refused.status(), 400, "{name}");
        let page = refused.text().unwrap();
        assert!(page.contains(&format!("id=\"{name}-problem\"")), "{page}");
    }
    let german = recruiter.page("/app/people?languages=Englisch");
    assert!(german.contains("href=\"/app/candidates/cnd_"), "{german}");
}

/// A candidate is added without a file. What was typed stays in the form until it is right.
fn a_candidate_is_added_without_a_file(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, _) = job_and_candidate(&recruiter);
    let add = format!("{job}/add");
    assert!(
        recruiter
            .page(&format!("{job}/upload"))
            .contains(&format!("href=\"{add}\""))
    );
    let form = PageForm::with(&recruiter.page(&add), "name")
        .set("name", "Nia Quillfeather")
        .set("text", "Skills\nRust, PostgreSQL <b>");
    let refused = form.clone().set("email", "nobody").send(&recruiter, &add);
    assert_eq!(refused.status(), 400);
    let page = refused.text().unwrap();
    assert!(page.contains("E-mail address must"), "{page}");
    assert!(
        page.contains("value=\"Nia Quillfeather\"")
            && page.contains("Rust, PostgreSQL &#60;b&#62;"),
        "{page}"
    );
    let created = form.set("email", "nia@example.org").send(&recruiter, &add);
    let candidate = location(&created).to_owned();
    assert!(candidate.ends_with("?saved=created"), "{candidate}");
    let page = recruiter.page(&candidate);
    assert!(
        page.contains("Nia Quillfeather") && page.contains("scored on what you entered"),
        "{page}"
    );
    let again = PageForm::with(&recruiter.page(&add), "name");
    let again = again
        .set("name", "Nia Q.")
        .set("email", "nia@example.org")
        .send(&recruiter, &add);
    assert_eq!(again.status(), 409);
    let interviewer = Visitor::signed_in(sandbox, INTERVIEWER);
    assert_eq!(interviewer.post(&add, &[("name", "Nia Q.")]).status(), 403);
}

/// A candidate is considered for another job, which the form finds by its code.
fn a_candidate_is_considered_for_another_job(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (_, candidate) = job_and_candidate(&recruiter);
    let consider = format!("{candidate}/consider");
    for unknown in ["", "JOB-1999-00001", "/app/jobs/job_none"] {
        let refused = recruiter.post(&consider, &[("job", unknown)]);
        assert_eq!(refused.status(), 400, "{unknown}");
        let page = refused.text().unwrap();
        assert!(
            page.contains(&format!("name=\"job\" value=\"{unknown}\"")),
            "{page}"
        );
    }
    let created = recruiter.post("/app/jobs/new", &[("title", "Orchard Keeper")]);
    let job = location(&created).to_owned();
    let page = recruiter.page(&candidate);
    let (before, _) = page.split_once(">Orchard Keeper</option>").unwrap();
    let code = before
        .rsplit("value=\"")
        .next()
        .unwrap()
        .trim_end_matches('"');
    let considered = recruiter.post(&consider, &[("job", code)]);
    let other = location(&considered).to_owned();
    assert!(other.ends_with("?saved=considered"), "{other}");
    let page = recruiter.page(&other);
    assert!(page.contains("is now considered for this job") && page.contains("Orchard Keeper"));
    assert!(
        page.contains(&format!("href=\"{candidate}\"")),
        "the other application"
    );
    let (_, rest) = page.split_once("<h1><bdi>").unwrap();
    let name = rest.split('<').next().unwrap().replace(' ', "+");
    let people = recruiter.page(&format!("/app/people?search={name}"));
    let links = people.matches("href=\"/app/people/per_").count();
    assert!(links == 1 && people.contains("2 applications"), "{people}");
    let ranked = recruiter.page(&job);
    assert!(ranked.contains(other.trim_end_matches("?saved=considered")));
    let again = recruiter.post(&consider, &[("job", &job)]);
    assert_eq!(again.status(), 409);
    let interviewer = Visitor::signed_in(sandbox, INTERVIEWER);
    assert_eq!(interviewer.post(&consider, &[("job", code)]).status(), 403);
}

fn all(url: &DatabaseUrl) {
    with_sandbox(url, |sandbox| {
        a_candidate_is_considered_for_another_job(sandbox);
        people_are_searched_across_jobs(sandbox);
        people_are_merged_separated_and_erased(sandbox);
        an_offer_is_drafted_sent_and_withdrawn(sandbox);
        a_panel_gets_another_interviewer(sandbox);
        programs_get_accounts_and_tokens(sandbox);
        a_candidate_is_added_without_a_file(sandbox);
    });
}

#[test]
fn people_offers_panels_and_programs_have_pages_on_sqlite() {
    on_sqlite(all);
}

#[test]
#[ignore = "long"]
fn people_offers_panels_and_programs_have_pages_on_postgresql() {
    on_postgresql(all);
}
