//! Turns positioned text into a [`Resume`]: first sections, then contact data, experience, skills and education.
//!
//! This code is pure. It uses no clock and no list of people's names. Unknown values stay empty.

mod by_heading;
mod check_boxes;
mod clauses;
mod confidence;
mod dates;
mod education;
mod email;
mod experience;
mod fillers;
mod forms;
mod headings;
mod home;
mod hyphens;
mod integrity;
mod labels;
mod languages;
mod learned;
mod legal_forms;
mod letter;
mod ligatures;
mod links;
mod look_alikes;
mod machine_text;
mod name;
mod page;
mod paragraphs;
mod parts;
mod phone;
mod phrases;
mod place;
mod places;
mod positions;
mod section_looks;
mod sections;
mod skill_rows;
mod skills;
mod slots;
mod stated;
#[cfg(test)]
mod tests;
mod undated;
mod wording;
mod words;
mod work_table;

use std::borrow::Cow;

use shortlist_domain::{
    DocumentLimit, EmailAddress, FindingKind, Found, IntegrityFinding, PhoneNumber, Resume, Section,
};
use shortlist_vocabulary::Vocabulary;

use crate::{Document, ReadError, TextLine, read_document};
use learned::Entries;
pub use learned::{DateExample, Examples};
use page::Page;
pub use phone::is_phone_region;
use sections::LineKind;
pub use wording::wording;

/// The maximum number of characters in a resume.
const MAX_CHARS: usize = 8_000_000;

/// Contact values below this confidence are guesses and are left out.
const MIN_CONFIDENCE: u8 = 50;

/// Options that help to interpret a resume.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The country, as two letters (`DE`), of telephone numbers without a country code. A
    /// country in the resume takes precedence.
    pub region: Option<String>,
}

/// Reads and interprets the bytes of a resume, with the skills of a vocabulary.
///
/// # Errors
/// Returns an error if the file cannot be read, is too long, or is empty. A resume that names no person is not an
/// error: see [`Resume::is_resume`].
pub fn read_resume(
    bytes: &[u8],
    options: &ReadOptions,
    vocabulary: &Vocabulary,
) -> Result<Resume, ReadError> {
    understand_within_limits(&read_document(bytes)?, options, vocabulary)
}

/// Interprets a document like [`understand`], unless it is too long or empty.
///
/// # Errors
/// Returns an error if the document is too long or has no text.
pub fn understand_within_limits(
    document: &Document,
    options: &ReadOptions,
    vocabulary: &Vocabulary,
) -> Result<Resume, ReadError> {
    let chars: usize = document
        .pages
        .iter()
        .flat_map(|page| &page.blocks)
        .flat_map(|block| &block.lines)
        .flat_map(|line| &line.runs)
        .map(|run| run.text.len())
        .sum();
    if chars > MAX_CHARS {
        return Err(ReadError::Limit(DocumentLimit::Characters));
    }
    let resume = understand(document, options, vocabulary);
    if resume.text.as_str().trim().is_empty() {
        return Err(ReadError::NoText);
    }
    Ok(resume)
}

/// Interprets a document, with the skills of a vocabulary. The same arguments always give the same resume.
pub fn understand(document: &Document, options: &ReadOptions, vocabulary: &Vocabulary) -> Resume {
    understand_keeping_lines(document, options, vocabulary).0
}

/// Interprets a document and also returns the lines of its text.
pub fn understand_keeping_lines(
    document: &Document,
    options: &ReadOptions,
    vocabulary: &Vocabulary,
) -> (Resume, Vec<TextLine>) {
    understand_by(learned::read_entries, document, options, vocabulary)
}

/// Reads positions and education from those that the rules read.
type ReadEntries = fn(&Page<'_>, &[LineKind], Entries) -> Entries;

fn understand_by(
    read_entries: ReadEntries,
    document: &Document,
    options: &ReadOptions,
    vocabulary: &Vocabulary,
) -> (Resume, Vec<TextLine>) {
    let (cleaned, mut findings) = cleaned(document);
    let flat = cleaned.flatten();
    let page = Page::new(&flat, vocabulary);
    let (sections, kinds) = sections_of(&page);
    let instructions = machine_text::instructions(&page);
    let instruction = FindingKind::Instruction;
    findings.extend(integrity::report(&page, instruction, &instructions));
    let keywords = machine_text::keyword_lists(&page);
    findings.extend(integrity::report(
        &page,
        FindingKind::KeywordList,
        &keywords,
    ));
    let email = email::find_email(&page, &kinds, &cleaned.link_targets);
    let phone = phone::find_phone(&page, &kinds, &cleaned.link_targets, options);
    let local = email.as_ref().map(|found| found.value.as_str());
    let full_name = name::find_name(&page, &kinds, local);
    let skills = skills::find_skills(&page, &kinds, &sections, &instructions);
    let place = place::find_place(&page, &kinds, full_name.as_ref());
    let Entries {
        positions,
        education,
    } = read_entries(&page, &kinds, by_rules(&page, &kinds));
    let resume = Resume {
        media: document.media,
        full_name,
        email: with_confidence(email)
            .and_then(|found| found.filter_map(|it| EmailAddress::parse("emailAddress", &it).ok())),
        phone: with_confidence(phone)
            .and_then(|found| found.filter_map(|it| PhoneNumber::parse("phoneNumber", &it).ok())),
        place,
        links: links::find_links(&page, &cleaned.link_targets),
        skills,
        positions,
        stated_months: stated::stated_months(&page, &kinds),
        education,
        languages: languages::find_languages(&page, &kinds),
        certificates: languages::find_certificates(&page, &kinds),
        findings,
        disclaimed_skills: Vec::new(),
        sections,
        text: flat.text.clone(),
    };
    (resume, flat.lines)
}

/// Returns a document without what nobody sees, and what was left out or repaired.
fn cleaned(document: &Document) -> (Document, Vec<IntegrityFinding>) {
    let whole = hyphens::joined(Cow::Borrowed(document));
    let (cleaned, findings) = integrity::clean(&whole);
    (
        check_boxes::ticked_only(ligatures::restored(cleaned)).into_owned(),
        findings,
    )
}

/// Returns the sections of a page, and the section of each line.
fn sections_of(page: &Page<'_>) -> (Vec<Section>, Vec<LineKind>) {
    let sections = sections::find_sections(page);
    let mut kinds = sections::kinds_of_lines(page, &sections);
    letter::mark(page, &mut kinds);
    (sections, kinds)
}

/// Returns what the reader of work history can learn from a document: its dates and the pieces near them, described by numbers.
pub fn examples(document: &Document, vocabulary: &Vocabulary) -> Examples {
    let (cleaned, _findings) = cleaned(document);
    let flat = cleaned.flatten();
    let page = Page::new(&flat, vocabulary);
    let (_sections, kinds) = sections_of(&page);
    learned::examples(&page, &kinds, by_rules(&page, &kinds))
}

/// Returns the positions and the education that the rules read.
fn by_rules(page: &Page<'_>, kinds: &[LineKind]) -> Entries {
    Entries {
        positions: positions::find_positions(page, kinds),
        education: education::find_education(page, kinds),
    }
}

fn with_confidence<T>(found: Option<Found<T>>) -> Option<Found<T>> {
    found.filter(|found| found.confidence >= MIN_CONFIDENCE)
}
