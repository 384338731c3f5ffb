//! Replaces the person in resumes and counts the scores that change. None may.
//!
//! `cargo bench -p shortlist-benches --bench fairness [-- PAIRS]`
//!
//! The default is 50,000 pairs. They pass through the text parser and the scorer.

use std::io::{self, Write};
use std::thread;

use shortlist_benches::person_swaps::{Swapped, swap};
use shortlist_parsing::with_deep_stack;

/// The allocator of the `shortlist` program.
#[global_allocator]
static ALLOCATOR: shortlist_allocator::Allocator = shortlist_allocator::Allocator;

const PAIRS: u64 = 50_000;

fn main() -> io::Result<()> {
    let asked = std::env::args().find_map(|argument| argument.parse().ok());
    let pairs = asked.unwrap_or(PAIRS);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let threads = u64::try_from(threads).unwrap_or(1);
    let all = thread::scope(|scope| {
        let started: Vec<_> = (0..threads)
            .map(|number| {
                scope.spawn(move || with_deep_stack(|| swap(number * 50_000_017, pairs / threads)))
            })
            .collect();
        let mut all = Swapped::default();
        for thread in started {
            let part = thread
                .join()
                .map_err(|_panic| io::Error::other("a thread panicked"))??;
            let part = part.map_err(io::Error::other)?;
            all.pairs += part.pairs;
            all.changed += part.changed;
            all.examples.extend(part.examples);
        }
        Ok::<_, io::Error>(all)
    })?;
    let mut out = io::stdout().lock();
    writeln!(out, "pairs {}, changed scores {}", all.pairs, all.changed)?;
    for example in &all.examples {
        writeln!(out, "{example}")?;
    }
    Ok(())
}
