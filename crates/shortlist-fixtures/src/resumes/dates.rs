//! Months and how a resume writes them.

use super::words::Words;

/// A month, counted from the year 0.
pub(crate) type Month = i32;

/// The month after the last one that counts. It is December 2026, because the as-of date is in November.
pub(crate) const AS_OF: Month = 2026 * 12 + 11;

/// Returns the year of a month.
pub(crate) fn year_of(month: Month) -> i32 {
    month.div_euclid(12)
}

/// How one person writes dates.
#[derive(Debug, Clone)]
pub(crate) struct Style {
    form: &'static str,
    years_only: bool,
    between: String,
    present: &'static str,
    months: Vec<&'static str>,
    short: Vec<&'static str>,
}

impl Style {
    pub(crate) fn of(words: &Words, number: u64) -> Self {
        Self {
            form: words.value("date", number / 4),
            years_only: (number / 64).is_multiple_of(6),
            between: between(words, number),
            present: words.value("present", number / 1_024),
            months: words.line("months", 0).to_vec(),
            short: words.line("short", 0).to_vec(),
        }
    }

    /// Returns the range from a month to the end of another month, or to the present.
    pub(crate) fn range(&self, start: Month, end: Option<Month>) -> String {
        let end = end.map_or_else(|| self.present.to_owned(), |end| self.month(end));
        format!("{}{}{end}", self.month(start), self.between)
    }

    /// Returns the month, or the middle of its year if the person writes only years.
    ///
    /// The truth then contains no more than a reader can know from the years.
    pub(crate) fn rounded(&self, month: Month) -> Month {
        if self.years_only {
            year_of(month) * 12 + 6
        } else {
            month
        }
    }

    /// Returns what a reader can know of a month: `2019-03`, or `2019` if the person writes only years.
    pub(crate) fn iso(&self, month: Month) -> String {
        if self.years_only {
            year_of(month).to_string()
        } else {
            format!("{}-{:02}", year_of(month), month.rem_euclid(12) + 1)
        }
    }

    fn month(&self, month: Month) -> String {
        let year = year_of(month).to_string();
        if self.years_only {
            return year;
        }
        let place = usize::try_from(month.rem_euclid(12)).unwrap_or(0);
        let name = |names: &[&'static str]| names.get(place).copied().unwrap_or_default();
        let parts = self.form.chars().map(|c| match c {
            'M' => name(&self.months).to_owned(),
            'S' => name(&self.short).to_owned(),
            'N' => format!("{:02}", place + 1),
            'Y' => year.clone(),
            c => c.to_string(),
        });
        parts.collect()
    }
}

/// Returns the text between two months: a dash, or another separator of the language.
fn between(words: &Words, number: u64) -> String {
    match number % 4 {
        0 => " - ".to_owned(),
        1 => "–".to_owned(),
        2 if words.has("between") => format!(" {} ", words.value("between", number / 16_384)),
        _ => " – ".to_owned(),
    }
}
