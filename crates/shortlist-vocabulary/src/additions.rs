//! Skills that an operator adds: a CSV file of the project's own form, or ESCO's own, told apart by the first line.
//!
//! The own form has a column `canonical`, and may have `aliases`, parted by `|`, and `ambiguous`:
//! ```csv
//! canonical,aliases,ambiguous
//! Flux Welding,FCAW|Flux-cored arc welding,
//! Helm,,yes
//! ```
//! `ambiguous` says whether the names are also common words, which count only in a list of skills or beside another one;
//! where it is empty, the words themselves decide. ESCO's file is `skills_LANGUAGE.csv` of the CSV package that
//! <https://esco.ec.europa.eu/en/use-esco/download> offers (version 1.1 and later): its columns `conceptType`,
//! `preferredLabel` and `altLabels`, one label a line, are taken, those of other concepts and all other columns are not.

mod read;
#[cfg(test)]
mod tests;

use sha2::{Digest, Sha256};

use crate::idf::{UNKNOWN_IDF_MICROS, idf_micros};
use crate::stems::{is_stop_word, stem};

/// The most letters of a word that is always also something else.
const MAX_AMBIGUOUS_CHARS: usize = 2;

/// A skill that an operator adds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Addition {
    /// Its canonical name; where the vocabulary knows it, the aliases are added to that skill.
    pub name: String,
    /// Other names; one that already belongs to another skill is left out.
    pub aliases: Vec<String>,
    /// Whether its names are also common words; where that is not said, the words decide.
    pub ambiguous: Option<bool>,
}

/// What an operator's file adds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Additions {
    /// The skills, in the order of the file.
    pub skills: Vec<Addition>,
}

/// Why a file of skills cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AdditionsError {
    /// It is neither of the two forms.
    #[error(
        "line 1: the columns are {0}; expected canonical, aliases and ambiguous (the last two may be left out), or those of \
         ESCO's skills: conceptType, preferredLabel and altLabels"
    )]
    Columns(String),
    /// Its bytes are no UTF-8.
    #[error("line {0}: the text is not UTF-8; expected a CSV file saved as UTF-8")]
    Encoding(usize),
    /// A line has more or fewer cells than the first.
    #[error(
        "line {line}: {found} cells; expected {expected} as in the first line, and quotes around a cell that holds the separator"
    )]
    Cells {
        /// The line, from 1.
        line: u64,
        /// Its cells.
        found: u64,
        /// The cells of the first line.
        expected: u64,
    },
    /// A cell is not what its column asks for.
    #[error("line {line}: {found}; expected {expected}")]
    Cell {
        /// The line, from 1.
        line: u64,
        /// What stands there.
        found: String,
        /// What should.
        expected: &'static str,
    },
    /// Nothing is added.
    #[error("no skill stands below the first line; expected at least one")]
    Empty,
    /// More names than any list of skills has.
    #[error("more than {0} names; expected a list of skills")]
    TooMany(usize),
}

impl Additions {
    /// The same skills as a file of the project's own form: a shorter one than ESCO's, with the same meaning.
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

    /// SHA-256 of [`Self::to_csv`], in hexadecimal: the vocabulary is an input of every score.
    pub fn digest(&self) -> String {
        let digest = Sha256::digest(self.to_csv().as_bytes());
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// How many names there are, the canonical ones included.
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

/// Whether a name is also a common word, so that it takes company to count: one word that is short, tells nothing or
/// stands in many texts.
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
