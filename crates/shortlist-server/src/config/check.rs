//! Validation of a configuration.

use shortlist_domain::Environment;
use shortlist_parsing::is_phone_region;
use shortlist_workers::MAX_FRAME_BYTES;
use toml::{Table, Value};

use super::Config;
use super::sections::ResumeSettings;
use crate::Failure;

/// The settings for which 0 has a meaning: unlimited, one for each core, no waiting, or midnight.
const MAY_BE_ZERO: [&str; 7] = [
    "workers",
    "drain_seconds",
    "shutdown_seconds",
    "quota_stored_mib",
    "quota_daily_resumes",
    "readers",
    "mail_digest_hour",
];

impl Config {
    /// Rejects settings that contradict each other, and limits that must not be 0.
    pub(super) fn check(&self) -> Result<(), Failure> {
        if self.tls.tls_cert.is_some() != self.tls.tls_key.is_some() {
            return Err(Failure::new(
                "TLS needs both a certificate and its key; give tls_cert and tls_key, or neither",
            ));
        }
        if let Some(name) = self.find_zero()? {
            return Err(Failure::new(format!("{name} must be at least 1")));
        }
        self.database.check()?;
        self.resumes.check()?;
        self.files.check()?;
        self.model.check()?;
        self.mail.check()?;
        self.http.proxies()?;
        self.http.origins()?;
        self.allowed_hosts(Environment::Production)?;
        self.http.public_url()?;
        let max_mib = MAX_FRAME_BYTES >> 20;
        if self.uploads.max_file_mib > max_mib {
            return Err(Failure::new(format!(
                "max_file_mib must be at most {max_mib}, the largest file that the readers accept"
            )));
        }
        Ok(())
    }

    /// Returns the name of the first number that is 0 and must not be.
    fn find_zero(&self) -> Result<Option<String>, Failure> {
        let table = Table::try_from(self).map_err(Failure::of("check the settings"))?;
        let is_zero = |name: &String| table.get(name) == Some(&Value::Integer(0));
        let mut zeros = Self::names().into_iter().filter(is_zero);
        Ok(zeros.find(|name| !MAY_BE_ZERO.contains(&name.as_str())))
    }

    /// Rejects a configuration that would send credentials and resumes over a network without encryption.
    pub(crate) fn check_exposure(&self) -> Result<(), Failure> {
        if self.server.bind.ip().is_loopback()
            || self.tls.tls_cert.is_some()
            || self.http.behind_proxy
        {
            return Ok(());
        }
        Err(Failure::new(format!(
            "{} can be reached from other machines, and there is no TLS. Give --tls-cert and --tls-key, \
             listen on 127.0.0.1, or set --behind-proxy if a proxy in front provides TLS",
            self.server.bind
        )))
    }
}

impl ResumeSettings {
    /// Rejects a country that has no telephone numbers.
    fn check(&self) -> Result<(), Failure> {
        let region = self.phone_region.as_deref();
        match region.filter(|region| !is_phone_region(region)) {
            None => Ok(()),
            Some(unknown) => Err(Failure::new(format!(
                "phone_region must be the two letters of a country with telephone numbers (ISO 3166), such as DE; {unknown:?} is none"
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phone_region_is_a_country() {
        let check = |region: &str| {
            let mut config = Config::defaults().unwrap();
            config.resumes.phone_region = Some(region.to_owned());
            config.check().is_ok()
        };
        assert!(check("DE") && check("us"));
        assert!(!check("XX") && !check("Germany") && !check(""));
    }

    #[test]
    fn only_some_settings_may_be_0() {
        for name in Config::names() {
            let mut table = Table::try_from(Config::defaults().unwrap()).unwrap();
            let Some(Value::Integer(_)) = table.insert(name.clone(), Value::Integer(0)) else {
                continue;
            };
            let report = Config::from_table(&table).unwrap().check().err();
            let expected = format!("error: {name} must be at least 1");
            let expected = Some(expected).filter(|_| !MAY_BE_ZERO.contains(&name.as_str()));
            assert_eq!(report.map(|failure| failure.report()), expected);
        }
    }

    #[test]
    fn beyond_loopback_needs_tls_or_a_proxy() {
        let mut open = Config::defaults().unwrap();
        open.server.bind = "0.0.0.0:443".parse().unwrap();
        assert!(
            open.check_exposure()
                .unwrap_err()
                .report()
                .contains("--behind-proxy")
        );
        let mut proxied = open.clone();
        proxied.http.behind_proxy = true;
        let mut encrypted = open;
        encrypted.tls.tls_cert = Some("c".into());
        encrypted.tls.tls_key = Some("k".into());
        for fine in [Config::defaults().unwrap(), proxied, encrypted] {
            assert!(fine.check_exposure().is_ok());
        }
    }
}
