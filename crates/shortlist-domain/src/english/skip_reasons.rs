//! Why a file was skipped, in English. The texts are written here from values and never read back.

use super::{EnglishReason, read_error};
use crate::SkipReason;

/// Returns why a file is skipped, in a sentence that a recruiter can act on.
pub fn skip_reason_text(reason: SkipReason) -> String {
    skip_reason(reason).text()
}

/// Returns what is wrong with all files that are skipped for a reason, without advice.
pub fn skip_problem_text(reason: SkipReason) -> String {
    skip_reason(reason).problem
}

fn skip_reason(reason: SkipReason) -> EnglishReason {
    match reason {
        SkipReason::Unreadable(error) => read_error(error),
        SkipReason::TooSlow(_)
        | SkipReason::Crashed
        | SkipReason::RecognitionTooSlow(_)
        | SkipReason::NotRecognizedYet
        | SkipReason::RecognitionFailed
        | SkipReason::NoReader => reader_failure(reason),
        reason => upload_failure(reason),
    }
}

/// Returns why the readers failed.
fn reader_failure(reason: SkipReason) -> EnglishReason {
    const SAVE_AGAIN: &str = "save it again from a word processor, or as a PDF";
    match reason {
        SkipReason::TooSlow(seconds) => EnglishReason::of(
            &format!("the file takes more than {seconds} s to read"),
            SAVE_AGAIN,
        ),
        SkipReason::RecognitionTooSlow(seconds) => EnglishReason::of(
            &format!("the file is a scan, and recognizing its text takes more than {seconds} s"),
            "send fewer pages, or the file that was printed",
        ),
        SkipReason::NotRecognizedYet => {
            EnglishReason::alone("the file is a scan, whose text has not been recognized yet")
        }
        SkipReason::RecognitionFailed => EnglishReason::of(
            "the file is a scan, and recognizing its text failed",
            "scan it again, or send the file that was printed",
        ),
        SkipReason::NoReader => EnglishReason::of(
            "the service was stopping or could not start a reader",
            "send the file again",
        ),
        _ => EnglishReason::of(
            "reading the file crashed the reader because of its size or structure",
            SAVE_AGAIN,
        ),
    }
}

/// Returns why the upload did not take a file.
fn upload_failure(reason: SkipReason) -> EnglishReason {
    const SEND_AGAIN: &str = "send it again";
    match reason {
        SkipReason::NotReadBack => {
            EnglishReason::of("the file could not be read back on the server", SEND_AGAIN)
        }
        SkipReason::NotScored => EnglishReason {
            detail: Some("its structure is not supported"),
            ..EnglishReason::alone("the file cannot be read")
        },
        SkipReason::TooLarge(most) => {
            EnglishReason::alone(&format!("the file is over the limit of {most} MiB"))
        }
        SkipReason::UnreadableName => EnglishReason::of(
            "the file's name contains a control character or is not UTF-8 text",
            "rename the file and send it again",
        ),
        SkipReason::NotAllowed => EnglishReason::alone("the caller may not upload"),
        SkipReason::NotStored => EnglishReason::of("the file was not stored", SEND_AGAIN),
        SkipReason::CandidateErased => {
            EnglishReason::alone("the candidate was created and has been erased")
        }
        SkipReason::ErasedMeanwhile => EnglishReason::of(
            "the candidate was erased while the file was read",
            SEND_AGAIN,
        ),
        SkipReason::TooManyDocuments(most) => EnglishReason::of(
            &format!("the candidate has {most} further documents, which is the limit"),
            "delete some first",
        ),
        SkipReason::TooManyBlindDuplicates(most) => EnglishReason::of(
            &format!(
                "you have sent {most} duplicates to jobs with blind review today, which is the limit"
            ),
            "send this file again after midnight UTC",
        ),
        _ => EnglishReason::alone("the file could not be used"),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Damage, ReadError};

    use super::super::files::UNREADABLE_NAME;
    use super::*;

    #[test]
    fn a_reason_names_the_problem_and_what_to_do() {
        for (reason, text, problem) in [
            (
                ReadError::damaged(Damage::NoPages).into(),
                "the file is damaged: it has no pages",
                "the file is damaged",
            ),
            (
                SkipReason::TooSlow(20),
                "the file takes more than 20 s to read; save it again from a word processor, or as a PDF",
                "the file takes more than 20 s to read",
            ),
            (
                SkipReason::UnreadableName,
                UNREADABLE_NAME,
                "the file's name contains a control character or is not UTF-8 text",
            ),
            (
                SkipReason::TooLarge(10),
                "the file is over the limit of 10 MiB",
                "the file is over the limit of 10 MiB",
            ),
        ] {
            assert_eq!(skip_reason_text(reason), text);
            assert_eq!(skip_problem_text(reason), problem);
        }
    }
}
