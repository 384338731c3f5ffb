//! The erased candidates of an organization, for systems that keep copies.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{CandidateId, ListPosition, OrganizationId, Page, PageRequest, Timestamp};

use crate::error::StoreError;
use crate::lists::pages::{self, following_change};
use crate::schema::erasures;
use crate::store::Candidates;
use crate::times::{stored, timestamp};

impl Candidates<'_> {
    /// Lists a page of the candidates that were erased at a time or later, the earliest first, each with that time.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_erased(
        &self,
        organization: &OrganizationId,
        since: Timestamp,
        page: &PageRequest,
    ) -> Result<Page<(CandidateId, Timestamp)>, StoreError> {
        let rows: Vec<(NaiveDateTime, String)> = self.pools.read_list(organization, |conn| {
            let found = erasures::table
                .filter(erasures::organization_id.eq(organization.as_str()))
                .filter(erasures::erased_at.ge(stored(since)))
                .into_boxed();
            Ok(following_change!(
                found,
                page.after(),
                erasures::erased_at,
                erasures::candidate_id
            )
            .order((erasures::erased_at, erasures::candidate_id))
            .limit(pages::fetched(page))
            .offset(page.offset())
            .select((erasures::erased_at, erasures::candidate_id))
            .load(conn)?)
        })?;
        let page = pages::cut(rows, page, |(at, id)| ListPosition {
            at: timestamp(*at),
            tie_breaker: id.clone(),
        });
        let erased = |(at, id): (NaiveDateTime, String)| {
            Ok((CandidateId::parse("candidate_id", &id)?, timestamp(at)))
        };
        Ok(Page {
            items: page
                .items
                .into_iter()
                .map(erased)
                .collect::<Result<_, StoreError>>()?,
            total: None,
            has_next_page: page.has_next_page,
            end: page.end,
        })
    }
}
