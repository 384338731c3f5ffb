//! Requests that a caller may send again: claimed while they run, and their answers kept for a day.

use chrono::Duration;
use diesel::prelude::*;
use shortlist_domain::{ApiKeyId, OrganizationId, Timestamp};

use crate::dialect::{DbConn, on_either};
use crate::schema::idempotent_requests as requests;
use crate::times::stored;
use crate::{Store, StoreError};

/// How long an answer is kept.
const KEPT_HOURS: i64 = 24;
/// After how long a request that left no answer is taken for dead, so that it may be sent again. Where it lives after all, the
/// second run finds what the first one created.
const CLAIM_MINUTES: i64 = 5;

/// A request that its sender may send again, with the name that the sender gave it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestClaim {
    /// Whose it is.
    pub organization_id: OrganizationId,
    /// The key that it came with: names of one key are nothing to another.
    pub key_id: ApiKeyId,
    /// SHA-256 of its name.
    pub name_hash: [u8; 32],
    /// SHA-256 of what it asks for.
    pub digest: [u8; 32],
    /// Drawn for this claim alone, so that a run that was taken for dead cannot answer for the next one.
    pub token: String,
    /// When it came.
    pub at: Timestamp,
}

/// What is known of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClaimOutcome {
    /// Nothing: it is to be run now.
    Claimed,
    /// It was answered so.
    Answered(Vec<u8>),
    /// It is running.
    Running,
    /// Another request had its name.
    Different,
}

#[derive(Queryable)]
struct Standing {
    digest: Vec<u8>,
    token: String,
    claimed_at: chrono::NaiveDateTime,
    answer: Option<Vec<u8>>,
}

/// The request of a claim's organization that has a token.
macro_rules! claimed {
    ($claim:expr, $token:expr) => {
        requests::table
            .filter(requests::organization_id.eq($claim.organization_id.as_str()))
            .filter(requests::token.eq(&$token))
    };
}

impl Store {
    /// Forgets the requests of an organization that are a day old.
    ///
    /// # Errors
    /// When the database fails.
    pub fn forget_old_requests(
        &self,
        organization: &OrganizationId,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.write_unaudited(|conn| Ok(forget_old(conn, organization.as_str(), now)?))
    }

    /// Claims a request, unless it ran, runs or is another one; forgets what is a day old of its organization.
    ///
    /// # Errors
    /// When the database fails.
    pub fn claim_request(&self, claim: &RequestClaim) -> Result<ClaimOutcome, StoreError> {
        self.write_unaudited(|conn| {
            forget_old(conn, claim.organization_id.as_str(), claim.at)?;
            if insert(conn, claim)? {
                return Ok(ClaimOutcome::Claimed);
            }
            let found: Option<Standing> = requests::table
                .filter(requests::organization_id.eq(claim.organization_id.as_str()))
                .filter(requests::key_id.eq(claim.key_id.as_str()))
                .filter(requests::name_hash.eq(claim.name_hash.as_slice()))
                .select((
                    requests::digest,
                    requests::token,
                    requests::claimed_at,
                    requests::answer,
                ))
                .first(conn)
                .optional()?;
            match found {
                // It was given up between the two statements.
                None => Ok(ClaimOutcome::Running),
                Some(standing) if standing.digest != claim.digest => Ok(ClaimOutcome::Different),
                Some(Standing {
                    answer: Some(answer),
                    ..
                }) => Ok(ClaimOutcome::Answered(answer)),
                Some(standing) => take_over(conn, claim, &standing),
            }
        })
    }

    /// Keeps the answer of a request; `false` where the claim was lost to another run.
    ///
    /// # Errors
    /// When the database fails.
    pub fn answer_request(&self, claim: &RequestClaim, answer: &[u8]) -> Result<bool, StoreError> {
        self.write_unaudited(|conn| {
            let own = claimed!(claim, claim.token);
            let kept = diesel::update(own.filter(requests::answer.is_null()))
                .set(requests::answer.eq(answer))
                .execute(conn)?;
            Ok(kept > 0)
        })
    }

    /// Gives up the claim of a request that was refused or failed: it may be sent again, changed or not.
    ///
    /// # Errors
    /// When the database fails.
    pub fn release_request(&self, claim: &RequestClaim) -> Result<(), StoreError> {
        self.write_unaudited(|conn| {
            let own = claimed!(claim, claim.token);
            diesel::delete(own.filter(requests::answer.is_null())).execute(conn)?;
            Ok(())
        })
    }
}

fn forget_old(conn: &mut DbConn, organization: &str, now: Timestamp) -> QueryResult<()> {
    let kept_since = stored(now.minus(Duration::hours(KEPT_HOURS)));
    let old = requests::table
        .filter(requests::organization_id.eq(organization))
        .filter(requests::claimed_at.le(kept_since));
    diesel::delete(old).execute(conn)?;
    Ok(())
}

/// Forgets the answers of an organization: they hold what they told of its candidates.
pub(crate) fn forget_answers(conn: &mut DbConn, organization: &str) -> QueryResult<()> {
    let told = requests::table
        .filter(requests::organization_id.eq(organization))
        .filter(requests::answer.is_not_null());
    diesel::delete(told).execute(conn)?;
    Ok(())
}

/// Whether the claim is the first of its name. One that comes at the same time waits here for the other's transaction.
fn insert(conn: &mut DbConn, claim: &RequestClaim) -> Result<bool, StoreError> {
    let row = (
        requests::organization_id.eq(claim.organization_id.as_str()),
        requests::key_id.eq(claim.key_id.as_str()),
        requests::name_hash.eq(claim.name_hash.as_slice()),
        requests::digest.eq(claim.digest.as_slice()),
        requests::token.eq(&claim.token),
        requests::claimed_at.eq(stored(claim.at)),
    );
    let statement = diesel::insert_into(requests::table)
        .values(row)
        .on_conflict_do_nothing();
    let inserted = on_either!(conn, conn => statement.execute(conn))?;
    Ok(inserted > 0)
}

/// Takes over the claim of a run that must be dead by now.
fn take_over(
    conn: &mut DbConn,
    claim: &RequestClaim,
    standing: &Standing,
) -> Result<ClaimOutcome, StoreError> {
    let dead = stored(claim.at.minus(Duration::minutes(CLAIM_MINUTES)));
    if standing.claimed_at > dead {
        return Ok(ClaimOutcome::Running);
    }
    let old = claimed!(claim, standing.token);
    let taken = diesel::update(old)
        .set((
            requests::token.eq(&claim.token),
            requests::claimed_at.eq(stored(claim.at)),
        ))
        .execute(conn)?;
    Ok(if taken > 0 {
        ClaimOutcome::Claimed
    } else {
        ClaimOutcome::Running
    })
}
