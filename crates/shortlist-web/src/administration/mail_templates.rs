//! The texts of mails: a list of all texts, which leads to the editor of each.

pub(crate) mod editor;

use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use shortlist_app::{App, MailTemplate, Operation};
use shortlist_domain::Principal;

use super::mail::PATH as TAB;
use super::{Tab, tabs, time};
use crate::frame::Frame;
use crate::mails::language_name;
use crate::visit::{Visit, answer};

const PATH: &str = "/app/settings/mail/templates";

#[derive(Template)]
#[template(path = "settings_mail_templates.html")]
struct ListPage {
    frame: Frame,
    tabs: Vec<Tab>,
    languages: Vec<&'static str>,
    rows: Vec<Row>,
    /// The language that mails are sent in; empty without a mail server.
    used: &'static str,
}

/// A mail in the list, in each language.
struct Row {
    about: &'static str,
    cells: Vec<Cell>,
}

struct Cell {
    href: String,
    language: &'static str,
    state: String,
}

impl Row {
    /// Returns the row of a mail from its texts in all languages.
    fn of(templates: &[MailTemplate]) -> Option<Self> {
        let kind = templates.first()?.kind;
        Some(Self {
            about: kind.about(),
            cells: templates.iter().map(Cell::of).collect(),
        })
    }
}

impl Cell {
    fn of(template: &MailTemplate) -> Self {
        let state = match (template.changed_at, &template.problem) {
            (None, _) => "Shipped".to_owned(),
            (Some(at), None) => format!("Changed {}", time(at)),
            (Some(_), Some(_)) => "Not used, repair it".to_owned(),
        };
        Self {
            href: format!(
                "{PATH}/{}.{}",
                template.kind.as_str(),
                template.language.code()
            ),
            language: language_name(template.language.code()),
            state,
        }
    }
}

/// Shows the list.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        let load = |app: &App, principal: &Principal| {
            let mails = app.mails();
            let identity = mails.sender(principal)?.identity;
            let used = identity.map(|one| language_name(one.language.code()));
            Ok((mails.templates(principal)?, used.unwrap_or_default()))
        };
        let (templates, used) = visit.run(Operation::GetMailTemplates, load).await?;
        let rows = templates.chunk_by(|one, next| one.kind == next.kind);
        let rows: Vec<Row> = rows.filter_map(Row::of).collect();
        let first = rows.first().into_iter();
        let page = ListPage {
            frame: visit.frame(),
            tabs: tabs(TAB),
            languages: first
                .flat_map(|row| row.cells.iter().map(|cell| cell.language))
                .collect(),
            rows,
            used,
        };
        visit.page(page).await
    };
    answer(&request, shown).await
}
