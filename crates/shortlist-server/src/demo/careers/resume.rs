//! The lines of a resume.

use std::collections::HashMap;

use chrono::{Datelike, NaiveDate};
use fastrand::Rng;

use super::contact::{Contact, Names};
use super::pdf::{Line, Style};
use super::varied::{between, one, some, varied};
use super::{Career, Language, Position};

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
/// How many of the further skills a person has.
const MORE_SKILLS: [i32; 2] = [1, 3];

/// The headings of a language, and its word for the present.
struct Words {
    experience: &'static str,
    education: &'static str,
    skills: &'static str,
    certificates: &'static str,
    languages: &'static str,
    present: &'static str,
}

const ENGLISH: Words = Words {
    experience: "Experience",
    education: "Education",
    skills: "Skills",
    certificates: "Certificates",
    languages: "Languages",
    present: "Present",
};
const GERMAN: Words = Words {
    experience: "Berufserfahrung",
    education: "Ausbildung",
    skills: "Kenntnisse",
    certificates: "Zertifikate",
    languages: "Sprachen",
    present: "heute",
};

/// Writes the resume of one person.
pub(super) struct Writer<'a> {
    pub(super) career: &'a Career,
    pub(super) phrases: &'a HashMap<String, Vec<String>>,
    pub(super) names: &'a Names,
    pub(super) today: NaiveDate,
    pub(super) random: &'a mut Rng,
}

impl Writer<'_> {
    /// Returns the lines, from the name to the languages.
    pub(super) fn lines(mut self, person: &Contact) -> Vec<Line> {
        let career = self.career;
        let words = match career.language {
            Language::English => &ENGLISH,
            Language::German => &GERMAN,
        };
        let headline = one(&career.headlines, self.random);
        let summary = varied(one(&career.summary, self.random), self.random);
        let mut lines = vec![
            Line::new(Style::Name, &person.name),
            Line::new(Style::Headline, headline),
            Line::new(
                Style::Contact,
                format!("{} | {}", person.email, person.phone),
            ),
            Line::new(Style::Text, summary),
            Line::new(Style::Heading, words.experience),
        ];
        let started = self.positions(words, &mut lines);
        lines.push(Line::new(Style::Heading, words.education));
        lines.push(Line::new(Style::Text, self.education(started)));
        lines.push(Line::new(Style::Heading, words.skills));
        lines.push(Line::new(Style::Text, self.skills()));
        if !career.certificates.is_empty() {
            lines.push(Line::new(Style::Heading, words.certificates));
            let certificates = career.certificates.iter();
            lines.extend(certificates.map(|name| Line::new(Style::Bullet, name)));
        }
        lines.push(Line::new(Style::Heading, words.languages));
        lines.push(Line::new(Style::Text, one(&career.languages, self.random)));
        lines
    }

    /// Adds the positions, the latest first. Returns the month in which the earliest began.
    fn positions(&mut self, words: &Words, lines: &mut Vec<Line>) -> i32 {
        let now = month_of(self.today);
        let mut end = now;
        let mut employer = "";
        for position in &self.career.positions {
            end -= position.ended.unwrap_or_default();
            end -= position.gap.map_or(0, |gap| between(gap, self.random));
            let start = end - between(position.months, self.random);
            if position.at != "same" {
                employer = one(self.names.employers(&position.at), self.random);
            }
            let title = one(&position.titles, self.random);
            lines.push(Line::new(Style::Position, format!("{title}, {employer}")));
            let until = if end == now {
                words.present.to_owned()
            } else {
                self.month(end)
            };
            let dates = format!("{} – {until}", self.month(start));
            lines.push(Line::new(Style::Dates, dates));
            self.duties(position, lines);
            end = start;
        }
        end
    }

    fn duties(&mut self, position: &Position, lines: &mut Vec<Line>) {
        let phrases = self.phrases.get(&position.phrases);
        let phrases = phrases.map_or(&[][..], Vec::as_slice);
        for phrase in some(phrases, position.bullets, self.random) {
            lines.push(Line::new(Style::Bullet, varied(phrase, self.random)));
        }
    }

    fn education(&mut self, until: i32) -> String {
        let degree = one(&self.career.education, self.random);
        let school = one(self.names.schools(self.career.language), self.random);
        format!("{degree}, {school}, {}", until.div_euclid(12))
    }

    fn skills(&mut self) -> String {
        let number = usize::try_from(between(MORE_SKILLS, self.random)).unwrap_or_default();
        let mut skills: Vec<&str> = self.career.skills.iter().map(String::as_str).collect();
        skills.extend(some(&self.career.more, number, self.random));
        skills.join(", ")
    }

    /// Returns a month as the language writes it.
    fn month(&self, month: i32) -> String {
        let (year, place) = (month.div_euclid(12), month.rem_euclid(12));
        match self.career.language {
            Language::German => format!("{:02}/{year}", place.saturating_add(1)),
            Language::English => {
                let name = usize::try_from(place)
                    .ok()
                    .and_then(|place| MONTHS.get(place));
                format!("{} {year}", name.copied().unwrap_or_default())
            }
        }
    }
}

/// Returns the number of months since the year 0.
fn month_of(day: NaiveDate) -> i32 {
    let month = i32::try_from(day.month0()).unwrap_or_default();
    day.year().saturating_mul(12).saturating_add(month)
}
