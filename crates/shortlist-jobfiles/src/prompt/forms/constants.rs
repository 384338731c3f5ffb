//! Forms that set a value for all jobs, or for those without one.

use shortlist_vocabulary::{PhraseList, word_lists};

use super::super::super::employment::is_employment_type;
use super::super::super::fields::Field;
use super::super::super::fold::fold;
use super::super::super::instruction::Instruction;
use super::super::super::status::{is_draft, yes_or_no};
use super::super::lexicon::Class;
use super::super::names::{settable_field, unquote};
use super::super::pattern::{ClauseMatch, Form};
use super::super::words::PromptWords;
use super::mode::is_language;
use super::values::{is_known_value, is_place_word};

word_lists! {
    /// Names after which a comma or "and" does not separate two places.
    pub(super) struct RegionNames in "../../../data/prompt_regions.txt" {
        /// Countries and regions, which follow a town and a comma.
        regions: PhraseList,
        /// Places that contain a word for "and".
        places_with_and: PhraseList,
    }
}

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

/// Returns the value of a field, if the text is one value and nothing else.
fn value(matched: &ClauseMatch<'_>, field: Field) -> Option<String> {
    let value = unquote(matched.text('v'));
    let fits = matched.is_quoted('v')
        || PromptWords::get().values_with_links.contains(&fold(&value))
        || (matched.words('v') <= MAX_VALUE_WORDS
            && !matched.mentions('v', Class::IS)
            && !matched.mentions('v', Class::FORBIDDEN)
            && !matched.mentions('v', Class::COLON)
            && !matched.is_linked('v')
            && is_one(matched, &value, field));
    (!value.is_empty() && fits).then_some(value)
}

/// Returns whether a value without quotes is not a list: "Berlin, Germany" is one place, "Berlin and Munich" are two.
fn is_one(matched: &ClauseMatch<'_>, value: &str, field: Field) -> bool {
    let joined = matched.count('v', Class::AND);
    match field {
        Field::Location => {
            let known = RegionNames::get().places_with_and.contains(&fold(value));
            (joined == 0 || known) && (!matched.has_comma('v') || is_in_region(value))
        }
        Field::Department if joined == 1 => !matched.has_comma('v') && are_names(value),
        Field::Skills => true,
        _ => joined == 0 && !matched.has_comma('v'),
    }
}

/// Returns whether the last part of a place with commas is a country or a region, or its code.
fn is_in_region(place: &str) -> bool {
    let parts: Vec<&str> = place.split(',').map(str::trim).collect();
    let is_code =
        |name: &str| (2..=3).contains(&name.len()) && name.bytes().all(|c| c.is_ascii_uppercase());
    let last = parts.last().copied().unwrap_or_default();
    (2..=3).contains(&parts.len())
        && (is_code(last) || RegionNames::get().regions.contains(&fold(last)))
}

/// Returns whether the first and the last word of a text are written as names: "Research and Development".
fn are_names(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let is_name = |word: Option<&str>| {
        word.is_some_and(|word| word.starts_with(|c: char| c.is_uppercase() || c.is_numeric()))
    };
    is_name(words.next()) && is_name(words.next_back())
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
    let field = settable_field(matched.text('f'))?;
    constant(field, value(matched, field)?, false)
}

/// Sets a value for every job.
fn set(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    let field = settable_field(matched.text('f'))?;
    constant(field, value(matched, field)?, true)
}

/// Handles "The department is Finance". The value must be a name, a number or a known word, because "the department
/// is small" gives no value.
fn is(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    let field = settable_field(matched.text('f'))?;
    let value = value(matched, field)?;
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
    (!differs).then(|| constant(field, value(matched, field)?, false))?
}

fn in_department(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    constant(Field::Department, value(matched, Field::Department)?, false)
}

/// Handles "All jobs are in Berlin" and "sont à temps plein".
fn in_place(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    let value = value(matched, Field::Location)?;
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
    let value = value(matched, Field::EmploymentType)?;
    let folded = fold(&value);
    if is_place_word(&value) || folded == "fully remote" {
        return constant(Field::Location, value, false);
    }
    (folded.split(' ').count() <= 4 && is_employment_type(&value))
        .then(|| constant(Field::EmploymentType, value, false))?
}
