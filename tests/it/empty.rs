//! An empty library, because this package contains only tests.
