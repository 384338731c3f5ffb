//! The forms of a clause. They are tried in order, and the first one that makes sense wins.

mod columns;
mod compare;
mod constants;
mod derive;
mod layout;
mod mode;
mod rows;
mod values;

use std::sync::LazyLock;

use super::super::instruction::Instruction;
use super::analysis::AnalyzedClause;
use super::pattern::{Form, Pattern};

/// All forms. The more specific ones come first.
const ALL: [&[Form]; 7] = [
    layout::FORMS,
    values::FORMS,
    mode::FORMS,
    derive::FORMS,
    rows::FORMS,
    columns::FORMS,
    constants::FORMS,
];

static FORMS: LazyLock<Vec<(Pattern, Form)>> = LazyLock::new(|| {
    ALL.iter()
        .flat_map(|forms| forms.iter())
        .chain(columns::LAST_FORMS)
        .chain(values::LAST_FORMS)
        .filter_map(|form| Some((Pattern::read(form.0)?, *form)))
        .collect()
});

static CONTINUATIONS: LazyLock<Vec<(Pattern, Form)>> = LazyLock::new(|| {
    let forms = values::CONTINUATIONS.iter();
    let forms = forms.filter_map(|form| Some((Pattern::read(form.0)?, *form)));
    forms.collect()
});

/// Returns the instruction of a clause, if it has a known form.
pub(super) fn read_clause(clause: &str) -> Option<Instruction> {
    read(clause, &FORMS)
}

/// Returns the instruction of a text that continues a replacement of values: "PT as part-time".
pub(super) fn read_continuation(text: &str) -> Option<Instruction> {
    read(text, &CONTINUATIONS)
}

fn read(clause: &str, forms: &[(Pattern, Form)]) -> Option<Instruction> {
    let clause = clause.split_whitespace().collect::<Vec<_>>().join(" ");
    let analyzed = AnalyzedClause::of(&clause)?;
    forms
        .iter()
        .find_map(|(pattern, form)| pattern.read_clause(&analyzed, form.1))
        .filter(Instruction::is_bounded)
}

/// Checks that the data files of the forms are readable.
#[cfg(test)]
pub(super) fn check_data_files() -> Result<(), shortlist_vocabulary::WordListError> {
    constants::RegionNames::read()?;
    values::DateWords::read()?;
    values::SeparatorWords::read().map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_a_valid_pattern() {
        let all = ALL.iter().flat_map(|forms| forms.iter());
        let all = all.chain(values::CONTINUATIONS);
        for (text, _) in all.chain(columns::LAST_FORMS).chain(values::LAST_FORMS) {
            assert!(Pattern::read(text).is_some(), "{text}");
        }
    }
}
