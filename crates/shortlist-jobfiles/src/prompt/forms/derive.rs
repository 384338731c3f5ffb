//! Forms that derive a field from others.

use super::super::super::fields::Field;
use super::super::super::instruction::Instruction;
use super::super::lexicon::Class;
use super::super::names::{column_name, field_named, settable_field, unquote, value_list};
use super::super::pattern::{ClauseMatch, Form};
use super::super::words::PromptWords;

/// The maximum number of words in a skill.
const MAX_SKILL_WORDS: usize = 5;

/// The maximum number of skills in one clause.
const MAX_ADDED_SKILLS: usize = 20;

/// The maximum length of a prefix.
const MAX_PREFIX_CHARS: usize = 40;

pub(super) const FORMS: &[Form] = &[
    ("EXTRACT SKILLS FROM <f>", extract_skills),
    ("FROM <f> EXTRACT SKILLS", extract_skills),
    ("SKILLS IS|STAND LISTED? FROM|IN <f>", extract_skills),
    ("COMBINE COLUMN? <c> INTO <f>", combine),
    ("BUILD <f> FROM|WITH|OF <c>", combine),
    ("<f> IS MADEOF COLUMN? <c>", combine),
    ("<f> MADEOF COLUMN? <c>", combine),
    ("<f> IS <c>", sum),
    ("PREFIX ALL? CODE WITH <p>", prefix),
    ("PUT <p> BEFORE ALL? CODE", prefix),
    ("ALL? CODE STARTWITH <p>", prefix),
    ("ADD <s> AS|TO ALL? SKILL", add_skill),
    ("ADD <s> AS|TO ALL? SKILL OF|TO|IN SUBJECT", add_skill),
    ("ADD SKILL <s> TO|OF|IN? SUBJECT?", add_skill),
    ("SUBJECT REQUIRE SKILL? <s>", add_skill),
    ("<s> IS SKILL OF|TO|IN SUBJECT", add_skill),
];

/// Extracts skills from the description.
fn extract_skills(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    (field_named(matched.text('f')) == Some(Field::Description) && !matched.is_quoted('f'))
        .then_some(Instruction::ExtractSkills)
}

/// Combines columns to a field.
fn combine(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    let field = settable_field(matched.text('f'))?;
    let columns: Vec<String> = value_list(matched.text('c'))
        .iter()
        .map(|column| column_name(column))
        .filter(|column| !column.is_empty())
        .collect();
    (columns.len() > 1).then_some(Instruction::Combine { columns, field })
}

/// Handles "The location is City plus Country."
fn sum(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    matched
        .mentions('c', Class::PLUS)
        .then(|| combine(matched))?
}

fn prefix(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    let prefix = unquote(matched.text('p'));
    let mut before = PromptWords::get().before_prefixes.iter();
    let prefix = before
        .find_map(|words| prefix.strip_prefix(words)?.strip_prefix(' '))
        .map_or(prefix.clone(), unquote);
    let fits = !prefix.is_empty() && prefix.chars().count() <= MAX_PREFIX_CHARS;
    (fits && (matched.words('p') <= 2 || matched.is_quoted('p')))
        .then_some(Instruction::PrefixCode(prefix))
}

/// Adds required skills to every job.
fn add_skill(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    let text = matched.text('s');
    let mut skills = if matched.is_quoted('s') {
        vec![unquote(text)]
    } else {
        value_list(text)
    };
    let is_skill = |skill: &String| {
        field_named(skill).is_none() && skill.split(' ').count() <= MAX_SKILL_WORDS
    };
    let fits = matched.is_quoted('s')
        || (skills.iter().all(is_skill)
            && skills.len() <= MAX_ADDED_SKILLS
            && !matched.is_linked('s')
            && !matched.mentions('s', Class::IS)
            && !matched.mentions('s', Class::ROWS));
    match skills.len() {
        1 if fits => skills
            .pop()
            .filter(|skill| !skill.is_empty())
            .map(Instruction::AddSkill),
        2.. if fits => Some(Instruction::AddSkills(skills)),
        _ => None,
    }
}
