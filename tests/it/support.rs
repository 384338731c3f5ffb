//! Shared test support: temporary databases and invented records.

pub(crate) mod authenticator;
pub(crate) mod calls;
pub(crate) mod catalogue;
pub(crate) mod citus;
pub(crate) mod clock;
pub(crate) mod database;
pub(crate) mod documented;
pub(crate) mod english;
pub(crate) mod generated_calls;
pub(crate) mod input;
pub(crate) mod mail_server;
pub(crate) mod numbers;
pub(crate) mod own_cluster;
pub(crate) mod own_server;
pub(crate) mod people;
pub(crate) mod ports;
pub(crate) mod proven_identities;
pub(crate) mod records;
pub(crate) mod resumes;
pub(crate) mod service;
pub(crate) mod standby;
pub(crate) mod templates;
pub(crate) mod threads;
pub(crate) mod totp;
pub(crate) mod writes;
