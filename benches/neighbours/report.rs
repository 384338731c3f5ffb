//! The printed tables.

use std::io::{self, Write as _};
use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::Outcome;
use crate::attacks::Attack;
use crate::bystander::{BystanderTimes, Times};
use crate::disconnect::DisconnectReport;
use crate::server::Memory;

/// The goals for the bystander's 99th percentiles.
const PAGE_GOAL: Duration = Duration::from_secs(1);
const UPLOAD_GOAL: Duration = Duration::from_secs(3);
const HEALTH_GOAL: Duration = Duration::from_millis(50);
/// The longest time that a server may work for a disconnected client.
const DISCONNECT_GOAL: Duration = Duration::from_secs(1);

/// Prints the table of an attack during which the bystander was measured.
pub(crate) fn during(
    attack: &Attack,
    times: &BystanderTimes,
    memory: &Memory,
    answers: &str,
) -> Outcome<()> {
    let (name, about) = (attack.name, attack.about);
    print_line(&format!(
        "\n### {name}: {about}\n\n| measured | requests | failed | p50 | p99 | most | goal | met |\n|---|---|---|---|---|---|---|---|"
    ))?;
    print_line(&row("getCandidates", &times.pages, PAGE_GOAL))?;
    print_line(&row("upload", &times.uploads, UPLOAD_GOAL))?;
    print_line(&row("/health/live", &times.health, HEALTH_GOAL))?;
    print_line(&memory_row(attack, memory))?;
    match answers {
        "" => Ok(()),
        answers => print_line(&format!("\nThe neighbour was answered {answers}.")),
    }
}

fn row(name: &str, times: &Times, goal: Duration) -> String {
    let at = |percent| millis(times.percentile(percent));
    let met = times.percentile(99) < goal && times.failed == 0;
    format!(
        "| {name} | {} | {} | {} | {} | {} | p99 < {} | {} |",
        times.count(),
        times.failed,
        at(50),
        at(99),
        at(100),
        millis(goal),
        yes_or_no(met)
    )
}

fn memory_row(attack: &Attack, memory: &Memory) -> String {
    let peak = memory.peak.load(Ordering::Relaxed) >> 10;
    let family = memory.family.load(Ordering::Relaxed) >> 10;
    let killed = if memory.over_bound.load(Ordering::Relaxed) {
        ", killed for it"
    } else {
        ""
    };
    let goal = attack
        .memory_mib
        .map_or_else(String::new, |goal| format!("< {goal} MiB"));
    let met = attack.memory_mib.map_or("", |goal| yes_or_no(peak < goal));
    format!(
        "| memory of the server | | | | | {peak} MiB{killed}; {family} MiB with its readers | {goal} | {met} |"
    )
}

/// Prints the observation after a client disconnected.
pub(crate) fn disconnect(
    attack: &Attack,
    observed: &DisconnectReport,
    memory: &Memory,
) -> Outcome<()> {
    print_line(&format!(
        "\n### {}: {}\n\n| processor time while it waited | after it had gone, works for | processor time | memory of the server | goal | met |\n|---|---|---|---|---|---|",
        attack.name, attack.about
    ))?;
    print_line(&format!(
        "| {} | {} | {} | {} MiB | < {} s | {} |",
        millis(observed.before),
        millis(observed.works_for),
        millis(observed.processor_time),
        memory.peak.load(Ordering::Relaxed) >> 10,
        DISCONNECT_GOAL.as_secs(),
        yes_or_no(observed.works_for < DISCONNECT_GOAL)
    ))
}

fn yes_or_no(met: bool) -> &'static str {
    if met { "yes" } else { "**no**" }
}

fn millis(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

/// Prints a line and flushes it, so that results remain if a later attack ends the run.
pub(crate) fn print_line(line: &str) -> Outcome<()> {
    let mut out = io::stdout();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}
