//! One module for each use case. No HTTP, no GraphQL and no SQL.
