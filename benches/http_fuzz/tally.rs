//! The counts of requests and responses.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::Value;

use crate::wire::{Exchange, Request};

/// The number of reasons that are printed, and their longest length.
const REASONS: usize = 12;
const REASON_CHARS: usize = 72;

/// The counts of a run.
#[derive(Default)]
pub(crate) struct Tally {
    /// The counts by kind of request and kind of response.
    counts: BTreeMap<(&'static str, String), u64>,
    /// The time and the number of the slowest request.
    slowest: (Duration, u64),
    /// The counts of 400 responses by the beginning of their message.
    refusals: BTreeMap<String, u64>,
    pub(crate) memory_kib: Vec<u64>,
    pub(crate) findings: usize,
}

impl Tally {
    pub(crate) fn count(&mut self, request: &Request, exchange: &Exchange, took: (Duration, u64)) {
        let outcome = match exchange {
            Exchange::Answered(answer) => answer.status.to_string(),
            Exchange::Broken(_) => "closed".to_owned(),
            Exchange::Silent => "silent".to_owned(),
        };
        if let Exchange::Answered(answer) = exchange
            && answer.status == 400
        {
            let begins = beginning(&answer.body);
            *self.refusals.entry(begins).or_default() += 1;
        }
        *self.counts.entry((request.kind, outcome)).or_default() += 1;
        self.slowest = self.slowest.max(took);
    }

    /// Returns the most common reasons of refusals. They show whether requests reach the code under test.
    pub(crate) fn reasons(&self) -> String {
        let mut reasons: Vec<_> = self.refusals.iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let rows = reasons.iter().take(REASONS);
        let rows: Vec<_> = rows
            .map(|(why, count)| format!("| {count} | {why} |"))
            .collect();
        rows.join("\n")
    }

    /// Returns a table with a row for each kind of request.
    pub(crate) fn table(&self) -> String {
        let mut kinds: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        let mut all: BTreeMap<&str, u64> = BTreeMap::new();
        for ((kind, outcome), count) in &self.counts {
            kinds
                .entry(kind)
                .or_default()
                .push(format!("{outcome}: {count}"));
            *all.entry(outcome).or_default() += count;
        }
        let mut lines: Vec<_> = kinds
            .iter()
            .map(|(kind, counts)| format!("| {kind} | {} |", counts.join(", ")))
            .collect();
        let all_of: Vec<_> = all
            .iter()
            .map(|(outcome, count)| format!("{outcome}: {count}"))
            .collect();
        lines.push(format!(
            "| all: {} | {} | slowest {:.1} s (number {}), memory at most {} MiB, {} findings |",
            all.values().sum::<u64>(),
            all_of.join(", "),
            self.slowest.0.as_secs_f64(),
            self.slowest.1,
            self.memory_kib.iter().max().copied().unwrap_or(0) >> 10,
            self.findings
        ));
        lines.join("\n")
    }
}

fn beginning(body: &[u8]) -> String {
    let body: Value = serde_json::from_slice(body).unwrap_or(Value::Null);
    let places = ["/message", "/error", "/errors/0/message"];
    let found = places.iter().find_map(|place| body.pointer(place));
    let text = found.and_then(Value::as_str).unwrap_or_default();
    text.chars().take(REASON_CHARS).collect()
}
