//! HTTP and GraphQL: requests in, responses out. The only crate that knows either.
