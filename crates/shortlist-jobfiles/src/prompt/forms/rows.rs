//! Forms that select rows.

use super::super::super::employment::is_employment_type;
use super::super::super::fields::Field;
use super::super::super::instruction::{Condition, Instruction, Test};
use super::super::super::status::is_state_word;
use super::super::lexicon::Class;
use super::super::names::{column_name, field_named, unquote, value_list};
use super::super::pattern::{Form, Said};

/// The maximum number of words in a column name without quotes.
const MAX_NAME_WORDS: usize = 5;

/// The maximum number of words in a value without quotes.
const MAX_VALUE_WORDS: usize = 8;

/// Creates two forms for each pattern of a condition, one after "skip" and one after "only".
macro_rules! conditions {
    ($($pattern:literal => $builder:ident),+ $(,)?) => {
        pub(super) const FORMS: &[Form] = &[
            $((concat!("SKIP ALL? ", $pattern), |said| $builder(said).map(Instruction::Skip)),)+
            $((concat!("ONLY ALL? ", $pattern), |said| $builder(said).map(Instruction::Only)),)+
        ];
    };
}

conditions! {
    "ROWS? IMPORT? WHERE COLUMN? <c> IS? NOT? BLANK" => blank,
    "ROWS? WHERE COLUMN? <c> BLANK IS" => blank,
    "ROWS? IMPORT? WHERE COLUMN? <c> IS FILLED" => filled,
    "ROWS? WITHOUT <c>" => without,
    "ROWS? IMPORT? WHERE COLUMN? <c> IS NOT? EITHER? <v>" => is,
    "ROWS? IMPORT? WHERE COLUMN? <c> NOT? CONTAIN <v>" => contains,
    "ROWS? IMPORT? WHERE COLUMN? <c> <v> IS" => is_at_the_end,
    "ROWS? MARKED <v>" => any_is,
    "ROWS? THAT IS NOT? MARKED? <v>" => any_is,
    "ROWS? HAVE COLUMN? <c>" => have,
    "ROWS? HAVE|WHERE COLUMN? <c> <v>" => is_beside,
    "ROWS? FROM|IN|OF <v> <f>" => in_field,
    "ROWS? FROM|IN|OF <f> <v>" => in_field,
    "ROWS FROM|IN <v>" => in_place,
    "<v> ROWS" => state,
    "ROWS <v>" => state,
    "ROWS? <v> ROWS" => state,
    "SUBJECT HAVE COLUMN? <c> <v>" => is_beside,
    "<v>" => state,
}

/// Returns the column name, if the text can be one.
fn column(said: &Said<'_>) -> Option<String> {
    let name = column_name(said.text('c'));
    let plain =
        !said.mentions('c', Class::ROWS) || said.words('c') == 1 || field_named(&name).is_some();
    let fits = said.is_quoted('c') || (said.words('c') <= MAX_NAME_WORDS && plain);
    (!name.is_empty() && fits).then_some(name)
}

fn on(said: &Said<'_>, test: Test) -> Option<Condition> {
    Some(Condition {
        column: Some(column(said)?),
        test,
    })
}

fn blank(said: &Said<'_>) -> Option<Condition> {
    let test = if said.has(Class::NOT) {
        Test::Filled
    } else {
        Test::Blank
    };
    on(said, test)
}

fn filled(said: &Said<'_>) -> Option<Condition> {
    on(said, Test::Filled)
}

fn without(said: &Said<'_>) -> Option<Condition> {
    on(said, Test::Blank)
}

/// Handles "that have a description", where only a field is named.
fn have(said: &Said<'_>) -> Option<Condition> {
    (said.is_quoted('c') || field_named(said.text('c')).is_some())
        .then(|| on(said, Test::Filled))?
}

/// Returns the values, if the text can be values.
fn values(said: &Said<'_>) -> Option<Vec<String>> {
    let values = value_list(said.text('v'));
    let sentence = said.mentions('v', Class::IS) || said.mentions('v', Class::WHERE);
    let fits = said.is_quoted('v') || (said.words('v') <= MAX_VALUE_WORDS && !sentence);
    (!values.is_empty() && fits).then_some(values)
}

fn is(said: &Said<'_>) -> Option<Condition> {
    let values = values(said)?;
    let test = if said.has(Class::NOT) {
        Test::IsNot(values)
    } else {
        Test::Is(values)
    };
    on(said, test)
}

/// Handles German sentences such as "bei denen Land Deutschland ist".
fn is_at_the_end(said: &Said<'_>) -> Option<Condition> {
    (said.words('c') == 1).then(|| is(said))?
}

/// Handles "with status open". The name is one word, quoted, or a field name.
fn is_beside(said: &Said<'_>) -> Option<Condition> {
    let name = said.text('c');
    let known = said.is_quoted('c') || field_named(name).is_some() || said.words('c') == 1;
    let longer = format!("{name} {}", said.text('v'));
    let first = longer
        .split(' ')
        .take(said.words('c') + 1)
        .collect::<Vec<_>>();
    let cut_short =
        !said.is_quoted('c') && field_named(&first.join(" ")).is_some() && said.words('v') > 1;
    (known && !cut_short).then(|| is(said))?
}

fn contains(said: &Said<'_>) -> Option<Condition> {
    if said.has(Class::NOT) {
        return None;
    }
    let text = unquote(said.text('v'));
    values(said)?;
    on(said, Test::Contains(text))
}

/// Handles "rows marked closed" and "rows that are filled", for any column.
fn any_is(said: &Said<'_>) -> Option<Condition> {
    let values = values(said)?;
    let marked = said.has(Class::MARKED) || said.is_quoted('v');
    let known = marked || values.iter().all(|value| is_known(value));
    (known && !said.has(Class::NOT)).then_some(Condition {
        column: None,
        test: Test::Is(values),
    })
}

/// Handles "closed jobs": a status, an employment type, or a quoted text.
fn state(said: &Said<'_>) -> Option<Condition> {
    let values = values(said)?;
    (said.is_quoted('v') || values.iter().all(|value| is_known(value))).then_some(Condition {
        column: None,
        test: Test::Is(values),
    })
}

fn is_known(value: &str) -> bool {
    is_state_word(value)
        || is_employment_type(value)
        || matches!(
            value.to_lowercase().as_str(),
            "remote" | "hybrid" | "on-site" | "onsite"
        )
}

/// Handles "from the Sales department", where the field name is next to the value.
fn in_field(said: &Said<'_>) -> Option<Condition> {
    let field = field_named(said.text('f'))?;
    let fits = matches!(
        field,
        Field::Department | Field::City | Field::Region | Field::Country | Field::Location
    );
    let values = values(said)?;
    (fits && said.words('f') <= 2).then(|| Condition {
        column: Some(field.as_wire().to_owned()),
        test: Test::Is(values),
    })
}

/// Handles "jobs in Berlin": a name after "in" is searched in the location.
fn in_place(said: &Said<'_>) -> Option<Condition> {
    let place = unquote(said.text('v'));
    let named = said.is_quoted('v') || place.starts_with(char::is_uppercase);
    (named && said.words('v') <= 4 && values(said)?.len() == 1).then(|| Condition {
        column: Some(Field::Location.as_wire().to_owned()),
        test: Test::Contains(place),
    })
}
