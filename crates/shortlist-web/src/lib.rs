//! The web app for recruiters: pages that the server renders, and which work without scripts.
//!
//! Invariants: this crate has no rules of recruitment. Each page calls the use cases of [`shortlist_app`] under the same
//! permissions as the API, through the limits and turns of [`shortlist_transport`]. A page has no inline script or
//! style. Texts of users reach a page only through templates, which escape them.

mod activity;
mod administration;
mod answer;
mod api_page;
mod assets;
mod board;
mod browser_session;
mod candidate;
mod changed_meanwhile;
mod compare;
mod cookie;
mod corrections;
mod csrf;
mod duration;
mod edits;
mod expired;
mod fairness;
mod forgotten_password;
mod form;
mod frame;
mod help;
mod interviews;
mod job_form;
mod job_import;
mod job_progress;
mod job_requirements;
mod job_setup;
mod jobs;
mod leaderboards;
mod links;
mod list_place;
mod mails;
mod naming;
mod new_candidate;
mod organization_field;
mod organization_label;
mod packet;
mod passkeys;
mod pdfjs;
mod people;
mod person;
mod qr_code;
mod ranking;
mod refusal;
mod report;
mod reports;
mod respond;
mod review;
mod sandbox_mails;
mod search;
mod set_password;
mod settings;
mod sign_in;
mod sign_in_code;
mod sign_in_ways;
mod single_sign_on;
mod skipped;
mod stages;
mod start;
mod status;
mod step_up;
mod timeline;
mod trail;
mod upload;
mod viewer;
mod visit;

pub use fairness::bias_audit_document;
pub use packet::candidate_packet_document;
pub use report::{ReportedCandidate, ReportedRanking, ranking_report};
pub use settings::{DemoUser, WebApp};

use actix_web::{HttpResponse, Resource, web};

use single_sign_on::notices;
use visit::SECOND_FACTOR_PATH;

use candidate::{changes, erased, page as candidate_page, protection};

/// The paths of the pages that contain an identifier. Tests call each with identifiers of another tenant.
pub const PATHS_WITH_IDENTIFIERS: [&str; 34] = [
    JOB,
    JOB_REQUIREMENTS,
    JOB_CSV,
    JOB_BULK,
    JOB_WEIGHTS,
    JOB_VIEWS,
    EDIT_JOB,
    JOB_STATUS,
    UPLOAD,
    SKIPPED,
    PROGRESS,
    REVIEW,
    CANDIDATE,
    ORIGINAL_FILE,
    DOCUMENT,
    PROTECTION,
    ERASED,
    PACKET,
    CORRECTIONS,
    COMPARE,
    BOARD,
    job_setup::TEAM,
    job_setup::STAGES,
    job_setup::QUESTIONS,
    PERSON,
    LEADERBOARDS,
    JOB_ACTIVITY,
    CANDIDATE_ACTIVITY,
    interviews::INTERVIEW,
    interviews::CALENDAR,
    interviews::REPORT,
    interviews::SCHEDULE,
    WEBHOOK,
    USER_SESSIONS,
];

const JOB: &str = "/app/jobs/{id}";
const MAIL_TEMPLATE: &str = "/app/settings/mail/templates/{id}";
const WEBHOOK: &str = "/app/settings/webhooks/{id}";
const USER_SESSIONS: &str = "/app/settings/users/{id}/sessions";
const JOB_CSV: &str = "/app/jobs/{id}/candidates.csv";
const JOB_BULK: &str = "/app/jobs/{id}/bulk";
const JOB_WEIGHTS: &str = "/app/jobs/{id}/weights";
const JOB_VIEWS: &str = "/app/jobs/{id}/views";
const EDIT_JOB: &str = "/app/jobs/{id}/edit";
const JOB_REQUIREMENTS: &str = "/app/jobs/{id}/requirements";
const JOB_STATUS: &str = "/app/jobs/{id}/status";
const UPLOAD: &str = "/app/jobs/{id}/upload";
const NEW_CANDIDATE: &str = "/app/jobs/{id}/add";
const PROGRESS: &str = "/app/uploads/{id}";
const SKIPPED: &str = "/app/jobs/{id}/upload/skipped.csv";
const REVIEW: &str = "/app/jobs/{id}/review";
const COMPARE: &str = "/app/jobs/{id}/compare";
const BOARD: &str = "/app/jobs/{id}/board";
const PERSON: &str = "/app/people/{id}";
const LEADERBOARDS: &str = "/app/jobs/{id}/leaderboards";
const JOB_ACTIVITY: &str = "/app/jobs/{id}/activity";
const CANDIDATE_ACTIVITY: &str = "/app/candidates/{id}/activity";
const CANDIDATE: &str = "/app/candidates/{id}";
const ORIGINAL_FILE: &str = "/app/candidates/{id}/resume";
const DOCUMENT: &str = "/app/candidates/{id}/documents/{document}";
const PROTECTION: &str = "/app/candidates/{id}/data";
const ERASED: &str = "/app/candidates/{id}/erased";
const CORRECTIONS: &str = "/app/candidates/{id}/corrections";
const PACKET: &str = "/app/candidates/{id}/packet";

/// Registers the pages. Call it before the paths of the API, whose answer for unknown paths is not a page.
pub fn configure(config: &mut web::ServiceConfig, app: web::Data<WebApp>) {
    let page = web::resource::<&str>;
    if app.sandbox_mails.is_some() {
        config.configure(sandbox_mails::configure);
    }
    config
        .app_data(app)
        .service(page("/").route(web::get().to(to_start)))
        .service(page("/openapi").route(web::get().to(api_page::page)))
        .service(page("/app").route(web::get().to(start::page)))
        .service(page("/app/assets/{name}").route(web::get().to(assets::asset)))
        .service(page("/app/assets/{folder}/{name}").route(web::get().to(pdfjs::script)))
        .service(
            page("/app/sign-in")
                .route(web::get().to(sign_in::page))
                .route(web::post().to(sign_in::sign_in)),
        )
        .service(form(
            page(forgotten_password::FORGOTTEN_PATH),
            forgotten_password::page,
            forgotten_password::send,
        ))
        .service(form(
            page("/app/link"),
            set_password::page,
            set_password::set,
        ))
        .service(page(start::tour::TOUR).route(web::post().to(start::tour::close)))
        .service(page("/app/sign-out").route(web::post().to(sign_in::sign_out)))
        .service(page(single_sign_on::RETURN).route(web::get().to(single_sign_on::come_back)))
        .service(page(single_sign_on::BEGIN).route(web::get().to(single_sign_on::begin)))
        .service(page(notices::NOTICE).route(web::post().to(notices::end_by_notice)))
        .configure(job_pages)
        .service(page("/app/help").route(web::get().to(help::page)))
        .service(page("/app/search").route(web::get().to(search::page)))
        .service(page("/app/reports").route(web::get().to(reports::page)))
        // Before the files, whose names are a parameter.
        .service(form(
            page("/app/reports/fairness"),
            fairness::page,
            fairness::import,
        ))
        .service(page("/app/reports/{name}").route(web::get().to(reports::csv)))
        .service(page(JOB_ACTIVITY).route(web::get().to(activity::of_job)))
        .service(page(CANDIDATE_ACTIVITY).route(web::get().to(activity::of_candidate)))
        .configure(interviews::configure)
        .configure(candidate_pages)
        .configure(person_pages)
        .configure(settings_pages)
        .configure(mail_content_pages)
        .configure(account_pages)
        .service(web::scope("/app").default_service(web::to(visit::not_found)));
}

/// Registers the list of jobs, and the pages of a job.
fn job_pages(config: &mut web::ServiceConfig) {
    let page = web::resource::<&str>;
    config
        .service(page("/app/jobs").route(web::get().to(jobs::list)))
        .service(form(page("/app/jobs/new"), job_form::new, job_form::create))
        .service(form(
            page("/app/jobs/import"),
            job_import::page,
            job_import::receive,
        ))
        .service(page("/app/jobs/import/plan").route(web::post().to(job_import::correct)))
        .service(page("/app/jobs/import/problems.csv").route(web::post().to(job_import::problems)))
        .service(page("/app/jobs/requirements").route(web::post().to(job_form::requirements)))
        .service(page(JOB).route(web::get().to(ranking::page)))
        .service(page(JOB_CSV).route(web::get().to(ranking::csv)))
        .service(form(page(JOB_BULK), ranking::page, ranking::change_many))
        .service(form(page(JOB_VIEWS), ranking::page, ranking::change_views))
        .service(form(
            page(JOB_WEIGHTS),
            ranking::page,
            ranking::apply_weights,
        ))
        .configure(job_forms)
        .service(form(page(UPLOAD), upload::page, upload::receive))
        .service(form(
            page(NEW_CANDIDATE),
            new_candidate::page,
            new_candidate::create,
        ))
        .service(page(PROGRESS).route(web::get().to(upload::progress)))
        .service(page(SKIPPED).route(web::post().to(skipped::csv)))
        .service(form(page(REVIEW), review::page, review::decide))
        .service(page(COMPARE).route(web::get().to(compare::page)))
        .service(form(page(BOARD), board::page, board::move_candidate))
        .configure(job_setup::configure)
        .service(page("/app/jobs/{id}/delete").route(web::post().to(job_form::delete::delete)))
        .service(page(LEADERBOARDS).route(web::get().to(leaderboards::page)));
}

/// Registers the list of people, and the pages of a person.
fn person_pages(config: &mut web::ServiceConfig) {
    let page = web::resource::<&str>;
    config
        .service(page("/app/people").route(web::get().to(people::page)))
        .service(page(PERSON).route(web::get().to(person::page)))
        .service(form(
            page("/app/people/{id}/merge"),
            person::page,
            person::merge,
        ))
        .service(form(
            page("/app/people/{id}/split"),
            person::page,
            person::split,
        ))
        .service(form(
            page("/app/people/{id}/hold"),
            person::page,
            person::hold,
        ))
        .service(form(
            page("/app/people/{id}/erase"),
            person::page,
            person::erase,
        ));
}

/// Registers the forms that change a job.
fn job_forms(config: &mut web::ServiceConfig) {
    let page = web::resource::<&str>;
    config
        .service(form(page(EDIT_JOB), job_form::edit, job_form::update))
        .service(form(
            page(JOB_REQUIREMENTS),
            job_requirements::page,
            job_requirements::save,
        ))
        .service(form(
            page(JOB_STATUS),
            job_form::edit,
            job_form::status::change,
        ));
}

/// Registers the settings.
fn settings_pages(config: &mut web::ServiceConfig) {
    use administration::{
        access, audit, candidates, integrations, keys, mail, retention, service, stages, webhooks,
    };
    let page = web::resource::<&str>;
    config
        .service(page("/app/settings").route(web::get().to(administration::start)))
        .service(form(page("/app/settings/keys"), keys::page, keys::change))
        .service(form(
            page("/app/settings/candidates"),
            candidates::page,
            candidates::change,
        ))
        .service(form(
            page("/app/settings/integrations"),
            integrations::page,
            integrations::change,
        ))
        .service(form(
            page("/app/settings/access"),
            access::page,
            access::change,
        ))
        .service(form(
            page("/app/settings/stages"),
            stages::page,
            stages::change,
        ))
        .service(form(
            page("/app/settings/webhooks"),
            webhooks::page,
            webhooks::change,
        ))
        .service(form(
            page(WEBHOOK),
            webhooks::page_of_one,
            webhooks::change_one,
        ))
        .service(form(page("/app/settings/mail"), mail::page, mail::change))
        .service(form(
            page("/app/settings/retention"),
            retention::page,
            retention::change,
        ))
        .service(form(
            page("/app/settings/audit"),
            audit::page,
            audit::verify,
        ))
        .service(page("/app/settings/service").route(web::get().to(service::page)));
}

/// Registers the pages of the sender and the texts of mails.
fn mail_content_pages(config: &mut web::ServiceConfig) {
    use administration::{mail_sender, mail_templates};
    let page = web::resource::<&str>;
    config
        .service(form(
            page("/app/settings/mail/sender"),
            mail_sender::page,
            mail_sender::change,
        ))
        .service(page("/app/settings/mail/templates").route(web::get().to(mail_templates::page)))
        .service(form(
            page(MAIL_TEMPLATE),
            mail_templates::editor::page,
            mail_templates::editor::change,
        ));
}

/// Registers the pages of users and of one's own account.
fn account_pages(config: &mut web::ServiceConfig) {
    use administration::{
        mail_preferences, password, provisioning, second_factor, sessions, single_sign_on, users,
    };
    let page = web::resource::<&str>;
    config
        .service(form(
            page("/app/settings/users"),
            users::page,
            users::change,
        ))
        .service(form(
            page(USER_SESSIONS),
            sessions::page_of_user,
            sessions::change_of_user,
        ))
        .service(form(
            page("/app/settings/single-sign-on"),
            single_sign_on::page,
            single_sign_on::change,
        ))
        .service(form(
            page("/app/settings/provisioning"),
            provisioning::page,
            provisioning::change,
        ))
        .service(form(
            page("/app/settings/password"),
            password::page,
            password::change,
        ))
        .service(form(
            page("/app/account/sessions"),
            sessions::page,
            sessions::change,
        ))
        .service(form(
            page(SECOND_FACTOR_PATH),
            second_factor::page,
            second_factor::change,
        ))
        .service(form(
            page("/app/account/mail"),
            mail_preferences::page,
            mail_preferences::change,
        ));
}

/// Registers the pages and forms of a candidate.
fn candidate_pages(config: &mut web::ServiceConfig) {
    let page = web::resource::<&str>;
    config
        .service(form(page(CANDIDATE), candidate_page::page, changes::status))
        .service(
            page(ORIGINAL_FILE)
                .route(web::get().to(candidate_page::original_file))
                .route(web::head().to(candidate_page::original_file)),
        )
        .service(
            page(DOCUMENT)
                .route(web::get().to(candidate_page::document))
                .route(web::head().to(candidate_page::document)),
        )
        .service(page("/app/candidates/{id}/choose-resume").route(web::post().to(changes::resume)))
        .service(page("/app/candidates/{id}/consider").route(web::post().to(changes::other_job)))
        .service(page("/app/candidates/{id}/tags").route(web::post().to(changes::tags)))
        .service(page("/app/candidates/{id}/fields").route(web::post().to(changes::fields)))
        .service(page("/app/candidates/{id}/offer").route(web::post().to(changes::offer)))
        .service(page("/app/candidates/{id}/notes").route(web::post().to(changes::note)))
        .service(
            page("/app/candidates/{id}/notes/delete").route(web::post().to(changes::delete_note)),
        )
        .service(page("/app/candidates/{id}/mails").route(web::post().to(changes::mail)))
        .service(page("/app/candidates/{id}/review").route(web::post().to(changes::review)))
        .service(page("/app/candidates/{id}/reveal").route(web::post().to(changes::reveal)))
        .service(form(page(PACKET), packet::page, packet::given))
        .service(form(
            page(CORRECTIONS),
            corrections::page,
            corrections::correct,
        ))
        .service(page(PROTECTION).route(web::get().to(protection::page)))
        .service(page(ERASED).route(web::get().to(erased::page)))
        .service(page("/app/candidates/{id}/export").route(web::post().to(protection::export)))
        .service(page("/app/candidates/{id}/hold").route(web::post().to(protection::hold)))
        .service(page("/app/candidates/{id}/erase").route(web::post().to(protection::erase)));
}

/// Returns a resource with a page and the action of its form.
fn form<F, G, A, B>(resource: Resource, page: F, action: G) -> Resource
where
    F: actix_web::Handler<A>,
    A: actix_web::FromRequest + 'static,
    F::Output: actix_web::Responder + 'static,
    G: actix_web::Handler<B>,
    B: actix_web::FromRequest + 'static,
    G::Output: actix_web::Responder + 'static,
{
    resource
        .route(web::get().to(page))
        .route(web::post().to(action))
}

async fn to_start() -> HttpResponse {
    respond::redirect("/app")
}
