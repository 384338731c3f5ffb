//! The data of a resume, each value with its position in the resume's text.

mod education;
mod found;
mod media;
mod position;
mod section;
mod text;

use std::collections::HashSet;

use chrono::NaiveDate;

pub use education::{EducationConfidence, EducationEntry, EducationLevel};
pub use found::Found;
pub use media::MediaKind;
pub use position::{PartialDate, Position, PositionConfidence};
pub use section::{Section, SectionKind};
pub use text::{ResumeText, Span};

use crate::{EmailAddress, IntegrityFinding, PhoneNumber};

/// The confidence below which an entry of the work history or the education is not shown, in percent.
///
/// On real resumes, such entries were almost always wrong: 1 of 17 positions and none of 45 degrees were right.
pub const MIN_ENTRY_CONFIDENCE: u8 = 40;

/// A skill found in a resume.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundSkill {
    /// The canonical name if the vocabulary contains the skill, otherwise the resume's own wording.
    pub name: String,
    /// Its position in the text.
    pub span: Span,
    /// The section that contains it.
    pub section: SectionKind,
}

/// Everything read from a resume.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resume {
    /// The format.
    pub media: MediaKind,
    /// The visible text.
    pub text: ResumeText,
    /// Its sections.
    pub sections: Vec<Section>,
    /// The person's name.
    pub full_name: Option<Found<String>>,
    /// Their first e-mail address.
    pub email: Option<Found<EmailAddress>>,
    /// Their first telephone number.
    pub phone: Option<Found<PhoneNumber>>,
    /// Where they live, according to the resume.
    pub place: Option<Found<String>>,
    /// Web addresses.
    pub links: Vec<Found<String>>,
    /// Skills without duplicates, in the order of the text.
    pub skills: Vec<FoundSkill>,
    /// Positions, in the order of the text.
    pub positions: Vec<Position>,
    /// The experience that the resume states in words, in months.
    pub stated_months: Option<u32>,
    /// Degrees and schools, in the order of the text.
    pub education: Vec<EducationEntry>,
    /// Spoken languages.
    pub languages: Vec<String>,
    /// Certificates and licences.
    pub certificates: Vec<String>,
    /// Hidden or machine-directed text that was left out.
    pub findings: Vec<IntegrityFinding>,
    /// Skills that the person does not have, although the text seems to name them. Only corrections say so.
    pub disclaimed_skills: Vec<String>,
}

impl Resume {
    /// Returns a resume with nothing but its text.
    pub fn of_text(media: MediaKind, text: ResumeText) -> Self {
        Self {
            media,
            text,
            sections: Vec::new(),
            full_name: None,
            email: None,
            phone: None,
            place: None,
            links: Vec::new(),
            skills: Vec::new(),
            positions: Vec::new(),
            stated_months: None,
            education: Vec::new(),
            languages: Vec::new(),
            certificates: Vec::new(),
            findings: Vec::new(),
            disclaimed_skills: Vec::new(),
        }
    }

    /// Returns the months of experience up to the given day: those of the dated positions, or the time that the resume states
    /// if that is longer, because many resumes list only the last positions. Returns `None` if it shows neither.
    pub fn experience_months(&self, as_of: NaiveDate) -> Option<u32> {
        self.dated_months(as_of).max(self.stated_months)
    }

    /// Returns the months of the dated positions up to the given day. Overlapping positions count once. Returns `None` if no
    /// position has a date. The score counts these months, because positions can be checked.
    pub fn dated_months(&self, as_of: NaiveDate) -> Option<u32> {
        let mut ranges: Vec<_> = self
            .positions
            .iter()
            .filter_map(|p| p.months(as_of))
            .collect();
        if ranges.is_empty() {
            return None;
        }
        ranges.sort_unstable();
        let mut total = 0;
        let mut reached = i32::MIN;
        for (start, end) in ranges {
            total += (end - start.max(reached)).max(0);
            reached = reached.max(end);
        }
        u32::try_from(total).ok()
    }

    /// Returns the positions that are certain enough to be shown.
    pub fn certain_positions(&self) -> impl Iterator<Item = &Position> {
        self.positions.iter().filter(|entry| entry.is_certain())
    }

    /// Returns the education entries that are certain enough to be shown.
    pub fn certain_education(&self) -> impl Iterator<Item = &EducationEntry> {
        self.education.iter().filter(|entry| entry.is_certain())
    }

    /// Returns the person's name.
    pub fn name(&self) -> Option<&str> {
        self.full_name.as_ref().map(|found| found.value.as_str())
    }

    /// Returns their e-mail address.
    pub fn email_address(&self) -> Option<&EmailAddress> {
        self.email.as_ref().map(|found| &found.value)
    }

    /// Returns their telephone number.
    pub fn phone_number(&self) -> Option<&PhoneNumber> {
        self.phone.as_ref().map(|found| &found.value)
    }

    /// Returns whether it shows no name, no e-mail address and no telephone number.
    pub fn is_anonymous(&self) -> bool {
        self.full_name.is_none() && self.email.is_none() && self.phone.is_none()
    }

    /// Returns whether the text is a resume: it shows a person, or a work history without a name.
    ///
    /// Agencies and blind hiring remove names and contact data. A work history is a dated position, an education entry or
    /// two sections of a resume.
    pub fn is_resume(&self) -> bool {
        let dated = |position: &Position| position.start.is_some();
        let kinds = self.sections.iter().map(|section| section.kind);
        let of_resume = |kind: &SectionKind| {
            !matches!(
                kind,
                SectionKind::Contact | SectionKind::Personal | SectionKind::Other
            )
        };
        let kinds: HashSet<SectionKind> = kinds.filter(of_resume).collect();
        !self.is_anonymous()
            || self.positions.iter().any(dated)
            || !self.education.is_empty()
            || kinds.len() >= 2
    }

    /// Returns the highest completed education, otherwise the highest one in progress.
    pub fn highest_education(&self) -> Option<&EducationEntry> {
        let rank =
            |entry: &&EducationEntry| (entry.level.is_some() && !entry.in_progress, entry.level);
        // `max_by_key` returns the last of equal entries; reversing the order makes it the first.
        self.education.iter().rev().max_by_key(rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> PartialDate {
        PartialDate::parse("date", text).unwrap()
    }

    fn position(start: &str, end: Option<&str>) -> Position {
        Position {
            start: Some(date(start)),
            end: end.map(date),
            current: end.is_none(),
            ..Position::default()
        }
    }

    #[test]
    fn an_entry_is_certain_if_title_or_organization_probably_is() {
        let certain = |title, organization| {
            let confidence = PositionConfidence {
                title,
                organization,
            };
            let position = Position {
                confidence,
                ..Position::default()
            };
            (confidence.of_either(), position.is_certain())
        };
        assert_eq!(certain(0, 0), (0, false));
        assert_eq!(certain(0, 35), (35, false));
        assert_eq!(certain(30, 35), (55, true));
        assert_eq!(certain(90, 0), (90, true));
        assert_eq!(certain(255, 255), (100, true));
        assert!(Position::default().is_certain());
    }

    fn months(positions: Vec<Position>) -> Option<u32> {
        let resume = Resume {
            positions,
            stated_months: Some(7),
            ..Resume::of_text(MediaKind::Pdf, ResumeText::default())
        };
        resume.experience_months(NaiveDate::from_ymd_opt(2026, 11, 21).unwrap())
    }

    #[test]
    fn overlapping_positions_count_once() {
        assert_eq!(months(vec![position("2020-01", Some("2020-12"))]), Some(12));
        let both = vec![
            position("2020-07", Some("2021-06")),
            position("2020-01", Some("2020-12")),
        ];
        assert_eq!(months(both), Some(18));
        assert_eq!(months(vec![position("2018", Some("2020"))]), Some(24));
        assert_eq!(months(vec![position("2019", Some("2019"))]), Some(12));
        assert_eq!(months(vec![position("2025-10", None)]), Some(14));
        assert_eq!(months(vec![position("2030-01", Some("2031-01"))]), Some(7));
        assert_eq!(months(Vec::new()), Some(7));
    }

    #[test]
    fn a_longer_stated_experience_counts() {
        assert_eq!(months(vec![position("2020-01", Some("2020-03"))]), Some(7));
    }
}
