//! The wording that says how much something is asked for, in English, German, French and Spanish.

use shortlist_domain::Importance;

use crate::words::{Word, hold_any};

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

/// The importance that a sentence itself names, where it does; "a plus" beats "required" ("not required, but a plus").
pub(crate) fn named_importance(words: &[Word]) -> Option<Importance> {
    if hold_any(words, PREFERRED) {
        return Some(Importance::Preferred);
    }
    hold_any(words, REQUIRED).then_some(Importance::Required)
}

/// A line without the marks of Markdown around it.
pub(crate) fn without_markup(line: &str) -> &str {
    line.trim_matches(['*', '#', '_', ' ', '\n', '\r'])
}

/// Whether a line heads a part of the description, such as `Nice to have:`.
pub(crate) fn is_heading(line: &str, words: &[Word]) -> bool {
    const MOST_WORDS: usize = 7;
    let line = without_markup(line);
    let capital = line
        .chars()
        .find(|c| c.is_alphabetic())
        .is_some_and(|c| !c.is_lowercase());
    !words.is_empty()
        && words.len() <= MOST_WORDS
        && (line.ends_with(':') || (capital && !line.ends_with(['.', ',', ';', '!'])))
}

/// Whether a sentence promises equal opportunity, and so names the traits that must not count.
pub(crate) fn is_equal_opportunity_notice(words: &[Word]) -> bool {
    hold_any(words, EQUAL_OPPORTUNITY)
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
    fn headings_are_short_and_end_without_a_stop() {
        assert!(is_heading("Nice to have:", &words("Nice to have:")));
        assert!(is_heading("Requirements", &words("Requirements")));
        assert!(!is_heading("We like Rust.", &words("We like Rust.")));
        assert!(!is_heading("", &[]));
    }
}
