//! The serialized form of a resume. Positions in the text are byte ranges, written as `[start, end]`.

use std::iter::repeat_with;

use serde::{Deserialize, Serialize};
use shortlist_domain::{
    EducationConfidence, EducationEntry, EducationLevel, EmailAddress, Found, FoundSkill,
    InvalidValue, MediaKind, PartialDate, PhoneNumber, Position, PositionConfidence, Resume,
    ResumeText, Section, SectionKind, Span,
};

use crate::{FindingRecord, VERSION};

type ByteRange = (usize, usize);

/// The serialized form of a [`Resume`].
#[derive(Debug, Serialize, Deserialize)]
pub struct ResumeRecord {
    version: u32,
    media: String,
    text: String,
    page_starts: Vec<usize>,
    sections: Vec<SectionRecord>,
    full_name: Option<String>,
    full_name_source: Option<SourceRecord>,
    email: Option<String>,
    email_source: Option<SourceRecord>,
    phone: Option<String>,
    phone_source: Option<SourceRecord>,
    location: Option<String>,
    location_source: Option<SourceRecord>,
    links: Vec<String>,
    link_sources: Vec<SourceRecord>,
    skills: Vec<SkillRecord>,
    positions: Vec<PositionRecord>,
    stated_months: Option<u32>,
    education: Vec<EducationRecord>,
    languages: Vec<String>,
    certificates: Vec<String>,
    findings: Vec<FindingRecord>,
}

/// The position of a value in the text, the confidence in it, and the reason for choosing it.
#[derive(Debug, Serialize, Deserialize)]
struct SourceRecord {
    place: Option<ByteRange>,
    confidence: u8,
    reason: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct SectionRecord {
    kind: String,
    place: ByteRange,
    body_start: usize,
}

#[derive(Debug, Serialize, Deserialize)]
struct SkillRecord {
    name: String,
    place: ByteRange,
    section: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct PositionRecord {
    title: Option<String>,
    organization: Option<String>,
    location: Option<String>,
    start: Option<String>,
    end: Option<String>,
    current: bool,
    place: ByteRange,
    /// Of title and organization.
    confidence: (u8, u8),
}

#[derive(Debug, Serialize, Deserialize)]
struct EducationRecord {
    degree: String,
    field: Option<String>,
    institution: Option<String>,
    level: Option<String>,
    end: Option<String>,
    in_progress: bool,
    place: ByteRange,
    /// Of degree and institution.
    confidence: (u8, u8),
}

fn byte_range(span: Span) -> ByteRange {
    (span.start, span.end)
}

fn parse_date(date: Option<String>) -> Result<Option<PartialDate>, InvalidValue> {
    date.map(|date| PartialDate::parse("date", &date))
        .transpose()
}

fn collect<T, U>(
    records: Vec<T>,
    convert: impl Fn(T) -> Result<U, InvalidValue>,
) -> Result<Vec<U>, InvalidValue> {
    records.into_iter().map(convert).collect()
}

impl ResumeRecord {
    /// Converts a resume into a record.
    pub fn of(resume: &Resume) -> Self {
        Self {
            version: VERSION,
            media: resume.media.media_type().to_owned(),
            text: resume.text.as_str().to_owned(),
            page_starts: resume.text.page_starts().to_vec(),
            sections: resume.sections.iter().map(SectionRecord::of).collect(),
            full_name: resume.name().map(ToOwned::to_owned),
            full_name_source: resume.full_name.as_ref().map(SourceRecord::of),
            email: resume.email_address().map(ToString::to_string),
            email_source: resume.email.as_ref().map(SourceRecord::of),
            phone: resume.phone_number().map(ToString::to_string),
            phone_source: resume.phone.as_ref().map(SourceRecord::of),
            location: resume.place.as_ref().map(|found| found.value.clone()),
            location_source: resume.place.as_ref().map(SourceRecord::of),
            links: resume
                .links
                .iter()
                .map(|found| found.value.clone())
                .collect(),
            link_sources: resume.links.iter().map(SourceRecord::of).collect(),
            skills: resume.skills.iter().map(SkillRecord::of).collect(),
            positions: resume.positions.iter().map(PositionRecord::of).collect(),
            stated_months: resume.stated_months,
            education: resume.education.iter().map(EducationRecord::of).collect(),
            languages: resume.languages.clone(),
            certificates: resume.certificates.clone(),
            findings: resume.findings.iter().map(FindingRecord::of).collect(),
        }
    }

    /// Converts the record back into a resume.
    ///
    /// # Errors
    /// Returns an error if a value is invalid in the domain.
    pub fn into_resume(self) -> Result<Resume, InvalidValue> {
        let email = self.email.map(|email| EmailAddress::parse("email", &email));
        let phone = self.phone.map(|phone| PhoneNumber::parse("phone", &phone));
        let sources = self.link_sources.into_iter().map(Some);
        let links = self
            .links
            .into_iter()
            .zip(sources.chain(repeat_with(|| None)));
        let links = links
            .filter_map(|(link, source)| found(Some(link), source))
            .collect();
        Ok(Resume {
            media: MediaKind::parse("media", &self.media)?,
            text: ResumeText::new(self.text, self.page_starts),
            sections: collect(self.sections, SectionRecord::into_section)?,
            full_name: found(self.full_name, self.full_name_source),
            email: found(email.transpose()?, self.email_source),
            phone: found(phone.transpose()?, self.phone_source),
            place: found(self.location, self.location_source),
            links,
            skills: collect(self.skills, SkillRecord::into_skill)?,
            positions: collect(self.positions, PositionRecord::into_position)?,
            stated_months: self.stated_months,
            education: collect(self.education, EducationRecord::into_education)?,
            languages: self.languages,
            certificates: self.certificates,
            findings: collect(self.findings, FindingRecord::into_finding)?,
            disclaimed_skills: Vec::new(),
        })
    }
}

/// Returns a value with its source. A value recorded without a source gets full confidence.
fn found<T>(value: Option<T>, source: Option<SourceRecord>) -> Option<Found<T>> {
    let value = value?;
    Some(match source {
        Some(source) => Found {
            value,
            span: source.place.map(|(start, end)| Span::new(start, end)),
            confidence: source.confidence,
            reason: source.reason.into(),
        },
        None => Found::certain(value, None, "recorded without its reason"),
    })
}

impl SourceRecord {
    fn of<T>(found: &Found<T>) -> Self {
        Self {
            place: found.span.map(byte_range),
            confidence: found.confidence,
            reason: found.reason.clone().into_owned(),
        }
    }
}

impl SectionRecord {
    fn of(section: &Section) -> Self {
        Self {
            kind: section.kind.as_str().to_owned(),
            place: byte_range(section.span),
            body_start: section.body_start,
        }
    }

    fn into_section(self) -> Result<Section, InvalidValue> {
        Ok(Section {
            kind: SectionKind::parse("kind", &self.kind)?,
            span: Span::new(self.place.0, self.place.1),
            body_start: self.body_start,
        })
    }
}

impl SkillRecord {
    fn of(skill: &FoundSkill) -> Self {
        Self {
            name: skill.name.clone(),
            place: byte_range(skill.span),
            section: skill.section.as_str().to_owned(),
        }
    }

    fn into_skill(self) -> Result<FoundSkill, InvalidValue> {
        Ok(FoundSkill {
            name: self.name,
            span: Span::new(self.place.0, self.place.1),
            section: SectionKind::parse("section", &self.section)?,
        })
    }
}

impl PositionRecord {
    fn of(position: &Position) -> Self {
        Self {
            title: position.title.clone(),
            organization: position.organization.clone(),
            location: position.place.clone(),
            start: position.start.as_ref().map(ToString::to_string),
            end: position.end.as_ref().map(ToString::to_string),
            current: position.current,
            place: byte_range(position.span),
            confidence: (position.confidence.title, position.confidence.organization),
        }
    }

    fn into_position(self) -> Result<Position, InvalidValue> {
        let (title, organization) = self.confidence;
        Ok(Position {
            title: self.title,
            organization: self.organization,
            place: self.location,
            start: parse_date(self.start)?,
            end: parse_date(self.end)?,
            current: self.current,
            span: Span::new(self.place.0, self.place.1),
            confidence: PositionConfidence {
                title,
                organization,
            },
        })
    }
}

impl EducationRecord {
    fn of(entry: &EducationEntry) -> Self {
        Self {
            degree: entry.degree.clone(),
            field: entry.field.clone(),
            institution: entry.institution.clone(),
            level: entry.level.map(|level| level.as_str().to_owned()),
            end: entry.end.as_ref().map(ToString::to_string),
            in_progress: entry.in_progress,
            place: byte_range(entry.span),
            confidence: (entry.confidence.degree, entry.confidence.institution),
        }
    }

    fn into_education(self) -> Result<EducationEntry, InvalidValue> {
        let (degree, institution) = self.confidence;
        let level = self
            .level
            .map(|level| EducationLevel::parse("level", &level));
        Ok(EducationEntry {
            degree: self.degree,
            field: self.field,
            institution: self.institution,
            level: level.transpose()?,
            end: parse_date(self.end)?,
            in_progress: self.in_progress,
            span: Span::new(self.place.0, self.place.1),
            confidence: EducationConfidence {
                degree,
                institution,
            },
        })
    }
}
