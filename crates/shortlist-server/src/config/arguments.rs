//! The flags and environment variables of the configuration.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};

use super::Config;

/// The flags and variables. A setting that is not given comes from the file, or else from the defaults.
#[derive(Debug)]
pub(crate) struct ConfigArguments {
    flags: Flags,
    /// The names of the settings that a flag or a variable gives.
    given: BTreeSet<String>,
}

#[derive(Debug, Args)]
struct Flags {
    /// TOML file with any of these settings, spelled with underscores.
    #[arg(long)]
    config: Option<PathBuf>,
    #[command(flatten)]
    settings: Config,
}

impl ConfigArguments {
    /// Returns the path of the configuration file.
    pub(super) fn file(&self) -> Option<&Path> {
        self.flags.config.as_deref()
    }

    /// Returns the settings as flags, variables and defaults give them.
    pub(super) fn settings(&self) -> &Config {
        &self.flags.settings
    }

    /// Returns whether a flag or a variable gives the setting.
    pub(super) fn is_given(&self, name: &str) -> bool {
        self.given.contains(name)
    }

    /// Parses flags without variables.
    #[cfg(test)]
    pub(super) fn parse(flags: &[&str]) -> Self {
        let command = Flags::augment_args(Command::new("test").no_binary_name(true));
        Self::from_arg_matches(&command.get_matches_from(flags)).unwrap()
    }
}

/// Returns the arguments of all settings. The defaults are not listed, because a file may replace them.
pub(super) fn arguments() -> Vec<Arg> {
    // The position among the other flags depends on the command.
    let command = Flags::augment_args(Command::new("settings").next_display_order(None));
    let with_variable = |argument: &Arg| {
        let variable = format!("SHORTLIST_{}", argument.get_id().as_str().to_uppercase());
        argument.clone().env(variable).hide_default_value(true)
    };
    command.get_arguments().map(with_variable).collect()
}

impl Args for ConfigArguments {
    fn augment_args(command: Command) -> Command {
        command.args(arguments())
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ConfigArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let is_given = |name: &String| {
            let source = matches.value_source(name);
            source.is_some_and(|source| source != ValueSource::DefaultValue)
        };
        Ok(Self {
            given: Config::names().into_iter().filter(is_given).collect(),
            flags: Flags::from_arg_matches(matches)?,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
