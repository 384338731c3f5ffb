//! Resumes in many layouts, languages and formats, each with what a reader should find in it.
//!
//! A [`Profile`](profile::Profile) of a language becomes a [`Sheet`](sheet::Sheet) by a layout, and a file by a format's writer.

mod dates;
mod doc;
mod docx;
mod language;
mod layout;
mod layouts;
mod pdf;
mod profile;
mod sheet;
mod words;

pub use language::Language;
pub use layout::Layout;
pub use profile::drawn;
pub use words::capitals;

use profile::Profile;
use sheet::Sheet;

/// A format that resumes come in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// Portable Document Format.
    Pdf,
    /// Word since 2007.
    Docx,
    /// Word 97 to 2003.
    Doc,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 3] = [Self::Pdf, Self::Docx, Self::Doc];

    /// The ending of its files' names.
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

/// What a resume says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Truth {
    /// The person's name, without titles and what is put behind names.
    pub full_name: String,
    /// Their e-mail address.
    pub email: String,
    /// Their telephone number as written; empty where there is none.
    pub phone: String,
    /// Their skills as written.
    pub skills: Vec<String>,
    /// Months in which they worked, up to November 2026 where a job goes on.
    pub months: i32,
    /// The level of their highest degree: `school`, `vocational`, `associate`, `bachelor`, `master`, `doctorate`.
    pub level: &'static str,
}

/// A resume that nobody wrote.
#[derive(Debug, Clone)]
pub struct InventedResume {
    /// Its layout.
    pub layout: Layout,
    /// Its language.
    pub language: Language,
    /// Its format.
    pub format: Format,
    /// Which of the people that write so.
    pub person: u64,
    /// What it says.
    pub truth: Truth,
    /// The file.
    pub bytes: Vec<u8>,
}

impl InventedResume {
    /// A name for its file.
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

/// Every layout in every language that it is met in; always the same.
///
/// In English each format has three people; in another language one, and of three formats one is left out.
pub fn invented_resumes() -> impl Iterator<Item = InventedResume> {
    let layouts = Layout::ALL.into_iter();
    let kinds = layouts.flat_map(|layout| Language::ALL.map(|language| (layout, language)));
    kinds.flat_map(|(layout, language)| {
        let formats = layout.formats().iter().copied();
        formats.flat_map(move |format| {
            let people = 0..people(layout, language, format);
            people.filter_map(move |person| invented_resume((layout, language, format), person))
        })
    })
}

fn people(layout: Layout, language: Language, format: Format) -> u64 {
    let left_out = words::one(
        &Format::ALL,
        number_of(&[layout.as_str(), language.as_str()], 0),
    );
    match language {
        Language::English => 3,
        _ if layout.formats().len() == 3 && left_out == Some(&format) => 0,
        _ => 1,
    }
}

/// A number for names, so that a layout or a language more changes none of the others.
fn number_of(names: &[&str], start: u64) -> u64 {
    let bytes = names.iter().flat_map(|name| name.bytes());
    bytes.fold(start, |number, byte| drawn(number, u64::from(byte)))
}

fn invented_resume(
    (layout, language, format): (Layout, Language, Format),
    person: u64,
) -> Option<InventedResume> {
    let names = [layout.as_str(), language.as_str(), format.as_str()];
    let number = number_of(&names, person);
    let profile = Profile::of(language, number);
    let mut truth = profile.truth();
    if layout == Layout::Stated {
        truth.months = 12 * profile.stated_years();
    }
    Some(InventedResume {
        layout,
        language,
        format,
        person,
        truth,
        bytes: format.write(&layout.sheet(&profile)?),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_same_resumes_are_invented_each_time_and_each_has_a_name_of_its_own() {
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
    fn every_resume_says_who_and_what() {
        for InventedResume { truth, .. } in invented_resumes() {
            assert!(!truth.full_name.is_empty() && truth.email.contains('@') && truth.months > 12);
            let phone = truth.phone.is_empty() || truth.phone.len() >= 10;
            assert!(truth.skills.len() >= 5 && phone, "{truth:?}");
        }
    }
}
