//! Processor time of processes and of those that they started, as the kernel counts it: other programs do not lengthen it.

use std::collections::HashMap;
use std::fs;
use std::time::Duration;

/// The processor time that processes have taken, each with its children.
#[derive(Default)]
pub(crate) struct Cost(Vec<(u32, Duration)>);

impl Cost {
    /// Until now.
    pub(crate) fn of(pids: &[u32]) -> Self {
        let parents = parents();
        let time = |pid: &u32| {
            let children = parents.iter().filter(|(_, parent)| *parent == pid);
            let own = children.map(|(child, _)| *child).chain([*pid]);
            (*pid, own.map(taken_by).sum())
        };
        Self(pids.iter().map(time).collect())
    }

    /// What was taken since.
    pub(crate) fn since(self, before: &Self) -> Self {
        let earlier: HashMap<u32, Duration> = before.0.iter().copied().collect();
        let taken = self.0.into_iter().map(|(pid, time)| {
            let earlier = earlier.get(&pid).copied().unwrap_or_default();
            (pid, time.saturating_sub(earlier))
        });
        Self(taken.collect())
    }

    /// For each of so many requests, in microseconds.
    pub(crate) fn of_each(&self, requests: usize) -> String {
        let requests = u32::try_from(requests).unwrap_or(u32::MAX).max(1);
        let each = |(_, time): &(u32, Duration)| format!("{} µs", (*time / requests).as_micros());
        self.0.iter().map(each).collect::<Vec<_>>().join(" + ")
    }
}

/// All processes with what started them.
fn parents() -> HashMap<u32, u32> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let parent_of = |pid: u32| {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("PPid:"))?;
        Some((pid, line.trim().parse().ok()?))
    };
    processes
        .filter_map(|entry| parent_of(entry.file_name().to_str()?.parse().ok()?))
        .collect()
}

fn taken_by(pid: u32) -> Duration {
    let tasks = fs::read_dir(format!("/proc/{pid}/task"))
        .into_iter()
        .flatten();
    let taken = tasks.flatten().filter_map(|task| {
        let told = fs::read_to_string(task.path().join("schedstat")).ok()?;
        told.split_whitespace().next()?.parse::<u64>().ok()
    });
    Duration::from_nanos(taken.sum())
}
