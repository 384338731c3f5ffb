//! End-to-end tests.

// The modules are marked as tests, so that lints with exceptions for tests apply them to helper functions too.
#[cfg(test)]
mod architecture;
#[cfg(test)]
mod binary;
#[cfg(test)]
mod examples;
#[cfg(test)]
mod interface;
#[cfg(test)]
mod model;
#[cfg(test)]
mod module_cycles;
#[cfg(test)]
mod objects;
#[cfg(test)]
mod persistence;
#[cfg(test)]
mod real_packets;
#[cfg(test)]
mod support;
#[cfg(test)]
mod web;
#[cfg(test)]
mod webhooks;
