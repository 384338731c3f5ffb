//! Cells of CSV files (RFC 4180) that spreadsheets show as text.

/// The characters with which a spreadsheet begins a formula, or which it skips before one.
const FORMULA_STARTS: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// Returns a text as a quoted cell. A text that a spreadsheet would run as a formula begins with an apostrophe instead.
pub fn csv_cell(text: &str) -> String {
    let mark = if text.starts_with(FORMULA_STARTS) {
        "'"
    } else {
        ""
    };
    format!("\"{mark}{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_and_quotes_are_text() {
        assert_eq!(csv_cell("=1+1"), "\"'=1+1\"");
        assert_eq!(csv_cell("a \"b\", c"), "\"a \"\"b\"\", c\"");
        for start in FORMULA_STARTS {
            assert!(
                csv_cell(&format!("{start}1")).starts_with("\"'"),
                "{start:?}"
            );
        }
        assert_eq!(csv_cell("1-2"), "\"1-2\"");
    }
}
