//! The candidates that a member of hiring teams has access to.

use diesel::dsl::exists;
use diesel::prelude::*;
use shortlist_domain::{CandidateQuery, UserId};

use crate::dialect::MultiBackend;
use crate::schema::{candidates, hiring_teams};

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
