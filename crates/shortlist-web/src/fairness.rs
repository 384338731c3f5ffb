//! Bias audits: the page, its downloads, and the document that the command line writes.

mod tables;

use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{
    App, BiasAuditReport, BiasAuditRequest, CategoryFile, CategorySource, Operation,
};
use shortlist_domain::english::table_lines;
use shortlist_domain::{
    JobFilters, JobListQuery, PageRequest, Principal, Problem, RaceEthnicity, Sex,
};
use shortlist_transport::{MAX_PAGE_CATEGORY_FILE_BYTES, read_category_file_form};

use crate::form::Fields;
use crate::frame::Frame;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer, answer_upload};
use crate::{links, respond};
use tables::{TableView, tables};

/// The path of the page.
const PATH: &str = "/app/reports/fairness";
/// What the names of the jobs' check boxes begin with.
const JOB_BOX: &str = "job-";
/// How many jobs the form offers, newest first.
const OFFERED_JOBS: i32 = 100;

#[derive(Template)]
#[template(path = "fairness.html")]
struct FairnessPage {
    frame: Frame,
    from: String,
    to: String,
    exclude: String,
    jobs: Vec<JobBox>,
    problem: String,
    report: Option<ReportView>,
    downloads: Vec<(&'static str, String)>,
    import: ImportView,
}

/// The form for a file of what candidates say about themselves, and what is wrong with the last one.
struct ImportView {
    /// The number of candidates whose answers were stored, if a file was just stored.
    stored: Option<usize>,
    /// One line for each problem.
    problems: Vec<String>,
    sexes: Vec<(&'static str, &'static str)>,
    races: Vec<(&'static str, &'static str)>,
    max_mib: u64,
}

impl ImportView {
    fn of(fields: &Fields, problems: Vec<String>) -> Self {
        Self {
            stored: fields.get("stored").parse().ok(),
            problems,
            sexes: Sex::ALL.map(|sex| (sex.as_str(), sex.label())).into(),
            races: RaceEthnicity::ALL
                .map(|race| (race.as_str(), race.label()))
                .into(),
            max_mib: MAX_PAGE_CATEGORY_FILE_BYTES >> 20,
        }
    }
}

struct JobBox {
    name: String,
    title: String,
    code: String,
    is_checked: bool,
}

/// A report as pages and documents show it.
struct ReportView {
    organization: String,
    period: String,
    jobs: String,
    source: &'static str,
    created_at: String,
    engine_version: String,
    people: u32,
    selected: u32,
    median: String,
    exclusion: String,
    /// The fewest people of a group that is shown.
    least_shown: u32,
    tables: Vec<TableView>,
}

#[derive(Template)]
#[template(path = "fairness_document.html")]
struct FairnessDocument {
    report: ReportView,
}

/// Returns a report as a document that can be published.
///
/// # Errors
/// Returns an error if the template fails, which no report causes.
pub fn bias_audit_document(report: &BiasAuditReport) -> Result<String, askama::Error> {
    let report = ReportView::of(report);
    FairnessDocument { report }.render()
}

impl ReportView {
    fn of(report: &BiasAuditReport) -> Self {
        let audit = &report.audit;
        let titles: Vec<&str> = report.jobs.iter().map(|job| job.title.as_str()).collect();
        Self {
            organization: report.organization_name.clone(),
            period: period(report),
            jobs: if titles.is_empty() {
                "all jobs".to_owned()
            } else {
                titles.join("; ")
            },
            source: match report.source {
                CategorySource::SelfIdentification => "what candidates said about themselves",
                CategorySource::File => "a file of what candidates said about themselves",
            },
            created_at: report
                .created_at
                .as_datetime()
                .format("%Y-%m-%d")
                .to_string(),
            engine_version: report.engine_version.clone(),
            people: audit.people,
            selected: audit.selected,
            median: audit
                .median
                .map_or("–".to_owned(), |median| median.to_string()),
            exclusion: report.exclusion().unwrap_or_default().to_owned(),
            least_shown: audit.least_shown,
            tables: tables(audit),
        }
    }
}

fn period(report: &BiasAuditReport) -> String {
    match (report.period.from, report.period.to) {
        (Some(from), Some(to)) => format!("applications from {from} to {to}"),
        (Some(from), None) => format!("applications since {from}"),
        (None, Some(to)) => format!("applications until {to}"),
        (None, None) => "all applications".to_owned(),
    }
}

/// Shows the form and, once it was sent, the report. `format` downloads the report instead.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        let fields = visit.address_fields();
        if !fields.has("compute") {
            return show(&visit, &fields, Ok(None)).await;
        }
        let audit = wanted(&fields);
        let compute = move |app: &App, principal: &Principal| {
            app.fairness().audit(&principal.party(), &audit)
        };
        match visit.run(Operation::GetBiasAudit, compute).await {
            Ok(report) => match Format::of(fields.get("format")) {
                Some(format) => {
                    let document = visit.compute(move || document(&report, format)).await?;
                    Ok(download(document?))
                }
                None => show(&visit, &fields, Ok(Some(report))).await,
            },
            Err(error) => {
                let refused = error.about_input()?;
                show(&visit, &fields, Err(refused)).await
            }
        }
    };
    answer(&request, shown).await
}

/// Stores a file of what candidates say about themselves, or says what is wrong with it.
pub(crate) async fn import(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    let imported = async {
        let visit = Visit::begin(&request).await?;
        match store(&visit, payload).await {
            Ok(stored) => {
                let stored = stored.to_string();
                let page = links::with_fields(PATH, &[("stored", &stored)]);
                Ok(respond::redirect(&format!("{page}#answers")))
            }
            Err(error) => {
                let rows = row_problems(&error);
                let (status, problem) = error.about_input()?;
                show_import(&visit, status, rows.unwrap_or_else(|| vec![problem])).await
            }
        }
    };
    answer_upload(&request, imported).await
}

/// Returns what is wrong with the rows of a file, if it was refused because of them.
fn row_problems(error: &PageError) -> Option<Vec<String>> {
    let PageError::Refused(refused) = error else {
        return None;
    };
    match refused.value()? {
        Problem::Table(table) => Some(table_lines(table)),
        _ => None,
    }
}

async fn store(visit: &Visit, payload: web::Payload) -> Result<usize, PageError> {
    let (request, state) = (&visit.request, &visit.state);
    let form = read_category_file_form(request, payload, state, visit.principal()).await?;
    let import = move |app: &App, principal: &Principal| {
        let file = CategoryFile::read(form.file.as_slice())?;
        app.fairness().import(&principal.party(), &file)
    };
    visit.run(Operation::ImportSelfIdentification, import).await
}

fn wanted(fields: &Fields) -> BiasAuditRequest {
    let some = |name: &str| fields.some(name).map(str::to_owned);
    BiasAuditRequest {
        from: some("from"),
        to: some("to"),
        job_ids: fields.names_after(JOB_BOX),
        exclude_small: some("exclude"),
    }
}

/// A report that is downloaded.
struct Document {
    media_type: &'static str,
    ending: &'static str,
    text: String,
}

/// A format of a report that is downloaded.
#[derive(Clone, Copy)]
enum Format {
    Csv,
    Json,
    Html,
}

impl Format {
    fn of(name: &str) -> Option<Self> {
        match name {
            "csv" => Some(Self::Csv),
            "json" => Some(Self::Json),
            "html" => Some(Self::Html),
            _ => None,
        }
    }
}

/// Returns the text of a report that is downloaded, with its type and the ending of its name.
fn document(report: &BiasAuditReport, format: Format) -> Result<Document, PageError> {
    let (media_type, ending, text) = match format {
        Format::Csv => ("text/csv; charset=utf-8", "csv", report.to_csv()),
        Format::Json => (
            "application/json",
            "json",
            format!("{:#}", report.to_json()),
        ),
        Format::Html => {
            let text = bias_audit_document(report);
            let text = text.map_err(|error| PageError::internal(&error))?;
            ("text/html; charset=utf-8", "html", text)
        }
    };
    Ok(Document {
        media_type,
        ending,
        text,
    })
}

fn download(document: Document) -> HttpResponse {
    let Document {
        media_type,
        ending,
        text,
    } = document;
    let disposition = format!("attachment; filename=\"bias-audit.{ending}\"");
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, media_type))
        .insert_header((CONTENT_DISPOSITION, disposition))
        .body(text)
}

async fn show(
    visit: &Visit,
    fields: &Fields,
    computed: Result<Option<BiasAuditReport>, (StatusCode, String)>,
) -> Result<HttpResponse, PageError> {
    let (status, problem, report) = match computed {
        Ok(report) => (StatusCode::OK, String::new(), report),
        Err((status, problem)) => (status, problem, None),
    };
    let page = FairnessPage {
        problem,
        downloads: match &report {
            Some(_) => downloads(fields),
            None => Vec::new(),
        },
        report: report.as_ref().map(ReportView::of),
        ..FairnessPage::of(visit, fields, Vec::new()).await?
    };
    visit.page_with_status(status, page).await
}

async fn show_import(
    visit: &Visit,
    status: StatusCode,
    problems: Vec<String>,
) -> Result<HttpResponse, PageError> {
    let page = FairnessPage::of(visit, &visit.address_fields(), problems).await?;
    visit.page_with_status(status, page).await
}

impl FairnessPage {
    /// Returns the page before an audit is computed. `problems` are those of a file.
    async fn of(visit: &Visit, fields: &Fields, problems: Vec<String>) -> Result<Self, PageError> {
        Ok(Self {
            frame: visit.frame(),
            from: fields.get("from").to_owned(),
            to: fields.get("to").to_owned(),
            exclude: fields.get("exclude").to_owned(),
            jobs: job_boxes(visit, fields).await?,
            problem: String::new(),
            report: None,
            downloads: Vec::new(),
            import: ImportView::of(fields, problems),
        })
    }
}

/// Returns the formats of the report with their addresses.
fn downloads(fields: &Fields) -> Vec<(&'static str, String)> {
    let formats = [("Document", "html"), ("CSV", "csv"), ("JSON", "json")];
    let address = |(label, format): (&'static str, &str)| {
        let mut all = fields.sorted();
        all.push(("format".to_owned(), format.to_owned()));
        let all: Vec<(&str, &str)> = all
            .iter()
            .map(|(name, value)| (&**name, &**value))
            .collect();
        (label, links::with_fields(PATH, &all))
    };
    formats.map(address).into()
}

async fn job_boxes(visit: &Visit, fields: &Fields) -> Result<Vec<JobBox>, PageError> {
    let page = PageRequest::parse(("page", 1), ("size", OFFERED_JOBS))?;
    let query = JobListQuery {
        organization_id: visit.organization().clone(),
        filters: JobFilters::default(),
        page,
        count: false,
    };
    let list = move |app: &App, principal: &Principal| app.jobs().list_all(principal, &query);
    let found = visit.run(Operation::GetBiasAudit, list).await?;
    let checked = fields.names_after(JOB_BOX);
    let job_box = |job: shortlist_domain::Job| JobBox {
        name: format!("{JOB_BOX}{}", job.id),
        is_checked: checked.iter().any(|id| id == job.id.as_str()),
        title: job.title,
        code: job.code.to_string(),
    };
    Ok(found.items.into_iter().map(job_box).collect())
}
