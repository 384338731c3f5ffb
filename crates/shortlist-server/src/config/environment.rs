//! Environment variables that look like settings and are none, usually because of a typing error.

use std::env;

use clap::Arg;
use shortlist_app::nearest;

use super::arguments::arguments;
use crate::Failure;

/// The beginning of the names of all variables.
const PREFIX: &str = "SHORTLIST_";
/// The variables of secrets, which are no settings.
const SECRETS: [&str; 3] = [
    "SHORTLIST_S3_SECRET_KEY",
    "SHORTLIST_MODEL_KEY",
    "SHORTLIST_MAIL_PASSWORD",
];
/// What Kubernetes puts into the names of variables that describe services. It sets those of a service called `shortlist` and of services
/// whose names begin so.
const SERVICE_LINKS: [&str; 3] = ["_SERVICE_HOST", "_SERVICE_PORT", "_PORT_"];

/// Refuses variables that have no effect.
pub(crate) fn check_variables() -> Result<(), Failure> {
    let problems: Vec<String> = unknown_variables()
        .iter()
        .map(|name| problem(name))
        .collect();
    if problems.is_empty() {
        Ok(())
    } else {
        Err(Failure::new(problems.join("\n")))
    }
}

/// Logs a warning for each variable that has no effect. A server that runs in an environment of others still starts.
pub(crate) fn warn_of_unknown_variables() {
    for name in unknown_variables() {
        tracing::warn!("{}", problem(&name));
    }
}

fn problem(name: &str) -> String {
    let known = known();
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    match nearest(name, &known) {
        Some(meant) => {
            format!("the variable {name} is not a setting and has no effect; did you mean {meant}?")
        }
        None => format!(
            "the variable {name} is not a setting and has no effect; remove it (shortlist serve --help lists the settings)"
        ),
    }
}

/// Returns the names of the variables that are set, begin as a setting and are none.
fn unknown_variables() -> Vec<String> {
    let known = known();
    let is_unknown = |name: &String, value: &str| {
        name.starts_with(PREFIX) && !known.contains(name) && !is_service_link(name, value)
    };
    let set = env::vars_os().filter_map(|(name, value)| {
        let (name, value) = (name.into_string().ok()?, value.to_string_lossy());
        is_unknown(&name, &value).then_some(name)
    });
    let mut unknown: Vec<String> = set.collect();
    unknown.sort_unstable();
    unknown
}

/// Returns the variables of all settings and secrets.
fn known() -> Vec<String> {
    let settings = arguments();
    let variables = settings.iter().filter_map(Arg::get_env);
    let variables = variables.map(|name| name.to_string_lossy().into_owned());
    variables.chain(SECRETS.map(str::to_owned)).collect()
}

/// Returns whether Kubernetes sets a variable because of a service.
fn is_service_link(name: &str, value: &str) -> bool {
    let is_port = name.ends_with("_PORT") && value.contains("://");
    is_port || SERVICE_LINKS.iter().any(|part| name.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelled_variable_is_explained_by_the_nearest_one() {
        let problem = problem("SHORTLIST_DATABSE_URL");
        assert!(
            problem.ends_with("did you mean SHORTLIST_DATABASE_URL?"),
            "{problem}"
        );
    }

    #[test]
    fn variables_of_services_in_a_cluster_are_no_settings() {
        for (name, value) in [
            ("SHORTLIST_SERVICE_HOST", "10.0.0.1"),
            ("SHORTLIST_SERVICE_PORT_HTTP", "8080"),
            ("SHORTLIST_PORT", "tcp://10.0.0.1:8080"),
            ("SHORTLIST_PORT_8080_TCP_ADDR", "10.0.0.1"),
            ("SHORTLIST_DB_PORT", "tcp://10.0.0.2:5432"),
        ] {
            assert!(is_service_link(name, value), "{name}");
        }
        assert!(!is_service_link("SHORTLIST_PORT", "8080"));
        assert!(!is_service_link("SHORTLIST_BINDD", "127.0.0.1:80"));
    }
}
