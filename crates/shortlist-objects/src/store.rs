//! The store: its client, its runtime, and what is asked of it.

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

use crate::fault::failed;
use crate::options::{Bucket, Checksums, S3Options, SetupError};
use crate::reader::ObjectReader;
use crate::upload::IN_FLIGHT_MIB;

/// How long a connection may take to be made.
const CONNECT_TIME: Duration = Duration::from_secs(5);
/// How long a store may take to answer a request, its body included, or be silent within an answer.
const SILENCE: Duration = Duration::from_secs(60);
/// A request that failed by what may pass is sent again so often.
const RETRIES: usize = 4;
/// The wait before it is sent again; it doubles, up to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
/// The longest of these waits.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// Past this a request that failed is not sent again.
const RETRY_TIME: Duration = Duration::from_secs(60);
/// Requests of one call that run at once.
pub(crate) const AT_ONCE: usize = 16;
/// Threads that carry what is on the way.
const THREADS: usize = 2;
/// Threads that look names up.
const LOOK_UP_THREADS: usize = 2;

/// Kept files in a bucket.
#[derive(Clone)]
pub struct S3Store(pub(crate) Arc<Inner>);

/// The client and the runtime that it needs.
pub(crate) struct Inner {
    pub(crate) client: AmazonS3,
    pub(crate) bucket: Bucket,
    pub(crate) server: String,
    /// What is on the way up, in MiB, so that many large files at once do not fill the memory.
    pub(crate) in_flight: Arc<Semaphore>,
    handle: Handle,
    /// It ends with the store.
    runtime: Option<Runtime>,
}

impl fmt::Display for S3Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.0.bucket, self.0.server)
    }
}

/// The client for HTTP: with our limits, and with the TLS that the whole program uses.
#[derive(Debug)]
struct Connector(reqwest::Client);

impl HttpConnector for Connector {
    fn connect(&self, _options: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(self.0.clone()))
    }
}

fn connector() -> Result<Connector, SetupError> {
    if rustls::crypto::CryptoProvider::get_default().is_none() {
        // Another thread may have been faster, with the same.
        let _installed = rustls::crypto::ring::default_provider().install_default();
    }
    let client = reqwest::Client::builder()
        .user_agent(concat!("shortlist/", env!("CARGO_PKG_VERSION")))
        .redirect(Policy::none())
        .no_proxy()
        .referer(false)
        // One connection for each request under way: a large part does not hold up small files.
        .http1_only()
        .connect_timeout(CONNECT_TIME)
        .read_timeout(SILENCE)
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
        // Not every store removes by lists.
        .with_disable_bulk_delete(true)
        .with_retry(RetryConfig {
            backoff: BackoffConfig {
                init_backoff: FIRST_PAUSE,
                max_backoff: LONGEST_PAUSE,
                base: 2.0,
            },
            max_retries: RETRIES,
            retry_timeout: RETRY_TIME,
        });
    if let Some(endpoint) = &options.endpoint {
        builder = builder
            .with_endpoint(endpoint.to_string())
            .with_allow_http(endpoint.is_in_clear());
    }
    if options.checksums == Checksums::Sent {
        builder = builder.with_checksum_algorithm(Checksum::SHA256);
    }
    builder.build().map_err(SetupError::Store)
}

impl S3Store {
    /// Makes a store; nothing is sent yet.
    ///
    /// # Errors
    /// When the client or its threads cannot be had.
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
    /// Runs what the store is asked to its end. It must be called from a thread that may block.
    pub(crate) fn wait_for<F: Future>(&self, asked: F) -> F::Output {
        self.handle.block_on(asked)
    }

    /// Where an object lies.
    pub(crate) fn path(&self, key: &str) -> io::Result<Path> {
        let prefix = self.bucket.prefix.as_str();
        let path = match prefix {
            "" => Path::parse(key),
            prefix => Path::parse(format!("{prefix}/{key}")),
        };
        path.map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))
    }

    /// The key of what lies there.
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
    /// The last owner may be a thread that may not block.
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
            .buffer_unordered(AT_ONCE);
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
            .buffer_unordered(AT_ONCE);
        self.0.wait_for(removed.try_collect())
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        self.0.wait_for(self.0.list_below(folder))
    }
}
