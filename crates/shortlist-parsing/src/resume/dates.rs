//! Finds dates and date ranges in words and digits.

mod date;
mod eras;
mod range;
mod token;
mod words;

use shortlist_domain::{PartialDate, Span};
use shortlist_vocabulary::steps;

use super::words::DateWords;
pub(super) use eras::BUDDHIST_YEARS;
use eras::Calendar;
use token::Token;
use words::Meaning;
pub(super) use words::is_misspelling;

/// A date range, as precise as the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DateRange {
    /// The start.
    pub(super) start: PartialDate,
    /// The end, if it is known.
    pub(super) end: Option<PartialDate>,
    /// Whether it continues until now.
    pub(super) current: bool,
    /// Its position in the text.
    pub(super) span: Span,
}

/// Returns whether a word in lower case is a month, a season, the present, or a small word of dates.
pub(super) fn is_date_word(word: &str) -> bool {
    words::meaning(word).is_some()
}

/// A text in which dates are searched.
pub(super) struct DatedText {
    tokens: Vec<Token>,
    /// What each token means in a date.
    meanings: Vec<Option<Meaning>>,
    /// What its words show about the calendar of its years.
    calendar: Calendar,
}

impl DatedText {
    /// Prepares the search in a text. `offset` is added to the positions of dates.
    pub(super) fn new(text: &str, offset: usize) -> Self {
        // Every date has a digit.
        let tokens = if text.contains(|c| token::digit(c).is_some()) {
            token::lex(text, offset)
        } else {
            Vec::new()
        };
        let meanings = tokens.iter().map(|token| words::meaning(token.word()?));
        let mut text = Self {
            meanings: meanings.collect(),
            tokens,
            calendar: Calendar::default(),
        };
        text.calendar = text.calendar_of_words();
        text
    }

    /// Returns the date ranges, in order.
    pub(super) fn ranges(&self) -> Vec<DateRange> {
        self.read_all(Self::range)
    }

    /// Returns the single dates as periods, in order.
    fn single_dates(&self) -> Vec<DateRange> {
        self.read_all(Self::single_date)
    }

    /// Returns the single dates that are not a part of some ranges, which are in order.
    pub(super) fn single_dates_outside(&self, ranges: &[DateRange]) -> Vec<DateRange> {
        let mut dates = self.single_dates();
        dates.retain(|date| !is_within(*date, ranges));
        dates
    }

    /// Returns all values that a function finds at tokens, each after the one before.
    fn read_all<T>(&self, read: impl Fn(&Self, usize) -> Option<(T, usize)>) -> Vec<T> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < self.tokens.len() {
            if let Some((value, after)) = read(self, at) {
                found.push(value);
                at = after.max(at + 1);
            } else {
                at += 1;
            }
        }
        found
    }
}

/// Returns the date ranges of a text, in order. `offset` is added to their positions.
pub(super) fn find_ranges(text: &str, offset: usize) -> Vec<DateRange> {
    DatedText::new(text, offset).ranges()
}

/// Returns the single dates of a text as periods, in order. `offset` is added to their positions.
pub(super) fn find_single_dates(text: &str, offset: usize) -> Vec<DateRange> {
    DatedText::new(text, offset).single_dates()
}

/// Returns whether a single date is part of one of the ranges, which are in order.
fn is_within(single_date: DateRange, ranges: &[DateRange]) -> bool {
    let before = |range: &DateRange| {
        steps::count(1);
        range.span.end <= single_date.span.start
    };
    let next = ranges.get(ranges.partition_point(before));
    next.is_some_and(|range| range.span.start < single_date.span.end)
}

/// Returns whether the words of a range leave its end blank: `2019 –`.
pub(super) fn has_blank_end(words: &str) -> bool {
    words.ends_with(range::BLANK_DASHES)
}

/// Returns the month that begins a text with its whole name, and the text after it. `Set Designer` begins with no month.
pub(super) fn leading_month(text: &str) -> Option<(u8, &str)> {
    let (first, rest) = text.split_once(' ')?;
    let first = first.to_lowercase();
    let mut months = DateWords::get().months.iter();
    let (_, month) = months.find(|(name, _)| *name == first)?;
    Some((month, rest.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranges(text: &str) -> Vec<String> {
        find_ranges(text, 0)
            .into_iter()
            .map(|range| {
                let end = range.end.map_or("?".to_owned(), |end| end.to_string());
                format!(
                    "{}..{}",
                    range.start,
                    if range.current { "now" } else { &end }
                )
            })
            .collect()
    }

    #[track_caller]
    fn each_is_read(rows: &[(&str, &str)]) {
        for (text, expected) in rows {
            assert_eq!(ranges(text), [*expected], "{text}");
        }
    }

    #[test]
    fn ranges_are_read_in_many_forms() {
        each_is_read(&[
            ("March 2019 - Present", "2019-03..now"),
            ("Mar. 2019 – Jun. 2021", "2019-03..2021-06"),
            ("03/2019 - 06/2021", "2019-03..2021-06"),
            ("2019-03 to 2021-06", "2019-03..2021-06"),
            ("2018-Mar - 2019-Jun", "2018-03..2019-06"),
            ("2020-Sep - Present", "2020-09..now"),
            ("2018-March 2019", "2018..2019-03"),
            ("2018 - 2020", "2018..2020"),
            ("2018-19", "2018..2019"),
            ("Jan'18 to Dec'19", "2018-01..2019-12"),
            ("Jan - March 2019", "2019-01..2019-03"),
            ("Summer 2018 - Fall 2019", "2018-06..2019-11"),
            ("June 5th, 2017 – July 1, 2018", "2017-06..2018-07"),
            ("Sept. 5, 2017 – July.01, 2018", "2017-09..2018-07"),
            ("10-Jun-2014 to till date", "2014-06..now"),
            ("May 2016\tto\nJuly 2017", "2016-05..2017-07"),
            ("Jun. 2011 Nov. 2013", "2011-06..2013-11"),
            ("2009 2016", "2009..2016"),
            ("2004/ 2013", "2004..2013"),
            ("Since - 23/05/2018", "2018-05..now"),
            ("3rdMarch 2014 to 28 Nov 2014", "2014-03..2014-11"),
            ("28 March 2016 to 2nd Mach 2018", "2016-03..2018-03"),
            ("16 March 2003 - Still Date", "2003-03..now"),
            ("2015 – Persent", "2015..now"),
            ("2004 AUGUST - 2007 OCTOBER", "2004-08..2007-10"),
            ("Q1 2019 – Q3 2020", "2019-01..2020-09"),
            ("'98 – '02", "1998..2002"),
            ("2016 onwards", "2016..now"),
            ("2019 –", "2019..now"),
            ("2013/---", "2013..now"),
            ("Sep 2018 -\nAcme", "2018-09..now"),
            ("March 8 - March 12, 2010", "2010-03..2010-03"),
            ("June 12 - June 16, 2015", "2015-06..2015-06"),
            ("Acme\tJun 2016\tcontinue", "2016-06..now"),
            ("[2017] — [2018]", "2017..2018"),
            (
                "from “25th May 2014” to “25TH JUNE 2015”",
                "2014-05..2015-06",
            ),
        ]);
        assert_eq!(ranges("room 2018, house 12"), Vec::<String>::new());
    }

    #[test]
    fn damaged_ranges_keep_what_is_certain() {
        each_is_read(&[
            ("Apr 2019 – Dec 20121", "2019-04..?"),
            ("04/2019 - December 20211", "2019-04..?"),
            ("Apr 2019 – Dec 202", "2019-04..?"),
            ("04/2019 - 12/20211", "2019-04..?"),
            ("Dec 2021 – Apr 2019", "2019-04..2021-12"),
            ("12/2021 – 04/2019", "2019-04..2021-12"),
            ("2021 – 2019", "2019..2021"),
            ("06/2015 - 03/218", "2015-06..?"),
            ("13/2018 - 12/2021", "2018..2021-12"),
        ]);
        for text in ["Apr 2019 – Dec 41234", "2021-2019", "2021 – 1919"] {
            assert_eq!(ranges(text), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn years_of_other_calendars_are_read_where_they_are_certain() {
        each_is_read(&[
            ("March 2562 - Present", "2019-03..now"),
            ("June 2558 - February 2562", "2015-06..2019-02"),
            ("06/2558 - 02/2562", "2015-06..2019-02"),
            ("令和元年5月 - 現在", "2019-05..now"),
            ("平成27年4月 - 平成31年4月", "2015-04..2019-04"),
            ("昭和63年4月～平成2年3月", "1988-04..1990-03"),
            ("看護師 H25.4 - H31.4", "2013-04..2019-04"),
            ("病院 R1.5 - 現在", "2019-05..now"),
            ("มีนาคม 2562 - ปัจจุบัน", "2019-03..now"),
            ("มิถุนายน 2558 ถึง กุมภาพันธ์ 2562", "2015-06..2019-02"),
            ("พ.ศ. ๒๕๕๖ - พ.ศ. ๒๕๖๓", "2013..2020"),
            ("Since B.E. 2563", "2020..now"),
            ("B.E. 2556 - 2563", "2013..2020"),
        ]);
        for text in ["Room 2562 - 2570", "H25.4 - H31.4", "B.E. 2001 - 2003 AD"] {
            assert!(
                !ranges(text).iter().any(|it| it.starts_with("201")),
                "{text}"
            );
        }
    }

    #[test]
    fn a_day_and_a_grade_are_no_years() {
        let dates = |text: &str| -> Vec<String> {
            let found = find_single_dates(text, 0);
            found.iter().map(|date| date.start.to_string()).collect()
        };
        assert_eq!(dates("Oct' 30 2015"), ["2015-10"]);
        assert_eq!(dates("Mar '19"), ["2019-03"]);
        assert_eq!(dates("Class 10/2015"), ["2015"]);
        assert_eq!(dates("Blue Sky Media 10/2015"), ["2015-10"]);
        for text in [
            "Grade 10/12",
            "GPA 08/10",
            "class 10/12",
            "Note: 10/12",
            "moyenne 12/20",
        ] {
            assert_eq!(dates(text), Vec::<String>::new(), "{text}");
        }
        assert_eq!(dates("Leeds 10/12"), ["2012-10"]);
    }

    #[test]
    fn ranges_are_read_in_many_languages() {
        each_is_read(&[
            ("Apr 2018 – gegenwärtig", "2018-04..now"),
            ("03.2019–heute", "2019-03..now"),
            ("01.03.2019 bis 30.06.2021", "2019-03..2021-06"),
            ("seit Mai 2020", "2020-05..now"),
            ("depuis septembre 2017", "2017-09..now"),
            ("enero de 2015 a diciembre de 2016", "2015-01..2016-12"),
            ("2019年3月 – 至今", "2019-03..now"),
            ("Июнь 2015 — настоящее время", "2015-06..now"),
            ("2016.8 － 至今", "2016-08..now"),
            ("März 2015 bis dato", "2015-03..now"),
            ("déc. 2015 – à ce jour", "2015-12..now"),
            ("Aout 2013 – ajourd'hui", "2013-08..now"),
            ("1er février 2010 au 30 août 2011", "2010-02..2011-08"),
            ("juin à septembre 2019", "2019-06..2019-09"),
            ("abril de 2015 hasta la fecha", "2015-04..now"),
            ("desde ene. 2015 a la actualidad", "2015-01..now"),
            ("fev. 2015 – até o momento", "2015-02..now"),
            ("maio/2015 a dez/2018", "2015-05..2018-12"),
            ("2015 – dias atuais", "2015..now"),
            ("dal 2010 al 2012", "2010..2012"),
            ("gen. 2015 – ad oggi", "2015-01..now"),
            ("mrt. 2015 t/m okt. 2018", "2015-03..2018-10"),
            ("van 2015 tot heden", "2015..now"),
            ("2015年3月至2018年6月", "2015-03..2018-06"),
            ("2015.03-至今", "2015-03..now"),
            ("июль 2015 г. – по настоящее время", "2015-07..now"),
            ("янв. 2015 – н.в.", "2015-01..now"),
            ("с марта 2015 по май 2018", "2015-03..2018-05"),
            ("Ιανουάριος 2015 – σήμερα", "2015-01..now"),
            ("ΜΑΪΟΣ 2015 – ΙΟΥΛΙΟΣ 2018", "2015-05..2018-07"),
            ("Μαρτίου 2015 – Δεκ. 2018", "2015-03..2018-12"),
            ("مارس 2015 - حتى الآن", "2015-03..now"),
            ("من يناير ٢٠١٥ إلى ديسمبر ٢٠١٨", "2015-01..2018-12"),
            ("شباط 2015 – آب 2018", "2015-02..2018-08"),
            ("Sept. 2015 – zum heutigen Tag", "2015-09..now"),
            ("od stycznia 2015 r. do chwili obecnej", "2015-01..now"),
            ("paź. 2015 – obecnie", "2015-10..now"),
        ]);
    }

    #[test]
    fn a_range_whose_end_is_blank_may_be_next_to_another() {
        assert_eq!(
            ranges("2008 – 2004 – 2008\tAcme"),
            ["2008..now", "2004..2008"]
        );
        for text in [
            "September 25 -\n28",
            "2014 –\tAcme",
            "Office 2016…",
            "2019 – since 20 – since 20",
        ] {
            assert_eq!(ranges(text), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn a_label_after_a_date_is_not_the_present() {
        assert_eq!(
            ranges("Issued 22/06/2018\nDate of expiry"),
            Vec::<String>::new()
        );
    }
}
