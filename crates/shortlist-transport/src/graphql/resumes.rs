//! The GraphQL types of resumes.

use juniper::GraphQLObject;
use shortlist_app::CandidateDocument;
use shortlist_domain::Timestamp;

use super::receipts::to_graphql_int;

#[derive(GraphQLObject)]
#[graphql(name = "Resume")]
pub(crate) struct ResumeObject {
    file_name: String,
    media_type: &'static str,
    pages: Option<i32>,
    text: String,
    experience: Vec<Position>,
    education: Vec<EducationEntry>,
    total_years: Option<f64>,
    languages: Vec<String>,
    links: Vec<String>,
}

/// A position in the work history. `start` and `end` are YYYY or YYYY-MM.
#[derive(GraphQLObject)]
pub(crate) struct Position {
    title: Option<String>,
    organization: Option<String>,
    start: Option<String>,
    end: Option<String>,
    current: bool,
}

#[derive(GraphQLObject)]
pub(crate) struct EducationEntry {
    degree: Option<String>,
    field: Option<String>,
    institution: Option<String>,
    level: Option<&'static str>,
    end: Option<String>,
}

impl ResumeObject {
    pub(crate) fn of(document: &CandidateDocument, read_at: Timestamp) -> Self {
        let resume = &document.resume;
        let months = resume.experience_months(read_at.date());
        Self {
            file_name: document.file.name.clone(),
            media_type: document.file.media.media_type(),
            pages: to_graphql_int(resume.text.pages()),
            text: resume.text.as_str().to_owned(),
            experience: resume.certain_positions().map(Position::of).collect(),
            education: resume.certain_education().map(EducationEntry::of).collect(),
            total_years: months.map(|months| (f64::from(months) / 1.2).round() / 10.0),
            languages: resume.languages.clone(),
            links: resume.links.iter().map(|link| link.value.clone()).collect(),
        }
    }
}

impl Position {
    fn of(position: &shortlist_domain::Position) -> Self {
        Self {
            title: position.title.clone(),
            organization: position.organization.clone(),
            start: position.start.map(|date| date.to_string()),
            end: position.end.map(|date| date.to_string()),
            current: position.current,
        }
    }
}

impl EducationEntry {
    fn of(entry: &shortlist_domain::EducationEntry) -> Self {
        Self {
            degree: Some(entry.degree.clone()).filter(|degree| !degree.is_empty()),
            field: entry.field.clone(),
            institution: entry.institution.clone(),
            level: entry.level.map(shortlist_domain::EducationLevel::as_str),
            end: entry.end.map(|date| date.to_string()),
        }
    }
}
