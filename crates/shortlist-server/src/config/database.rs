//! Where lists are read from.

use shortlist_persistence::{DatabaseUrl, ListSource, SUPPORTS_TLS};

use super::sections::DatabaseSettings;
use crate::Failure;

impl DatabaseSettings {
    /// Rejects addresses of other databases, and settings that name two places to read lists from.
    pub(super) fn check(&self) -> Result<(), Failure> {
        for (setting, address) in [
            ("database_url", &self.database_url),
            ("database_read_url", &self.database_read_url),
        ] {
            if let Some(address) = address {
                check_kind(setting, address)?;
                check_tls(setting, address, SUPPORTS_TLS)?;
            }
        }
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

/// The kinds of databases, as their addresses begin. A path without such a beginning is that of a SQLite file.
const KINDS: [&str; 3] = ["postgres", "postgresql", "sqlite"];

/// Rejects the address of a database of another kind.
fn check_kind(setting: &str, address: &str) -> Result<(), Failure> {
    match address.split_once("://") {
        Some((kind, _)) if !KINDS.contains(&kind) => Err(Failure::new(format!(
            "{setting} must be the address of a PostgreSQL database, such as postgres://user@host/database, or the path of a SQLite \
             file; {kind} is not supported"
        ))),
        _ => Ok(()),
    }
}

/// Rejects an address that needs TLS if this build has none.
fn check_tls(setting: &str, address: &str, supported: bool) -> Result<(), Failure> {
    match DatabaseUrl::parse(address).required_tls() {
        Some(required) if !supported => Err(Failure::new(format!(
            "{setting} contains {required}, and this program was built without TLS to PostgreSQL; build it without \
             --no-default-features, or use a server on this machine without TLS"
        ))),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn databases_of_other_kinds_are_refused() {
        for fine in [
            "postgres://a@b/c",
            "postgresql://a@b/c",
            "sqlite:///var/lib/x.db",
            "/x.db",
            "C:\\x.db",
        ] {
            assert!(check_kind("database_url", fine).is_ok(), "{fine}");
        }
        for other in ["mysql://x", "mongodb://a@b/c", "POSTGRES://a@b/c"] {
            let report = check_kind("database_url", other).unwrap_err().report();
            assert!(report.contains("database_url must be"), "{report}");
            assert!(!report.contains("a@b"), "{report}");
        }
    }

    #[test]
    fn an_address_that_needs_tls_is_refused_by_a_build_without_it() {
        let required = "postgres://a:secret@b/c?sslmode=verify-ca";
        let preferred = "postgres://a:secret@b/c?sslmode=prefer";
        assert!(check_tls("database_url", required, true).is_ok());
        assert!(check_tls("database_url", preferred, false).is_ok());
        let refused = check_tls("database_url", required, false);
        let report = refused.unwrap_err().report();
        assert!(report.contains("sslmode=verify-ca"), "{report}");
        assert!(report.contains("--no-default-features"), "{report}");
        assert!(!report.contains("secret"), "{report}");
    }

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
