//! End-to-end tests.

mod persistence;
mod support;
