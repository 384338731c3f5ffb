//! The settings of the web app.

use shortlist_app::MailFolder;
use shortlist_domain::{EmailAddress, OrganizationId};

/// A user of the sandbox, who signs in with one button.
#[derive(Debug, Clone)]
pub struct DemoUser {
    /// The organization.
    pub organization: OrganizationId,
    /// The e-mail address that identifies the user.
    pub email: EmailAddress,
    /// The user's name and role, for the button.
    pub label: String,
}

/// The settings of the web app.
#[derive(Debug, Clone, Default)]
pub struct WebApp {
    /// Whether browsers reach the app by TLS, so that its cookie may be restricted to TLS.
    pub is_encrypted: bool,
    /// The users who may sign in without a password. Only the sandbox has any.
    pub demo_users: Vec<DemoUser>,
    /// The mails that pages show because they are not sent. Only the sandbox has any.
    pub sandbox_mails: Option<MailFolder>,
}
