//! Skills that an operator adds, from a CSV file in this project's format or in ESCO's. The first line shows which format it
//! is.
//!
//! This project's format has a column `canonical`, and optionally `aliases`, separated by `|`, and `ambiguous`:
//! ```csv
//! canonical,aliases,ambiguous
//! Flux Welding,FCAW|Flux-cored arc welding,
//! Helm,,yes
//! ```
//! `ambiguous` says whether the names are also common words, which count only in a list of skills or next to another skill.
//! If it is empty, the words themselves decide.
//!
//! ESCO's file is `skills_LANGUAGE.csv` from the CSV package at <https://esco.ec.europa.eu/en/use-esco/download> (version 1.1
//! and later). Its columns `conceptType`, `preferredLabel` and `altLabels` are read, with one label per line. Other columns,
//! and concepts that are not skills, are ignored.

mod read;
#[cfg(test)]
mod tests;

use sha2::{Digest, Sha256};

use crate::idf::{UNKNOWN_IDF_MICROS, idf_micros};
use crate::stems::{is_stop_word, stem};

/// The most letters of a word that always counts as ambiguous.
const MAX_AMBIGUOUS_CHARS: usize = 2;

/// A skill that an operator adds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Addition {
    /// The canonical name. If the vocabulary knows it, the aliases are added to that skill.
    pub name: String,
    /// Other names. A name that already belongs to another skill is left out.
    pub aliases: Vec<String>,
    /// Whether the names are also common words. If it is `None`, the words decide.
    pub ambiguous: Option<bool>,
}

/// The skills that an operator's file adds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Additions {
    /// The skills, in the order of the file.
    pub skills: Vec<Addition>,
}

/// The reason why a file of skills cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AdditionsError {
    /// The file is in neither of the two formats.
    #[error(
        "line 1: the columns are {0}; expected canonical, and optionally aliases and ambiguous, or ESCO's conceptType, \
         preferredLabel and altLabels"
    )]
    Columns(String),
    /// The bytes are not valid UTF-8.
    #[error("line {0}: the text is not UTF-8; expected a CSV file saved as UTF-8")]
    Encoding(usize),
    /// A line has more or fewer cells than the first line.
    #[error(
        "line {line}: {found} cells; expected {expected}, as in the first line. Put quotes around a cell that contains the \
         separator"
    )]
    Cells {
        /// The line, counted from 1.
        line: u64,
        /// The number of its cells.
        found: u64,
        /// The number of cells in the first line.
        expected: u64,
    },
    /// A cell does not contain what its column requires.
    #[error("line {line}: {found}; expected {expected}")]
    Cell {
        /// The line, counted from 1.
        line: u64,
        /// What the cell contains.
        found: String,
        /// What the cell should contain.
        expected: &'static str,
    },
    /// The file adds no skill.
    #[error("the file has no skills below its first line; add at least one")]
    Empty,
    /// The file has more names than any list of skills.
    #[error("more than {0} names; remove some")]
    TooMany(usize),
}

impl Additions {
    /// Returns the same skills in this project's format, which is shorter than ESCO's.
    pub fn to_csv(&self) -> String {
        let mut text = String::from("canonical,aliases,ambiguous\n");
        for skill in &self.skills {
            let ambiguous = match skill.ambiguous {
                None => "",
                Some(true) => "yes",
                Some(false) => "no",
            };
            let aliases = skill.aliases.join("|");
            text.push_str(&format!(
                "{},{},{ambiguous}\n",
                quoted(&skill.name),
                quoted(&aliases)
            ));
        }
        text
    }

    /// Returns the SHA-256 of [`Self::to_csv`], in hexadecimal. The vocabulary is an input of every score.
    pub fn digest(&self) -> String {
        let digest = Sha256::digest(self.to_csv().as_bytes());
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Returns the number of names, including the canonical ones.
    pub fn names(&self) -> usize {
        self.skills
            .iter()
            .map(|skill| skill.aliases.len() + 1)
            .sum()
    }
}

fn quoted(cell: &str) -> String {
    format!("\"{}\"", cell.replace('"', "\"\""))
}

/// Returns whether a name is also a common word, so that it counts only next to other skills.
///
/// This applies to a single word that is short, is a stop word, or occurs in many texts.
pub(crate) fn is_common_word(name: &str) -> bool {
    let name = name.trim();
    if name.contains(|c: char| !c.is_alphabetic()) {
        return false;
    }
    let lower = name.to_lowercase();
    name.chars().count() <= MAX_AMBIGUOUS_CHARS
        || is_stop_word(&lower)
        || idf_micros(&stem(&lower)) != UNKNOWN_IDF_MICROS
}
