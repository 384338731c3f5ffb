//! The table of all settings in `docs/OPERATIONS.md`.

use clap::Arg;

use super::arguments::arguments;
use crate::generated_docs::check_table;

#[test]
fn the_documented_settings_are_current() {
    check_table("OPERATIONS.md", "settings", &table());
}

fn table() -> String {
    let rows: String = arguments().iter().map(row).collect();
    format!(
        "| flag | variable | key in the file | default | meaning |\n|---|---|---|---|---|\n{rows}"
    )
}

fn row(argument: &Arg) -> String {
    let flag = format!("`--{}`", argument.get_long().unwrap());
    let variable = format!("`{}`", argument.get_env().unwrap().to_str().unwrap());
    let key = match argument.get_id().as_str() {
        "config" => String::new(),
        name => format!("`{name}`"),
    };
    let defaults = argument.get_default_values().iter();
    let default: String = defaults
        .map(|default| format!("`{}`", default.to_str().unwrap()))
        .collect();
    let meaning = meaning(argument).replace('|', "\\|");
    format!("| {flag} | {variable} | {key} | {default} | {meaning} |\n")
}

/// Returns the help of a setting, and what each of its values means.
fn meaning(argument: &Arg) -> String {
    let help = argument.get_long_help().or(argument.get_help()).unwrap();
    let help = help.to_string().replace("\n\n", " ");
    let mut sentences = vec![format!("{}.", help.trim_end_matches('.'))];
    for value in argument.get_possible_values() {
        if let Some(help) = value.get_help() {
            sentences.push(format!("`{}`: {help}.", value.get_name()));
        }
    }
    sentences.join(" ")
}
