//! The assembly of the service from its parts.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::Utc;
use shortlist_app::{App, Clock, FileStore, Settings};
use shortlist_domain::Timestamp;
use shortlist_objects::{S3Store, Versioning};
use shortlist_persistence::{DatabaseUrl, ListSource, SearchIndex, Store, StoreConfig};
use shortlist_vocabulary::Vocabulary;

use crate::config::Config;
use crate::data_folder::{DATABASE, FILES};
use crate::{Failure, file_permissions};

/// The number of bytes that must fit into the data folder at the start.
const PROBE_BYTES: usize = 64 << 10;

/// The system's clock, with the time of the start.
struct SystemClock(Instant);

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        now()
    }

    fn running(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Returns the current time.
pub(crate) fn now() -> Timestamp {
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that knows the clock"
    )]
    Timestamp::new(Utc::now())
}

/// Where the service stores its data.
pub(crate) struct DataLocations<'a> {
    /// The folder of the resumes. Without a database address, it also contains the database.
    pub(crate) data_dir: &'a Path,
    /// The database's address.
    pub(crate) database_url: Option<&'a str>,
    /// Where its lists are read from.
    pub(crate) lists: ListSource,
    /// The maximum number of connections to each.
    pub(crate) max_connections: u32,
    /// The object store of the files, if they are not in the folder.
    pub(crate) objects: Option<S3Store>,
}

impl DataLocations<'_> {
    /// Returns the address of the database.
    pub(crate) fn database(&self) -> DatabaseUrl {
        match self.database_url {
            Some(url) => DatabaseUrl::parse(url),
            None => DatabaseUrl::Sqlite(self.data_dir.join(DATABASE)),
        }
    }

    /// Creates the data folder, and checks that it can be written.
    pub(crate) fn check_folder(&self) -> Result<(), Failure> {
        file_permissions::create_folder(self.data_dir)?;
        let write = || tempfile::tempfile_in(self.data_dir)?.write_all(&vec![0; PROBE_BYTES]);
        write().map_err(Failure::of(format!(
            "write to the data folder {}; is the disk full, or can this user only read the folder?",
            self.data_dir.display()
        )))
    }

    /// Checks that the object store can be used, if it is configured.
    pub(crate) fn check_objects(&self) -> Result<(), Failure> {
        let Some(objects) = &self.objects else {
            return Ok(());
        };
        let versioning = objects.check();
        let versioning = versioning.map_err(Failure::of("use the object store"))?;
        tracing::info!(store = %objects, "the object store is ready");
        if versioning == Versioning::Enabled {
            tracing::warn!(
                "the bucket has versioning, so erased files remain as earlier versions: add a lifecycle rule that expires noncurrent \
                 versions within your promised erasure period, or turn versioning off"
            );
        }
        Ok(())
    }

    /// Returns the folder of the files.
    pub(crate) fn files(&self) -> PathBuf {
        self.data_dir.join(FILES)
    }
}

/// Returns where production stores its data.
pub(crate) fn data_locations(config: &Config) -> Result<DataLocations<'_>, Failure> {
    Ok(DataLocations {
        data_dir: &config.server.data_dir,
        database_url: config.database.database_url.as_deref(),
        lists: config.database.lists(),
        max_connections: config.database.max_connections,
        objects: config.files.object_store()?,
    })
}

/// Opens the database, migrates its schema, and assembles the service.
pub(crate) fn open(
    locations: &DataLocations<'_>,
    settings: Settings,
    vocabulary: Arc<Vocabulary>,
    clock: Arc<dyn Clock>,
) -> Result<App, Failure> {
    let store = open_store(locations)?;
    assemble(locations, store, settings, vocabulary, clock)
}

/// Returns the clock of the system.
pub(crate) fn system_clock() -> Arc<dyn Clock> {
    Arc::new(SystemClock(Instant::now()))
}

/// Prepares a service to serve: it fails if the database cannot be written, and ends what killed servers began.
pub(crate) fn prepare(app: &App) -> Result<(), Failure> {
    app.maintenance().try_write().map_err(Failure::of(
        "write to the database; is its disk full, or can it only be read?",
    ))?;
    app.end_work_of_killed_servers()
        .map_err(Failure::of("end what a killed server had begun"))
}

/// Opens the database and migrates its schema.
pub(crate) fn open_store(locations: &DataLocations<'_>) -> Result<Store, Failure> {
    file_permissions::create_folder(locations.data_dir)?;
    let store = open_database(locations)?;
    store
        .database()
        .migrate()
        .map_err(Failure::of("bring the database's schema up to date"))?;
    tracing::info!(
        database = store.database().backend_name(),
        "the database is ready"
    );
    warn_of_slow_searches(&store)?;
    Ok(store)
}

/// Opens the database without a migration, and closes it to other users of the machine.
pub(crate) fn open_database(locations: &DataLocations<'_>) -> Result<Store, Failure> {
    if let DatabaseUrl::Sqlite(database) = locations.database() {
        file_permissions::make_database_private(&database)?;
    }
    let config = StoreConfig {
        url: locations.database(),
        max_connections: locations.max_connections,
        lists: locations.lists.clone(),
    };
    Store::open(&config).map_err(Failure::of("open the database"))
}

fn warn_of_slow_searches(store: &Store) -> Result<(), Failure> {
    let attempt = "check for the search index";
    if store
        .database()
        .search_index()
        .map_err(Failure::of(attempt))?
        == SearchIndex::Missing
    {
        tracing::warn!(
            "PostgreSQL lacks the extension pg_trgm or does not let this user create it: searches read all candidates of the \
             organization or the job. Install PostgreSQL's contrib modules, run CREATE EXTENSION pg_trgm in this database as its \
             owner or a superuser, and start again"
        );
    }
    Ok(())
}

/// Assembles the service around an open database.
pub(crate) fn assemble(
    locations: &DataLocations<'_>,
    store: Store,
    settings: Settings,
    vocabulary: Arc<Vocabulary>,
    clock: Arc<dyn Clock>,
) -> Result<App, Failure> {
    let attempt = format!(
        "write to the folder {}; data_dir must be a folder that this user can write to, on a disk with free space",
        locations.data_dir.display()
    );
    let files = FileStore::open(locations.files()).map_err(Failure::of(attempt))?;
    let files = match &locations.objects {
        Some(objects) => files.with_objects(Arc::new(objects.clone())),
        None => files,
    };
    Ok(App::new(store, files, clock, settings, vocabulary))
}
