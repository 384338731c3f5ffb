//! The files in a bucket, as the application uses them.

use std::fmt;
use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt, stream};
use object_store::{GetOptions, GetRange, ObjectStore};
use shortlist_app::StagedFile;

use crate::client::Client;
use crate::error::failed;
use crate::options::{S3Options, SetupError};
use crate::reader::ObjectReader;

/// How many requests of one call run at once.
const MAX_CONCURRENT_REQUESTS: usize = 16;

/// The files in a bucket.
#[derive(Clone)]
pub struct S3Store(pub(crate) Arc<Client>);

impl fmt::Display for S3Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.0.bucket, self.0.server)
    }
}

impl S3Store {
    /// Creates a store. Nothing is sent yet.
    ///
    /// # Errors
    /// When the client or its threads cannot be created.
    pub fn new(options: &S3Options) -> Result<Self, SetupError> {
        Ok(Self(Arc::new(Client::new(options)?)))
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
