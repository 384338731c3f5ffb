//! Converts cells to values: blanks, lists and dates.

use shortlist_vocabulary::{PhraseList, word_lists};

use super::instruction::DateOrder;
use super::table::LIST_MARK;

word_lists! {
    /// Words that programs write for missing values.
    pub(crate) struct MissingValues in "../data/missing_values.txt" {
        missing: PhraseList,
    }
}

/// Returns whether a cell is blank or says that the value is missing.
pub(crate) fn is_blank(text: &str) -> bool {
    let text = text.trim();
    text.is_empty() || (text.len() <= 9 && is_missing(&text.to_lowercase()))
}

fn is_missing(lower: &str) -> bool {
    MissingValues::get().missing.contains(lower)
}

/// Returns a short value on one line. Commas separate the items of a list.
pub(crate) fn one_line(text: &str) -> String {
    text.split(LIST_MARK)
        .map(|item| item.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|item| !item.is_empty())
        .collect::<Vec<_>>()
        .join(", ")
}

/// Returns a cell for display: trimmed, with its line ends.
pub(crate) fn trimmed(text: &str) -> String {
    text.trim().replace(LIST_MARK, ", ").replace("\r\n", "\n")
}

/// Returns the skills of a cell, split at the separator of the prompt or at common list separators.
pub(crate) fn split_skills(text: &str, separator: Option<&str>) -> Vec<String> {
    let text = text.trim();
    let text = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'))
        .unwrap_or(text);
    let items: Vec<String> = match separator {
        _ if text.contains(LIST_MARK) => text.split(LIST_MARK).map(str::to_owned).collect(),
        Some(separator) => text.split(separator).map(str::to_owned).collect(),
        None => split_outside_brackets(text),
    };
    items
        .iter()
        .map(|item| {
            item.trim()
                .trim_start_matches(['-', '*', '•', '·', '▪', '–'])
                .trim_matches(['"', '\''])
                .trim()
                .to_owned()
        })
        .filter(|item| !is_blank(item))
        .collect()
}

/// Splits at `, ; |` and line ends, but not at commas in brackets: `Office (Word, Excel)` is one skill.
fn split_outside_brackets(text: &str) -> Vec<String> {
    let balanced = text.matches('(').count() == text.matches(')').count();
    let mut items = vec![String::new()];
    let mut depth = 0_u32;
    for c in text.chars() {
        match c {
            '(' if balanced => depth += 1,
            ')' if balanced => depth = depth.saturating_sub(1),
            _ => {}
        }
        let parts = matches!(c, '\n' | '\r' | '•' | ';' | '|' | '、' | '；' | '，')
            || (c == ',' && depth == 0);
        if parts {
            items.push(String::new());
        } else if let Some(item) = items.last_mut() {
            item.push(c);
        }
    }
    items
}

/// Returns a date such as 31/12/2026 as 2026-12-31, or `None` if it is not a date in this order.
pub(crate) fn iso_date(text: &str, order: DateOrder) -> Option<String> {
    let text = text.trim();
    let parts: Vec<u32> = text
        .split(['/', '.', '-'])
        .map(|part| part.trim().parse().ok())
        .collect::<Option<_>>()?;
    let [first, second, third] = <[u32; 3]>::try_from(parts).ok()?;
    let (year, month, day) = match order {
        DateOrder::DayMonthYear => (third, second, first),
        DateOrder::MonthDayYear => (third, first, second),
        DateOrder::YearMonthDay => (first, second, third),
    };
    let year = if year < 100 { year + 2000 } else { year };
    let date = chrono::NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day)?;
    Some(date.format("%Y-%m-%d").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skills_are_split_on_what_lists_use() {
        for (text, separator, expected) in [
            (
                "Rust, SQL; Linux|Git\nBash",
                None,
                vec!["Rust", "SQL", "Linux", "Git", "Bash"],
            ),
            (
                "Office (Word, Excel), SQL",
                None,
                vec!["Office (Word, Excel)", "SQL"],
            ),
            ("['Rust', 'SQL']", None, vec!["Rust", "SQL"]),
            ("a, b / c", Some("/"), vec!["a, b", "c"]),
            ("x\u{1f}y, z", None, vec!["x", "y, z"]),
            ("n/a", None, vec![]),
            ("- Rust\n- C++", None, vec!["Rust", "C++"]),
        ] {
            assert_eq!(split_skills(text, separator), expected, "{text}");
        }
    }

    #[test]
    fn dates_follow_their_order() {
        assert_eq!(
            iso_date("03/04/2026", DateOrder::DayMonthYear).as_deref(),
            Some("2026-04-03")
        );
        assert_eq!(
            iso_date("03/04/2026", DateOrder::MonthDayYear).as_deref(),
            Some("2026-03-04")
        );
        assert_eq!(
            iso_date("2026-04-03", DateOrder::YearMonthDay).as_deref(),
            Some("2026-04-03")
        );
        assert_eq!(iso_date("31/02/2026", DateOrder::DayMonthYear), None);
        assert_eq!(iso_date("Berlin", DateOrder::DayMonthYear), None);
    }
}
