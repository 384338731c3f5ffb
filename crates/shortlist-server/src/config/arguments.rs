//! The flags and environment variables of the configuration.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};

use crate::readers::IsolationMode;

/// How log lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LogFormat {
    /// Text for people.
    Text,
    /// One JSON object on each line.
    Json,
}

/// The flags and variables. A setting that is absent comes from the file, or else from the defaults.
#[derive(Debug, Default, Args, Serialize)]
pub(crate) struct ConfigArguments {
    /// TOML file with any of these settings, spelled with underscores.
    #[arg(long, env = "SHORTLIST_CONFIG")]
    #[serde(skip)]
    pub(super) config: Option<PathBuf>,
    /// Address to listen on.
    #[arg(long, env = "SHORTLIST_BIND")]
    pub(super) bind: Option<SocketAddr>,
    /// Folder of the resumes. Without a database address, it also contains the database.
    #[arg(long, env = "SHORTLIST_DATA_DIR")]
    pub(super) data_dir: Option<PathBuf>,
    /// PostgreSQL address or SQLite file.
    #[arg(long, env = "SHORTLIST_DATABASE_URL", hide_env_values = true)]
    pub(super) database_url: Option<String>,
    /// Address of a standby of the PostgreSQL database. Lists are read from it as long as it is up to date.
    #[arg(long, env = "SHORTLIST_DATABASE_READ_URL", hide_env_values = true)]
    pub(super) database_read_url: Option<String>,
    /// Maximum number of connections to the database, and also to its standby.
    #[arg(long, env = "SHORTLIST_MAX_CONNECTIONS")]
    pub(super) max_connections: Option<u32>,
    /// Where resumes and recordings are stored: `s3://bucket/prefix` in an object store. By default, the data folder.
    #[arg(long, env = "SHORTLIST_FILE_STORE")]
    pub(super) file_store: Option<String>,
    /// Address of the S3 server, such as <https://s3.example.org>. By default, Amazon's server of the region.
    #[arg(long, env = "SHORTLIST_S3_ENDPOINT")]
    pub(super) s3_endpoint: Option<String>,
    /// Region that requests are signed for.
    #[arg(long, env = "SHORTLIST_S3_REGION")]
    pub(super) s3_region: Option<String>,
    /// Access key of the object store. Its secret is read from `SHORTLIST_S3_SECRET_KEY` or `--s3-secret-key-file`.
    #[arg(long, env = "SHORTLIST_S3_ACCESS_KEY")]
    pub(super) s3_access_key: Option<String>,
    /// File that contains only the secret of the access key.
    #[arg(long, env = "SHORTLIST_S3_SECRET_KEY_FILE")]
    pub(super) s3_secret_key_file: Option<PathBuf>,
    /// The network to the object store is trusted, so that http is allowed.
    #[arg(long, env = "SHORTLIST_S3_TRUSTED_NETWORK", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(super) s3_trusted_network: Option<bool>,
    /// Whether uploads to the object store carry their SHA-256. Use `false` for a store that refuses the header.
    #[arg(long, env = "SHORTLIST_S3_CHECKSUMS")]
    pub(super) s3_checksums: Option<bool>,
    /// Certificate chain for TLS, PEM.
    #[arg(long, env = "SHORTLIST_TLS_CERT")]
    pub(super) tls_cert: Option<PathBuf>,
    /// Private key for TLS, PEM.
    #[arg(long, env = "SHORTLIST_TLS_KEY")]
    pub(super) tls_key: Option<PathBuf>,
    /// A proxy in front provides TLS, so that the server may listen on other addresses than loopback without it.
    #[arg(long, env = "SHORTLIST_BEHIND_PROXY", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(super) behind_proxy: Option<bool>,
    /// Proxies whose `X-Forwarded-For` is trusted: addresses or networks such as 10.0.0.0/8, separated by commas.
    #[arg(long, env = "SHORTLIST_TRUSTED_PROXIES", value_delimiter = ',')]
    pub(super) trusted_proxies: Option<Vec<String>>,
    /// Origins whose pages may call from a browser, such as <https://app.example.org>, separated by commas.
    #[arg(long, env = "SHORTLIST_CORS_ORIGINS", value_delimiter = ',')]
    pub(super) cors_origins: Option<Vec<String>>,
    /// Address at which clients reach the service, such as <https://shortlist.example.org>. Links to recordings start with
    /// it.
    #[arg(long, env = "SHORTLIST_PUBLIC_URL")]
    pub(super) public_url: Option<String>,
    /// Maximum number of client connections at once. Further clients wait.
    #[arg(long, env = "SHORTLIST_MAX_CLIENTS")]
    pub(super) max_clients: Option<u32>,
    /// How long the head of a request may take to arrive.
    #[arg(long, env = "SHORTLIST_HEAD_SECONDS")]
    pub(super) head_seconds: Option<u32>,
    /// How long a client may receive nothing of a response before its connection is closed.
    #[arg(long, env = "SHORTLIST_RESPONSE_STALL_SECONDS")]
    pub(super) response_stall_seconds: Option<u32>,
    /// Number of threads that handle connections. 0 means one for each core.
    #[arg(long, env = "SHORTLIST_WORKERS")]
    pub(super) workers: Option<usize>,
    /// How long running requests may take to finish at a shutdown.
    #[arg(long, env = "SHORTLIST_SHUTDOWN_SECONDS")]
    pub(super) shutdown_seconds: Option<u64>,
    /// How long an access token is valid.
    #[arg(long, env = "SHORTLIST_ACCESS_TOKEN_MINUTES")]
    pub(super) access_token_minutes: Option<u32>,
    /// How long a refresh token is valid.
    #[arg(long, env = "SHORTLIST_REFRESH_TOKEN_DAYS")]
    pub(super) refresh_token_days: Option<u32>,
    /// Number of requests that an API key may make in a minute.
    #[arg(long, env = "SHORTLIST_REQUESTS_PER_MINUTE")]
    pub(super) requests_per_minute: Option<u32>,
    /// Number of calls with invalid credentials that an address may make in a minute.
    #[arg(long, env = "SHORTLIST_BAD_CREDENTIALS_PER_MINUTE")]
    pub(super) bad_credentials_per_minute: Option<u32>,
    /// Number of sign-ins that an organization may attempt in a minute.
    #[arg(long, env = "SHORTLIST_SIGN_INS_PER_MINUTE")]
    pub(super) sign_ins_per_minute: Option<u32>,
    /// Number of sign-ins to one account that may be attempted in a minute.
    #[arg(long, env = "SHORTLIST_ACCOUNT_SIGN_INS_PER_MINUTE")]
    pub(super) account_sign_ins_per_minute: Option<u32>,
    /// Maximum size of a resume.
    #[arg(long, env = "SHORTLIST_MAX_FILE_MIB")]
    pub(super) max_file_mib: Option<u32>,
    /// Maximum number of resumes in an upload.
    #[arg(long, env = "SHORTLIST_MAX_FILES")]
    pub(super) max_files: Option<u32>,
    /// Maximum size of an upload.
    #[arg(long, env = "SHORTLIST_MAX_UPLOAD_MIB")]
    pub(super) max_upload_mib: Option<u32>,
    /// How long an upload may take to arrive.
    #[arg(long, env = "SHORTLIST_UPLOAD_SECONDS")]
    pub(super) upload_seconds: Option<u32>,
    /// How long an upload may send no byte before it is aborted.
    #[arg(long, env = "SHORTLIST_UPLOAD_STALL_SECONDS")]
    pub(super) upload_stall_seconds: Option<u32>,
    /// Total size of the resumes that an organization may store, in MiB, unless it has its own quota. 0 means unlimited.
    #[arg(long, env = "SHORTLIST_QUOTA_STORED_MIB")]
    pub(super) quota_stored_mib: Option<u32>,
    /// Number of resumes that an organization may upload in a day, unless it has its own quota. 0 means unlimited.
    #[arg(long, env = "SHORTLIST_QUOTA_DAILY_RESUMES")]
    pub(super) quota_daily_resumes: Option<u32>,
    /// Maximum size of an interview's recording.
    #[arg(long, env = "SHORTLIST_MAX_RECORDING_MIB")]
    pub(super) max_recording_mib: Option<u32>,
    /// How long a link to a recording is valid.
    #[arg(long, env = "SHORTLIST_RECORDING_LINK_MINUTES")]
    pub(super) recording_link_minutes: Option<u32>,
    /// Number of worker processes that read documents. 0 means one for each core.
    #[arg(long, env = "SHORTLIST_READERS")]
    pub(super) readers: Option<usize>,
    /// What to do if the system cannot isolate the processes that read documents.
    #[arg(long, env = "SHORTLIST_ISOLATION")]
    pub(super) isolation: Option<IsolationMode>,
    /// Memory that reading one document may use.
    #[arg(long, env = "SHORTLIST_READ_MEMORY_MIB")]
    pub(super) read_memory_mib: Option<u32>,
    /// Processor time that reading one document may use.
    #[arg(long, env = "SHORTLIST_READ_CPU_SECONDS")]
    pub(super) read_cpu_seconds: Option<u32>,
    /// How long reading one document may take.
    #[arg(long, env = "SHORTLIST_READ_SECONDS")]
    pub(super) read_seconds: Option<u32>,
    /// Maximum depth of a GraphQL document.
    #[arg(long, env = "SHORTLIST_GRAPHQL_DEPTH")]
    pub(super) graphql_depth: Option<u32>,
    /// Maximum number of fields in a GraphQL document.
    #[arg(long, env = "SHORTLIST_GRAPHQL_FIELDS")]
    pub(super) graphql_fields: Option<u32>,
    /// Maximum number of root fields in a GraphQL document.
    #[arg(long, env = "SHORTLIST_GRAPHQL_ROOT_FIELDS")]
    pub(super) graphql_root_fields: Option<u32>,
    /// Maximum cost of a GraphQL document, in values of its response.
    #[arg(long, env = "SHORTLIST_GRAPHQL_COST")]
    pub(super) graphql_cost: Option<u32>,
    /// Maximum size of all texts in a GraphQL response, in MiB.
    #[arg(long, env = "SHORTLIST_GRAPHQL_ANSWER_MIB")]
    pub(super) graphql_answer_mib: Option<u32>,
    /// How long a GraphQL request may run, in seconds.
    #[arg(long, env = "SHORTLIST_GRAPHQL_SECONDS")]
    pub(super) graphql_seconds: Option<u32>,
    /// Maximum size of a GraphQL request.
    #[arg(long, env = "SHORTLIST_GRAPHQL_BODY_KIB")]
    pub(super) graphql_body_kib: Option<u32>,
    /// Whether clients may query the GraphQL schema.
    #[arg(long, env = "SHORTLIST_INTROSPECTION")]
    pub(super) introspection: Option<bool>,
    /// Whether a browser gets the GraphQL explorer.
    #[arg(long, env = "SHORTLIST_EXPLORER")]
    pub(super) explorer: Option<bool>,
    /// Country (ISO 3166, two letters) of telephone numbers without a country code.
    #[arg(long, env = "SHORTLIST_PHONE_REGION")]
    pub(super) phone_region: Option<String>,
    /// CSV file of skills to add to the vocabulary, in the project's own form or ESCO's.
    #[arg(long, env = "SHORTLIST_VOCABULARY")]
    pub(super) vocabulary: Option<PathBuf>,
    /// Address of an OpenAI-compatible server, such as `http://127.0.0.1:11434/v1`. It turns the language model on.
    ///
    /// If the server needs a key, it is read from `SHORTLIST_MODEL_KEY` or `--model-key-file`.
    #[arg(long, env = "SHORTLIST_MODEL_URL")]
    pub(super) model_url: Option<String>,
    /// Name of the model, for the server and for receipts.
    #[arg(long, env = "SHORTLIST_MODEL_NAME")]
    pub(super) model_name: Option<String>,
    /// File that contains only the key of the language model's server.
    #[arg(long, env = "SHORTLIST_MODEL_KEY_FILE")]
    pub(super) model_key_file: Option<PathBuf>,
    /// The network to the language model is trusted, so that http is allowed.
    #[arg(long, env = "SHORTLIST_MODEL_TRUSTED_NETWORK", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(super) model_trusted_network: Option<bool>,
    /// How long a question to the language model may take, including all retries.
    #[arg(long, env = "SHORTLIST_MODEL_SECONDS")]
    pub(super) model_seconds: Option<u32>,
    /// Maximum number of questions to the language model at once.
    #[arg(long, env = "SHORTLIST_MODEL_CALLS")]
    pub(super) model_calls: Option<u32>,
    /// How long one upload may wait for the language model in total.
    #[arg(long, env = "SHORTLIST_MODEL_UPLOAD_SECONDS")]
    pub(super) model_upload_seconds: Option<u32>,
    /// Log level, or a filter such as `info,shortlist_app=debug`.
    #[arg(long, env = "SHORTLIST_LOG")]
    pub(super) log: Option<String>,
    /// How log lines are written.
    #[arg(long, env = "SHORTLIST_LOG_FORMAT")]
    pub(super) log_format: Option<LogFormat>,
}
