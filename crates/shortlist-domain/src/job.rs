//! Job postings.

use crate::{
    EmailAddress, InvalidValue, JobId, JobStatus, ListProblem, OrganizationId, PageRequest,
    RequirementEdits, TextProblem, Timestamp, UserId, without_direction_marks,
};

/// The limits of a job's fields. The API and job files share them.
pub(crate) mod limits {
    /// The longest title, in characters.
    pub const MAX_TITLE_CHARS: usize = 300;
    /// The longest description, in characters.
    pub const MAX_DESCRIPTION_CHARS: usize = 100_000;
    /// The largest number of skills.
    pub const MAX_SKILLS: usize = 200;
    /// The longest skill, in characters.
    pub const MAX_SKILL_CHARS: usize = 200;
    /// The longest code, department, location or employment type, in characters.
    pub const MAX_SHORT_FIELD_CHARS: usize = 300;
    /// The largest number of attributes that a caller may set.
    pub const MAX_ATTRIBUTES: usize = 200;
    /// The longest value of an attribute that a caller may set, in characters.
    pub const MAX_ATTRIBUTE_CHARS: usize = 10_000;
    /// The largest number of jobs in one file.
    pub const MAX_JOBS_PER_FILE: usize = 10_000;
}

/// The kind of employment that a job offers, derived from the job's own wording.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EmploymentKind {
    /// Full-time.
    FullTime,
    /// Part-time.
    PartTime,
    /// Contract or freelance work for a client.
    Contract,
    /// Temporary employment.
    Temporary,
    /// An internship.
    Internship,
    /// An apprenticeship.
    Apprenticeship,
    /// Unpaid work.
    Volunteer,
    /// Work by the day or on call.
    Casual,
    /// Any other wording.
    Other,
}

impl EmploymentKind {
    /// Every kind.
    pub const ALL: [Self; 9] = [
        Self::FullTime,
        Self::PartTime,
        Self::Contract,
        Self::Temporary,
        Self::Internship,
        Self::Apprenticeship,
        Self::Volunteer,
        Self::Casual,
        Self::Other,
    ];

    /// Returns the kind's name in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::FullTime => "full-time",
            Self::PartTime => "part-time",
            Self::Contract => "contract",
            Self::Temporary => "temporary",
            Self::Internship => "internship",
            Self::Apprenticeship => "apprenticeship",
            Self::Volunteer => "volunteer",
            Self::Casual => "casual",
            Self::Other => "other",
        }
    }
}

/// A value for which a job has no field: a column of a job file, or what a caller set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute {
    /// Its name, such as the column's header.
    pub name: String,
    /// Its value, such as the cell.
    pub value: String,
}

/// A job to be created.
#[derive(Debug, Clone, PartialEq)]
pub struct NewJob {
    /// Its identifier.
    pub id: JobId,
    /// The tenant.
    pub organization_id: OrganizationId,
    /// The recruiter who owns it.
    pub recruiter_id: UserId,
    /// Its title.
    pub title: String,
    /// Its description; may be empty.
    pub description: String,
    /// Its skills.
    pub skills: Vec<String>,
    /// Its code, unique in the organization regardless of letter case. `None` requests a generated code.
    pub code: Option<String>,
    /// The department, as the source words it.
    pub department: Option<String>,
    /// The location, as the source words it.
    pub location: Option<String>,
    /// The employment type, as the source words it.
    pub employment_type: Option<String>,
    /// The employment type's kind.
    pub employment_kind: Option<EmploymentKind>,
    /// Whether it is still unpublished.
    pub draft: bool,
    /// Whether its candidates appear by code until they are revealed.
    pub blind: bool,
    /// Its identifier in another system, unique in the organization.
    pub external_id: Option<String>,
    /// Where answers to mails about its candidates go, if not to the address of the organization.
    pub reply_to: Option<EmailAddress>,
    /// Values that have no corresponding field.
    pub attributes: Vec<Attribute>,
    /// When it was created.
    pub created_at: Timestamp,
}

/// A stored job.
#[derive(Debug, Clone, PartialEq)]
pub struct Job {
    /// Its identifier.
    pub id: JobId,
    /// The tenant.
    pub organization_id: OrganizationId,
    /// The recruiter who owns it.
    pub recruiter_id: UserId,
    /// The owner's display name.
    pub recruiter_name: String,
    /// Its title.
    pub title: String,
    /// Its description; may be empty.
    pub description: String,
    /// Its skills.
    pub skills: Vec<String>,
    /// Its code.
    pub code: String,
    /// The department, as the source words it.
    pub department: Option<String>,
    /// The location, as the source words it.
    pub location: Option<String>,
    /// The employment type, as the source words it.
    pub employment_type: Option<String>,
    /// The employment type's kind.
    pub employment_kind: Option<EmploymentKind>,
    /// Its status.
    pub status: JobStatus,
    /// The reason for the last change of its status, if one was given.
    pub status_reason: Option<String>,
    /// When its status last changed. `None` if it never did.
    pub status_changed_at: Option<Timestamp>,
    /// Its identifier in another system, unique in the organization.
    pub external_id: Option<String>,
    /// Where answers to mails about its candidates go, if not to the address of the organization.
    pub reply_to: Option<EmailAddress>,
    /// Whether its candidates appear by code until they are revealed.
    pub blind: bool,
    /// Values that have no corresponding field.
    pub attributes: Vec<Attribute>,
    /// The changes to its requirements and its occupation.
    pub requirement_edits: RequirementEdits,
    /// The version of the scored texts: 1 when created, incremented when one of them or a requirement changes.
    pub version: i32,
    /// The revision: 1 when created, incremented by each change of its fields or its status.
    pub revision: i32,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

impl Job {
    /// Returns whether it is still unpublished.
    pub fn is_draft(&self) -> bool {
        self.status == JobStatus::Draft
    }
}

/// The fields of a job to change. `None` keeps a field; `Some(None)` clears an optional one.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct JobChange {
    /// A new title.
    pub title: Option<String>,
    /// A new description.
    pub description: Option<String>,
    /// New skills.
    pub skills: Option<Vec<String>>,
    /// A new department, or `Some(None)` to clear it.
    pub department: Option<Option<String>>,
    /// A new location, or `Some(None)` to clear it.
    pub location: Option<Option<String>>,
    /// A new employment type with its kind, or `Some(None)` to clear it.
    pub employment: Option<Option<(String, Option<EmploymentKind>)>>,
    /// Whether it is a draft.
    pub draft: Option<bool>,
    /// Whether its candidates appear by code until they are revealed.
    pub blind: Option<bool>,
    /// A new code.
    pub code: Option<String>,
    /// A new identifier in another system, or `Some(None)` to clear it.
    pub external_id: Option<Option<String>>,
    /// A new address for answers, or `Some(None)` to clear it.
    pub reply_to: Option<Option<EmailAddress>>,
    /// New attributes, which replace the stored ones.
    pub attributes: Option<Vec<Attribute>>,
    /// The changes to its requirements and its occupation, in place of the stored ones.
    pub requirement_edits: Option<RequirementEdits>,
    /// The revision that the job must still have.
    pub if_revision: Option<i32>,
}

/// Whether a list includes drafts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DraftFilter {
    /// Published jobs only.
    Published,
    /// Published jobs and drafts.
    All,
}

/// A request for a page of jobs, newest first.
#[derive(Debug, Clone, PartialEq)]
pub struct JobQuery {
    /// The tenant.
    pub organization_id: OrganizationId,
    /// The recruiter who owns the jobs.
    pub recruiter_id: UserId,
    /// A substring of title or description; letter case does not matter.
    pub search: Option<String>,
    /// Whether to include drafts.
    pub drafts: DraftFilter,
    /// Only jobs that were changed at this time or later, the earliest change first.
    pub updated_since: Option<Timestamp>,
    /// The page to return.
    pub page: PageRequest,
    /// Whether to count all matching jobs.
    pub count: bool,
}

/// Trims and checks a job's title, and removes characters that change the direction of text.
///
/// # Errors
/// Returns an error if it is empty or too long, or contains a NUL character.
pub fn check_title(field: &str, title: &str) -> Result<String, InvalidValue> {
    let title = without_direction_marks(title);
    let title = title.trim();
    match title.chars().count() {
        0 => Err(InvalidValue::new(field, TextProblem::Empty)),
        n if n > limits::MAX_TITLE_CHARS => Err(too_long(field, limits::MAX_TITLE_CHARS)),
        _ => no_nul(field, title),
    }
}

/// Trims and checks a description.
///
/// # Errors
/// Returns an error if it is too long or contains a NUL character.
pub fn check_description(field: &str, text: &str) -> Result<String, InvalidValue> {
    if text.chars().count() > limits::MAX_DESCRIPTION_CHARS {
        return Err(too_long(field, limits::MAX_DESCRIPTION_CHARS));
    }
    no_nul(field, text.trim())
}

/// Trims and checks a short field, and removes characters that change the direction of text. An empty field counts as absent.
///
/// # Errors
/// Returns an error if it is too long or contains a NUL character.
pub fn check_short(field: &str, text: &str) -> Result<Option<String>, InvalidValue> {
    let text = without_direction_marks(text);
    let text = text.trim();
    if text.chars().count() > limits::MAX_SHORT_FIELD_CHARS {
        return Err(too_long(field, limits::MAX_SHORT_FIELD_CHARS));
    }
    no_nul(field, text).map(|text| Some(text).filter(|text| !text.is_empty()))
}

/// Trims and checks a list of skills, without empty ones and duplicates.
///
/// # Errors
/// Returns an error if there are too many, or if one is too long or contains a NUL character.
pub fn check_skills(field: &str, skills: &[String]) -> Result<Vec<String>, InvalidValue> {
    let mut kept: Vec<String> = Vec::with_capacity(skills.len());
    let mut seen = std::collections::HashSet::new();
    for skill in skills
        .iter()
        .map(|skill| skill.trim())
        .filter(|skill| !skill.is_empty())
    {
        if skill.chars().count() > limits::MAX_SKILL_CHARS {
            return Err(too_long(field, limits::MAX_SKILL_CHARS));
        }
        if seen.insert(skill.to_lowercase()) {
            kept.push(no_nul(field, skill)?);
        }
    }
    if kept.len() > limits::MAX_SKILLS {
        let most = limits::MAX_SKILLS;
        return Err(InvalidValue::new(field, ListProblem::TooMany(most)));
    }
    Ok(kept)
}

/// Trims and checks a list of attributes.
///
/// # Errors
/// Returns an error if there are too many, or if a name is empty or repeated, or if a text is too long or contains a NUL
/// character.
pub fn check_attributes(field: &str, given: &[Attribute]) -> Result<Vec<Attribute>, InvalidValue> {
    let most = limits::MAX_ATTRIBUTES;
    if given.len() > most {
        let problem = ListProblem::TooMany(most);
        return Err(InvalidValue::new(field, problem));
    }
    let mut seen = std::collections::HashSet::new();
    let checked = given.iter().map(|attribute| {
        let name = check_short(field, &attribute.name)?;
        let name = name.ok_or_else(|| InvalidValue::new(field, TextProblem::EmptyName))?;
        if !seen.insert(name.to_lowercase()) {
            let problem = ListProblem::NameTwice(name);
            return Err(InvalidValue::new(field, problem));
        }
        let value = attribute.value.trim();
        if value.chars().count() > limits::MAX_ATTRIBUTE_CHARS {
            return Err(too_long(field, limits::MAX_ATTRIBUTE_CHARS));
        }
        let value = no_nul(field, value)?;
        Ok(Attribute { name, value })
    });
    checked.collect()
}

fn too_long(field: &str, most: usize) -> InvalidValue {
    InvalidValue::new(field, TextProblem::TooLong(most))
}

fn no_nul(field: &str, text: &str) -> Result<String, InvalidValue> {
    if text.contains('\0') {
        return Err(InvalidValue::new(field, TextProblem::NulCharacter));
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_over_their_limits_are_refused_by_name() {
        assert_eq!(check_title("title", "  Nurse ").unwrap(), "Nurse");
        assert_eq!(check_title("title", "\u{202e}Nurse").unwrap(), "Nurse");
        assert!(check_title("title", " \u{200e}").is_err());
        assert!(check_title("title", &"x".repeat(301)).is_err());
        assert!(check_title("title", "a\0b").is_err());
        assert!(check_description("jobDescription", &"x".repeat(100_001)).is_err());
        assert_eq!(check_short("location", " ").unwrap(), None);
        let many: Vec<_> = (0..201).map(|n| n.to_string()).collect();
        assert_eq!(check_skills("skills", &many).unwrap_err().field, "skills");
        let repeated = ["Rust".to_owned(), " rust".to_owned(), String::new()];
        assert_eq!(check_skills("skills", &repeated).unwrap(), ["Rust"]);
    }

    #[test]
    fn attributes_have_different_names() {
        let attribute = |name: &str, value: &str| Attribute {
            name: name.to_owned(),
            value: value.to_owned(),
        };
        let checked = check_attributes("attributes", &[attribute(" Grade ", " 7 ")]);
        assert_eq!(checked.unwrap(), [attribute("Grade", "7")]);
        for refused in [
            vec![attribute("", "7")],
            vec![attribute("Grade", "7"), attribute("grade", "8")],
            vec![attribute("Grade", &"7".repeat(10_001))],
            vec![attribute("Gr\0de", "7")],
            (0..201).map(|n| attribute(&n.to_string(), "")).collect(),
        ] {
            assert!(check_attributes("attributes", &refused).is_err());
        }
    }
}
