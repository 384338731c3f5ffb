//! The accuracy on the invented resumes: each field, by layout, language and format.

use std::thread;

use chrono::NaiveDate;
use shortlist_domain::{EducationLevel, EmailAddress, PhoneNumber, Resume};
use shortlist_fixtures::{
    ExpectedFacts, Format, InventedResume, Language, Layout, capitals, invented_resumes,
};
use shortlist_parsing::{ReadOptions, read_resume, with_deep_stack};
use shortlist_vocabulary::Vocabulary;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::matching::{self, ListMarks};

/// The fields that are either right or wrong, in the order of the table.
pub const FIELDS: [&str; 6] = ["name", "e-mail", "phone", "location", "years", "degree"];

/// The fields of which a resume has several, in the order of the table.
pub const LISTS: [&str; 4] = ["skills", "positions", "education", "languages"];

/// Years are right within this many months, or within 15 percent.
const MONTHS_OFF: i32 = 12;

/// The results for some resumes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Marks {
    /// The number of resumes.
    pub resumes: usize,
    /// The number of correct values for each of [`FIELDS`].
    pub right: [usize; 6],
    /// The results for each of [`LISTS`].
    pub lists: [ListMarks; 4],
}

impl Marks {
    fn add(&mut self, other: &Self) {
        self.resumes += other.resumes;
        for (sum, more) in self.right.iter_mut().zip(other.right) {
            *sum += more;
        }
        for (sum, more) in self.lists.iter_mut().zip(other.lists) {
            sum.add(more);
        }
    }
}

/// One resume with the expected and the reported values.
#[derive(Debug, Clone)]
pub struct Reading {
    /// The resume, without its bytes.
    pub file: InventedResume,
    /// The reported values as text, in the order of [`FIELDS`].
    pub reported: [String; 6],
    /// The reported entries as text, in the order of [`LISTS`].
    pub reported_lists: [String; 4],
    /// The results for this resume.
    pub marks: Marks,
}

/// Reads every invented resume.
///
/// # Errors
/// Returns an error if a thread cannot be started.
pub fn readings() -> std::io::Result<Vec<Reading>> {
    let resumes: Vec<_> = invented_resumes().collect();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let share = resumes.len().div_ceil(threads).max(1);
    thread::scope(|scope| {
        let read = |part: &[InventedResume]| with_deep_stack(|| part.iter().map(reading).collect());
        let running: Vec<_> = resumes
            .chunks(share)
            .map(|part| scope.spawn(move || read(part)))
            .collect();
        let mut all = Vec::new();
        for thread in running {
            let part: Vec<Reading> = thread
                .join()
                .map_err(|_panic| std::io::Error::other("a reader panicked"))??;
            all.extend(part);
        }
        Ok(all)
    })
}

fn reading(file: &InventedResume) -> Reading {
    let truth = &file.truth;
    let resume = read_resume(&file.bytes, &ReadOptions::default(), Vocabulary::built_in()).ok();
    let (right, reported) = resume
        .as_ref()
        .map_or_else(Default::default, |resume| judged(resume, truth));
    Reading {
        file: InventedResume {
            bytes: Vec::new(),
            ..file.clone()
        },
        reported,
        reported_lists: matching::reported(resume.as_ref()),
        marks: Marks {
            resumes: 1,
            right,
            lists: matching::lists(resume.as_ref(), truth),
        },
    }
}

type Judged = ([usize; 6], [String; 6]);

fn judged(resume: &Resume, truth: &ExpectedFacts) -> Judged {
    let name = resume.name().unwrap_or_default().to_owned();
    let text = |value: Option<&str>| value.unwrap_or_default().to_owned();
    let email = text(resume.email_address().map(EmailAddress::as_str));
    let phone = text(resume.phone_number().map(PhoneNumber::as_str));
    let months = NaiveDate::from_ymd_opt(2026, 11, 21)
        .and_then(|as_of| resume.experience_months(as_of))
        .and_then(|months| i32::try_from(months).ok());
    let place = text(resume.place.as_ref().map(|place| place.value.as_str()));
    let level = resume.highest_education().and_then(|entry| entry.level);
    let level = text(level.map(EducationLevel::as_str));
    let near =
        |months: i32| (months - truth.months).abs() <= MONTHS_OFF.max(truth.months * 15 / 100);
    let right = [
        plain(&name) == plain(&truth.full_name),
        email.to_lowercase() == truth.email,
        last_digits(&phone) == last_digits(&truth.phone),
        is_place(&truth.place.to_lowercase(), &place.to_lowercase()),
        months.is_some_and(near),
        level == truth.level,
    ];
    (
        right.map(usize::from),
        [name, email, phone, place, years(months), level],
    )
}

/// Returns whether the reported place names the town. A resume without a town must report no place.
fn is_place(town: &str, reported: &str) -> bool {
    let (town, reported) = (without_marks(town), without_marks(reported));
    town.is_empty() == reported.is_empty() && reported.contains(&town)
}

/// Returns a text without combining marks, such as the Arabic vowel signs, which many documents leave out.
fn without_marks(text: &str) -> String {
    text.nfd().filter(|c| !is_combining_mark(*c)).collect()
}

/// Returns months as years with one decimal.
pub fn years(months: Option<i32>) -> String {
    months.map_or_else(String::new, |months| {
        format!("{}.{}", months / 12, months % 12 * 10 / 12)
    })
}

/// Returns a name in capitals with single spaces, in which the Turkish dotted İ becomes I.
fn plain(name: &str) -> String {
    let words: Vec<_> = name.split_whitespace().collect();
    capitals(&words.join(" ")).replace('İ', "I")
}

/// Returns the last nine digits, because a country code or a trunk zero may be missing.
fn last_digits(phone: &str) -> String {
    phone
        .chars()
        .rev()
        .filter(char::is_ascii_digit)
        .take(9)
        .collect()
}

/// A row of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The name of the group: `all`, or one layout, language or format.
    pub name: &'static str,
    /// The sum of the group's results.
    pub marks: Marks,
}

/// Returns the parts of the table: all, by layout, by language and by format.
pub fn rows(readings: &[Reading]) -> [Vec<Row>; 4] {
    let sum = |name, wanted: &dyn Fn(&InventedResume) -> bool| {
        let mut marks = Marks::default();
        for reading in readings.iter().filter(|reading| wanted(&reading.file)) {
            marks.add(&reading.marks);
        }
        Row { name, marks }
    };
    let layouts = Layout::ALL.map(|layout| sum(layout.as_str(), &|file| file.layout == layout));
    let languages =
        Language::ALL.map(|language| sum(language.as_str(), &|file| file.language == language));
    let formats = Format::ALL.map(|format| sum(format.as_str(), &|file| file.format == format));
    [
        vec![sum("all", &|_| true)],
        layouts.to_vec(),
        languages.to_vec(),
        formats.to_vec(),
    ]
}
