//! Measures a change of the schema with many candidates: expanding it, filling a new column while pages are read, and contracting it.
//!
//! `cargo run --release -p shortlist-tests --example migrations -- [CANDIDATES [DATABASE]]`
//!
//! The default is 1,000,000 candidates, on SQLite in a temporary folder or in the empty PostgreSQL database that is named.
#![expect(clippy::print_stdout, reason = "printing is what it is for")]

use std::cell::{Cell, RefCell};
use std::error::Error;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection as _;
use diesel::sql_types::Text;
use diesel::{
    Connection as _, PgConnection, QueryableByName, RunQueryDsl as _, SqliteConnection, sql_query,
};
use shortlist_app::{App, AppError, Backfill, Clock, FileStore, Settings};
use shortlist_domain::{
    CandidateFilters, CandidateQuery, Environment, JobId, OrganizationId, PageRequest,
    StatusFilter, Timestamp,
};
use shortlist_persistence::{DatabaseUrl, ListSource, Migration, Store, StoreConfig};
use shortlist_vocabulary::Vocabulary;

type Outcome<T> = Result<T, Box<dyn Error>>;

const CANDIDATES: usize = 1_000_000;
const ROWS_PER_BATCH: usize = 4_000;
const ORGANIZATION: &str = "org_bench";
const JOB: &str = "job_bench";

const EXPAND: Migration = same_for_both("9001", "ALTER TABLE candidates ADD COLUMN initial TEXT");
const CONTRACT: Migration = same_for_both("9002c", "ALTER TABLE candidates DROP COLUMN initial");

const fn same_for_both(version: &'static str, statements: &'static str) -> Migration {
    Migration {
        version,
        sqlite: statements,
        postgresql: statements,
    }
}

/// The rows that candidates refer to.
const PARENTS: &str = "\
INSERT INTO organizations (id, name, created_at) VALUES ('org_bench', 'Bench', '2026-11-21 08:00:00'); \
INSERT INTO users (organization_id, id, user_type, full_name, email, folded_email, password_hash, active, created_at) \
    VALUES ('org_bench', 'usr_bench', 'Recruiter', 'Ada Bench', 'ada@example.org', 'ada@example.org', '', TRUE, '2026-11-21 08:00:00');";

/// The columns of a candidate, and the values of the candidate `n`, for which the databases have the same functions.
const COLUMNS: &str = "organization_id, id, job_id, recruiter_id, identity, full_name, sort_name, email, skills, score_tenths, weighting, \
    criterion_values, scored_by, scored_version, receipt_number, created_at, updated_at, search_text, code, file_digest";
const VALUES: &str = "'org_bench', 'cnd_' || n, 'job_bench', 'usr_bench', 'person ' || n, 'Person ' || n, 'person ' || n, \
    'person.' || n || '@example.org', '[]', n % 1001, '[[\"skills\",1000000]]', '[[\"skills\",500000]]', 'bench', 1, 1";

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

/// A connection next to those of the store.
enum Direct {
    Sqlite(SqliteConnection),
    Postgresql(PgConnection),
}

impl Direct {
    fn to(url: &DatabaseUrl) -> Outcome<Self> {
        Ok(match url {
            DatabaseUrl::Sqlite(path) => {
                let mut conn = SqliteConnection::establish(&path.to_string_lossy())?;
                conn.batch_execute("PRAGMA busy_timeout = 30000; PRAGMA synchronous = NORMAL")?;
                Self::Sqlite(conn)
            }
            DatabaseUrl::PostgreSql(address) => Self::Postgresql(PgConnection::establish(address)?),
        })
    }

    fn run(&mut self, statements: &str) -> diesel::QueryResult<()> {
        match self {
            Self::Sqlite(conn) => conn.batch_execute(statements),
            Self::Postgresql(conn) => conn.batch_execute(statements),
        }
    }

    fn lines(&mut self, query: &str) -> diesel::QueryResult<Vec<String>> {
        let rows: Vec<Line> = match self {
            Self::Sqlite(conn) => sql_query(query).load(conn)?,
            Self::Postgresql(conn) => sql_query(query).load(conn)?,
        };
        Ok(rows.into_iter().map(|row| row.line).collect())
    }

    /// Stores this many candidates of one job.
    fn fill(&mut self, count: usize) -> diesel::QueryResult<()> {
        let (bytes, numbers, hexadecimal, digest, time) = match self {
            Self::Sqlite(_) => (
                "X'00'",
                format!(
                    "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {count})"
                ),
                "printf('%06X', n)",
                "CAST(printf('%032d', n) AS BLOB)",
                "'2026-11-21 08:00:00'",
            ),
            Self::Postgresql(_) => (
                "'\\x00'",
                format!("WITH numbers (n) AS (SELECT generate_series(1, {count}))"),
                "upper(lpad(to_hex(n), 6, '0'))",
                "convert_to(lpad(n::text, 32, '0'), 'UTF8')",
                "'2026-11-21 08:00:00'::timestamp",
            ),
        };
        let insert = format!("INSERT INTO candidates ({COLUMNS}) ");
        let values = format!(
            "SELECT {VALUES}, {time}, {time}, 'person ' || n || '. person.' || n || '@example.org. gardener', \
             'CAN-' || {hexadecimal}, {digest} FROM numbers"
        );
        let candidates = match self {
            Self::Sqlite(_) => format!("{numbers} {insert}{values}"),
            Self::Postgresql(_) => format!("{insert}{numbers} {values}"),
        };
        self.run(PARENTS)?;
        self.run(&format!(
            "INSERT INTO jobs (organization_id, id, recruiter_id, title, description, skills, code, folded_code, place_key, attributes, \
             version, created_at, updated_at, search_text, details_text) VALUES ('org_bench', 'job_bench', 'usr_bench', 'Gardener', \
             '', '[]', 'G-1', 'g-1', {bytes}, '[]', 1, {time}, {time}, 'gardener', 'g-1')"
        ))?;
        self.run(&candidates)
    }

    /// Fills the column of the next candidates. Returns the last of them.
    fn fill_batch(
        &mut self,
        organization: &OrganizationId,
        after: Option<&str>,
    ) -> diesel::QueryResult<Option<String>> {
        let after = after.unwrap_or_default();
        let ids = self.lines(&format!(
            "SELECT id AS line FROM candidates WHERE organization_id = '{organization}' AND id > '{after}' \
             ORDER BY id LIMIT {ROWS_PER_BATCH}"
        ))?;
        let Some(last) = ids.last() else {
            return Ok(None);
        };
        self.run(&format!(
            "UPDATE candidates SET initial = substr(full_name, 1, 1) WHERE organization_id = '{organization}' \
             AND id > '{after}' AND id <= '{last}' AND initial IS NULL"
        ))?;
        Ok(Some(last.clone()))
    }
}

struct FixedClock(Timestamp);

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        self.0
    }

    fn running(&self) -> Duration {
        Duration::ZERO
    }
}

fn main() -> Outcome<()> {
    let mut given = std::env::args().skip(1);
    let count = given.next().map_or(Ok(CANDIDATES), |text| text.parse())?;
    let folder = tempfile::tempdir()?;
    let in_folder = || DatabaseUrl::Sqlite(folder.path().join("shortlist.db"));
    let url = given
        .next()
        .map_or_else(in_folder, |address| DatabaseUrl::parse(&address));
    let store = Store::open(&StoreConfig {
        url: url.clone(),
        max_connections: 8,
        lists: ListSource::Database,
    })?;
    let migrated = timed(|| Ok(store.database().migrate()?))?;
    println!(
        "{}: an empty database migrated in {migrated}",
        store.database().backend_name()
    );
    let mut direct = Direct::to(&url)?;
    let filled = timed(|| Ok(direct.fill(count)?))?;
    store.database().vacuum_or_checkpoint()?;
    println!("{count} candidates stored in {filled}");
    let query = first_page()?;
    let quiet = (0..200).map(|_| read(&store, &query));
    println!(
        "pages before: {}",
        latencies(quiet.collect::<Outcome<_>>()?)
    );

    let ends = AtomicBool::new(false);
    let during = std::thread::scope(|scope| -> Outcome<Vec<Duration>> {
        let reader = scope.spawn(|| {
            let mut taken = Vec::new();
            while !ends.load(Ordering::Relaxed) {
                match read(&store, &query) {
                    Ok(one) => taken.push(one),
                    Err(error) => return Err(error.to_string()),
                }
            }
            Ok(taken)
        });
        let done = migrate(&store, folder.path(), direct);
        ends.store(true, Ordering::Relaxed);
        done?;
        Ok(reader.join().map_err(|_panic| "the reader panicked")??)
    })?;
    println!("pages meanwhile: {}", latencies(during));
    Ok(())
}

/// Expands the schema, fills the new column, and contracts the schema again.
fn migrate(store: &Store, folder: &Path, direct: Direct) -> Outcome<()> {
    let expanded = timed(|| Ok(store.database().migrate_further(&[EXPAND])?))?;
    println!("expanded in {expanded}");
    let clock: Arc<dyn Clock> =
        Arc::new(FixedClock(Timestamp::parse("at", "2026-11-21T08:00:00Z")?));
    let app = App::new(
        store.clone(),
        FileStore::open(folder.join("files"))?,
        clock,
        Settings::new(Environment::Sandbox),
        Arc::clone(Vocabulary::built_in()),
    );
    let (direct, batches, longest) = (
        RefCell::new(direct),
        Cell::new(0),
        Cell::new(Duration::ZERO),
    );
    let batch = |organization: &OrganizationId, after: Option<&str>| -> Result<_, AppError> {
        let begun = Instant::now();
        let last = direct.borrow_mut().fill_batch(organization, after);
        let last = last.map_err(io::Error::other)?;
        batches.set(batches.get() + usize::from(last.is_some()));
        longest.set(longest.get().max(begun.elapsed()));
        Ok(last)
    };
    let backfill = Backfill {
        name: "fill-initials-1",
        batch: &batch,
    };
    let filled = timed(|| Ok(app.maintenance().run_backfill(&backfill)?))?;
    println!(
        "filled in {filled}, {} batches, the longest {:.2} s",
        batches.get(),
        longest.get().as_secs_f64()
    );
    let missing = "SELECT CAST(count(*) AS TEXT) AS line FROM candidates WHERE initial IS NULL";
    println!(
        "{:?} candidates lack the value",
        direct.borrow_mut().lines(missing)?
    );
    let contracted = timed(|| Ok(store.database().migrate_further(&[EXPAND, CONTRACT])?))?;
    println!("contracted in {contracted}");
    Ok(())
}

fn first_page() -> Outcome<CandidateQuery> {
    Ok(CandidateQuery {
        organization_id: OrganizationId::parse("organization", ORGANIZATION)?,
        job_id: Some(JobId::parse("job", JOB)?),
        search: None,
        status: StatusFilter::Any,
        filters: CandidateFilters::default(),
        page: PageRequest::parse(("page", 1), ("size", 50))?,
        count: false,
    })
}

/// Reads a page, and returns how long it took.
fn read(store: &Store, query: &CandidateQuery) -> Outcome<Duration> {
    let begun = Instant::now();
    store.candidates().list_for(query, None)?;
    Ok(begun.elapsed())
}

fn timed(work: impl FnOnce() -> Outcome<()>) -> Outcome<String> {
    let begun = Instant::now();
    work()?;
    Ok(format!("{:.1} s", begun.elapsed().as_secs_f64()))
}

fn latencies(mut taken: Vec<Duration>) -> String {
    taken.sort_unstable();
    let at = |per_mille: usize| {
        let place = taken.len().saturating_sub(1) * per_mille / 1_000;
        taken.get(place).copied().unwrap_or_default().as_secs_f64() * 1_000.0
    };
    format!(
        "{} read, median {:.1} ms, 99 of 100 within {:.1} ms, all within {:.1} ms",
        taken.len(),
        at(500),
        at(990),
        at(1_000)
    )
}
