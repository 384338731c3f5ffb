//! Time zones, in which times are shown.

use std::str::FromStr;

use chrono_tz::Tz;

use crate::{InvalidValue, Timestamp};

/// A time zone of the IANA database (<https://www.iana.org/time-zones>).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeZone(Tz);

impl TimeZone {
    /// Parses a name of the database, such as `Europe/Berlin`.
    ///
    /// # Errors
    /// Returns an error if the database has no such name.
    pub fn parse(field: &str, name: &str) -> Result<Self, InvalidValue> {
        Tz::from_str(name.trim()).map(Self).map_err(|_unknown| {
            let problem = "must be a time zone of the IANA database, such as Europe/Berlin";
            InvalidValue::new(field, problem)
        })
    }

    /// Returns the zone's name.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// Returns the local date and time, with minutes.
    pub fn local_time(self, at: Timestamp) -> String {
        let local = at.as_datetime().with_timezone(&self.0);
        local.format("%Y-%m-%d %H:%M").to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_shown_by_the_rules_of_its_zone() {
        let summer = Timestamp::parse("at", "2026-07-01T08:00:00Z").unwrap();
        let winter = Timestamp::parse("at", "2026-12-01T08:00:00Z").unwrap();
        let berlin = TimeZone::parse("timeZone", " Europe/Berlin ").unwrap();
        assert_eq!(berlin.name(), "Europe/Berlin");
        assert_eq!(berlin.local_time(summer), "2026-07-01 10:00");
        assert_eq!(berlin.local_time(winter), "2026-12-01 09:00");
        let kathmandu = TimeZone::parse("timeZone", "Asia/Kathmandu").unwrap();
        assert_eq!(kathmandu.local_time(winter), "2026-12-01 13:45");
    }

    #[test]
    fn an_unknown_zone_is_refused() {
        for unknown in ["", "Berlin", "Europe/Atlantis", "+01:00", "CEST+1"] {
            let refused = TimeZone::parse("timeZone", unknown).unwrap_err();
            assert_eq!(refused.field, "timeZone", "{unknown}");
        }
    }
}
