//! Forms that say where the table is in the file.

use super::super::super::instruction::Instruction;
use super::super::lexicon::Class;
use super::super::names::unquote;
use super::super::numbers::ordinal;
use super::super::pattern::{ClauseMatch, Form};

pub(super) const FORMS: &[Form] = &[
    ("SKIP <o> <n>? LINES", skip_rows),
    ("SKIP <n> <o> LINES", skip_rows),
    ("SKIP <n> LINES", skip_rows),
    ("<o> <n>? LINES IS NOT <x>", skip_rows),
    ("<n> <o> LINES IS NOT <x>", skip_rows),
    ("<o> <n>? LINES IS BANNER", skip_rows),
    ("<n> <o> LINES IS BANNER", skip_rows),
    ("HEADER IS|STAND|START IN? LINES <n>", header_row),
    ("HEADER IS|STAND|START IN? <o> LINES", header_row),
    ("HEADER IN LINES <n>", header_row),
    ("HEADER IN <o> LINES", header_row),
    ("USE LINES <n> AS|FOR HEADER", header_row),
    ("USE <o> LINES AS|FOR HEADER", header_row),
    ("LINES <n> HOLD HEADER", header_row),
    ("<o> LINES HOLD HEADER", header_row),
    ("TABLE START IN? LINES <n>", header_row),
    ("TABLE START IN? <o> LINES", header_row),
    ("SUBJECT START IN? LINES <n>", first_record),
    ("DATA START IN? LINES <n>", first_record),
    ("DATA START IN? <o> LINES", first_record),
    ("ONLY? USE? IN? SHEET <v>", sheet),
    ("USE IN? <o> SHEET", numbered_sheet),
    ("USE <v> SHEET", sheet),
    ("SUBJECT IS|STAND LISTED? IN SHEET <v>", sheet),
    ("SUBJECT IS|STAND LISTED? IN <o> SHEET", numbered_sheet),
    ("SUBJECT IS|STAND LISTED? IN <v> SHEET", sheet),
];

/// Skips the first rows.
fn skip_rows(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    if matched.text('x').is_empty() {
        return matched.rows().map(Instruction::SkipRows);
    }
    // "The first rows are not …" is only clear if it continues with the table.
    let of_the_table = matched.mentions('x', Class::TABLE) || matched.mentions('x', Class::FILE);
    matched
        .rows()
        .filter(|_| of_the_table)
        .map(Instruction::SkipRows)
}

fn header_row(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    matched
        .number()
        .filter(|row| *row > 0)
        .map(Instruction::HeaderRow)
}

/// Handles the first row of the jobs. The header is in the row above.
fn first_record(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    matched
        .number()
        .filter(|row| *row > 1)
        .map(|row| Instruction::HeaderRow(row - 1))
}

fn sheet(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    let name = unquote(matched.text('v'));
    let known = matched.has(Class::USE) || matched.has(Class::ONLY) || matched.has(Class::IN);
    (!name.is_empty() && known).then_some(Instruction::Sheet(name))
}

/// Handles a sheet number. It is used if no sheet has that name.
fn numbered_sheet(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    matched
        .number()
        .map(|number| Instruction::Sheet(number.to_string()))
}

impl ClauseMatch<'_> {
    /// Returns the number of rows that "the first" means: one, unless a number is next to it.
    fn rows(&self) -> Option<u32> {
        let numbers = self.numbers();
        match numbers.as_slice() {
            [] => None,
            [one] if ordinal(one) == Some(1) => Some(1),
            numbers => numbers
                .iter()
                .find(|word| ordinal(word).is_none())
                .and_then(|word| super::super::numbers::number(word)),
        }
    }
}
