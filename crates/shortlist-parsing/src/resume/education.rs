//! Degrees and schools.

use shortlist_domain::{EducationEntry, EducationLevel, SectionKind, Span};
use shortlist_vocabulary::{DegreeMatch, read_degree, read_field};

use super::dates::find_spells;
use super::headings::heading_key;
use super::page::Page;
use super::sections::LineKind;
use super::words::{SCHOOL_WORDS, holds};

/// Words for a degree that is not yet finished.
const IN_PROGRESS: [&str; 16] = [
    "pursuing",
    "expected",
    "in progress",
    "ongoing",
    "anticipated",
    "candidate",
    "currently",
    "appearing",
    "laufend",
    "voraussichtlich",
    "en cours",
    "en curso",
    "em andamento",
    "cursando",
    "in corso",
    "在读",
];
/// Degrees of one line that may turn out to be something else.
const MAX_REFUSED: usize = 4;
/// What Microsoft makes.
const PRODUCTS: &str = "office excel word access powerpoint power project outlook visio windows sql dos visual dynamics teams sharepoint exchange dot net team azure paint publisher suite onenote crm server vc front frontpage packages package applications";
/// A longer line is prose.
const MAX_LINE_CHARS: usize = 300;

/// The degrees of education sections; without any, those that other parts name.
pub(super) fn find_education(page: &Page<'_>, kinds: &[LineKind]) -> Vec<EducationEntry> {
    let found = in_kinds(page, kinds, &[SectionKind::Education]);
    let beyond_school = |entry: &EducationEntry| entry.level > Some(EducationLevel::School);
    if found.iter().any(beyond_school) {
        return found;
    }
    let near = in_kinds(
        page,
        kinds,
        &[
            SectionKind::Other,
            SectionKind::Personal,
            SectionKind::Certificates,
            SectionKind::Summary,
            SectionKind::Contact,
        ],
    );
    if near.iter().any(beyond_school) || (!near.is_empty() && found.is_empty()) {
        return near;
    }
    let far: Vec<_> = in_kinds(
        page,
        kinds,
        &[
            SectionKind::Experience,
            SectionKind::Projects,
            SectionKind::Skills,
            SectionKind::Awards,
            SectionKind::Languages,
            SectionKind::Interests,
        ],
    )
    .into_iter()
    .filter(beyond_school)
    .collect();
    if far.is_empty() { found } else { far }
}

fn in_kinds(page: &Page<'_>, kinds: &[LineKind], wanted: &[SectionKind]) -> Vec<EducationEntry> {
    let mut entries = Vec::new();
    for (number, kind) in kinds.iter().enumerate() {
        if !wanted.contains(&kind.kind) {
            continue;
        }
        let words = page.text.get(kind.body.start..kind.body.end).unwrap_or("");
        if words.is_empty() || words.len() > MAX_LINE_CHARS {
            continue;
        }
        if let Some(found) = true_degree(words) {
            entries.push(entry(page, number, kind, words, found));
        } else if let Some(entry) = over_line_end(page, kinds, number, wanted) {
            entries.push(entry);
        }
    }
    entries
}

/// The highest degree of a line that is not something else in the same letters.
pub(super) fn true_degree(words: &str) -> Option<DegreeMatch> {
    let mut text = words.to_owned();
    for _ in 0..MAX_REFUSED {
        let found = read_degree(&text)?;
        if !is_something_else(words, &found) {
            return Some(found);
        }
        // Blanks of the same length keep every place.
        let blank = " ".repeat(found.span.end - found.span.start);
        text.replace_range(found.span.start..found.span.end, &blank);
    }
    None
}

/// `MS Office`, the month of March, reports of an MIS.
fn is_something_else(words: &str, found: &DegreeMatch) -> bool {
    let after = words.get(found.span.end..).unwrap_or("");
    let next: String = after
        .trim_start_matches([' ', '-', '.', ',', '/'])
        .chars()
        .take_while(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect();
    match found.name.as_str() {
        "MS" | "M.S" | "M.S." | "Ms" => holds(PRODUCTS, &next),
        "March" | "MARCH" | "march" => true,
        "MIS" => !matches!(next.as_str(), "in" | "degree"),
        "Master" | "MASTER" | "master" => next.is_empty(),
        _ => false,
    }
}

/// A degree that begins in one line and ends in the next: `Bachelor of` / `Science`.
fn over_line_end(
    page: &Page<'_>,
    kinds: &[LineKind],
    number: usize,
    wanted: &[SectionKind],
) -> Option<EducationEntry> {
    let kind = kinds.get(number)?;
    let next = kinds
        .get(number + 1)
        .filter(|next| wanted.contains(&next.kind))?;
    let words = page.text.get(kind.body.start..kind.body.end)?;
    let text = page
        .text
        .get(kind.body.start..next.body.end)
        .filter(|text| text.len() <= MAX_LINE_CHARS)?;
    let found = true_degree(text)?;
    (found.span.start < words.len() && found.span.end > words.len())
        .then(|| entry(page, number, kind, text, found))
}

fn entry(
    page: &Page<'_>,
    number: usize,
    kind: &LineKind,
    words: &str,
    found: DegreeMatch,
) -> EducationEntry {
    let after = words.get(found.span.end..).unwrap_or("");
    let around: Vec<&str> = [
        Some(number),
        Some(number + 1),
        number.checked_sub(1),
        Some(number + 2),
    ]
    .into_iter()
    .flatten()
    .filter(|near| {
        page.lines
            .get(*near)
            .is_some_and(|line| line.block == page.lines.get(number).map_or(0, |line| line.block))
    })
    .map(|near| page.line(near))
    .collect();
    let dates = find_spells(words, 0);
    let next = around.get(1).copied().unwrap_or("");
    let dates = if dates.is_empty() && read_degree(next).is_none() {
        find_spells(next, 0)
    } else {
        dates
    };
    let lower = words.to_lowercase();
    EducationEntry {
        degree: found.name,
        field: read_field(after),
        institution: around.iter().find_map(|line| institution(line)),
        level: Some(found.level),
        end: dates.into_iter().filter_map(|date| date.end).max(),
        in_progress: IN_PROGRESS.iter().any(|word| lower.contains(word)),
        span: Span::new(
            kind.body.start + found.span.start,
            kind.body.start + found.span.end,
        ),
    }
}

/// The phrase of a line that names a school.
fn institution(line: &str) -> Option<String> {
    line.split(['\t', '|', ',', ';', '(', '–', '—'])
        .flat_map(|part| part.split(" - "))
        .flat_map(|part| part.split(" from "))
        .map(str::trim)
        .find(|part| {
            part.len() <= 100
                && (heading_key(part)
                    .split(' ')
                    .any(|word| holds(SCHOOL_WORDS, word))
                    || part
                        .to_lowercase()
                        .split(' ')
                        .any(|word| holds(SCHOOL_WORDS, word)))
        })
        .map(ToOwned::to_owned)
}
