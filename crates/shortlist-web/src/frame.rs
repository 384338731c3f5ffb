//! The parts that all pages of a signed-in user share.

use shortlist_app::WebUser;
use shortlist_domain::UserType;

use crate::assets::{self, AssetPaths};

/// The frame of a page.
#[derive(Debug, Clone)]
pub(crate) struct Frame {
    pub(crate) assets: AssetPaths,
    pub(crate) user: String,
    /// The user, so that the script of unsent forms shows a form to nobody else.
    pub(crate) user_id: String,
    pub(crate) role: &'static str,
    /// Whether the user manages jobs. Interviewers do not.
    pub(crate) is_recruiter: bool,
    /// Whether the user manages the organization.
    pub(crate) is_admin: bool,
}

impl Frame {
    pub(crate) fn of(user: &WebUser) -> Self {
        Self {
            assets: assets::paths(),
            user: user.full_name.clone(),
            user_id: user.principal.user_id.to_string(),
            role: user.principal.user_type.as_str(),
            is_recruiter: user.principal.user_type != UserType::Interviewer,
            is_admin: user.principal.user_type == UserType::Admin,
        }
    }
}
