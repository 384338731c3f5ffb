//! The table of all settings in `docs/OPERATIONS.md`.

use std::fs;

use clap::Arg;

use super::arguments::arguments;

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/OPERATIONS.md");
const BEGIN: &str =
    "<!-- The table of settings is generated from the code. A test updates it. -->\n";
const END: &str = "<!-- End of the table of settings. -->\n";

#[test]
fn the_documented_settings_are_current() {
    let document = fs::read_to_string(DOCUMENT).unwrap();
    let (before, rest) = document.split_once(BEGIN).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    let current = format!("{before}{BEGIN}\n{}\n{END}{after}", table());
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(DOCUMENT, current).unwrap();
        return;
    }
    assert!(
        document == current,
        "the settings in docs/OPERATIONS.md are out of date: \
         UPDATE_DOCS=1 cargo test -p shortlist-server --lib the_documented_settings_are_current"
    );
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
