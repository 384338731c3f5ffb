//! The parts of a clause to an instruction; `None` where they make no sense together.

use super::super::employment::is_employment_type;
use super::super::fields::Field;
use super::super::fold::fold;
use super::super::instruction::{Condition, DateOrder, Instruction, Test};
use super::fields::{column_name, field_named, unquote, value_list};
use super::forms::Said;

/// The longest value or name that a clause may hold, in characters.
const MAX_VALUE_CHARS: usize = 300;

/// The most words of a value that stands for another.
const MAX_MAPPED_WORDS: usize = 5;

/// Languages in which a file may be, in English and in themselves.
const LANGUAGES: &str = "english|german|french|spanish|portuguese|italian|dutch|russian|chinese|englisch|deutsch|franzosisch|spanisch|anglais|allemand|francais|espagnol|ingles|aleman|frances|espanol";

/// `column` (part `c`) is `field` (part `f`).
pub(super) fn map(said: &Said<'_>) -> Option<Instruction> {
    let column = column_name(said.part("c"));
    let field = field_named(said.part("f"))?;
    (!column.is_empty()).then_some(Instruction::MapColumn { column, field })
}

/// `field` (part `f`) is `value` (part `v`), for jobs without one.
pub(super) fn default_value(said: &Said<'_>) -> Option<Instruction> {
    // A sentence about titles or codes is no value for all of them.
    let field = field_named(said.part("f"))
        .filter(|field| !matches!(field, Field::Title | Field::Code | Field::Description))?;
    constant(field, said.part("v"), false)
}

/// `field` is `value`, for every job.
pub(super) fn set_value(said: &Said<'_>) -> Option<Instruction> {
    constant(
        field_named(said.part("f"))?,
        said.part("v"),
        !said.has("blank"),
    )
}

fn constant(field: Field, value: &str, replace: bool) -> Option<Instruction> {
    let value = unquote(value);
    if value.is_empty() {
        return None;
    }
    let yes = super::super::status::yes_or_no(&value);
    match field {
        Field::Status => super::super::status::is_draft(&value).map(Instruction::Drafts),
        Field::Draft => yes.map(Instruction::Drafts),
        Field::Published => yes.map(|published| Instruction::Drafts(!published)),
        Field::City | Field::Region | Field::Country | Field::Area => Some(Instruction::Constant {
            field: Field::Location,
            value,
            replace,
        }),
        field => Some(Instruction::Constant {
            field,
            value,
            replace,
        }),
    }
}

/// All jobs are in a place or a department (part `d` says so).
pub(super) fn all_in(said: &Said<'_>) -> Option<Instruction> {
    if fold(said.part("v")).split(' ').any(is_language) {
        return language(said);
    }
    let field = if said.has("d") {
        Field::Department
    } else {
        Field::Location
    };
    constant(field, said.part("v"), false)
}

/// All jobs are remote, full-time, drafts.
pub(super) fn all_are(said: &Said<'_>) -> Option<Instruction> {
    let value = unquote(said.part("v"));
    let folded = fold(&value);
    match folded.as_str() {
        "draft" | "drafts" | "unpublished" | "not published" | "entwurfe" | "brouillons"
        | "borradores" => {
            return Some(Instruction::Drafts(true));
        }
        "published" | "public" | "live" | "open" => return Some(Instruction::Drafts(false)),
        "remote" | "fully remote" | "hybrid" | "on site" | "onsite" => {
            return constant(Field::Location, &value, false);
        }
        _ => {}
    }
    (folded.split(' ').count() <= 4 && is_employment_type(&value))
        .then(|| constant(Field::EmploymentType, &value, false))?
}

/// The jobs are of an occupation.
pub(super) fn role(said: &Said<'_>) -> Option<Instruction> {
    let value = unquote(said.part("v"));
    if value.is_empty() {
        return None;
    }
    if is_employment_type(&value) {
        return constant(Field::EmploymentType, &value, false);
    }
    Some(Instruction::RoleHint(value))
}

/// Rows that meet a condition are left out.
pub(super) fn skip(said: &Said<'_>) -> Option<Instruction> {
    condition(said).map(Instruction::Skip)
}

/// Only rows that meet a condition are taken.
pub(super) fn only(said: &Said<'_>) -> Option<Instruction> {
    condition(said).map(Instruction::Only)
}

/// Part `c` is the column, `v` the value; `not`, `empty`, `filled` and `part` say how they belong together.
fn condition(said: &Said<'_>) -> Option<Condition> {
    let column = Some(column_name(said.part("c"))).filter(|column| !column.is_empty());
    let values = value_list(said.part("v"));
    let test = if said.has("empty") {
        if said.has("not") {
            Test::Filled
        } else {
            Test::Blank
        }
    } else if said.has("filled") {
        Test::Filled
    } else if values.is_empty() {
        return None;
    } else if said.has("part") {
        Test::Contains(unquote(said.part("v")))
    } else if said.has("not") {
        Test::IsNot(values)
    } else {
        Test::Is(values)
    };
    let needs_column = matches!(test, Test::Blank | Test::Filled | Test::IsNot(_));
    (column.is_some() || !needs_column).then_some(Condition { column, test })
}

/// `a` stands for `b`.
pub(super) fn value_map(said: &Said<'_>) -> Option<Instruction> {
    let from = value_list(said.part("a"));
    let to = unquote(said.part("b"));
    let short = |value: &str| value.split(' ').count() <= MAX_MAPPED_WORDS;
    (!from.is_empty() && !to.is_empty() && short(&to) && from.iter().all(|value| short(value)))
        .then_some(Instruction::ValueMap { from, to })
}

/// The order of dates.
pub(super) fn dates(said: &Said<'_>) -> Option<Instruction> {
    let words = fold(said.part("v"));
    let holds = |list: &[&str]| list.iter().any(|word| words.contains(word));
    let order = if holds(&[
        "dd mm",
        "d m y",
        "day first",
        "european",
        "british",
        "german",
        "tt mm",
        "jj mm",
        "day month",
    ]) {
        DateOrder::DayMonthYear
    } else if holds(&["mm dd", "m d y", "month first", "american", "month day"])
        || words.split(' ').any(|word| word == "us")
    {
        DateOrder::MonthDayYear
    } else if holds(&[
        "yyyy mm",
        "iso",
        "year first",
        "y m d",
        "aaaa mm",
        "jjjj mm",
    ]) {
        DateOrder::YearMonthDay
    } else {
        return None;
    };
    Some(Instruction::Dates(order))
}

/// What parts skills.
pub(super) fn split(said: &Said<'_>) -> Option<Instruction> {
    let word = unquote(said.part("v"));
    let separator = match fold(&word).as_str() {
        "comma" | "commas" | "a comma" | "komma" | "kommas" => ",",
        "semicolon" | "semicolons" | "semi colon" | "semi colons" | "a semicolon" | "semikolon" => {
            ";"
        }
        "pipe" | "pipes" | "a pipe" | "bar" | "bars" => "|",
        "slash" | "slashes" | "a slash" => "/",
        "newline" | "newlines" | "line break" | "line breaks" | "new lines" | "lines" => "\n",
        "tab" | "tabs" => "\t",
        "space" | "spaces" => " ",
        "" if !word.is_empty() && word.chars().count() <= 3 => word.as_str(),
        _ => return None,
    };
    Some(Instruction::SplitSkills(separator.to_owned()))
}

/// The first rows are left out.
pub(super) fn skip_rows(said: &Said<'_>) -> Option<Instruction> {
    let rows = match said.part("n") {
        "" => 1,
        number => count(number)?,
    };
    Some(Instruction::SkipRows(rows))
}

/// The header's row.
pub(super) fn header_row(said: &Said<'_>) -> Option<Instruction> {
    count(said.part("n"))
        .filter(|row| *row > 0)
        .map(Instruction::HeaderRow)
}

fn count(text: &str) -> Option<u32> {
    const WORDS: [&str; 11] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ];
    const ORDINALS: [&str; 6] = ["zeroth", "first", "second", "third", "fourth", "fifth"];
    let lower = text.to_lowercase();
    let place = |words: &[&str]| words.iter().position(|word| *word == lower);
    place(&WORDS)
        .or_else(|| place(&ORDINALS))
        .and_then(|place| u32::try_from(place).ok())
        .or_else(|| lower.parse().ok())
}

/// The sheet.
pub(super) fn sheet(said: &Said<'_>) -> Option<Instruction> {
    let name = unquote(said.part("v"));
    (!name.is_empty()).then_some(Instruction::Sheet(name))
}

/// Skills are found in the description.
#[expect(clippy::unnecessary_wraps, reason = "all builders have one shape")]
pub(super) fn extract_skills(_said: &Said<'_>) -> Option<Instruction> {
    Some(Instruction::ExtractSkills)
}

/// Columns make a field together.
pub(super) fn combine(said: &Said<'_>) -> Option<Instruction> {
    let columns: Vec<String> = value_list(said.part("c"))
        .iter()
        .map(|column| column_name(column))
        .collect();
    let field = field_named(said.part("f"))?;
    (columns.len() > 1).then_some(Instruction::Combine { columns, field })
}

/// Codes begin with a prefix.
pub(super) fn prefix(said: &Said<'_>) -> Option<Instruction> {
    let prefix = unquote(said.part("v"));
    (!prefix.is_empty()).then_some(Instruction::PrefixCode(prefix))
}

/// Every job asks for a skill.
pub(super) fn add_skill(said: &Said<'_>) -> Option<Instruction> {
    let skill = unquote(said.part("v"));
    (!skill.is_empty() && skill.split(' ').count() <= 5).then_some(Instruction::AddSkill(skill))
}

/// The jobs are drafts.
#[expect(clippy::unnecessary_wraps, reason = "all builders have one shape")]
pub(super) fn drafts(_said: &Said<'_>) -> Option<Instruction> {
    Some(Instruction::Drafts(true))
}

/// The jobs are published.
#[expect(clippy::unnecessary_wraps, reason = "all builders have one shape")]
pub(super) fn published(_said: &Said<'_>) -> Option<Instruction> {
    Some(Instruction::Drafts(false))
}

/// The file's language.
pub(super) fn language(said: &Said<'_>) -> Option<Instruction> {
    let name = unquote(said.part("v"));
    is_language(&fold(&name)).then_some(Instruction::Language(name))
}

fn is_language(word: &str) -> bool {
    LANGUAGES.split('|').any(|language| language == word)
}

/// Whether what a clause holds can be a value: a paragraph is none.
pub(super) fn is_bounded(instruction: &Instruction) -> bool {
    let short = |text: &str| text.chars().count() <= MAX_VALUE_CHARS;
    match instruction {
        Instruction::Constant { value, .. } => short(value),
        Instruction::MapColumn { column, .. } => short(column),
        Instruction::RoleHint(text) | Instruction::PrefixCode(text) => short(text),
        _ => true,
    }
}
