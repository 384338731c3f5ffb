//! The service put together from its parts.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use chrono::Utc;
use shortlist_app::{App, Clock, FileStore, Settings};
use shortlist_domain::Timestamp;
use shortlist_persistence::{DatabaseUrl, SearchIndex, Store, StoreConfig};

use crate::Failure;

/// The system's clock.
struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        now()
    }
}

/// The present.
pub(crate) fn now() -> Timestamp {
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that knows the clock"
    )]
    Timestamp::new(Utc::now())
}

/// Where the service keeps its data.
pub(crate) struct Places<'a> {
    /// The folder of resumes and, without a database address, of the database.
    pub(crate) data_dir: &'a Path,
    /// The database's address.
    pub(crate) database_url: Option<&'a str>,
    /// The most connections to it.
    pub(crate) max_connections: u32,
}

/// Opens the database, brings its schema up to date, and puts the service together.
pub(crate) fn open(places: &Places<'_>, settings: Settings) -> Result<App, Failure> {
    assemble(places, open_store(places)?, settings)
}

/// Opens the database and brings its schema up to date.
pub(crate) fn open_store(places: &Places<'_>) -> Result<Store, Failure> {
    let folder = places.data_dir;
    create_private_folder(folder)?;
    let url = match places.database_url {
        Some(url) => DatabaseUrl::parse(url),
        None => DatabaseUrl::Sqlite(folder.join("shortlist.db")),
    };
    let max_connections = places.max_connections;
    let config = StoreConfig {
        url,
        max_connections,
    };
    let store = Store::open(&config).map_err(Failure::of("open the database"))?;
    store
        .migrate()
        .map_err(Failure::of("bring the database's schema up to date"))?;
    tracing::info!(database = store.backend_name(), "the database is ready");
    warn_of_slow_searches(&store)?;
    Ok(store)
}

fn warn_of_slow_searches(store: &Store) -> Result<(), Failure> {
    let attempt = "look for the index of searches";
    if store.search_index().map_err(Failure::of(attempt))? == SearchIndex::Missing {
        tracing::warn!(
            "PostgreSQL lacks the extension pg_trgm or does not let this user create it: searches read all candidates of the \
             organization or the job. Install PostgreSQL's contrib modules, run CREATE EXTENSION pg_trgm in this database as its \
             owner or a superuser, and start again"
        );
    }
    Ok(())
}

/// Puts the service together around an open database.
pub(crate) fn assemble(
    places: &Places<'_>,
    store: Store,
    settings: Settings,
) -> Result<App, Failure> {
    let folder = places.data_dir;
    let attempt = format!("use the folder {} for resumes", folder.display());
    let files = FileStore::open(folder.join("files")).map_err(Failure::of(attempt))?;
    Ok(App::new(store, files, Arc::new(SystemClock), settings))
}

/// Creates a folder that only its owner can look into; one that is there keeps its mode.
fn create_private_folder(folder: &Path) -> Result<(), Failure> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(Failure::of(format!(
        "create the data folder {}",
        folder.display()
    )))
}
