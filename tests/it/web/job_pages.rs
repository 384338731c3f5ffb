//! The pages of a job besides its ranking, without a browser: board, comparison, leaderboards and activity.

use super::requests::{job_and_candidate, with_sandbox};
use super::visitor::{ADMIN, INTERVIEWER, RECRUITER, STRANGER, Visitor, location};
use crate::binary::program::Sandbox;
use crate::support::database::{on_postgresql, on_sqlite};

/// Returns the identifiers of the candidates of a ranking.
fn ids(recruiter: &Visitor, job: &str) -> Vec<String> {
    let page = recruiter.page(job);
    let parts = page.split("href=\"/app/candidates/").skip(1);
    parts
        .map(|rest| rest.split('"').next().unwrap().to_owned())
        .collect()
}

/// Every page of a job leads to the others, and says which one it is.
fn the_pages_of_a_job_are_tabs(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, _) = job_and_candidate(&recruiter);
    for (page, tab, mark) in [
        ("", "", "page"),
        ("/review", "/review", "page"),
        ("/board", "/board", "page"),
        ("/leaderboards", "/leaderboards", "page"),
        ("/activity", "/activity", "page"),
        ("/edit", "/edit", "true"),
        ("/team", "/edit", "true"),
        ("/upload", "", "true"),
        ("/add", "", "true"),
    ] {
        let html = recruiter.page(&format!("{job}{page}"));
        let (_, rest) = html.split_once("aria-label=\"Job\"").unwrap();
        let tabs = rest.split("</nav>").next().unwrap();
        assert_eq!(tabs.matches("<a ").count(), 6, "{page}");
        let marked = format!("<a href=\"{job}{tab}\" aria-current=\"{mark}\">");
        assert!(tabs.contains(&marked), "{page}: {tabs}");
        assert_eq!(tabs.matches("aria-current").count(), 1, "{page}");
        assert!(
            html.contains("<a href=\"/app/jobs\" aria-current=\"true\">Jobs</a>"),
            "{page}"
        );
    }
}

fn candidates_are_compared(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, _) = job_and_candidate(&recruiter);
    let ids = ids(&recruiter, &job);
    let boxes = format!("{job}/compare?c.{}=1&view=&c.{}=1&status=", ids[0], ids[1]);
    let compared = recruiter.get(&boxes);
    let address = format!("{job}/compare?c={}&c={}", ids[0], ids[1]);
    assert_eq!(location(&compared), address);
    let page = recruiter.page(&address);
    assert!(page.contains("class=\"best\"") && page.contains("Work history"));
    assert_eq!(page.matches("<th scope=\"col\"").count(), 2);
    assert!(
        page.contains("<q class=\"quote\">"),
        "cells quote the resume"
    );
    // A requirement is one row, however a candidate meets it.
    assert!(page.contains("<bdi>implied by PostgreSQL</bdi>"), "{page}");
    assert!(!page.contains("SQL (implied by"), "{page}");
    let repeated = format!("{job}/compare?c={0}&c={0}", ids[0]);
    assert_eq!(recruiter.get(&repeated).status(), 400);
    let six: Vec<String> = ids.iter().take(6).map(|id| format!("c={id}")).collect();
    let refused = recruiter.get(&format!("{job}/compare?{}", six.join("&")));
    assert_eq!(refused.status(), 400);
    assert!(
        refused
            .text()
            .unwrap()
            .contains("Select at most 5 candidates")
    );
    let stranger = Visitor::signed_in(sandbox, STRANGER);
    assert_eq!(stranger.get(&address).status(), 404);
    let unknown = format!("{job}/compare?c={}&c=cnd_unknown", ids[0]);
    assert_eq!(recruiter.get(&unknown).status(), 404);
}

/// Returns what follows each occurrence of a text in a page, up to an end.
fn after_each<'a>(page: &'a str, start: &str, end: char) -> Vec<&'a str> {
    let parts = page.split(start).skip(1);
    parts.map(|rest| rest.split(end).next().unwrap()).collect()
}

fn stage_names(page: &str) -> Vec<&str> {
    let headings = after_each(page, "<h2 id=\"stage-", '/').into_iter();
    let names = headings.map(|heading| heading.rsplit('>').next().unwrap());
    names.map(|name| name.trim_end_matches('<')).collect()
}

fn the_board_shows_a_pipeline(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, _) = job_and_candidate(&recruiter);
    let board = recruiter.page(&format!("{job}/board"));
    let (pipeline, beside) = board.split_once("class=\"beside\"").unwrap();
    let expected = ["Applied", "Screening", "Interview", "Offer", "Hired"];
    assert_eq!(stage_names(pipeline), expected);
    assert_eq!(stage_names(beside), ["On hold", "Rejected", "Withdrawn"]);
    let cards: Vec<&str> = board.split("data-card").skip(1).collect();
    assert_eq!(cards.len(), ids(&recruiter, &job).len());
    let scores = after_each(&board, "<span class=\"sr\">Score </span><strong>", '<');
    let scores: Vec<f64> = scores.iter().map(|score| score.parse().unwrap()).collect();
    assert_eq!(scores.len(), cards.len(), "each card has a score");
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    for (card, score) in cards.iter().zip(&scores) {
        let width = format!("class=\"bar1\" width=\"{:.0}\"", score * 10.0);
        assert!(card.contains(&width), "{width}: {card}");
        assert!(card.contains(">Less than a day in this stage<"), "{card}");
    }
    let positions = after_each(&board, "card-position\">", '/');
    assert!(
        positions
            .iter()
            .any(|one| one.contains("<bdi>Senior Backend Engineer, ")),
        "{positions:?}"
    );
}

/// The board and the ranking of a job without candidates offer only what the job accepts.
fn empty_pages_offer_what_is_possible(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let new = |fields: &[(&str, &str)]| {
        let created = recruiter.post("/app/jobs/new", fields);
        location(&created).to_owned()
    };
    let assert_offers = |job: &str, expected: [bool; 2]| {
        for page in ["", "/board"] {
            let html = recruiter.page(&format!("{job}{page}"));
            assert!(html.contains("<p class=\"empty\">No candidates"), "{html}");
            let offered = ["upload", "add"].map(|form| html.contains(&format!("\"{job}/{form}\"")));
            assert_eq!(offered, expected, "{page}");
        }
    };
    let open = new(&[("title", "Lamplighter")]);
    assert_offers(&open, [true, true]);
    let blind = new(&[("title", "Blind lamplighter"), ("blind", "1")]);
    assert_offers(&blind, [true, false]);
    let close = [("status", "Closed"), ("reason", "No lamps")];
    let closed = recruiter.post(&format!("{open}/status"), &close);
    assert_eq!(closed.status(), 303);
    assert_offers(&open, [false, false]);
}

fn cards_move_between_stages(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, candidate) = job_and_candidate(&recruiter);
    let id = candidate.rsplit('/').next().unwrap();
    let board = format!("{job}/board");
    assert!(recruiter.page(&board).contains("data-stage=\"OnHold\""));
    let moving = |visitor: &Visitor, from: &str, to: &str| {
        let fields = [
            ("candidate", id),
            ("from", from),
            ("to", to),
            ("reason", "A <b>reason</b>"),
        ];
        visitor.post(&board, &fields)
    };
    let nowhere = moving(&recruiter, "New", "");
    assert_eq!(nowhere.status(), 400);
    assert!(
        nowhere
            .text()
            .unwrap()
            .contains("choose where the candidate goes")
    );
    let moved = moving(&recruiter, "New", "OnHold");
    assert_eq!(moved.status(), 303);
    assert!(recruiter.page(location(&moved)).contains("is moved."));
    let stage = recruiter.page(&format!("{board}?stage=OnHold"));
    assert!(stage.contains(&format!("id=\"{id}\"")) && stage.contains("A &#60;b&#62;reason"));
    let stale = moving(&recruiter, "New", "Hired");
    assert_eq!(stale.status(), 409);
    assert!(stale.text().unwrap().contains("Someone else has moved"));
    assert_eq!(moving(&recruiter, "OnHold", "stg_unknown").status(), 400);
    assert_eq!(
        moving(&Visitor::signed_in(sandbox, STRANGER), "OnHold", "Hired").status(),
        404
    );
    let interviewer = Visitor::signed_in(sandbox, INTERVIEWER);
    assert_eq!(interviewer.get(&board).status(), 403);
    assert!(
        recruiter
            .page(&format!("{board}?stage=%3Cb%3E&page=-1"))
            .contains("no such stage")
    );
    assert_eq!(moving(&recruiter, "OnHold", "Active").status(), 303);
}

fn both_leaderboards_and_the_scatter_plot(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, candidate) = job_and_candidate(&recruiter);
    let review = [("score", "2.5"), ("comment", "")];
    assert_eq!(
        recruiter
            .post(&format!("{candidate}/review"), &review)
            .status(),
        303
    );
    let page = recruiter.page(&format!("{job}/leaderboards"));
    assert!(page.contains("By resume") && page.contains("By reviewers"));
    assert!(page.contains("<title id=\"plot-title\">") && page.contains("<desc id=\"plot-text\">"));
    let (_, named) = page.split_once("Largest disagreements").unwrap();
    assert!(
        named.split("</ol>").next().unwrap().contains(&candidate),
        "{named}"
    );
    assert!(page.contains("Show as a table"));
    let deep = recruiter.page(&format!("{job}/leaderboards?model=100&reviewers=-1"));
    assert!(deep.contains("No candidates yet") || deep.contains("rel=\"prev\""));
}

fn the_activity_tells_who_did_what(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, candidate) = job_and_candidate(&recruiter);
    let hold = [("hold", "A lawsuit")];
    let admin = Visitor::signed_in(sandbox, ADMIN);
    assert_eq!(
        admin.post(&format!("{candidate}/hold"), &hold).status(),
        303
    );
    let note = [("note", "For @colette abernook")];
    for _ in 0..55 {
        assert_eq!(
            recruiter
                .post(&format!("{candidate}/notes"), &note)
                .status(),
            303
        );
    }
    let path = format!("{candidate}/activity");
    let latest = recruiter.page(&path);
    only_admins_see_records(&latest, &admin.page(&path));
    assert!(latest.contains("added a note about") && !latest.contains("uploaded the resume of"));
    assert!(latest.contains("mentions Colette Abernook"), "{latest}");
    let (_, after) = latest.split_once("?after=").unwrap();
    let next = format!("{path}?after={}", after.split('"').next().unwrap());
    let earlier = recruiter.page(&next);
    assert!(
        earlier.contains("uploaded the resume of") && earlier.contains("changed the legal hold on")
    );
    assert!(
        !earlier.contains("from free to held"),
        "only admins read what admins decided"
    );
    assert!(admin.page(&next).contains("legal hold from free to held"));
    assert!(
        recruiter
            .page(&format!("{path}?after=invented"))
            .contains("added a note about")
    );
    others_read_no_activity(sandbox, &path);
    assert_eq!(
        admin
            .post(&format!("{candidate}/hold"), &[("lift", "1")])
            .status(),
        303
    );
    let edit = [
        ("title", "Senior Backend Engineer"),
        ("description", "Rust"),
        ("department", "Payments team"),
    ];
    assert_eq!(recruiter.post(&format!("{job}/edit"), &edit).status(), 303);
    let of_job = recruiter.page(&format!("{job}/activity"));
    assert!(
        of_job.contains("changed the job") && of_job.contains("Payments team"),
        "{of_job}"
    );
}

/// A record has the network address of the person who acted, and a hash over all of its values.
fn only_admins_see_records(recruiters: &str, admins: &str) {
    for part in ["<summary>Record ", "127.0.0.1", "SHA-256 of the record"] {
        assert!(admins.contains(part), "{part}");
        assert!(!recruiters.contains(part), "{part}");
    }
}

fn others_read_no_activity(sandbox: &Sandbox, path: &str) {
    let stranger = Visitor::signed_in(sandbox, STRANGER);
    assert_eq!(stranger.get(path).status(), 404);
    let interviewer = Visitor::signed_in(sandbox, INTERVIEWER);
    assert_eq!(interviewer.get(path).status(), 403);
}

fn all(sandbox: &Sandbox) {
    the_pages_of_a_job_are_tabs(sandbox);
    candidates_are_compared(sandbox);
    the_board_shows_a_pipeline(sandbox);
    empty_pages_offer_what_is_possible(sandbox);
    cards_move_between_stages(sandbox);
    both_leaderboards_and_the_scatter_plot(sandbox);
    the_activity_tells_who_did_what(sandbox);
}

#[test]
fn pages_of_a_job_on_sqlite() {
    on_sqlite(|url| with_sandbox(url, all));
}

#[test]
#[ignore = "long"]
fn pages_of_a_job_on_postgresql() {
    on_postgresql(|url| with_sandbox(url, all));
}
