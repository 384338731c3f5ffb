//! End-to-end tests.

// Marked as tests, so that the lints that spare tests spare their functions too.
#[cfg(test)]
mod architecture;
#[cfg(test)]
mod binary;
#[cfg(test)]
mod interface;
#[cfg(test)]
mod model;
#[cfg(test)]
mod objects;
#[cfg(test)]
mod persistence;
#[cfg(test)]
mod support;
