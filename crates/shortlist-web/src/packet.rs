//! The explanation of a decision for the candidate: a page that can be printed in four languages.

use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{App, CandidatePacket, Operation, PacketDecision, PacketLanguage};
use shortlist_domain::{CandidateStatus, Decision, Principal, Timestamp};

use crate::frame::Frame;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer, answer_form};
use crate::{links, respond};

#[derive(Template)]
#[template(path = "packet.html")]
struct PacketPage {
    frame: Frame,
    id: String,
    name: String,
    languages: Vec<LanguageLink>,
    due: Option<Due>,
    problem: String,
    is_saved: bool,
    packet: CandidatePacket,
}

#[derive(Template)]
#[template(path = "packet_document.html")]
struct PacketDocument<'a> {
    packet: &'a CandidatePacket,
}

/// Returns a packet as a document that can be sent to the candidate.
///
/// # Errors
/// Returns an error if the template fails, which no packet causes.
pub fn candidate_packet_document(packet: &CandidatePacket) -> Result<String, askama::Error> {
    PacketDocument { packet }.render()
}

/// A language that the packet can be shown in.
struct LanguageLink {
    code: &'static str,
    name: &'static str,
    is_current: bool,
}

/// The state of an explanation.
pub(crate) struct Due {
    /// In words.
    pub(crate) text: String,
    /// Whether the candidate has not got it yet.
    pub(crate) is_open: bool,
    /// Whether it should have been given before.
    pub(crate) is_overdue: bool,
}

impl Due {
    /// Returns the state after an adverse decision; `None` if nothing was due.
    fn of(
        due_at: Option<Timestamp>,
        explained_at: Option<Timestamp>,
        now: Timestamp,
    ) -> Option<Self> {
        let day = |at: Timestamp| at.date().to_string();
        if let Some(at) = explained_at {
            return Some(Self {
                text: format!("Given to the candidate on {}", day(at)),
                is_open: false,
                is_overdue: false,
            });
        }
        let at = due_at?;
        let is_overdue = at < now;
        let text = if is_overdue {
            format!("The explanation was due on {}", day(at))
        } else {
            format!("The explanation is due by {}", day(at))
        };
        Some(Self {
            text,
            is_open: true,
            is_overdue,
        })
    }

    pub(crate) fn of_decision(decision: &Decision, now: Timestamp) -> Option<Self> {
        Self::of(decision.due_at, decision.explained_at, now)
    }

    fn of_packet(decision: &PacketDecision, now: Timestamp) -> Option<Self> {
        let is_adverse = decision.status == CandidateStatus::Rejected;
        let due = || Self::of(decision.due_at, decision.explained_at, now);
        is_adverse.then(due).flatten()
    }
}

/// Shows the packet. `format` downloads it as a document instead.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        show(&visit, StatusCode::OK, String::new()).await
    };
    answer(&request, shown).await
}

async fn show(
    visit: &Visit,
    status: StatusCode,
    problem: String,
) -> Result<HttpResponse, PageError> {
    let fields = visit.address_fields();
    let (id, language) = (visit.id(), fields.some("language").map(str::to_owned));
    let load = move |app: &App, principal: &Principal| {
        app.packets().packet(principal, &id, language.as_deref())
    };
    let packet = visit.run(Operation::GetCandidatePacket, load).await?;
    if fields.get("format") == "html" {
        return download(visit, packet).await;
    }
    let decision = packet.decision.as_ref();
    let link = |language: PacketLanguage| LanguageLink {
        code: language.code(),
        name: language.own_name(),
        is_current: language == packet.language,
    };
    let page = PacketPage {
        frame: visit.frame(),
        id: packet.candidate_id.to_string(),
        name: match packet.full_name.as_str() {
            "" => packet.code.clone(),
            name => name.to_owned(),
        },
        languages: PacketLanguage::ALL.map(link).into(),
        due: decision.and_then(|decision| Due::of_packet(decision, visit.now())),
        problem,
        is_saved: fields.get("saved") == "given",
        packet,
    };
    visit.page_with_status(status, page).await
}

async fn download(visit: &Visit, packet: CandidatePacket) -> Result<HttpResponse, PageError> {
    let (code, language) = (&packet.code, packet.language.code());
    let disposition = format!("attachment; filename=\"explanation-{code}-{language}.html\"");
    let render = move || candidate_packet_document(&packet);
    let document = visit.compute(render).await?;
    let document = document.map_err(|error| PageError::internal(&error))?;
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/html; charset=utf-8"))
        .insert_header((CONTENT_DISPOSITION, disposition))
        .body(document))
}

/// Records that the candidate got the packet.
pub(crate) async fn given(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, _fields| async move {
        let id = visit.id();
        let record = move |app: &App, principal: &Principal| {
            app.packets().record_explanation(principal, &id)
        };
        match visit.run(Operation::RecordExplanation, record).await {
            Ok(_decision) => {
                let page = format!("/app/candidates/{}/packet", links::segment(&visit.id()));
                Ok(respond::redirect(&format!("{page}?saved=given")))
            }
            Err(error) => {
                let (status, problem) = error.about_input()?;
                show(&visit, status, problem).await
            }
        }
    })
    .await
}
