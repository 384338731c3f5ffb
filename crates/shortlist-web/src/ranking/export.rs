//! The candidates of the view as CSV.

use actix_web::{HttpRequest, HttpResponse};
use shortlist_transport::{UNDECIDED, send_candidates_csv};

use super::address::Address;
use super::definitions::Definitions;
use super::{find_job, select};
use crate::respond;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer};

/// Sends the candidates that the filters select, in the order of the view. If a filter is invalid, the ranking explains it.
pub(crate) async fn csv(request: HttpRequest) -> HttpResponse {
    answer(&request, send(&request)).await
}

async fn send(request: &HttpRequest) -> Result<HttpResponse, PageError> {
    let visit = Visit::begin(request).await?;
    let job = find_job(&visit).await?;
    let address = Address::of_request(request, format!("/app/jobs/{}", job.id));
    let definitions = Definitions::load(&visit, &job).await?;
    let selection = select(&visit, &job, &definitions, &address);
    if !selection.problems.is_empty() {
        return Ok(respond::redirect(&address.with(&[])));
    }
    let principal = visit.principal().clone();
    Ok(send_candidates_csv(&visit.state, principal, selection, UNDECIDED).await?)
}
