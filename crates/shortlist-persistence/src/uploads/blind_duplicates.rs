//! Resumes of people who are candidates of a blind job already. The answer to an upload counts them, so each confirms an address.

use diesel::prelude::*;
use diesel::upsert::excluded;
use shortlist_domain::{OrganizationId, UserId};

use crate::dialect::on_either;
use crate::error::StoreError;
use crate::schema::blind_duplicates;
use crate::store::Candidates;

impl Candidates<'_> {
    /// Returns how many such files a user has sent on a day, which is counted from 1970.
    ///
    /// # Errors
    /// When the database fails.
    pub fn blind_duplicates(
        &self,
        organization: &OrganizationId,
        user: &UserId,
        day: i64,
    ) -> Result<u64, StoreError> {
        let files: Option<i64> = self.pools.read(|conn| {
            Ok(blind_duplicates::table
                .filter(blind_duplicates::organization_id.eq(organization.as_str()))
                .filter(blind_duplicates::user_id.eq(user.as_str()))
                .filter(blind_duplicates::day.eq(day))
                .select(blind_duplicates::files)
                .first(conn)
                .optional()?)
        })?;
        Ok(files.and_then(|files| files.try_into().ok()).unwrap_or(0))
    }

    /// Counts such files as sent by a user on a day.
    ///
    /// # Errors
    /// When the database fails.
    pub fn count_blind_duplicates(
        &self,
        organization: &OrganizationId,
        user: &UserId,
        day: i64,
        files: u64,
    ) -> Result<(), StoreError> {
        let files = i64::try_from(files).unwrap_or(i64::MAX);
        self.pools.write_unaudited(|conn| {
            let outdated = blind_duplicates::table
                .filter(blind_duplicates::organization_id.eq(organization.as_str()))
                .filter(blind_duplicates::user_id.eq(user.as_str()))
                .filter(blind_duplicates::day.ne(day));
            diesel::delete(outdated).execute(conn)?;
            let insert = diesel::insert_into(blind_duplicates::table)
                .values((
                    blind_duplicates::organization_id.eq(organization.as_str()),
                    blind_duplicates::user_id.eq(user.as_str()),
                    blind_duplicates::day.eq(day),
                    blind_duplicates::files.eq(files),
                ))
                .on_conflict((blind_duplicates::organization_id, blind_duplicates::user_id))
                .do_update()
                .set(
                    blind_duplicates::files
                        .eq(blind_duplicates::files + excluded(blind_duplicates::files)),
                );
            on_either!(conn, conn => insert.execute(conn))?;
            Ok(())
        })
    }
}
