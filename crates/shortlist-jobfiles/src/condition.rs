//! The conditions that select rows.

/// The maximum length of a value or name in an instruction.
pub(crate) const MAX_VALUE_CHARS: usize = 300;

/// A condition that a row may meet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Condition {
    /// The header of the column, or `None` for any column.
    pub(crate) column: Option<String>,
    pub(crate) test: Test,
}

/// The test of a cell or a row. Tests of text ignore case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Test {
    /// The cell is one of these values.
    Is(Vec<String>),
    /// The cell is none of these values.
    IsNot(Vec<String>),
    /// The cell contains one of these texts.
    Contains(Vec<String>),
    /// The cell contains none of these texts.
    ContainsNone(Vec<String>),
    StartsWith(Vec<String>),
    EndsWith(Vec<String>),
    Blank,
    Filled,
    /// The cell is an amount or a date within limits.
    Within(Limits),
    /// The row has one of these numbers.
    Row(Vec<u32>),
    /// One of these nouns describes the job: its title, its employment type or another short cell.
    Described(Vec<String>),
    /// The job belongs to one of these departments or places.
    Belongs(Vec<String>),
}

/// The limits of an amount or a date, as written. At least one is set.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Limits {
    pub(crate) low: Option<Limit>,
    pub(crate) high: Option<Limit>,
}

/// A limit of an amount or a date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Limit {
    pub(crate) text: String,
    /// Whether the limit itself is allowed.
    pub(crate) inclusive: bool,
}

impl Condition {
    /// Returns all names and values.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        let texts: Vec<&str> = match &self.test {
            Test::Is(texts)
            | Test::IsNot(texts)
            | Test::Contains(texts)
            | Test::ContainsNone(texts)
            | Test::StartsWith(texts)
            | Test::EndsWith(texts)
            | Test::Described(texts)
            | Test::Belongs(texts) => texts.iter().map(String::as_str).collect(),
            Test::Within(limits) => limits.texts().collect(),
            Test::Blank | Test::Filled | Test::Row(_) => Vec::new(),
        };
        self.column.as_deref().into_iter().chain(texts)
    }

    /// Returns whether all names and values are short enough.
    pub(crate) fn is_bounded(&self) -> bool {
        self.texts()
            .all(|text| text.chars().count() <= MAX_VALUE_CHARS)
    }

    /// Returns the condition for each of its values.
    pub(crate) fn parts(&self) -> impl Iterator<Item = Self> {
        let each = |texts: &[String], test: fn(Vec<String>) -> Test| -> Vec<Test> {
            texts.iter().map(|text| test(vec![text.clone()])).collect()
        };
        let tests = match &self.test {
            Test::Described(nouns) => each(nouns, Test::Described),
            Test::Belongs(names) => each(names, Test::Belongs),
            Test::Row(rows) => rows.iter().map(|row| Test::Row(vec![*row])).collect(),
            other => vec![other.clone()],
        };
        let column = self.column.clone();
        tests.into_iter().map(move |test| Self {
            column: column.clone(),
            test,
        })
    }
}

impl Limits {
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        let limits = self.low.iter().chain(&self.high);
        limits.map(|limit| limit.text.as_str())
    }
}

/// The rows that an instruction concerns. By default, these are all rows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Scope {
    /// The conditions that a row must meet, all of them.
    pub(crate) within: Vec<Condition>,
    /// The conditions of exceptions. A row that meets one of them is not concerned.
    pub(crate) except: Vec<Condition>,
}

impl Scope {
    pub(crate) fn is_every_row(&self) -> bool {
        self.within.is_empty() && self.except.is_empty()
    }
}
