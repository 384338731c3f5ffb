//! Configuration. Flags take precedence over `SHORTLIST_*` variables, those over a TOML file, and that over defaults.
//!
//! Each setting is declared once. Its field names the flag, the variable and the key in the file, and documents them.

mod arguments;
mod check;
mod database;
mod environment;
mod external_servers;
mod file_store;
mod language_model;
mod mail;
mod mail_rates;
mod parts;
mod redacted;
#[cfg(test)]
mod reference;
mod sections;
mod switch;

use std::fs;
use std::path::Path;

use clap::{Arg, Args, Command, FromArgMatches};
use serde::de::Error as _;
use toml::Table;
use toml::de::Error;

pub(crate) use arguments::ConfigArguments;
pub(crate) use environment::{check_variables, warn_of_unknown_variables};
pub(crate) use mail::{ConfiguredMail, MailSettings};
pub(crate) use sections::{Config, LogFormat, MetricsSettings, TraceSettings, WebhookSettings};
pub(crate) use switch::Switch;

use crate::Failure;

impl Config {
    /// Returns the configuration that no flag, variable or file changes.
    pub(crate) fn defaults() -> Result<Self, Failure> {
        let command = Self::augment_args(Command::new("defaults"));
        command
            .try_get_matches_from(["defaults"])
            .and_then(|matches| Self::from_arg_matches(&matches))
            .map_err(Failure::of("use the default settings"))
    }

    /// Merges flags, variables, file and defaults, and validates the result.
    pub(crate) fn load(arguments: &ConfigArguments) -> Result<Self, Failure> {
        let mut file = match arguments.file() {
            Some(path) => read_table(path)?,
            None => Table::new(),
        };
        let table = Table::try_from(arguments.settings()).map_err(Failure::of("read the flags"))?;
        file.retain(|name, _| !arguments.is_given(name));
        let source = match arguments.file() {
            Some(path) => format!("use the configuration of {} and the flags", path.display()),
            None => "use the flags as configuration".to_owned(),
        };
        let config = Self::replace(table, file).map_err(Failure::of(source))?;
        config.check()?;
        Ok(config)
    }

    /// Replaces settings by those of a file, in the order of their names, so that the error is about the first wrong one.
    fn replace(mut table: Table, file: Table) -> Result<Self, Error> {
        let names = Self::names();
        let mut config = Self::from_table(&table)?;
        for (name, value) in file {
            if !names.contains(&name) {
                let names = names.join("`, `");
                let text = format!("unknown field `{name}`, expected one of `{names}`");
                return Err(Error::custom(text));
            }
            table.insert(name, value);
            config = Self::from_table(&table)?;
        }
        Ok(config)
    }

    /// Returns the names of all settings.
    fn names() -> Vec<String> {
        let command = Self::augment_args(Command::new("names"));
        let ids = command.get_arguments().map(Arg::get_id);
        ids.map(ToString::to_string).collect()
    }
}

fn read_table(path: &Path) -> Result<Table, Failure> {
    let attempt = || format!("read the configuration file {}", path.display());
    let text = fs::read_to_string(path).map_err(Failure::of(attempt()))?;
    text.parse().map_err(Failure::of(attempt()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(text: &str, flags: &[&str]) -> Result<Config, Failure> {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), text).unwrap();
        let path = ["--config", file.path().to_str().unwrap()];
        Config::load(&ConfigArguments::parse(&[&path, flags].concat()))
    }

    #[test]
    fn flags_override_the_file_and_the_file_overrides_the_defaults() {
        let text = "max_files = 7\nmax_connections = 3\nlog_format = \"json\"\n";
        let config = load(text, &["--max-connections", "5"]).unwrap();
        assert_eq!(
            (config.uploads.max_files, config.database.max_connections),
            (7, 5)
        );
        assert_eq!(
            (config.logging.log_format, config.uploads.max_file_mib),
            (LogFormat::Json, 10)
        );
    }

    #[test]
    fn a_flag_overrides_the_file_even_with_its_default() {
        let config = load("max_files = 7", &["--max-files", "2000"]).unwrap();
        assert_eq!(config, Config::defaults().unwrap());
    }

    #[test]
    fn unknown_keys_and_incomplete_tls_settings_are_refused() {
        for (text, expected) in [
            ("max_filez = 7", "max_filez"),
            ("config = \"other.toml\"", "unknown field `config`"),
            ("tls_cert = \"c.pem\"", "tls_key"),
            ("max_files = 0", "max_files"),
            ("trusted_proxies = [\"proxy\"]", "trusted_proxies"),
            ("cors_origins = [\"*\"]", "cors_origins"),
            ("public_url = \"example.org\"", "public_url"),
        ] {
            let report = load(text, &[]).unwrap_err().report();
            assert!(report.contains(expected), "{report}");
        }
    }
}
