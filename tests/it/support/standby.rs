//! A temporary PostgreSQL server with a standby that follows it.

use super::own_server::{OwnServer, ServerFolder};

/// Runs a test on a database and its standby, if PostgreSQL's programs are installed.
pub(crate) fn on_a_database_with_a_standby(test: impl FnOnce(&OwnServer, &OwnServer)) {
    let Some(folder) = ServerFolder::create() else {
        return;
    };
    // The log shows which statements reach a server.
    let server = |name: &str| folder.server(name, "-c log_statement=all");
    let (primary, standby) = (server("primary"), server("standby"));
    primary.create();
    primary.start();
    standby.copy(&primary);
    standby.start();
    test(&primary, &standby);
}
