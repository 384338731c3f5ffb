//! The languages of mails, and how they write dates and durations.

use chrono::{Datelike, NaiveDate};
use shortlist_domain::{InterviewMinutes, TimeZone, Timestamp};

/// A point in time, and the zone that it is shown in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocalTime {
    /// The time.
    pub at: Timestamp,
    /// The zone.
    pub zone: TimeZone,
}

/// A language that templates are shipped in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    English,
    /// German.
    German,
    /// French.
    French,
    /// Spanish.
    Spanish,
}

const WEEKDAYS: [[&str; 4]; 7] = [
    ["Monday", "Montag", "lundi", "lunes"],
    ["Tuesday", "Dienstag", "mardi", "martes"],
    ["Wednesday", "Mittwoch", "mercredi", "miércoles"],
    ["Thursday", "Donnerstag", "jeudi", "jueves"],
    ["Friday", "Freitag", "vendredi", "viernes"],
    ["Saturday", "Samstag", "samedi", "sábado"],
    ["Sunday", "Sonntag", "dimanche", "domingo"],
];
const MONTHS: [[&str; 4]; 12] = [
    ["January", "Januar", "janvier", "enero"],
    ["February", "Februar", "février", "febrero"],
    ["March", "März", "mars", "marzo"],
    ["April", "April", "avril", "abril"],
    ["May", "Mai", "mai", "mayo"],
    ["June", "Juni", "juin", "junio"],
    ["July", "Juli", "juillet", "julio"],
    ["August", "August", "août", "agosto"],
    ["September", "September", "septembre", "septiembre"],
    ["October", "Oktober", "octobre", "octubre"],
    ["November", "November", "novembre", "noviembre"],
    ["December", "Dezember", "décembre", "diciembre"],
];

impl Language {
    /// All languages.
    pub const ALL: [Self; 4] = [Self::English, Self::German, Self::French, Self::Spanish];

    /// Returns the code of the language (BCP 47).
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::French => "fr",
            Self::Spanish => "es",
        }
    }

    /// Finds the language of a code such as `de` or `de-AT`.
    pub fn find(code: &str) -> Option<Self> {
        let base = code.split(['-', '_']).next()?.to_ascii_lowercase();
        Self::ALL.into_iter().find(|one| one.code() == base)
    }

    /// Returns a date and a time, with the zone.
    pub(super) fn time(self, local: &LocalTime) -> String {
        let date = self.date(local.zone.local_date(local.at));
        let clock = local.zone.local_clock(local.at);
        let zone = local.zone.name();
        match self {
            Self::English => format!("{date} at {clock} ({zone})"),
            Self::German => format!("{date}, {clock} Uhr ({zone})"),
            Self::French => {
                let clock = clock.replace(':', "\u{a0}h\u{a0}");
                format!("{date} à {clock} ({zone})")
            }
            Self::Spanish if clock.starts_with("01:") => format!("{date} a la {clock} ({zone})"),
            Self::Spanish => format!("{date} a las {clock} ({zone})"),
        }
    }

    fn date(self, date: NaiveDate) -> String {
        let weekday = self.of(WEEKDAYS.get(index(date.weekday().num_days_from_monday())));
        let month = self.of(MONTHS.get(index(date.month0())));
        let (day, year) = (date.day(), date.year());
        match self {
            Self::English => format!("{weekday}, {day} {month} {year}"),
            Self::German => format!("{weekday}, {day}. {month} {year}"),
            Self::French if day == 1 => format!("{weekday} 1er {month} {year}"),
            Self::French => format!("{weekday} {day} {month} {year}"),
            Self::Spanish => format!("{weekday} {day} de {month} de {year}"),
        }
    }

    /// Returns a duration.
    pub(super) fn minutes(self, minutes: InterviewMinutes) -> String {
        let number = minutes.get();
        let unit = match (self, number) {
            (Self::English | Self::French, 1) => "minute",
            (Self::English | Self::French, _) => "minutes",
            (Self::German, 1) => "Minute",
            (Self::German, _) => "Minuten",
            (Self::Spanish, 1) => "minuto",
            (Self::Spanish, _) => "minutos",
        };
        format!("{number} {unit}")
    }

    fn of(self, words: Option<&[&'static str; 4]>) -> &'static str {
        let Some([english, german, french, spanish]) = words else {
            return "";
        };
        match self {
            Self::English => english,
            Self::German => german,
            Self::French => french,
            Self::Spanish => spanish,
        }
    }
}

fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_the_language_does() {
        let time = |language: Language, at: &str| {
            let at = Timestamp::parse("at", at).unwrap();
            let zone = TimeZone::parse("zone", "Europe/Berlin").unwrap();
            language.time(&LocalTime { at, zone })
        };
        let at = "2026-03-06T08:30:00Z";
        for (language, text) in [
            (
                Language::English,
                "Friday, 6 March 2026 at 09:30 (Europe/Berlin)",
            ),
            (
                Language::German,
                "Freitag, 6. März 2026, 09:30 Uhr (Europe/Berlin)",
            ),
            (
                Language::French,
                "vendredi 6 mars 2026 à 09\u{a0}h\u{a0}30 (Europe/Berlin)",
            ),
            (
                Language::Spanish,
                "viernes 6 de marzo de 2026 a las 09:30 (Europe/Berlin)",
            ),
        ] {
            assert_eq!(time(language, at), text);
        }
        let first = time(Language::French, "2026-07-31T22:30:00Z");
        assert_eq!(
            first,
            "samedi 1er août 2026 à 00\u{a0}h\u{a0}30 (Europe/Berlin)"
        );
        for (at, clock) in [
            ("2026-03-06T00:30:00Z", "a la 01:30"),
            ("2026-03-06T12:30:00Z", "a las 13:30"),
            ("2026-03-06T09:30:00Z", "a las 10:30"),
        ] {
            let text = time(Language::Spanish, at);
            assert!(
                text.ends_with(&format!("2026 {clock} (Europe/Berlin)")),
                "{text}"
            );
        }
    }

    #[test]
    fn durations_have_units() {
        let minutes = InterviewMinutes::parse("minutes", 45).unwrap();
        let texts = Language::ALL.map(|language| language.minutes(minutes));
        assert_eq!(
            texts,
            ["45 minutes", "45 Minuten", "45 minutes", "45 minutos"]
        );
    }

    #[test]
    fn languages_are_found_with_and_without_a_country() {
        assert_eq!(Language::find("de-AT"), Some(Language::German));
        assert_eq!(Language::find("ES"), Some(Language::Spanish));
        assert_eq!(Language::find("pt"), None);
    }
}
