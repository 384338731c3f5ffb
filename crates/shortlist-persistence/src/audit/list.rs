//! Queries of the audit log.

use diesel::prelude::*;
use shortlist_domain::{AuditEntry, AuditQuery, ListPosition, Page, Total};

use super::row::AuditRow;
use super::seal;
use crate::dialect::{DbConn, MultiBackend};
use crate::error::StoreError;
use crate::lists::pages;
use crate::schema::audit_log;
use crate::store::AuditLog;
use crate::times::{stored, timestamp};

impl AuditLog<'_> {
    /// Lists a page of an organization's audit log, newest first. Sealed values are decrypted as long as their key
    /// exists.
    ///
    /// # Errors
    /// When the database fails, or a sealed value was changed.
    pub fn list(&self, query: &AuditQuery) -> Result<Page<AuditEntry>, StoreError> {
        self.pools
            .read_list(&query.organization_id, |conn| list(conn, query))
    }
}

fn matching(query: &AuditQuery) -> audit_log::BoxedQuery<'_, MultiBackend> {
    let mut found = audit_log::table
        .filter(audit_log::organization_id.eq(query.organization_id.as_str()))
        .into_boxed();
    if let Some(from) = query.from {
        found = found.filter(audit_log::at.ge(stored(from)));
    }
    if let Some(to) = query.to {
        found = found.filter(audit_log::at.lt(stored(to)));
    }
    if let Some(operation) = &query.operation {
        found = found.filter(audit_log::operation.eq(operation));
    }
    if let Some(user) = &query.user_id {
        found = found.filter(audit_log::user_id.eq(user.as_str()));
    }
    if let Some(thing) = &query.thing_id {
        found = found.filter(audit_log::thing_id.eq(thing));
    }
    if let Some(candidate) = &query.candidate_id {
        found = found.filter(audit_log::candidate_id.eq(candidate.as_str()));
    }
    found
}

/// Returns a query for the rows of a page and the first row of the next page. Both times and numbers descend, so that
/// the index finds the start of the page directly.
fn page_of<'a>(
    query: &'a AuditQuery,
) -> Result<audit_log::BoxedQuery<'a, MultiBackend>, StoreError> {
    let mut found = matching(query);
    if let Some(place) = query.page.after() {
        let at = stored(place.at);
        let number: i64 = place
            .tie_breaker
            .parse()
            .map_err(|error| StoreError::other("find a place in the audit log", error))?;
        found = found
            .filter(audit_log::at.le(at))
            .filter(audit_log::at.lt(at).or(audit_log::number.lt(number)));
    }
    Ok(found
        .order((audit_log::at.desc(), audit_log::number.desc()))
        .limit(pages::fetched(&query.page))
        .offset(query.page.offset()))
}

fn rows_by_number(conn: &mut DbConn, query: &AuditQuery) -> Result<Vec<AuditRow>, StoreError> {
    let numbers: Vec<i64> = page_of(query)?.select(audit_log::number).load(conn)?;
    let mut rows: Vec<AuditRow> = audit_log::table
        .filter(audit_log::organization_id.eq(query.organization_id.as_str()))
        .filter(audit_log::number.eq_any(&numbers))
        .select(AuditRow::as_select())
        .load(conn)?;
    rows.sort_by_key(|row| numbers.iter().position(|number| *number == row.number));
    Ok(rows)
}

fn list(conn: &mut DbConn, query: &AuditQuery) -> Result<Page<AuditEntry>, StoreError> {
    let rows: Vec<AuditRow> = if query.page.is_deep() {
        rows_by_number(conn, query)?
    } else {
        page_of(query)?.select(AuditRow::as_select()).load(conn)?
    };
    let page = pages::cut(rows, &query.page, |row| ListPosition {
        at: timestamp(row.at),
        tie_breaker: row.number.to_string(),
    });
    let mut sealed: Vec<&str> = page
        .items
        .iter()
        .filter(|row| row.sealed.is_some())
        .filter_map(|row| row.candidate_id.as_deref())
        .collect();
    sealed.sort_unstable();
    sealed.dedup();
    let keys = seal::find_keys(conn, query.organization_id.as_str(), &sealed)?;
    let entry = |row: AuditRow| {
        let key = row.candidate_id.as_ref().and_then(|id| keys.get(id));
        let opened = match (&row.sealed, key) {
            (Some(sealed), Some(key)) => Some(key.open(&row.associated_data(), sealed)?),
            _ => None,
        };
        row.into_entry(opened)
    };
    let total = if query.count {
        Some(Total::exact(matching(query).count().get_result(conn)?))
    } else {
        None
    };
    Ok(Page {
        items: page
            .items
            .into_iter()
            .map(entry)
            .collect::<Result<_, _>>()?,
        total,
        has_next_page: page.has_next_page,
        end: page.end,
    })
}
