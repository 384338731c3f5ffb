//! Whether a sentence asks for what it names.
//!
//! A company does not ask for what it says about itself, what it pays for, or what it calls unnecessary.

use shortlist_domain::Importance;

use super::job_sentences::JobSentence;
use crate::words::contains_any;

/// Words with which a company describes itself.
const COMPANY_CUES: &[&str] = &[
    "we",
    "our",
    "us",
    "company",
    "firm",
    "founded",
    "wir",
    "unser*",
    "unternehmen",
    "nous",
    "notre",
    "entreprise",
    "nuestr*",
    "empresa",
    "somos",
    "since",
    "seit",
    "depuis",
    "desde",
];
/// Words with which a company addresses the applicant.
const APPLICANT_CUES: &[&str] = &[
    "you",
    "your",
    "must",
    "require*",
    "minimum",
    "at least",
    "candidate*",
    "looking for",
    "ideal*",
    "sie",
    "du",
    "ihre",
    "deine",
    "mindestens",
    "vous",
    "votre",
    "au moins",
    "minimum",
    "usted",
    "tu",
    "mínimo",
    "al menos",
    "buscamos",
    "recherchons",
    "suchen",
];

/// Words for what a company offers its employees.
const BENEFIT_CUES: &[&str] = &[
    "we pay",
    "we finance",
    "we fund",
    "we support",
    "we sponsor",
    "we help",
    "we teach",
    "we train",
    "support you",
    "help you",
    "opportunity to",
    "opportunities to",
    "chance to",
    "courses",
    "language course*",
    "lessons",
    "möglichkeit",
    "unterstützen dich",
    "unterstützen sie",
    "sprachkurs*",
    "deutschkurs*",
    "englischkurs*",
    "kurse",
    "wir zahlen",
    "wir übernehmen",
    "wir finanzieren",
    "nous finançons",
    "nous prenons en charge",
    "prise en charge",
    "cours de",
    "financiamos",
    "te ayudamos",
    "clases de",
    "cursos de",
];

/// Words for something that is not required.
const NOT_REQUIRED_CUES: &[&str] = &[
    "not required",
    "not necessary",
    "not needed",
    "not a must",
    "not mandatory",
    "is no requirement",
    "not a requirement",
    "no knowledge of",
    "isn t required",
    "don t need",
    "do not need",
    "nicht erforderlich",
    "nicht notwendig",
    "nicht nötig",
    "nicht zwingend",
    "kein muss",
    "keine voraussetzung",
    "pas nécessaire",
    "pas requis*",
    "pas exigé*",
    "pas obligatoire*",
    "pas indispensable*",
    "no es necesari*",
    "no se requiere",
    "no es imprescindible",
    "no es obligatori*",
    "no hace falta",
];

/// Returns whether a company describes itself and not the applicant.
pub(super) fn describes_company(sentence: &JobSentence<'_>) -> bool {
    let opening = sentence.words.get(..3).unwrap_or(&sentence.words);
    let boasts = contains_any(
        opening,
        &[
            "with over",
            "with more than",
            "for over",
            "for more than",
            "seit über",
            "avec plus de",
            "con más de",
        ],
    );
    (boasts || contains_any(&sentence.words, COMPANY_CUES))
        && !contains_any(&sentence.words, APPLICANT_CUES)
}

/// Returns whether a sentence asks for the languages or certificates that it names.
pub(super) fn is_requirement(sentence: &JobSentence<'_>) -> bool {
    let denied = contains_any(&sentence.words, NOT_REQUIRED_CUES)
        && sentence.importance != Some(Importance::Preferred);
    !denied && !contains_any(&sentence.words, BENEFIT_CUES) && !describes_company(sentence)
}
