//! Finds spoken languages and certificates.

use shortlist_domain::{EducationLevel, SectionKind};
use shortlist_vocabulary::find_language;

use super::education::{names_school, real_degree};
use super::page::{Page, without_bullet};
use super::sections::LineKind;
use super::words::LanguageWords;

/// The maximum length of an item. A longer line is prose.
const MAX_ITEM_CHARS: usize = 160;

/// Returns the spoken languages by their English names, without duplicates.
pub(super) fn find_languages(page: &Page<'_>, kinds: &[LineKind]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (kind, text) in bodies(page, kinds) {
        let lower = text.to_lowercase();
        let mut labels = LanguageWords::get().labels.iter();
        let labelled = labels.any(|label| lower.contains(label)) || lower.contains("languages\t");
        if kind != SectionKind::Languages && !labelled {
            continue;
        }
        let words = text
            .split(|c: char| !c.is_alphabetic())
            .filter(|word| !word.is_empty());
        for language in words.filter_map(find_language) {
            if !found.iter().any(|known| known == language) {
                found.push(language.to_owned());
            }
        }
    }
    found
}

/// Returns the items of certificate sections.
pub(super) fn find_certificates(page: &Page<'_>, kinds: &[LineKind]) -> Vec<String> {
    bodies(page, kinds)
        .filter(|(kind, _)| *kind == SectionKind::Certificates)
        // Degrees are not certificates.
        .filter(|(_, text)| !is_degree_of_school(text))
        .map(|(_, text)| without_bullet(text).trim().to_owned())
        .filter(|text| {
            text.chars().filter(|c| c.is_alphabetic()).count() >= 3 && text.len() <= MAX_ITEM_CHARS
        })
        .collect()
}

/// Returns whether a line is a school's degree, such as `M.Sc., Example University`. `Master of a trade` and `CPA` are not.
fn is_degree_of_school(line: &str) -> bool {
    names_school(line)
        && real_degree(line).is_some_and(|found| {
            matches!(
                found.level,
                EducationLevel::School
                    | EducationLevel::Bachelor
                    | EducationLevel::Master
                    | EducationLevel::Doctorate
            )
        })
}

fn bodies<'a>(
    page: &'a Page<'_>,
    kinds: &'a [LineKind],
) -> impl Iterator<Item = (SectionKind, &'a str)> {
    kinds
        .iter()
        .map(|kind| {
            (
                kind.kind,
                page.text.get(kind.body.start..kind.body.end).unwrap_or(""),
            )
        })
        .filter(|(_, text)| !text.is_empty())
}
