//! The settings that a configuration gives to the parts of the service.

use std::net::IpAddr;

use chrono::Duration;
use shortlist_app::{RecordingLimits, Settings, UploadLimits};
use shortlist_domain::{Environment, LinkDelivery, UploadQuota};
use shortlist_parsing::ReadOptions;
use shortlist_transport::{
    AllowedHosts, AllowedOrigins, Explorer, GraphQLLimits, Introspection, PublicUrl, RateLimits,
    TrustedProxies,
};
use shortlist_workers::Limits;

use super::sections::{AccessSettings, Config, GraphQLSettings, HttpSettings};
use crate::Failure;
use crate::readers::ReaderOptions;

impl Config {
    /// Returns the settings of the use cases.
    pub(crate) fn settings(&self, environment: Environment) -> Result<Settings, Failure> {
        Ok(Settings {
            access_lifetime: Duration::minutes(self.access.access_token_minutes.into()),
            refresh_lifetime: Duration::days(self.access.refresh_token_days.into()),
            upload: UploadLimits {
                file_bytes: u64::from(self.uploads.max_file_mib) << 20,
                files: count(self.uploads.max_files),
                request_bytes: u64::from(self.uploads.max_upload_mib) << 20,
                seconds: self.uploads.upload_seconds.into(),
                stall_seconds: self.uploads.upload_stall_seconds.into(),
            },
            quota: UploadQuota {
                stored_mib: bound(self.uploads.quota_stored_mib),
                daily_resumes: bound(self.uploads.quota_daily_resumes),
            },
            recordings: RecordingLimits {
                bytes: u64::from(self.uploads.max_recording_mib) << 20,
                link_lifetime: Duration::minutes(self.uploads.recording_link_minutes.into()),
            },
            reading: self.reading(),
            webhooks: self.webhooks.address_rules()?,
            smallest_audited_group: self.fairness.smallest_audited_group,
            digest_time: self.mail.digest_time()?,
            ..Settings::new(environment)
        })
    }

    /// Returns how users get links by which they set a password. A mail needs the address of the service, with which the link begins.
    pub(crate) fn link_delivery(&self) -> Result<LinkDelivery, Failure> {
        let has_address = self.http.public_url()?.is_some();
        Ok(match self.mail.audience() {
            Some(_) if has_address => LinkDelivery::Mail,
            _ => LinkDelivery::Admin,
        })
    }

    /// Returns the host names by which clients may address the service: those that are configured, and that of `public_url`. The
    /// sandbox has demo users without passwords, so it never answers to others.
    pub(crate) fn allowed_hosts(&self, environment: Environment) -> Result<AllowedHosts, Failure> {
        if environment == Environment::Production && self.http.allowed_hosts.is_empty() {
            return Ok(AllowedHosts::default());
        }
        let public = self.http.public_url()?;
        let public = public.map(|url| url.host());
        let named = self.http.allowed_hosts.iter().cloned();
        let names: Vec<String> = named.chain(public).collect();
        AllowedHosts::parse(&names).map_err(Failure::of("use allowed_hosts"))
    }

    /// Returns whether people on other machines can reach the service, as far as the settings show it.
    pub(crate) fn is_published(&self) -> Result<bool, Failure> {
        let public = self.http.public_url()?.map(|url| url.host());
        let is_local = |host: String| {
            let host = host.trim_start_matches('[').trim_end_matches(']');
            let address = host.parse::<IpAddr>();
            host == "localhost" || address.is_ok_and(|address| address.is_loopback())
        };
        Ok(self.http.behind_proxy
            || !self.server.bind.ip().is_loopback()
            || !public.is_none_or(is_local))
    }

    fn reading(&self) -> ReadOptions {
        ReadOptions {
            region: self.resumes.phone_region.clone(),
        }
    }

    /// Returns the options for reading documents.
    pub(crate) fn readers(&self) -> ReaderOptions {
        ReaderOptions {
            count: self.readers.readers,
            isolation: self.readers.isolation,
            limits: Limits {
                memory_mib: self.readers.read_memory_mib.into(),
                cpu_seconds: self.readers.read_cpu_seconds.into(),
                wall_seconds: self.readers.read_seconds.into(),
                ..Limits::default()
            },
            reading: self.reading(),
            vocabulary: None,
            ocr: self.ocr.clone(),
        }
    }
}

impl HttpSettings {
    /// Returns the proxies that are trusted to name a client. Behind a proxy, if none are configured, these are the ones on
    /// this machine.
    pub(crate) fn proxies(&self) -> Result<TrustedProxies, Failure> {
        let own = ["127.0.0.0/8".to_owned(), "::1".to_owned()];
        let named = match self.trusted_proxies.as_slice() {
            [] if self.behind_proxy => own.as_slice(),
            named => named,
        };
        TrustedProxies::parse(named).map_err(Failure::of("use trusted_proxies"))
    }

    /// Returns the origins whose pages may call.
    pub(crate) fn origins(&self) -> Result<AllowedOrigins, Failure> {
        AllowedOrigins::parse(&self.cors_origins).map_err(Failure::of("use cors_origins"))
    }

    /// Returns the address at which clients reach the service, if it is configured.
    pub(crate) fn public_url(&self) -> Result<Option<PublicUrl>, Failure> {
        let public_url = self.public_url.as_deref().map(PublicUrl::parse);
        public_url
            .transpose()
            .map_err(Failure::of("use public_url"))
    }
}

impl AccessSettings {
    /// Returns how many requests a key and an address may make.
    pub(crate) fn rate_limits(&self) -> RateLimits {
        RateLimits {
            requests_per_minute: self.requests_per_minute,
            bad_credentials_per_minute: self.bad_credentials_per_minute,
            sign_ins_per_minute: self.sign_ins_per_minute,
            account_sign_ins_per_minute: self.account_sign_ins_per_minute,
            applications_per_minute: self.applications_per_minute,
            network_applications_per_minute: self.network_applications_per_minute,
            network_forms_per_minute: self.network_forms_per_minute,
        }
    }
}

impl GraphQLSettings {
    /// Returns the limits of a GraphQL document.
    pub(crate) fn limits(&self) -> GraphQLLimits {
        GraphQLLimits {
            depth: count(self.graphql_depth),
            fields: count(self.graphql_fields),
            root_fields: count(self.graphql_root_fields),
            cost: self.graphql_cost.into(),
            answer_bytes: count(self.graphql_answer_mib).saturating_mul(1 << 20),
            seconds: self.graphql_seconds.into(),
            body_bytes: count(self.graphql_body_kib).saturating_mul(1_024),
            introspection: if self.introspection {
                Introspection::On
            } else {
                Introspection::Off
            },
            explorer: if self.explorer {
                Explorer::On
            } else {
                Explorer::Off
            },
        }
    }
}

/// Returns a limit, or `None` for 0, which means unlimited.
fn bound(number: u32) -> Option<u32> {
    (number > 0).then_some(number)
}

pub(super) fn count(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_can_reach_is_published() {
        let published = |change: fn(&mut Config)| {
            let mut config = Config::defaults().unwrap();
            change(&mut config);
            config.is_published().unwrap()
        };
        assert!(!published(|_| ()));
        for url in ["http://127.0.0.1:9", "http://localhost", "http://[::1]:9"] {
            let mut config = Config::defaults().unwrap();
            config.http.public_url = Some(url.to_owned());
            assert!(!config.is_published().unwrap(), "{url}");
        }
        assert!(published(|config| config.http.behind_proxy = true));
        assert!(published(
            |config| config.server.bind = "0.0.0.0:1".parse().unwrap()
        ));
        assert!(published(|config| {
            config.http.public_url = Some("https://demo.example.org".to_owned());
        }));
    }

    #[test]
    fn the_defaults_match_the_library() {
        let settings = Config::defaults()
            .unwrap()
            .settings(Environment::Production)
            .unwrap();
        let defaults = Settings::new(Environment::Production);
        assert_eq!(settings.access_lifetime, defaults.access_lifetime);
        assert_eq!(
            settings.smallest_audited_group,
            defaults.smallest_audited_group
        );
        assert_eq!(settings.refresh_lifetime, defaults.refresh_lifetime);
        assert_eq!(
            format!("{:?}", settings.upload),
            format!("{:?}", defaults.upload)
        );
        assert_eq!(
            Config::defaults().unwrap().readers().limits,
            Limits::default()
        );
        let graphql = Config::defaults().unwrap().graphql.limits();
        assert_eq!(
            format!("{graphql:?}"),
            format!("{:?}", GraphQLLimits::default())
        );
        assert_eq!(
            Config::defaults().unwrap().access.rate_limits(),
            RateLimits::default()
        );
    }
}
