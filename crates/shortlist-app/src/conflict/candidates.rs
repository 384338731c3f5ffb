//! Conflicts of candidates, of their resumes and fields, and of people.

use shortlist_domain::{
    CandidateCode, CandidateId, CandidateStatus, CorrectedField, CustomFieldConflict, PersonId,
};

/// A candidate that exists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExistingCandidate {
    /// Its identifier.
    pub id: CandidateId,
    /// Its code.
    pub code: CandidateCode,
}

/// Why a candidate or a person cannot be changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CandidateConflict {
    /// The person is a candidate of the job already.
    AlreadyInJob(ExistingCandidate),
    /// Another candidate of the job has the e-mail address or the telephone number. It is `None` if it was erased meanwhile.
    SameContact(Option<ExistingCandidate>),
    /// Another candidate has the identifier in the same other system.
    SameExternalId(ExistingCandidate),
    /// Two of the changed candidates would have the same identifier in the same other system.
    ExternalIdsCollide,
    /// A candidate with this status gets no offer.
    Closed(CandidateStatus),
    /// No explanation of a decision is due.
    NoExplanationDue,
    /// Somebody else has corrected the field since the caller looked.
    CorrectedMeanwhile(CorrectedField),
    /// The file is the resume of a candidate of the job already.
    ResumeInUse,
    /// The job of a further application is reviewed blind.
    OtherJobBlind,
    /// The job of a candidate who was typed is reviewed blind.
    TypedForBlindJob,
    /// The candidate of a further application is reviewed blind.
    Blind,
    /// An application of this person is reviewed blind, so the person cannot be merged.
    BlindPerson(PersonId),
    /// The custom field cannot be defined this way.
    CustomField(CustomFieldConflict),
    /// The caller has another saved view of this name.
    ViewNameTaken,
    /// The facts of resumes from before an upgrade cannot be searched yet.
    FactsNotFilled,
}

impl CandidateConflict {
    /// Returns the stable name of the reason, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::AlreadyInJob(_) => "alreadyInJob",
            Self::SameContact(_) => "sameContact",
            Self::SameExternalId(_) => "sameExternalId",
            Self::ExternalIdsCollide => "externalIdsCollide",
            Self::Closed(_) => "candidateClosed",
            Self::NoExplanationDue => "noExplanationDue",
            Self::CorrectedMeanwhile(_) => "correctedMeanwhile",
            Self::ResumeInUse => "resumeInUse",
            Self::OtherJobBlind => "otherJobBlind",
            Self::TypedForBlindJob => "jobBlind",
            Self::Blind => "candidateBlind",
            Self::BlindPerson(_) => "personBlind",
            Self::CustomField(CustomFieldConflict::TooMany { .. }) => "tooManyCustomFields",
            Self::CustomField(CustomFieldConflict::TooManyStored { .. }) => {
                "tooManyStoredCustomFields"
            }
            Self::CustomField(CustomFieldConflict::TypeInUse { .. }) => "customFieldTypeInUse",
            Self::CustomField(CustomFieldConflict::OptionInUse { .. }) => "customFieldOptionInUse",
            Self::ViewNameTaken => "viewNameTaken",
            Self::FactsNotFilled => "factsNotFilled",
        }
    }
}
