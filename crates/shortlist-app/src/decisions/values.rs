//! Dates, numbers and lengths of time as each language writes them.

use chrono::{Datelike, NaiveDate};
use shortlist_domain::{MicroPoints, PartialDate, Score};

use super::language::PacketLanguage;
use super::messages::Message;

/// The names of the months, from January on.
fn months(language: PacketLanguage) -> [&'static str; 12] {
    match language {
        PacketLanguage::English => [
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ],
        PacketLanguage::German => [
            "Januar",
            "Februar",
            "März",
            "April",
            "Mai",
            "Juni",
            "Juli",
            "August",
            "September",
            "Oktober",
            "November",
            "Dezember",
        ],
        PacketLanguage::French => [
            "janvier",
            "février",
            "mars",
            "avril",
            "mai",
            "juin",
            "juillet",
            "août",
            "septembre",
            "octobre",
            "novembre",
            "décembre",
        ],
        PacketLanguage::Spanish => [
            "enero",
            "febrero",
            "marzo",
            "abril",
            "mayo",
            "junio",
            "julio",
            "agosto",
            "septiembre",
            "octubre",
            "noviembre",
            "diciembre",
        ],
    }
}

/// Returns a date with the name of its month.
pub(super) fn date(day: NaiveDate, language: PacketLanguage) -> String {
    let month = usize::try_from(day.month0()).unwrap_or(0);
    let month = months(language).get(month).copied().unwrap_or_default();
    let (number, year) = (day.day(), day.year());
    match language {
        PacketLanguage::English => format!("{month} {number}, {year}"),
        PacketLanguage::German => format!("{number}. {month} {year}"),
        PacketLanguage::French if number == 1 => format!("1er {month} {year}"),
        PacketLanguage::French => format!("{number} {month} {year}"),
        PacketLanguage::Spanish => format!("{number} de {month} de {year}"),
    }
}

/// Returns a month with its number first: `05/2021`.
pub(super) fn month(date: PartialDate) -> String {
    match date.month {
        Some(month) => format!("{month:02}/{:04}", date.year),
        None => date.to_string(),
    }
}

/// Returns a score with one decimal place.
pub(super) fn score(score: Score, language: PacketLanguage) -> String {
    with_decimal_mark(&score.to_string(), language)
}

/// Returns points with one decimal place, rounded half up.
pub(super) fn points(points: MicroPoints, language: PacketLanguage) -> String {
    let tenths = (points.get() + 50_000).div_euclid(100_000);
    let text = format!("{}.{}", tenths / 10, tenths % 10);
    with_decimal_mark(&text, language)
}

/// Returns points with one decimal place, rounded down, so that they are not too many.
pub(super) fn points_at_least(points: MicroPoints, language: PacketLanguage) -> String {
    let tenths = points.get().div_euclid(100_000);
    let text = format!("{}.{}", tenths / 10, tenths % 10);
    with_decimal_mark(&text, language)
}

/// Returns a share in percent, with one decimal place.
pub(super) fn percent(share: MicroPoints, language: PacketLanguage) -> String {
    points(MicroPoints::new(share.get().saturating_mul(100)), language)
}

fn with_decimal_mark(number: &str, language: PacketLanguage) -> String {
    match language {
        PacketLanguage::English => number.to_owned(),
        _ => number.replace('.', ","),
    }
}

/// Returns a length of time in years and months.
pub(super) fn length(months: u32, language: PacketLanguage) -> String {
    let counted = |count: u32, one: Message, many: Message| match count {
        1 => one.text(language).to_owned(),
        _ => many.fill(language, &[("count", &count.to_string())]),
    };
    let years = |count| counted(count, Message::OneYear, Message::Years);
    let rest = |count| counted(count, Message::OneMonth, Message::Months);
    match (months / 12, months % 12) {
        (0, months) => rest(months),
        (count, 0) => years(count),
        (count, months) => Message::And.fill(
            language,
            &[("first", &years(count)), ("second", &rest(months))],
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_has_its_form() {
        let day = NaiveDate::from_ymd_opt(2026, 3, 1).unwrap();
        let expected = [
            ("March 1, 2026", "61.3", "1 year and 2 months"),
            ("1. März 2026", "61,3", "1 Jahr und 2 Monate"),
            ("1er mars 2026", "61,3", "1 an et 2 mois"),
            ("1 de marzo de 2026", "61,3", "1 año y 2 meses"),
        ];
        for (language, (shown_day, shown_score, shown_length)) in
            PacketLanguage::ALL.into_iter().zip(expected)
        {
            assert_eq!(date(day, language), shown_day);
            assert_eq!(score(Score::from_tenths(613), language), shown_score);
            assert_eq!(length(14, language), shown_length);
        }
    }

    #[test]
    fn points_that_would_be_gained_are_rounded_down() {
        let almost = MicroPoints::new(4_666_650);
        let language = PacketLanguage::English;
        assert_eq!(points(almost, language), "4.7");
        assert_eq!(points_at_least(almost, language), "4.6");
        assert_eq!(percent(MicroPoints::new(549_832), language), "55.0");
    }

    #[test]
    fn a_month_begins_with_its_number() {
        let may = PartialDate {
            year: 2021,
            month: Some(5),
        };
        assert_eq!(month(may), "05/2021");
    }
}
