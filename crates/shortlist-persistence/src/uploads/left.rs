//! Uploads of servers that were killed.

use diesel::prelude::*;
use shortlist_domain::{
    OrganizationId, ServerId, Timestamp, UploadId, UploadKey, UploadState, UserId,
};

use super::{FINAL_STATES, upload};
use crate::error::StoreError;
use crate::schema::uploads;
use crate::store::Uploads;
use crate::times::stored;

impl Uploads<'_> {
    /// Ends the uploads whose sender waited for a server that was killed, with the problem. Returns each with its folder of staged files.
    /// Uploads that continue without their sender are not among them: another server claims them.
    ///
    /// # Errors
    /// When the database fails.
    pub fn fail_of(
        &self,
        server: &ServerId,
        problem: &str,
        now: Timestamp,
    ) -> Result<Vec<(UploadKey, Option<String>)>, StoreError> {
        type Row = (String, String, String, Option<String>);
        let rows: Vec<Row> = self.pools.read(|conn| {
            Ok(uploads::table
                .filter(uploads::server.eq(server.as_str()))
                .filter(uploads::state.ne_all(FINAL_STATES))
                .filter(uploads::due_at.is_null())
                .select((
                    uploads::organization_id,
                    uploads::user_id,
                    uploads::id,
                    uploads::token,
                ))
                .load(conn)?)
        })?;
        let left = |(organization, user, id, token): Row| {
            let key = UploadKey {
                organization_id: OrganizationId::parse("organization_id", &organization)?,
                user_id: UserId::parse("user_id", &user)?,
                id: UploadId::parse("id", &id)?,
            };
            Ok((key, token))
        };
        let left: Vec<_> = rows
            .into_iter()
            .map(left)
            .collect::<Result<_, StoreError>>()?;
        for (key, _token) in &left {
            self.fail(key, problem, now)?;
        }
        Ok(left)
    }

    fn fail(&self, key: &UploadKey, problem: &str, now: Timestamp) -> Result<(), StoreError> {
        self.pools.write_unaudited(|conn| {
            // Its sender may have sent it again meanwhile, to a server that runs.
            let open = upload!(key)
                .filter(uploads::state.ne_all(FINAL_STATES))
                .filter(uploads::due_at.is_null());
            diesel::update(open)
                .set((
                    uploads::state.eq(UploadState::Failed.as_str()),
                    uploads::updated_at.eq(stored(now)),
                    uploads::problem.eq(problem),
                ))
                .execute(conn)?;
            Ok(())
        })
    }
}
