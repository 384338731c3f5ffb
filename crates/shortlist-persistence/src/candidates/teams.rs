//! Lists of the candidates that a member of hiring teams has access to.

use diesel::dsl::exists;
use diesel::prelude::*;
use shortlist_domain::{Candidate, CandidateQuery, Page, StatusFilter, UserId};

use super::list;
use crate::dialect::{self, MultiBackend};
use crate::schema::{candidates, hiring_teams};
use crate::store::Candidates;
use crate::{StoreError, pages};

impl Candidates<'_> {
    /// Lists a page of candidates, newest first. With `member`, only those of jobs whose hiring team contains that user.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_for(
        &self,
        query: &CandidateQuery,
        member: Option<&UserId>,
    ) -> Result<Page<Candidate>, StoreError> {
        if query.status == StatusFilter::Unknown {
            return Ok(pages::empty(query.count));
        }
        let page_positions = self.page_positions;
        self.pools
            .read_list(&query.organization_id, |conn| match query.search {
                None => list(conn, query, member, page_positions),
                Some(_) => dialect::with_custom_plans(conn, |conn| {
                    list(conn, query, member, page_positions)
                }),
            })
    }
}

/// Limits a list to the candidates of jobs whose hiring team contains a user, if one is given.
pub(super) fn limited_to<'a>(
    found: candidates::BoxedQuery<'a, MultiBackend>,
    query: &'a CandidateQuery,
    member: Option<&'a UserId>,
) -> candidates::BoxedQuery<'a, MultiBackend> {
    let Some(member) = member else {
        return found;
    };
    found.filter(exists(
        hiring_teams::table
            .filter(hiring_teams::organization_id.eq(query.organization_id.as_str()))
            .filter(hiring_teams::job_id.eq(candidates::job_id))
            .filter(hiring_teams::user_id.eq(member.as_str())),
    ))
}
