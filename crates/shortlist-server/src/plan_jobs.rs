//! `shortlist plan-jobs`: how a job file would be imported, without creating anything.

use std::fmt::Write as _;
use std::fs;

use shortlist_jobfiles::english::{clause_text, column_reason_text, note_text, skipped_row_text};
use shortlist_jobfiles::{
    Clause, JobDraft, JobFile, Plan, Prompt, RejectedJobFile, Source, Value, read_steered_job_file,
};

use crate::cli::PlanJobsArguments;
use crate::vocabulary::OperatorSkills;
use crate::{Failure, output};

/// The maximum number of printed problems and of printed skipped rows, and of printed characters of a value.
const MAX_LISTED: usize = 20;
const MAX_VALUE_CHARS: usize = 60;

/// Prints the plan, or the reason why the file cannot be imported.
pub(crate) fn run(arguments: &PlanJobsArguments) -> Result<(), Failure> {
    let path = &arguments.file;
    let bytes = fs::read(path).map_err(Failure::of(format!("read {}", path.display())))?;
    let vocabulary = OperatorSkills::load(arguments.vocabulary.as_deref())?.into_vocabulary();
    let prompt = Prompt::read(arguments.prompt.as_deref().unwrap_or_default());
    let file = read_steered_job_file(&bytes, prompt, &vocabulary).map_err(|rejected| {
        Failure::of(format!("plan the jobs of {}", path.display()))(Refused(rejected))
    })?;
    if arguments.json {
        let document = shortlist_transport::plan_document(&file, arguments.rows)
            .map_err(Failure::of("write the plan as JSON"))?;
        return output::print_result(&document);
    }
    output::print_result(&plan_text(&file, arguments.rows))
}

/// A refusal with all invalid rows and the outcome of the prompt.
#[derive(Debug)]
struct Refused(Box<RejectedJobFile>);

impl std::error::Error for Refused {}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)?;
        let problems = self.0.error.problems();
        for problem in problems
            .iter()
            .take(MAX_LISTED)
            .filter(|_| problems.len() > 1)
        {
            write!(f, "\n  {problem}")?;
        }
        if problems.len() > MAX_LISTED {
            write!(f, "\n  and {} more", problems.len() - MAX_LISTED)?;
        }
        let mut prompt = String::new();
        clauses(&mut prompt, &self.0.interpretation);
        write!(f, "{}", prompt.trim_end())
    }
}

fn plan_text(file: &JobFile, first_rows: usize) -> String {
    let mut text = layout(&file.plan);
    columns(&mut text, &file.plan);
    for note in &file.plan.notes {
        line(&mut text, &format!("note: {}", note_text(note)));
    }
    clauses(&mut text, &file.interpretation);
    line(&mut text, "");
    line(
        &mut text,
        &format!(
            "{} jobs would be created, {} rows left out",
            file.drafts.len(),
            file.skipped_rows.len()
        ),
    );
    for row in file.skipped_rows.iter().take(MAX_LISTED) {
        line(
            &mut text,
            &format!("  row {}: {}", row.row, skipped_row_text(&row.reason)),
        );
    }
    for draft in file.drafts.iter().take(first_rows) {
        job(&mut text, draft, file);
    }
    text
}

fn line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

fn layout(plan: &Plan) -> String {
    let mut parts = vec![plan.format.as_str().to_owned()];
    parts.extend(plan.encoding.map(str::to_owned));
    let delimiter = plan.delimiter.as_ref();
    parts.extend(delimiter.map(|delimiter| format!("delimiter {delimiter:?}")));
    parts.extend(plan.sheet.as_ref().map(|sheet| format!("sheet {sheet:?}")));
    parts.extend(plan.header_row.map(|row| format!("header in row {row}")));
    format!("{}\n", parts.join(", "))
}

fn columns(text: &mut String, plan: &Plan) {
    let longest = plan
        .columns
        .iter()
        .map(|column| column.column.chars().count());
    let width = longest.max().unwrap_or(0).min(40);
    line(text, "\ncolumns");
    for column in &plan.columns {
        let field = column.field.map_or("attribute", |field| field.as_str());
        line(
            text,
            &format!(
                "  {:width$}  {field:24}  {}",
                column.column,
                column_reason_text(column.reason)
            ),
        );
    }
}

fn clauses(text: &mut String, clauses: &[Clause]) {
    if !clauses.is_empty() {
        line(text, "\nprompt");
    }
    for clause in clauses {
        line(
            text,
            &format!(
                "  {:14}  {}\n                  {} ({} rows)",
                clause.status.as_str(),
                clause.clause,
                clause_text(clause),
                clause.rows
            ),
        );
    }
}

/// Appends a job, with the source of each of its values.
fn job(text: &mut String, draft: &JobDraft, file: &JobFile) {
    line(text, &format!("\nrow {}", draft.row));
    let mut printed: Vec<Value> = Vec::new();
    for source in &draft.sources {
        if printed.contains(&source.value) {
            continue;
        }
        printed.push(source.value);
        let (name, value) = named(source.value, draft);
        let from: Vec<String> = draft
            .sources_of(source.value)
            .map(|source| source_text(source, file))
            .collect();
        line(
            text,
            &format!("  {name:16}  {}  <- {}", shown(&value), from.join(", ")),
        );
    }
}

fn named(value: Value, draft: &JobDraft) -> (String, String) {
    use shortlist_jobfiles::Field;
    let field = match value {
        Value::Attribute(place) => {
            let attribute = draft.attributes.get(place);
            return attribute
                .map(|attribute| (attribute.name.clone(), attribute.value.clone()))
                .unwrap_or_default();
        }
        Value::Field(field) => field,
    };
    let text = match field {
        Field::Title => draft.title.clone(),
        Field::Code => draft.code.clone().unwrap_or_default(),
        Field::Department => draft.department.clone().unwrap_or_default(),
        Field::Location => draft.location.clone().unwrap_or_default(),
        Field::EmploymentType => draft.employment_type.clone().unwrap_or_default(),
        Field::Description => draft.description.clone(),
        Field::Skills => draft.skills.join(", "),
        _ => draft.draft.to_string(),
    };
    (field.as_str().to_owned(), text)
}

/// Returns a value on one line, cut if it is long.
fn shown(value: &str) -> String {
    let line = value.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut shown: String = line.chars().take(MAX_VALUE_CHARS).collect();
    if shown.len() < line.len() {
        let _written = write!(shown, "… ({} characters)", value.chars().count());
    }
    shown
}

fn source_text(source: Source, file: &JobFile) -> String {
    match source {
        Source::Cell(place) => {
            let column = file.plan.columns.get(place);
            column.map_or_else(String::new, |column| format!("column {:?}", column.column))
        }
        Source::Clause(place) => format!("clause {} of the prompt", place + 1),
        Source::Default => "default".to_owned(),
    }
}
