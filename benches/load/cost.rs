//! The processor time of processes and their children, as the kernel counts it. Other programs do not increase it.

use std::collections::HashMap;
use std::time::Duration;

use shortlist_benches::children;
use shortlist_benches::processes::processor_time_of;

/// The processor time of processes, each with its children.
#[derive(Default)]
pub(crate) struct Cost(Vec<(u32, Duration)>);

impl Cost {
    /// Returns the processor time until now.
    pub(crate) fn of(pids: &[u32]) -> Self {
        let time = |pid: &u32| {
            let children = children(*pid).into_iter();
            let children =
                children.filter_map(|child| u32::try_from(child.as_raw_nonzero().get()).ok());
            (*pid, children.chain([*pid]).map(processor_time_of).sum())
        };
        Self(pids.iter().map(time).collect())
    }

    /// Returns the processor time since an earlier measurement.
    pub(crate) fn since(self, before: &Self) -> Self {
        let earlier: HashMap<u32, Duration> = before.0.iter().copied().collect();
        let taken = self.0.into_iter().map(|(pid, time)| {
            let earlier = earlier.get(&pid).copied().unwrap_or_default();
            (pid, time.saturating_sub(earlier))
        });
        Self(taken.collect())
    }

    /// Returns the average per request, in microseconds.
    pub(crate) fn of_each(&self, requests: usize) -> String {
        let requests = u32::try_from(requests).unwrap_or(u32::MAX).max(1);
        let each = |(_, time): &(u32, Duration)| format!("{} µs", (*time / requests).as_micros());
        self.0.iter().map(each).collect::<Vec<_>>().join(" + ")
    }
}
