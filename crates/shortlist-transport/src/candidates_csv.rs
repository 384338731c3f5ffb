//! `/jobs/{jobId}/candidates.csv`: the candidates of a job for spreadsheets, as a stream.

use std::io;
use std::sync::Arc;

use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::{Bytes, Query};
use actix_web::{HttpRequest, HttpResponse, web};
use futures_util::{StreamExt, stream};
use shortlist_app::{App, AppError, CandidateCsv, Operation};
use shortlist_domain::{InvalidValue, JobId, PageRequest, Principal, QueryProblem};

use crate::admission::{admit, authorize_and_run};
use crate::candidate_query::{
    CANDIDATE_PARAMETERS, CUSTOM_FIELD, CandidateSelection, ORDER_PARAMETER,
    is_candidate_parameter, read_candidate_selection,
};
use crate::error::{ApiError, Code, blocking};
use crate::headers::Body;
use crate::state::WebState;

/// Marks the text as UTF-8. Without this mark, Excel reads the file in the encoding of the computer's region.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Returns the candidates to a caller of the API.
pub(crate) async fn candidates_csv(
    request: HttpRequest,
    job: web::Path<String>,
    state: web::Data<WebState>,
) -> HttpResponse {
    let answered = async {
        let principal = admit(&request, &state, Body::None).await?;
        let selection = selected(&request, &principal, &job)?;
        send_candidates_csv(&state, principal, selection, "").await
    };
    answered
        .await
        .unwrap_or_else(|error: ApiError| error.to_response())
}

fn selected(
    request: &HttpRequest,
    principal: &Principal,
    job: &str,
) -> Result<CandidateSelection, ApiError> {
    let job = JobId::parse("jobId", job).map_err(AppError::from)?;
    let fields = Query::<Vec<(String, String)>>::from_query(request.query_string());
    let fields = fields.map_err(|_error| {
        let problem = "the parameters of the address cannot be read; percent-encode them";
        ApiError::new(Code::BadUserInput, problem)
    })?;
    let known = |name: &str| name == ORDER_PARAMETER || is_candidate_parameter(name);
    if let Some((name, _)) = fields.iter().find(|(name, _)| !known(name)) {
        let problem = QueryProblem::UnknownParameter {
            known: CANDIDATE_PARAMETERS.to_vec(),
            custom_field: CUSTOM_FIELD,
            order: ORDER_PARAMETER,
        };
        let name: String = name.chars().take(64).collect();
        return Err(AppError::from(InvalidValue::new(&name, problem)).into());
    }
    Ok(read_candidate_selection(
        &fields,
        principal,
        &job,
        PageRequest::batch(),
    ))
}

/// Returns the candidates that match a query as a CSV file. The selection comes with the word for the status of candidates whom
/// nobody has decided about.
///
/// Each batch waits for a turn of the organization, so a slow client holds none.
///
/// # Errors
/// Returns an error if the caller may not read the job's candidates, or if a value of the selection is invalid.
pub async fn send_candidates_csv(
    state: &web::Data<WebState>,
    principal: Principal,
    selection: CandidateSelection,
    undecided: &'static str,
) -> Result<HttpResponse, ApiError> {
    let name = selection
        .query
        .candidates
        .job_id
        .as_ref()
        .map_or("job", JobId::as_str);
    let name = format!("candidates-{name}.csv");
    let app = Arc::clone(&state.app);
    let caller = principal.clone();
    let turn = state.queries.take(&principal.organization_id).await?;
    let begin = move || {
        let _turn = turn;
        authorize_and_run(&app, &caller, Operation::ExportCandidates, || {
            let export = begin_csv(&app, &caller, selection)?;
            Ok(export.with_undecided_as(undecided))
        })
    };
    let export = blocking(begin).await??;
    let batches = Batches {
        state: state.clone(),
        principal,
        export,
    };
    let mark = Bytes::from_static(BYTE_ORDER_MARK.as_bytes());
    let mark = stream::once(std::future::ready(Ok(mark)));
    let lines = stream::try_unfold(batches, Batches::next);
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, CandidateCsv::MEDIA_TYPE))
        .insert_header((
            CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}\""),
        ))
        .streaming(mark.chain(lines)))
}

fn begin_csv(
    app: &App,
    caller: &Principal,
    mut selection: CandidateSelection,
) -> Result<CandidateCsv, AppError> {
    if !selection.custom_fields.is_empty() {
        selection.add_custom_fields(&app.candidates().custom_fields(caller)?);
    }
    match selection.problems.into_iter().next() {
        Some(problem) => Err(problem.into()),
        None => app.candidates().begin_csv(caller, selection.query),
    }
}

/// The batches of an export.
struct Batches {
    state: web::Data<WebState>,
    principal: Principal,
    export: CandidateCsv,
}

impl Batches {
    /// Returns the next batch. An error ends the response before its end, so that no client takes a part for the whole.
    async fn next(self) -> io::Result<Option<(Bytes, Self)>> {
        let batch = self.read().await;
        batch.map_err(|error| io::Error::other(error.message()))
    }

    async fn read(self) -> Result<Option<(Bytes, Self)>, ApiError> {
        let Self {
            state,
            principal,
            mut export,
        } = self;
        let turn = state.queries.take(&principal.organization_id).await?;
        let app: Arc<App> = Arc::clone(&state.app);
        let read = move || {
            let _turn = turn;
            let text = app.candidates().next_csv(&mut export)?;
            Ok::<_, AppError>(text.map(|text| (text, export)))
        };
        let next = blocking(read).await??;
        Ok(next.map(|(text, export)| {
            let rest = Self {
                state,
                principal,
                export,
            };
            (Bytes::from(text), rest)
        }))
    }
}
