//! Why an upload skips a file, as values. Each language writes its own text from them.

use crate::ReadError;

/// Why a file of an upload could not be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SkipReason {
    /// The document cannot be read as a resume.
    Unreadable(ReadError),
    /// Reading it took longer than this time in seconds.
    TooSlow(u64),
    /// Reading it crashed the reader.
    Crashed,
    /// Recognizing the text of a scan took longer than this time in seconds.
    RecognitionTooSlow(u64),
    /// The text of a scan has not been recognized yet.
    NotRecognizedYet,
    /// Recognizing the text of a scan failed.
    RecognitionFailed,
    /// The server could not read it back from its disk.
    NotReadBack,
    /// No reader was available.
    NoReader,
    /// The service could not score it.
    NotScored,
    /// It is larger than this number of MiB.
    TooLarge(u64),
    /// Its name cannot be represented.
    UnreadableName,
    /// The caller may not upload.
    NotAllowed,
    /// The upload ended before it was stored.
    NotStored,
    /// The candidate was created, and has been erased since.
    CandidateErased,
    /// The candidate was erased while the file was read.
    ErasedMeanwhile,
    /// The candidate has this number of further documents, which is the limit.
    TooManyDocuments(u64),
    /// The caller has sent this number of duplicates to jobs with blind review today, which is the limit.
    TooManyBlindDuplicates(u64),
    /// Another version of the service skipped it, for a reason that this one does not know.
    Other,
}

impl SkipReason {
    /// The reasons of this service's own, with any number where they have one.
    const OWN: [Self; 17] = [
        Self::TooSlow(0),
        Self::Crashed,
        Self::RecognitionTooSlow(0),
        Self::NotRecognizedYet,
        Self::RecognitionFailed,
        Self::NotReadBack,
        Self::NoReader,
        Self::NotScored,
        Self::TooLarge(0),
        Self::UnreadableName,
        Self::NotAllowed,
        Self::NotStored,
        Self::CandidateErased,
        Self::ErasedMeanwhile,
        Self::TooManyDocuments(0),
        Self::TooManyBlindDuplicates(0),
        Self::Other,
    ];

    /// Returns the reason's name in the API and in storage.
    pub fn code(self) -> &'static str {
        match self {
            Self::Unreadable(error) => error.code(),
            Self::TooSlow(_) => "too_slow",
            Self::Crashed => "crashed",
            Self::RecognitionTooSlow(_) => "recognition_too_slow",
            Self::NotRecognizedYet => "not_recognized_yet",
            Self::RecognitionFailed => "recognition_failed",
            Self::NotReadBack => "not_read_back",
            Self::NoReader => "no_reader",
            Self::NotScored => "not_scored",
            Self::TooLarge(_) => "too_large",
            Self::UnreadableName => "unreadable_name",
            Self::NotAllowed => "not_allowed",
            Self::NotStored => "not_stored",
            Self::CandidateErased => "candidate_erased",
            Self::ErasedMeanwhile => "erased_meanwhile",
            Self::TooManyDocuments(_) => "too_many_documents",
            Self::TooManyBlindDuplicates(_) => "too_many_blind_duplicates",
            Self::Other => "other",
        }
    }

    /// Returns the name of the format, the limit or the damage of an unreadable document.
    pub fn detail(self) -> Option<&'static str> {
        match self {
            Self::Unreadable(error) => error.detail(),
            _ => None,
        }
    }

    /// Returns the number of the limit that the file exceeds: seconds, MiB, documents or duplicates.
    pub fn number(self) -> Option<u64> {
        match self {
            Self::TooSlow(number)
            | Self::RecognitionTooSlow(number)
            | Self::TooLarge(number)
            | Self::TooManyDocuments(number)
            | Self::TooManyBlindDuplicates(number) => Some(number),
            _ => None,
        }
    }

    /// Returns the reason that reports count, which is the same for all files with this problem.
    #[must_use]
    pub fn counted(self) -> Self {
        match self {
            Self::Unreadable(ReadError::Damaged(_)) => Self::Unreadable(ReadError::Damaged(None)),
            reason => reason,
        }
    }

    /// Returns the reason with these values, or [`Self::Other`] if there is none.
    pub fn of(code: &str, detail: Option<&str>, number: Option<u64>) -> Self {
        if let Some(error) = ReadError::of(code, detail) {
            return Self::Unreadable(error);
        }
        let mut own = Self::OWN.into_iter();
        let reason = own.find(|reason| reason.code() == code);
        reason.unwrap_or(Self::Other).with_number(number)
    }

    fn with_number(self, number: Option<u64>) -> Self {
        let number = number.unwrap_or_default();
        match self {
            Self::TooSlow(_) => Self::TooSlow(number),
            Self::RecognitionTooSlow(_) => Self::RecognitionTooSlow(number),
            Self::TooLarge(_) => Self::TooLarge(number),
            Self::TooManyDocuments(_) => Self::TooManyDocuments(number),
            Self::TooManyBlindDuplicates(_) => Self::TooManyBlindDuplicates(number),
            reason => reason,
        }
    }
}

impl From<ReadError> for SkipReason {
    fn from(error: ReadError) -> Self {
        Self::Unreadable(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Damage, ForeignFormat};

    #[test]
    fn a_reason_is_made_again_from_its_values() {
        let own = SkipReason::OWN.map(|reason| reason.with_number(Some(7)));
        let unreadable = [
            ReadError::Empty,
            ReadError::OtherFormat(ForeignFormat::Png),
            ReadError::damaged(Damage::NoPages),
        ];
        for reason in own.into_iter().chain(unreadable.map(SkipReason::from)) {
            let again = SkipReason::of(reason.code(), reason.detail(), reason.number());
            assert_eq!(again, reason);
        }
        for strange in ["", "the file is damaged", "Empty"] {
            assert_eq!(SkipReason::of(strange, None, None), SkipReason::Other);
        }
    }

    #[test]
    fn codes_are_distinct() {
        let mut codes: Vec<_> = SkipReason::OWN.map(SkipReason::code).into();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), SkipReason::OWN.len());
        assert!(codes.iter().all(|code| ReadError::of(code, None).is_none()));
    }

    #[test]
    fn damaged_files_are_counted_together() {
        let damaged = |damage| SkipReason::from(ReadError::damaged(damage)).counted();
        assert_eq!(damaged(Damage::NoPages), damaged(Damage::Structure));
        let png = SkipReason::from(ReadError::OtherFormat(ForeignFormat::Png));
        assert_eq!(png.counted(), png);
    }
}
