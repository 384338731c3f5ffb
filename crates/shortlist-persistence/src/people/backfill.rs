//! Grouping of candidates that an earlier version stored.

use std::collections::HashSet;

use diesel::prelude::*;
use shortlist_domain::{CandidateId, ContactKeys, EmailAddress, OrganizationId, PhoneNumber};

use super::group::{NewApplication, group};
use crate::StoreError;
use crate::audit::lock_log;
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
        after: Option<&CandidateId>,
    ) -> Result<Option<CandidateId>, StoreError> {
        let organization = organization.as_str();
        self.pools.write_unaudited(|conn| {
            lock_log(conn, organization)?;
            let rows: Vec<(String, Option<String>, Option<String>)> = candidates::table
                .filter(candidates::organization_id.eq(organization))
                .filter(candidates::id.gt(after.map_or("", CandidateId::as_str)))
                .order(candidates::id)
                .limit(BATCH)
                .select((candidates::id, candidates::email, candidates::phone))
                .load(conn)?;
            let ids = rows.iter().map(|(id, ..)| id.as_str());
            let grouped: Vec<String> = applications::table
                .filter(applications::organization_id.eq(organization))
                .filter(applications::candidate_id.eq_any(ids))
                .select(applications::candidate_id)
                .load(conn)?;
            let grouped: HashSet<String> = grouped.into_iter().collect();
            let last = rows.last().map(|(id, ..)| CandidateId::parse("id", id));
            let new = rows
                .into_iter()
                .filter(|(id, ..)| !grouped.contains(id))
                .map(application)
                .collect::<Result<Vec<_>, _>>()?;
            group(conn, organization, &new)?;
            Ok(last.transpose()?)
        })
    }
}

fn application(
    (id, email, phone): (String, Option<String>, Option<String>),
) -> Result<NewApplication, StoreError> {
    let email = email.map(|email| EmailAddress::parse("email", &email));
    let phone = phone.map(|phone| PhoneNumber::parse("phone", &phone));
    Ok(NewApplication {
        candidate: CandidateId::parse("id", &id)?,
        contacts: ContactKeys::of(email.transpose()?.as_ref(), phone.transpose()?.as_ref()),
    })
}
