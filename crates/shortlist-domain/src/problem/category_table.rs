//! What can be wrong with a file of categories.

use super::Problem;

/// The problems of a table, of which the first ones are listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableProblem {
    /// The problems of the first rows.
    pub listed: Vec<CellProblem>,
    /// The number of problems that are not listed.
    pub more: usize,
}

impl TableProblem {
    pub(super) const CODE: &'static str = "invalidRows";
}

/// The problem of a row, or of one of its cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellProblem {
    /// The number of the row. The header is row 1.
    pub row: u64,
    /// The column, if the problem is about one.
    pub column: Option<&'static str>,
    /// What is wrong.
    pub problem: Problem,
}

super::problems! {
    /// What is wrong with a row of a file of categories, or with one of its cells.
    CategoryProblem {
        /// The cells are not separated by commas.
        NotCommas = "notCommas",
        /// Two columns have this name.
        ColumnTwice(String) = "repeated",
        /// A column has an unknown name.
        UnknownColumn {
            /// The name.
            name: String,
            /// The known names.
            known: &'static [&'static str],
        } = "unknownName",
        /// The file has none of the columns that name a candidate.
        NoKeyColumn(&'static [&'static str]) = "missing",
        /// The file has none of the columns with answers.
        NoAnswerColumn(&'static [&'static str]) = "missing",
        /// A row has no value that names a candidate.
        NoKey(&'static [&'static str]) = "empty",
        /// This earlier row has the same answers of the same person.
        SamePerson(u64) = "repeated",
        /// This earlier row has other answers of the same person.
        Contradicts(u64) = "contradiction",
        /// No candidate has this code or this e-mail address.
        NoSuchCandidate = "notFound",
        /// The candidate with this code has another e-mail address.
        OtherEmailAddress = "contradiction",
        /// The file is not in UTF-8.
        NotUtf8 = "notUnicode",
        /// A row has another number of cells than the header.
        CellCount {
            /// The number of cells.
            cells: u64,
            /// The number of columns.
            columns: u64,
        } = "cellCount",
        /// The row cannot be read.
        Unreadable = "unreadable",
    }
}
