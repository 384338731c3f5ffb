//! Forms that set a value for all jobs, or for those without one.

use super::super::super::employment::is_employment_type;
use super::super::super::fields::Field;
use super::super::super::fold::fold;
use super::super::super::instruction::Instruction;
use super::super::super::status::{is_draft, yes_or_no};
use super::super::lexicon::Class;
use super::super::names::{settable_field, unquote};
use super::super::pattern::{ClauseMatch, Form};
use super::mode::is_language;
use super::values::{is_known_value, is_place_word};

/// The maximum number of words in a value without quotes.
const MAX_VALUE_WORDS: usize = 6;

pub(super) const FORMS: &[Form] = &[
    ("WHERE NOT? <f> IS? BLANK ASSUME <v>", fill),
    ("WHERE BLANK <f> IS? ASSUME <v>", fill),
    ("WHERE NOT <f> IS FILLED ASSUME <v>", fill),
    ("WHERE SUBJECT WITHOUT <f> ASSUME <v>", fill),
    ("ROWS WITHOUT <f> ASSUME|BELONG|IS|IN <v>", fill),
    ("SUBJECT WITHOUT <f> ASSUME|BELONG|IS|IN <v>", fill),
    ("ASSUME|SET <v> WHERE NOT? <f> IS? BLANK|FILLED", fill),
    ("ASSUME <v> OF|TO ROWS WITHOUT <f>", fill),
    (
        "SET <f> TO|AS|IS <v> WHERE NOT? SUBJECT? IS? BLANK|FILLED",
        fill,
    ),
    ("FILL BLANK <f> WITH <v>", fill),
    ("FILL <f> WITH <v>", fill),
    ("USE|ASSUME <v> AS|OF DEFAULT <f>", fill),
    ("DEFAULT <f> IS|COLON <v>", fill),
    (
        "USE|ASSUME|SET <v> AS|OF <f> WHERE NOT? SUBJECT? IS? BLANK|FILLED",
        fill,
    ),
    ("<f> DEFAULT <v>", fill),
    ("SET DEFAULT <f> TO|AS|IS <v>", fill),
    ("SET <f> ALWAYS ROWS TO|AS|IS|IN <v>", set),
    ("SET <f> ALWAYS SUBJECT TO|AS|IS|IN <v>", set),
    ("SET <f> TO|AS|IS|IN <v> ALWAYS ROWS?", set),
    ("SET <f> <v> ALWAYS ROWS", set),
    ("SET <f> <v> ALWAYS SUBJECT", set),
    ("SET <f> TO|AS|IS|IN <v>", set),
    ("SUBJECT IS ALL? LOCATED? IN|WITH <v> DEPT", in_department),
    ("SUBJECT IS? BELONG|IN ALL? <v> DEPT", in_department),
    ("SUBJECT IS? BELONG|IN DEPT <v>", in_department),
    ("SUBJECT BELONG <v>", in_department),
    ("SUBJECT IS ALL? LOCATED? IN <v>", in_place),
    ("SUBJECT IS ALL? <v>", all_are),
    ("ALL IS <v>", all_are),
    ("<f> IS ALL? <v> ALWAYS ROWS?", is),
    ("<f> ALWAYS ROWS IS <v>", is),
    ("<f> ALWAYS SUBJECT IS <v>", is),
    ("<f> IS IN? <v>", is),
    ("<f> COLON <v>", labelled),
];

/// Returns the value, if the text can be one.
fn value(matched: &ClauseMatch<'_>) -> Option<String> {
    let value = unquote(matched.text('v'));
    let sentence = matched.mentions('v', Class::IS) || matched.mentions('v', Class::FORBIDDEN);
    let fits = matched.is_quoted('v') || (matched.words('v') <= MAX_VALUE_WORDS && !sentence);
    (!value.is_empty() && fits).then_some(value)
}

fn constant(field: Field, value: String, replace: bool) -> Option<Instruction> {
    let yes = yes_or_no(&value);
    match field {
        Field::Status => is_draft(&value).map(Instruction::Drafts),
        Field::Draft => yes.map(Instruction::Drafts),
        Field::Published => yes.map(|published| Instruction::Drafts(!published)),
        field => Some(Instruction::Constant {
            field,
            value,
            replace,
        }),
    }
}

/// Sets a value for jobs without one.
fn fill(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    constant(settable_field(matched.text('f'))?, value(matched)?, false)
}

/// Sets a value for every job.
fn set(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    constant(settable_field(matched.text('f'))?, value(matched)?, true)
}

/// Handles "The department is Finance". The value must be a name, a number or a known word, because "the department
/// is small" gives no value.
fn is(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    let field = settable_field(matched.text('f'))?;
    let value = value(matched)?;
    let differs = matches!(field, Field::Title | Field::Code | Field::Description);
    let is_name = value.starts_with(|c: char| c.is_uppercase() || c.is_numeric());
    let is_value = matched.is_quoted('v') || is_name || is_known_value(field, &value);
    let fits = field != Field::Skills || matched.is_quoted('v') || is_name;
    (is_value && fits && !differs && matched.words('f') <= 4)
        .then(|| constant(field, value, false))?
}

/// Handles "Department: Marketing".
fn labelled(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    let field = settable_field(matched.text('f'))?;
    let differs = matches!(field, Field::Title | Field::Code | Field::Description);
    (!differs).then(|| constant(field, value(matched)?, false))?
}

fn in_department(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    constant(Field::Department, value(matched)?, false)
}

/// Handles "All jobs are in Berlin" and "sont à temps plein".
fn in_place(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    let value = value(matched)?;
    if is_language(&value) {
        return Some(Instruction::Language(value));
    }
    if is_employment_type(&value) {
        return constant(Field::EmploymentType, value, false);
    }
    let is_name = matched.is_quoted('v')
        || value.starts_with(|c: char| c.is_uppercase() || c.is_numeric())
        || is_known_value(Field::Location, &value);
    is_name.then(|| constant(Field::Location, value, false))?
}

/// Handles "All jobs are remote" and "All jobs are full-time".
fn all_are(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    let value = value(matched)?;
    let folded = fold(&value);
    if is_place_word(&value) || folded == "fully remote" {
        return constant(Field::Location, value, false);
    }
    (folded.split(' ').count() <= 4 && is_employment_type(&value))
        .then(|| constant(Field::EmploymentType, value, false))?
}
