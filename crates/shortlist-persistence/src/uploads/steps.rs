//! What a claimed upload has created. It is written in the transaction that creates it.

use diesel::prelude::*;
use shortlist_domain::UploadKey;

use super::{UploadLease, held, upload};
use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::schema::{upload_steps, uploads};

/// A step of a claimed upload. `T` is the outcome of the transaction.
pub struct UploadStep<'a, T: ?Sized> {
    /// The lease, which must still be held.
    pub lease: &'a UploadLease,
    /// Returns the number of the step and what it created, or `None` if it created nothing. Another claim reads this text
    /// only to continue.
    pub describe: &'a dyn Fn(&T) -> Option<(i32, String)>,
}

impl<T: ?Sized> UploadStep<'_, T> {
    /// Writes the step. Fails if another server has taken over the upload, so that the whole transaction has no effect.
    pub(crate) fn write(&self, conn: &mut DbConn, outcome: &T) -> Result<(), StoreError> {
        // The update keeps the row locked until the transaction ends, so nobody takes over in between.
        let held = diesel::update(held!(self.lease))
            .set(uploads::attempts.eq(uploads::attempts))
            .execute(conn)?;
        if held == 0 {
            return Err(StoreError::Stale);
        }
        let Some((number, created)) = (self.describe)(outcome) else {
            return Ok(());
        };
        let key = &self.lease.key;
        diesel::insert_into(upload_steps::table)
            .values((
                upload_steps::organization_id.eq(key.organization_id.as_str()),
                upload_steps::user_id.eq(key.user_id.as_str()),
                upload_steps::upload_id.eq(key.id.as_str()),
                upload_steps::number.eq(number),
                upload_steps::created.eq(created),
            ))
            .execute(conn)?;
        Ok(())
    }
}

macro_rules! steps_of {
    ($key:expr) => {
        upload_steps::table
            .filter(upload_steps::organization_id.eq($key.organization_id.as_str()))
            .filter(upload_steps::user_id.eq($key.user_id.as_str()))
            .filter(upload_steps::upload_id.eq($key.id.as_str()))
    };
}

pub(super) fn load(conn: &mut DbConn, key: &UploadKey) -> QueryResult<Vec<String>> {
    steps_of!(key)
        .order(upload_steps::number)
        .select(upload_steps::created)
        .load(conn)
}

pub(super) fn delete(conn: &mut DbConn, key: &UploadKey) -> QueryResult<()> {
    diesel::delete(steps_of!(key)).execute(conn)?;
    Ok(())
}
