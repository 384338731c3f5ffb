//! Verification of a chain from its first row to its end.

use diesel::prelude::*;
use shortlist_domain::{AuditVerification, OrganizationId};

use super::chain::{self, Hash};
use super::row::AuditRow;
use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::lists::audit_head::{LogEnd, find_head};
use crate::schema::audit_log;
use crate::store::AuditLog;

/// How many rows are read at once.
const ROWS_PER_READ: i64 = 1_000;

/// How far a chain has been verified.
struct ChainCheck {
    number: i64,
    hash: Hash,
}

impl AuditLog<'_> {
    /// Checks that no row of an organization's audit log was changed, removed, inserted or cut off.
    ///
    /// Rows that are appended during the check may or may not be checked. They cause no failure.
    ///
    /// # Errors
    /// When the database fails.
    pub fn verify(&self, organization: &OrganizationId) -> Result<AuditVerification, StoreError> {
        self.verify_reporting(organization, &|_rows| {})
    }

    /// Returns the number of rows of an organization's audit log.
    ///
    /// # Errors
    /// When the database fails.
    pub fn count_rows(&self, organization: &OrganizationId) -> Result<u64, StoreError> {
        let head = |conn: &mut DbConn| find_head(conn, organization.as_str());
        let end = self.pools.read(head)?;
        Ok(end.map_or(0, |end| u64::try_from(end.number).unwrap_or(0)))
    }

    /// Checks like [`Self::verify`], and calls a function with the number of rows that it has just read.
    ///
    /// # Errors
    /// When the database fails.
    pub fn verify_reporting(
        &self,
        organization: &OrganizationId,
        report: &dyn Fn(usize),
    ) -> Result<AuditVerification, StoreError> {
        let organization = organization.as_str();
        // The end is read first, because rows that are appended later come after it.
        let end = self.pools.read(|conn| find_head(conn, organization))?;
        let mut check = ChainCheck {
            number: 0,
            hash: chain::start(organization),
        };
        loop {
            let rows = self
                .pools
                .read(|conn| rows_after(conn, organization, check.number))?;
            report(rows.len());
            let is_last = rows.len() < usize::try_from(ROWS_PER_READ).unwrap_or(usize::MAX);
            for row in rows {
                if let Err(problem) = check.check_row(&row, end.as_ref()) {
                    return Ok(check.verdict(Some((row.number, problem))));
                }
            }
            if is_last {
                break;
            }
        }
        // If the log began during this check, its end did not exist before.
        let end = match end {
            None => self.pools.read(|conn| find_head(conn, organization))?,
            end => end,
        };
        let problem = match end {
            Some(end) if end.number > check.number => {
                Some("is missing: the log was cut off before it")
            }
            None if check.number > 0 => {
                Some("cannot be verified: the record of the log's end is missing")
            }
            _ => None,
        };
        Ok(check.verdict(problem.map(|problem| (check.number + 1, problem))))
    }
}

impl ChainCheck {
    fn check_row(&mut self, row: &AuditRow, end: Option<&LogEnd>) -> Result<(), &'static str> {
        if row.number != self.number + 1 {
            return Err("does not follow the row before it: rows are missing between them");
        }
        let hash = chain::hash(&self.hash, row);
        if row.hash != hash {
            return Err("was changed, or a row was inserted before it");
        }
        let is_end = end.is_some_and(|end| end.number == row.number);
        if is_end && end.is_some_and(|end| end.hash != hash) {
            return Err("is not the row that the log ended with: it was rewritten");
        }
        *self = Self {
            number: row.number,
            hash,
        };
        Ok(())
    }

    fn verdict(&self, broken: Option<(i64, &'static str)>) -> AuditVerification {
        AuditVerification {
            rows: self.number,
            last_hash: if self.number == 0 { [0; 32] } else { self.hash },
            broken,
        }
    }
}

fn rows_after(
    conn: &mut DbConn,
    organization: &str,
    number: i64,
) -> Result<Vec<AuditRow>, StoreError> {
    Ok(audit_log::table
        .filter(audit_log::organization_id.eq(organization))
        .filter(audit_log::number.gt(number))
        .order(audit_log::number)
        .limit(ROWS_PER_READ)
        .select(AuditRow::as_select())
        .load(conn)?)
}
