//! Where lists are read from.

use shortlist_persistence::{DatabaseUrl, ListSource};

use super::sections::DatabaseSettings;
use crate::Failure;

impl DatabaseSettings {
    /// Rejects settings that name two places to read lists from.
    pub(super) fn check(&self) -> Result<(), Failure> {
        if self.database_read_url.is_some() && self.database_read_machines {
            return Err(Failure::new(
                "lists are read either from a standby or from the machines of a cluster; give database_read_url or \
                 database_read_machines, not both",
            ));
        }
        Ok(())
    }

    /// Returns where lists are read from.
    pub(crate) fn lists(&self) -> ListSource {
        match &self.database_read_url {
            Some(url) => ListSource::Standby(DatabaseUrl::parse(url)),
            None if self.database_read_machines => ListSource::Machines,
            None => ListSource::Database,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_from_one_place() {
        let settings = |read_url: Option<&str>, database_read_machines| DatabaseSettings {
            database_url: Some("postgres://a@b/c".to_owned()),
            database_read_url: read_url.map(str::to_owned),
            database_read_machines,
            max_connections: 1,
        };
        let standby = "postgres://a@standby/c";
        assert!(settings(Some(standby), true).check().is_err());
        for (settings, expected) in [
            (settings(None, false), ListSource::Database),
            (settings(None, true), ListSource::Machines),
            (
                settings(Some(standby), false),
                ListSource::Standby(DatabaseUrl::parse(standby)),
            ),
        ] {
            assert!(settings.check().is_ok());
            assert_eq!(settings.lists(), expected);
        }
    }
}
