//! The same pages without the service, which measures the database and the statements alone.

use shortlist_domain::{
    CandidateFilters, CandidateQuery, JobId, LeaderboardKind, LeaderboardQuery, OrganizationId,
    PageRequest, StatusFilter,
};
use shortlist_persistence::{DatabaseUrl, ListSource, Store, StoreConfig};

use crate::Outcome;

/// A store with one connection for each thread.
pub(crate) struct Bare {
    store: Store,
    page: CandidateQuery,
    board: LeaderboardQuery,
}

impl Bare {
    pub(crate) fn open(
        url: &str,
        connections: usize,
        (organization, job): (&str, &str),
    ) -> Outcome<Self> {
        let organization_id = OrganizationId::parse("organizationId", organization)?;
        let job_id = JobId::parse("jobId", job)?;
        Ok(Self {
            store: Store::open(&StoreConfig {
                url: DatabaseUrl::parse(url),
                max_connections: u32::try_from(connections)?,
                lists: ListSource::Database,
            })?,
            page: CandidateQuery {
                organization_id: organization_id.clone(),
                job_id: Some(job_id.clone()),
                search: None,
                status: StatusFilter::Any,
                filters: CandidateFilters::default(),
                page: PageRequest::parse(("pageNumber", 1), ("pageSize", 10))?,
                count: false,
            },
            board: LeaderboardQuery {
                organization_id,
                job_id,
                kind: LeaderboardKind::Ai,
                limit: 50,
                offset: 0,
                after: None,
                count: false,
            },
        })
    }

    /// Returns the store's query for a kind of request, if it is one of the two that are compared.
    pub(crate) fn query(&self, kind: &str) -> Option<impl Fn() -> Outcome<()> + Sync> {
        let is_page = match kind {
            "page" => true,
            "leaderboard" => false,
            _ => return None,
        };
        Some(move || {
            let found = if is_page {
                self.store.candidates().list(&self.page)?.items.len()
            } else {
                self.store.scores().leaderboard(&self.board)?.rows.len()
            };
            if found == 0 {
                return Err("the store found nobody".into());
            }
            Ok(())
        })
    }
}
