//! Prints the result of reading each job file as a JSON object: `plan_jobs [--prompt TEXT] FILE…`.

use serde_json::{Value, json};
use shortlist_domain::EmploymentKind;
use shortlist_jobfiles::english::{clause_text, column_reason_text, note_text, skipped_row_text};
use shortlist_jobfiles::{Field, JobDraft, JobFile, JobFileError, Operation, read_job_file};
use shortlist_vocabulary::Vocabulary;

fn main() -> std::io::Result<()> {
    use std::io::Write as _;
    let mut out = std::io::stdout().lock();
    let mut arguments = std::env::args().skip(1);
    let mut prompt = None;
    while let Some(argument) = arguments.next() {
        if argument == "--prompt" {
            prompt = arguments.next();
            continue;
        }
        let bytes = std::fs::read(&argument)?;
        let answer = match read_job_file(&bytes, prompt.as_deref(), Vocabulary::built_in()) {
            Ok(file) => plan(&file),
            Err(error) => refusal(&error),
        };
        writeln!(out, "{}", json!({ "file": argument, "answer": answer }))?;
    }
    Ok(())
}

fn plan(file: &JobFile) -> Value {
    let columns: Vec<_> = file
        .plan
        .columns
        .iter()
        .map(|column| {
            json!({
                "column": column.column,
                "field": column.field.map(Field::as_str),
                "reason": column_reason_text(column.reason),
            })
        })
        .collect();
    let notes: Vec<_> = file.plan.notes.iter().map(note_text).collect();
    let interpretation: Vec<_> = file
        .interpretation
        .iter()
        .map(|clause| {
            json!({
                "clause": clause.clause,
                "status": clause.status.as_str(),
                "operation": clause.operation().map(Operation::as_str),
                "detail": clause_text(clause),
                "rows": clause.rows,
            })
        })
        .collect();
    let skipped: Vec<_> = file
        .skipped_rows
        .iter()
        .map(|row| json!({ "row": row.row, "reason": skipped_row_text(&row.reason) }))
        .collect();
    json!({
        "ok": true,
        "format": file.plan.format.as_str(),
        "encoding": file.plan.encoding,
        "delimiter": file.plan.delimiter,
        "sheet": file.plan.sheet,
        "headerRow": file.plan.header_row,
        "notes": notes,
        "columns": columns,
        "interpretation": interpretation,
        "skipped": skipped,
        "jobs": file.drafts.iter().map(draft).collect::<Vec<_>>(),
    })
}

fn draft(job: &JobDraft) -> Value {
    let attributes: Vec<_> = job
        .attributes
        .iter()
        .map(|attribute| json!({ "name": attribute.name, "value": attribute.value }))
        .collect();
    json!({
        "row": job.row,
        "title": job.title,
        "code": job.code,
        "description": job.description,
        "skills": job.skills,
        "department": job.department,
        "location": job.location,
        "employmentType": job.employment_type,
        "employmentKind": job.employment_kind.map(EmploymentKind::as_str),
        "draft": job.draft,
        "attributes": attributes,
    })
}

fn refusal(error: &JobFileError) -> Value {
    let problems: Vec<_> = error
        .problems()
        .iter()
        .map(|problem| {
            json!({ "row": problem.row, "column": problem.column, "problem": problem.problem })
        })
        .collect();
    json!({
        "ok": false,
        "status": if error.is_unprocessable() { 422 } else { 400 },
        "message": error.to_string(),
        "errors": problems,
    })
}
