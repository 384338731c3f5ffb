//! The `shortlist` program.

fn main() {}
