//! Finds spoken languages and certificates.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use shortlist_domain::{EducationLevel, SectionKind};
use shortlist_vocabulary::{find_language, find_proficiency};

use super::education::{names_school, real_degree};
use super::page::{Page, without_bullet};
use super::sections::LineKind;
use super::words::LanguageWords;

/// The maximum length of an item. A longer line is prose.
const MAX_ITEM_CHARS: usize = 160;
/// The marks between a language and how well it is spoken.
const BEFORE_LEVEL: [char; 5] = ['(', '（', ':', '-', '–'];

/// Returns the spoken languages by their English names, without duplicates.
pub(super) fn find_languages(page: &Page<'_>, kinds: &[LineKind]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (kind, text) in bodies(page, kinds) {
        if kind != SectionKind::Languages && !has_label(text) && !is_list_of_languages(text) {
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

/// Returns whether a text contains a label before languages.
fn has_label(text: &str) -> bool {
    static LABELS: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
        let labels = LanguageWords::get().labels.iter();
        AhoCorasick::new(labels.chain(["languages\t"])).ok()
    });
    let labels = LABELS.as_ref();
    labels.is_some_and(|labels| labels.is_match(&text.to_lowercase()))
}

/// Returns whether each item of a line is a language, and one says how well it is spoken: `English (native), German (B2)`.
fn is_list_of_languages(line: &str) -> bool {
    // Most lines end here: without such a mark, no level follows a language.
    if line.len() > MAX_ITEM_CHARS || !line.contains(BEFORE_LEVEL) {
        return false;
    }
    let items = line.split([',', '،', '、', '，', ';', '|', '•', '\t']);
    let mut items = items
        .map(str::trim)
        .filter(|item| !item.is_empty())
        .peekable();
    let mut has_level = false;
    let mut is_language = |item: &str| {
        let item = without_bullet(item);
        let end = item.find(BEFORE_LEVEL).unwrap_or(item.len());
        let (name, level) = item.split_at_checked(end).unwrap_or((item, ""));
        let level = level.trim_matches(|c: char| !c.is_alphanumeric());
        has_level |= find_proficiency(level).is_some();
        find_language(name.trim()).is_some()
    };
    items.peek().is_some() && items.all(&mut is_language) && has_level
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_languages_needs_no_heading() {
        for line in [
            "English (native), German (B2), French",
            "- Deutsch: Muttersprache",
            "Türkçe (ana dil) | İngilizce (ileri)",
            "العربية (اللغة الأم)، الفرنسية (مبتدئ)",
            "普通话（母语）、英语（CET-6）",
        ] {
            assert!(is_list_of_languages(line), "{line}");
        }
        for line in [
            "English, German",
            "Java (basic), German",
            "",
            "English teacher (native)",
        ] {
            assert!(!is_list_of_languages(line), "{line}");
        }
    }
}
