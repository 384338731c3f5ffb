//! Candidates: a candidate is one person's application to one job.

use crate::{
    CandidateCode, CandidateFilters, CandidateId, CandidateStatus, CustomFieldChange, EmailAddress,
    FileDigest, InvalidValue, JobId, MediaKind, OrganizationId, PageRequest, PhoneNumber, Resume,
    Score, ScoreReceipt, StageId, StatusFilter, Tag, TextProblem, Timestamp, UserId,
    without_direction_marks,
};

/// The longest name of a person, in characters.
pub const MAX_NAME_CHARS: usize = 200;

/// The key by which two uploads for one job count as the same person.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CandidateIdentity(String);

impl CandidateIdentity {
    /// Returns the e-mail address, otherwise the phone number, otherwise the file's digest.
    pub fn of(email: Option<&EmailAddress>, phone: Option<&PhoneNumber>, file: FileDigest) -> Self {
        Self(match (email, phone) {
            (Some(email), _) => format!("email:{}", email.folded()),
            (None, Some(phone)) => format!("phone:{}", phone.folded()),
            (None, None) => format!("file:{}", file.to_hex()),
        })
    }

    /// Returns the identity's text, for a unique database key.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The file that a candidate was read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFile {
    /// Its name as uploaded, without folders.
    pub name: String,
    /// Its format.
    pub media: MediaKind,
    /// Its size in bytes.
    pub bytes: u64,
    /// Its digest.
    pub digest: FileDigest,
}

/// A candidate to be created.
#[derive(Debug, Clone)]
pub struct NewCandidate {
    /// Its identifier.
    pub id: CandidateId,
    /// Its code. If the code is already in use, another is generated.
    pub code: CandidateCode,
    /// The tenant.
    pub organization_id: OrganizationId,
    /// The job applied for.
    pub job_id: JobId,
    /// The user who uploaded it.
    pub recruiter_id: UserId,
    /// The key that identifies the person within the job.
    pub identity: CandidateIdentity,
    /// The file.
    pub file: StoredFile,
    /// The data read from the file.
    pub resume: Resume,
    /// The score and its explanation.
    pub receipt: ScoreReceipt,
    /// The job version that it was scored against.
    pub job_version: i32,
    /// When it was created.
    pub created_at: Timestamp,
}

/// A candidate as lists show it.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// Its identifier.
    pub id: CandidateId,
    /// Its code.
    pub code: CandidateCode,
    /// The tenant.
    pub organization_id: OrganizationId,
    /// The job applied for.
    pub job_id: JobId,
    /// The person's name; empty if the resume shows none.
    pub full_name: String,
    /// Their e-mail address.
    pub email: Option<EmailAddress>,
    /// Their telephone number.
    pub phone: Option<PhoneNumber>,
    /// The score of the resume.
    pub score: Option<Score>,
    /// Skills found in the resume.
    pub skills: Vec<String>,
    /// The candidate's stage in the hiring process.
    pub status: Option<CandidateStatus>,
    /// Why it has this status.
    pub status_reason: Option<String>,
    /// The stage of the job's list. Its status is the candidate's; without one, it is active.
    pub stage_id: StageId,
    /// Where the candidate came from, such as a job board.
    pub source: Option<String>,
    /// Its identifier in another system, unique for the source.
    pub external_id: Option<String>,
    /// The experience when the resume was uploaded, in months.
    pub months_worked: Option<u32>,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// Whether its job may be blind. It is true if lists order the candidate by its code, as in all blind jobs and if the name is missing.
    pub may_be_masked: bool,
}

/// A value to set, or to clear.
pub type Change<T> = Option<Option<T>>;

/// The fields of a candidate to change: `None` keeps a field, `Some(None)` clears it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CandidateChange {
    /// A new status.
    pub status: Change<CandidateStatus>,
    /// A new name; clearing it stores an empty string.
    pub full_name: Change<String>,
    /// A new e-mail address.
    pub email: Change<EmailAddress>,
    /// A new telephone number.
    pub phone: Change<PhoneNumber>,
    /// The reason of a new status. Without one, a new status clears the reason.
    pub status_reason: Option<String>,
    /// A new source.
    pub source: Change<String>,
    /// A new identifier in another system.
    pub external_id: Change<String>,
    /// All tags, in place of the present ones.
    pub tags: Option<Vec<Tag>>,
    /// New values of custom fields, as given.
    pub custom_fields: Vec<CustomFieldChange>,
}

/// What to change of many candidates at once.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BulkChange {
    /// A new status.
    pub status: Change<CandidateStatus>,
    /// The reason of the new status.
    pub status_reason: Option<String>,
    /// A new source.
    pub source: Change<String>,
    /// Tags to add.
    pub add_tags: Vec<Tag>,
    /// Tags to remove.
    pub remove_tags: Vec<Tag>,
    /// New values of custom fields, as given.
    pub custom_fields: Vec<CustomFieldChange>,
}

/// The result of changing many candidates: all of them, or none.
#[derive(Debug, Clone, PartialEq)]
pub enum BulkUpdate {
    /// All were changed. They have the order of the request.
    Updated(Vec<Candidate>),
    /// The organization has no such candidates.
    Missing(Vec<CandidateId>),
    /// This candidate would have too many tags.
    TooManyTags(CandidateId),
    /// A value is invalid, or does not fit the candidates.
    Refused(InvalidValue),
}

/// A request for a page of candidates, newest first.
#[derive(Debug, Clone, PartialEq)]
pub struct CandidateQuery {
    /// The tenant.
    pub organization_id: OrganizationId,
    /// The job; `None` means all jobs.
    pub job_id: Option<JobId>,
    /// A substring of name, e-mail, phone, code or a skill; letter case does not matter.
    pub search: Option<String>,
    /// The statuses to include.
    pub status: StatusFilter,
    /// What else candidates must have.
    pub filters: CandidateFilters,
    /// The page to return.
    pub page: PageRequest,
    /// Whether to count all matching candidates.
    pub count: bool,
}

/// Trims and checks a person's name, and removes characters that change the direction of text.
///
/// # Errors
/// Returns an error if it is too long or contains control characters.
pub fn check_full_name(field: &str, name: &str) -> Result<String, InvalidValue> {
    let name = without_direction_marks(name);
    let name = name.trim();
    if name.chars().count() > MAX_NAME_CHARS || name.chars().any(char::is_control) {
        return Err(InvalidValue::new(
            field,
            TextProblem::NotPersonName(MAX_NAME_CHARS),
        ));
    }
    Ok(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_no_direction_marks() {
        let name = check_full_name("fullName", "\u{202e} Ada \u{200f}");
        assert_eq!(name.unwrap(), "Ada");
        assert!(check_full_name("fullName", "a\u{7}").is_err());
    }

    #[test]
    fn identity_is_the_email_else_the_phone_else_the_file() {
        let email = EmailAddress::parse("e", "Ada@Example.org").unwrap();
        let phone = PhoneNumber::parse("p", "+49 30 123456").unwrap();
        let file = FileDigest([0xab; 32]);
        let text = |e, p| CandidateIdentity::of(e, p, file).as_str().to_owned();
        assert_eq!(text(Some(&email), Some(&phone)), "email:ada@example.org");
        assert_eq!(text(None, Some(&phone)), "phone:+4930123456");
        assert_eq!(text(None, None), format!("file:{}", "ab".repeat(32)));
    }

    #[test]
    fn an_unknown_status_finds_nothing_and_an_empty_one_everything() {
        assert_eq!(
            StatusFilter::parse(Some("onhold")),
            StatusFilter::Is(CandidateStatus::OnHold)
        );
        assert_eq!(StatusFilter::parse(Some(" ")), StatusFilter::Any);
        assert_eq!(StatusFilter::parse(None), StatusFilter::Any);
        assert_eq!(StatusFilter::parse(Some("dreaming")), StatusFilter::Unknown);
    }
}
