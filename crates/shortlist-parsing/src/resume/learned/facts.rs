//! What is known about lines and pieces before anything is decided.

use super::super::clauses::is_employment;
use super::super::education::{names_school, real_degree};
use super::super::fillers::{is_filler, is_heading, is_task};
use super::super::labels::{Field, field_of, labelled};
use super::super::page::{Page, is_all_capitals};
use super::super::phrases::{is_known_employer, is_title, names_organization, words};
use super::super::places::is_place;
use super::super::words::PositionWords;
use super::phrase::{PhraseModel, Scores};
use super::pieces::Piece;

/// What is known about a line.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct LineFacts {
    pub(super) scores: Scores,
    pub(super) has_degree: bool,
    pub(super) has_school: bool,
    pub(super) is_title: bool,
    pub(super) names_employer: bool,
    pub(super) is_employment: bool,
    pub(super) is_heading: bool,
    pub(super) label: i32,
    pub(super) is_capitals: bool,
    pub(super) ends_in_stop: bool,
    /// How much larger its letters are than those of the body, in tenths of a point.
    pub(super) size: i32,
}

/// What is known about a piece.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct PieceFacts {
    pub(super) scores: Scores,
    pub(super) is_title: bool,
    pub(super) names_employer: bool,
    pub(super) is_known_employer: bool,
    pub(super) is_place: bool,
    pub(super) is_school: bool,
    pub(super) has_degree: bool,
    pub(super) has_legal_form: bool,
    pub(super) is_filler: bool,
    pub(super) is_task: bool,
    pub(super) is_skill: bool,
    pub(super) label: i32,
    pub(super) words: i32,
    pub(super) capitals: i32,
    pub(super) title_nouns: i32,
    /// How often the same words are a piece of the text.
    pub(super) repeated: i32,
}

fn label(field: Option<Field>) -> i32 {
    match field {
        None => 0,
        Some(Field::Title) => 1,
        Some(Field::Organization) => 2,
        Some(Field::Client) => 3,
        Some(Field::Place) => 4,
        Some(Field::Project) => 5,
        Some(Field::Aside) => 6,
    }
}

/// Looks at a line. If its text is a piece, `known` is what that is known to be.
pub(super) fn line_facts(
    page: &Page<'_>,
    line: usize,
    known: impl Fn(&str) -> Option<PieceFacts>,
    model: &PhraseModel,
) -> LineFacts {
    let text = page.line(line);
    let near: String = text.chars().take(160).collect();
    let size = page.lines.get(line).map_or(0.0, |line| line.size);
    let facts = known(&near).unwrap_or_else(|| PieceFacts {
        scores: model.scores(&near),
        has_degree: real_degree(&near).is_some(),
        is_school: names_school(&near),
        is_title: is_title(&near),
        names_employer: names_organization(&near),
        ..PieceFacts::default()
    });
    LineFacts {
        scores: facts.scores,
        has_degree: facts.has_degree,
        has_school: facts.is_school,
        is_title: facts.is_title,
        names_employer: facts.names_employer,
        is_employment: is_employment(&near),
        is_heading: is_heading(&near),
        label: label(labelled(text).map(|(field, _)| field)),
        is_capitals: is_all_capitals(&near),
        ends_in_stop: text.trim_end().ends_with('.'),
        size: tenths(size - page.body_size),
    }
}

/// Returns a difference of sizes in tenths of a point.
fn tenths(size: f32) -> i32 {
    // Half a step more, so that sizes are rounded.
    let steps = (-200..=200).take_while(|step: &i16| f32::from(*step) / 10.0 < size + 0.05);
    steps.last().map_or(-200, i32::from)
}

/// Returns what the text before a piece in its line labels it as.
pub(super) fn label_before(page: &Page<'_>, piece: &Piece<'_>) -> i32 {
    let start = page.lines.get(piece.line).map_or(0, |line| line.span.start);
    let before = page.text.get(start..piece.span.start).unwrap_or_default();
    let before = before
        .rsplit(['\t', '|', ',', ';'])
        .find(|part| !part.trim().is_empty());
    label(before.and_then(field_of))
}

/// Looks at the text of a piece. Its label and how often it is repeated are not known from the text.
pub(super) fn piece_facts(page: &Page<'_>, text: &str, model: &PhraseModel) -> PieceFacts {
    let lists = PositionWords::get();
    let folded: Vec<String> = words(text).collect();
    let spoken = text
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| !word.is_empty());
    let spoken: Vec<&str> = spoken.collect();
    let upper = spoken
        .iter()
        .filter(|word| word.starts_with(char::is_uppercase))
        .count();
    let count = |it: usize| i32::try_from(it).unwrap_or(i32::MAX);
    let skills = page.vocabulary.scan(text);
    PieceFacts {
        scores: model.scores(text),
        is_title: is_title(text),
        names_employer: names_organization(text),
        is_known_employer: is_known_employer(text),
        is_place: is_place(text),
        is_school: names_school(text),
        has_degree: real_degree(text).is_some(),
        has_legal_form: folded.iter().any(|word| lists.legal_forms.contains(word)),
        is_filler: is_filler(text),
        is_task: is_task(text),
        is_skill: skills
            .iter()
            .any(|skill| skill.span.start == 0 && skill.span.end == text.len()),
        label: 0,
        words: count(folded.len()),
        capitals: count(upper * 100)
            .checked_div(count(spoken.len()))
            .unwrap_or(0),
        title_nouns: count(
            folded
                .iter()
                .filter(|word| lists.title_nouns.contains(word))
                .count(),
        ),
        repeated: 1,
    }
}
