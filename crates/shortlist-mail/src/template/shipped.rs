//! The templates that are shipped.

use shortlist_domain::MailText;

use super::kind::TemplateKind;
use super::language::Language;
use super::read::SUBJECT;

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

/// Returns the subject and the text of a template that is shipped.
pub fn shipped_text(kind: TemplateKind, language: Language) -> MailText {
    let source = shipped(kind, language);
    let (first, body) = source.split_once('\n').unwrap_or((source, ""));
    let subject = first.strip_prefix(SUBJECT).unwrap_or(first);
    MailText {
        subject: subject.trim().to_owned(),
        body: body.trim().to_owned(),
    }
}
