//! Problems of changes of a job's requirements.

use crate::RequirementProblem;

/// Returns why a change of a requirement is refused.
pub(super) fn requirement(problem: &RequirementProblem) -> String {
    use RequirementProblem as P;
    match problem {
        P::NameTooLong(most) => format!("names a requirement with more than {most} characters"),
        P::NoName => "names no requirement; give the name of one in names".to_owned(),
        P::OtherKind { name, kind, is } => format!(
            "names “{name}” as a {kind}, but it is a {is}; only requirements of the same kind can be changed together or \
             become alternatives"
        ),
        P::NoSuchRequirement(name) => format!(
            "names “{name}”, which is not a requirement of the job; read its requirements again, or add it to the skills \
             of the job"
        ),
        P::TooManyAlternatives { name, count, most } => {
            format!("has {count} alternatives for “{name}”; give at most {most}")
        }
        P::IgnoredWithAlternatives(name) => {
            format!("ignores “{name}” and gives it alternatives; do one of the two")
        }
        P::NotPreferable(kind) => format!(
            "marks {kind} as preferred; it counts by its weight, so mark it as required or ignored, or change the weights"
        ),
        P::DifferentLevels { one, other } => format!(
            "makes alternatives of languages with different levels, {one} and {other}; change the posting to ask for one \
             level"
        ),
        P::NameTwice(name) => format!("names “{name}” twice; name it once"),
        P::Contradiction { name, one, other } => format!(
            "contradicts itself: “{name}” is {} and {}; name it once",
            one.unwrap_or("unchanged"),
            other.unwrap_or("unchanged")
        ),
        P::EmptyAlternative => "has an empty alternative; remove it, or give its name".to_owned(),
        P::AlternativeTooLong { chars, most } => {
            format!("has an alternative of {chars} characters; it must have at most {most}")
        }
        P::AlternativeNotOneLine => {
            "has an alternative with a line break or another control character".to_owned()
        }
        P::NoAlternatives { name, .. }
        | P::AlternativeWithoutLetters(name)
        | P::NotLanguage(name)
        | P::IsLanguage(name)
        | P::IsCertificate(name)
        | P::SeveralAlternatives(name) => {
            format!(
                "has the alternative “{name}”{}",
                why_no_alternative(problem)
            )
        }
    }
}

/// Returns why a name cannot be an alternative.
fn why_no_alternative(problem: &RequirementProblem) -> String {
    use RequirementProblem as P;
    let fixed = match problem {
        P::NoAlternatives { kind, .. } => {
            return format!(
                " for {kind}; only skills, languages and certificates have alternatives"
            );
        }
        P::AlternativeWithoutLetters(_) => ", which has no letter and no digit",
        P::NotLanguage(_) => {
            ", which is not a language that resumes are compared with; give the name of a language without its level, \
             such as German"
        }
        P::IsLanguage(_) => {
            ", which is a language; only requirements of the same kind can be alternatives"
        }
        P::IsCertificate(_) => {
            ", which is a certificate; only requirements of the same kind can be alternatives"
        }
        _ => "; give each alternative as an item of its own, without “or”",
    };
    fixed.to_owned()
}
