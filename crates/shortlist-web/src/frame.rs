//! The parts that all pages of a signed-in user share.

use shortlist_app::WebUser;
use shortlist_domain::UserType;

use crate::assets::{self, AssetPaths};

/// The frame of a page.
#[derive(Debug, Clone)]
pub(crate) struct Frame {
    pub(crate) assets: AssetPaths,
    pub(crate) user: String,
    /// The text in the search box of the header.
    pub(crate) search: String,
    /// The user and the organization, so that scripts show what a tab keeps to nobody else. An identifier is unique only within an
    /// organization.
    pub(crate) owner: String,
    pub(crate) role: &'static str,
    /// Whether the user manages jobs. Interviewers do not.
    pub(crate) is_recruiter: bool,
    /// Whether the user manages the organization.
    pub(crate) is_admin: bool,
}

impl Frame {
    /// Returns the frame with a text in the search box.
    pub(crate) fn with_search(self, text: &str) -> Self {
        Self {
            search: text.to_owned(),
            ..self
        }
    }

    pub(crate) fn of(user: &WebUser) -> Self {
        Self {
            assets: assets::paths(),
            user: user.full_name.clone(),
            search: String::new(),
            owner: format!(
                "{} {}",
                user.principal.organization_id, user.principal.user_id
            ),
            role: user.principal.user_type.as_str(),
            is_recruiter: user.principal.user_type != UserType::Interviewer,
            is_admin: user.principal.user_type == UserType::Admin,
        }
    }
}
