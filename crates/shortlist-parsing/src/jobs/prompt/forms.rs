//! The forms of a clause, tried in order; the first that makes sense wins.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::super::instruction::Instruction;
use super::{builders, english, other_languages};

/// A sentence's form, and what it says.
pub(super) type Form = (&'static str, fn(&Said<'_>) -> Option<Instruction>);

/// The named parts of a clause.
pub(super) struct Said<'c>(Captures<'c>);

impl Said<'_> {
    /// A part; empty where the clause has none.
    pub(super) fn part(&self, name: &str) -> &str {
        self.0.name(name).map_or("", |part| part.as_str().trim())
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.0.name(name).is_some()
    }
}

static FORMS: LazyLock<Vec<(Regex, Form)>> = LazyLock::new(|| {
    english::FORMS
        .iter()
        .chain(&other_languages::FORMS)
        .chain(&english::LAST_FORMS)
        .filter_map(|form| Some((compiled(form.0)?, *form)))
        .collect()
});

/// A form's pattern: whole clauses, case-free, with the words that many forms share.
fn compiled(pattern: &str) -> Option<Regex> {
    let pattern = pattern
        .replace("{rows}", "(?:rows?|jobs?|lines?|entries|entry|records?|positions?|postings?|roles?|vacancies|openings|ones|those|anything|everything)")
        .replace("{all}", "(?:(?:all|every|each)(?: of)?(?: the| these)?(?: (?:jobs?|positions?|roles?|postings?|vacancies|openings|vacancy|opening|rows?|them))?|these(?: jobs| positions)?|they|the (?:jobs|positions|roles|postings|vacancies))")
        .replace("{alle}", "alle (?:stellen|jobs|positionen|zeilen)")
        .replace("{tous}", "(?:tous les|toutes les) (?:postes|offres|emplois|lignes)")
        .replace("{todos}", "(?:todos los|todas las) (?:puestos|ofertas|vacantes|empleos|filas)")
        .replace("{blank}", "(?:unless|if|where|when|only (?:if|where)) .*(?:empty|blank|missing|given|set|none).*");
    Regex::new(&format!("(?i)^(?:please |bitte )?{pattern}$")).ok()
}

/// What a clause says, if it is of a known form.
pub(super) fn read_clause(clause: &str) -> Option<Instruction> {
    let clause = clause.split_whitespace().collect::<Vec<_>>().join(" ");
    FORMS
        .iter()
        .find_map(|(pattern, form)| {
            let said = Said(pattern.captures(&clause)?);
            (form.1)(&said)
        })
        .filter(builders::is_bounded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_a_valid_pattern() {
        assert_eq!(
            FORMS.len(),
            english::FORMS.len() + other_languages::FORMS.len() + english::LAST_FORMS.len()
        );
    }
}
