//! Applications from outside that were accepted, and whose resume is read later.
//!
//! A claim is a lease: the row is due again when it ends. So another server continues the work of one that was killed.

use diesel::prelude::*;
use shortlist_domain::{OrganizationId, PendingApplication, ReceiptNumber, Timestamp};

use crate::dialect::{DbConn, on_either};
use crate::error::StoreError;
use crate::schema::pending_applications;
use crate::store::Candidates;
use crate::times::stored;

/// The most due applications that are listed at once.
const MAX_DUE: i64 = 20;

/// A pending application that a server has claimed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedApplication {
    /// The name of the folder with its staged files.
    pub token: String,
    /// What arrived, as the server that accepted it wrote it.
    pub request: Vec<u8>,
    /// How often it has been claimed, this claim included.
    pub attempts: i32,
}

/// Selects a pending application.
macro_rules! pending {
    ($key:expr) => {
        pending_applications::table
            .filter(pending_applications::organization_id.eq($key.organization_id.as_str()))
            .filter(pending_applications::receipt_number.eq($key.receipt.as_str()))
    };
}

impl Candidates<'_> {
    /// Stores an application whose resume is read later. The same one again changes nothing, and `false` is returned.
    ///
    /// # Errors
    /// When the database fails.
    pub fn insert_pending(
        &self,
        key: &PendingApplication,
        token: &str,
        request: &[u8],
        due: Timestamp,
    ) -> Result<bool, StoreError> {
        let insert = diesel::insert_into(pending_applications::table)
            .values((
                pending_applications::organization_id.eq(key.organization_id.as_str()),
                pending_applications::receipt_number.eq(key.receipt.as_str()),
                pending_applications::token.eq(token),
                pending_applications::request.eq(request),
                pending_applications::due_at.eq(stored(due)),
                pending_applications::attempts.eq(0),
            ))
            .on_conflict_do_nothing();
        let inserted = self
            .pools
            .write_unaudited(|conn| Ok(on_either!(conn, conn => insert.execute(conn))?))?;
        Ok(inserted > 0)
    }

    /// Returns whether an organization has applications whose resumes are not read yet.
    ///
    /// # Errors
    /// When the database fails.
    pub fn has_pending(&self, organization: &OrganizationId) -> Result<bool, StoreError> {
        let found: Option<String> = self.pools.read(|conn| {
            Ok(pending_applications::table
                .filter(pending_applications::organization_id.eq(organization.as_str()))
                .select(pending_applications::receipt_number)
                .first(conn)
                .optional()?)
        })?;
        Ok(found.is_some())
    }

    /// Lists the applications of all organizations that no server works on, those that have been due the longest first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_pending(&self, now: Timestamp) -> Result<Vec<PendingApplication>, StoreError> {
        let rows: Vec<(String, String)> = self.pools.read(|conn| {
            Ok(pending_applications::table
                .filter(pending_applications::due_at.le(stored(now)))
                .order(pending_applications::due_at)
                .limit(MAX_DUE)
                .select((
                    pending_applications::organization_id,
                    pending_applications::receipt_number,
                ))
                .load(conn)?)
        })?;
        let key = |(organization, receipt): (String, String)| {
            Ok(PendingApplication {
                organization_id: OrganizationId::parse("organization_id", &organization)?,
                receipt: ReceiptNumber::parse("receipt_number", &receipt)?,
            })
        };
        rows.into_iter().map(key).collect()
    }

    /// Claims a pending application until `until`. Returns `None` if another server works on it, or if it is complete.
    ///
    /// # Errors
    /// When the database fails.
    pub fn claim_pending(
        &self,
        key: &PendingApplication,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<ClaimedApplication>, StoreError> {
        self.pools.write_unaudited(|conn| {
            let due = pending!(key).filter(pending_applications::due_at.le(stored(now)));
            let claimed = diesel::update(due)
                .set((
                    pending_applications::due_at.eq(stored(until)),
                    pending_applications::attempts.eq(pending_applications::attempts + 1),
                ))
                .execute(conn)?;
            if claimed == 0 {
                return Ok(None);
            }
            let (token, request, attempts) = pending!(key)
                .select((
                    pending_applications::token,
                    pending_applications::request,
                    pending_applications::attempts,
                ))
                .first(conn)?;
            Ok(Some(ClaimedApplication {
                token,
                request,
                attempts,
            }))
        })
    }

    /// Makes a pending application due at a time, such as after a failed attempt.
    ///
    /// # Errors
    /// When the database fails.
    pub fn postpone_pending(
        &self,
        key: &PendingApplication,
        due: Timestamp,
    ) -> Result<(), StoreError> {
        self.pools.write_unaudited(|conn| {
            diesel::update(pending!(key))
                .set(pending_applications::due_at.eq(stored(due)))
                .execute(conn)?;
            Ok(())
        })
    }

    /// Removes an application that is no longer pending.
    ///
    /// # Errors
    /// When the database fails.
    pub fn remove_pending(&self, key: &PendingApplication) -> Result<(), StoreError> {
        self.pools.write_unaudited(|conn| {
            diesel::delete(pending!(key)).execute(conn)?;
            Ok(())
        })
    }
}

/// Returns whether an application with a receipt number is pending.
pub(crate) fn is_pending(
    conn: &mut DbConn,
    organization: &str,
    receipt: &ReceiptNumber,
) -> QueryResult<bool> {
    let found: Option<String> = pending_applications::table
        .filter(pending_applications::organization_id.eq(organization))
        .filter(pending_applications::receipt_number.eq(receipt.as_str()))
        .select(pending_applications::receipt_number)
        .first(conn)
        .optional()?;
    Ok(found.is_some())
}
