//! The printed form of a configuration, without secrets.

use super::Config;
use crate::Failure;

impl Config {
    /// Returns the configuration as TOML, with the database's password hidden.
    pub(crate) fn redacted_toml(&self) -> Result<String, Failure> {
        let mut redacted = self.clone();
        redacted.database.database_url = self.database.database_url.as_deref().map(hide_password);
        redacted.database.database_read_url = self
            .database
            .database_read_url
            .as_deref()
            .map(hide_password);
        toml::to_string_pretty(&redacted).map_err(Failure::of("print the configuration"))
    }
}

/// Hides the password of `scheme://user:password@host/…` and of a `password=` parameter.
fn hide_password(url: &str) -> String {
    let (address, parameters) = match url.split_once('?') {
        Some((address, parameters)) => (address, Some(parameters)),
        None => (url, None),
    };
    let mut shown = match address.split_once("://") {
        Some((scheme, rest)) => match rest.rsplit_once('@') {
            Some((user, host)) => {
                let user = user.split_once(':').map_or_else(
                    || user.to_owned(),
                    |(name, _password)| format!("{name}:***"),
                );
                format!("{scheme}://{user}@{host}")
            }
            None => address.to_owned(),
        },
        None => address.to_owned(),
    };
    if let Some(parameters) = parameters {
        let hide = |parameter: &str| match parameter.split_once('=') {
            Some((name, _)) if name.contains("password") => format!("{name}=***"),
            _ => parameter.to_owned(),
        };
        let parameters: Vec<_> = parameters.split('&').map(hide).collect();
        shown = format!("{shown}?{}", parameters.join("&"));
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_hidden() {
        for (url, shown) in [
            (
                "postgres://ada:s3cret@db:5432/shortlist",
                "postgres://ada:***@db:5432/shortlist",
            ),
            (
                "postgres://ada:p@ss@db/shortlist",
                "postgres://ada:***@db/shortlist",
            ),
            (
                "postgres://db/shortlist?user=ada&password=s3cret",
                "postgres://db/shortlist?user=ada&password=***",
            ),
            ("/var/lib/shortlist.db", "/var/lib/shortlist.db"),
        ] {
            assert_eq!(hide_password(url), shown);
        }
        let url = || Some("postgres://ada:s3cret@db/shortlist".to_owned());
        let mut config = Config::defaults().unwrap();
        config.database.database_url = url();
        config.database.database_read_url = url();
        assert!(!config.redacted_toml().unwrap().contains("s3cret"));
    }
}
