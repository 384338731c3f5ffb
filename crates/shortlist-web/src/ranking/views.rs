//! The views of the ranking that the user has saved.

use actix_web::{HttpRequest, HttpResponse, web};
use shortlist_app::{Operation, SaveView};
use shortlist_domain::SavedView;

use super::address::Address;
use super::bulk::BulkForm;
use super::{find_job, show};
use crate::respond;
use crate::visit::answer_form;

/// A view that the page lists.
pub(crate) struct ViewLink {
    pub(crate) id: String,
    pub(crate) name: String,
    /// What its field contains: the name, or another one that was refused.
    pub(crate) typed: String,
    pub(crate) query: String,
    pub(crate) link: String,
    /// Whether the page shows this view.
    pub(crate) is_current: bool,
}

/// The saved views, and the form for another one.
#[derive(Default)]
pub(crate) struct ViewsForm {
    pub(crate) links: Vec<ViewLink>,
    pub(crate) problem: Option<String>,
    pub(crate) name: String,
    /// The view that could not be renamed, and its new name.
    renamed: Option<(String, String)>,
}

impl ViewsForm {
    /// Adds the views of the user.
    pub(super) fn offer(&mut self, views: Vec<SavedView>, path: &str, address: &Address) {
        let current = address.view_query();
        let link = |view: SavedView| {
            // Only the parameters of a view are kept, whatever is stored.
            let stored = Address::read(path.to_owned(), &view.query);
            ViewLink {
                link: stored.with(&[]),
                is_current: stored.view_query() == current,
                typed: match &self.renamed {
                    Some((id, name)) if id == view.id.as_str() => name.clone(),
                    _ => view.name.clone(),
                },
                id: view.id.into_string(),
                name: view.name,
                query: view.query,
            }
        };
        self.links = views.into_iter().map(link).collect();
    }
}

/// Saves, renames or deletes a view, and shows it.
pub(crate) async fn change(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let job = find_job(&visit).await?;
        let path = format!("/app/jobs/{}", job.id);
        let address = Address::read(path.clone(), fields.get("view"));
        let id = fields.some("viewId").map(str::to_owned);
        let done = match (id, fields.has("delete")) {
            (Some(id), true) => visit
                .run(Operation::DeleteSavedView, move |app, principal| {
                    app.candidates().delete_view(principal, &id)
                })
                .await
                .map(|_view| ()),
            (id, _) => {
                let query = match &id {
                    Some(_) => fields.get("query").to_owned(),
                    None => address.view_query(),
                };
                let save = SaveView {
                    view_id: id,
                    name: fields.get("name").to_owned(),
                    query,
                };
                visit
                    .run(Operation::SaveView, move |app, principal| {
                        app.candidates().save_view(principal, &save)
                    })
                    .await
                    .map(|_view| ())
            }
        };
        match done {
            Ok(()) => Ok(respond::redirect(&address.with(&[]))),
            Err(error) => {
                let (_, problem) = error.about_input()?;
                let views = ViewsForm {
                    problem: Some(problem),
                    name: if fields.has("viewId") {
                        String::new()
                    } else {
                        fields.get("name").to_owned()
                    },
                    renamed: fields
                        .some("viewId")
                        .map(|id| (id.to_owned(), fields.get("name").to_owned())),
                    ..ViewsForm::default()
                };
                show(&visit, &job, &address, BulkForm::default(), views).await
            }
        }
    })
    .await
}
