//! What has a largest number, and what a legal hold protects.

use shortlist_domain::CandidateId;

/// What has a largest number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limited {
    /// Valid access tokens of an integration user.
    AccessTokens,
    /// Corrections of a candidate.
    Corrections,
    /// Further documents of a candidate.
    Documents,
    /// Members of a group of an identity provider.
    GroupMembers,
    /// Groups of an identity provider.
    Groups,
    /// Interviewers of a panel.
    Interviewers,
    /// Notes about a candidate.
    Notes,
    /// Passkeys of a user.
    Passkeys,
    /// Saved views of a user.
    SavedViews,
    /// Webhooks of an organization.
    Webhooks,
}

impl Limited {
    /// Returns the stable name of the reason, for programs.
    pub fn code(self) -> &'static str {
        match self {
            Self::AccessTokens => "tooManyAccessTokens",
            Self::Corrections => "tooManyCorrections",
            Self::Documents => "tooManyDocuments",
            Self::GroupMembers => "tooManyGroupMembers",
            Self::Groups => "tooManyGroups",
            Self::Interviewers => "tooManyInterviewers",
            Self::Notes => "tooManyNotes",
            Self::Passkeys => "tooManyPasskeys",
            Self::SavedViews => "tooManySavedViews",
            Self::Webhooks => "tooManyWebhooks",
        }
    }
}

/// What a legal hold protects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProtectedRecord {
    /// The candidate.
    Candidate,
    /// A further document of the candidate.
    Document,
    /// The recording of an interview with the candidate.
    Recording,
    /// This application of a person, or the whole person.
    Application(CandidateId),
}
