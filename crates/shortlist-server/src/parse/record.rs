//! What was read from a file, as one line of the output of `shortlist parse`.

use chrono::NaiveDate;
use serde::Serialize;
use serde_json::Value;
use shortlist_app::occupations_of_title;
use shortlist_domain::{EducationEntry, EducationLevel, PartialDate, Position, Resume};
use shortlist_parsing::wording;

/// What was read from a file.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Record {
    pub(super) id: String,
    ok: bool,
    error: Option<String>,
    full_name: Option<String>,
    email_address: Option<String>,
    phone_number: Option<String>,
    location: Option<String>,
    skills: Vec<String>,
    years_experience: Option<f64>,
    degree: Option<String>,
    /// The level of the degree, if it is known. The degree's own words express it only in the language of the resume.
    #[serde(rename = "degree_level")]
    degree_level: Option<&'static str>,
    positions: Vec<PositionRecord>,
    education: Vec<EducationRecord>,
    languages: Vec<String>,
    pages: Option<u32>,
    #[serde(rename = "cpu_s")]
    pub(super) cpu_seconds: f64,
}

/// A job. Dates are `YYYY` or `YYYY-MM`; the end of a current job is `present`.
#[derive(Debug, Serialize)]
struct PositionRecord {
    title: Option<String>,
    /// The occupations that the title names, the largest share first. An unknown title names none.
    occupations: Value,
    organization: Option<String>,
    location: Option<String>,
    start: Option<String>,
    end: Option<String>,
    current: bool,
}

/// A degree or a period at a school. The end is `YYYY` or `YYYY-MM`.
#[derive(Debug, Serialize)]
struct EducationRecord {
    degree: String,
    level: Option<&'static str>,
    field: Option<String>,
    institution: Option<String>,
    end: Option<String>,
}

impl Record {
    pub(super) fn of_unreadable(reason: String) -> Self {
        Self {
            error: Some(reason),
            ..Self::default()
        }
    }

    pub(super) fn of(resume: &Resume, today: NaiveDate) -> Self {
        let degree = resume.highest_education();
        let years = |months: u32| (f64::from(months) / 12.0 * 10.0).round() / 10.0;
        let skills = resume.skills.iter().map(|skill| wording(resume, skill));
        Self {
            ok: true,
            full_name: resume.name().map(ToOwned::to_owned),
            email_address: resume.email_address().map(ToString::to_string),
            phone_number: resume.phone_number().map(ToString::to_string),
            location: resume.place.as_ref().map(|place| place.value.clone()),
            skills: skills.collect(),
            years_experience: resume.experience_months(today).map(years),
            degree: degree.map(|entry| entry.degree.clone()),
            degree_level: degree
                .and_then(|entry| entry.level)
                .map(EducationLevel::as_str),
            positions: resume
                .certain_positions()
                .map(PositionRecord::new)
                .collect(),
            education: resume
                .certain_education()
                .map(EducationRecord::new)
                .collect(),
            languages: resume.languages.clone(),
            pages: resume.text.pages(),
            ..Self::default()
        }
    }
}

impl PositionRecord {
    fn new(position: &Position) -> Self {
        Self {
            occupations: occupations_of_title(position.title.as_deref().unwrap_or_default()),
            title: position.title.clone(),
            organization: position.organization.clone(),
            location: position.place.clone(),
            start: text_of(position.start),
            end: if position.current {
                Some("present".to_owned())
            } else {
                text_of(position.end)
            },
            current: position.current,
        }
    }
}

impl EducationRecord {
    fn new(entry: &EducationEntry) -> Self {
        Self {
            degree: entry.degree.clone(),
            level: entry.level.map(EducationLevel::as_str),
            field: entry.field.clone(),
            institution: entry.institution.clone(),
            end: text_of(entry.end),
        }
    }
}

fn text_of(date: Option<PartialDate>) -> Option<String> {
    date.map(|date| date.to_string())
}
