//! What lists have in common: their pages, search, and caches that end with the next audited change.

pub(crate) mod audit_head;
pub(crate) mod counts_cache;
mod list_cache;
pub(crate) mod page_positions;
pub(crate) mod pages;
pub(crate) mod search;
