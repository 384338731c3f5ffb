//! The outcomes of an upload's files in English.

use shortlist_app::{Outcome, skip_reason_text};

/// Returns the outcome of a file in a sentence. A file that created a candidate needs none.
pub(super) fn outcome_text(outcome: &Outcome) -> Option<String> {
    Some(match outcome {
        Outcome::Created { .. } => return None,
        Outcome::Skipped(reason) => skip_reason_text(*reason),
        Outcome::Duplicate { existing: None, .. } => {
            "this person or this file is already a candidate for the job, which is reviewed blind"
                .to_owned()
        }
        Outcome::Duplicate {
            existing: Some((_, existing)),
            has_other_name: true,
        } => format!(
            "the e-mail address or telephone number is that of {existing}, who has another name; if this is somebody \
             else, correct the contact data of {existing} and send the file again"
        ),
        Outcome::Duplicate {
            existing: Some((_, existing)),
            has_other_name: false,
        } => format!("this person or this file is already a candidate for the job as {existing}"),
        Outcome::Replaced { code, version, .. } => {
            let earlier = version - 1;
            format!("it replaced version {earlier} of the resume of {code}, who was scored again")
        }
        Outcome::Added { code, .. } => format!("it is a further document of {code}"),
    })
}
