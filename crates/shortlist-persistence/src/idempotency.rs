//! Idempotent requests. They are claimed while they run, and their responses are stored for a day.

use chrono::Duration;
use diesel::prelude::*;
use shortlist_domain::{ApiKeyId, OrganizationId, ServerId, Timestamp};

use crate::dialect::{DbConn, on_either};
use crate::error::StoreError;
use crate::schema::idempotent_requests as requests;
use crate::store::Requests;
use crate::times::{stored, timestamp};

/// How long a response is stored.
const RETENTION_HOURS: i64 = 24;
/// How long a request without a response counts as running. After that, it can be sent again. If the first run is still
/// alive, the second one finds what the first one created.
const CLAIM_TIMEOUT_MINUTES: i64 = 5;

/// A claim on a request that has an idempotency key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotencyClaim {
    /// The organization of the caller.
    pub organization_id: OrganizationId,
    /// The API key of the request. Each API key has its own idempotency keys.
    pub key_id: ApiKeyId,
    /// SHA-256 of the idempotency key.
    pub key_hash: [u8; 32],
    /// SHA-256 of the request's content.
    pub request_digest: [u8; 32],
    /// A random token for this claim only. It prevents a run that has timed out from storing a response for the next one.
    pub token: String,
    /// When the request arrived.
    pub at: Timestamp,
}

/// The outcome of claiming a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClaimOutcome {
    /// The request is new and can run now.
    Claimed,
    /// The request already has this response.
    Answered(Vec<u8>),
    /// The request is running.
    Running {
        /// Since when.
        since: Timestamp,
        /// When it counts as dead, so that it can be sent again.
        until: Timestamp,
    },
    /// Another request had the same idempotency key.
    Different,
}

#[derive(Queryable)]
struct StoredRequest {
    digest: Vec<u8>,
    token: String,
    claimed_at: chrono::NaiveDateTime,
    answer: Option<Vec<u8>>,
}

/// Selects the request with a token in a claim's organization.
macro_rules! claimed {
    ($claim:expr, $token:expr) => {
        requests::table
            .filter(requests::organization_id.eq($claim.organization_id.as_str()))
            .filter(requests::token.eq(&$token))
    };
}

impl Requests<'_> {
    /// Deletes the requests of an organization that are at least a day old.
    ///
    /// # Errors
    /// When the database fails.
    pub fn remove_old(
        &self,
        organization: &OrganizationId,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.pools
            .write_unaudited(|conn| Ok(delete_old(conn, organization.as_str(), now)?))
    }

    /// Claims a request, unless it has run, is running, or another request had its idempotency key. Deletes the
    /// organization's requests that are at least a day old.
    ///
    /// # Errors
    /// When the database fails.
    pub fn claim(&self, claim: &IdempotencyClaim) -> Result<ClaimOutcome, StoreError> {
        self.pools.write_unaudited(|conn| {
            delete_old(conn, claim.organization_id.as_str(), claim.at)?;
            if insert(conn, claim, self.server)? {
                return Ok(ClaimOutcome::Claimed);
            }
            let stored_request: Option<StoredRequest> = requests::table
                .filter(requests::organization_id.eq(claim.organization_id.as_str()))
                .filter(requests::key_id.eq(claim.key_id.as_str()))
                .filter(requests::name_hash.eq(claim.key_hash.as_slice()))
                .select((
                    requests::digest,
                    requests::token,
                    requests::claimed_at,
                    requests::answer,
                ))
                .first(conn)
                .optional()?;
            match stored_request {
                // The claim was released between the two statements.
                None => Ok(running_since(claim.at)),
                Some(found) if found.digest != claim.request_digest => Ok(ClaimOutcome::Different),
                Some(StoredRequest {
                    answer: Some(answer),
                    ..
                }) => Ok(ClaimOutcome::Answered(answer)),
                Some(found) => take_over(conn, claim, self.server, &found),
            }
        })
    }

    /// Stores the response of a request. Returns `false` if another run has taken over the claim.
    ///
    /// # Errors
    /// When the database fails.
    pub fn store_response(
        &self,
        claim: &IdempotencyClaim,
        response: &[u8],
    ) -> Result<bool, StoreError> {
        self.pools.write_unaudited(|conn| {
            let own = claimed!(claim, claim.token);
            let updated = diesel::update(own.filter(requests::answer.is_null()))
                .set(requests::answer.eq(response))
                .execute(conn)?;
            Ok(updated > 0)
        })
    }

    /// Releases the claim of a request that was refused or failed. It can be sent again, changed or not.
    ///
    /// # Errors
    /// When the database fails.
    pub fn release(&self, claim: &IdempotencyClaim) -> Result<(), StoreError> {
        self.pools.write_unaudited(|conn| {
            let own = claimed!(claim, claim.token);
            diesel::delete(own.filter(requests::answer.is_null())).execute(conn)?;
            Ok(())
        })
    }
}

impl Requests<'_> {
    /// Releases the claims of a server that was killed, and returns their number. Their requests can be sent again at once.
    ///
    /// # Errors
    /// When the database fails.
    pub fn release_of(&self, server: &ServerId) -> Result<usize, StoreError> {
        self.pools.write_unaudited(|conn| {
            let own = requests::table.filter(requests::server.eq(server.as_str()));
            let unanswered = own.filter(requests::answer.is_null());
            Ok(diesel::delete(unanswered).execute(conn)?)
        })
    }
}

/// Returns the outcome for a request that has been running since a time.
fn running_since(since: Timestamp) -> ClaimOutcome {
    ClaimOutcome::Running {
        since,
        until: since.plus(Duration::minutes(CLAIM_TIMEOUT_MINUTES)),
    }
}

fn delete_old(conn: &mut DbConn, organization: &str, now: Timestamp) -> QueryResult<()> {
    let expired_at = stored(now.minus(Duration::hours(RETENTION_HOURS)));
    let old = requests::table
        .filter(requests::organization_id.eq(organization))
        .filter(requests::claimed_at.le(expired_at));
    diesel::delete(old).execute(conn)?;
    Ok(())
}

/// Deletes the stored responses of an organization, because they contain data of its candidates.
pub(crate) fn delete_responses(conn: &mut DbConn, organization: &str) -> QueryResult<()> {
    let answered = requests::table
        .filter(requests::organization_id.eq(organization))
        .filter(requests::answer.is_not_null());
    diesel::delete(answered).execute(conn)?;
    Ok(())
}

/// Inserts a claim. Returns whether it is the first with its idempotency key. A concurrent one waits here for the other
/// transaction.
fn insert(
    conn: &mut DbConn,
    claim: &IdempotencyClaim,
    server: Option<&ServerId>,
) -> Result<bool, StoreError> {
    let row = (
        requests::organization_id.eq(claim.organization_id.as_str()),
        requests::key_id.eq(claim.key_id.as_str()),
        requests::name_hash.eq(claim.key_hash.as_slice()),
        requests::digest.eq(claim.request_digest.as_slice()),
        requests::token.eq(&claim.token),
        requests::claimed_at.eq(stored(claim.at)),
        requests::server.eq(server.map(ServerId::as_str)),
    );
    let statement = diesel::insert_into(requests::table)
        .values(row)
        .on_conflict_do_nothing();
    let inserted = on_either!(conn, conn => statement.execute(conn))?;
    Ok(inserted > 0)
}

/// Takes over the claim of a run that has timed out.
fn take_over(
    conn: &mut DbConn,
    claim: &IdempotencyClaim,
    server: Option<&ServerId>,
    found: &StoredRequest,
) -> Result<ClaimOutcome, StoreError> {
    let timed_out_at = stored(claim.at.minus(Duration::minutes(CLAIM_TIMEOUT_MINUTES)));
    if found.claimed_at > timed_out_at {
        return Ok(running_since(timestamp(found.claimed_at)));
    }
    let old = claimed!(claim, found.token);
    let updated = diesel::update(old)
        .set((
            requests::token.eq(&claim.token),
            requests::claimed_at.eq(stored(claim.at)),
            requests::server.eq(server.map(ServerId::as_str)),
        ))
        .execute(conn)?;
    Ok(if updated > 0 {
        ClaimOutcome::Claimed
    } else {
        running_since(claim.at)
    })
}
