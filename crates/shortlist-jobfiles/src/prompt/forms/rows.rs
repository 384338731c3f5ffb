//! Forms that select rows.

use super::super::super::employment::is_employment_type;
use super::super::super::fields::Field;
use super::super::super::fold::fold;
use super::super::super::instruction::{Condition, Instruction, Test};
use super::super::super::status::is_state_word;
use super::super::lexicon::Class;
use super::super::names::{column_name, field_named, unquote, value_list};
use super::super::pattern::{ClauseMatch, Form};
use super::super::words::PromptWords;
use super::compare::{between, compare, compare_before_column};

/// The maximum number of words in a column name without quotes.
const MAX_NAME_WORDS: usize = 5;

/// The maximum number of words in a value without quotes.
const MAX_VALUE_WORDS: usize = 8;

/// Creates two forms for each pattern of a condition, one after "skip" and one after "only".
macro_rules! conditions {
    ($($pattern:literal => $builder:ident),+ $(,)?) => {
        pub(super) const FORMS: &[Form] = &[
            $((concat!("SKIP ALL? ", $pattern), |matched| $builder(matched).map(Instruction::Skip)),)+
            $((concat!("ONLY ALL? ", $pattern), |matched| $builder(matched).map(Instruction::Only)),)+
        ];
    };
}

conditions! {
    "ROWS? IMPORT? WHERE COLUMN? <c> IS? NOT? BLANK" => blank,
    "ROWS? WHERE COLUMN? <c> BLANK IS" => blank,
    "ROWS? IMPORT? WHERE COLUMN? <c> IS FILLED" => filled,
    "ROWS? WITHOUT <c>" => without,
    "ROWS? IMPORT? WHERE|HAVE COLUMN? <c> IS|OF? NOT? ATLEAST|ATMOST|GREATER|LESS <v>" => compare,
    "ROWS? IMPORT? WHERE|HAVE COLUMN? <c> NOT? ATLEAST|ATMOST|GREATER|LESS <v> IS" => compare,
    "ROWS? IMPORT? WHERE|HAVE COLUMN? <c> IS|OF? <v> ORMORE|ORLESS" => compare,
    "ROWS? WHERE|HAVE ATLEAST|ATMOST|GREATER|LESS <v> <c>" => compare_before_column,
    "ROWS? IMPORT? WHERE|HAVE COLUMN? <c> IS|OF? NOT? RANGE <v> RANGEEND <w>" => between,
    "ROWS? IMPORT? WHERE|HAVE COLUMN? <c> NOT? RANGE <v> RANGEEND <w> IS" => between,
    "ROWS? IMPORT? WHERE|HAVE COLUMN? <c> BEGINWITH <v>" => starts_with,
    "ROWS? IMPORT? WHERE|HAVE COLUMN? <c> ENDWITH <v>" => ends_with,
    "ROWS? IMPORT? WHERE COLUMN? <c> IS NOT? EITHER? <v>" => is,
    "ROWS? IMPORT? WHERE COLUMN? <c> NOT? CONTAIN <v>" => contains,
    "ROWS? IMPORT? WHERE COLUMN? <c> <v> IS" => is_at_the_end,
    "ROWS? MARKED <v>" => any_is,
    "ROWS? THAT IS NOT? MARKED? <v>" => any_is,
    "ROWS? HAVE COLUMN? <c>" => have,
    "ROWS? HAVE|WHERE COLUMN? <c> <v>" => is_without_verb,
    "ROWS? FROM|IN|OF <v> <f>" => in_field,
    "ROWS? FROM|IN|OF <f> <v>" => in_field,
    "ROWS FROM|IN <v>" => in_place,
    "<v> ROWS" => state,
    "ROWS <v>" => state,
    "ROWS? <v> ROWS" => state,
    "SUBJECT HAVE COLUMN? <c> <v>" => is_without_verb,
    "<v>" => state,
}

/// Returns the column name, if the text can be one.
fn column(matched: &ClauseMatch<'_>) -> Option<String> {
    let name = column_name(matched.text('c'));
    let plain = !matched.mentions('c', Class::ROWS)
        || matched.words('c') == 1
        || field_named(&name).is_some();
    let one = !matched.has_comma('c')
        && !matched.mentions('c', Class::AND)
        && !matched.mentions('c', Class::NOT)
        && !matched.continues_with('c', Class::IS);
    let fits = matched.is_quoted('c') || (matched.words('c') <= MAX_NAME_WORDS && plain && one);
    (!name.is_empty() && fits).then_some(name)
}

pub(super) fn on(matched: &ClauseMatch<'_>, test: Test) -> Option<Condition> {
    Some(Condition {
        column: Some(column(matched)?),
        test,
    })
}

fn blank(matched: &ClauseMatch<'_>) -> Option<Condition> {
    let test = if matched.has(Class::NOT) {
        Test::Filled
    } else {
        Test::Blank
    };
    on(matched, test)
}

fn filled(matched: &ClauseMatch<'_>) -> Option<Condition> {
    on(matched, Test::Filled)
}

fn without(matched: &ClauseMatch<'_>) -> Option<Condition> {
    on(matched, Test::Blank)
}

/// Handles "that have a description", where only a field is named.
fn have(matched: &ClauseMatch<'_>) -> Option<Condition> {
    (matched.is_quoted('c') || field_named(matched.text('c')).is_some())
        .then(|| on(matched, Test::Filled))?
}

/// Returns the values, if the text can be values.
fn values(matched: &ClauseMatch<'_>) -> Option<Vec<String>> {
    let values = value_list(matched.text('v'));
    let fits =
        matched.is_quoted('v') || (matched.words('v') <= MAX_VALUE_WORDS && !goes_on(matched));
    (!values.is_empty() && fits).then_some(values)
}

fn is(matched: &ClauseMatch<'_>) -> Option<Condition> {
    let values = values(matched)?;
    // "Status closed or Status filled" are two conditions.
    let column = fold(matched.text('c'));
    let repeats = |value: &String| {
        let value = fold(value);
        value
            .strip_prefix(&column)
            .is_some_and(|rest| rest.starts_with(' '))
    };
    if !column.is_empty() && values.iter().any(repeats) {
        return None;
    }
    let test = if matched.has(Class::NOT) {
        Test::IsNot(values)
    } else {
        Test::Is(values)
    };
    on(matched, test)
}

/// Handles German sentences such as "bei denen Land Deutschland ist".
fn is_at_the_end(matched: &ClauseMatch<'_>) -> Option<Condition> {
    (matched.words('c') == 1).then(|| is(matched))?
}

/// Handles "with status open". The name is one word, quoted, or a field name.
fn is_without_verb(matched: &ClauseMatch<'_>) -> Option<Condition> {
    let name = matched.text('c');
    let known = matched.is_quoted('c') || field_named(name).is_some() || matched.words('c') == 1;
    let longer = format!("{name} {}", matched.text('v'));
    let first = longer
        .split(' ')
        .take(matched.words('c') + 1)
        .collect::<Vec<_>>();
    let cut_short = !matched.is_quoted('c')
        && field_named(&first.join(" ")).is_some()
        && matched.words('v') > 1;
    (known && !cut_short).then(|| is(matched))?
}

fn contains(matched: &ClauseMatch<'_>) -> Option<Condition> {
    let texts = alternatives(matched)?;
    let test = if matched.has(Class::NOT) {
        Test::ContainsNone(texts)
    } else {
        Test::Contains(texts)
    };
    on(matched, test)
}

fn starts_with(matched: &ClauseMatch<'_>) -> Option<Condition> {
    on(matched, Test::StartsWith(alternatives(matched)?))
}

fn ends_with(matched: &ClauseMatch<'_>) -> Option<Condition> {
    on(matched, Test::EndsWith(alternatives(matched)?))
}

/// Returns texts that are joined by "or". Joined by "and" without quotes, they could be one text or several.
fn alternatives(matched: &ClauseMatch<'_>) -> Option<Vec<String>> {
    let texts = values(matched)?;
    let quoted_each = texts.len() > 1 && matched.text('v').contains(['"', '“', '„', '«']);
    let and = matched.count('v', Class::AND) > matched.count('v', Class::OR);
    let clear = matched.is_quoted('v') || !and || quoted_each;
    let texts = if matched.is_quoted('v') {
        vec![unquote(matched.text('v'))]
    } else {
        texts
    };
    clear.then_some(texts)
}

/// Returns whether a value goes on with another condition, with a comparison, or with the rows that are meant.
fn goes_on(matched: &ClauseMatch<'_>) -> bool {
    let classes = [
        Class::IS,
        Class::WHERE,
        Class::ONLY,
        Class::FOR,
        Class::CONTAIN,
        Class::BEGINWITH,
        Class::ENDWITH,
    ];
    classes
        .into_iter()
        .any(|class| matched.mentions('v', class))
        || matched.has_comparison('v')
}

/// Handles "rows marked closed" and "rows that are filled", for any column.
fn any_is(matched: &ClauseMatch<'_>) -> Option<Condition> {
    let values = values(matched)?;
    let marked = matched.has(Class::MARKED) || matched.is_quoted('v');
    let known = marked || values.iter().all(|value| is_known(value));
    (known && !matched.has(Class::NOT)).then_some(Condition {
        column: None,
        test: Test::Is(values),
    })
}

/// Handles "closed jobs": a status, an employment type, or a quoted text.
fn state(matched: &ClauseMatch<'_>) -> Option<Condition> {
    let values = values(matched)?;
    (matched.is_quoted('v') || values.iter().all(|value| is_known(value))).then_some(Condition {
        column: None,
        test: Test::Is(values),
    })
}

fn is_known(value: &str) -> bool {
    is_state_word(value)
        || is_employment_type(value)
        || PromptWords::get()
            .work_places_in_filters
            .contains(&value.to_lowercase())
}

/// Handles "from the Sales department", where the field name is next to the value.
fn in_field(matched: &ClauseMatch<'_>) -> Option<Condition> {
    let field = field_named(matched.text('f'))?;
    let fits = matches!(
        field,
        Field::Department | Field::City | Field::Region | Field::Country | Field::Location
    );
    let values = values(matched)?;
    (fits && matched.words('f') <= 2).then(|| Condition {
        column: Some(field.as_wire().to_owned()),
        test: Test::Is(values),
    })
}

/// Handles "jobs in Berlin": a name after "in" is searched in the location.
fn in_place(matched: &ClauseMatch<'_>) -> Option<Condition> {
    let place = unquote(matched.text('v'));
    let named = matched.is_quoted('v') || place.starts_with(char::is_uppercase);
    (named && matched.words('v') <= 4 && values(matched)?.len() == 1).then(|| Condition {
        column: Some(Field::Location.as_wire().to_owned()),
        test: Test::Contains(vec![place]),
    })
}
