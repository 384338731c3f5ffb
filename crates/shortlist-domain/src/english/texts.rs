//! Problems of texts and numbers.

use crate::{NumberProblem, TextProblem};

/// Returns what is wrong with a text.
pub(super) fn text(problem: &TextProblem) -> String {
    use TextProblem as P;
    match problem {
        P::TooLong(most) => format!("must have at most {most} characters"),
        P::TooManyBytes(most) => format!("must have at most {most} bytes"),
        P::FormTooLong(most) => {
            let kibibytes = most >> 10;
            format!("all fields together exceed the limit of {kibibytes} KiB")
        }
        P::TooManyFields(most) => format!("the form has more than {most} fields"),
        P::TooManyWords(most) => format!("must have at most {most} words"),
        P::LengthOutOfRange { least, most } => format!("must have {least} to {most} characters"),
        P::NotNote(most) => format!("must have 1 to {most} characters and no NUL character"),
        P::NotTag(most) => format!("each tag must have 1 to {most} characters"),
        P::NotOneLine(most) => format!("must have 1 to {most} characters in one line"),
        P::SkillNotOneLine(most) => {
            format!("each skill must have 1 to {most} characters in one line")
        }
        P::NotPersonName(most) => {
            format!("must have at most {most} characters and no control characters")
        }
        P::NotVisibleAscii(most) => {
            format!("must be 1 to {most} visible ASCII characters, such as a UUID")
        }
        P::NotFieldKey(most) => format!(
            "must have at most {most} letters, digits and '_', and begin with a lower-case letter, for example noticePeriod"
        ),
        P::NotHttpsLink(most) => {
            let most = grouped(*most);
            format!("must be an https address of at most {most} characters")
        }
        P::NotViewQuery(most) => format!(
            "must be a percent-encoded query such as status=Active&minScore=60, of at most {most} characters"
        ),
        fixed => fixed_text(fixed).to_owned(),
    }
}

/// Returns what is wrong with a text, for problems without a number.
fn fixed_text(problem: &TextProblem) -> &'static str {
    use TextProblem as P;
    match problem {
        P::EmptyName => "must not have an empty name",
        P::EmptyJobCode => "must not be empty; leave it out to keep the code",
        P::NoReasonToReveal => "must not be empty; say why you need to know",
        P::NoReasonToErase => "must not be empty; for example: the candidate requested erasure",
        P::NoReasonToReject => {
            "must not be empty: the organization requires a reason to reject a candidate"
        }
        P::NoJustification => "must say why categories under 2 % are excluded; without it, none is",
        P::NoSpeaker => "must not be empty; name who speaks, or a part such as Interviewer",
        P::NoOccupationSearch => {
            "must not be empty; give a job title such as nurse, or the beginning of a code such as 29-11"
        }
        P::ViewTooLong => {
            "is longer than an address can be; remove filters of the ranking, and send the form again"
        }
        P::FieldRepeated => "must be sent only once",
        P::NotUtf8 => "is not UTF-8 text",
        P::NulCharacter => "must not contain a NUL character",
        P::NotIdentifier => "may contain only letters, digits, '-', '_', '.' and ':'",
        P::NotCandidateCode => "must be CAN- followed by six letters or digits (no I, L, O, U)",
        P::NotEmailAddress => "must be an e-mail address, for example name@example.org",
        P::NotTelephoneNumber => "must be a telephone number of 5 to 20 digits",
        P::NotCurrency => "must be a currency code of ISO 4217, for example EUR or USD",
        P::NotOccupationCode => {
            "must be the code of an occupation or its beginning, such as 29-1141.00 or 29-11"
        }
        P::NotTimeZone => "must be a time zone of the IANA database, such as Europe/Berlin",
        P::NotDigest => "is not a SHA-256 digest",
        P::IdentifiesPerson => {
            "must not identify the person, because the reason is stored after the erasure"
        }
        _ => "must not be empty",
    }
}

/// Returns what is wrong with a number.
pub(super) fn number(problem: &NumberProblem) -> String {
    use NumberProblem as P;
    match problem {
        P::OutOfRange { least, most } => format!("must be between {least} and {most}"),
        P::OutOfRangeOrNull(most) => {
            format!("must be between 1 and {most}, or null to keep all")
        }
        P::NotScore(most) => format!("must be a number from 0 to {most}"),
        P::TooSmall(least) => format!("must be {least} or more"),
        P::NotNumber => "must be a number such as 60 or 7.5".to_owned(),
        P::NotWholeNumber => "must be a whole number".to_owned(),
        P::NotPlace(stage) => format!("of {stage} must be a number, such as 2 or 1.5"),
        P::NotVersion => {
            "must be a number from Candidate.resumeVersions; leave it out for the current file"
                .to_owned()
        }
        P::NotSequence => "must be the sequence of the interview, which is 0 or more".to_owned(),
        P::NotAmount {
            currency,
            whole_digits,
            places,
        } => format!(
            "must be a decimal number with at most {whole_digits} digits before the point and {places} after it for \
             {currency}, for example 85000"
        ),
    }
}

/// Returns a number with a comma before each group of three digits.
fn grouped(number: usize) -> String {
    match number / 1_000 {
        0 => number.to_string(),
        thousands => format!("{},{:03}", grouped(thousands), number % 1_000),
    }
}
