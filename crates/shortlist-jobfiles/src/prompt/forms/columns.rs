//! Forms that map columns to fields.

use super::super::super::fields::Field;
use super::super::super::fold::fold;
use super::super::super::instruction::Instruction;
use super::super::lexicon::Class;
use super::super::names::{column_name, field_named};
use super::super::pattern::{ClauseMatch, Form};

/// The maximum number of words in a column name without quotes.
const MAX_NAME_WORDS: usize = 7;

pub(super) const FORMS: &[Form] = &[
    ("IN COLUMN <c> STAND|IS <f>", map),
    ("<f> IS|STAND LISTED? IN COLUMN <c>", map),
    ("<f> IS|STAND LISTED? IN <c> COLUMN", map),
    ("<f> IS? LISTED IN <c>", map_from_list),
    ("<f> STAND IN? <c>", map_from_list),
    ("<f> IS COLUMN <c>", map),
    ("<f> IS <c> COLUMN", map),
    ("TAKE <f> FROM COLUMN <c>", map),
    ("TAKE <f> FROM <c> COLUMN", map),
    ("TAKE <f> FROM <c>", map),
    ("COLUMN <c> HOLD ALL? <f>", map),
    ("<c> COLUMN HOLD ALL? <f>", map),
    ("MAP COLUMN? <c> TO|AS|OF ALL? <f>", map),
    ("MAP <c> COLUMN TO|AS|OF ALL? <f>", map),
    ("<c> ARROW <f>", map_by_arrow),
    ("<f> ARROW <c>", map_from_field),
];

/// More general forms, which a value also fits.
pub(super) const LAST_FORMS: &[Form] = &[
    ("<c> HOLD THE <f>", map_named),
    ("<c> HOLD <f>", map_quoted),
    ("<f> IS <c>", map_to_quoted),
    ("<f> IS IN <c>", map_to_quoted),
];

/// Builds a mapping of the column `c` to the field `f`.
fn map(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    let column = column_name(matched.text('c'));
    let field = field_named(matched.text('f'))?;
    let field_is_plain = !matched.is_quoted('f')
        && matched.words('f') <= 5
        && !matched.mentions('f', Class::OR)
        && !matched.has_comma('f');
    let fits = matched.is_quoted('c')
        || (matched.words('c') <= MAX_NAME_WORDS && !matched.continues_with('c', Class::IS));
    (!column.is_empty() && fits && field_is_plain)
        .then_some(Instruction::MapColumn { column, field })
}

/// Handles "The skills are listed in Must haves". If the field is a place, the sentence could mean a location.
fn map_from_list(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    let field = field_named(matched.text('f'))?;
    let is_place = matches!(field, Field::Location | Field::City | Field::Country);
    (matched.is_quoted('c') || !is_place || matched.has(Class::LISTED)).then(|| map(matched))?
}

/// Handles "Role -> title". If only the first text is a plain field name, as in "title -> Opening", the sides are swapped.
fn map_by_arrow(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    let swapped = is_plain_field(matched.text('c')) && !is_plain_field(matched.text('f'));
    (!swapped || matched.is_quoted('c')).then(|| map(matched))?
}

/// Returns whether a text is exactly the name of a field.
fn is_plain_field(text: &str) -> bool {
    let folded = fold(text);
    field_named(text)
        .is_some_and(|field| folded == fold(field.as_str()) || folded == fold(field.as_wire()))
}

/// Handles "title -> Role", where the field comes first and the other text is not a field.
fn map_from_field(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    (!is_plain_field(matched.text('c'))).then(|| map(matched))?
}

/// Handles "Standort is the location".
fn map_named(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    let names_another_field = field_named(matched.text('c'))
        .is_some_and(|field| field_named(matched.text('f')).is_some_and(|meant| meant != field));
    let sentence = matched.words('c') > 4;
    (!sentence || matched.is_quoted('c'))
        .then(|| map(matched))?
        .filter(|_| !names_another_field || matched.is_quoted('c') || matched.words('c') == 1)
}

/// Handles "'Posting name' is title".
fn map_quoted(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    matched.is_quoted('c').then(|| map(matched))?
}

/// Handles "The title is 'Posting name'". A title is not the same for all jobs, so the text must be a column.
fn map_to_quoted(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    let field = field_named(matched.text('f'))?;
    let differs = matches!(
        field,
        Field::Title | Field::Code | Field::Description | Field::Skills
    );
    (differs && matched.is_quoted('c')).then(|| map(matched))?
}
