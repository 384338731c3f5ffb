//! The ranking of a job's candidates.

mod address;
mod bulk;
mod columns;
mod cursor;
mod custom_filters;
mod definitions;
mod export;
mod filters;
mod histogram;
mod load;
mod requirements;
mod row;
mod states;
mod totals;
mod views;
mod weights;

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use shortlist_app::{App, Operation};
use shortlist_domain::{CandidateOrder, Job, PageRequest, Principal};
use shortlist_transport::{CandidateSelection, read_candidate_selection};

pub(crate) use bulk::change as change_many;
pub(crate) use export::csv;
pub(crate) use filters::TextField;
pub(crate) use requirements::{Judged, name_and_way};
pub(crate) use row::{Bar, bars, is_shared_wording, judged_lines, latest_position, named, tenths};
pub(crate) use views::change as change_views;
pub(crate) use weights::apply as apply_weights;

use crate::frame::Frame;
use crate::naming::badge;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer};
use address::{AFTER, Address, SIZE};
use bulk::{BulkForm, Done};
use columns::{ColumnChoice, Columns, Heading, beginning};
use custom_filters::InputKind;
use definitions::Definitions;
use filters::FilterForm;
use histogram::Histogram;
use load::Loaded;
use row::CandidateRow;
use states::StateTab;
use views::ViewsForm;
use weights::WeightsForm;

/// The numbers of candidates that a page can have.
const PAGE_SIZES: [i32; 3] = [25, USUAL_PAGE_SIZE, 100];
/// The number of candidates on a page if the address names none.
const USUAL_PAGE_SIZE: i32 = 50;

#[derive(Template)]
#[template(path = "ranking.html")]
struct RankingPage {
    frame: Frame,
    job: JobHead,
    view: String,
    filters: FilterForm,
    columns: Vec<Heading>,
    choices: Vec<ColumnChoice>,
    column_problem: Option<String>,
    sizes: Vec<(i32, bool)>,
    sort: &'static str,
    rows: Vec<CandidateRow>,
    legend: Vec<Bar>,
    total: i64,
    exported: String,
    shown: String,
    counted: String,
    order: &'static str,
    first: Option<String>,
    next: Option<String>,
    weights: WeightsForm,
    histogram: Option<Histogram>,
    bulk: BulkForm,
    views: ViewsForm,
    states: Vec<StateTab>,
    message: Option<String>,
    /// Those whom the undo just before could not return.
    not_restored: Vec<bulk::Row>,
    /// A change of several candidates that was made just before.
    done: Option<Done>,
    /// How many candidates were scored with an earlier text of the job.
    outdated: i64,
    export: String,
}

/// A page of a job that every other one leads to.
pub(crate) struct JobTab {
    /// What follows the address of the job.
    pub(crate) path: &'static str,
    pub(crate) name: &'static str,
}

const fn tab(path: &'static str, name: &'static str) -> JobTab {
    JobTab { path, name }
}

/// The tabs of a job.
pub(crate) const TABS: [JobTab; 6] = [
    tab("", "Candidates"),
    tab("/review", "Review"),
    tab("/board", "Board"),
    tab("/leaderboards", "Leaderboards"),
    tab("/activity", "Activity"),
    tab("/edit", "Job settings"),
];

/// The heading of the pages of a job.
pub(crate) struct JobHead {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) code: String,
    pub(crate) place: String,
    /// The name and the style of a status other than open.
    pub(crate) badge: Option<(&'static str, &'static str)>,
    /// The status of a job that accepts no resumes.
    pub(crate) closed: Option<String>,
    /// Whether the job is reviewed blind, and so accepts files only.
    pub(crate) is_blind: bool,
}

impl JobHead {
    pub(crate) fn of(job: &Job) -> Self {
        let place = [&job.department, &job.location, &job.employment_type];
        let place: Vec<&str> = place.into_iter().flatten().map(String::as_str).collect();
        Self {
            id: job.id.to_string(),
            title: job.title.clone(),
            code: job.code.clone(),
            place: place.join(", "),
            badge: badge(job.status),
            closed: (!job.status.accepts_resumes()).then(|| job.status.as_str().to_lowercase()),
            is_blind: job.blind,
        }
    }
}

/// Shows the ranking.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        let job = find_job(&visit).await?;
        let address = Address::of_request(&request, format!("/app/jobs/{}", job.id));
        show(
            &visit,
            &job,
            &address,
            BulkForm::default(),
            ViewsForm::default(),
        )
        .await
    };
    answer(&request, shown).await
}

/// Shows the ranking, with forms for several candidates and for views that may have a problem.
async fn show(
    visit: &Visit,
    job: &Job,
    address: &Address,
    mut bulk: BulkForm,
    mut views: ViewsForm,
) -> Result<HttpResponse, PageError> {
    let definitions = Definitions::load(visit, job).await?;
    let selection = select(visit, job, &definitions, address);
    let order = selection.query.order;
    let columns = Columns::of(address, order);
    let before = selection
        .query
        .after
        .as_ref()
        .and(cursor::read(address.get(AFTER)));
    let before = before.map_or(0, |(_, before)| before);
    let request = load::Request::of(&selection.query, job, address, &columns);
    let mut loaded = visit
        .run(Operation::GetCandidates, move |app, principal| {
            request.load(app, principal)
        })
        .await?;
    let saved = std::mem::take(&mut loaded.views);
    views.offer(saved, &format!("/app/jobs/{}", job.id), address);
    // A preview is in an order that is not stored.
    let all = (!loaded.weights.is_preview).then(|| totals::all_of_view(&loaded.counts));
    bulk.offer(&loaded.reasons, all.flatten());
    let view = View {
        outdated: count_outdated(visit).await?,
        states: states::load(visit, job, &definitions, address).await?,
        not_restored: bulk::not_restored(visit, job, address).await?,
        frame: visit.frame(),
        job: JobHead::of(job),
        address: address.clone(),
        definitions,
        selection,
        columns,
        before,
        loaded,
    };
    visit.built(move || Ok(view.page(bulk, views))).await
}

/// A view of the ranking, with what it shows.
struct View {
    frame: Frame,
    job: JobHead,
    address: Address,
    definitions: Definitions,
    selection: CandidateSelection,
    columns: Columns,
    /// The number of candidates before the page.
    before: i64,
    /// How many candidates were scored with an earlier text of the job.
    outdated: i64,
    states: Vec<StateTab>,
    not_restored: Vec<bulk::Row>,
    loaded: Loaded,
}

impl View {
    /// Returns the page with its status. Most of its links repeat the whole address.
    fn page(self, bulk: BulkForm, views: ViewsForm) -> (StatusCode, RankingPage) {
        let Self {
            address,
            selection,
            columns,
            before,
            loaded,
            ..
        } = self;
        let has_problem = !selection.problems.is_empty()
            || columns.problem.is_some()
            || loaded.weights.problem.is_some()
            || bulk.problem.is_some()
            || views.problem.is_some();
        let status = if has_problem {
            StatusCode::BAD_REQUEST
        } else {
            StatusCode::OK
        };
        let (order, counts) = (selection.query.order, &loaded.counts);
        let page = RankingPage {
            frame: self.frame,
            job: self.job,
            view: address.view_query(),
            filters: FilterForm::of(&address, &self.definitions, &selection.problems),
            sizes: sizes(selection.query.candidates.page.size()),
            sort: order.as_str(),
            order: order_of(&loaded.weights, order),
            legend: legend(&loaded),
            total: counts.total(),
            exported: totals::complete(counts).map_or("all".to_owned(), |total| total.to_string()),
            shown: totals::shown(before, loaded.rows.len(), loaded.end.is_some(), counts),
            counted: totals::counted(counts),
            first: address.has(AFTER).then(|| address.with(&[])),
            next: next(&address, before, &loaded),
            histogram: (counts.total() > 0).then(|| Histogram::of(counts, &address)),
            states: self.states,
            message: message(&address),
            not_restored: self.not_restored,
            done: bulk::done(&address),
            outdated: self.outdated,
            export: address.of_export(),
            columns: columns.headings,
            choices: columns.choices,
            column_problem: columns.problem,
            rows: loaded.rows,
            weights: loaded.weights,
            bulk,
            views,
        };
        (status, page)
    }
}

/// Reads which candidates an address selects.
fn select(
    visit: &Visit,
    job: &Job,
    definitions: &Definitions,
    address: &Address,
) -> CandidateSelection {
    let size = address.get(SIZE).parse();
    let size = size.ok().filter(|size| PAGE_SIZES.contains(size));
    let size = size.unwrap_or(USUAL_PAGE_SIZE);
    let page = PageRequest::parse(("page", 1), (SIZE, size));
    let page = page.unwrap_or_else(|_invalid| PageRequest::batch());
    let mut selection =
        read_candidate_selection(address.fields(), visit.principal(), &job.id, page);
    selection.add_custom_fields(&definitions.fields);
    selection.keep_undecided_apart();
    selection.query.after = cursor::read(address.get(AFTER)).map(|(position, _)| position);
    selection
}

fn sizes(size: u32) -> Vec<(i32, bool)> {
    let choice = |number: i32| (number, u32::try_from(number) == Ok(size));
    PAGE_SIZES.map(choice).into()
}

fn legend(loaded: &Loaded) -> Vec<Bar> {
    let first = loaded.rows.iter().find(|row| !row.bars.is_empty());
    first.map(|row| row.bars.clone()).unwrap_or_default()
}

/// Returns the order of the rows in words.
fn order_of(weights: &WeightsForm, order: CandidateOrder) -> &'static str {
    if weights.is_preview {
        "in the order of the new weights"
    } else {
        beginning(order)
    }
}

fn next(address: &Address, before: i64, loaded: &Loaded) -> Option<String> {
    let end = loaded.end.as_ref()?;
    let rows = i64::try_from(loaded.rows.len()).unwrap_or(i64::MAX);
    let cursor = cursor::write(end, before.saturating_add(rows));
    Some(address.with(&[(AFTER, &cursor)]))
}

/// Returns the message about what was done just before.
fn message(address: &Address) -> Option<String> {
    let rescored = weights::rescored_message(address.get("rescored"));
    let again = || weights::scored_again_message(address.get("scored"));
    let undone = || bulk::undone_message(address.get("undone"));
    rescored.or_else(again).or_else(undone)
}

/// Returns how many candidates of the job in the address were scored with an earlier text of the job.
pub(crate) async fn count_outdated(visit: &Visit) -> Result<i64, PageError> {
    let id = visit.id();
    let count = move |app: &App, principal: &Principal| {
        let job = app.jobs().get(principal, &id)?;
        app.jobs().count_outdated_scores(&job)
    };
    visit.run(Operation::GetJob, count).await
}

/// Returns the job of the address.
pub(crate) async fn find_job(visit: &Visit) -> Result<Job, PageError> {
    let id = visit.id();
    visit
        .run(Operation::GetJob, move |app, principal| {
            app.jobs().get(principal, &id)
        })
        .await
}
