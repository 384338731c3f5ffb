//! The settings, in one struct for each section of the configuration.
//!
//! The order of the sections and of their fields is the order of the help and of the printed configuration.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{ArgAction, Args, ValueEnum};
use serde::{Deserialize, Serialize};
use toml::Table;
use toml::de::Error;

use super::mail::MailSettings;
use super::switch::Switch;
use crate::recognition::OcrSettings;
use crate::worker_processes::IsolationMode;

/// Lists the sections once, for clap and for both directions of serde. Serde cannot read flattened sections itself, because
/// its errors would not name the setting.
macro_rules! sections {
    ($($name:ident: $section:ident),* $(,)?) => {
        /// The effective configuration.
        #[derive(Debug, Clone, PartialEq, Args, Serialize)]
        pub(crate) struct Config {
            $(#[command(flatten)] #[serde(flatten)] pub(crate) $name: $section,)*
        }

        impl Config {
            /// Reads the sections from a table of all settings.
            pub(super) fn from_table(table: &Table) -> Result<Self, Error> {
                Ok(Self { $($name: table.clone().try_into()?,)* })
            }
        }
    };
}

sections! {
    server: ServerSettings,
    database: DatabaseSettings,
    files: FileSettings,
    tls: TlsSettings,
    http: HttpSettings,
    access: AccessSettings,
    uploads: UploadSettings,
    readers: ReaderSettings,
    ocr: OcrSettings,
    graphql: GraphQLSettings,
    web: WebSettings,
    webhooks: WebhookSettings,
    resumes: ResumeSettings,
    fairness: FairnessSettings,
    model: ModelSettings,
    mail: MailSettings,
    logging: LogSettings,
    metrics: MetricsSettings,
    traces: TraceSettings,
}

/// Where the server listens, and where it keeps its data.
#[derive(Debug, Clone, PartialEq, Args, Serialize, Deserialize)]
pub(crate) struct ServerSettings {
    /// Address to listen on.
    #[arg(long, default_value = "127.0.0.1:8080")]
    pub(crate) bind: SocketAddr,
    /// Folder of the resumes. Without a database address, it also contains the database.
    #[arg(long, default_value = "data")]
    pub(crate) data_dir: PathBuf,
}

/// The database.
#[derive(Debug, Clone, PartialEq, Args, Serialize, Deserialize)]
pub(crate) struct DatabaseSettings {
    /// PostgreSQL address or SQLite file.
    #[arg(long, hide_env_values = true)]
    pub(crate) database_url: Option<String>,
    /// Address of a standby of the PostgreSQL database. Lists are read from it as long as it is up to date.
    #[arg(long, hide_env_values = true)]
    pub(crate) database_read_url: Option<String>,
    /// With Citus: lists are read from the machine that has the organization, which must be reachable with the user and password of
    /// the database.
    #[arg(long, action = ArgAction::Set, default_value_t, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(crate) database_read_machines: bool,
    /// Maximum number of connections to the database, and also to each server that only lists are read from.
    #[arg(long, default_value_t = 16)]
    pub(crate) max_connections: u32,
}

/// Where resumes and recordings are stored.
#[derive(Debug, Clone, PartialEq, Args, Serialize, Deserialize)]
pub(crate) struct FileSettings {
    /// Where resumes and recordings are stored: `s3://bucket/prefix` in an object store. By default, the data folder.
    #[arg(long)]
    pub(crate) file_store: Option<String>,
    /// Address of the S3 server, such as <https://s3.example.org>. By default, Amazon's server of the region.
    #[arg(long)]
    pub(crate) s3_endpoint: Option<String>,
    /// Region that requests are signed for.
    #[arg(long, default_value = "us-east-1")]
    pub(crate) s3_region: String,
    /// Access key of the object store. Its secret is read from `SHORTLIST_S3_SECRET_KEY` or `--s3-secret-key-file`.
    #[arg(long)]
    pub(crate) s3_access_key: Option<String>,
    /// File that contains only the secret of the access key.
    #[arg(long)]
    pub(crate) s3_secret_key_file: Option<PathBuf>,
    /// The network to the object store is trusted, so that http is allowed.
    #[arg(long, action = ArgAction::Set, default_value_t, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(crate) s3_trusted_network: bool,
    /// Whether uploads to the object store carry their SHA-256. Use `false` for a store that refuses the header.
    #[arg(long, action = ArgAction::Set, default_value_t = true)]
    pub(crate) s3_checksums: bool,
}

/// The certificate.
#[derive(Debug, Clone, PartialEq, Args, Serialize, Deserialize)]
pub(crate) struct TlsSettings {
    /// Certificate chain for TLS, PEM.
    #[arg(long)]
    pub(crate) tls_cert: Option<PathBuf>,
    /// Private key for TLS, PEM.
    #[arg(long)]
    pub(crate) tls_key: Option<PathBuf>,
}

/// Proxies, pages and connections.
#[derive(Debug, Clone, PartialEq, Args, Serialize, Deserialize)]
pub(crate) struct HttpSettings {
    /// A proxy in front provides TLS, so that the server may listen on other addresses than loopback without it.
    #[arg(long, action = ArgAction::Set, default_value_t, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(crate) behind_proxy: bool,
    /// Proxies whose `X-Forwarded-For` is trusted: addresses or networks such as 10.0.0.0/8, separated by commas.
    #[arg(long, value_delimiter = ',')]
    pub(crate) trusted_proxies: Vec<String>,
    /// Origins whose pages may call from a browser, such as <https://app.example.org>, separated by commas.
    #[arg(long, value_delimiter = ',')]
    pub(crate) cors_origins: Vec<String>,
    /// Host names by which clients may address the service, such as `shortlist.example.org`, separated by commas. If they are given,
    /// requests with other names in `Host` are refused, except those of this machine and addresses.
    #[arg(long, value_delimiter = ',')]
    pub(crate) allowed_hosts: Vec<String>,
    /// Address at which clients reach the service, such as <https://shortlist.example.org>. Links to recordings start with
    /// it.
    #[arg(long)]
    pub(crate) public_url: Option<String>,
    /// Maximum number of client connections at once. Further clients wait.
    #[arg(long, default_value_t = 10_000)]
    pub(crate) max_clients: u32,
    /// How long the head of a request may take to arrive.
    #[arg(long, default_value_t = 15)]
    pub(crate) head_seconds: u32,
    /// How long a client may receive nothing of a response before its connection is closed.
    #[arg(long, default_value_t = 60)]
    pub(crate) response_stall_seconds: u32,
    /// Number of threads that handle connections. 0 means one for each core.
    #[arg(long, default_value_t = 0)]
    pub(crate) workers: usize,
    /// How long a server that stops still accepts connections, while `/health/ready` returns 503. Behind a load balancer, more than
    /// it takes to notice.
    #[arg(long, default_value_t = 0)]
    pub(crate) drain_seconds: u64,
    /// How long running requests may take to finish at a shutdown.
    #[arg(long, default_value_t = 30)]
    pub(crate) shutdown_seconds: u64,
}

/// Tokens, and how often clients may call.
#[derive(Debug, Clone, PartialEq, Args, Serialize, Deserialize)]
pub(crate) struct AccessSettings {
    /// How long an access token is valid.
    #[arg(long, default_value_t = 60)]
    pub(crate) access_token_minutes: u32,
    /// How long a refresh token is valid.
    #[arg(long, default_value_t = 30)]
    pub(crate) refresh_token_days: u32,
    /// Number of requests that an API key may make in a minute.
    #[arg(long, default_value_t = 6_000)]
    pub(crate) requests_per_minute: u32,
    /// Number of calls with invalid credentials that an address may make in a minute.
    #[arg(long, default_value_t = 600)]
    pub(crate) bad_credentials_per_minute: u32,
    /// Number of sign-ins that an organization, or a network in the web app, may attempt in a minute.
    #[arg(long, default_value_t = 300)]
    pub(crate) sign_ins_per_minute: u32,
    /// Number of sign-ins to one account that may be attempted in a minute.
    #[arg(long, default_value_t = 60)]
    pub(crate) account_sign_ins_per_minute: u32,
    /// Number of applications from outside that may be sent with one key in a minute.
    #[arg(long, default_value_t = 300)]
    pub(crate) applications_per_minute: u32,
    /// Number of applications from outside that may come from one network in a minute.
    #[arg(long, default_value_t = 60)]
    pub(crate) network_applications_per_minute: u32,
    /// Number of forms without a session that may come from one network in a minute. Sign-ins are counted separately.
    #[arg(long, default_value_t = 600)]
    pub(crate) network_forms_per_minute: u32,
}

/// What clients may send and organizations may store.
#[derive(Debug, Clone, PartialEq, Args, Serialize, Deserialize)]
pub(crate) struct UploadSettings {
    /// Maximum size of a resume.
    #[arg(long, default_value_t = 10)]
    pub(crate) max_file_mib: u32,
    /// Maximum number of resumes in an upload.
    #[arg(long, default_value_t = 2_000)]
    pub(crate) max_files: u32,
    /// Maximum size of an upload.
    #[arg(long, default_value_t = 512)]
    pub(crate) max_upload_mib: u32,
    /// How long an upload may take to arrive.
    #[arg(long, default_value_t = 1_800)]
    pub(crate) upload_seconds: u32,
    /// How long an upload may send no byte before it is aborted.
    #[arg(long, default_value_t = 30)]
    pub(crate) upload_stall_seconds: u32,
    /// Total size of the resumes that an organization may store, in MiB, unless it has its own quota. 0 means unlimited.
    #[arg(long, default_value_t = 200 << 10)]
    pub(crate) quota_stored_mib: u32,
    /// Number of resumes that an organization may upload in a day, unless it has its own quota. 0 means unlimited.
    #[arg(long, default_value_t = 50_000)]
    pub(crate) quota_daily_resumes: u32,
    /// Maximum size of an interview's recording.
    #[arg(long, default_value_t = 1_024)]
    pub(crate) max_recording_mib: u32,
    /// How long a link to a recording is valid.
    #[arg(long, default_value_t = 60)]
    pub(crate) recording_link_minutes: u32,
}

/// The processes that read documents.
#[derive(Debug, Clone, PartialEq, Args, Serialize, Deserialize)]
pub(crate) struct ReaderSettings {
    /// Number of documents of one organization that are read at once. 0 means one for each core.
    #[arg(long, default_value_t = 0)]
    pub(crate) readers: usize,
    /// What to do if the system cannot isolate the processes that read documents.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) isolation: IsolationMode,
    /// Memory that reading one document may use.
    #[arg(long, default_value_t = 512)]
    pub(crate) read_memory_mib: u32,
    /// Processor time that reading one document may use.
    #[arg(long, default_value_t = 10)]
    pub(crate) read_cpu_seconds: u32,
    /// How long reading one document may take.
    #[arg(long, default_value_t = 20)]
    pub(crate) read_seconds: u32,
}

/// Limits of GraphQL, and what browsers get.
#[derive(Debug, Clone, PartialEq, Args, Serialize, Deserialize)]
pub(crate) struct GraphQLSettings {
    /// Maximum depth of a GraphQL document.
    #[arg(long, default_value_t = 20)]
    pub(crate) graphql_depth: u32,
    /// Maximum number of fields in a GraphQL document.
    #[arg(long, default_value_t = 500)]
    pub(crate) graphql_fields: u32,
    /// Maximum number of root fields in a GraphQL document.
    #[arg(long, default_value_t = 10)]
    pub(crate) graphql_root_fields: u32,
    /// Maximum cost of a GraphQL document, in values of its response.
    #[arg(long, default_value_t = 100_000)]
    pub(crate) graphql_cost: u32,
    /// Maximum size of all texts in a GraphQL response, in MiB.
    #[arg(long, default_value_t = 12)]
    pub(crate) graphql_answer_mib: u32,
    /// How long a GraphQL request may run, in seconds.
    #[arg(long, default_value_t = 10)]
    pub(crate) graphql_seconds: u32,
    /// Maximum size of a GraphQL request.
    #[arg(long, default_value_t = 1_024)]
    pub(crate) graphql_body_kib: u32,
    /// Whether clients may query the GraphQL schema.
    #[arg(long, action = ArgAction::Set, default_value_t = true)]
    pub(crate) introspection: bool,
    /// Whether a browser gets the GraphQL explorer.
    #[arg(long, action = ArgAction::Set, default_value_t)]
    pub(crate) explorer: bool,
}

/// The web app.
#[derive(Debug, Clone, PartialEq, Args, Serialize, Deserialize)]
pub(crate) struct WebSettings {
    /// Whether browsers get the web app, at `/app`.
    #[arg(long, value_enum, default_value_t = Switch::On)]
    pub(crate) web: Switch,
}

/// Which addresses webhooks and identity providers may have, besides public ones.
#[derive(Debug, Clone, PartialEq, Args, Serialize, Deserialize)]
pub(crate) struct WebhookSettings {
    /// Whether this server delivers events to webhooks.
    #[arg(long, value_enum, default_value_t = Switch::On)]
    pub(crate) webhooks: Switch,
    /// Network that webhooks and identity providers may be in, such as `10.1.0.0/16`. May be repeated. Normally they must have public addresses.
    #[arg(long, value_delimiter = ',')]
    pub(crate) webhook_networks: Vec<String>,
    /// Host name that webhooks and identity providers may have, whatever its address is. May be repeated.
    #[arg(long, value_delimiter = ',')]
    pub(crate) webhook_hosts: Vec<String>,
}

/// How resumes are understood.
#[derive(Debug, Clone, PartialEq, Args, Serialize, Deserialize)]
pub(crate) struct ResumeSettings {
    /// Country (ISO 3166, two letters) of telephone numbers without a country code.
    #[arg(long)]
    pub(crate) phone_region: Option<String>,
    /// CSV file of skills to add to the vocabulary, in the project's own form or ESCO's.
    #[arg(long)]
    pub(crate) vocabulary: Option<PathBuf>,
}

/// Bias audits.
#[derive(Debug, Clone, PartialEq, Args, Serialize, Deserialize)]
pub(crate) struct FairnessSettings {
    /// Fewest people of a group that a bias audit shows. Smaller groups are hidden, and those from which they could be computed.
    #[arg(long, default_value_t = 5)]
    pub(crate) smallest_audited_group: u32,
}

/// The language model.
#[derive(Debug, Clone, PartialEq, Args, Serialize, Deserialize)]
pub(crate) struct ModelSettings {
    /// Address of an OpenAI-compatible server, such as `http://127.0.0.1:11434/v1`. It turns the language model on.
    ///
    /// If the server needs a key, it is read from `SHORTLIST_MODEL_KEY` or `--model-key-file`.
    #[arg(long)]
    pub(crate) model_url: Option<String>,
    /// Name of the model, for the server and for receipts.
    #[arg(long)]
    pub(crate) model_name: Option<String>,
    /// File that contains only the key of the language model's server.
    #[arg(long)]
    pub(crate) model_key_file: Option<PathBuf>,
    /// The network to the language model is trusted, so that http is allowed.
    #[arg(long, action = ArgAction::Set, default_value_t, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(crate) model_trusted_network: bool,
    /// How long a question to the language model may take, including all retries.
    #[arg(long, default_value_t = 30)]
    pub(crate) model_seconds: u32,
    /// Maximum number of questions to the language model at once.
    #[arg(long, default_value_t = 4)]
    pub(crate) model_calls: u32,
    /// How long one upload may wait for the language model in total.
    #[arg(long, default_value_t = 300)]
    pub(crate) model_upload_seconds: u32,
}

/// The log.
#[derive(Debug, Clone, PartialEq, Args, Serialize, Deserialize)]
pub(crate) struct LogSettings {
    /// Log level, or a filter such as `info,shortlist_app=debug`.
    #[arg(long, default_value = "info")]
    pub(crate) log: String,
    /// How log lines are written.
    #[arg(long, value_enum, default_value_t = LogFormat::Text)]
    pub(crate) log_format: LogFormat,
}

/// What the service measures about itself.
#[derive(Debug, Clone, PartialEq, Args, Serialize, Deserialize)]
pub(crate) struct MetricsSettings {
    /// Whether measurements are served for Prometheus, at `/metrics`.
    #[arg(long, value_enum, default_value_t = Switch::On)]
    pub(crate) metrics: Switch,
    /// Address on which measurements are served. Anyone who can reach it can read them.
    #[arg(long, default_value = "127.0.0.1:9464")]
    pub(crate) metrics_bind: SocketAddr,
}

/// Where traces of requests are sent.
#[derive(Debug, Clone, PartialEq, Args, Serialize, Deserialize)]
pub(crate) struct TraceSettings {
    /// Address of an OpenTelemetry collector, such as `http://127.0.0.1:4318`. It turns traces on.
    #[arg(long)]
    pub(crate) otlp_endpoint: Option<String>,
    /// How many of 100 requests are traced.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) trace_percent: u8,
}

/// How log lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LogFormat {
    /// Text for people.
    Text,
    /// One JSON object on each line.
    Json,
}
