//! The wordings that express how important a requirement is, in English, German, French and Spanish.

use shortlist_domain::Importance;

use crate::words::{Word, contains_any};

const PREFERRED: &[&str] = &[
    "nice to have",
    "nice to haves",
    "a plus",
    "is plus",
    "big plus",
    "bonus",
    "preferred",
    "preferably",
    "preference",
    "desirable",
    "desired",
    "advantageous",
    "an advantage",
    "optional",
    "optionally",
    "ideally",
    "good to have",
    "beneficial",
    "von vorteil",
    "vorteilhaft",
    "wünschenswert*",
    "gewünscht",
    "idealerweise",
    "pluspunkt*",
    "bevorzugt",
    "gern gesehen",
    "wäre toll",
    "souhaité*",
    "souhaitable*",
    "apprécié*",
    "un plus",
    "serait un atout",
    "un atout",
    "idéalement",
    "de préférence",
    "deseable*",
    "valorable*",
    "se valora*",
    "valoramos",
    "preferible*",
    "un plus",
    "idealmente",
    "preferentemente",
];

const REQUIRED: &[&str] = &[
    "must",
    "must have",
    "must haves",
    "required",
    "require",
    "requires",
    "requirement",
    "requirements",
    "mandatory",
    "essential",
    "minimum qualifications",
    "basic qualifications",
    "need to have",
    "you need",
    "zwingend",
    "erforderlich*",
    "voraussetzung*",
    "vorausgesetzt",
    "unbedingt",
    "notwendig*",
    "anforderung*",
    "muss",
    "exigé*",
    "requis*",
    "obligatoire*",
    "indispensable*",
    "impératif*",
    "prérequis",
    "exigences",
    "imprescindible*",
    "obligatori*",
    "requerid*",
    "requisito*",
    "necesari*",
    "excluyente*",
];

const EQUAL_OPPORTUNITY: &[&str] = &[
    "equal opportunity",
    "equal employment",
    "regardless of",
    "without regard",
    "discriminat*",
    "protected veteran",
    "affirmative action",
    "protected by law",
    "reasonable accommodation*",
    "chancengleichheit",
    "unabhängig von",
    "ungeachtet",
    "schwerbehind*",
    "gleichgestellt*",
    "egalité des chances",
    "égalité des chances",
    "sans distinction",
    "indépendamment de",
    "igualdad de oportunidades",
    "independientemente de",
    "sin distinción",
];

/// Headings of parts that ask for nothing: the offer, and the company that makes it.
const OFFER_HEADINGS: &[&str] = &[
    "benefits",
    "perks",
    "we offer",
    "what we offer",
    "our offer",
    "compensation",
    "salary",
    "pay range",
    "why join us",
    "why us",
    "about us",
    "who we are",
    "our company",
    "the company",
    "company description",
    "about the company",
    "our culture",
    "our values",
    "diversity",
    "equal opportunity",
    "how to apply",
    "application process",
    "wir bieten",
    "was wir bieten",
    "unser angebot",
    "das bieten wir",
    "über uns",
    "wer wir sind",
    "deine vorteile",
    "ihre vorteile",
    "benefits für dich",
    "nous offrons",
    "nous proposons",
    "avantages",
    "ce que nous offrons",
    "à propos",
    "qui sommes nous",
    "ofrecemos",
    "qué ofrecemos",
    "beneficios",
    "sobre nosotros",
    "quiénes somos",
];
/// Headings of parts that describe the job itself.
const JOB_HEADINGS: &[&str] = &[
    "responsibilities",
    "duties",
    "the role",
    "about the role",
    "your role",
    "role",
    "job description",
    "description",
    "what you*",
    "you will",
    "tasks",
    "your tasks",
    "your profile",
    "profile",
    "qualifications",
    "skills",
    "experience",
    "education",
    "position summary",
    "summary",
    "overview",
    "aufgaben",
    "ihre aufgaben",
    "deine aufgaben",
    "profil",
    "ihr profil",
    "dein profil",
    "missions",
    "vos missions",
    "votre profil",
    "compétences",
    "funciones",
    "responsabilidades",
    "perfil",
    "tus funciones",
    "location",
    "schedule",
    "work environment",
    "physical demands",
    "stack",
    "tech stack",
];
/// Wordings of sentences about the offer, under any heading.
const OFFERS: &[&str] = &[
    "paid time off",
    "pto",
    "401k",
    "401 k",
    "health insurance",
    "medical dental",
    "dental insurance",
    "dental vision",
    "life insurance",
    "disability insurance",
    "parental leave",
    "tuition reimbursement",
    "benefits package",
    "benefits include",
    "comprehensive benefits",
    "competitive salary",
    "base salary",
    "salary range",
    "pay range",
    "compensation package",
    "compensation range",
    "visa sponsorship",
    "sponsorship",
    "we offer",
    "employee discount*",
    "stock options",
    "bonus eligible",
    "paid holidays",
    "flexible spending",
    "employee assistance",
    "urlaubstage",
    "wir bieten",
    "betriebliche altersvorsorge",
    "jobticket",
    "nous offrons",
    "tickets restaurant",
    "mutuelle",
    "ofrecemos",
    "seguro médico",
    "tarjeta restaurante",
    "vacaciones",
];

/// What a heading means for the text below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Heading {
    /// Requirements with this importance.
    Requirements(Importance),
    /// The offer, or the company that makes it.
    Offer,
    /// Anything else.
    Other,
}

/// Reads a heading. Returns `None` for a line that is not a heading, such as a list item of two words.
pub(crate) fn read_heading(line: &str, words: &[Word], marked: bool) -> Option<Heading> {
    if !is_heading(line, words) {
        return None;
    }
    if contains_any(words, OFFER_HEADINGS) {
        return Some(Heading::Offer);
    }
    if let Some(importance) = named_importance(words) {
        return Some(Heading::Requirements(importance));
    }
    let plain = marked || without_markup(line).ends_with(':') || contains_any(words, JOB_HEADINGS);
    plain.then_some(Heading::Other)
}

/// Returns whether a sentence is about the offer.
pub(crate) fn is_offer(words: &[Word]) -> bool {
    contains_any(words, OFFERS)
}

/// Returns the importance that a sentence itself names, if any.
///
/// "A plus" takes precedence over "required" ("not required, but a plus").
pub(crate) fn named_importance(words: &[Word]) -> Option<Importance> {
    if contains_any(words, PREFERRED) {
        return Some(Importance::Preferred);
    }
    contains_any(words, REQUIRED).then_some(Importance::Required)
}

/// Returns a line without the Markdown marks around it.
fn without_markup(line: &str) -> &str {
    line.trim_matches(['*', '#', '_', ' ', '\n', '\r'])
}

/// Returns whether a line is the heading of a part of the description, such as `Nice to have:`.
fn is_heading(line: &str, words: &[Word]) -> bool {
    const MAX_WORDS: usize = 7;
    let line = without_markup(line);
    let capital = line
        .chars()
        .find(|c| c.is_alphabetic())
        .is_some_and(|c| !c.is_lowercase());
    !words.is_empty()
        && words.len() <= MAX_WORDS
        && (line.ends_with(':') || (capital && !line.ends_with(['.', ',', ';', '!'])))
}

/// Returns whether a sentence promises equal opportunity. Such a sentence names traits that must not count.
pub(crate) fn is_equal_opportunity_notice(words: &[Word]) -> bool {
    contains_any(words, EQUAL_OPPORTUNITY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::words;

    #[test]
    fn importance_is_read_in_four_languages() {
        for (sentence, importance) in [
            ("You must know Rust", Some(Importance::Required)),
            ("Kafka is a plus", Some(Importance::Preferred)),
            (
                "Kafka is not required, but a plus",
                Some(Importance::Preferred),
            ),
            (
                "Kenntnisse in SAP sind von Vorteil",
                Some(Importance::Preferred),
            ),
            ("SAP zwingend erforderlich", Some(Importance::Required)),
            ("Anglais souhaité", Some(Importance::Preferred)),
            ("Python exigé", Some(Importance::Required)),
            ("Se valorará Docker", Some(Importance::Preferred)),
            ("Imprescindible Java", Some(Importance::Required)),
            ("We use Rust", None),
        ] {
            assert_eq!(named_importance(&words(sentence)), importance, "{sentence}");
        }
    }

    #[test]
    fn a_heading_says_what_follows() {
        for (line, heading) in [
            (
                "Nice to have:",
                Some(Heading::Requirements(Importance::Preferred)),
            ),
            (
                "Requirements",
                Some(Heading::Requirements(Importance::Required)),
            ),
            ("What we offer", Some(Heading::Offer)),
            ("Wir bieten:", Some(Heading::Offer)),
            ("Responsibilities", Some(Heading::Other)),
            ("Anything:", Some(Heading::Other)),
            ("Rust", None),
        ] {
            assert_eq!(read_heading(line, &words(line), false), heading, "{line}");
        }
        assert_eq!(
            read_heading("Rust", &words("Rust"), true),
            Some(Heading::Other)
        );
    }

    #[test]
    fn headings_are_short_and_end_without_a_stop() {
        assert!(is_heading("Nice to have:", &words("Nice to have:")));
        assert!(is_heading("Requirements", &words("Requirements")));
        assert!(!is_heading("We like Rust.", &words("We like Rust.")));
        assert!(!is_heading("", &[]));
    }
}
