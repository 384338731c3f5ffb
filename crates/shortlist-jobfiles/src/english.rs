//! What was read from a job file and what its prompt did, in English.

mod errors;

use crate::condition::{Condition, Limit, Limits, Scope, Test};
use crate::instruction::{Clause, ClauseProblem, Instruction, ListedColumns};
use crate::notes::{JobsPlace, PlanNote, SkippedBecause, UnreadCell};
use crate::plan::ColumnReason;

/// The detail of a clause that was not understood.
const NOT_UNDERSTOOD: &str = "this sentence, or a part of it, matches no known instruction, so nothing was changed. Write one sentence for each instruction, and quotes around names and values that contain commas or words such as \"and\"; see \"What a prompt can say\" in the documentation";

/// Returns what a clause of the prompt did, or why it did nothing.
pub fn clause_text(clause: &Clause) -> String {
    let text = match (&clause.instruction, &clause.problem) {
        (None, _) => NOT_UNDERSTOOD.to_owned(),
        (Some(_), Some(problem)) => problem_text(problem),
        (Some(instruction), None) => {
            let done = instruction_text(instruction);
            let untouched = if clause.is_applied() {
                ""
            } else {
                "; no row was touched by it"
            };
            format!("{done}{}{untouched}", scope_text(&clause.scope))
        }
    };
    if clause.translated {
        format!("{text} (translated by the language model)")
    } else {
        text
    }
}

/// Returns why an instruction could not run.
fn problem_text(problem: &ClauseProblem) -> String {
    match problem {
        ClauseProblem::NoSuchColumn { name, nearest, all } => {
            let columns = columns_text(all);
            match nearest {
                Some(nearest) => format!(
                    "there is no column {name:?}; did you mean {nearest:?}? The columns are {columns}"
                ),
                None => format!("there is no column {name:?}; the columns are {columns}"),
            }
        }
        ClauseProblem::NoSuchSheet { name, all } => {
            format!("there is no sheet {name:?}; the sheets are {}", quoted(all))
        }
        ClauseProblem::NoSheets => "the file has no sheets".to_owned(),
        ClauseProblem::NoHeaderRow => "a JSON file has no header row".to_owned(),
        ClauseProblem::NotComparable { column, limit } => format!(
            "no cell of {column:?} is a number or a date that can be compared with {limit:?}"
        ),
        ClauseProblem::UnknownDateOrder { column } => format!(
            "the dates of {column:?} can be day-first or month-first; add \"Dates are day-first\" or \"Dates are month-first\""
        ),
        ClauseProblem::NoRowMatches(found) => format!(
            "no row matches {}, so nothing was changed; name the rows with a column, such as: rows where Title contains \"…\"",
            condition_text(&found.0)
        ),
        ClauseProblem::FileRejected => "the file was rejected before this was applied".to_owned(),
    }
}

/// Returns the headers of a file.
fn columns_text(columns: &ListedColumns) -> String {
    let more = if columns.is_cut { ", …" } else { "" };
    format!("{}{more}", quoted(&columns.listed))
}

fn instruction_text(instruction: &Instruction) -> String {
    match instruction {
        Instruction::MapColumn { column, field } => {
            format!("the column {column:?} is the {}", field.as_str())
        }
        Instruction::Constant {
            field,
            value,
            replace,
        } => {
            let which = if *replace {
                "every job"
            } else {
                "jobs without one"
            };
            format!("{which}: {} {value:?}", field.as_str())
        }
        Instruction::RoleHint(role) => format!("jobs without a category: {role:?}"),
        Instruction::Skip(condition) => {
            format!("rows are left out if {}", condition_text(condition))
        }
        Instruction::Only(condition) => {
            format!("rows are left out unless {}", condition_text(condition))
        }
        Instruction::ValueMap { from, to, column } => match column {
            Some(column) => format!("{} in {column:?} is taken as {to:?}", quoted(from)),
            None => format!("{} is taken as {to:?}", quoted(from)),
        },
        Instruction::Dates(_) => "dates are kept as year-month-day".to_owned(),
        Instruction::SplitSkills(separator) => format!("skills are split on {separator:?}"),
        Instruction::SkipRows(rows) => format!("the first {rows} rows are left out"),
        Instruction::HeaderRow(row) => format!("the header is in row {row}"),
        Instruction::Sheet(name) => format!("the sheet {name:?} is read"),
        Instruction::ExtractSkills => "skills that the description names are added".to_owned(),
        Instruction::Combine { columns, field } => {
            format!("{} make the {}", quoted(columns), field.as_str())
        }
        Instruction::PrefixCode(prefix) => format!("job codes begin with {prefix:?}"),
        Instruction::AddSkill(skill) => format!("every job asks for {skill:?}"),
        Instruction::AddSkills(skills) => format!("every job asks for {}", quoted(skills)),
        Instruction::Drafts(true) => "the jobs are drafts".to_owned(),
        Instruction::Drafts(false) => "the jobs are published".to_owned(),
        Instruction::Language(_) => {
            "headers and values of every language are known, so nothing is to be done".to_owned()
        }
    }
}

/// Returns which rows an instruction concerns, if not all.
fn scope_text(scope: &Scope) -> String {
    let list = |conditions: &[Condition], joint: &str| {
        let words: Vec<String> = conditions.iter().map(condition_text).collect();
        words.join(joint)
    };
    let mut text = String::new();
    if !scope.within.is_empty() {
        let within = list(&scope.within, " and ");
        text.push_str(&format!(", only for rows: {within}"));
    }
    if !scope.except.is_empty() {
        let except = list(&scope.except, ", ");
        text.push_str(&format!(", except for rows: {except}"));
    }
    text
}

fn condition_text(condition: &Condition) -> String {
    let column = match &condition.column {
        Some(column) => format!("{column:?} "),
        None => String::new(),
    };
    match &condition.test {
        Test::Is(values) => format!("{column}is {}", any(values)),
        Test::IsNot(values) => format!("{column}is not {}", any(values)),
        Test::Contains(texts) => format!("{column}contains {}", any(texts)),
        Test::ContainsNone(texts) => format!("{column}does not contain {}", any(texts)),
        Test::StartsWith(texts) => format!("{column}starts with {}", any(texts)),
        Test::EndsWith(texts) => format!("{column}ends with {}", any(texts)),
        Test::Blank => format!("{column}is empty"),
        Test::Filled => format!("{column}is not empty"),
        Test::Within(limits) => format!("{column}is {}", limits_text(limits)),
        Test::Row(rows) => {
            let rows: Vec<String> = rows.iter().map(u32::to_string).collect();
            format!("row {}", rows.join(" or "))
        }
        Test::Described(nouns) => any(nouns),
        Test::Belongs(names) => format!("in {}", any(names)),
    }
}

fn limits_text(limits: &Limits) -> String {
    let words = |limit: &Limit, open: &str, closed: &str| {
        let words = if limit.inclusive { closed } else { open };
        format!("{words} {:?}", limit.text)
    };
    let low = limits.low.iter();
    let low = low.map(|limit| words(limit, "more than", "at least"));
    let high = limits.high.iter();
    let high = high.map(|limit| words(limit, "less than", "at most"));
    low.chain(high).collect::<Vec<_>>().join(" and ")
}

/// Returns why a column has its field.
pub fn column_reason_text(reason: ColumnReason) -> &'static str {
    match reason {
        ColumnReason::Prompt => "the prompt says so",
        ColumnReason::Name => "its header is a name of this field",
        ColumnReason::WeakName => {
            "its header can name this field, and no other column does so better"
        }
        ColumnReason::ContainedName => "its header contains a name of this field",
        ColumnReason::LongestTexts => "it holds the longest texts of the file",
        ColumnReason::Fallback => {
            "it is kept as an attribute, and fills this field where the better column is empty"
        }
        ColumnReason::NoField => "no field has this name, so it is kept as an attribute",
    }
}

/// Returns why a row is not a job.
pub fn skipped_row_text(reason: &SkippedBecause) -> String {
    match reason {
        SkippedBecause::RepeatsHeader => "it repeats the header".to_owned(),
        SkippedBecause::Clause(clause) => format!("the prompt says {clause:?}"),
    }
}

/// Returns a fact about how a file was read.
pub fn note_text(note: &PlanNote) -> String {
    match note {
        PlanNote::RowsAboveHeader { rows, header_row } => {
            format!("{rows} rows above the header in row {header_row} were left out")
        }
        PlanNote::Turned => {
            "each column of the file is a job, so rows and columns were exchanged; a row number is the number of a column"
                .to_owned()
        }
        PlanNote::KeysLimited(most) => format!("only the first {most} different keys were read"),
        PlanNote::JobsAt(JobsPlace::Path(path)) => format!("the jobs were read from {path:?}"),
        PlanNote::JobsAt(JobsPlace::ObjectValues) => {
            "the jobs were read from the values of the outer object".to_owned()
        }
        PlanNote::JobsAt(JobsPlace::Lines) => {
            "the jobs were read from one object a line".to_owned()
        }
        PlanNote::GuessedEncoding { encoding, sample } => format!(
            "the encoding was guessed as {encoding}, for example {sample:?}; if that is wrong, save the file as UTF-8"
        ),
        PlanNote::OtherSheets(names) => format!("other sheets were not read: {}", quoted(names)),
        PlanNote::HiddenSheets(names) => {
            format!("hidden sheets were not read: {}", quoted(names))
        }
        PlanNote::HiddenRows { ranges, is_cut } => {
            let range = |(first, last): &(u32, u32)| {
                if first == last {
                    first.to_string()
                } else {
                    format!("{first} to {last}")
                }
            };
            let listed: Vec<String> = ranges.iter().map(range).collect();
            let more = if *is_cut { ", …" } else { "" };
            format!("hidden rows were read too: {}{more}", listed.join(", "))
        }
        PlanNote::CellsWithoutValue { cells, more } => {
            let listed: Vec<String> = cells.iter().map(cell_text).collect();
            let more = match more {
                0 => String::new(),
                more => format!(", and {more} more"),
            };
            format!("cells without a value were left empty: {}{more}", listed.join(", "))
        }
    }
}

fn cell_text(cell: &UnreadCell) -> String {
    let shows = cell.error.as_deref();
    format!(
        "{} ({})",
        cell.cell,
        shows.unwrap_or("a formula without a stored result")
    )
}

/// Returns values of which one suffices.
fn any(values: &[String]) -> String {
    joined(values, " or ")
}

fn quoted(values: &[String]) -> String {
    joined(values, ", ")
}

fn joined(values: &[String], joint: &str) -> String {
    let values: Vec<String> = values.iter().map(|value| format!("{value:?}")).collect();
    values.join(joint)
}
