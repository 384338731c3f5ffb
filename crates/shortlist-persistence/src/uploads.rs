//! The progress of uploads. It is stored so that every server can report it.
//!
//! Progress is no record of an organization: nobody audits it, and it is deleted after a day.

mod blind_duplicates;
mod leases;
mod left;
pub(crate) mod quotas;
mod row;
mod steps;

use diesel::prelude::*;
use shortlist_domain::{
    OrganizationId, ServerId, Timestamp, UploadAnswer, UploadId, UploadKey, UploadProgress,
    UploadState, UserId,
};

use crate::dialect::{DbConn, on_either};
use crate::error::StoreError;
use crate::schema::uploads;
use crate::store::Uploads;
use crate::times::{stored, timestamp};

pub use leases::{ClaimedUpload, UploadLease};
use row::{NewUploadRow, ProgressColumns, UploadRow, state_and_kind};
pub use steps::UploadStep;

/// The most old uploads that are listed at once.
const OLD_UPLOADS: i64 = 500;

/// The states after which nothing more happens.
const FINAL_STATES: [&str; 2] = ["done", "failed"];

/// A stored upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredUpload {
    /// Its progress.
    pub progress: UploadProgress,
    /// Whether it continues without its sender.
    pub is_staged: bool,
    /// Its answer, if its sender did not wait for it and it is complete.
    pub answer: Option<UploadAnswer>,
}

/// The outcome of beginning an upload whose identifier its sender chose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UploadBeginning {
    /// It began. An earlier one with the same identifier had failed and left this folder of staged files.
    Begun(Option<String>),
    /// The user has another upload with this identifier, which runs or is complete.
    Taken,
}

/// Selects an upload.
macro_rules! upload {
    ($key:expr) => {
        uploads::table
            .filter(uploads::organization_id.eq($key.organization_id.as_str()))
            .filter(uploads::user_id.eq($key.user_id.as_str()))
            .filter(uploads::id.eq($key.id.as_str()))
    };
}
use upload;

/// Selects an upload that a lease still holds.
macro_rules! held {
    ($lease:expr) => {
        upload!($lease.key).filter(uploads::holder.eq(&$lease.holder))
    };
}
use held;

impl Uploads<'_> {
    /// Begins an upload. It replaces one that failed, or that no server has reported since `stale`.
    ///
    /// # Errors
    /// When the database fails.
    pub fn begin(
        &self,
        key: &UploadKey,
        progress: &UploadProgress,
        stale: Timestamp,
    ) -> Result<UploadBeginning, StoreError> {
        self.pools.write_unaudited(|conn| {
            let mut left = None;
            if let Some(earlier) = find_row(conn, key)? {
                if !earlier.may_be_replaced(stored(stale)) {
                    return Ok(UploadBeginning::Taken);
                }
                diesel::delete(upload!(key)).execute(conn)?;
                left = earlier.token;
            }
            Ok(if insert(conn, key, self.server, progress)? {
                UploadBeginning::Begun(left)
            } else {
                UploadBeginning::Taken
            })
        })
    }

    /// Stores the progress of uploads. One that was not stored before is added.
    ///
    /// # Errors
    /// When the database fails.
    pub fn save(&self, running: &[(UploadKey, UploadProgress)]) -> Result<(), StoreError> {
        self.pools.write_unaudited(|conn| {
            for (key, progress) in running {
                let columns = ProgressColumns::of(progress)?;
                // A late report must not replace the end of an upload, nor that of the server that works on it.
                let open = upload!(key)
                    .filter(uploads::state.ne_all(FINAL_STATES))
                    .filter(uploads::due_at.is_null());
                let saved = diesel::update(open).set(columns).execute(conn)?;
                if saved == 0 {
                    insert(conn, key, self.server, progress)?;
                }
            }
            Ok(())
        })
    }

    /// Returns whether an upload of the organization has not ended.
    ///
    /// # Errors
    /// When the database fails.
    pub fn has_open(&self, organization: &OrganizationId) -> Result<bool, StoreError> {
        self.pools.read(|conn| {
            let open: Option<String> = uploads::table
                .filter(uploads::organization_id.eq(organization.as_str()))
                .filter(uploads::state.ne_all(FINAL_STATES))
                .select(uploads::id)
                .first(conn)
                .optional()?;
            Ok(open.is_some())
        })
    }

    /// Finds an upload.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find(&self, key: &UploadKey) -> Result<Option<StoredUpload>, StoreError> {
        let row = self.pools.read(|conn| Ok(find_row(conn, key)?))?;
        row.map(UploadRow::into_upload).transpose()
    }

    /// Lists uploads of an organization that began before a time, each with its folder of staged files.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_old(
        &self,
        organization: &OrganizationId,
        before: Timestamp,
    ) -> Result<Vec<(UploadKey, Option<String>)>, StoreError> {
        let rows: Vec<(String, String, Option<String>)> = self.pools.read(|conn| {
            Ok(uploads::table
                .filter(uploads::organization_id.eq(organization.as_str()))
                .filter(uploads::started_at.lt(stored(before)))
                .order(uploads::started_at)
                .limit(OLD_UPLOADS)
                .select((uploads::user_id, uploads::id, uploads::token))
                .load(conn)?)
        })?;
        let old = |(user, id, token): (String, String, Option<String>)| {
            let key = UploadKey {
                organization_id: organization.clone(),
                user_id: UserId::parse("user_id", &user)?,
                id: UploadId::parse("id", &id)?,
            };
            Ok((key, token))
        };
        rows.into_iter().map(old).collect()
    }

    /// Deletes an upload. Its staged files must have been removed.
    ///
    /// # Errors
    /// When the database fails.
    pub fn remove(&self, key: &UploadKey) -> Result<(), StoreError> {
        self.pools.write_unaudited(|conn| {
            diesel::delete(upload!(key)).execute(conn)?;
            Ok(())
        })
    }
}

fn find_row(conn: &mut DbConn, key: &UploadKey) -> QueryResult<Option<UploadRow>> {
    upload!(key)
        .select(UploadRow::as_select())
        .first(conn)
        .optional()
}

/// Adds an upload. Returns `false` if there is one with this identifier.
fn insert(
    conn: &mut DbConn,
    key: &UploadKey,
    server: Option<&ServerId>,
    progress: &UploadProgress,
) -> Result<bool, StoreError> {
    let row = NewUploadRow::of(key, server, progress)?;
    let insert = diesel::insert_into(uploads::table)
        .values(row)
        .on_conflict_do_nothing();
    let inserted = on_either!(conn, conn => insert.execute(conn))?;
    Ok(inserted > 0)
}

/// Deletes the stored answers of an organization, because they contain data of its candidates.
pub(crate) fn delete_answers(conn: &mut DbConn, organization: &str) -> QueryResult<()> {
    let answered = uploads::table
        .filter(uploads::organization_id.eq(organization))
        .filter(uploads::answer.is_not_null());
    diesel::update(answered)
        .set(uploads::answer.eq(None::<Vec<u8>>))
        .execute(conn)?;
    Ok(())
}

impl UploadRow {
    fn may_be_replaced(&self, stale: chrono::NaiveDateTime) -> bool {
        let failed = self.state == UploadState::Failed.as_str();
        let is_staged = self.due_at.is_some();
        failed || (self.state != "done" && !is_staged && self.updated_at < stale)
    }

    fn into_upload(self) -> Result<StoredUpload, StoreError> {
        let (state, kind) = state_and_kind(&self.state, &self.kind)?;
        let (expected_bytes, counts) = row::read_counts(&self.counts)?;
        let status = self.status.and_then(|status| u16::try_from(status).ok());
        let answer = status.zip(self.answer);
        Ok(StoredUpload {
            progress: UploadProgress {
                kind,
                state,
                started_at: timestamp(self.started_at),
                updated_at: timestamp(self.updated_at),
                expected_bytes,
                counts,
                problem: self.problem,
            },
            is_staged: self.due_at.is_some(),
            answer: answer.map(|(status, body)| UploadAnswer { status, body }),
        })
    }
}
