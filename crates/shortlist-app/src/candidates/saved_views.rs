//! The views of the ranking that users save for themselves.

use shortlist_domain::{
    MAX_SAVED_VIEWS, Principal, SavedView, SavedViewId, check_view_name, check_view_query,
};
use shortlist_persistence::ViewSaving;

use crate::candidates::Candidates;
use crate::conflict::{CandidateConflict, Limited};
use crate::error::AppError;
use crate::operations::Operation;
use crate::secrets::random_bits;

const NO_VIEW: AppError = AppError::NotFound {
    field: "viewId",
    what: "view",
};

/// A view to save.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct SaveView {
    pub view_id: Option<String>,
    pub name: String,
    pub query: String,
}

impl Candidates<'_> {
    /// Lists the caller's views by name.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn saved_views(&self, principal: &Principal) -> Result<Vec<SavedView>, AppError> {
        let users = self.store.users();
        Ok(users.saved_views(&principal.organization_id, &principal.user_id)?)
    }

    /// Saves a view of the caller, or changes an existing one.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, if the caller has no such view, too many, or another one of this name.
    pub fn save_view(
        &self,
        principal: &Principal,
        request: &SaveView,
    ) -> Result<SavedView, AppError> {
        let given = request.view_id.as_deref().filter(|id| !id.is_empty());
        let view = SavedView {
            id: match given {
                Some(id) => SavedViewId::parse("viewId", id)?,
                None => SavedViewId::generate(self.clock.now(), random_bits()?),
            },
            organization_id: principal.organization_id.clone(),
            user_id: principal.user_id.clone(),
            name: check_view_name("name", &request.name)?,
            query: check_view_query("query", &request.query)?,
        };
        let writer = self.writers.for_caller(principal, Operation::SaveView);
        match writer.users().save_view(&view, given.is_none())? {
            ViewSaving::Saved => Ok(view),
            ViewSaving::NotFound => Err(NO_VIEW),
            ViewSaving::Full => Err(AppError::too_many(Limited::SavedViews, MAX_SAVED_VIEWS)),
            ViewSaving::NameTaken => Err(AppError::conflict(CandidateConflict::ViewNameTaken)),
        }
    }

    /// Deletes a view of the caller.
    ///
    /// # Errors
    /// Returns an error if the caller has no such view.
    pub fn delete_view(&self, principal: &Principal, id: &str) -> Result<SavedView, AppError> {
        let id = SavedViewId::parse("viewId", id)?;
        let views = self.saved_views(principal)?;
        let view = views
            .into_iter()
            .find(|view| view.id == id)
            .ok_or(NO_VIEW)?;
        let writer = self
            .writers
            .for_caller(principal, Operation::DeleteSavedView);
        if writer.users().delete_view(&view)? {
            Ok(view)
        } else {
            Err(NO_VIEW)
        }
    }
}
