//! The object store: its client, its runtime and its operations.

use std::fmt;
use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt, stream};
use object_store::aws::{AmazonS3, AmazonS3Builder, Checksum};
use object_store::client::{HttpClient, HttpConnector};
use object_store::path::Path;
use object_store::{
    BackoffConfig, ClientOptions, GetOptions, GetRange, ObjectStore, ObjectStoreExt, RetryConfig,
};
use reqwest::redirect::Policy;
use shortlist_app::StagedFile;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::Semaphore;

use crate::error::failed;
use crate::options::{Bucket, Checksums, S3Options, SetupError};
use crate::reader::ObjectReader;
use crate::upload::IN_FLIGHT_MIB;

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
/// How many requests of one call run at once.
pub(crate) const MAX_CONCURRENT_REQUESTS: usize = 16;
/// The number of threads for network I/O.
const THREADS: usize = 2;
/// The number of threads that look up host names.
const LOOK_UP_THREADS: usize = 2;

/// The files in a bucket.
#[derive(Clone)]
pub struct S3Store(pub(crate) Arc<Inner>);

/// The client and the runtime that it needs.
pub(crate) struct Inner {
    pub(crate) client: AmazonS3,
    pub(crate) bucket: Bucket,
    pub(crate) server: String,
    /// The memory for running uploads, in MiB. It ensures that many large files at once do not fill the memory.
    pub(crate) in_flight: Arc<Semaphore>,
    handle: Handle,
    /// It shuts down with the store.
    runtime: Option<Runtime>,
}

impl fmt::Display for S3Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.0.bucket, self.0.server)
    }
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

impl S3Store {
    /// Creates a store. Nothing is sent yet.
    ///
    /// # Errors
    /// When the client or its threads cannot be created.
    pub fn new(options: &S3Options) -> Result<Self, SetupError> {
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
        Ok(Self(Arc::new(Inner {
            client: client_of(options)?,
            bucket: options.bucket.clone(),
            server,
            in_flight: Arc::new(Semaphore::new(IN_FLIGHT_MIB)),
            handle: runtime.handle().clone(),
            runtime: Some(runtime),
        })))
    }
}

impl Inner {
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

    async fn remove_one(&self, key: &str) -> io::Result<()> {
        match self.client.delete(&self.path(key)?).await {
            Err(object_store::Error::NotFound { .. }) => Ok(()),
            removed => removed.map_err(failed("remove", key)),
        }
    }

    async fn list_below(&self, folder: &str) -> io::Result<Vec<String>> {
        let folder_path = self.path(folder)?;
        let found = self.client.list(Some(&folder_path));
        let keys = found.map_ok(|object| self.key(&object.location));
        keys.try_collect().await.map_err(failed("list", folder))
    }
}

impl Drop for Inner {
    /// Shuts the runtime down without waiting, because the last owner may be a thread that must not block.
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl shortlist_app::ObjectStore for S3Store {
    fn put(&self, files: Vec<(String, StagedFile)>) -> io::Result<()> {
        let put = stream::iter(files)
            .map(|(key, staged)| async move { self.0.put_one(&key, &staged).await })
            .buffer_unordered(MAX_CONCURRENT_REQUESTS);
        self.0.wait_for(put.try_collect())
    }

    fn open(&self, key: &str, part: Option<Range<u64>>) -> io::Result<Box<dyn Read + Send>> {
        let path = self.0.path(key)?;
        let options = GetOptions {
            range: part.map(GetRange::Bounded),
            ..GetOptions::default()
        };
        let opened = self.0.wait_for(self.0.client.get_opts(&path, options));
        Ok(Box::new(ObjectReader {
            stream: opened.map_err(failed("read", key))?.into_stream(),
            store: Arc::clone(&self.0),
            key: key.to_owned(),
            piece: Bytes::new(),
        }))
    }

    fn remove(&self, keys: &[String]) -> io::Result<()> {
        let removed = stream::iter(keys)
            .map(|key| self.0.remove_one(key))
            .buffer_unordered(MAX_CONCURRENT_REQUESTS);
        self.0.wait_for(removed.try_collect())
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        self.0.wait_for(self.0.list_below(folder))
    }
}
