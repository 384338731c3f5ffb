//! Grouping of candidates that an earlier version stored.

use std::collections::HashSet;

use diesel::prelude::*;
use shortlist_domain::{
    CandidateId, ContactKeys, EmailAddress, OrganizationId, PhoneNumber, Timestamp,
};

use super::group::{NewApplication, group};
use crate::StoreError;
use crate::audit::lock_log;
use crate::blind_jobs::blind_jobs;
use crate::schema::{candidates, person_applications as applications};
use crate::store::People;

/// How many candidates one transaction examines. Other transactions that write to the organization's audit log wait for it, about a
/// second. Smaller ones would write the pages of the indexes again for each.
const BATCH: i64 = 8_000;

impl People<'_> {
    /// Gives those of the next 8,000 candidates that have no person one, in the order of their identifiers. Returns the last
    /// of these candidates, or `None` if there are no more.
    ///
    /// A candidate that has a person is passed. So an interrupted run can start again from the beginning.
    ///
    /// # Errors
    /// When the database fails.
    pub fn group_earlier(
        &self,
        organization: &OrganizationId,
        (after, at): (Option<&CandidateId>, Timestamp),
    ) -> Result<Option<CandidateId>, StoreError> {
        let organization = organization.as_str();
        self.pools.write_unaudited(|conn| {
            lock_log(conn, organization)?;
            let rows: Vec<StoredRow> = candidates::table
                .filter(candidates::organization_id.eq(organization))
                .filter(candidates::id.gt(after.map_or("", CandidateId::as_str)))
                .order(candidates::id)
                .limit(BATCH)
                .select((
                    candidates::id,
                    candidates::job_id,
                    candidates::email,
                    candidates::phone,
                ))
                .load(conn)?;
            let ids = rows.iter().map(|(id, ..)| id.as_str());
            let grouped: Vec<String> = applications::table
                .filter(applications::organization_id.eq(organization))
                .filter(applications::candidate_id.eq_any(ids))
                .select(applications::candidate_id)
                .load(conn)?;
            let grouped: HashSet<String> = grouped.into_iter().collect();
            let last = rows.last().map(|(id, ..)| CandidateId::parse("id", id));
            let jobs: HashSet<&str> = rows.iter().map(|(_, job, ..)| job.as_str()).collect();
            let jobs: Vec<&str> = jobs.into_iter().collect();
            let blind = blind_jobs(conn, organization, &jobs)?;
            let new = rows
                .into_iter()
                .filter(|(id, ..)| !grouped.contains(id))
                .map(|row| application(row, &blind))
                .collect::<Result<Vec<_>, _>>()?;
            group(conn, organization, (&new, at))?;
            Ok(last.transpose()?)
        })
    }
}

/// The identifier of a candidate, its job, its e-mail address and its telephone number.
type StoredRow = (String, String, Option<String>, Option<String>);

fn application(
    (id, job, email, phone): StoredRow,
    blind: &HashSet<String>,
) -> Result<NewApplication, StoreError> {
    let email = email.map(|email| EmailAddress::parse("email", &email));
    let phone = phone.map(|phone| PhoneNumber::parse("phone", &phone));
    let contacts = ContactKeys::of(email.transpose()?.as_ref(), phone.transpose()?.as_ref());
    Ok(NewApplication {
        candidate: CandidateId::parse("id", &id)?,
        contacts: (!blind.contains(&job)).then_some(contacts),
    })
}
