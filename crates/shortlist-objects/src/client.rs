//! The client of an object store, and the runtime that it needs.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use futures_util::TryStreamExt;
use object_store::aws::{AmazonS3, AmazonS3Builder, Checksum};
use object_store::client::{HttpClient, HttpConnector};
use object_store::path::Path;
use object_store::{BackoffConfig, ClientOptions, ObjectStore, ObjectStoreExt, RetryConfig};
use reqwest::redirect::Policy;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::Semaphore;

use crate::error::failed;
use crate::options::{Bucket, Checksums, S3Options, SetupError};

/// The maximum memory of all running uploads together, in MiB.
pub const IN_FLIGHT_MIB: usize = 64;
/// How long opening a connection may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a store may take to respond to a request, including the request's body, or pause within a response.
const READ_TIMEOUT: Duration = Duration::from_secs(60);
/// How often a request is retried after a transient failure.
const RETRIES: usize = 4;
/// The wait before the first retry. It doubles, up to the longest.
const FIRST_RETRY_DELAY: Duration = Duration::from_millis(100);
/// The longest wait before a retry.
const MAX_RETRY_DELAY: Duration = Duration::from_secs(5);
/// A request that fails after this time is not retried.
const RETRY_TIMEOUT: Duration = Duration::from_secs(60);
/// The number of threads for network I/O.
const THREADS: usize = 2;
/// The number of threads that look up host names.
const LOOK_UP_THREADS: usize = 2;

/// A client with its runtime.
pub(crate) struct Client {
    pub(crate) client: AmazonS3,
    pub(crate) bucket: Bucket,
    pub(crate) server: String,
    /// The memory for running uploads, in MiB. It ensures that many large files at once do not fill the memory.
    pub(crate) in_flight: Arc<Semaphore>,
    handle: Handle,
    /// It shuts down with the store.
    runtime: Option<Runtime>,
}

/// The HTTP client, with our limits and the TLS library of the whole program.
#[derive(Debug)]
struct Connector(reqwest::Client);

impl HttpConnector for Connector {
    fn connect(&self, _options: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(self.0.clone()))
    }
}

fn connector() -> Result<Connector, SetupError> {
    if rustls::crypto::CryptoProvider::get_default().is_none() {
        // Another thread may have installed the same provider first.
        let _installed = rustls::crypto::ring::default_provider().install_default();
    }
    let client = reqwest::Client::builder()
        .user_agent(concat!("shortlist/", env!("CARGO_PKG_VERSION")))
        .redirect(Policy::none())
        .no_proxy()
        .referer(false)
        // One connection for each running request, so that a large part does not delay small files.
        .http1_only()
        .connect_timeout(CONNECT_TIMEOUT)
        .read_timeout(READ_TIMEOUT)
        .build();
    client.map(Connector).map_err(SetupError::Client)
}

fn client_of(options: &S3Options) -> Result<AmazonS3, SetupError> {
    let mut builder = AmazonS3Builder::new()
        .with_bucket_name(&options.bucket.name)
        .with_region(&options.region)
        .with_access_key_id(&options.access_key)
        .with_secret_access_key(options.secret.as_str())
        .with_http_connector(connector()?)
        // Not every store supports the deletion of several objects at once.
        .with_disable_bulk_delete(true)
        .with_retry(RetryConfig {
            backoff: BackoffConfig {
                init_backoff: FIRST_RETRY_DELAY,
                max_backoff: MAX_RETRY_DELAY,
                base: 2.0,
            },
            max_retries: RETRIES,
            retry_timeout: RETRY_TIMEOUT,
        });
    if let Some(endpoint) = &options.endpoint {
        builder = builder
            .with_endpoint(endpoint.to_string())
            .with_allow_http(endpoint.is_unencrypted());
    }
    if options.checksums == Checksums::Sent {
        builder = builder.with_checksum_algorithm(Checksum::SHA256);
    }
    builder.build().map_err(SetupError::Store)
}

impl Client {
    /// Creates a client. Nothing is sent yet.
    pub(crate) fn new(options: &S3Options) -> Result<Self, SetupError> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(THREADS)
            .max_blocking_threads(LOOK_UP_THREADS)
            .thread_name("object store")
            .enable_all()
            .build()
            .map_err(SetupError::Runtime)?;
        let server = match &options.endpoint {
            Some(endpoint) => endpoint.to_string(),
            None => format!("Amazon's region {}", options.region),
        };
        Ok(Self {
            client: client_of(options)?,
            bucket: options.bucket.clone(),
            server,
            in_flight: Arc::new(Semaphore::new(IN_FLIGHT_MIB)),
            handle: runtime.handle().clone(),
            runtime: Some(runtime),
        })
    }

    /// Runs a future to its end. Call it from a thread that may block.
    pub(crate) fn wait_for<F: Future>(&self, future: F) -> F::Output {
        self.handle.block_on(future)
    }

    /// Returns the path of the object with a key.
    pub(crate) fn path(&self, key: &str) -> io::Result<Path> {
        let prefix = self.bucket.prefix.as_str();
        let path = match prefix {
            "" => Path::parse(key),
            prefix => Path::parse(format!("{prefix}/{key}")),
        };
        path.map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))
    }

    /// Returns the key of the object at a path.
    fn key(&self, path: &Path) -> String {
        let whole = path.as_ref();
        let below = whole.strip_prefix(self.bucket.prefix.as_str());
        below.unwrap_or(whole).trim_start_matches('/').to_owned()
    }

    pub(crate) async fn remove_one(&self, key: &str) -> io::Result<()> {
        match self.client.delete(&self.path(key)?).await {
            Err(object_store::Error::NotFound { .. }) => Ok(()),
            removed => removed.map_err(failed("remove", key)),
        }
    }

    pub(crate) async fn list_below(&self, folder: &str) -> io::Result<Vec<String>> {
        let folder_path = self.path(folder)?;
        let found = self.client.list(Some(&folder_path));
        let keys = found.map_ok(|object| self.key(&object.location));
        keys.try_collect().await.map_err(failed("list", folder))
    }
}

impl Drop for Client {
    /// Shuts the runtime down without waiting, because the last owner may be a thread that must not block.
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
