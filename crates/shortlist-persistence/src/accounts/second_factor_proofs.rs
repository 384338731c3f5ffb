//! Whether and when a code of a second factor was entered in a session.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{OrganizationId, SecondFactorProof, SessionId, Timestamp};

use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::keys::SessionKey;
use crate::schema::sessions;
use crate::store::Sessions;
use crate::times::{stored, timestamp};

impl Sessions<'_> {
    /// Returns whether a second factor was used in a session.
    ///
    /// # Errors
    /// When the database fails.
    pub fn is_proven(
        &self,
        organization: &OrganizationId,
        session: &SessionId,
    ) -> Result<bool, StoreError> {
        let key = SessionKey::of(organization, session);
        self.pools.read(|conn| {
            let proven = sessions::table
                .filter(sessions::organization_id.eq(key.organization))
                .filter(sessions::id.eq(key.session))
                .filter(sessions::second_factor_at.is_not_null());
            Ok(diesel::select(diesel::dsl::exists(proven)).get_result(conn)?)
        })
    }

    /// Stores that a code was entered in a session.
    ///
    /// # Errors
    /// When the database fails.
    pub fn record_second_factor(
        &self,
        organization: &OrganizationId,
        session: &SessionId,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let key = SessionKey::of(organization, session);
        self.pools.write_unaudited(|conn| {
            record_proof(conn, key, at)?;
            Ok(())
        })
    }
}

/// Stores in a transaction that a code was entered in a session.
pub(super) fn record_proof(
    conn: &mut DbConn,
    key: SessionKey<'_>,
    at: Timestamp,
) -> QueryResult<usize> {
    let session = sessions::table
        .filter(sessions::organization_id.eq(key.organization))
        .filter(sessions::id.eq(key.session));
    diesel::update(session)
        .set(sessions::second_factor_at.eq(stored(at)))
        .execute(conn)
}

/// Returns the columns of a proof: when a code was entered, and whether none is needed.
pub(super) fn proof_columns(proof: SecondFactorProof) -> (Option<NaiveDateTime>, bool) {
    match proof {
        SecondFactorProof::Missing => (None, false),
        SecondFactorProof::At(at) => (Some(stored(at)), false),
        SecondFactorProof::NotNeeded => (None, true),
    }
}

/// Reads these columns.
pub(super) fn stored_proof(proven_at: Option<NaiveDateTime>, is_waived: bool) -> SecondFactorProof {
    match proven_at {
        _ if is_waived => SecondFactorProof::NotNeeded,
        Some(at) => SecondFactorProof::At(timestamp(at)),
        None => SecondFactorProof::Missing,
    }
}
