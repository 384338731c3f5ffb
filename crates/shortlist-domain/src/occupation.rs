//! Occupations that job titles name, and how similar the positions of a resume are to a job.

use crate::{ChoiceProblem, InvalidValue, MicroPoints, TextProblem};

/// An occupation of the classification O*NET-SOC 2019.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Occupation {
    /// Its code, such as `15-1252.00`.
    pub code: String,
    /// Its English name, such as `Software Developers`.
    pub name: String,
}

/// The code of an occupation or of a group of occupations, such as `29-1141.00`, `29-1141`, `29-11` or `29`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OccupationCode(String);

impl OccupationCode {
    /// Parses a code. It need not be one of the classification.
    ///
    /// # Errors
    /// Returns an error if the text has another form.
    pub fn parse(field: &str, text: &str) -> Result<Self, InvalidValue> {
        let text = text.trim();
        let is_digits = |part: &str, most: usize| {
            (1..=most).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
        };
        let (group, detail) = text.split_once('-').unwrap_or((text, "0"));
        let (occupation, more) = detail.split_once('.').unwrap_or((detail, "0"));
        let is_code = group.len() == 2
            && is_digits(group, 2)
            && is_digits(occupation, 4)
            && is_digits(more, 2)
            && (occupation.len() == 4 || !text.contains('.'));
        if is_code {
            return Ok(Self(text.to_owned()));
        }
        let problem = TextProblem::NotOccupationCode;
        Err(InvalidValue::new(field, problem))
    }

    /// Returns the code as it was given.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// One of the occupations that a title names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OccupationShare {
    /// The occupation.
    pub occupation: Occupation,
    /// Its part of what the title names, from 0 to one.
    pub share: MicroPoints,
}

/// Where the occupation of a job comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OccupationSource {
    /// The job's title.
    Title,
    /// A recruiter, who set it.
    Recruiter,
}

impl OccupationSource {
    /// Returns the source's name in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Recruiter => "recruiter",
        }
    }

    /// Parses a source.
    ///
    /// # Errors
    /// Returns an error if it is neither `title` nor `recruiter`.
    pub fn parse(field: &str, name: &str) -> Result<Self, InvalidValue> {
        match name {
            "title" => Ok(Self::Title),
            "recruiter" => Ok(Self::Recruiter),
            _ => Err(InvalidValue::new(
                field,
                ChoiceProblem::Neither(&["title", "recruiter"]),
            )),
        }
    }
}

/// The occupation of a job, and how similar each position that earned points is to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OccupationReceipt {
    /// The occupations of the job, the largest share first. Empty if the title is unknown.
    pub job: Vec<OccupationShare>,
    /// Where they come from.
    pub source: OccupationSource,
    /// The name of the person who set them. It is in no digest.
    pub set_by: Option<String>,
    /// The positions that earned points, in the order of the resume.
    pub positions: Vec<PositionOccupation>,
}

/// A position that earned points, with the amounts that the criterion `experience` computes with. All are from 0 to one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PositionOccupation {
    /// The resume's own wording of the title.
    pub title: String,
    /// The 1-based page of the title, if the format has pages.
    pub page: Option<u32>,
    /// The position of the title in the resume's text, in code points, end exclusive.
    pub place: Option<(u32, u32)>,
    /// The occupations that the title names, the largest share first. Empty if the title is unknown.
    pub occupations: Vec<OccupationShare>,
    /// How similar they are to those of the job. `None` if one of the titles is unknown.
    pub similarity: Option<MicroPoints>,
    /// `A`: how much the title is like the job's, by occupation or by words, whichever is more.
    pub likeness: MicroPoints,
    /// `r`: how relevant the position is for the job.
    pub relevance: MicroPoints,
    /// `D`: how recent the position is.
    pub freshness: MicroPoints,
}

impl PositionOccupation {
    /// Returns the occupation with the largest share. `None` if the title is unknown.
    pub fn main(&self) -> Option<&Occupation> {
        self.occupations.first().map(|share| &share.occupation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_their_beginnings_are_codes() {
        for code in ["29-1141.00", " 29-1141 ", "29-11", "29"] {
            let parsed = OccupationCode::parse("occupations", code).unwrap();
            assert_eq!(parsed.as_str(), code.trim());
        }
        for text in [
            "",
            "2",
            "nurse",
            "29-",
            "29-%",
            "29-1141.",
            "29-11.00",
            "291141",
            "29-1141.001",
            "29-11411",
        ] {
            assert!(
                OccupationCode::parse("occupations", text).is_err(),
                "{text}"
            );
        }
    }
}
