//! Organizations as a whole.

pub(crate) mod copies;
