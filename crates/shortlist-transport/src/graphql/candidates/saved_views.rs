//! The GraphQL types of saved views.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::SaveView;

#[derive(GraphQLInputObject)]
pub(crate) struct ListSavedViewsInput {
    pub(crate) organization_id: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct SaveViewInput {
    pub(crate) organization_id: String,
    /// The view to change. Without it, the view is new.
    view_id: Option<String>,
    /// The name, unique for the user.
    name: String,
    /// The parameters of the view, as in the address of the ranking.
    query: String,
}

impl SaveViewInput {
    pub(crate) fn request(self) -> SaveView {
        SaveView {
            view_id: self.view_id,
            name: self.name,
            query: self.query,
        }
    }
}

#[derive(GraphQLInputObject)]
pub(crate) struct DeleteSavedViewInput {
    pub(crate) organization_id: String,
    pub(crate) view_id: String,
}

/// A view of the ranking that a user has saved. Only this user sees it.
#[derive(GraphQLObject)]
pub(crate) struct SavedView {
    #[graphql(name = "_id")]
    id: String,
    name: String,
    query: String,
}

impl SavedView {
    pub(crate) fn of(view: shortlist_domain::SavedView) -> Self {
        Self {
            id: view.id.into_string(),
            name: view.name,
            query: view.query,
        }
    }
}

/// The views of the caller, by name.
#[derive(GraphQLObject)]
pub(crate) struct SavedViews {
    views: Vec<SavedView>,
}

impl SavedViews {
    pub(crate) fn of(views: Vec<shortlist_domain::SavedView>) -> Self {
        Self {
            views: views.into_iter().map(SavedView::of).collect(),
        }
    }
}
