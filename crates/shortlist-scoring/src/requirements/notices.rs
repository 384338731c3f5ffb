//! What could not be read from a posting, and where it contradicts itself.

use shortlist_domain::{
    Importance, JobRequirements, MAX_REQUIREMENT_EDITS, RequiredExperience, RequirementNotice,
};
use shortlist_vocabulary::Vocabulary;

use super::denials::{clauses_with_denial, is_denied};
use super::experience::ExperienceRequirement;
use super::job_sentences::JobSentence;
use super::languages::LevelConflict;
use super::quoted;
use crate::job_text::JobText;
use crate::text_language::TextLanguage;
use crate::words::words;

/// A shorter posting whose language is not recognized gets no notice, because it may be a list of names. Counts distinct words.
const MIN_WORDS: usize = 25;
/// The same for letters outside the Latin script, because some scripts do not separate words.
const MIN_LETTERS: usize = 60;
/// The last letter of the Unicode block Latin Extended-B.
const LAST_LATIN_LETTER: char = '\u{024f}';
/// The maximum number of notices with the same code.
const MAX_PER_CODE: usize = 5;

/// What a posting states more than once, with different values.
pub(super) struct Contradictions {
    /// Each length of experience that applies to the whole job, in the order of the posting.
    pub(super) experience: Vec<ExperienceRequirement>,
    pub(super) levels: Vec<LevelConflict>,
}

/// Returns the notices about a posting.
pub(super) fn notices_of(
    job: &JobText<'_>,
    sentences: &[JobSentence<'_>],
    read: &JobRequirements,
    contradictions: &Contradictions,
    vocabulary: &Vocabulary,
) -> Vec<RequirementNotice> {
    let mut notices = Vec::new();
    notices.extend(unknown_language(job));
    notices.extend(required_and_denied(sentences, read, vocabulary));
    notices.extend(different_years(&contradictions.experience));
    let levels = contradictions.levels.iter().take(MAX_PER_CODE);
    notices.extend(levels.map(different_levels));
    notices.extend(unusual_number(job, read));
    notices
}

fn unknown_language(job: &JobText<'_>) -> Option<RequirementNotice> {
    let read = words(job.description);
    let distinct: hashbrown::HashSet<&str> = read.iter().map(|word| word.lower.as_str()).collect();
    let language = TextLanguage::of(distinct.iter().copied());
    match language {
        Some(language) if language.is_read_in_postings() => None,
        Some(language) => Some(RequirementNotice::UnknownLanguage(Some(language.code()))),
        None if TextLanguage::has_words_of_postings(&distinct) => None,
        None if distinct.len() >= MIN_WORDS || is_long_in_another_script(job.description) => {
            Some(RequirementNotice::UnknownLanguage(None))
        }
        None => None,
    }
}

fn is_long_in_another_script(text: &str) -> bool {
    let letters = text.chars().filter(|letter| letter.is_alphabetic());
    letters.filter(|letter| *letter > LAST_LATIN_LETTER).count() >= MIN_LETTERS
}

/// Returns a notice for each required skill that another passage calls unnecessary.
fn required_and_denied(
    sentences: &[JobSentence<'_>],
    read: &JobRequirements,
    vocabulary: &Vocabulary,
) -> Vec<RequirementNotice> {
    let mut found: Vec<(String, String)> = Vec::new();
    for sentence in sentences {
        let denied = clauses_with_denial(sentence);
        if denied.is_empty() {
            continue;
        }
        for hit in vocabulary.scan(sentence.text) {
            let name = vocabulary.name(hit.skill);
            let mut skills = read.skills.iter();
            let is_required =
                skills.any(|skill| skill.name == name && skill.importance == Importance::Required);
            if is_required
                && is_denied(&denied, hit.span)
                && found.iter().all(|(known, _)| known != name)
            {
                found.push((name.to_owned(), quoted(sentence.text)));
            }
        }
    }
    let demand = |name: &str| {
        let mut sources = read.sources.iter();
        let source = sources.find(|source| source.name == name);
        source.map_or(String::new(), |source| source.quote.clone())
    };
    found
        .into_iter()
        .take(MAX_PER_CODE)
        .map(|(skill, denial)| RequirementNotice::RequiredAndDenied {
            demand: demand(&skill),
            skill,
            denial,
        })
        .collect()
}

/// Returns a notice if passages ask for different lengths of experience. The first one counts.
fn different_years(found: &[ExperienceRequirement]) -> Option<RequirementNotice> {
    let (first, rest) = found.split_first()?;
    let other = rest.iter().find(|other| other.months != first.months)?;
    let experience = |read: &ExperienceRequirement| RequiredExperience {
        months: read.months,
        quote: read.source.quote.clone(),
    };
    Some(RequirementNotice::DifferentYears {
        first: experience(first),
        other: experience(other),
    })
}

fn different_levels(found: &LevelConflict) -> RequirementNotice {
    let LevelConflict {
        name,
        level,
        other,
        quote,
    } = found.clone();
    RequirementNotice::DifferentLevels {
        language: name,
        level,
        other,
        quote,
    }
}

/// Returns a notice if a posting has more requirements than people can set, or none.
fn unusual_number(job: &JobText<'_>, read: &JobRequirements) -> Option<RequirementNotice> {
    let of_job = usize::from(read.minimum_months.is_some())
        + usize::from(read.education_level.is_some() || !read.education_fields.is_empty());
    let count = read.skills.len() + read.languages.len() + read.certificates.len() + of_job;
    match count {
        0 if !job.description.trim().is_empty() => Some(RequirementNotice::NothingRead),
        count if count > MAX_REQUIREMENT_EDITS => {
            Some(RequirementNotice::TooManyRequirements(count))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use shortlist_domain::NoticeCode;

    use super::super::read_requirements;
    use super::*;
    use crate::english::notice_text;

    fn codes(description: &str) -> Vec<(NoticeCode, String)> {
        let job = JobText {
            title: "Clerk",
            description,
            skills: &[],
        };
        let read = read_requirements(&job, Vocabulary::built_in());
        let notices = read.notices.into_iter();
        notices.map(|one| (one.code(), notice_text(&one))).collect()
    }

    fn only(description: &str) -> (NoticeCode, String) {
        let found = codes(description);
        assert_eq!(found.len(), 1, "{description}: {found:?}");
        found.into_iter().next().unwrap()
    }

    #[test]
    fn a_posting_in_a_language_that_is_not_read_says_so() {
        let italian = "Cerchiamo una persona con esperienza per il nostro ufficio di Kafka, che lavora con il team della città e \
            con gli altri uffici del gruppo, anche per la gestione dei clienti e delle fatture nel comune.";
        let (code, text) = only(italian);
        assert_eq!(code, NoticeCode::UnknownLanguage);
        assert!(
            text.contains("Italian") && text.contains("Names of skills still count"),
            "{text}"
        );
        let swedish = "Vi söker en erfaren medarbetare till vårt kontor i Malmö. Du trivs med kunder, skriver rapporter varje \
            vecka, sköter fakturor samt bokföring, använder Kafka dagligen, hjälper kollegor när något strular, ansvarar för lager.";
        assert_eq!(codes(swedish)[0].0, NoticeCode::UnknownLanguage);
        let chinese = "我们正在寻找一位有经验的会计师加入我们的团队。您将负责月末结账、税务申报、财务报告以及与审计师的沟通。要求熟练使用 SAP 和 Excel，并具有良好的沟通能力和团队合作精神。".repeat(2);
        assert_eq!(codes(&chinese)[0].0, NoticeCode::UnknownLanguage);
    }

    #[test]
    fn postings_in_supported_languages_and_lists_of_names_are_silent() {
        for description in [
            "Requirements:\n- Kafka\n- 3 years of experience\n- German C1",
            "Sie bringen mit: Kafka und SQL, sowie Deutsch auf dem Niveau C1",
            "Vous maîtrisez Kafka et SQL, avec un bon niveau de français",
            "Buscamos una persona con experiencia en Kafka y SQL",
            "Kafka, SQL, Docker, Python",
            // Two languages of which both are read.
            "We work with Kafka in the team and for the customers. Sie arbeiten mit Kafka in dem Team und für die Kunden.",
        ] {
            assert_eq!(codes(description), [], "{description}");
        }
    }

    #[test]
    fn a_skill_that_is_required_and_denied_is_named_with_both_passages() {
        let (code, text) = only("Kafka is required.\nKafka is not required.");
        assert_eq!(code, NoticeCode::RequiredAndDenied);
        assert_eq!(
            text,
            "“Kafka” is required (“Kafka is required.”) and not required (“Kafka is not required.”). It counts as required."
        );
        assert_eq!(
            only("Zwingend: Kafka\nKafka ist nicht erforderlich.").0,
            NoticeCode::RequiredAndDenied
        );
        assert_eq!(codes("SQL is required. Kafka is not required."), []);
    }

    #[test]
    fn different_years_are_reported_with_both_passages() {
        let (code, text) = only(
            "Requirements:\n- Kafka\n- 3 years of professional experience\n- At least 5 years of experience",
        );
        assert_eq!(code, NoticeCode::DifferentYears);
        assert!(
            text.contains("3 years of experience") && text.contains("for 5 years"),
            "{text}"
        );
        assert!(text.ends_with("The first one counts."), "{text}");
        for description in [
            "Requirements:\n- Kafka\n- 3 years of experience\n- 3+ years of professional experience",
            "Requirements:\n- Kafka\n- 5 years of experience, 2 years of Kafka",
            "Requirements:\n- Kafka\n- 5 years of experience\n- 2 years of experience as a team lead",
            "Profil :\n- Kafka\n- 5 ans d'expérience\n- 2 ans d'expérience avec des clients",
            "Requirements:\n- Kafka\n- 3 to 5 years of experience",
        ] {
            assert_eq!(codes(description), [], "{description}");
        }
    }

    #[test]
    fn two_levels_of_a_language_are_named() {
        let (code, text) = only("Requirements:\n- Kafka\n- German B2\n- German C1");
        assert_eq!(code, NoticeCode::DifferentLevels);
        assert!(
            text.contains("German") && text.contains("B2") && text.contains("C1"),
            "{text}"
        );
        assert_eq!(
            codes("Requirements:\n- Kafka\n- German C1\n- French B2"),
            []
        );
        assert_eq!(
            codes("Requirements:\n- Kafka\n- German C1. German C1 is required."),
            []
        );
    }

    #[test]
    fn a_posting_without_requirements_and_one_with_too_many_say_so() {
        assert_eq!(only("Hello").0, NoticeCode::NothingRead);
        assert_eq!(codes(""), []);
        let vocabulary = Vocabulary::built_in();
        let skills: Vec<String> = (0..300).map(|number| format!("Zorb{number}ing")).collect();
        let job = JobText {
            title: "Clerk",
            description: "",
            skills: &skills,
        };
        let notices = read_requirements(&job, vocabulary).notices;
        assert_eq!(notices, [RequirementNotice::TooManyRequirements(300)]);
        assert!(notice_text(&notices[0]).contains("300 requirements"));
    }
}
