//! The `shortlist` program: configuration, wiring, subcommands and shutdown. The only crate that reads the environment.
