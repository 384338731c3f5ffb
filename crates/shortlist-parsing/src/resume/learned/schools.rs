//! Finds the schools of degrees whose schools the rules do not know.

use std::ops::Range;

use shortlist_domain::EducationEntry;

use super::super::dates::{DatedText, find_single_dates};
use super::super::education::real_degree;
use super::super::page::Page;
use super::super::sections::LineKind;
use super::phrase::PhraseModel;
use super::pieces::pieces;

/// How many lines above and below a degree may name its school.
const NEAR: usize = 2;
/// The lowest score of a school.
const MIN_SCHOOL: i32 = 0;
/// How certain such a school is, in percent.
const CERTAINTY: u8 = 60;

/// Adds the schools near degrees that have none.
pub(super) fn with_schools(
    page: &Page<'_>,
    kinds: &[LineKind],
    mut education: Vec<EducationEntry>,
    model: &PhraseModel,
) -> Vec<EducationEntry> {
    let lines: Vec<Range<usize>> = education
        .iter()
        .map(|entry| {
            page.line_at(entry.span.start)..page.line_at(entry.span.end.saturating_sub(1)) + 1
        })
        .collect();
    let known: Vec<String> = education
        .iter()
        .filter_map(|entry| entry.institution.clone())
        .collect();
    for (at, entry) in education.iter_mut().enumerate() {
        let Some(own) = lines.get(at).filter(|_| entry.institution.is_none()) else {
            continue;
        };
        let others = |line: usize| {
            let mut others = lines.iter().enumerate();
            others.any(|(other, lines)| other != at && lines.contains(&line))
        };
        let section = |line: usize| kinds.get(line).map(|kind| kind.section);
        let near = own.start.saturating_sub(NEAR)..(own.end + NEAR).min(page.lines.len());
        let near = near.filter(|line| !others(*line) && section(*line) == section(own.start));
        let found = near.flat_map(|line| pieces(page, line, &dates_of(page, line)));
        let scored = found.filter_map(|piece| Some((school_score(&piece.text, model)?, piece)));
        let degree = entry.span;
        let free = scored.filter(|(_, piece)| {
            let is_outside = piece.span.end <= degree.start || degree.end <= piece.span.start;
            let is_known = known.iter().any(|name| name.contains(piece.text.as_ref()));
            is_outside && !is_known && real_degree(&piece.text).is_none()
        });
        if let Some((_, piece)) = free.max_by_key(|(score, piece)| (*score, piece.text.len())) {
            entry.institution = Some(piece.text.into_owned());
            entry.confidence.institution = CERTAINTY;
        }
    }
    education
}

fn dates_of(page: &Page<'_>, line: usize) -> Vec<Range<usize>> {
    let start = page.lines.get(line).map_or(0, |line| line.span.start);
    let text = page.line(line);
    let ranges = DatedText::new(text, start).ranges().into_iter();
    let singles = find_single_dates(text, start).into_iter();
    let mut spans: Vec<Range<usize>> = ranges
        .chain(singles)
        .map(|it| it.span.start..it.span.end)
        .collect();
    spans.sort_by_key(|span| span.start);
    spans
}

/// Returns the score of a phrase that looks more like a school than anything else.
fn school_score(phrase: &str, model: &PhraseModel) -> Option<i32> {
    let [title, employer, school, town, other] = model.scores(phrase);
    let best = [title, employer, town, other].into_iter().max()?;
    (school > MIN_SCHOOL && school > best).then_some(school)
}

#[cfg(test)]
mod tests {
    use super::super::phrases;
    use super::*;

    #[test]
    fn only_what_looks_like_a_school_is_one() {
        for school in [
            "Exampleton Polytechnic Institute",
            "Universitas Contoh",
            "Muster Gymnasium",
        ] {
            assert!(school_score(school, phrases()).is_some(), "{school}");
        }
        for other in [
            "Senior Clerk",
            "Acme Technologies Ltd",
            "Graz, Austria",
            "Wrote a thesis about bridges",
        ] {
            assert!(school_score(other, phrases()).is_none(), "{other}");
        }
    }
}
