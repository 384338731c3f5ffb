//! The client against a provider that tells the truth, and against one that lies in every way that it can.

// The modules are marked as tests, so that lints with exceptions for tests apply them to helper functions too.
#[cfg(test)]
mod claims;
#[cfg(test)]
mod discovery;
#[cfg(test)]
mod flow;
#[cfg(test)]
mod headers;
#[cfg(test)]
mod keys;
#[cfg(test)]
mod logout;
#[cfg(test)]
mod network;
#[cfg(test)]
mod support;
