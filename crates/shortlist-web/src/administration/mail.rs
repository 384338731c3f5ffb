//! Mail: how it is sent, a test of that, and the mails that failed.

use std::collections::HashMap;

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{
    App, AppError, FailedTest, ListMails, MailEncryption, MailIdentity, MailRoute, MailSetup,
    Operation, SentTest,
};
use shortlist_domain::{
    Candidate, CandidateId, MailAudience, MailCounts, MailRecord, MailState, Principal,
};

use super::{Tab, tabs, time};
use crate::form::Fields;
use crate::frame::Frame;
use crate::mails::{MailRow, language_name, resend};
use crate::naming::name_of;
use crate::respond::error::{PageError, sentence};
use crate::trail::Names;
use crate::visit::{Visit, answer, answer_form};
use crate::{links, respond};

pub(super) const PATH: &str = "/app/settings/mail";
/// The number of mails on a page.
const PAGE_SIZE: usize = 50;

#[derive(Template)]
#[template(path = "settings_mail.html")]
struct MailPage {
    frame: Frame,
    tabs: Vec<Tab>,
    setup: Option<SetupPart>,
    waiting: u32,
    oldest: String,
    failed: u32,
    mails: Vec<FailedMail>,
    next: Option<String>,
    done: String,
    problem: String,
}

/// How mails are sent, and what a page says about it.
struct SetupPart {
    setup: MailSetup,
    identity: MailIdentity,
    is_to_candidates: bool,
}

impl SetupPart {
    fn of(setup: MailSetup, identity: MailIdentity, audience: Option<MailAudience>) -> Self {
        Self {
            setup,
            identity,
            is_to_candidates: audience == Some(MailAudience::UsersAndCandidates),
        }
    }

    /// Returns whether mails go to the page of the sandbox instead of a mail server.
    fn is_sandbox(&self) -> bool {
        self.setup.route == MailRoute::Sandbox
    }

    fn host(&self) -> &str {
        match &self.setup.route {
            MailRoute::Server { host, .. } => host,
            MailRoute::Sandbox => "",
        }
    }

    fn port(&self) -> u16 {
        match self.setup.route {
            MailRoute::Server { port, .. } => port,
            MailRoute::Sandbox => 0,
        }
    }

    fn encryption(&self) -> &'static str {
        let MailRoute::Server { encryption, .. } = &self.setup.route else {
            return "";
        };
        match encryption {
            MailEncryption::Tls => "TLS from the beginning",
            MailEncryption::StartTls => "STARTTLS, without which nothing is sent",
            MailEncryption::None => "none, because the mail server is on the same machine",
        }
    }

    fn language(&self) -> &'static str {
        language_name(self.identity.language.code())
    }
}

/// A mail that failed.
struct FailedMail {
    row: MailRow,
    /// Empty if it is about no candidate.
    candidate_id: String,
    /// The name of the candidate, or the code.
    candidate: String,
}

impl FailedMail {
    fn of(
        record: &MailRecord,
        names: &Names,
        candidates: &HashMap<CandidateId, Candidate>,
    ) -> Self {
        let id = record.queued.mail.candidate_id.as_ref();
        let candidate = id.map(|id| {
            let found = candidates.get(id).map(name_of);
            found.unwrap_or_else(|| "An erased candidate".to_owned())
        });
        Self {
            row: MailRow::of(record, names),
            candidate_id: id.map(|id| id.as_str().to_owned()).unwrap_or_default(),
            candidate: candidate.unwrap_or_default(),
        }
    }
}

/// What a form has done, or why it was refused.
#[derive(Default)]
struct Notice {
    status: StatusCode,
    done: String,
    problem: String,
}

/// The settings, and how many mails wait and failed.
struct Overview {
    setup: Option<SetupPart>,
    counts: MailCounts,
}

impl Overview {
    /// Loads it. Only Admins may.
    async fn load(visit: &Visit) -> Result<Self, PageError> {
        let load = |app: &App, principal: &Principal| {
            let mails = app.mails();
            let identity = mails.sender(principal)?.identity;
            let setup = mails.setup().zip(identity);
            let part = |(setup, identity)| SetupPart::of(setup, identity, mails.audience());
            Ok(Self {
                setup: setup.map(part),
                counts: mails.counts(&principal.organization_id)?,
            })
        };
        visit.run(Operation::GetServiceStatus, load).await
    }
}

/// Shows the page.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        let fields = visit.address_fields();
        let done = match fields.get("saved") {
            "resend" => "The mail waits again, and is sent as soon as it can be.",
            _ => "",
        };
        let notice = Notice {
            done: done.to_owned(),
            ..Notice::default()
        };
        show(&visit, &fields, notice).await
    };
    answer(&request, shown).await
}

async fn show(visit: &Visit, fields: &Fields, notice: Notice) -> Result<HttpResponse, PageError> {
    let overview = Overview::load(visit).await?;
    let names = Names::load(visit).await?;
    let request = ListMails {
        state: Some(MailState::Failed.as_str().to_owned()),
        before: fields.some("before").map(str::to_owned),
        limit: i32::try_from(PAGE_SIZE + 1).ok(),
        ..ListMails::default()
    };
    let load = move |app: &App, principal: &Principal| -> Result<_, AppError> {
        let failed = app.mails().list(principal, &request)?;
        let ids = failed.iter().map(|one| &one.queued.mail.candidate_id);
        let ids: Vec<CandidateId> = ids.flatten().cloned().collect();
        let candidates = app.candidates().load_many(principal, &ids)?;
        Ok((failed, candidates))
    };
    let (failed, candidates) = visit.run(Operation::ListMails, load).await?;
    let shown = failed.iter().take(PAGE_SIZE);
    let mails: Vec<FailedMail> = shown
        .map(|record| FailedMail::of(record, &names, &candidates))
        .collect();
    let last = mails.last().filter(|_| failed.len() > PAGE_SIZE);
    let page = MailPage {
        frame: visit.frame(),
        tabs: tabs(PATH),
        setup: overview.setup,
        waiting: overview.counts.waiting,
        oldest: overview.counts.oldest_waiting.map(time).unwrap_or_default(),
        failed: overview.counts.failed,
        next: last.map(|last| links::with_fields(PATH, &[("before", &last.row.id)])),
        mails,
        done: notice.done,
        problem: notice.problem,
    };
    visit.page_with_status(notice.status, page).await
}

/// Sends a test, or a mail again that failed.
pub(crate) async fn change(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        Overview::load(&visit).await?;
        let refused = match fields.get("action") {
            "test" => match send_test(&visit).await {
                Ok(notice) => return show(&visit, &Fields::default(), notice).await,
                Err(error) => error,
            },
            "resend" => match resend(&visit, fields.get("mail").to_owned()).await {
                Ok(()) => {
                    let saved = [("saved", "resend")];
                    return Ok(respond::redirect(&links::with_fields(PATH, &saved)));
                }
                Err(error) => error,
            },
            _ => PageError::unknown_action(),
        };
        let (status, problem) = refused.about_input()?;
        let notice = Notice {
            status,
            problem,
            ..Notice::default()
        };
        show(&visit, &Fields::default(), notice).await
    })
    .await
}

/// Sends the user a test. A mail server that does not take it is a result, too.
async fn send_test(visit: &Visit) -> Result<Notice, PageError> {
    let send = |app: &App, principal: &Principal| {
        let mails = app.mails();
        let sent = mails.send_test(principal)?;
        Ok((sent, mails.setup().map(|setup| setup.route)))
    };
    let (sent, route) = visit.run(Operation::SendTestMail, send).await?;
    Ok(match sent {
        Ok(_) if route == Some(MailRoute::Sandbox) => Notice {
            done: "The test is among the mails of the sandbox.".to_owned(),
            ..Notice::default()
        },
        Ok(SentTest { message_id, sender }) => Notice {
            done: format!(
                "The mail server has taken the test {message_id}. If it does not arrive, look for it among unwanted mail, \
                 and for a report of failure at {sender}."
            ),
            ..Notice::default()
        },
        Err(FailedTest { problem, advice }) => Notice {
            problem: format!(
                "The test was not sent. {} What to do: {}",
                sentence(&problem),
                sentence(advice)
            ),
            ..Notice::default()
        },
    })
}
