//! What colleagues and other systems add to a candidate: tags, notes and reasons of a rejection.

use crate::{
    CandidateId, CandidateStatus, ChoiceProblem, InvalidValue, NoteId, OrganizationId, Problem,
    TextProblem, Timestamp, UserId, plain_text, without_direction_marks,
};

/// The most tags of a candidate.
pub const MAX_TAGS: usize = 50;
/// The longest tag, in characters.
const MAX_TAG_CHARS: usize = 64;
/// The longest note, in characters.
const MAX_NOTE_CHARS: usize = 10_000;
/// The most notes of a candidate.
pub const MAX_NOTES: usize = 500;
/// The most users whom a note addresses.
pub const MAX_MENTIONS: usize = 20;
/// The most reasons in an organization's list.
pub const MAX_REJECTION_REASONS: usize = 100;
/// The most candidates that one operation changes.
pub const MAX_BULK_CANDIDATES: usize = 1_000;

/// A tag as written. Comparison ignores case and accents.
#[derive(Debug, Clone)]
pub struct Tag(String);

impl Tag {
    /// Parses a tag.
    ///
    /// # Errors
    /// Returns an error if it is empty, too long, or contains a control character.
    pub fn parse(field: &str, text: &str) -> Result<Self, InvalidValue> {
        let text = without_direction_marks(text);
        let words: Vec<&str> = text.split_whitespace().collect();
        let text = words.join(" ");
        let fits = (1..=MAX_TAG_CHARS).contains(&text.chars().count());
        if fits && !text.chars().any(char::is_control) {
            return Ok(Self(text));
        }
        let problem = TextProblem::NotTag(MAX_TAG_CHARS);
        Err(InvalidValue::new(field, problem))
    }

    /// Returns the tag as written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the form that is the same for all spellings.
    pub fn folded(&self) -> String {
        plain_text(&self.0)
    }
}

impl PartialEq for Tag {
    fn eq(&self, other: &Self) -> bool {
        self.folded() == other.folded()
    }
}

impl Eq for Tag {}

/// A note about a candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Its identifier.
    pub id: NoteId,
    /// The tenant.
    pub organization_id: OrganizationId,
    /// The candidate.
    pub candidate_id: CandidateId,
    /// The user who wrote it.
    pub author_id: UserId,
    /// The text.
    pub text: String,
    /// The users whom it addresses.
    pub mentions: Vec<UserId>,
    /// When it was written.
    pub created_at: Timestamp,
}

/// Trims and checks the text of a note.
///
/// # Errors
/// Returns an error if it is empty or too long, or contains a NUL character.
pub fn check_note(field: &str, text: &str) -> Result<String, InvalidValue> {
    let text = text.trim();
    let fits = (1..=MAX_NOTE_CHARS).contains(&text.chars().count());
    if fits && !text.contains('\0') {
        return Ok(text.to_owned());
    }
    let problem = TextProblem::NotNote(MAX_NOTE_CHARS);
    Err(InvalidValue::new(field, problem))
}

/// The reasons for which an organization rejects candidates.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RejectionPolicy {
    /// The reasons to choose from. If there are none, a reason may be any text.
    pub reasons: Vec<String>,
    /// Whether a rejection needs a reason.
    pub required: bool,
}

impl RejectionPolicy {
    /// Checks the reason of a new status, and returns it as the list has it.
    ///
    /// # Errors
    /// Returns an error if a rejection lacks a required reason, or has one that is not in the list.
    pub fn check(
        &self,
        status: CandidateStatus,
        reason: Option<&str>,
    ) -> Result<Option<String>, InvalidValue> {
        let reason = reason.map(str::trim).filter(|reason| !reason.is_empty());
        if status != CandidateStatus::Rejected {
            return Ok(reason.map(str::to_owned));
        }
        let Some(given) = reason else {
            return if self.required {
                Err(InvalidValue::new("reason", self.expected()))
            } else {
                Ok(None)
            };
        };
        if self.reasons.is_empty() {
            return Ok(Some(given.to_owned()));
        }
        let folded = plain_text(given);
        let listed = self.reasons.iter().find(|one| plain_text(one) == folded);
        listed
            .cloned()
            .map(Some)
            .ok_or_else(|| InvalidValue::new("reason", self.expected()))
    }

    fn expected(&self) -> Problem {
        match self.reasons.as_slice() {
            [] => TextProblem::NoReasonToReject.into(),
            reasons => ChoiceProblem::NotAReason(reasons.to_vec()).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_compare_without_case_and_accents() {
        let tag = |text: &str| Tag::parse("tags", text);
        assert_eq!(tag(" Señior  dev ").unwrap().as_str(), "Señior dev");
        assert_eq!(tag("SENIOR dev").unwrap(), tag("Sénior Dev").unwrap());
        for bad in ["", "\u{202e}", "a\u{7}", &"x".repeat(65)] {
            assert!(tag(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_rejection_has_a_reason_of_the_list() {
        let policy = RejectionPolicy {
            reasons: vec!["Missing licence".to_owned(), "Salary".to_owned()],
            required: true,
        };
        let check = |reason| policy.check(CandidateStatus::Rejected, reason);
        assert_eq!(
            check(Some(" missing LICENCE")).unwrap().as_deref(),
            Some("Missing licence")
        );
        for bad in [None, Some(" "), Some("other")] {
            let message = check(bad).unwrap_err().to_string();
            assert!(message.ends_with(": Missing licence; Salary"), "{message}");
        }
        let free = policy.check(CandidateStatus::OnHold, Some("on leave"));
        assert_eq!(free.unwrap().as_deref(), Some("on leave"));
        let open = RejectionPolicy::default();
        assert_eq!(open.check(CandidateStatus::Rejected, None).unwrap(), None);
    }
}
