//! Problems of choices, of lists, and of fields that are missing or do not go together.

use crate::{ChoiceProblem, CombinationProblem, ListProblem, MissingProblem};

/// Returns why a value is not one of those to choose from.
pub(super) fn choice(problem: &ChoiceProblem) -> String {
    use ChoiceProblem as P;
    let fixed = match problem {
        P::NotOneOf(names) => return format!("must be one of {}", names.join(", ")),
        P::NotAnOrder(names) => return format!("must be one of: {}", names.join(", ")),
        P::Neither(names) => return format!("must be {}", either(names)),
        P::NotAnAnswer { codes, unknown } => {
            return format!("must be one of {}, {unknown} or empty", codes.join(", "));
        }
        P::NotAReason(reasons) => {
            return format!(
                "must be one of the organization's reasons to reject a candidate: {}",
                reasons.join("; ")
            );
        }
        P::NotScheduled => "must be Scheduled; use updateInterview to set another status",
        P::NotResumeMedia => "must be the media type of a PDF, DOC or DOCX",
        P::NotDocumentMedia => "is not a media type of a document",
        P::NotRecordingMedia => "is not a media type of a recording",
        P::NotAuditedKind => "is not a kind of audited object",
        P::NotFindingKind => "is not a kind of finding",
        P::NotFindingMeasure => "is not a measure of a finding",
        P::NotEducationLevel => "is not a level of education",
        P::NotSectionKind => "is not a kind of section",
        P::NotEmploymentKind => "is not a kind of employment",
        P::NotKnown => "is not a known name",
    };
    fixed.to_owned()
}

/// Returns names of which one is chosen, such as `a, b or c`.
fn either(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}

/// Returns why a list is too short or too long.
pub(super) fn list(problem: &ListProblem) -> String {
    use ListProblem as P;
    match problem {
        P::TooMany(most) => format!("must have at most {most} items"),
        P::TooManyJobsOrNone(most) => {
            format!("must have at most {most} items; leave it out for all jobs")
        }
        P::TooManyQuestions(most) => format!("must have at most {most} questions"),
        P::TooManyValues(most) => format!("must have at most {most} values"),
        P::TooManyTags(most) => format!("must have at most {most} tags"),
        P::TooManyReasons(most) => format!("must have at most {most} reasons"),
        P::TooManyUsers(most) => format!("must name at most {most} users"),
        P::TooManyJobs(most) => format!("must name at most {most} jobs"),
        P::TooManyFilteredFields(most) => format!("at most {most} custom fields can be filtered"),
        P::TooManyChanged(most) => {
            format!("at most {most} can be changed at once; add filters")
        }
        P::ItemsOutOfRange(most) => format!("must have 1 to {most} items"),
        P::InterviewersOutOfRange(most) => format!("must have between 1 and {most} items"),
        P::CandidatesOutOfRange(most) => format!("must name 1 to {most} candidates"),
        P::CriteriaOutOfRange(most) => format!("must have 1 to {most} criteria"),
        P::NoPermission => "must name at least one permission".to_owned(),
        P::NoApplication => "must name at least one application".to_owned(),
        P::InterviewerTwice => "must not repeat an interviewer".to_owned(),
        P::NameTwice(name) => format!("must not repeat the name {name}"),
    }
}

/// Returns that a value is missing, and what to send.
pub(super) fn missing(problem: &MissingProblem) -> &'static str {
    match problem {
        MissingProblem::Missing => "is missing",
        MissingProblem::FormField => "is missing; send it as a form field",
        MissingProblem::Resumes => "is missing; send at least one resume",
        MissingProblem::Resume => "is missing; send one file in the form field resume",
        MissingProblem::Document => "is missing; send one file in the form field file",
        MissingProblem::JobFile => "is missing; send one CSV, XLSX or JSON file",
        MissingProblem::Title => "is missing; every job needs one",
        MissingProblem::OfferTerms => "is missing; a new offer needs an amount and a currency",
        MissingProblem::Null => "must not be null; leave it out to keep its value",
    }
}

/// Returns why a field does not go together with others.
pub(super) fn combination(problem: &CombinationProblem) -> String {
    use CombinationProblem as P;
    match problem {
        P::Without(other) => format!("must be given together with {other}"),
        P::OrderWithout(other) => format!("can be used only with {other}"),
        P::With(other) => format!("cannot be combined with {other}; pass one of them"),
        P::Either { one, other } => format!("give {one} or {other}"),
        P::EitherOr(other) => format!("must be given, or else {other}, but not both"),
        P::SharedByPanel => {
            "cannot be combined with time or place, which a panel shares; leave one of them out"
                .to_owned()
        }
    }
}
