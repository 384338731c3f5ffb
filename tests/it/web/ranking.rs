//! The ranking without a browser: filters, orders, columns, changes of many, export, and the preview of other weights.

use shortlist_persistence::DatabaseUrl;
use shortlist_transport::CANDIDATE_PARAMETERS;

use super::requests::{job_and_candidate, with_sandbox};
use super::visitor::{RECRUITER, STRANGER, Visitor, first_link, location};
use crate::binary::program::Sandbox;
use crate::support::database::{on_postgresql, on_sqlite};

/// A row of the ranking: its identifier, rank, and score.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Row {
    pub(super) id: String,
    rank: String,
    pub(super) score: String,
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let rest = text.split_once(start).map_or("", |(_, rest)| rest);
    rest.split_once(end).map_or("", |(found, _)| found)
}

/// Returns the rows of a page.
pub(super) fn rows(page: &str) -> Vec<Row> {
    let row = |text: &str| Row {
        id: between(text, "href=\"/app/candidates/", "\"").to_owned(),
        rank: between(text, "<td class=\"number\">", "<").to_owned(),
        score: between(text, "<strong>", "<").to_owned(),
    };
    page.split("<tr data-row>").skip(1).map(row).collect()
}

pub(super) fn ids(page: &str) -> Vec<String> {
    rows(page).into_iter().map(|row| row.id).collect()
}

fn filters_select_candidates(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, _) = job_and_candidate(&recruiter);
    let all = rows(&recruiter.page(&job));
    assert_eq!(all.len(), 6);
    let found = |query: &str| ids(&recruiter.page(&format!("{job}?{query}")));
    let best = &all[0];
    let range = format!("minScore={}", best.score);
    assert!(found(&range).contains(&best.id));
    let below: f64 = best.score.parse::<f64>().unwrap() - 0.1;
    let worse = found(&format!("maxScore={below:.1}"));
    assert!(!worse.contains(&best.id) && worse.len() < all.len());
    assert_eq!(
        found("allSkills=Rust").len() + found("noSkills=Rust").len(),
        6
    );
    assert_eq!(found("anySkills=Rust"), found("allSkills=Rust"));
    let experienced = found("minYears=5");
    let others = found("maxYears=4.9");
    assert!(!experienced.is_empty() && experienced.iter().all(|id| !others.contains(id)));
    assert_eq!(found("reviewed=no").len() + found("reviewed=yes").len(), 6);
    assert_eq!(found("status=Hired&status=Rejected").len(), 0);
    assert_eq!(found("noStatus=Hired&noStatus=Rejected").len(), 6);
    assert_eq!(found("noStatus=Active").len(), 6);
    assert_eq!(found("noStatus=New").len(), 0);
    let page = recruiter.page(&format!("{job}?allSkills=Rust&status=Active"));
    assert!(page.contains("Remove the filter </span><bdi>Has Rust</bdi>"));
    let without = first_link(&page, &format!("{job}?status=Active"));
    assert_eq!(without, format!("{job}?status=Active"));
}

fn orders_and_pages_return_everybody_once(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, _) = job_and_candidate(&recruiter);
    for (order, reverse) in [
        ("score", "lowestScore"),
        ("name", "nameReversed"),
        ("experience", "leastExperience"),
        ("newest", "oldest"),
    ] {
        let forwards = ids(&recruiter.page(&format!("{job}?sort={order}")));
        let mut backwards = ids(&recruiter.page(&format!("{job}?sort={reverse}")));
        backwards.reverse();
        assert_eq!(forwards, backwards, "{order}");
        assert_eq!(forwards.len(), 6);
    }
    let ranked = rows(&recruiter.page(&format!("{job}?sort=name")));
    let by_score = rows(&recruiter.page(&job));
    for row in &ranked {
        assert!(
            by_score.contains(row),
            "the rank does not depend on the order"
        );
    }
    let columns = recruiter.page(&format!("{job}?col=tags&col=rank"));
    assert!(columns.contains(">Tags</th>") && !columns.contains(">Latest position</th>"));
}

/// Parameters of the ranking that select no candidates, and one that it does not have.
const OTHER_PARAMETERS: [&str; 9] = [
    "sort",
    "col",
    "size",
    "after",
    "weight.skills",
    "weight.%3Cb%3E",
    "rescored",
    "changed",
    "%3Cb%3E",
];

fn bad_values_are_explained(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, _) = job_and_candidate(&recruiter);
    let long = "x".repeat(5_000);
    let hostile = [
        "%00",
        "%3Cscript%3E",
        "-1",
        "1e999",
        "%E2%80%AEx",
        "%ff",
        &long,
    ];
    for name in CANDIDATE_PARAMETERS.into_iter().chain(OTHER_PARAMETERS) {
        for value in hostile {
            let response = recruiter.get(&format!("{job}?{name}={value}"));
            let status = response.status().as_u16();
            let page = response.text().unwrap();
            assert!([200, 400].contains(&status), "{name}={value}: {status}");
            assert!(
                !page.contains("<script>") && !page.contains("<b>"),
                "{name}={value}"
            );
        }
    }
    let page = recruiter.get(&format!("{job}?minScore=many&search=a"));
    assert_eq!(page.status(), 400);
    let page = page.text().unwrap();
    assert!(
        page.contains("id=\"p-minScore\">Lowest score: must be a number"),
        "{page}"
    );
    let many = (0..500)
        .map(|n| format!("status=Active&x{n}=1&"))
        .collect::<String>();
    assert_eq!(recruiter.get(&format!("{job}?{many}")).status(), 400);
}

fn the_export_contains_the_view(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, candidate) = job_and_candidate(&recruiter);
    let id = candidate.rsplit('/').next().unwrap();
    let source = recruiter.post(
        &format!("{job}/bulk"),
        &[
            (&format!("c.{id}"), "1"),
            ("addTags", "=1+1"),
            ("confirmed", "1"),
        ],
    );
    assert_eq!(source.status(), 303);
    let response = recruiter.get(&format!("{job}/candidates.csv?sort=name"));
    let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
    assert_eq!(header("content-type"), "text/csv; charset=utf-8");
    assert!(header("content-disposition").starts_with("attachment; filename=\"candidates-job_"));
    let text = response.text().unwrap();
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let lines: Vec<&str> = text.trim_end().split("\r\n").collect();
    assert_eq!(lines.len(), 7);
    assert!(lines[0].starts_with("rank,uId,fullName,emailAddress"));
    assert!(text.contains("\"'=1+1\""), "{text}");
    let one = recruiter.page(&format!("{job}/candidates.csv?tags=%3D1%2B1"));
    assert_eq!(one.trim_end().split("\r\n").count(), 2);
    let refused = recruiter.get(&format!("{job}/candidates.csv?minScore=many"));
    assert_eq!(location(&refused), format!("{job}?minScore=many"));
    let stranger = Visitor::signed_in(sandbox, STRANGER);
    assert_eq!(stranger.get(&format!("{job}/candidates.csv")).status(), 404);
    let fields = [
        (&*format!("c.{id}"), "1"),
        ("status", "Rejected"),
        ("weight.skills", "1"),
    ];
    for path in ["bulk", "weights"] {
        assert_eq!(
            stranger.post(&format!("{job}/{path}"), &fields).status(),
            404,
            "{path}"
        );
    }
}

fn a_preview_is_what_applying_gives(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, _) = job_and_candidate(&recruiter);
    let stored = rows(&recruiter.page(&job));
    let weights = [
        ("weight.experience", "5"),
        ("weight.skills", "20"),
        ("weight.education", "75"),
    ];
    let query: Vec<String> = weights
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    for filter in [
        "",
        "&minScore=30",
        "&allSkills=Docker",
        "&maxScore=70&search=e",
    ] {
        let preview = recruiter.page(&format!("{job}?{}{filter}", query.join("&")));
        assert!(preview.contains("Nothing is stored yet."));
        let previewed = rows(&preview);
        assert_eq!(rows(&recruiter.page(&job)), stored, "nothing is stored");
        let applied = recruiter.post(&format!("{job}/weights"), &weights);
        assert!(location(&applied).contains("?rescored="));
        assert!(
            recruiter
                .page(location(&applied))
                .contains("The new weights are stored.")
        );
        assert_eq!(
            rows(&recruiter.page(&format!("{job}?{filter}"))),
            previewed,
            "{filter}"
        );
        assert_ne!(rows(&recruiter.page(&job)), stored);
        let back = [
            ("weight.experience", "40"),
            ("weight.skills", "40"),
            ("weight.education", "20"),
        ];
        recruiter.post(&format!("{job}/weights"), &back);
        assert_eq!(rows(&recruiter.page(&job)), stored);
    }
    let nothing = recruiter.get(&format!("{job}?weight.skills=0"));
    assert_eq!(nothing.status(), 400);
    assert!(
        nothing
            .text()
            .unwrap()
            .contains("at least one weight above 0")
    );
}

fn the_chart_counts_everybody(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, _) = job_and_candidate(&recruiter);
    let page = recruiter.page(&job);
    let table = between(&page, "Show as a table", "</table>");
    let counts = table.split("<td class=\"number\">").skip(1);
    let counts = counts.map(|rest| rest.split('<').next().unwrap().parse::<u32>().unwrap());
    assert_eq!(counts.sum::<u32>(), 6);
    assert!(page.contains("<title id=\"chart-title\">Number of candidates by score</title>"));
}

fn views_are_saved_opened_renamed_and_deleted(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, _) = job_and_candidate(&recruiter);
    let views = format!("{job}/views");
    let query = "status=Active&sort=name&col=rank";
    let save = |fields: &[(&str, &str)]| recruiter.post(&views, fields);
    let saved = save(&[("view", query), ("name", "<b>Best</b>")]);
    assert_eq!(location(&saved), format!("{job}?{query}"));
    let page = recruiter.page(&job);
    assert!(page.contains("&#60;b&#62;Best") && !page.contains("<b>Best"));
    assert!(page.contains(&format!(
        "href=\"{job}?status=Active&#38;sort=name&#38;col=rank\""
    )));
    let again = save(&[("view", query), ("name", "<B>best</b>")]);
    assert_eq!(again.status(), 400);
    assert!(
        again
            .text()
            .unwrap()
            .contains("you have another view of this name")
    );
    let id = between(&page, "name=\"viewId\" value=\"", "\"").to_owned();
    save(&[
        ("viewId", &id),
        ("query", query),
        ("name", "Top"),
        ("view", ""),
    ]);
    assert!(recruiter.page(&job).contains("<bdi>Top</bdi>"));
    let stranger = Visitor::signed_in(sandbox, STRANGER);
    assert_eq!(
        stranger
            .post(&views, &[("viewId", &id), ("delete", "1")])
            .status(),
        404
    );
    save(&[("viewId", &id), ("delete", "1"), ("view", "")]);
    assert!(!recruiter.page(&job).contains("<bdi>Top</bdi>"));
    assert_eq!(
        save(&[("name", "x"), ("view", "javascript:alert(1)")]).status(),
        303
    );
}

fn skipped_files_become_a_table(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, _) = job_and_candidate(&recruiter);
    let path = format!("{job}/upload/skipped.csv");
    let files = "=a.pdf\u{1f}no text\n\"b\".pdf\u{1f}too large\nnot a line\n";
    let response = recruiter.post(&path, &[("skipped", files)]);
    let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
    assert_eq!(header("content-type"), "text/csv; charset=utf-8");
    assert!(header("content-disposition").starts_with("attachment"));
    assert_eq!(
        response.text().unwrap(),
        "file,reason\r\n\"'=a.pdf\",\"no text\"\r\n\"\"\"b\"\".pdf\",\"too large\"\r\n"
    );
    assert_eq!(
        Visitor::new(sandbox)
            .post(&path, &[("skipped", files)])
            .status(),
        401
    );
}

fn all(url: &DatabaseUrl) {
    with_sandbox(url, |sandbox| {
        filters_select_candidates(sandbox);
        orders_and_pages_return_everybody_once(sandbox);
        bad_values_are_explained(sandbox);
        a_preview_is_what_applying_gives(sandbox);
        the_chart_counts_everybody(sandbox);
        the_export_contains_the_view(sandbox);
        views_are_saved_opened_renamed_and_deleted(sandbox);
        skipped_files_become_a_table(sandbox);
    });
}

#[test]
fn the_ranking_answers_requests_on_sqlite() {
    on_sqlite(all);
}

#[test]
#[ignore = "long"]
fn the_ranking_answers_requests_on_postgresql() {
    on_postgresql(all);
}
