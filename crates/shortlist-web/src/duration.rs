//! Lengths of time in words.

use chrono::NaiveDate;
use shortlist_domain::{Resume, Timestamp};

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

/// Returns the number of whole days between two times in words, as a text begins.
pub(crate) fn days_between(from: Timestamp, to: Timestamp) -> String {
    let between = to.as_datetime().signed_duration_since(from.as_datetime());
    match between.num_days() {
        days if days < 1 => "Less than a day".to_owned(),
        1 => "1 day".to_owned(),
        days => format!("{days} days"),
    }
}

/// Returns the experience that a resume shows, in words. The score counts dated positions, so their time is named too if the
/// resume states more.
pub(crate) fn experience(resume: &Resume, as_of: NaiveDate) -> String {
    let dated = resume.dated_months(as_of);
    match (resume.experience_months(as_of), dated) {
        (None, _) => String::new(),
        (Some(months), Some(dated)) if dated < months => {
            let stated = duration(months);
            format!("{stated} stated, {} in dated positions", duration(dated))
        }
        (Some(months), _) => duration(months),
    }
}

#[cfg(test)]
mod tests {
    use shortlist_domain::{MediaKind, PartialDate, Position, ResumeText};

    use super::*;

    #[test]
    fn months_read_as_words() {
        assert_eq!(duration(0), "less than a month");
        assert_eq!(duration(1), "1 month");
        assert_eq!(duration(12), "1 year");
        assert_eq!(duration(30), "2 years 6 months");
    }

    #[test]
    fn days_are_whole_and_never_negative() {
        let at = |text: &str| Timestamp::new(text.parse().unwrap());
        let from = at("2026-11-20T12:00:00Z");
        for (to, expected) in [
            ("2026-11-19T12:00:00Z", "Less than a day"),
            ("2026-11-21T11:59:59Z", "Less than a day"),
            ("2026-11-21T12:00:00Z", "1 day"),
            ("2026-11-24T06:00:00Z", "3 days"),
            ("2027-11-20T12:00:00Z", "365 days"),
        ] {
            assert_eq!(days_between(from, at(to)), expected, "{to}");
        }
    }

    #[test]
    fn a_longer_stated_experience_is_named_as_such() {
        let shown = |years: &[(&str, &str)], stated_months| {
            let date = |text: &str| PartialDate::parse("date", text).ok();
            let position = |(start, end): &(&str, &str)| Position {
                start: date(start),
                end: date(end),
                ..Position::default()
            };
            let resume = Resume {
                positions: years.iter().map(position).collect(),
                stated_months,
                ..Resume::of_text(MediaKind::Pdf, ResumeText::default())
            };
            experience(&resume, NaiveDate::from_ymd_opt(2026, 11, 21).unwrap())
        };
        let dated = [("2020-01", "2021-12")];
        assert_eq!(shown(&[], None), "");
        assert_eq!(shown(&[], Some(18)), "1 year 6 months");
        assert_eq!(shown(&dated, Some(18)), "2 years");
        let both = "8 years stated, 2 years in dated positions";
        assert_eq!(shown(&dated, Some(96)), both);
    }
}
