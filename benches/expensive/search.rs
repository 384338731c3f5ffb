//! The search: random documents, and more and more changes to the expensive ones.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use shortlist_fixtures::Random;

use crate::document::Document;
use crate::generate::Generator;
use crate::measurement::{Cost, MeasuredServer};
use crate::{Outcome, print_line};

/// The number of most expensive documents that are kept, and the number that are shown.
const KEPT: usize = 20;
const SHOWN: usize = 10;
/// One in this many documents is new. The others change a document that was kept.
const NEW_SHARE: usize = 3;
/// The goals for the cost of a request.
const PROCESSOR_GOAL: Duration = Duration::from_secs(1);
const MEMORY_GOAL_KIB: u64 = 64 << 10;
/// The longest shape that is printed in full, in characters.
const LONGEST_SHAPE: usize = 400;

/// The limits of the search.
pub(crate) struct Bounds {
    pub(crate) documents: usize,
    pub(crate) time: Duration,
    pub(crate) seed: u64,
}

/// A document and its cost.
#[derive(Clone)]
struct Found {
    document: Document,
    cost: Cost,
}

/// The documents that were found.
#[derive(Default)]
struct Ranking {
    by_processor: Vec<Found>,
    by_memory: Vec<Found>,
    labels: BTreeMap<String, usize>,
}

/// Searches, then prints the most expensive documents.
pub(crate) fn run(
    server: &mut MeasuredServer<'_>,
    generator: &Generator<'_>,
    bounds: &Bounds,
) -> Outcome<()> {
    let (begun, mut ranking) = (Instant::now(), Ranking::default());
    let mut sent = 0;
    while sent < bounds.documents && begun.elapsed() < bounds.time {
        let number = u64::try_from(sent)?;
        let mut chance = Random::of_seed(bounds.seed.wrapping_mul(1 << 32) + number);
        let document = ranking.next(generator, &mut chance);
        let cost = server.measure(&document.body())?;
        ranking.note(document, cost);
        sent += 1;
    }
    print_line(&format!(
        "\n{sent} documents in {} s: {}",
        begun.elapsed().as_secs(),
        ranking.counted()
    ))?;
    table("processor time", &ranking.by_processor)?;
    table("memory", &ranking.by_memory)
}

impl Ranking {
    fn next(&self, generator: &Generator<'_>, chance: &mut Random) -> Document {
        let kept = match chance.below(2) {
            0 => &self.by_processor,
            _ => &self.by_memory,
        };
        match kept.get(chance.below(kept.len())) {
            Some(found) if chance.below(NEW_SHARE) > 0 => {
                generator.changed(&found.document, chance)
            }
            _ => generator.document(chance),
        }
    }

    fn note(&mut self, document: Document, cost: Cost) {
        *self.labels.entry(cost.label.clone()).or_default() += 1;
        if !cost.is_accepted {
            return;
        }
        let found = Found { document, cost };
        keep(&mut self.by_processor, found.clone(), |found| {
            found.cost.processor
        });
        keep(&mut self.by_memory, found, |found| found.cost.memory_kib);
    }

    fn counted(&self) -> String {
        let counted = self
            .labels
            .iter()
            .map(|(label, count)| format!("{label}: {count}"));
        counted.collect::<Vec<_>>().join(", ")
    }
}

/// Keeps the most expensive document of each kind, most expensive first.
fn keep<T: Ord>(kept: &mut Vec<Found>, found: Found, cost: impl Fn(&Found) -> T) {
    let signature = found.document.signature();
    let alike = kept
        .iter()
        .position(|other| other.document.signature() == signature);
    if let Some(place) = alike {
        if kept
            .get(place)
            .is_some_and(|other| cost(other) >= cost(&found))
        {
            return;
        }
        kept.remove(place);
    }
    let place = kept.partition_point(|other| cost(other) >= cost(&found));
    kept.insert(place, found);
    kept.truncate(KEPT);
}

fn table(name: &str, kept: &[Found]) -> Outcome<()> {
    print_line(&format!(
        "\n### The most expensive by {name}\n\n| processor time | memory | answer | bytes | goals met | document |\n|---|---|---|---|---|---|"
    ))?;
    for found in kept.iter().take(SHOWN) {
        let cost = &found.cost;
        let met = cost.processor < PROCESSOR_GOAL && cost.memory_kib < MEMORY_GOAL_KIB;
        let shape: String = found.document.shape().chars().take(LONGEST_SHAPE).collect();
        print_line(&format!(
            "| {:.0} ms | {:.1} MiB | {} | {} | {} | {} |",
            cost.processor.as_secs_f64() * 1e3,
            mebibytes(cost.memory_kib),
            cost.label,
            cost.bytes,
            if met { "yes" } else { "**no**" },
            shape.replace('|', "/")
        ))?;
    }
    Ok(())
}

/// Converts KiB to MiB.
pub(crate) fn mebibytes(kib: u64) -> f64 {
    u32::try_from(kib).map_or(f64::MAX, f64::from) / 1_024.0
}
