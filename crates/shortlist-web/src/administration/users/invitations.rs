//! Invitations: users without a password, who choose one by a link.

use shortlist_app::{App, AppError, Invitation, InviteUser, Operation};
use shortlist_domain::{Principal, UserType};

use crate::administration::time;
use crate::form::Fields;
use crate::respond::error::PageError;
use crate::visit::Visit;

/// The link of an invitation, which this page alone shows.
pub(super) struct IssuedLink {
    pub(super) name: String,
    pub(super) email: String,
    pub(super) link: String,
    pub(super) expires: String,
    /// Whether the service does not know its address, so that the link is only a path.
    pub(super) is_path: bool,
}

impl IssuedLink {
    /// Returns the link of an invitation, unless a mail brings it.
    pub(super) fn of(invitation: Invitation, visit: &Visit) -> Option<Self> {
        let base = visit.state.base_url();
        Some(Self {
            link: format!("{base}{}", invitation.path?),
            name: invitation.user.full_name,
            email: invitation.user.email.as_str().to_owned(),
            expires: time(invitation.expires_at),
            is_path: base.is_empty(),
        })
    }
}

/// Creates a user who gets a link.
pub(super) async fn invite(visit: &Visit, fields: &Fields) -> Result<Invitation, PageError> {
    let fields = fields.clone();
    let invite = move |app: &App, principal: &Principal| -> Result<_, AppError> {
        let request = InviteUser {
            id: None,
            user_type: UserType::parse("userType", fields.get("role"))?,
            full_name: fields.get("name").to_owned(),
            email: fields.get("email").to_owned(),
        };
        app.accounts().invite_user(&principal.party(), &request)
    };
    visit.run(Operation::InviteUser, invite).await
}

/// Gives an invited user a new link.
pub(super) async fn renew(visit: &Visit, fields: &Fields) -> Result<Invitation, PageError> {
    let user = fields.get("invited").to_owned();
    let renew = move |app: &App, principal: &Principal| {
        app.accounts().renew_invitation(&principal.party(), &user)
    };
    visit.run(Operation::RenewInvitation, renew).await
}
