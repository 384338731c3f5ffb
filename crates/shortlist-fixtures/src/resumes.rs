//! Resumes in many layouts, languages and formats, each with the facts that a reader should find.
//!
//! A layout turns a [`Profile`](profile::Profile) of a language into a [`Sheet`](sheet::Sheet). The writer of a format turns
//! the sheet into a file.

mod dates;
mod doc;
mod docx;
mod facts;
mod language;
mod layout;
mod layouts;
mod pdf;
mod profile;
mod sheet;
mod words;

pub use facts::{ExpectedFacts, ExpectedJob, ExpectedStudy};
pub use language::Language;
pub use layout::Layout;
pub use words::capitals;

use profile::Profile;
use sheet::Sheet;

use crate::random::pseudo_random;

/// A file format of resumes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// Portable Document Format.
    Pdf,
    /// The Word format since 2007.
    Docx,
    /// The Word format of 1997 to 2003.
    Doc,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 3] = [Self::Pdf, Self::Docx, Self::Doc];

    /// Returns the file extension.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Docx => "docx",
            Self::Doc => "doc",
        }
    }

    fn write(self, sheet: &Sheet) -> Vec<u8> {
        match self {
            Self::Pdf => pdf::write(sheet),
            Self::Docx => docx::write(sheet),
            Self::Doc => doc::write(sheet),
        }
    }
}

/// An invented resume.
#[derive(Debug, Clone)]
pub struct InventedResume {
    /// The layout.
    pub layout: Layout,
    /// The language.
    pub language: Language,
    /// The format.
    pub format: Format,
    /// The number of the person among those with this layout, language and format.
    pub person: u64,
    /// The facts in the resume.
    pub truth: ExpectedFacts,
    /// The bytes of the file.
    pub bytes: Vec<u8>,
}

impl InventedResume {
    /// Returns a name for the file.
    pub fn file_name(&self) -> String {
        let layout = self.layout.as_str().replace([' ', ','], "-");
        let language = self.language.as_str().to_lowercase();
        format!(
            "{layout}.{language}.{}.{}",
            self.person,
            self.format.as_str()
        )
    }
}

/// Returns every layout in every language that uses it. The result is always the same.
///
/// In English, each format has three people. In any other language each format has one, and one of three formats is left out.
pub fn invented_resumes() -> impl Iterator<Item = InventedResume> {
    let layouts = Layout::ALL.into_iter();
    let kinds = layouts.flat_map(|layout| Language::ALL.map(|language| (layout, language)));
    kinds.flat_map(|(layout, language)| {
        let formats = layout.formats().iter().copied();
        formats.flat_map(move |format| {
            let people = 0..people(layout, language, format);
            people.filter_map(move |person| invented_resume(layout, language, format, person))
        })
    })
}

fn people(layout: Layout, language: Language, format: Format) -> u64 {
    let left_out = words::pick(
        &Format::ALL,
        number_of(&[layout.as_str(), language.as_str()], 0),
    );
    match language {
        Language::English => 3,
        _ if layout.formats().len() == 3 && left_out == Some(&format) => 0,
        _ => 1,
    }
}

/// Returns a number for some names.
///
/// It depends only on the names, so that a new layout or language does not change the other resumes.
fn number_of(names: &[&str], start: u64) -> u64 {
    let bytes = names.iter().flat_map(|name| name.bytes());
    bytes.fold(start, |number, byte| pseudo_random(number, u64::from(byte)))
}

fn invented_resume(
    layout: Layout,
    language: Language,
    format: Format,
    person: u64,
) -> Option<InventedResume> {
    let names = [layout.as_str(), language.as_str(), format.as_str()];
    let number = number_of(&names, person);
    let profile = Profile::of(language, number);
    let sheet = layout.sheet(&profile)?;
    Some(InventedResume {
        layout,
        language,
        format,
        person,
        truth: ExpectedFacts::of(layout, &profile, &sheet),
        bytes: format.write(&sheet),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_same_resumes_are_invented_each_time_with_unique_names() {
        let mut names = HashSet::new();
        for (file, again) in invented_resumes().zip(invented_resumes()) {
            assert!(
                file.bytes.len() > 1_000 && file.bytes == again.bytes,
                "{}",
                file.file_name()
            );
            assert!(names.insert(file.file_name()), "{}", file.file_name());
        }
        assert!(names.len() > 800, "{}", names.len());
    }

    #[test]
    fn every_resume_has_the_facts_to_find() {
        for InventedResume { truth, .. } in invented_resumes() {
            assert!(!truth.full_name.is_empty() && truth.email.contains('@') && truth.months > 12);
            let phone = truth.phone.is_empty() || truth.phone.len() >= 10;
            assert!(truth.skills.len() >= 5 && phone, "{truth:?}");
        }
    }
}
