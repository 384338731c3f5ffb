//! Lengths of time in words.

/// Returns a number of months in words.
pub(crate) fn duration(months: u32) -> String {
    let count = |number: u32, unit: &str| match number {
        0 => String::new(),
        1 => format!("1 {unit}"),
        number => format!("{number} {unit}s"),
    };
    let parts = [count(months / 12, "year"), count(months % 12, "month")];
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    match parts.join(" ").trim() {
        "" => "less than a month".to_owned(),
        text => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_read_as_words() {
        assert_eq!(duration(0), "less than a month");
        assert_eq!(duration(1), "1 month");
        assert_eq!(duration(12), "1 year");
        assert_eq!(duration(30), "2 years 6 months");
    }
}
