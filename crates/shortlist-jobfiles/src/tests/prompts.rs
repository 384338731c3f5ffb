//! Tests of what a prompt can say.

use super::*;
use crate::english::clause_text;
use crate::{Clause, ClauseStatus, Operation};

const FILE: &str = "Rolle,Wo,Stand,Art,Code,Können,Datum,Stadtteil\nNurse,Leeds,open,FT,1,Triage/First aid,03/04/2026,North\nPorter,,closed,PT,2,,04/04/2026,\nCook,York,open,FT,,Baking,05/04/2026,South\n";

fn answer(prompt: &str) -> (JobFile, Clause) {
    let prompt = format!("The column Rolle is the title\n{prompt}");
    let file = steered(FILE, &prompt);
    let clause = file.interpretation.last().cloned().unwrap();
    (file, clause)
}

/// Returns the result of a prompt whose clause must be applied.
fn applied(prompt: &str) -> (Vec<JobDraft>, Option<Operation>, u32) {
    let (file, clause) = answer(prompt);
    assert_eq!(clause.status, ClauseStatus::Applied, "{clause:?}");
    (file.drafts, clause.operation(), clause.rows)
}

#[test]
fn columns_constants_rows_and_values_are_steered() {
    let (jobs, operation, rows) = applied("Wo is the location");
    assert_eq!(
        (jobs[0].location.as_deref(), operation, rows),
        (Some("Leeds"), Some(Operation::MapColumn), 2)
    );
    let (jobs, operation, rows) = applied("All jobs are in Hull");
    assert_eq!(
        (jobs[1].location.as_deref(), operation, rows),
        (Some("Hull"), Some(Operation::Constant), 3)
    );
    let (jobs, operation, rows) = applied("Ignore rows marked closed");
    assert_eq!((jobs.len(), operation, rows), (2, Some(Operation::Skip), 1));
    let (jobs, operation, rows) = applied("Only import rows where Stand is open");
    assert_eq!((jobs.len(), operation, rows), (2, Some(Operation::Only), 1));
    let (jobs, operation, rows) = applied("Create them as drafts");
    assert_eq!(
        (jobs[2].draft, operation, rows),
        (true, Some(Operation::Mode), 3)
    );
    let (jobs, operation, rows) = applied("Treat FT as full-time");
    assert!(
        jobs[0]
            .attributes
            .iter()
            .all(|attribute| attribute.value != "FT")
    );
    assert_eq!((operation, rows), (Some(Operation::ValueMap), 2));
}

#[test]
fn fields_are_derived_as_the_prompt_says() {
    let (jobs, operation, _) = applied("Prefix the job code with ACME-");
    assert_eq!(
        (jobs[0].code.as_deref(), operation),
        (Some("ACME-1"), Some(Operation::Derive))
    );
    let (jobs, operation, _) = applied("Add Hygiene as a required skill to all jobs");
    assert_eq!(
        (jobs[0].skills.as_slice(), operation),
        (&["Hygiene".to_owned()][..], Some(Operation::Derive))
    );
    let (jobs, _, _) = applied("Combine Wo and Stadtteil into location");
    assert_eq!(jobs[0].location.as_deref(), Some("Leeds, North"));
    let (jobs, operation, _) = applied("Dates are DD/MM/YYYY");
    assert!(
        jobs[0]
            .attributes
            .iter()
            .any(|attribute| attribute.value == "2026-04-03")
    );
    assert_eq!(operation, Some(Operation::Dates));
    let (jobs, operation, _) = applied("Parse as hospital roles");
    assert!(
        jobs[0]
            .attributes
            .iter()
            .any(|attribute| attribute.value == "hospital")
    );
    assert_eq!(operation, Some(Operation::RoleHint));
    let (jobs, operation, _) = applied("The column Können is the skills\nSplit skills on slashes");
    assert_eq!(
        (jobs[0].skills.as_slice(), operation),
        (
            &["Triage".to_owned(), "First aid".to_owned()][..],
            Some(Operation::Split)
        )
    );
}

#[test]
fn set_replaces_what_a_constant_leaves() {
    let locations = |prompt: &str| {
        let (file, _) = answer(&format!("Wo is the location\n{prompt}"));
        file.drafts
            .into_iter()
            .map(|job| job.location.unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!(locations("All jobs are in Hull"), ["Leeds", "Hull", "York"]);
    assert_eq!(locations("Set location to Hull"), ["Hull", "Hull", "Hull"]);
}

#[test]
fn a_column_that_does_not_exist_is_named_with_those_that_do() {
    let (_, clause) = answer("The column Stadteil is the location");
    assert_eq!(clause.status, ClauseStatus::NoEffect);
    for part in [
        "\"Stadteil\"",
        "did you mean \"Stadtteil\"",
        "\"Rolle\", \"Wo\"",
    ] {
        assert!(
            clause_text(&clause).contains(part),
            "{} lacks {part}",
            clause_text(&clause)
        );
    }
    let problem = clause.problem.unwrap();
    let values = (problem.code(), problem.name(), problem.nearest());
    let expected = ("no_such_column", Some("Stadteil"), Some("Stadtteil"));
    assert_eq!(values, expected);
    let (_, clause) = answer("Skip rows where Quux is x");
    assert_eq!(clause.problem.unwrap().nearest(), None);
}

#[test]
fn clauses_without_effect_and_unknown_clauses_are_reported() {
    assert_eq!(
        answer("Ignore rows marked archived").1.status,
        ClauseStatus::NoEffect
    );
    let (_, clause) = answer("Make coffee");
    assert_eq!(
        (clause.status, clause.operation(), clause.rows),
        (ClauseStatus::NotUnderstood, None, 0)
    );
}

#[test]
fn the_layout_is_steered() {
    let file = steered(
        "Report\nTitle of nothing,x\nTitle,Ort\nNurse,Leeds\n",
        "The header is in row 3",
    );
    assert_eq!((file.drafts.len(), file.plan.header_row), (1, Some(3)));
    let file = steered("Title\nTitle,Ort\nNurse,Leeds\n", "Skip the first row");
    assert_eq!(file.drafts[0].location.as_deref(), Some("Leeds"));
}

#[test]
fn rows_are_skipped_before_they_are_checked() {
    let file = steered(
        "Title,State\nNurse,open\n,closed\n",
        "Skip rows where State is closed",
    );
    assert_eq!(file.drafts.len(), 1);
    assert_eq!(file.skipped_rows[0].row, 3);
}

#[test]
fn nothing_in_a_file_is_an_instruction() {
    let file = read(
        "Title,Notes\nNurse,Create them as drafts. Set location to Mars\nSkip rows where Title is Nurse,x\n",
    );
    assert_eq!(file.drafts.len(), 2);
    assert!(
        file.drafts
            .iter()
            .all(|job| !job.draft && job.location.is_none())
    );
    assert!(file.interpretation.is_empty());
}

#[test]
fn skills_are_extracted_from_the_description() {
    let file = steered(
        "Title,Description\nEngineer,We write PostgreSQL and Kubernetes operators\n",
        "Extract the skills from the description",
    );
    assert_eq!(file.drafts[0].skills, ["PostgreSQL", "Kubernetes"]);
}

#[test]
fn a_rejected_file_has_an_interpretation_too() {
    let rejected = |file: &str, prompt: &str| {
        let rejected = read_steered_job_file(
            file.as_bytes(),
            Prompt::read(prompt),
            Vocabulary::built_in(),
        )
        .unwrap_err();
        let clauses = rejected.interpretation.into_iter();
        let clauses = clauses
            .map(|clause| (clause.status, clause.rows))
            .collect::<Vec<_>>();
        (rejected.error.is_unprocessable(), clauses)
    };
    let file = "Title,Headcount\nNurse,1\nCook,2\n";
    assert_eq!(
        rejected(
            file,
            "Only rows where Headcount is greater than 5. Make coffee"
        ),
        (
            true,
            vec![(ClauseStatus::Applied, 2), (ClauseStatus::NotUnderstood, 0)]
        )
    );
    assert_eq!(
        rejected(
            "Title,Place\nNurse\n,Leeds,x\n",
            "Skip rows where Place is York"
        ),
        (false, vec![(ClauseStatus::NoEffect, 0)])
    );
}

#[test]
fn dates_are_compared_in_the_order_of_the_file() {
    let kept = |starts: [&str; 3], prompt: &str| {
        let [first, second, third] = starts;
        let file = format!("Title,Start\nA,{first}\nB,{second}\nC,{third}\n");
        let file = steered(file, prompt);
        let titles = file
            .drafts
            .iter()
            .map(|job| job.title.as_str())
            .collect::<String>();
        (titles, file.interpretation[0].status)
    };
    let after = "Only rows where Start is after 5 March 2026";
    let day_first = ["04/03/2026", "06/03/2026", "31/12/2026"];
    assert_eq!(
        kept(day_first, after),
        ("BC".to_owned(), ClauseStatus::Applied)
    );
    let month_first = ["04/03/2026", "03/04/2026", "12/31/2026"];
    assert_eq!(
        kept(month_first, after),
        ("AC".to_owned(), ClauseStatus::Applied)
    );
    let unclear = ["04/03/2026", "06/03/2026", "03/06/2026"];
    assert_eq!(
        kept(unclear, after),
        ("ABC".to_owned(), ClauseStatus::NoEffect)
    );
    let with_order = format!("{after}. Dates are day-first");
    assert_eq!(
        kept(unclear, &with_order),
        ("BC".to_owned(), ClauseStatus::Applied)
    );
}

#[test]
fn an_exception_can_name_an_employment_type() {
    let file = "Title,Type,Site\nNurse,Vollzeit,\nCook,Praktikum,\nStage Manager,Teilzeit,\n";
    let locations = |prompt: &str| {
        let file = steered(file, &format!("Site is the location\n{prompt}"));
        let set = file.drafts.iter().map(|job| job.location.is_some());
        (
            set.collect::<Vec<_>>(),
            clause_text(&file.interpretation[1]),
        )
    };
    let (set, detail) = locations("All jobs are in Hull except interns");
    assert_eq!(set, [true, false, true]);
    assert!(detail.contains("except for rows: \"interns\""), "{detail}");
    let (set, _) = locations("All jobs are in Hull except part-time jobs");
    assert_eq!(set, [true, true, false]);
    let (set, detail) = locations("All jobs are in Hull except plumbers");
    assert_eq!(set, [false, false, false]);
    assert!(detail.contains("no row matches \"plumbers\""), "{detail}");
}
