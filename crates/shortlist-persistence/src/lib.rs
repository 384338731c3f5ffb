//! The store over SQLite or PostgreSQL. The only crate that knows SQL.
