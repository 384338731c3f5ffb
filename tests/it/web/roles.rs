//! The pages and forms of each role, and the refusal of forms that a role may not send.

use super::interviews::{PAST, schedule_on};
use super::requests::{job_and_candidate, with_sandbox};
use super::visitor::{ADMIN, INTERVIEWER, RECRUITER, Visitor, cookie_of, first_link, location};
use crate::binary::program::Sandbox;
use crate::support::database::on_sqlite;

const PASSWORD: &str = "a long password";
const USERS: &str = "/app/settings/users";
const MANAGER: &str = "Hilda Example";

/// The pages with the roles that may open them: Admin, Recruiter, hiring manager (H), read-only (O) and Interviewer. Hiring managers may
/// not decide at first. Another test covers Interviewers on the pages of a candidate, which need an assignment.
const PAGES: &[(&str, &str)] = &[
    ("/app", "ARHOI"),
    ("/app/jobs", "ARHO"),
    ("/app/people", "ARHO"),
    ("/app/interviews", "ARHOI"),
    ("/app/reports", "ARHO"),
    ("/app/reports/fairness", "A"),
    ("/app/search?q=nurse", "ARHO"),
    ("/app/help", "ARHOI"),
    ("/app/jobs/import", "AR"),
    ("/app/jobs/new", "AR"),
    ("{job}", "ARHO"),
    ("{job}/board", "ARHO"),
    ("{job}/leaderboards", "ARHO"),
    ("{job}/activity", "ARHO"),
    ("{job}/candidates.csv", "ARHO"),
    ("{job}/edit", "AR"),
    ("{job}/upload", "AR"),
    ("{job}/add", "AR"),
    ("{job}/requirements", "AR"),
    ("{job}/review", "AR"),
    ("{job}/team", "AR"),
    ("{job}/stages", "AR"),
    ("{job}/questions", "AR"),
    ("{candidate}", "ARHO"),
    ("{candidate}/activity", "ARHO"),
    ("{candidate}/packet", "ARHO"),
    ("{candidate}/corrections", "ARHO"),
    ("{candidate}/interviews", "AR"),
    ("{candidate}/data", "ARO"),
    ("/app/settings", "ARHOI"),
    ("/app/settings/keys", "A"),
    ("/app/settings/users", "A"),
    ("/app/settings/single-sign-on", "A"),
    ("/app/settings/provisioning", "A"),
    ("/app/settings/integrations", "A"),
    ("/app/settings/access", "A"),
    ("/app/settings/candidates", "A"),
    ("/app/settings/stages", "A"),
    ("/app/settings/webhooks", "A"),
    ("/app/settings/mail", "A"),
    ("/app/settings/mail/sender", "A"),
    ("/app/settings/mail/templates", "A"),
    ("/app/sandbox/mails", "A"),
    ("/app/settings/retention", "A"),
    ("/app/settings/audit", "A"),
    ("/app/settings/service", "A"),
    ("/app/settings/password", "ARHOI"),
    ("/app/account/sessions", "ARHOI"),
    ("/app/account/second-factor", "ARHOI"),
    ("/app/account/mail", "ARHOI"),
];

fn create(sandbox: &Sandbox, admin: &Visitor, name: &str, role: &str) -> Visitor {
    let email = format!("{}@example.org", role.to_lowercase());
    let new = [
        ("name", name),
        ("email", email.as_str()),
        ("role", role),
        ("password", PASSWORD),
    ];
    let created = admin.post(USERS, &new);
    assert_eq!(location(&created), "/app/settings/users?saved=created");
    let visitor = Visitor::new(sandbox);
    let fields = [("email", email.as_str()), ("password", PASSWORD)];
    let cookie = cookie_of(&visitor.post("/app/sign-in", &fields));
    visitor.with_cookie(cookie)
}

/// Adds the hiring manager to the team of a job.
fn join_team(admin: &Visitor, job: &str) {
    let path = format!("{job}/team");
    let page = admin.page(&path);
    let (_, was) = page.split_once("name=\"was\" value=\"").unwrap();
    let was = was.split('"').next().unwrap();
    let (before, _) = page.split_once(&format!("<bdi>{MANAGER}</bdi>")).unwrap();
    let (_, id) = before.rsplit_once("name=\"member.").unwrap();
    let member = format!("member.{}", id.split('"').next().unwrap());
    let saved = admin.post(&path, &[("was", was), (member.as_str(), "1")]);
    assert_eq!(saved.status(), 303);
}

fn each_role_opens_its_pages(sandbox: &Sandbox) {
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, candidate) = job_and_candidate(&recruiter);
    let manager = create(sandbox, &admin, MANAGER, "HiringManager");
    let reader = create(sandbox, &admin, "Otto Example", "ReadOnly");
    let interviewer = Visitor::signed_in(sandbox, INTERVIEWER);
    assert_eq!(manager.get(&job).status(), 404, "not in the team");
    join_team(&admin, &job);
    let visitors = [
        ('A', &admin),
        ('R', &recruiter),
        ('H', &manager),
        ('O', &reader),
        ('I', &interviewer),
    ];
    for (page, roles) in PAGES {
        let path = page.replace("{job}", &job);
        let path = path.replace("{candidate}", &candidate);
        for (letter, visitor) in visitors {
            if letter == 'I' && page.contains("{candidate}") {
                continue;
            }
            let status = visitor.get(&path).status().as_u16();
            let is_open = [200, 303].contains(&status);
            assert_eq!(
                is_open,
                roles.contains(letter),
                "{path} of {letter}: {status}"
            );
            assert!(is_open || status == 403, "{path} of {letter}: {status}");
        }
    }
    let records = Records {
        interview: schedule_on(&recruiter, &candidate, PAST, "11:00"),
        person: first_link(&recruiter.page(&candidate), "/app/people/"),
        job: job.clone(),
        candidate: candidate.clone(),
    };
    forms_are_shown_to_those_who_may_send_them(&records, [&recruiter, &manager, &reader]);
    a_read_only_user_gets_no_form_that_changes_a_record(&records, &reader);
    other_forms_are_refused(&admin, &manager, &reader, &job, &candidate);
}

/// The paths of records that the users see.
struct Records {
    job: String,
    candidate: String,
    interview: String,
    person: String,
}

/// Checks the forms of a recruiter, of a hiring manager who does not decide, and of a read-only user.
fn forms_are_shown_to_those_who_may_send_them(records: &Records, users: [&Visitor; 3]) {
    let (job, candidate) = (records.job.as_str(), records.candidate.as_str());
    let (interview, person) = (records.interview.as_str(), records.person.as_str());
    let [board, corrections] = [format!("{job}/board"), format!("{candidate}/corrections")];
    for (path, form, shown) in [
        (&*corrections, ">Correct<", [true, false, false]),
        (&*corrections, "name=\"value\"", [true, false, false]),
        (
            &*corrections,
            "<h2 id=\"history-title\"",
            [true, true, true],
        ),
        (interview, ">Move, cancel or change<", [true, false, false]),
        (interview, "name=\"feedback\"", [true, true, false]),
        (interview, "name=\"score\"", [true, true, false]),
        (interview, "No report yet.", [false, false, true]),
        (person, ">Merge<", [true, false, false]),
        (person, ">Erase this person<", [true, false, false]),
        (candidate, "/corrections\">Corrections<", [true, true, true]),
        (candidate, "/data\">Export", [true, false, true]),
        (candidate, ">Export, hold or erase<", [true, false, false]),
        (candidate, ">Advance<", [true, false, false]),
        (candidate, ">Schedule an interview<", [true, false, false]),
        (candidate, ">Add note<", [true, true, false]),
        (candidate, "your review</button>", [true, true, false]),
        (job, ">Upload resumes<", [true, false, false]),
        (job, ">Apply to all candidates<", [true, false, false]),
        (job, ">Compare<", [true, true, true]),
        (job, ">Save this view<", [true, true, false]),
        (job, "/edit\"", [true, false, false]),
        (board.as_str(), "<summary>Move", [true, false, false]),
    ] {
        // A person's page is unknown to whoever is limited to jobs.
        let seen = users.map(|user| user.get(path).text().unwrap().contains(form));
        assert_eq!(seen, shown, "{form} on {path}");
    }
}

/// Checks that each form of the pages that a read-only user opens changes only the user's own account, or nothing.
fn a_read_only_user_gets_no_form_that_changes_a_record(records: &Records, reader: &Visitor) {
    let more = [
        (records.interview.as_str(), "O"),
        (records.person.as_str(), "O"),
    ];
    for (page, _) in PAGES
        .iter()
        .chain(&more)
        .filter(|page| page.1.contains('O'))
    {
        let path = page.replace("{job}", &records.job);
        let path = path.replace("{candidate}", &records.candidate);
        let text = reader.get(&path).text().unwrap();
        for form in text.split("<form").skip(1) {
            let tag = form.split('>').next().unwrap();
            let is_own = [
                "/app/sign-out\"",
                "/app/account/",
                "/app/settings/password\"",
            ];
            let harmless = ["/export\"", "/bulk\""];
            let mut allowed = is_own.iter().chain(&harmless);
            assert!(
                !tag.contains("\"post\"") || allowed.any(|action| tag.contains(action)),
                "{tag} on {path}"
            );
        }
    }
    let invented = reader.page(&format!("{}?feedback=Invented", records.interview));
    assert!(!invented.contains("Invented"), "{invented}");
}

fn other_forms_are_refused(
    admin: &Visitor,
    manager: &Visitor,
    reader: &Visitor,
    job: &str,
    candidate: &str,
) {
    let id = candidate.rsplit('/').next().unwrap();
    let fields = [
        ("status", "OnHold"),
        ("tag", "x"),
        ("note", "x"),
        ("score", "50"),
        ("candidate", id),
        ("to", "x"),
    ];
    let refused = |visitor: &Visitor, path: &str, why: &str| {
        let response = visitor.post(path, &fields);
        assert_eq!(response.status(), 403, "{path}");
        let page = response.text().unwrap();
        assert!(page.contains(why), "{path}: {page}");
    };
    let of_candidate = |form: &str| format!("{candidate}/{form}");
    let board = format!("{job}/board");
    for path in ["tags", "notes", "review", "offer", "consider"].map(of_candidate) {
        refused(reader, &path, "ser who may only read may not do this");
    }
    for path in [candidate, board.as_str()] {
        refused(reader, path, "ser who may only read may not do this");
        refused(manager, path, "do not decide about candidates");
    }
    for path in ["notes", "review"].map(of_candidate) {
        assert_eq!(manager.post(&path, &fields).status(), 303, "{path}");
    }
    let decide = [
        ("access", "AllJobs"),
        ("was", "AllJobs"),
        ("managersDecide", "1"),
    ];
    let saved = admin.post("/app/settings/access", &decide);
    assert_eq!(location(&saved), "/app/settings/access?saved=1");
    assert!(manager.page(candidate).contains(">Advance<"));
    assert_eq!(manager.post(candidate, &fields).status(), 303);
    refused(
        manager,
        &of_candidate("tags"),
        "may change only the status of a candidate",
    );
    refused(
        manager,
        &of_candidate("offer"),
        "iring manager may not do this",
    );
}

#[test]
fn each_role_has_its_pages_and_forms_on_sqlite() {
    on_sqlite(|url| with_sandbox(url, each_role_opens_its_pages));
}
