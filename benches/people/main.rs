//! Measures the search of people in a database that `shortlist bench seed` has filled.
//!
//! `cargo run --release -p shortlist-benches --example people -- DATABASE [ORGANIZATION [REPEATS]]`
//!
//! `DATABASE` is the path of a SQLite file or the address of a PostgreSQL database. Each search is what the page of people runs: a page of
//! 25 people, of whom others may have further applications. The connections are open and the database's cache is warm.
//!
//! The whole pages are kinds of the example `load`: `--kind typename --kind 'web-*'` measures them in one run.
#![expect(clippy::print_stdout, reason = "printing is what it is for")]

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use shortlist_app::{App, Clock, FileStore, Settings, filtered_fact, filtered_skill};
use shortlist_domain::{
    CandidateFilters, CandidateQuery, Environment, FactFilter, FactKind, InvalidValue,
    OrganizationId, PageRequest, Principal, StatusFilter, Timestamp, UserId, UserType,
};
use shortlist_persistence::{DatabaseUrl, ListSource, Store, StoreConfig};
use shortlist_vocabulary::Vocabulary;

type Outcome<T> = Result<T, Box<dyn Error>>;

const REPEATS: usize = 200;
/// How often a search runs before it is measured.
const WARMING: usize = 3;

struct FixedClock(Timestamp);

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        self.0
    }

    fn running(&self) -> Duration {
        Duration::ZERO
    }
}

/// A search with its name.
struct Search {
    name: &'static str,
    search: Option<&'static str>,
    filters: CandidateFilters,
}

fn fact(kind: FactKind, text: &str) -> Result<FactFilter, InvalidValue> {
    filtered_fact("fact", kind, text)
}

/// Returns a search by facts alone.
fn facts(name: &'static str, facts: Vec<FactFilter>) -> Search {
    Search {
        name,
        search: None,
        filters: CandidateFilters {
            facts,
            ..CandidateFilters::default()
        },
    }
}

/// Returns the likeliest searches, from common to absent, and combinations of common facts.
fn searches() -> Result<Vec<Search>, InvalidValue> {
    use FactKind::{Education, Employer, Language, Place, Title};
    let mut skilled = facts(
        "title, place and skill",
        vec![fact(Title, "engineer")?, fact(Place, "Basel")?],
    );
    skilled.filters.all_skills = vec![filtered_skill("skill", "Rust")?];
    let mut named = facts("name", Vec::new());
    named.search = Some("zuleika ashoquist");
    let mut rarely = facts(
        "rare name and common language",
        vec![fact(Language, "English")?],
    );
    rarely.search = Some("zuleika ashoquist");
    Ok(vec![
        facts("everybody", Vec::new()),
        named,
        facts("employer, one word", vec![fact(Employer, "Orchard")?]),
        facts(
            "employer, whole name",
            vec![fact(Employer, "Quince Robotics AG")?],
        ),
        facts("employer, absent", vec![fact(Employer, "Nonexistent")?]),
        facts("title", vec![fact(Title, "Sales Manager")?]),
        facts("place", vec![fact(Place, "Basel")?]),
        facts("language", vec![fact(Language, "Deutsch")?]),
        facts(
            "education, level and field",
            vec![fact(Education, "master chemistry")?],
        ),
        facts(
            "education, school",
            vec![fact(Education, "Vexholm University")?],
        ),
        facts(
            "title, place and language",
            vec![
                fact(Title, "nurse")?,
                fact(Place, "Graz")?,
                fact(Language, "Polish")?,
            ],
        ),
        facts(
            "all five",
            vec![
                fact(Employer, "Fern Hospital")?,
                fact(Title, "nurse")?,
                fact(Place, "Graz")?,
                fact(Language, "Polish")?,
                fact(Education, "bachelor nursing")?,
            ],
        ),
        skilled,
        rarely,
    ])
}

fn principal(organization: &str) -> Result<Principal, InvalidValue> {
    Ok(Principal {
        organization_id: OrganizationId::parse("organization", organization)?,
        user_id: UserId::parse("user", "usr_bench")?,
        is_integration: false,
        user_type: UserType::Admin,
        key_id: None,
        permissions: Vec::new(),
        key_expires_at: None,
        address: None,
        session_id: None,
    })
}

fn main() -> Outcome<()> {
    let mut given = std::env::args().skip(1);
    let database = given.next().ok_or("name the database")?;
    let organization = given.next().unwrap_or_else(|| "org_bench".to_owned());
    let repeats = given.next().map_or(Ok(REPEATS), |text| text.parse())?;
    let store = Store::open(&StoreConfig {
        url: DatabaseUrl::parse(&database),
        max_connections: 4,
        lists: ListSource::Database,
    })?;
    println!("{}", store.database().backend_name());
    let folder = tempfile::tempdir()?;
    let now = Timestamp::parse("now", "2026-11-29T08:00:00Z")?;
    let clock: Arc<dyn Clock> = Arc::new(FixedClock(now));
    let settings = Settings::new(Environment::Production);
    let files = FileStore::open(folder.path())?;
    let app = App::new(
        store,
        files,
        clock,
        settings,
        Arc::clone(Vocabulary::built_in()),
    );
    let principal = principal(&organization)?;
    for search in searches()? {
        measure(&app, &principal, &search, repeats)?;
    }
    Ok(())
}

/// Prints how long the first two pages of a search take.
fn measure(app: &App, principal: &Principal, search: &Search, repeats: usize) -> Outcome<()> {
    let first = CandidateQuery {
        organization_id: principal.organization_id.clone(),
        job_id: None,
        search: search.search.map(str::to_owned),
        status: StatusFilter::Any,
        filters: search.filters.clone(),
        page: PageRequest::parse(("page", 1), ("size", 25))?,
        count: false,
    };
    let found = app.people().search_people(principal, &first)?;
    let mut pages = vec![first.clone()];
    if let Some(end) = found.end.filter(|_| found.has_next_page) {
        let page = first.page.clone().following(end, 2);
        pages.push(CandidateQuery { page, ..first });
    }
    let mut times = Vec::with_capacity(repeats * pages.len());
    for number in 0..repeats + WARMING {
        for page in &pages {
            let started = Instant::now();
            app.people().search_people(principal, page)?;
            if number >= WARMING {
                times.push(started.elapsed());
            }
        }
    }
    times.sort_unstable();
    let last = times.len().saturating_sub(1);
    let at = |percent: usize| times.get((times.len() * percent / 100).min(last));
    let millis = |time: Option<&Duration>| time.map_or(0.0, |time| time.as_secs_f64() * 1_000.0);
    println!(
        "{:32} {:3} people, p50 {:7.2} ms, p99 {:7.2} ms",
        search.name,
        found.items.len(),
        millis(at(50)),
        millis(at(99))
    );
    Ok(())
}
