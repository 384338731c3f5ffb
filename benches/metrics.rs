//! The cost of metrics: of a request, and of a scrape with 1,000 series.
//!
//! `cargo bench --package shortlist-benches --bench metrics`

#![expect(
    clippy::unwrap_used,
    reason = "a benchmark that cannot be set up has no result"
)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use prometheus_client::encoding::text::encode;
use prometheus_client::registry::Registry;
use shortlist_persistence::{DatabaseUrl, ListSource, Store, StoreConfig};
use shortlist_transport::Measured;

/// The series that a scrape contains at least.
const SERIES: usize = 1_000;
/// Combinations of routes and statuses. Each has 17 series.
const ROUTES: u16 = 56;

/// Returns all that the program measures, with requests to many routes.
fn registry() -> Registry {
    let mut registry = Registry::default();
    shortlist_transport::register_measurements(&mut registry);
    shortlist_workers::register_measurements(&mut registry);
    shortlist_app::register_measurements(&mut registry);
    shortlist_persistence::register_measurements(&mut registry);
    for number in 0..ROUTES {
        Measured::begin("GET").end(Some(format!("/route/{number}/{{id}}")), 200);
    }
    registry
}

fn text(registry: &Registry) -> String {
    let mut text = String::new();
    encode(&mut text, registry).unwrap();
    text
}

fn metrics(criterion: &mut Criterion) {
    let registry = registry();
    let scraped = text(&registry);
    let series = scraped
        .lines()
        .filter(|line| !line.starts_with('#'))
        .count();
    assert!(series >= SERIES, "{series} series");
    criterion.bench_function("scrape", |bencher| {
        bencher.iter(|| text(black_box(&registry)));
    });
    criterion.bench_function("request", |bencher| {
        bencher.iter(|| {
            let route = black_box("/app/jobs/{id}").to_owned();
            Measured::begin(black_box("GET")).end(Some(route), 200);
        });
    });
    let folder = tempfile::tempdir().unwrap();
    let database = StoreConfig {
        url: DatabaseUrl::Sqlite(folder.path().join("database")),
        max_connections: 1,
        lists: ListSource::Database,
    };
    let store = Store::open(&database).unwrap();
    store.database().migrate().unwrap();
    // A query with its measurements, to compare with: a page makes several.
    criterion.bench_function("query", |bencher| {
        bencher.iter(|| store.database().check().unwrap());
    });
}

criterion_group!(benches, metrics);
criterion_main!(benches);
