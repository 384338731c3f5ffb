//! The GraphQL types of resumes.

pub(crate) mod corrections;

use juniper::{GraphQLObject, graphql_object};
use shortlist_app::CandidateDocument;
use shortlist_domain::{CandidateId, Timestamp};

use crate::error::ApiError;
use crate::graphql::context::RequestContext;
use crate::graphql::object::object;
use crate::graphql::scores::receipts::to_graphql_int;

/// The content of the resume file.
pub(crate) struct ResumeObject<'a> {
    pub(super) candidate: &'a CandidateId,
    pub(super) document: &'a CandidateDocument,
    pub(super) read_at: Timestamp,
}

/// A link that returns the resume file without any header, for a limited time.
#[derive(GraphQLObject)]
struct FileLink {
    url: String,
    expires_at: String,
}

#[graphql_object(name = "Resume", context = RequestContext)]
impl ResumeObject<'_> {
    fn file_name(&self) -> &str {
        &self.document.file.name
    }

    fn media_type(&self) -> &'static str {
        self.document.file.media.media_type()
    }

    fn pages(&self) -> Option<i32> {
        to_graphql_int(self.document.resume.text.pages())
    }

    fn text(&self) -> &str {
        self.document.resume.text.as_str()
    }

    /// Where the person lives. Null if the resume does not say so, or if the candidate is masked.
    fn location(&self) -> Option<&str> {
        let place = self.document.resume.place.as_ref()?;
        Some(&place.value)
    }

    fn experience(&self) -> Vec<Position> {
        let positions = self.document.resume.certain_positions();
        positions.cloned().map(Position).collect()
    }

    fn education(&self) -> Vec<EducationEntry> {
        let entries = self.document.resume.certain_education();
        entries.cloned().map(EducationEntry).collect()
    }

    fn total_years(&self) -> Option<f64> {
        let months = self
            .document
            .resume
            .experience_months(self.read_at.date())?;
        Some((f64::from(months) / 1.2).round() / 10.0)
    }

    fn languages(&self) -> &[String] {
        &self.document.resume.languages
    }

    fn links(&self) -> Vec<&str> {
        let links = self.document.resume.links.iter();
        links.map(|link| link.value.as_str()).collect()
    }

    /// A link that returns the file as it was uploaded. It expires, and it ends with the access of the user.
    fn file_link(&self, context: &RequestContext) -> Result<Option<FileLink>, ApiError> {
        context.check()?;
        let links = context.app.file_links();
        let link = links.create(&context.principal, self.candidate)?;
        Ok(link.map(|link| FileLink {
            url: format!("{}{}", context.base_url, link.path),
            expires_at: link.expires_at.to_string(),
        }))
    }
}

object! {
    /// A position in the work history. `start` and `end` are YYYY or YYYY-MM.
    struct Position(shortlist_domain::Position) as position {
        title: Option<&str> = position.title.as_deref();
        organization: Option<&str> = position.organization.as_deref();
        start: Option<String> = position.start.map(|date| date.to_string());
        end: Option<String> = position.end.map(|date| date.to_string());
        current: bool = position.current;
    }
}

object! {
    struct EducationEntry(shortlist_domain::EducationEntry) as entry {
        degree: Option<&str> = Some(entry.degree.as_str()).filter(|degree| !degree.is_empty());
        field: Option<&str> = entry.field.as_deref();
        institution: Option<&str> = entry.institution.as_deref();
        level: Option<&'static str> = entry.level.map(shortlist_domain::EducationLevel::as_str);
        end: Option<String> = entry.end.map(|date| date.to_string());
    }
}
