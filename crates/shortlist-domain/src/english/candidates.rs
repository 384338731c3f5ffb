//! Problems of candidates, of their applications and custom fields, and of accounts.

use crate::{AccountProblem, ApplicationProblem, CandidateProblem, CustomFieldProblem};

/// Returns why a password or a permission is refused.
pub(super) fn account(problem: &AccountProblem) -> String {
    use AccountProblem as P;
    let fixed = match problem {
        P::WrongPasswordTooOften(seconds) | P::WrongCodeTooOften(seconds) => {
            return format!("was wrong too often; try again in {seconds} s");
        }
        P::NotOnlyPermission(permission) => {
            return format!(
                "{permission} must be the only permission of its key, because such a key is used outside"
            );
        }
        P::PasswordTooEasy => {
            "is too easy to guess; use several random words, or a password that a password manager chose"
        }
        P::WrongPassword => "is not your password; type it again",
        P::WrongCode => "is wrong or was used before; check it, or use the next code of your app",
        P::WrongPasskey => "was not accepted, or the answer came too late; try again",
        P::PasswordOfIntegration => {
            "cannot be set, because an integration user has no password; use createAccessToken"
        }
        P::NotSecret => {
            "must be one word of visible ASCII characters; copy it from the identity provider"
        }
        P::CallerIsIntegration => "belongs to an integration user, which has no password",
    };
    fixed.to_owned()
}

/// Returns what is wrong with the questions of a job, or with an application.
pub(super) fn application(problem: &ApplicationProblem) -> String {
    use ApplicationProblem as P;
    match problem {
        P::KeyTwice(key) => format!("has the key {key} twice"),
        P::NotKey(most) => {
            format!("each key must have 1 to {most} letters, digits, '-', '_' or '.'")
        }
        P::EmptyQuestion => "the text of a question must not be empty".to_owned(),
        P::EmptyChoice => "a choice must not be empty".to_owned(),
        P::TooManyChoices(most) => format!("each question must have at most {most} choices"),
        P::NoSuchQuestion(key) => format!("the job has no question with the key {key}"),
        P::AnswerMissing(key) => format!("the answer to {key} is missing"),
        P::AnswerTooLong { key, most } => {
            format!("the answer to {key} must have at most {most} characters")
        }
        P::AnswerNotOneOf { key, choices } => {
            format!("the answer to {key} must be one of {}", choices.join(", "))
        }
        P::TextsTooLong(most) => format!(
            "all answers and the consent text together must have at most {most} KiB; send long texts as a document"
        ),
    }
}

/// Returns why a change of candidates or people is refused.
pub(super) fn candidate(problem: &CandidateProblem) -> String {
    use CandidateProblem as P;
    let fixed = match problem {
        P::NoSuchCandidates(ids) => {
            return format!(
                "these candidates do not exist, so none was changed: {}",
                ids.join(", ")
            );
        }
        P::TooManyTags { candidate, most } => {
            return format!(
                "{candidate} would have more than {most} tags, so no candidate was changed"
            );
        }
        P::NoActiveUser(id) => {
            return format!("{id} is not an active user; use listInterviewers");
        }
        P::NotOfPerson(id) => return format!("{id} is not an application of this person"),
        P::NothingToUndo => "was not made by you, or nothing of it is left",
        P::NoSuchOrganization => "is unknown; create the organization first",
        P::NotRecruiter => "is not a recruiter of this organization",
        P::SamePerson => "must be another person",
        P::NothingLeft => "must leave at least one application with the person",
        P::NoSuchEntry => "is not the index of such an entry of the resume",
        P::NothingToCorrect => "is the value that counts already",
        P::NotNameOfEntry => {
            "must be empty, which removes the entry, or its name, which restores it"
        }
        P::NotOfNewEntry => {
            "must be title, employer, start and end of a position, or level, fieldOfStudy and school of a degree, or a skill; \
             at least one is needed"
        }
        P::SeveralEntries => "must all belong to one position, or all to one degree",
    };
    fixed.to_owned()
}

/// Returns what is wrong with a custom field, a value or a filter.
pub(super) fn custom_field(problem: &CustomFieldProblem) -> String {
    use CustomFieldProblem as P;
    match problem {
        P::OptionsOfOtherKind => "only a field of the type Choice has options".to_owned(),
        P::OptionsOutOfRange(most) => {
            format!("a field of the type Choice needs 1 to {most} options")
        }
        P::OptionTwice(option) => format!("the option {option} occurs twice; options must differ"),
        P::ValuesMissing(keys) => format!(
            "these fields are required and have no value: {}",
            keys.join(", ")
        ),
        P::NoSuchField(key) => {
            format!("no field has the key {key:?}; getCustomFields lists the fields")
        }
        P::Archived(key) => format!("the field {key} is archived; an Admin can restore it"),
        P::FilterOfArchived(key) => format!("the field {key} is archived, so no filter uses it"),
        P::FieldTwice(key) => format!("the field {key} is given twice"),
        P::NotOneTest(key) => format!("filter {key} by equals, by anyOf, or by from and to"),
        P::RangeOfOtherKind { key, kind } => {
            format!("from and to filter numbers and dates, and {key} is a field of the type {kind}")
        }
        P::FilterValues { most, chars } => {
            format!("anyOf must have 1 to {most} values of at most {chars} characters")
        }
        value => format!("the value of {}", custom_value(value)),
    }
}

/// Returns what a value of a custom field must be.
fn custom_value(problem: &CustomFieldProblem) -> String {
    use CustomFieldProblem as P;
    match problem {
        P::NotText { key, most } => format!("{key} must have 1 to {most} characters"),
        P::NotNumber {
            key,
            whole_digits,
            places,
        } => format!(
            "{key} must be a decimal number with at most {whole_digits} digits before the point and {places} after it, \
             for example 12.5"
        ),
        P::NotDate(key) => {
            format!("{key} must be a date as YYYY-MM-DD, for example 2026-03-05")
        }
        P::NotOption { key, options } => format!("{key} must be one of: {}", options.join("; ")),
        P::NotYesNo(key) => format!("{key} must be yes or no"),
        // The others are written by the function above.
        _ => String::new(),
    }
}
