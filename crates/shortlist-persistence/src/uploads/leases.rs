//! Uploads that continue without their sender. One of the servers works on each.
//!
//! As for a task, a claim is a lease that its holder renews. No row stays locked while the work runs. Each change is compared
//! with the holder, so a server that has lost its lease can no longer write.

use diesel::prelude::*;
use shortlist_domain::{
    OrganizationId, Timestamp, UploadAnswer, UploadId, UploadKey, UploadProgress, UserId,
};

use super::row::ProgressColumns;
use super::{held, steps, upload};
use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::measurements::{UPLOAD, count_claimed, count_lost};
use crate::schema::uploads;
use crate::store::Uploads;
use crate::times::{stored, timestamp};
use crate::writer::{UploadEnd, Writer, Written};

/// The most due uploads that are listed at once.
const DUE_UPLOADS: i64 = 20;

/// A server's lease on an upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadLease {
    /// The upload.
    pub key: UploadKey,
    /// The holder, a random identifier for this claim only.
    pub holder: String,
}

/// An upload that a server has claimed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedUpload {
    /// The lease.
    pub lease: UploadLease,
    /// When the upload began.
    pub started_at: Timestamp,
    /// The name of the folder with its staged files.
    pub token: String,
    /// What to do, as its sender's server wrote it.
    pub request: Vec<u8>,
    /// How often it has been claimed, this claim included.
    pub attempts: i32,
    /// What earlier claims have created, in the form that [`UploadStep`](super::UploadStep) wrote.
    pub created: Vec<String>,
}

impl Uploads<'_> {
    /// Notes the name of the folder in which the files of an upload will be staged, so that they are removed in any case. The
    /// upload must be stored.
    ///
    /// # Errors
    /// When the database fails.
    pub fn reserve_folder(&self, key: &UploadKey, token: &str) -> Result<(), StoreError> {
        self.pools.write_unaudited(|conn| {
            diesel::update(upload!(key))
                .set(uploads::token.eq(token))
                .execute(conn)?;
            Ok(())
        })
    }

    /// Hands an upload over to any server that claims it. Others may claim it from `due` on.
    ///
    /// # Errors
    /// When the database fails.
    pub fn stage(
        &self,
        key: &UploadKey,
        progress: &UploadProgress,
        request: &[u8],
        due: Timestamp,
    ) -> Result<(), StoreError> {
        self.pools.write_unaudited(|conn| {
            let columns = ProgressColumns::of(progress)?;
            let rest = (
                uploads::request.eq(request),
                uploads::due_at.eq(stored(due)),
                uploads::holder.eq(None::<String>),
            );
            diesel::update(upload!(key))
                .set((columns, rest))
                .execute(conn)?;
            Ok(())
        })
    }

    /// Lists the uploads of all organizations that no server works on, those that have been due the longest first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_due(&self, now: Timestamp) -> Result<Vec<UploadKey>, StoreError> {
        let rows: Vec<(String, String, String)> = self.pools.read(|conn| {
            Ok(uploads::table
                .filter(uploads::due_at.le(stored(now)))
                .order(uploads::due_at)
                .limit(DUE_UPLOADS)
                .select((uploads::organization_id, uploads::user_id, uploads::id))
                .load(conn)?)
        })?;
        let key = |(organization, user, id): (String, String, String)| {
            Ok(UploadKey {
                organization_id: OrganizationId::parse("organization_id", &organization)?,
                user_id: UserId::parse("user_id", &user)?,
                id: UploadId::parse("id", &id)?,
            })
        };
        rows.into_iter().map(key).collect()
    }

    /// Claims an upload until `until`. Returns `None` if another server works on it, or if nothing is left to do.
    ///
    /// # Errors
    /// When the database fails.
    pub fn claim(
        &self,
        lease: UploadLease,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<ClaimedUpload>, StoreError> {
        type Columns = (chrono::NaiveDateTime, Option<String>, Option<Vec<u8>>, i32);
        let found = self.pools.write_unaudited(|conn| {
            let free = uploads::holder
                .is_null()
                .or(uploads::due_at.le(stored(now)));
            let waiting = upload!(lease.key)
                .filter(uploads::due_at.is_not_null())
                .filter(free);
            let claimed = diesel::update(waiting)
                .set((
                    uploads::due_at.eq(stored(until)),
                    uploads::holder.eq(&lease.holder),
                    uploads::attempts.eq(uploads::attempts + 1),
                ))
                .execute(conn)?;
            if claimed == 0 {
                return Ok(None);
            }
            let columns: Columns = held!(lease)
                .select((
                    uploads::started_at,
                    uploads::token,
                    uploads::request,
                    uploads::attempts,
                ))
                .first(conn)?;
            Ok(Some((columns, steps::load(conn, &lease.key)?)))
        })?;
        if found.is_some() {
            count_claimed(UPLOAD);
        }
        Ok(found.map(
            |((started_at, token, request, attempts), created)| ClaimedUpload {
                started_at: timestamp(started_at),
                token: token.unwrap_or_default(),
                request: request.unwrap_or_default(),
                attempts,
                created,
                lease,
            },
        ))
    }

    /// Stores the progress of a claimed upload and extends its lease until `until`. Returns `false` if another server has
    /// taken over. The holder must then stop.
    ///
    /// # Errors
    /// When the database fails.
    pub fn renew(
        &self,
        lease: &UploadLease,
        progress: &UploadProgress,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        let renewed = self.pools.write_unaudited(|conn| {
            let columns = ProgressColumns::of(progress)?;
            let renewed = diesel::update(held!(lease))
                .set((columns, uploads::due_at.eq(stored(until))))
                .execute(conn)?;
            Ok(renewed)
        })?;
        if renewed == 0 {
            count_lost(UPLOAD);
        }
        Ok(renewed > 0)
    }

    /// Gives up a claim. Another server may claim the upload from `due` on.
    ///
    /// # Errors
    /// When the database fails.
    pub fn release(&self, lease: &UploadLease, due: Timestamp) -> Result<(), StoreError> {
        self.pools.write_unaudited(|conn| {
            diesel::update(held!(lease))
                .set((
                    uploads::due_at.eq(stored(due)),
                    uploads::holder.eq(None::<String>),
                ))
                .execute(conn)?;
            Ok(())
        })
    }

    /// Stores the answer of a claimed upload, which is then complete. Returns `false` if another server has taken over.
    ///
    /// # Errors
    /// When the database fails.
    pub fn complete(
        &self,
        lease: &UploadLease,
        progress: &UploadProgress,
        answer: &UploadAnswer,
    ) -> Result<bool, StoreError> {
        self.pools
            .write_unaudited(|conn| complete(conn, lease, progress, answer))
    }

    /// Forgets the folder of an upload after its staged files were removed.
    ///
    /// # Errors
    /// When the database fails.
    pub fn forget_folder(&self, key: &UploadKey, token: &str) -> Result<(), StoreError> {
        self.pools.write_unaudited(|conn| {
            diesel::update(upload!(key).filter(uploads::token.eq(token)))
                .set(uploads::token.eq(None::<String>))
                .execute(conn)?;
            Ok(())
        })
    }
}

impl Writer<'_> {
    /// Does the same as [`Uploads::complete`], and announces and counts in the same transaction what the upload has done. An entry for each
    /// change exists already.
    ///
    /// # Errors
    /// When the database fails.
    pub fn complete_upload(
        &self,
        lease: &UploadLease,
        progress: &UploadProgress,
        answer: &UploadAnswer,
        end: &UploadEnd,
    ) -> Result<bool, StoreError> {
        self.check_organization(&lease.key.organization_id)?;
        self.write(|conn| {
            let is_completed = complete(conn, lease, progress, answer)?;
            let written = Written::nothing(is_completed);
            Ok(if is_completed {
                written.ending(end.clone())
            } else {
                written
            })
        })
    }
}

fn complete(
    conn: &mut DbConn,
    lease: &UploadLease,
    progress: &UploadProgress,
    answer: &UploadAnswer,
) -> Result<bool, StoreError> {
    let columns = ProgressColumns::of(progress)?;
    let rest = (
        uploads::request.eq(None::<Vec<u8>>),
        uploads::due_at.eq(None::<chrono::NaiveDateTime>),
        uploads::holder.eq(None::<String>),
        uploads::status.eq(i32::from(answer.status)),
        uploads::answer.eq(&answer.body),
    );
    let completed = diesel::update(held!(lease))
        .set((columns, rest))
        .execute(conn)?;
    if completed > 0 {
        steps::delete(conn, &lease.key)?;
    }
    Ok(completed > 0)
}
