//! The templates that are shipped.

use super::kind::TemplateKind;
use super::language::Language;

const ENGLISH: &str = include_str!("../../data/en.md");
const GERMAN: &str = include_str!("../../data/de.md");
const FRENCH: &str = include_str!("../../data/fr.md");
const SPANISH: &str = include_str!("../../data/es.md");

/// Returns the source of a template that is shipped.
pub fn shipped(kind: TemplateKind, language: Language) -> &'static str {
    let all = match language {
        Language::English => ENGLISH,
        Language::German => GERMAN,
        Language::French => FRENCH,
        Language::Spanish => SPANISH,
    };
    // Templates have no headings, so a number sign begins the next one.
    let mut sections = all
        .split("\n# ")
        .filter_map(|section| section.split_once('\n'));
    let found = sections.find(|(name, _)| name.trim_start_matches("# ") == kind.as_str());
    found.map_or("", |(_, source)| source.trim())
}
