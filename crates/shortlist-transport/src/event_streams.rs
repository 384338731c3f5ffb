//! The limit on open streams of events.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shortlist_domain::OrganizationId;

/// The most streams of one organization on one server.
const STREAMS_PER_ORGANIZATION: usize = 50;
/// The most streams on one server.
const STREAMS: usize = 1_000;

/// The open streams of each organization.
#[derive(Clone, Default)]
pub(crate) struct EventStreams(Arc<Mutex<HashMap<OrganizationId, usize>>>);

/// An open stream, which counts until this value is dropped.
pub(crate) struct OpenStream {
    streams: EventStreams,
    organization: OrganizationId,
}

impl EventStreams {
    fn lock(&self) -> MutexGuard<'_, HashMap<OrganizationId, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a stream, or returns `None` if too many are open.
    pub(crate) fn open(&self, organization: &OrganizationId) -> Option<OpenStream> {
        let mut open = self.lock();
        let own = open.get(organization).copied().unwrap_or_default();
        if own >= STREAMS_PER_ORGANIZATION || open.values().sum::<usize>() >= STREAMS {
            return None;
        }
        open.insert(organization.clone(), own + 1);
        Some(OpenStream {
            streams: self.clone(),
            organization: organization.clone(),
        })
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        let mut open = self.streams.lock();
        if let Some(own) = open.get_mut(&self.organization) {
            *own -= 1;
            if *own == 0 {
                open.remove(&self.organization);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_organization_has_a_limit_on_its_streams() {
        let streams = EventStreams::default();
        let organization = |name| OrganizationId::parse("o", name).unwrap();
        let (a, b) = (organization("a"), organization("b"));
        let mut open: Vec<_> = (0..STREAMS_PER_ORGANIZATION)
            .map(|_| streams.open(&a))
            .collect();
        assert!(open.iter().all(Option::is_some));
        assert!(streams.open(&a).is_none());
        assert!(streams.open(&b).is_some());
        open.pop();
        assert!(streams.open(&a).is_some());
        drop(open);
        assert!(streams.lock().is_empty());
    }
}
