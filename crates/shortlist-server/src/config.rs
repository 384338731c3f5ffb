//! Configuration. Flags take precedence over `SHORTLIST_*` variables, those over a TOML file, and that over defaults.

mod arguments;
mod check;
mod external_servers;
mod file_store;
mod language_model;
mod parts;
mod redacted;

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

pub(crate) use arguments::{ConfigArguments, LogFormat};

use crate::Failure;
use crate::readers::IsolationMode;

/// The effective configuration. [`ConfigArguments`] documents each setting.
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
    pub(crate) sign_ins_per_minute: u32,
    pub(crate) account_sign_ins_per_minute: u32,
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
    pub(crate) graphql_cost: u32,
    pub(crate) graphql_answer_mib: u32,
    pub(crate) graphql_seconds: u32,
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
    #[expect(clippy::too_many_lines, reason = "each setting takes a line")]
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
            sign_ins_per_minute: 300,
            account_sign_ins_per_minute: 60,
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
            graphql_cost: 100_000,
            graphql_answer_mib: 12,
            graphql_seconds: 10,
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
    /// Merges flags, variables, file and defaults, and validates the result.
    pub(crate) fn load(arguments: &ConfigArguments) -> Result<Self, Failure> {
        let mut table = match &arguments.config {
            Some(path) => read_table(path)?,
            None => toml::Table::new(),
        };
        let given = toml::Table::try_from(arguments).map_err(Failure::of("read the flags"))?;
        table.extend(given);
        let source = match &arguments.config {
            Some(path) => format!("use the configuration of {} and the flags", path.display()),
            None => "use the flags as configuration".to_owned(),
        };
        let config: Self = table.try_into().map_err(Failure::of(source))?;
        config.check()?;
        Ok(config)
    }
}

fn read_table(path: &Path) -> Result<toml::Table, Failure> {
    let attempt = || format!("read the configuration file {}", path.display());
    let text = fs::read_to_string(path).map_err(Failure::of(attempt()))?;
    text.parse().map_err(Failure::of(attempt()))
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
    fn flags_override_the_file_and_the_file_overrides_the_defaults() {
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
    fn unknown_keys_and_incomplete_tls_settings_are_refused() {
        for (text, expected) in [
            ("max_filez = 7", "max_filez"),
            ("tls_cert = \"c.pem\"", "tls_key"),
            ("max_files = 0", "max_files"),
            ("trusted_proxies = [\"proxy\"]", "trusted_proxies"),
            ("cors_origins = [\"*\"]", "cors_origins"),
            ("public_url = \"example.org\"", "public_url"),
        ] {
            let (_file, arguments) = file(text);
            let report = Config::load(&arguments).unwrap_err().report();
            assert!(report.contains(expected), "{report}");
        }
    }
}
