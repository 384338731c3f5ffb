//! The tour of the sandbox: what to try first. Only demo users see it, until they close it.

use actix_web::{HttpRequest, HttpResponse};
use shortlist_app::{App, AppError, Operation};
use shortlist_domain::{
    CandidateFilters, CandidateId, CandidateOrder, CandidateQuery, JobId, OrderedQuery,
    PageRequest, Principal, SortKey, StatusFilter,
};

use super::checklist::Step;
use crate::respond::error::PageError;
use crate::settings::WebApp;
use crate::visit::{Visit, answer, shared};
use crate::{cookie, links, respond};

/// The path of the form that closes the tour.
pub(crate) const TOUR: &str = "/app/tour";

/// The steps of the tour, with the ranking in which they take place.
pub(crate) struct Tour {
    pub(crate) job: String,
    pub(crate) ranking: String,
    pub(crate) candidates: i64,
    pub(crate) steps: Vec<Step>,
}

/// The ranking that the tour shows.
struct Ranking {
    job: JobId,
    title: String,
    candidates: i64,
    best: CandidateId,
}

impl Tour {
    /// Loads the tour. Returns `None` outside of a sandbox, if the user has closed it, or if nobody has applied yet.
    pub(crate) async fn load(visit: &Visit) -> Result<Option<Self>, PageError> {
        let app = shared::<WebApp>(&visit.request)?;
        if app.demo_users.is_empty() || cookie::is_tour_closed(&visit.request) {
            return Ok(None);
        }
        let ranking = visit
            .run(Operation::GetRecruitingReport, largest_ranking)
            .await?;
        Ok(ranking.map(Self::of))
    }

    fn of(ranking: Ranking) -> Self {
        let job = format!("/app/jobs/{}", links::segment(ranking.job.as_str()));
        let best = links::segment(ranking.best.as_str());
        let step = |link, title, hint| Step {
            link,
            title,
            hint,
            is_done: false,
        };
        Self {
            steps: vec![
                step(
                    format!("{job}/upload"),
                    "Drop a resume",
                    "Your own, for example. It is read on this machine and takes its place in the ranking.",
                ),
                step(
                    format!("/app/candidates/{best}#q1"),
                    "Click a quote",
                    "Each point of a score has its evidence. A quote leads to its place in the resume.",
                ),
                step(
                    format!("{job}#weights"),
                    "Move a weight slider",
                    "Open “Weights” above the ranking. The new order appears at once, and nothing is stored.",
                ),
            ],
            ranking: job,
            job: ranking.title,
            candidates: ranking.candidates,
        }
    }
}

/// Returns the job with the most candidates that accepts resumes, and the best of them.
fn largest_ranking(app: &App, principal: &Principal) -> Result<Option<Ranking>, AppError> {
    let Some(largest) = app.recruiting_reports().largest_job(principal)? else {
        return Ok(None);
    };
    let query = OrderedQuery {
        candidates: CandidateQuery {
            organization_id: principal.organization_id.clone(),
            job_id: Some(largest.job_id.clone()),
            search: None,
            status: StatusFilter::Any,
            filters: CandidateFilters::default(),
            page: PageRequest::parse(("page", 1), ("size", 1))?,
            count: false,
        },
        order: CandidateOrder {
            key: SortKey::Score,
            is_reversed: false,
        },
        after: None,
        hides_reviews_from: None,
    };
    let best = app.candidates().list_ordered(principal, &query)?;
    let best = best.candidates.into_iter().next();
    Ok(best.map(|(best, _)| Ranking {
        job: largest.job_id,
        title: largest.title,
        candidates: largest.candidates,
        best: best.id,
    }))
}

/// Closes the tour in this browser.
pub(crate) async fn close(request: HttpRequest) -> HttpResponse {
    let closed = async {
        let _visit = Visit::begin(&request).await?;
        let app = shared::<WebApp>(&request)?;
        let kept = cookie::closed_tour(&app);
        Ok(respond::redirect_with_cookie("/app", &kept))
    };
    answer(&request, closed).await
}
