//! The end of an organization's audit log. It tells whether anything was written since.

use diesel::prelude::*;

use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::schema::audit_heads;

/// The end of an audit log: the number and the hash of its last row.
#[derive(Clone, Debug, Default, PartialEq, Queryable)]
pub(crate) struct LogEnd {
    pub(crate) number: i64,
    pub(crate) hash: Vec<u8>,
}

/// Finds the end of an organization's log.
pub(crate) fn find_head(
    conn: &mut DbConn,
    organization: &str,
) -> Result<Option<LogEnd>, StoreError> {
    Ok(audit_heads::table
        .filter(audit_heads::organization_id.eq(organization))
        .select((audit_heads::number, audit_heads::hash))
        .first(conn)
        .optional()?)
}
