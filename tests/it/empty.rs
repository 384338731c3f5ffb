//! The package holds tests only.
