//! Configuration: flags over `SHORTLIST_*` variables over a TOML file over defaults.

mod arguments;
mod file_store;
mod language_model;
mod secret;

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use chrono::Duration;
use serde::{Deserialize, Serialize};
use shortlist_app::{RecordingLimits, Settings, UploadLimits};
use shortlist_domain::{Environment, UploadQuota};
use shortlist_parsing::ReadOptions;
use shortlist_transport::{
    Explorer, GraphQLLimits, Introspection, NamedOrigins, PublicUrl, RateLimits, TrustedProxies,
};
use shortlist_workers::{Limits, MAX_FRAME_BYTES};

pub(crate) use arguments::{ConfigArguments, LogFormat};

use crate::Failure;
use crate::readers::{IsolationMode, ReaderOptions};

/// The effective configuration; the flags tell what each setting is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Config {
    pub(crate) bind: SocketAddr,
    pub(crate) data_dir: PathBuf,
    pub(crate) database_url: Option<String>,
    pub(crate) database_read_url: Option<String>,
    pub(crate) max_connections: u32,
    pub(crate) file_store: Option<String>,
    pub(crate) s3_endpoint: Option<String>,
    pub(crate) s3_region: String,
    pub(crate) s3_access_key: Option<String>,
    pub(crate) s3_secret_key_file: Option<PathBuf>,
    pub(crate) s3_trusted_network: bool,
    pub(crate) s3_checksums: bool,
    pub(crate) tls_cert: Option<PathBuf>,
    pub(crate) tls_key: Option<PathBuf>,
    pub(crate) behind_proxy: bool,
    pub(crate) trusted_proxies: Vec<String>,
    pub(crate) cors_origins: Vec<String>,
    pub(crate) public_url: Option<String>,
    pub(crate) max_clients: u32,
    pub(crate) head_seconds: u32,
    pub(crate) response_stall_seconds: u32,
    pub(crate) workers: usize,
    pub(crate) shutdown_seconds: u64,
    pub(crate) access_token_minutes: u32,
    pub(crate) refresh_token_days: u32,
    pub(crate) requests_per_minute: u32,
    pub(crate) bad_credentials_per_minute: u32,
    pub(crate) max_file_mib: u32,
    pub(crate) max_files: u32,
    pub(crate) max_upload_mib: u32,
    pub(crate) upload_seconds: u32,
    pub(crate) upload_stall_seconds: u32,
    pub(crate) quota_stored_mib: u32,
    pub(crate) quota_daily_resumes: u32,
    pub(crate) max_recording_mib: u32,
    pub(crate) recording_link_minutes: u32,
    pub(crate) readers: usize,
    pub(crate) isolation: IsolationMode,
    pub(crate) read_memory_mib: u32,
    pub(crate) read_cpu_seconds: u32,
    pub(crate) read_seconds: u32,
    pub(crate) graphql_depth: u32,
    pub(crate) graphql_fields: u32,
    pub(crate) graphql_root_fields: u32,
    pub(crate) graphql_body_kib: u32,
    pub(crate) introspection: bool,
    pub(crate) explorer: bool,
    pub(crate) phone_region: Option<String>,
    pub(crate) vocabulary: Option<PathBuf>,
    pub(crate) model_url: Option<String>,
    pub(crate) model_name: Option<String>,
    pub(crate) model_key_file: Option<PathBuf>,
    pub(crate) model_trusted_network: bool,
    pub(crate) model_seconds: u32,
    pub(crate) model_calls: u32,
    pub(crate) model_upload_seconds: u32,
    pub(crate) log: String,
    pub(crate) log_format: LogFormat,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            bind: SocketAddr::from((Ipv4Addr::LOCALHOST, 8080)),
            data_dir: PathBuf::from("data"),
            database_url: None,
            database_read_url: None,
            max_connections: 16,
            file_store: None,
            s3_endpoint: None,
            s3_region: "us-east-1".to_owned(),
            s3_access_key: None,
            s3_secret_key_file: None,
            s3_trusted_network: false,
            s3_checksums: true,
            tls_cert: None,
            tls_key: None,
            behind_proxy: false,
            trusted_proxies: Vec::new(),
            cors_origins: Vec::new(),
            public_url: None,
            max_clients: 10_000,
            head_seconds: 15,
            response_stall_seconds: 60,
            workers: 0,
            shutdown_seconds: 30,
            access_token_minutes: 60,
            refresh_token_days: 30,
            requests_per_minute: 6_000,
            bad_credentials_per_minute: 600,
            max_file_mib: 10,
            max_files: 2_000,
            max_upload_mib: 512,
            upload_seconds: 1_800,
            upload_stall_seconds: 30,
            quota_stored_mib: 200 << 10,
            quota_daily_resumes: 50_000,
            max_recording_mib: 1_024,
            recording_link_minutes: 60,
            readers: 0,
            isolation: IsolationMode::Preferred,
            read_memory_mib: 512,
            read_cpu_seconds: 10,
            read_seconds: 20,
            graphql_depth: 20,
            graphql_fields: 500,
            graphql_root_fields: 10,
            graphql_body_kib: 1_024,
            introspection: true,
            explorer: false,
            phone_region: None,
            vocabulary: None,
            model_url: None,
            model_name: None,
            model_key_file: None,
            model_trusted_network: false,
            model_seconds: 30,
            model_calls: 4,
            model_upload_seconds: 300,
            log: "info".to_owned(),
            log_format: LogFormat::Text,
        }
    }
}

impl Config {
    /// Puts flags, variables, file and defaults together and checks the whole.
    pub(crate) fn load(arguments: &ConfigArguments) -> Result<Self, Failure> {
        let mut table = match &arguments.config {
            Some(path) => read_table(path)?,
            None => toml::Table::new(),
        };
        let given = toml::Table::try_from(arguments)
            .map_err(Failure::of("take the flags as configuration"))?;
        table.extend(given);
        let source = match &arguments.config {
            Some(path) => format!("use the configuration of {} and the flags", path.display()),
            None => "use the flags as configuration".to_owned(),
        };
        let config: Self = table.try_into().map_err(Failure::of(source))?;
        config.check()?;
        Ok(config)
    }

    fn check(&self) -> Result<(), Failure> {
        if self.tls_cert.is_some() != self.tls_key.is_some() {
            return Err(Failure::new(
                "TLS needs both a certificate and its key; give tls_cert and tls_key, or neither",
            ));
        }
        let positive = [
            ("max_connections", self.max_connections),
            ("max_clients", self.max_clients),
            ("head_seconds", self.head_seconds),
            ("response_stall_seconds", self.response_stall_seconds),
            ("access_token_minutes", self.access_token_minutes),
            ("refresh_token_days", self.refresh_token_days),
            ("requests_per_minute", self.requests_per_minute),
            (
                "bad_credentials_per_minute",
                self.bad_credentials_per_minute,
            ),
            ("max_file_mib", self.max_file_mib),
            ("max_files", self.max_files),
            ("max_upload_mib", self.max_upload_mib),
            ("upload_seconds", self.upload_seconds),
            ("upload_stall_seconds", self.upload_stall_seconds),
            ("max_recording_mib", self.max_recording_mib),
            ("recording_link_minutes", self.recording_link_minutes),
            ("read_memory_mib", self.read_memory_mib),
            ("read_cpu_seconds", self.read_cpu_seconds),
            ("read_seconds", self.read_seconds),
            ("graphql_depth", self.graphql_depth),
            ("graphql_fields", self.graphql_fields),
            ("graphql_root_fields", self.graphql_root_fields),
            ("graphql_body_kib", self.graphql_body_kib),
            ("model_seconds", self.model_seconds),
            ("model_calls", self.model_calls),
            ("model_upload_seconds", self.model_upload_seconds),
        ];
        if let Some((name, _)) = positive.into_iter().find(|(_, value)| *value == 0) {
            return Err(Failure::new(format!("{name} must be at least 1")));
        }
        self.check_file_store()?;
        self.check_language_model()?;
        self.proxies()?;
        self.origins()?;
        self.public_url()?;
        let most = MAX_FRAME_BYTES >> 20;
        if self.max_file_mib > most {
            return Err(Failure::new(format!(
                "max_file_mib must be at most {most}: no reader takes a larger file"
            )));
        }
        Ok(())
    }

    /// Refuses to put credentials and resumes on a wire that others can read.
    pub(crate) fn check_exposure(&self) -> Result<(), Failure> {
        if self.bind.ip().is_loopback() || self.tls_cert.is_some() || self.behind_proxy {
            return Ok(());
        }
        Err(Failure::new(format!(
            "{} can be reached from other machines, and there is no TLS. Give --tls-cert and --tls-key, \
             listen on 127.0.0.1, or say --behind-proxy when a proxy in front speaks TLS",
            self.bind
        )))
    }

    /// The configuration as TOML, with the database's password hidden.
    pub(crate) fn shown(&self) -> Result<String, Failure> {
        let mut shown = self.clone();
        shown.database_url = self.database_url.as_deref().map(hide_password);
        shown.database_read_url = self.database_read_url.as_deref().map(hide_password);
        toml::to_string_pretty(&shown).map_err(Failure::of("print the configuration"))
    }

    /// What the use cases need to know.
    pub(crate) fn settings(&self, environment: Environment) -> Settings {
        Settings {
            access_lifetime: Duration::minutes(self.access_token_minutes.into()),
            refresh_lifetime: Duration::days(self.refresh_token_days.into()),
            upload: UploadLimits {
                file_bytes: u64::from(self.max_file_mib) << 20,
                files: count(self.max_files),
                request_bytes: u64::from(self.max_upload_mib) << 20,
                seconds: self.upload_seconds.into(),
                stall_seconds: self.upload_stall_seconds.into(),
            },
            quota: UploadQuota {
                stored_mib: bound(self.quota_stored_mib),
                daily_resumes: bound(self.quota_daily_resumes),
            },
            recordings: RecordingLimits {
                bytes: u64::from(self.max_recording_mib) << 20,
                link_lifetime: Duration::minutes(self.recording_link_minutes.into()),
            },
            reading: self.reading(),
            ..Settings::new(environment)
        }
    }

    fn reading(&self) -> ReadOptions {
        ReadOptions {
            region: self.phone_region.clone(),
        }
    }

    /// How documents are read.
    pub(crate) fn readers(&self) -> ReaderOptions {
        ReaderOptions {
            count: self.readers,
            isolation: self.isolation,
            limits: Limits {
                memory_mib: self.read_memory_mib.into(),
                cpu_seconds: self.read_cpu_seconds.into(),
                wall_seconds: self.read_seconds.into(),
                ..Limits::default()
            },
            reading: self.reading(),
            vocabulary: None,
        }
    }

    /// The proxies that are believed when they name a client: those that are named; behind a proxy and with none named, such
    /// as run on this machine.
    pub(crate) fn proxies(&self) -> Result<TrustedProxies, Failure> {
        let own = ["127.0.0.0/8".to_owned(), "::1".to_owned()];
        let named = match self.trusted_proxies.as_slice() {
            [] if self.behind_proxy => own.as_slice(),
            named => named,
        };
        TrustedProxies::parse(named).map_err(Failure::of("use trusted_proxies"))
    }

    /// The origins whose pages may call.
    pub(crate) fn origins(&self) -> Result<NamedOrigins, Failure> {
        NamedOrigins::parse(&self.cors_origins).map_err(Failure::of("use cors_origins"))
    }

    /// What clients reach the service by, where that is said.
    pub(crate) fn public_url(&self) -> Result<Option<PublicUrl>, Failure> {
        let told = self.public_url.as_deref().map(PublicUrl::parse);
        told.transpose().map_err(Failure::of("use public_url"))
    }

    /// How much a key and an address may ask for.
    pub(crate) fn rate_limits(&self) -> RateLimits {
        RateLimits {
            requests_per_minute: self.requests_per_minute,
            bad_credentials_per_minute: self.bad_credentials_per_minute,
        }
    }

    /// The bounds of a GraphQL document.
    pub(crate) fn graphql_limits(&self) -> GraphQLLimits {
        GraphQLLimits {
            depth: count(self.graphql_depth),
            fields: count(self.graphql_fields),
            root_fields: count(self.graphql_root_fields),
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

fn read_table(path: &Path) -> Result<toml::Table, Failure> {
    let attempt = || format!("read the configuration file {}", path.display());
    let text = fs::read_to_string(path).map_err(Failure::of(attempt()))?;
    text.parse().map_err(Failure::of(attempt()))
}

/// A bound, where 0 is none.
fn bound(number: u32) -> Option<u32> {
    (number > 0).then_some(number)
}

fn count(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
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

    fn file(text: &str) -> (tempfile::NamedTempFile, ConfigArguments) {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), text).unwrap();
        let config = Some(file.path().to_owned());
        (
            file,
            ConfigArguments {
                config,
                ..ConfigArguments::default()
            },
        )
    }

    #[test]
    fn flags_win_over_the_file_and_the_file_over_the_defaults() {
        let (_file, mut arguments) =
            file("max_files = 7\nmax_connections = 3\nlog_format = \"json\"\n");
        arguments.max_connections = Some(5);
        let config = Config::load(&arguments).unwrap();
        assert_eq!((config.max_files, config.max_connections), (7, 5));
        assert_eq!(
            (config.log_format, config.max_file_mib),
            (LogFormat::Json, 10)
        );
    }

    #[test]
    fn unknown_keys_and_half_of_tls_are_refused() {
        for (text, told) in [
            ("max_filez = 7", "max_filez"),
            ("tls_cert = \"c.pem\"", "tls_key"),
            ("max_files = 0", "max_files"),
            ("trusted_proxies = [\"proxy\"]", "trusted_proxies"),
            ("cors_origins = [\"*\"]", "cors_origins"),
            ("public_url = \"example.org\"", "public_url"),
        ] {
            let (_file, arguments) = file(text);
            let report = Config::load(&arguments).unwrap_err().report();
            assert!(report.contains(told), "{report}");
        }
    }

    #[test]
    fn beyond_loopback_needs_tls_or_a_proxy() {
        let open = Config {
            bind: "0.0.0.0:443".parse().unwrap(),
            ..Config::default()
        };
        assert!(
            open.check_exposure()
                .unwrap_err()
                .report()
                .contains("--behind-proxy")
        );
        let proxied = Config {
            behind_proxy: true,
            ..open.clone()
        };
        let encrypted = Config {
            tls_cert: Some("c".into()),
            tls_key: Some("k".into()),
            ..open
        };
        for fine in [Config::default(), proxied, encrypted] {
            assert!(fine.check_exposure().is_ok());
        }
    }

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
        let config = Config {
            database_url: url(),
            database_read_url: url(),
            ..Config::default()
        };
        assert!(!config.shown().unwrap().contains("s3cret"));
    }

    #[test]
    fn the_defaults_are_the_decided_ones() {
        let settings = Config::default().settings(Environment::Production);
        let decided = Settings::new(Environment::Production);
        assert_eq!(settings.access_lifetime, decided.access_lifetime);
        assert_eq!(settings.refresh_lifetime, decided.refresh_lifetime);
        assert_eq!(
            format!("{:?}", settings.upload),
            format!("{:?}", decided.upload)
        );
        assert_eq!(Config::default().readers().limits, Limits::default());
        let graphql = Config::default().graphql_limits();
        assert_eq!(
            format!("{graphql:?}"),
            format!("{:?}", GraphQLLimits::default())
        );
        assert_eq!(Config::default().rate_limits(), RateLimits::default());
    }
}
