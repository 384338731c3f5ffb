//! What the use cases of an organization's records have in common.

use shortlist_persistence::Store;

use crate::clock::Clock;
use crate::writers::Writers;

/// The records of organizations: how they are read and changed, and the time of a change.
#[derive(Clone, Copy)]
pub(crate) struct Records<'a> {
    pub(crate) store: &'a Store,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) writers: &'a Writers,
}
