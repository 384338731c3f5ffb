//! Tests of the batch tools.

// The module is marked as a test, so that lints with exceptions for tests apply to its helper functions too.
#[cfg(test)]
mod batch;
