//! Reads exceptions and restrictions: "… except interns", "… for rows where Department is Care".

use super::super::instruction::{Condition, Instruction};
use super::analysis::AnalyzedClause;
use super::courtesy::without_courtesy;
use super::lexicon::Class;
use super::rows::{RowPhrase, read_rows};
use super::sentence::{ScopedInstruction, can_be_scoped, excepting, read_whole};

/// The marks that remain around a text when an exception is cut out.
const MARKS: [char; 8] = [',', ' ', '(', ')', ';', '–', '—', '-'];

/// Returns the instructions of a clause with an exception, or with the rows that it is for.
pub(super) fn read_scoped(clause: &str) -> Option<Vec<ScopedInstruction>> {
    let analyzed = AnalyzedClause::of(clause)?;
    let exceptions = exceptions(&analyzed, clause);
    exceptions
        .iter()
        .find_map(|(main, rows)| with_exception(main, rows))
        .or_else(|| {
            let restrictions = restrictions(&analyzed, clause);
            restrictions
                .iter()
                .find_map(|(main, rows)| with_restriction(main, rows))
        })
}

fn with_exception(main: &str, rows: &str) -> Option<Vec<ScopedInstruction>> {
    let RowPhrase { conditions, also } = read_rows(rows)?;
    if let ([condition], None, true) = (conditions.as_slice(), &also, skips_all(main)) {
        let only = Instruction::Only(condition.clone());
        return Some(vec![ScopedInstruction::everywhere(only)]);
    }
    let mut all = Vec::new();
    for one in read_main(main)? {
        all.extend(excepting(one, &conditions)?);
    }
    if let Some(also) = also {
        all.extend(for_rows(read_whole(&also)?, &conditions)?);
    }
    Some(all)
}

/// Returns whether a text is "skip every job".
fn skips_all(main: &str) -> bool {
    let main = without_courtesy(main.trim_matches(MARKS));
    AnalyzedClause::of(main).is_some_and(|analyzed| analyzed.is_all_jobs_after(Class::SKIP))
}

fn with_restriction(main: &str, rows: &str) -> Option<Vec<ScopedInstruction>> {
    let RowPhrase { conditions, also } = read_rows(rows)?;
    let main = read_main(main)?;
    also.is_none().then(|| for_rows(main, &conditions))?
}

fn read_main(main: &str) -> Option<Vec<ScopedInstruction>> {
    let main = without_courtesy(main.trim_matches(MARKS));
    let read = read_whole(main)?;
    // A second exception or restriction would be ambiguous.
    read.iter()
        .all(|one| one.scope.is_every_row())
        .then_some(read)
}

/// Restricts instructions to the rows that meet a condition.
fn for_rows(
    mut read: Vec<ScopedInstruction>,
    conditions: &[Condition],
) -> Option<Vec<ScopedInstruction>> {
    let [condition] = conditions else {
        return None;
    };
    for one in &mut read {
        let fits =
            can_be_scoped(&one.instruction) && !matches!(one.instruction, Instruction::Skip(_));
        if !fits {
            return None;
        }
        one.scope.within.push(condition.clone());
    }
    Some(read)
}

/// Returns every way to cut an exception out of a clause: the rest of the clause, and the rows of the exception.
fn exceptions(analyzed: &AnalyzedClause<'_>, clause: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (start, end) in analyzed.offsets_of(Class::EXCEPT) {
        let before = clause.get(..start).unwrap_or_default();
        let after = clause.get(end..).unwrap_or_default();
        found.extend(cut(analyzed, before, after, end));
    }
    // "All jobs but the nurses are in Berlin"
    for (start, end) in analyzed.offsets_after_subject(Class::BUT) {
        let before = clause.get(..start).unwrap_or_default();
        let after = clause.get(end..).unwrap_or_default();
        found.extend(cut_middle(analyzed, before, after, end));
    }
    found
}

/// Cuts an exception at the end, at the beginning, and between subject and verb.
fn cut(
    analyzed: &AnalyzedClause<'_>,
    before: &str,
    after: &str,
    end: usize,
) -> Vec<(String, String)> {
    if before.trim_matches(MARKS).is_empty() {
        let commas = after.match_indices(", ");
        let parts = commas.filter_map(|(at, _)| Some((after.get(at + 1..)?, after.get(..at)?)));
        return parts
            .map(|(main, rows)| (main.to_owned(), rows.to_owned()))
            .collect();
    }
    let mut found = vec![(before.to_owned(), after.to_owned())];
    found.extend(cut_middle(analyzed, before, after, end));
    found
}

fn cut_middle(
    analyzed: &AnalyzedClause<'_>,
    before: &str,
    after: &str,
    end: usize,
) -> Vec<(String, String)> {
    let verbs = [Class::IS, Class::REQUIRE, Class::BELONG, Class::TOBE];
    let starts = analyzed.starts_after(end, &verbs);
    let parts = starts.into_iter().filter_map(|start| {
        let rows = after.get(..start - end)?;
        let rest = after.get(start - end..)?;
        let main = format!("{} {}", before.trim_matches(MARKS), rest.trim());
        (!rows.trim().is_empty()).then(|| (main, rows.to_owned()))
    });
    parts.collect()
}

/// Returns every way to cut "for …" off the end of a clause.
fn restrictions(analyzed: &AnalyzedClause<'_>, clause: &str) -> Vec<(String, String)> {
    let offsets = analyzed.offsets_of(Class::FOR).into_iter();
    let parts = offsets.filter_map(|(start, end)| {
        let (main, rows) = (clause.get(..start)?, clause.get(end..)?);
        (!main.trim().is_empty() && !rows.trim().is_empty()).then_some((main, rows))
    });
    parts
        .map(|(main, rows)| (main.to_owned(), rows.to_owned()))
        .collect()
}
