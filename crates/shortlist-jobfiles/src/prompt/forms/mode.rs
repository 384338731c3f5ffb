//! Forms for how jobs are created, the language of the file, and the occupation of the jobs.

use super::super::super::employment::is_employment_type;
use super::super::super::fields::Field;
use super::super::super::fold::fold;
use super::super::super::instruction::Instruction;
use super::super::super::status::is_status;
use super::super::lexicon::Class;
use super::super::names::{field_named, unquote};
use super::super::pattern::{ClauseMatch, Form};
use super::super::words::PromptWords;

/// The maximum number of words in an occupation.
const MAX_ROLE_WORDS: usize = 5;

pub(super) const FORMS: &[Form] = &[
    ("CREATE SUBJECT? AS|TO|IN|INTO? DRAFT ROWS?", drafts),
    ("SUBJECT TOBE AS? DRAFT ROWS?", drafts),
    ("SUBJECT IS? AS? DRAFT ROWS?", drafts),
    ("AS DRAFT", drafts),
    ("DRAFT", drafts),
    ("NOTPUBLISH SUBJECT?", drafts),
    ("SUBJECT NOTPUBLISH", drafts),
    ("PUBLISH SUBJECT?", published),
    ("CREATE SUBJECT? AS? LIVE ROWS?", live),
    ("SUBJECT IS AS? LIVE", live),
    ("FILE|SUBJECT IS WRITE? <l>", language),
    ("PARSE SUBJECT? AS LISTOF? <v> ROWS", role),
    ("PARSE SUBJECT? AS ROWS OF|IN|FROM <v>", role),
    ("SUBJECT|FILE IS ALL? LISTOF? <v> ROWS", role),
    ("SUBJECT|FILE IS ALL? ROWS FOR|IN|FROM <v>", role),
    ("FILE HOLD|CONTAIN LISTOF? <v> ROWS", role),
];

#[expect(clippy::unnecessary_wraps, reason = "all builders have one shape")]
fn drafts(_matched: &ClauseMatch<'_>) -> Option<Instruction> {
    Some(Instruction::Drafts(true))
}

#[expect(clippy::unnecessary_wraps, reason = "all builders have one shape")]
fn published(_matched: &ClauseMatch<'_>) -> Option<Instruction> {
    Some(Instruction::Drafts(false))
}

/// Handles publishing. "Import the open jobs" is a filter, but "import as open" publishes.
fn live(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    (matched.has(Class::AS) || !matched.has(Class::CREATE)).then_some(Instruction::Drafts(false))
}

fn language(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    let name = unquote(matched.text('l'));
    is_language(&name).then_some(Instruction::Language(name))
}

/// Returns whether a word is the name of a language.
pub(super) fn is_language(word: &str) -> bool {
    PromptWords::get().languages.contains(&fold(word))
}

/// Names the occupation of the jobs.
fn role(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    let value = unquote(matched.text('v'));
    let folded = fold(&value);
    if is_employment_type(&value) {
        return Some(Instruction::Constant {
            field: Field::EmploymentType,
            value,
            replace: false,
        });
    }
    let vague = |word| PromptWords::get().no_occupation.contains(word);
    let says_nothing = folded.is_empty()
        || folded.split(' ').any(vague)
        || is_status(&value)
        || is_language(&value)
        || field_named(&value).is_some()
        || matched.words('v') > MAX_ROLE_WORDS
        || (matched.is_linked('v') && !matched.is_quoted('v'))
        || matched.has_comma('v')
        || matched.mentions('v', Class::IS);
    (!says_nothing).then_some(Instruction::RoleHint(value))
}
