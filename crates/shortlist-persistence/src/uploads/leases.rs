//! Uploads that continue without their sender. One of the servers works on each.
//!
//! As for a task, a claim is a lease that its holder renews. No row stays locked while the work runs. Each change is compared
//! with the holder, so a server that has lost its lease can no longer write.

use diesel::prelude::*;
use shortlist_domain::{
    NewAuditEntry, OrganizationId, Timestamp, UploadAnswer, UploadId, UploadKey, UploadProgress,
    UserId,
};

use super::row::ProgressColumns;
use super::{held, steps, upload};
use crate::StoreError;
use crate::dialect::DbConn;
use crate::schema::uploads;
use crate::store::Uploads;
use crate::times::{stored, timestamp};
use crate::writer::{Writer, Written};

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
        (request, due): (&[u8], Timestamp),
    ) -> Result<(), StoreError> {
        self.pools
            .write_unaudited(|conn| complete(conn, lease, (progress, answer)))
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
    /// Does the same as [`Uploads::complete`], and announces in the same transaction what the upload has done. An entry for each
    /// change exists already.
    ///
    /// # Errors
    /// When the database fails.
    pub fn complete_upload(
        &self,
        lease: &UploadLease,
        (progress, answer): (&UploadProgress, &UploadAnswer),
        announced: &NewAuditEntry,
    ) -> Result<bool, StoreError> {
        self.check_organization(&lease.key.organization_id)?;
        self.write(|conn| {
            let is_completed = complete(conn, lease, (progress, answer))?;
            let announced = Some(announced.clone()).filter(|_| is_completed);
            Ok(Written::nothing(is_completed).announcing(announced))
        })
    }
}

fn complete(
    conn: &mut DbConn,
    lease: &UploadLease,
    (progress, answer): (&UploadProgress, &UploadAnswer),
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
