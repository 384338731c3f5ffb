//! The GraphQL types of saved views.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::SaveView;

use crate::graphql::input::input;

#[derive(GraphQLInputObject)]
pub(crate) struct ListSavedViewsInput {
    pub(crate) organization_id: String,
}

input! {
    pub(crate) struct SaveViewInput(SaveView) of organization_id "organizationId" {
        /// The view to change. Without it, the view is new.
        "viewId" as view_id: Option<String>;
        /// The name, unique for the user.
        "name" as name: String;
        /// The parameters of the view, as in the address of the ranking.
        "query" as query: String;
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
