//! Sign-ins with a provider that have begun. Each can be finished once, by the browser that began it.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{OrganizationId, ProviderSignIn, Timestamp};

use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::schema::{provider_logouts, provider_sign_ins};
use crate::store::Providers;
use crate::times::{stored, timestamp};

/// What the database returns of a sign-in: nonce, verifier, redirect, the next page and the end.
type SignInColumns = (String, String, String, String, NaiveDateTime);

impl Providers<'_> {
    /// Stores a sign-in that has begun, and deletes those that were not finished in time.
    ///
    /// # Errors
    /// [`StoreError::MissingReference`] if there is no such organization.
    pub fn begin_sign_in(&self, begun: &ProviderSignIn, now: Timestamp) -> Result<(), StoreError> {
        let organization = begun.organization_id.as_str();
        self.pools.write_unaudited(|conn| {
            delete_expired(conn, organization, now)?;
            diesel::insert_into(provider_sign_ins::table)
                .values((
                    provider_sign_ins::organization_id.eq(organization),
                    provider_sign_ins::state_hash.eq(begun.state_hash.as_slice()),
                    provider_sign_ins::browser_hash.eq(begun.browser_hash.as_slice()),
                    provider_sign_ins::nonce.eq(&begun.nonce),
                    provider_sign_ins::verifier.eq(&begun.verifier),
                    provider_sign_ins::redirect.eq(&begun.redirect),
                    provider_sign_ins::next_page.eq(&begun.next_page),
                    provider_sign_ins::expires_at.eq(stored(begun.expires_at)),
                ))
                .execute(conn)?;
            Ok(())
        })
    }

    /// Takes a sign-in out of the database, so that it is finished once. Returns `None` if this browser has begun none with this state.
    /// The caller must check the expiry.
    ///
    /// # Errors
    /// When the database fails.
    pub fn take_sign_in(
        &self,
        organization: &OrganizationId,
        state_hash: &[u8; 32],
        browser_hash: &[u8; 32],
    ) -> Result<Option<ProviderSignIn>, StoreError> {
        let taken: Option<SignInColumns> = self.pools.write_unaudited(|conn| {
            let begun = provider_sign_ins::table
                .filter(provider_sign_ins::organization_id.eq(organization.as_str()))
                .filter(provider_sign_ins::state_hash.eq(state_hash.as_slice()))
                .filter(provider_sign_ins::browser_hash.eq(browser_hash.as_slice()));
            Ok(diesel::delete(begun)
                .returning((
                    provider_sign_ins::nonce,
                    provider_sign_ins::verifier,
                    provider_sign_ins::redirect,
                    provider_sign_ins::next_page,
                    provider_sign_ins::expires_at,
                ))
                .get_result(conn)
                .optional()?)
        })?;
        let sign_in =
            |(nonce, verifier, redirect, next_page, expires_at): SignInColumns| ProviderSignIn {
                organization_id: organization.clone(),
                state_hash: *state_hash,
                browser_hash: *browser_hash,
                nonce,
                verifier,
                redirect,
                next_page,
                expires_at: timestamp(expires_at),
            };
        Ok(taken.map(sign_in))
    }

    /// Deletes sign-ins that were not finished, and handled notices, that expired before a time.
    ///
    /// # Errors
    /// When the database fails.
    pub fn remove_old(
        &self,
        organization: &OrganizationId,
        before: Timestamp,
    ) -> Result<(), StoreError> {
        let organization = organization.as_str();
        self.pools.write_unaudited(|conn| {
            delete_expired(conn, organization, before)?;
            let notices = provider_logouts::table
                .filter(provider_logouts::organization_id.eq(organization))
                .filter(provider_logouts::expires_at.lt(stored(before)));
            diesel::delete(notices).execute(conn)?;
            Ok(())
        })
    }
}

fn delete_expired(conn: &mut DbConn, organization: &str, before: Timestamp) -> QueryResult<usize> {
    let expired = provider_sign_ins::table
        .filter(provider_sign_ins::organization_id.eq(organization))
        .filter(provider_sign_ins::expires_at.lt(stored(before)));
    diesel::delete(expired).execute(conn)
}
