//! The table of a report, and the same as CSV.

use shortlist_app::csv_cell;
use shortlist_domain::rounded_mean;

/// A table. The first cell of a row is its heading.
#[derive(Debug, Default)]
pub(crate) struct Table {
    pub(crate) headings: Vec<Heading>,
    pub(crate) rows: Vec<Vec<Cell>>,
}

/// The heading of a column.
#[derive(Debug)]
pub(crate) struct Heading {
    pub(crate) text: &'static str,
    pub(crate) is_number: bool,
}

/// A value.
#[derive(Debug)]
pub(crate) struct Cell {
    pub(crate) text: String,
    pub(crate) is_number: bool,
    /// Where it leads to; empty if nowhere.
    pub(crate) link: String,
}

impl Cell {
    /// Returns a text.
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            is_number: false,
            link: String::new(),
        }
    }

    /// Returns a number, as it is shown.
    pub(super) fn number(number: impl ToString) -> Self {
        Self {
            text: number.to_string(),
            is_number: true,
            link: String::new(),
        }
    }

    pub(super) fn linked(self, link: String) -> Self {
        Self { link, ..self }
    }
}

impl Table {
    /// Returns a table. The first `texts` columns contain text, the others numbers.
    pub(super) fn new(headings: &[&'static str], texts: usize, rows: Vec<Vec<Cell>>) -> Self {
        let headings = headings.iter().enumerate();
        let headings = headings.map(|(place, text)| Heading {
            text,
            is_number: place >= texts,
        });
        Self {
            headings: headings.collect(),
            rows,
        }
    }

    /// Returns the table as CSV.
    pub(super) fn csv(&self) -> String {
        let headings = self.headings.iter().map(|heading| csv_cell(heading.text));
        let rows = self.rows.iter().map(|row| line(row.iter().map(Cell::csv)));
        std::iter::once(line(headings)).chain(rows).collect()
    }
}

impl Cell {
    fn csv(&self) -> String {
        if self.is_number {
            self.text.clone()
        } else {
            csv_cell(&self.text)
        }
    }
}

fn line(cells: impl Iterator<Item = String>) -> String {
    let cells: Vec<String> = cells.collect();
    format!("{}\r\n", cells.join(","))
}

/// Returns a share in percent, with one decimal; 0 of nothing.
pub(super) fn share(part: i64, whole: i64) -> String {
    let tenths = rounded_mean(part.saturating_mul(1_000), whole);
    format!("{}%", decimal(tenths))
}

/// Writes tenths with one decimal.
pub(super) fn decimal(tenths: i64) -> String {
    let sign = if tenths < 0 { "-" } else { "" };
    format!("{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_decimal() {
        assert_eq!(
            [decimal(-5), decimal(105), decimal(0)],
            ["-0.5", "10.5", "0.0"]
        );
        assert_eq!(
            [share(1, 3), share(0, 0), share(3, 3)],
            ["33.3%", "0.0%", "100.0%"]
        );
    }

    #[test]
    fn a_formula_in_a_name_is_text() {
        let rows = vec![vec![Cell::text("=1+1, \"x\""), Cell::number(decimal(-5))]];
        let table = Table::new(&["Reviewer", "Difference"], 1, rows);
        assert_eq!(
            table.csv(),
            "\"Reviewer\",\"Difference\"\r\n\"'=1+1, \"\"x\"\"\",-0.5\r\n"
        );
    }
}
