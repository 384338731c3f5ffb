//! Recognizes the kind of employment from the words of a job.

use std::sync::LazyLock;

use shortlist_domain::EmploymentKind;

use super::fold::{contains_words, fold};

/// Words of each kind in English, German, French, Spanish, Portuguese, Italian, Dutch, Russian and Chinese.
///
/// The first kind with a match wins. Kinds that limit a job therefore precede kinds that state its working hours.
const WORDS: [(EmploymentKind, &str); 8] = [
    (
        EmploymentKind::Internship,
        "intern|interns|internship|internships|praktikum|praktikant|praktikantin|stage|stagiaire|practicas|becario|estagio|estagiario|tirocinio|stagista|stageplaats|стажировка|стажер|实习|trainee|traineeship|vacancy type internship",
    ),
    (
        EmploymentKind::Apprenticeship,
        "apprentice|apprentices|apprenticeship|ausbildung|auszubildende|auszubildender|azubi|lehre|lehrstelle|alternance|apprentissage|apprenti|aprendiz|aprendizaje|aprendizagem|apprendistato|leerling|ученик|学徒|duales studium|bbl",
    ),
    (
        EmploymentKind::Volunteer,
        "volunteer|volunteers|volunteering|voluntary|ehrenamt|ehrenamtlich|benevole|benevolat|voluntario|voluntariado|volontario|volontariato|vrijwilliger|vrijwilligerswerk|волонтер|волонтерство|志愿者|unpaid",
    ),
    (
        EmploymentKind::Casual,
        "casual|per diem|on call|zero hours|zero hour|as needed|prn|aushilfe|abrufkraft|auf abruf|extra|eventual|a chiamata|oproepkracht|oproep|подработка|daily|day labor|day labour|bank staff|临时工",
    ),
    (
        EmploymentKind::Contract,
        "contract|contractor|contractors|contract to hire|freelance|freelancer|self employed|independent contractor|consultant contract|freiberuflich|freie mitarbeit|selbststandig|freiberufler|independant|prestation|autonomo|por obra|pj|pessoa juridica|libero professionista|partita iva|zzp|zzper|b2b|фриланс|договор|гпх|合同|合同工|自由职业|w2|1099|c2c|corp to corp",
    ),
    (
        EmploymentKind::Temporary,
        "temporary|temp|fixed term|seasonal|limited|short term|interim|befristet|befristete|zeitarbeit|saison|saisonal|aushilfsweise|cdd|temporaire|interimaire|saisonnier|duree determinee|temporal|tiempo determinado|plazo fijo|temporada|temporario|temporaria|prazo determinado|tempo determinato|determinato|tijdelijk|uitzend|временная|временно|сезонная|临时|短期|mission",
    ),
    (
        EmploymentKind::PartTime,
        "part time|parttime|pt|teilzeit|minijob|midijob|450 euro|520 euro|halbtags|werkstudent|werkstudentin|temps partiel|mi temps|media jornada|tiempo parcial|jornada parcial|medio tiempo|meio periodo|tempo parcial|tempo parziale|part timer|deeltijd|частичная|неполная|неполный|兼职|half time|hours per week part time",
    ),
    (
        EmploymentKind::FullTime,
        "full time|fulltime|ft|vollzeit|temps plein|plein temps|jornada completa|tiempo completo|completa|tempo integral|periodo integral|integral|tempo pieno|voltijd|полная|полный|全职|full timer",
    ),
];

/// Words that say that a job is permanent but not how many hours it has.
const LASTING: &str = "permanent|permanente|perm|regular|effective|efetivo|efetiva|clt|unbefristet|festanstellung|feste anstellung|cdi|duree indeterminee|indefinido|indeterminado|indeterminato|tempo indeterminato|vast|vaste|постоянная|长期|direct hire|employee";

/// Returns the kind of an employment type. It is `None` for blank text, and `Other` for unknown words.
pub fn employment_kind(text: &str) -> Option<EmploymentKind> {
    let folded = fold(text);
    if folded.is_empty() {
        return None;
    }
    Some(known_kind(&folded).unwrap_or(EmploymentKind::Other))
}

/// Returns whether a text can only be an employment type.
pub(crate) fn is_employment_type(text: &str) -> bool {
    let folded = fold(text);
    known_kind(&folded).is_some() || is_lasting(&folded)
}

/// The words of each kind, folded once.
static FOLDED_WORDS: LazyLock<Vec<(EmploymentKind, Vec<String>)>> = LazyLock::new(|| {
    WORDS
        .iter()
        .map(|(kind, words)| (*kind, words.split('|').map(fold).collect()))
        .collect()
});

/// The words for permanent jobs, folded once.
static FOLDED_LASTING: LazyLock<Vec<String>> =
    LazyLock::new(|| LASTING.split('|').map(fold).collect());

fn is_lasting(folded: &str) -> bool {
    FOLDED_LASTING
        .iter()
        .any(|words| contains_words(folded, words))
}

fn known_kind(folded: &str) -> Option<EmploymentKind> {
    // "Permanent contract" and "unlimited" say nothing about hours, and nothing about freelancing.
    let lasting = is_lasting(folded);
    FOLDED_WORDS
        .iter()
        .filter(|(kind, _)| {
            !(lasting && matches!(kind, EmploymentKind::Contract | EmploymentKind::Temporary))
        })
        .find(|(_, words)| words.iter().any(|words| contains_words(folded, words)))
        .map(|(kind, _)| *kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_recognized_in_nine_languages() {
        for (text, kind) in [
            ("Full-time", EmploymentKind::FullTime),
            ("FULL_TIME", EmploymentKind::FullTime),
            ("fulltime_permanent", EmploymentKind::FullTime),
            ("Full time or part time", EmploymentKind::PartTime),
            ("Vollzeit", EmploymentKind::FullTime),
            ("Teilzeit (50 %)", EmploymentKind::PartTime),
            ("Befristet, Vollzeit", EmploymentKind::Temporary),
            ("Unbefristete Festanstellung", EmploymentKind::Other),
            ("CDI temps plein", EmploymentKind::FullTime),
            ("CDD", EmploymentKind::Temporary),
            ("Stage", EmploymentKind::Internship),
            ("Jornada completa", EmploymentKind::FullTime),
            ("Tempo parziale", EmploymentKind::PartTime),
            ("Estágio", EmploymentKind::Internship),
            ("Deeltijd", EmploymentKind::PartTime),
            ("Полная занятость", EmploymentKind::FullTime),
            ("Неполная занятость", EmploymentKind::PartTime),
            ("全职", EmploymentKind::FullTime),
            ("实习生", EmploymentKind::Internship),
            ("Permanent contract", EmploymentKind::Other),
            ("Contractor", EmploymentKind::Contract),
            ("Freelance", EmploymentKind::Contract),
            ("Apprenticeship", EmploymentKind::Apprenticeship),
            ("Ehrenamtlich", EmploymentKind::Volunteer),
            ("Per diem", EmploymentKind::Casual),
            ("Permanent", EmploymentKind::Other),
        ] {
            assert_eq!(employment_kind(text), Some(kind), "{text}");
        }
        assert_eq!(employment_kind("  "), None);
    }

    #[test]
    fn a_vacancy_type_is_an_employment_type_but_a_posting_type_is_not() {
        assert!(is_employment_type("vacancy_type_effective"));
        assert!(!is_employment_type("External"));
        assert!(!is_employment_type("Internal"));
    }
}
