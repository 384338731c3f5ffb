//! The pages that set a job up: hiring team, stages, questions, and deleting the job; and the settings behind them.

use reqwest::blocking::Response;
use shortlist_persistence::DatabaseUrl;

use super::requests::{job_and_candidate, with_sandbox};
use super::visitor::{ADMIN, INTERVIEWER, RECRUITER, STRANGER, Visitor, first_link, location};
use crate::binary::program::Sandbox;
use crate::support::database::{on_postgresql, on_sqlite};

/// A form as it is on a page.
#[derive(Clone)]
pub(super) struct PageForm {
    fields: Vec<(String, String)>,
}

impl PageForm {
    /// Reads the form of a page that has this field, as a browser sends it without a change.
    pub(super) fn with(page: &str, field: &str) -> Self {
        let forms = page.split("<form ").skip(1);
        let forms = forms.map(|form| form.split_once("</form>").unwrap().0);
        let named = format!("name=\"{field}\"");
        let mut found = forms.filter(|form| form.contains(&named));
        let form = found.next().unwrap_or_else(|| panic!("{field} in {page}"));
        let mut fields = Vec::new();
        for tag in form.split('<').skip(1) {
            let Some(name) = attribute(tag, "name") else {
                continue;
            };
            let is_box = tag.contains("type=\"checkbox\"") || tag.contains("type=\"radio\"");
            let value = match tag.split([' ', '>']).next().unwrap() {
                "input" if is_box && !tag.contains(" checked") => continue,
                "input" => attribute(tag, "value").unwrap_or_default(),
                "textarea" => text_after(tag),
                "select" => chosen(form, &name),
                _ => continue,
            };
            fields.push((name, value));
        }
        Self { fields }
    }

    /// Returns the form with another value.
    pub(super) fn set(mut self, name: &str, value: &str) -> Self {
        self.fields.retain(|(field, _)| field != name);
        self.fields.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Returns the form without a value, such as that of a box that is no longer ticked.
    pub(super) fn without(mut self, name: &str) -> Self {
        self.fields.retain(|(field, _)| field != name);
        self
    }

    /// Returns what comes after the beginning in the name of the field with this value.
    pub(super) fn number_of(&self, beginning: &str, value: &str) -> String {
        let is_it = |(name, text): &&(String, String)| name.starts_with(beginning) && text == value;
        let found = self.fields.iter().find(is_it);
        let (name, _) = found.unwrap_or_else(|| panic!("{value} in {:?}", self.fields));
        name.trim_start_matches(beginning).to_owned()
    }

    pub(super) fn send(&self, visitor: &Visitor, path: &str) -> Response {
        let fields = self.fields.iter();
        let fields: Vec<_> = fields
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        visitor.post(path, &fields)
    }
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    let text = rest.split('"').next().unwrap();
    Some(
        text.replace("&#39;", "'")
            .replace("&#34;", "\"")
            .replace("&#38;", "&"),
    )
}

fn text_after(tag: &str) -> String {
    let (_, text) = tag.split_once('>').unwrap();
    text.trim_start_matches('\n').to_owned()
}

fn chosen(form: &str, name: &str) -> String {
    let (_, rest) = form
        .split_once(&format!("<select name=\"{name}\""))
        .unwrap();
    let (options, _) = rest.split_once("</select>").unwrap();
    let mut options = options.split("<option").skip(1);
    let first = options.clone().next().unwrap_or_default();
    let option = options
        .find(|option| option.contains(" selected"))
        .unwrap_or(first);
    attribute(option, "value").unwrap_or_default()
}

/// The form for the stages of a job.
struct StagesPage<'a> {
    recruiter: &'a Visitor,
    path: String,
}

impl StagesPage<'_> {
    fn form(&self) -> PageForm {
        PageForm::with(&self.recruiter.page(&self.path), "name.1")
    }

    fn send(&self, form: &PageForm) -> Response {
        form.send(self.recruiter, &self.path)
    }

    /// Returns the page of a form that is refused with this status.
    fn refused(&self, form: &PageForm, status: u16) -> String {
        let refused = self.send(form);
        assert_eq!(refused.status(), status);
        refused.text().unwrap()
    }
}

fn stages_are_renamed_added_ordered_and_removed(sandbox: &Sandbox) {
    let recruiter = &Visitor::signed_in(sandbox, RECRUITER);
    let (job, candidate) = job_and_candidate(recruiter);
    let path = format!("{job}/stages");
    let stages = StagesPage { recruiter, path };
    let stale = stages.form();
    // The new stage comes second.
    let row = stages.form().number_of("name.", "");
    let typed = stages
        .form()
        .set(&format!("name.{row}"), "Telephone call")
        .set(&format!("status.{row}"), "Active")
        .set(&format!("place.{row}"), "1.5");
    let added = stages.send(&typed);
    assert_eq!(location(&added), format!("{}?saved=1", stages.path));
    assert_eq!(stages.form().number_of("name.", "Telephone call"), "2");
    let board = recruiter.page(&format!("{job}/board"));
    assert!(board.contains("Telephone call"), "{board}");
    a_change_in_between_is_shown(&stages, stale);
    a_stage_with_candidates_is_removed_only_if_they_go_somewhere(&stages, &job, &candidate);
    for (field, typed, problem) in [
        ("place.1", "first", "must be a number, such as 2 or 1.5"),
        ("name.2", "Rejected", "occurs twice"),
    ] {
        let page = stages.refused(&stages.form().set(field, typed), 400);
        assert!(page.contains(problem), "{page}");
        assert!(page.contains(&format!("value=\"{typed}\"")), "{page}");
    }
}

fn a_change_in_between_is_shown(stages: &StagesPage<'_>, stale: PageForm) {
    let page = stages.refused(&stale.set("name.1", "In my order"), 409);
    assert!(
        page.contains("Someone else has changed the stages"),
        "{page}"
    );
    assert!(page.contains("Stored now:"), "{page}");
    assert!(page.contains("Telephone call (Active)"), "{page}");
    assert!(page.contains("value=\"In my order\""), "{page}");
    // Whoever saves again has seen it.
    let again = PageForm::with(&page, "name.1");
    assert_eq!(stages.send(&again).status(), 303);
    let row = again.number_of("name.", "");
    let back = stages.form().set(&format!("name.{row}"), "Telephone call");
    let back = back.set(&format!("place.{row}"), "1.5");
    assert_eq!(stages.send(&back).status(), 303);
}

fn a_stage_with_candidates_is_removed_only_if_they_go_somewhere(
    stages: &StagesPage<'_>,
    job: &str,
    candidate: &str,
) {
    let candidate = candidate.trim_start_matches("/app/candidates/");
    let to = stage_id(&stages.form(), "2");
    let moved = [("candidate", candidate), ("to", &to)];
    let moved = stages.recruiter.post(&format!("{job}/board"), &moved);
    assert_eq!(moved.status(), 303);
    let page = stages.refused(&stages.form().set("remove.2", "1"), 409);
    assert!(
        page.contains("name=\"remove.2\" value=\"1\" checked"),
        "{page}"
    );
    let target = stage_id(&stages.form(), "1");
    let removed = stages.form().set("remove.2", "1").set("to.2", &target);
    assert_eq!(stages.send(&removed).status(), 303);
    let page = stages.recruiter.page(&stages.path);
    assert!(!page.contains("Telephone call"), "{page}");
}

fn stage_id(form: &PageForm, number: &str) -> String {
    let name = format!("id.{number}");
    let found = form.fields.iter().find(|(field, _)| *field == name);
    found.unwrap().1.clone()
}

fn new_jobs_get_the_stages_of_the_settings(sandbox: &Sandbox) {
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let path = "/app/settings/stages";
    let form = || PageForm::with(&admin.page(path), "name.1");
    let stale = form();
    let saved = form().set("name.1", "Received").send(&admin, path);
    assert_eq!(location(&saved), "/app/settings/stages?saved=1");
    let lost = stale.set("name.1", "Sourced").send(&admin, path);
    assert_eq!(lost.status(), 409);
    assert!(lost.text().unwrap().contains("value=\"Sourced\""));
    let job = sandbox.create_job("Librarian");
    assert!(
        admin
            .page(&format!("/app/jobs/{job}/stages"))
            .contains("value=\"Received\"")
    );
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    assert_eq!(recruiter.get(path).status(), 403);
}

fn the_team_decides_who_sees_a_job(sandbox: &Sandbox) {
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let created = admin.post("/app/jobs/new", &[("title", "Curator")]);
    let job = location(&created).to_owned();
    let path = format!("{job}/team");
    let me = sandbox.user("Recruiter")["_id"].as_str().unwrap();
    let access = "/app/settings/access";
    let limited = PageForm::with(&admin.page(access), "access").set("access", "TeamJobs");
    assert_eq!(limited.send(&admin, access).status(), 303);
    assert_eq!(recruiter.get(&job).status(), 404, "no member");
    let stale = PageForm::with(&admin.page(&path), "was");
    let member = format!("member.{me}");
    let added = PageForm::with(&admin.page(&path), "was").set(&member, "1");
    assert_eq!(
        location(&added.send(&admin, &path)),
        format!("{path}?saved=1")
    );
    recruiter.page(&job);
    let lost = stale.send(&admin, &path);
    assert_eq!(lost.status(), 409, "the team has changed");
    let again = PageForm::with(&lost.text().unwrap(), "was");
    assert!(
        !again.fields.iter().any(|(name, _)| *name == member),
        "the choice is kept"
    );
    let removed = PageForm::with(&admin.page(&path), "was").without(&member);
    assert_eq!(removed.send(&admin, &path).status(), 303);
    assert_eq!(recruiter.get(&job).status(), 404);
    let again = limited.send(&admin, access);
    assert_eq!(again.status(), 409, "the form was filled before");
    let open = PageForm::with(&admin.page(access), "access").set("access", "AllJobs");
    assert_eq!(open.send(&admin, access).status(), 303);
    recruiter.page(&job);
}

fn questions_are_added_and_removed(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, _) = job_and_candidate(&recruiter);
    let path = format!("{job}/questions");
    let form = || PageForm::with(&recruiter.page(&path), "was");
    let stale = form();
    let typed = form()
        .set("text.1", "When can you start?")
        .set("key.1", "start")
        .set("choices.1", "Now\nIn a month")
        .set("required.1", "1");
    assert_eq!(
        location(&typed.send(&recruiter, &path)),
        format!("{path}?saved=1")
    );
    let page = recruiter.page(&path);
    assert!(
        page.contains("value=\"When can you start?\"") && page.contains("Now\nIn a month"),
        "{page}"
    );
    assert_eq!(
        stale
            .set("text.1", "Lost?")
            .send(&recruiter, &path)
            .status(),
        409
    );
    let refused = form()
        .set("text.2", "Without a key?")
        .send(&recruiter, &path);
    assert_eq!(refused.status(), 400);
    let page = refused.text().unwrap();
    assert!(
        page.contains("value=\"Without a key?\"") && page.contains("each key must have"),
        "{page}"
    );
    let emptied = form()
        .set("text.1", "")
        .set("key.1", "")
        .set("choices.1", "");
    assert_eq!(emptied.send(&recruiter, &path).status(), 303);
    assert!(!recruiter.page(&path).contains("When can you start?"));
}

fn a_job_without_candidates_is_deleted(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (full, _) = job_and_candidate(&recruiter);
    let refused = recruiter.post(&format!("{full}/delete"), &[("confirmed", "1")]);
    assert_eq!(refused.status(), 409);
    assert!(refused.text().unwrap().contains("Archive it instead"));
    let created = recruiter.post("/app/jobs/new", &[("title", "Mistake")]);
    let job = location(&created).to_owned();
    let unconfirmed = recruiter.post(&format!("{job}/delete"), &[]);
    assert_eq!(unconfirmed.status(), 400);
    recruiter.page(&job);
    let deleted = recruiter.post(&format!("{job}/delete"), &[("confirmed", "1")]);
    assert_eq!(location(&deleted), "/app/jobs?done=deleted");
    assert!(
        recruiter
            .page("/app/jobs?done=deleted")
            .contains("The job is deleted.")
    );
    assert_eq!(recruiter.get(&job).status(), 404);
}

fn strangers_and_interviewers_set_nothing_up(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, _) = job_and_candidate(&recruiter);
    for (demo, status) in [(INTERVIEWER, 403), (STRANGER, 404)] {
        let visitor = Visitor::signed_in(sandbox, demo);
        for page in ["team", "stages", "questions"] {
            let path = format!("{job}/{page}");
            assert_eq!(visitor.get(&path).status(), status, "{path}");
            assert_eq!(
                visitor.post(&path, &[("was", "")]).status(),
                status,
                "{path}"
            );
        }
        let delete = format!("{job}/delete");
        assert_eq!(
            visitor.post(&delete, &[("confirmed", "1")]).status(),
            status
        );
    }
    assert!(first_link(&recruiter.page(&job), "/app/candidates/").len() > 20);
}

fn all(url: &DatabaseUrl) {
    with_sandbox(url, |sandbox| {
        stages_are_renamed_added_ordered_and_removed(sandbox);
        new_jobs_get_the_stages_of_the_settings(sandbox);
        the_team_decides_who_sees_a_job(sandbox);
        questions_are_added_and_removed(sandbox);
        a_job_without_candidates_is_deleted(sandbox);
        strangers_and_interviewers_set_nothing_up(sandbox);
    });
}

#[test]
fn jobs_are_set_up_on_sqlite() {
    on_sqlite(all);
}

#[test]
#[ignore = "long"]
fn jobs_are_set_up_on_postgresql() {
    on_postgresql(all);
}
