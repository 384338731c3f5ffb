//! What a resume says, each value with its place in the resume's text.

use std::fmt;

use chrono::{Datelike, NaiveDate};

use crate::{EmailAddress, IntegrityFinding, InvalidValue, PhoneNumber};

/// The format of a resume, told by its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MediaKind {
    /// Portable Document Format.
    Pdf,
    /// Word binary, and what is called `.doc` but is RTF, HTML or MHTML.
    Doc,
    /// Office Open XML.
    Docx,
}

impl MediaKind {
    /// The media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Doc => "application/msword",
            Self::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        }
    }

    /// Takes a media type back.
    ///
    /// # Errors
    /// When it is none of the three.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        [Self::Pdf, Self::Doc, Self::Docx]
            .into_iter()
            .find(|kind| kind.media_type() == value)
            .ok_or_else(|| InvalidValue::new(field, "must be the media type of a PDF, DOC or DOCX"))
    }
}

/// A half-open range of bytes in a [`ResumeText`], on character borders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// A range of bytes.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// Whether the other range lies within this one.
    pub fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// A resume's visible text in reading order: lines end in `\n`, cells of a row are parted by a TAB.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ResumeText {
    text: String,
    page_starts: Vec<usize>,
}

impl ResumeText {
    /// Takes a text and the byte at which each page starts, in order; an empty list means that pages are unknown.
    pub fn new(text: String, page_starts: Vec<usize>) -> Self {
        Self { text, page_starts }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The byte at which each page starts.
    pub fn page_starts(&self) -> &[usize] {
        &self.page_starts
    }

    /// How many pages there are, where the format knows.
    pub fn pages(&self) -> Option<u32> {
        u32::try_from(self.page_starts.len())
            .ok()
            .filter(|count| *count > 0)
    }

    /// The words at a place; empty where the place is not in this text.
    pub fn quote(&self, span: Span) -> &str {
        self.text.get(span.start..span.end).unwrap_or("")
    }

    /// The 1-based page of a byte, where pages are known.
    pub fn page_of(&self, byte: usize) -> Option<u32> {
        let pages = self.page_starts.partition_point(|start| *start <= byte);
        u32::try_from(pages).ok().filter(|page| *page > 0)
    }

    /// The place counted in Unicode code points, as the receipt gives it.
    pub fn code_points(&self, span: Span) -> Option<(u32, u32)> {
        let before = self.text.get(..span.start)?.chars().count();
        let within = self.text.get(span.start..span.end)?.chars().count();
        Some((
            u32::try_from(before).ok()?,
            u32::try_from(before + within).ok()?,
        ))
    }
}

/// What a part of a resume is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SectionKind {
    /// Name and contact data, at the top or in a sidebar.
    Contact,
    /// A profile, a summary or an objective.
    Summary,
    /// Work.
    Experience,
    /// Schools and degrees.
    Education,
    /// Skills, tools, technologies.
    Skills,
    /// Spoken languages.
    Languages,
    /// Certificates, licences, courses.
    Certificates,
    /// Projects.
    Projects,
    /// Awards and honours.
    Awards,
    /// Publications, patents, talks.
    Publications,
    /// Volunteering.
    Volunteering,
    /// Hobbies and interests.
    Interests,
    /// Birth date, gender, nationality, marital status and the like.
    Personal,
    /// References.
    References,
    /// Any other heading.
    Other,
}

impl SectionKind {
    /// Every kind.
    pub const ALL: [Self; 15] = [
        Self::Contact,
        Self::Summary,
        Self::Experience,
        Self::Education,
        Self::Skills,
        Self::Languages,
        Self::Certificates,
        Self::Projects,
        Self::Awards,
        Self::Publications,
        Self::Volunteering,
        Self::Interests,
        Self::Personal,
        Self::References,
        Self::Other,
    ];

    /// The kind's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Contact => "contact",
            Self::Summary => "summary",
            Self::Experience => "experience",
            Self::Education => "education",
            Self::Skills => "skills",
            Self::Languages => "languages",
            Self::Certificates => "certificates",
            Self::Projects => "projects",
            Self::Awards => "awards",
            Self::Publications => "publications",
            Self::Volunteering => "volunteering",
            Self::Interests => "interests",
            Self::Personal => "personal",
            Self::References => "references",
            Self::Other => "other",
        }
    }

    /// Takes a name back.
    ///
    /// # Errors
    /// When no kind has that name.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.as_str() == value)
            .ok_or_else(|| InvalidValue::new(field, "is not a kind of section"))
    }
}

/// A part of a resume; sections do not overlap and stand in the order of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Section {
    /// What it is about.
    pub kind: SectionKind,
    /// Its place, the heading included.
    pub span: Span,
    /// Where its body starts, behind the heading.
    pub body_start: usize,
}

/// A year, or a month of a year.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartialDate {
    /// The year.
    pub year: i32,
    /// The month, 1 to 12, where it is known.
    pub month: Option<u8>,
}

impl PartialDate {
    /// Takes `YYYY` or `YYYY-MM`, as [`fmt::Display`] writes it.
    ///
    /// # Errors
    /// When it is neither.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        let refused = || InvalidValue::new(field, "must be YYYY or YYYY-MM");
        let (year, month) = match value.split_once('-') {
            None => (value, None),
            Some((year, month)) => (year, Some(month)),
        };
        let month = month
            .map(str::parse::<u8>)
            .transpose()
            .map_err(|_error| refused())?;
        match (year.parse(), month) {
            (Ok(year), None | Some(1..=12)) => Ok(Self { year, month }),
            _ => Err(refused()),
        }
    }

    /// Months since the year 0, counting an unknown month as the given one.
    fn months_or(self, month: u8) -> i32 {
        self.year * 12 + i32::from(self.month.unwrap_or(month)) - 1
    }
}

impl fmt::Display for PartialDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.month {
            Some(month) => write!(f, "{:04}-{month:02}", self.year),
            None => write!(f, "{:04}", self.year),
        }
    }
}

/// A job that the person held.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Position {
    /// The job's title.
    pub title: Option<String>,
    /// The employer.
    pub organization: Option<String>,
    /// Where.
    pub place: Option<String>,
    /// When it began.
    pub start: Option<PartialDate>,
    /// When it ended; the month given still counts.
    pub end: Option<PartialDate>,
    /// Whether it goes on.
    pub current: bool,
    /// The entry's place in the text, its description included.
    pub span: Span,
}

impl Position {
    /// The months that the position covers, as a half-open range of months since the year 0; `None` without a start.
    ///
    /// A start without a month counts from the middle of its year and an end likewise, so that a pair of bare
    /// years comes out as their difference.
    pub fn months(&self, as_of: NaiveDate) -> Option<(i32, i32)> {
        let start = self.start?;
        let now = as_of.year() * 12 + i32::try_from(as_of.month0()).unwrap_or(0) + 1;
        let end = match self.end {
            _ if self.current => now,
            Some(end) if end.month.is_some() => end.months_or(1) + 1,
            Some(end) if start.month.is_none() && end.year == start.year => end.year * 12 + 12,
            Some(end) => end.months_or(7),
            None => return None,
        };
        let first = match (start.month, self.end) {
            (None, Some(end)) if end.month.is_none() && end.year == start.year => start.year * 12,
            _ => start.months_or(7),
        };
        let end = end.min(now);
        (first < end).then_some((first, end))
    }
}

/// How far an education went: the ladder that degrees are compared on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EducationLevel {
    /// Secondary school.
    School,
    /// Vocational training, a diploma or a certificate.
    Vocational,
    /// An associate degree.
    Associate,
    /// A bachelor's degree.
    Bachelor,
    /// A master's degree.
    Master,
    /// A professional degree: law, medicine, chartered accountancy.
    Professional,
    /// A doctorate.
    Doctorate,
}

impl EducationLevel {
    /// Every level, lowest first.
    pub const ALL: [Self; 7] = [
        Self::School,
        Self::Vocational,
        Self::Associate,
        Self::Bachelor,
        Self::Master,
        Self::Professional,
        Self::Doctorate,
    ];

    /// The level's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::School => "school",
            Self::Vocational => "vocational",
            Self::Associate => "associate",
            Self::Bachelor => "bachelor",
            Self::Master => "master",
            Self::Professional => "professional",
            Self::Doctorate => "doctorate",
        }
    }

    /// Takes a name back.
    ///
    /// # Errors
    /// When no level has that name.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        Self::ALL
            .into_iter()
            .find(|level| level.as_str() == value)
            .ok_or_else(|| InvalidValue::new(field, "is not a level of education"))
    }

    /// The rung on the ladder, in tenths: school 10, doctorate 60.
    pub fn rung_tenths(self) -> i64 {
        match self {
            Self::School => 10,
            Self::Vocational => 20,
            Self::Associate => 30,
            Self::Bachelor => 40,
            Self::Master => 50,
            Self::Professional => 55,
            Self::Doctorate => 60,
        }
    }
}

/// A degree or a schooling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EducationEntry {
    /// The degree as the resume words it.
    pub degree: String,
    /// What was studied.
    pub field: Option<String>,
    /// Where.
    pub institution: Option<String>,
    /// How far it went, where that can be told.
    pub level: Option<EducationLevel>,
    /// When it ended or is to end.
    pub end: Option<PartialDate>,
    /// Whether it still goes on.
    pub in_progress: bool,
    /// The degree's place in the text.
    pub span: Span,
}

/// A skill that the resume shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundSkill {
    /// The canonical name where the vocabulary knows it, else the resume's own words.
    pub name: String,
    /// Where it stands.
    pub span: Span,
    /// The section that it stands in.
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
    pub full_name: Option<String>,
    /// Their first e-mail address.
    pub email: Option<EmailAddress>,
    /// Their first telephone number.
    pub phone: Option<PhoneNumber>,
    /// Web addresses.
    pub links: Vec<String>,
    /// Skills, each once, in the order of the text.
    pub skills: Vec<FoundSkill>,
    /// Positions, in the order of the text.
    pub positions: Vec<Position>,
    /// Years of experience that the resume states in words, in months.
    pub stated_months: Option<u32>,
    /// Degrees and schools, in the order of the text.
    pub education: Vec<EducationEntry>,
    /// Spoken languages.
    pub languages: Vec<String>,
    /// Certificates and licences.
    pub certificates: Vec<String>,
    /// Hidden or machine-directed text that was left out.
    pub findings: Vec<IntegrityFinding>,
}

impl Resume {
    /// Months of experience at the given day: the union of the positions' months, so that overlaps count once,
    /// else what the resume states; `None` where it shows neither.
    pub fn experience_months(&self, as_of: NaiveDate) -> Option<u32> {
        let mut ranges: Vec<_> = self
            .positions
            .iter()
            .filter_map(|p| p.months(as_of))
            .collect();
        if ranges.is_empty() {
            return self.stated_months;
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

    /// Whether it shows neither a name nor an e-mail address nor a telephone number.
    pub fn shows_nobody(&self) -> bool {
        self.full_name.is_none() && self.email.is_none() && self.phone.is_none()
    }

    /// The highest completed education, else the highest begun one.
    pub fn highest_education(&self) -> Option<&EducationEntry> {
        let rank =
            |entry: &&EducationEntry| (entry.level.is_some() && !entry.in_progress, entry.level);
        // The first of equals: max_by_key alone would give the last.
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

    fn months(positions: Vec<Position>) -> Option<u32> {
        let resume = Resume {
            media: MediaKind::Pdf,
            text: ResumeText::default(),
            sections: Vec::new(),
            full_name: None,
            email: None,
            phone: None,
            links: Vec::new(),
            skills: Vec::new(),
            positions,
            stated_months: Some(7),
            education: Vec::new(),
            languages: Vec::new(),
            certificates: Vec::new(),
            findings: Vec::new(),
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
        assert_eq!(months(vec![position("2026-10", None)]), Some(2));
        assert_eq!(months(vec![position("2030-01", Some("2031-01"))]), Some(7));
        assert_eq!(months(Vec::new()), Some(7));
    }

    #[test]
    fn places_are_told_in_pages_and_code_points() {
        let text = ResumeText::new("Zoë\nRust\n".into(), vec![0, 5]);
        assert_eq!(text.pages(), Some(2));
        assert_eq!(text.quote(Span::new(5, 9)), "Rust");
        assert_eq!(text.page_of(5), Some(2));
        assert_eq!(text.page_of(4), Some(1));
        assert_eq!(text.code_points(Span::new(5, 9)), Some((4, 8)));
        assert_eq!(text.code_points(Span::new(3, 9)), None);
    }
}
