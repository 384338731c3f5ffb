//! What readers labelled in real resumes, and whether a parsed resume says the same.
//!
//! The resumes belong to people, so the labels contain names, addresses and employers only as hashes of single words. A value is
//! compared by hashing what was read.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

use chrono::NaiveDate;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use shortlist_domain::{EducationLevel, FileDigest, Resume};
use shortlist_parsing::wording;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::matching::{ListMarks, key};

/// The letters of a hash in the labels.
const HASH_LETTERS: usize = 20;
/// Small words that are left out of the names of towns.
const SMALL_WORDS: [&str; 12] = [
    "of", "the", "and", "at", "in", "for", "de", "ltd", "inc", "pvt", "", " ",
];
const TITLES: [&str; 12] = [
    "mr",
    "mrs",
    "ms",
    "miss",
    "dr",
    "prof",
    "professor",
    "sir",
    "madam",
    "er",
    "shri",
    "smt",
];
/// Degrees after a name.
const POST_NOMINALS: [&str; 24] = [
    "phd", "mba", "pmp", "cpa", "ca", "md", "jd", "msc", "bsc", "ma", "ba", "btech", "mtech", "be",
    "acca", "cfa", "rn", "esq", "mca", "bca", "pe", "cissp", "mr", "dr",
];
/// Years are right within one year, or 15 percent.
const YEARS_OFF: f64 = 1.0;

/// The labels of a resume.
#[derive(Debug, Deserialize)]
pub struct RealTruth {
    /// The name of the file without its ending.
    pub id: String,
    /// The language, if it is labelled.
    pub language: Option<String>,
    /// The layout, if it is labelled.
    pub layout: Option<String>,
    /// The format of the file.
    pub format: String,
    /// What the file is: `resume`, or another document.
    #[serde(default)]
    doc_type: Option<String>,
    name_h: BTreeSet<String>,
    email_h: BTreeSet<String>,
    phone_h: BTreeSet<String>,
    #[serde(default)]
    location_h: BTreeSet<String>,
    years_experience: Option<f64>,
    years_experience_stated: Option<f64>,
    degree_level: Option<Vec<String>>,
    skills: Option<Vec<String>>,
    skills_style: Option<String>,
}

/// Reads the labels of a file with one resume in each line.
///
/// # Errors
/// Returns an error if the file cannot be read, or if a line is not of this form.
pub fn read_truth(path: &Path) -> io::Result<Vec<RealTruth>> {
    let text = fs::read_to_string(path)?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| serde_json::from_str(line).map_err(io::Error::other))
        .collect()
}

impl RealTruth {
    /// Returns whether the file is a resume.
    pub fn is_resume(&self) -> bool {
        self.doc_type.as_deref().is_none_or(|kind| kind == "resume")
    }

    /// Compares a resume with the labels: name, e-mail, phone, location, years and degree. Without a resume, nothing was found.
    pub fn fields(&self, resume: Option<&Resume>) -> [ListMarks; 6] {
        let mark = |labels: &BTreeSet<String>, read: Option<BTreeSet<String>>| {
            let is_right = |keys: BTreeSet<String>| !keys.is_disjoint(labels);
            ListMarks::of_one(!labels.is_empty(), read.map(is_right))
        };
        let name = resume.and_then(Resume::name).map(name_keys);
        let email = resume.and_then(Resume::email_address);
        let email = email.map(|email| BTreeSet::from([hash(&email.as_str().to_lowercase())]));
        let phone = resume.and_then(Resume::phone_number);
        let phone = phone.map(|phone| phone_keys(phone.as_str()));
        let place = resume.and_then(|resume| resume.place.as_ref());
        let place = place.map(|place| words(&place.value));
        [
            mark(&self.name_h, name),
            mark(&self.email_h, email),
            mark(&self.phone_h, phone),
            mark(&self.location_h, place),
            self.years(resume),
            self.degree(resume),
        ]
    }

    fn years(&self, resume: Option<&Resume>) -> ListMarks {
        let labelled = [self.years_experience, self.years_experience_stated];
        let labelled: Vec<f64> = labelled.into_iter().flatten().collect();
        let as_of = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap_or_default();
        let months = resume.and_then(|one| one.experience_months(as_of));
        let read = months.map(|months| f64::from(months) / 12.0);
        let is_near = |read: f64, years: &f64| (read - years).abs() <= YEARS_OFF.max(years * 0.15);
        let is_right = read.map(|read| labelled.iter().any(|years| is_near(read, years)));
        ListMarks::of_one(!labelled.is_empty(), is_right)
    }

    fn degree(&self, resume: Option<&Resume>) -> ListMarks {
        let labelled = self.degree_level.as_deref().unwrap_or_default();
        let labelled: BTreeSet<&str> = labelled.iter().map(|level| level_of(level)).collect();
        let read = resume.and_then(Resume::highest_education);
        let read = read
            .and_then(|entry| entry.level)
            .map(EducationLevel::as_str);
        let is_right = read.map(|level| labelled.contains(level_of(level)));
        ListMarks::of_one(!labelled.is_empty(), is_right)
    }

    /// Compares the skills. Skills in sentences are not a list that one could find.
    pub fn skills(&self, resume: Option<&Resume>) -> ListMarks {
        let listed = self.skills.as_deref().unwrap_or_default();
        if listed.is_empty() || self.skills_style.as_deref() == Some("sentences") {
            return ListMarks::default();
        }
        let read = resume.map_or_else(BTreeSet::new, |resume| {
            let skills = resume.skills.iter();
            skills.map(|skill| key(&wording(resume, skill))).collect()
        });
        ListMarks::of_sets(&listed.iter().map(|skill| key(skill)).collect(), &read)
    }
}

/// Returns a level under the names that both the labels and the reader use.
fn level_of(level: &str) -> &str {
    match level {
        "doctorate" | "doctoral" => "doctorate",
        "highschool" | "school" => "school",
        "associate" | "diploma" | "certificate" | "vocational" => "diploma",
        level => level,
    }
}

/// Returns the hash that stands for a text in the labels.
pub fn hash(text: &str) -> String {
    let digest = Sha256::digest(format!("shortlist-truth|{text}"));
    let mut hex = FileDigest(digest.into()).to_hex();
    hex.truncate(HASH_LETTERS);
    hex
}

fn plain(text: &str) -> String {
    let letters = text.nfkd().filter(|letter| !is_combining_mark(*letter));
    letters.collect::<String>().to_lowercase()
}

/// Returns the hashes of the words of a town.
fn words(text: &str) -> BTreeSet<String> {
    let plain = plain(text);
    let words = plain.split(|letter: char| !letter.is_alphanumeric());
    words
        .filter(|word| word.chars().count() > 1 && !SMALL_WORDS.contains(word))
        .map(|word| hash(&format!("t|{word}")))
        .collect()
}

/// Returns the hashes of the spellings of a name that count as the same: without titles, and with or without single letters inside.
fn name_keys(name: &str) -> BTreeSet<String> {
    let plain = plain(name).replace(['\'', '’', '`', '´'], "");
    let words = plain.split(|letter: char| !letter.is_alphanumeric());
    let mut words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    while words.len() > 1 && words.first().is_some_and(|word| TITLES.contains(word)) {
        words.remove(0);
    }
    while words.len() > 2
        && words
            .last()
            .is_some_and(|word| POST_NOMINALS.contains(word))
    {
        words.pop();
    }
    if words.is_empty() {
        return BTreeSet::new();
    }
    let last = words.len().saturating_sub(1);
    let inner = words.iter().enumerate();
    let core: Vec<&str> = inner
        .filter(|(place, word)| *place == 0 || *place == last || word.chars().count() > 1)
        .map(|(_, word)| *word)
        .collect();
    [hash(&words.concat()), hash(&core.join(" "))].into()
}

/// Returns the hashes of the digits of a number without leading zeros, and of its last nine.
fn phone_keys(phone: &str) -> BTreeSet<String> {
    let digits: String = phone.chars().filter(char::is_ascii_digit).collect();
    let digits = digits.trim_start_matches('0').to_owned();
    let last = digits
        .len()
        .checked_sub(9)
        .and_then(|from| digits.get(from..));
    let last = last.map(str::to_owned);
    let keys = last.into_iter().chain([digits]);
    keys.filter(|key| !key.is_empty())
        .map(|key| hash(&key))
        .collect()
}
