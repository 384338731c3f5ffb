//! Two to five candidates side by side.

mod rows;

use std::collections::{HashMap, HashSet};

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use shortlist_app::{App, AppError, CandidateDocument, CandidateReceipt, Operation};
use shortlist_domain::{Candidate, CandidateId, JobId, NamedReview, Position, Principal};
use url::form_urlencoded::{Serializer, parse};

use crate::frame::Frame;
use crate::naming::name_of;
use crate::ranking::{JobHead, Judged, count_outdated, find_job};
use crate::respond::error::PageError;
use crate::timeline::{TimelineItem, timeline};
use crate::visit::{Visit, answer};
use crate::{respond, status};
use rows::{ValueRow, criterion_rows, requirement_rows, total_rows};

/// The numbers of candidates that can be compared.
const FEWEST: usize = 2;
const MOST: usize = 5;

#[derive(Template)]
#[template(path = "compare.html")]
struct ComparePage {
    frame: Frame,
    job: JobHead,
    columns: Vec<Column>,
    totals: Vec<ValueRow>,
    criteria: Vec<ValueRow>,
    requirements: Vec<rows::RequirementRow>,
    problem: &'static str,
    /// How many candidates were scored with an earlier text of the job.
    outdated: i64,
}

/// A candidate of the comparison.
struct Column {
    id: String,
    name: String,
    code: String,
    status: &'static str,
    status_class: &'static str,
    history: Vec<TimelineItem>,
    education: Vec<String>,
    reviews: Vec<ReviewCell>,
    /// The address of the comparison without this candidate, if enough are left.
    without: Option<String>,
}

/// A review.
struct ReviewCell {
    score: String,
    name: String,
    comment: String,
}

/// A candidate with everything that is compared.
struct Compared {
    candidate: Candidate,
    receipt: Option<CandidateReceipt>,
    /// Which requirements of the job the resume meets; `None` without a score.
    judged: Option<Judged>,
    document: Option<CandidateDocument>,
    reviews: Vec<NamedReview>,
}

/// Shows the comparison. The form of the ranking selects candidates by the names of its checkboxes; the address then gets
/// the short form.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        let job = find_job(&visit).await?;
        let query = request.query_string().as_bytes();
        let boxes: Vec<String> = parse(query)
            .filter_map(|(name, _)| Some(name.strip_prefix("c.")?.to_owned()))
            .collect();
        if !boxes.is_empty() {
            return Ok(respond::redirect(&address(job.id.as_str(), &boxes)));
        }
        let named = parse(query).filter(|(name, _)| name == "c");
        let mut seen = HashSet::new();
        let ids = named.map(|(_, id)| id.into_owned());
        let ids: Vec<String> = ids.filter(|id| seen.insert(id.clone())).collect();
        show(&visit, &job, ids).await
    };
    answer(&request, shown).await
}

fn address(job: &str, ids: &[String]) -> String {
    let mut query = Serializer::new(String::new());
    for id in ids {
        query.append_pair("c", id);
    }
    format!("/app/jobs/{job}/compare?{}", query.finish())
}

async fn show(
    visit: &Visit,
    job: &shortlist_domain::Job,
    ids: Vec<String>,
) -> Result<HttpResponse, PageError> {
    let problem = match ids.len() {
        ..FEWEST => "Select at least 2 candidates in the ranking, then choose “Compare”.",
        FEWEST..=MOST => "",
        _ => "Select at most 5 candidates in the ranking, then choose “Compare”.",
    };
    let compared = match problem {
        "" => load(visit, &job.id, ids.clone()).await?,
        _ => Vec::new(),
    };
    let page = ComparePage {
        outdated: count_outdated(visit).await?,
        frame: visit.frame(),
        job: JobHead::of(job),
        totals: total_rows(&compared),
        criteria: criterion_rows(&compared),
        requirements: requirement_rows(&compared),
        columns: compared
            .into_iter()
            .map(|one| Column::of(one, job.id.as_str(), &ids))
            .collect(),
        problem,
    };
    match problem {
        "" => visit.page(page).await,
        _ => visit.page_with_status(StatusCode::BAD_REQUEST, page).await,
    }
}

async fn load(visit: &Visit, job: &JobId, ids: Vec<String>) -> Result<Vec<Compared>, PageError> {
    let of_job = job.clone();
    let job = job.clone();
    let load = move |app: &App, principal: &Principal| {
        let get = |id: &String| app.candidates().get(principal, id);
        let candidates: Vec<Candidate> = ids.iter().map(get).collect::<Result<_, _>>()?;
        with_records(app, principal, &job, candidates)
    };
    let compared = visit.run(Operation::GetCandidate, load).await?;
    if compared.iter().all(|one| one.candidate.job_id == of_job) {
        Ok(compared)
    } else {
        Err(PageError::NotFound)
    }
}

fn with_records(
    app: &App,
    principal: &Principal,
    job: &JobId,
    candidates: Vec<Candidate>,
) -> Result<Vec<Compared>, AppError> {
    let job = app.jobs().get(principal, job.as_str())?;
    let requirements = app.jobs().requirements(&job);
    let ids: Vec<CandidateId> = candidates.iter().map(|one| one.id.clone()).collect();
    let mut receipts = app.scores().receipts(principal, &ids)?;
    let mut documents = app.candidates().documents(principal, &ids)?;
    let mut reviews: HashMap<CandidateId, Vec<NamedReview>> =
        app.candidates().reviews_of(principal, &ids)?;
    let judge = |id: &CandidateId| {
        let receipt = receipts.get(id)?;
        Some(Judged::of(&requirements, &receipt.receipt))
    };
    let mut judged: HashMap<CandidateId, Judged> = ids
        .iter()
        .filter_map(|id| Some((id.clone(), judge(id)?)))
        .collect();
    let compared = |candidate: Candidate| Compared {
        judged: judged.remove(&candidate.id),
        receipt: receipts.remove(&candidate.id),
        document: documents.remove(&candidate.id),
        reviews: reviews.remove(&candidate.id).unwrap_or_default(),
        candidate,
    };
    Ok(candidates.into_iter().map(compared).collect())
}

impl Column {
    fn of(compared: Compared, job: &str, ids: &[String]) -> Self {
        let Compared {
            candidate,
            receipt,
            judged: _,
            document,
            reviews,
        } = compared;
        let resume = document.map(|document| document.resume);
        let as_of = receipt.map(|receipt| receipt.receipt.as_of);
        let positions = resume.as_ref().map(|resume| {
            let positions = resume.certain_positions().cloned();
            positions.collect::<Vec<Position>>()
        });
        let education = resume.as_ref().map(|resume| {
            let entries = resume.certain_education();
            let entry = |entry: &shortlist_domain::EducationEntry| {
                let school = entry.institution.clone().unwrap_or_default();
                format!("{} {school}", entry.degree).trim().to_owned()
            };
            entries.map(entry).collect()
        });
        let left: Vec<String> = ids
            .iter()
            .filter(|id| id.as_str() != candidate.id.as_str())
            .cloned()
            .collect();
        Self {
            name: name_of(&candidate),
            code: candidate.code.to_string(),
            status: status::label(candidate.status),
            status_class: status::class(candidate.status),
            history: match (positions, as_of) {
                (Some(positions), Some(as_of)) => timeline(&positions, as_of),
                _ => Vec::new(),
            },
            education: education.unwrap_or_default(),
            reviews: reviews.into_iter().map(ReviewCell::of).collect(),
            without: (left.len() >= FEWEST).then(|| address(job, &left)),
            id: candidate.id.into_string(),
        }
    }
}

impl ReviewCell {
    fn of(named: NamedReview) -> Self {
        Self {
            score: named.review.score.to_string(),
            name: named.reviewer_name,
            comment: named.review.comment.unwrap_or_default(),
        }
    }
}
