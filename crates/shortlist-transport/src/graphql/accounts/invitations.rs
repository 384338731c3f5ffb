//! The GraphQL types of invitations of users.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::InviteUser;
use shortlist_domain::{InvalidValue, UserType};

use crate::graphql::accounts::User;

#[derive(GraphQLInputObject)]
pub(crate) struct InviteUserInput {
    pub(crate) organization_id: String,
    /// An identifier from another system. Without it, one is generated.
    user_id: Option<String>,
    /// Admin, Recruiter or Interviewer.
    user_type: String,
    /// The role, if it is narrower than the type: `HiringManager` or `ReadOnly`, which are roles of the type Recruiter.
    role: Option<String>,
    full_name: String,
    email: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct RenewInvitationInput {
    pub(crate) organization_id: String,
    pub(crate) user_id: String,
}

/// An invitation. The user chooses a password on the page of its link, which works once.
#[derive(GraphQLObject)]
pub(crate) struct Invitation {
    user: User,
    /// Until when the link is valid.
    expires_at: String,
    /// The link, which is shown only once, for you to pass on. It is null if the user gets it by e-mail.
    link: Option<String>,
}

impl InviteUserInput {
    pub(crate) fn request(self) -> Result<InviteUser, InvalidValue> {
        Ok(InviteUser {
            id: self.user_id,
            user_type: UserType::parse_with_role(&self.user_type, self.role.as_deref())?,
            full_name: self.full_name,
            email: self.email,
        })
    }
}

impl Invitation {
    /// Returns an invitation whose link begins with `base_url`.
    pub(crate) fn of(invitation: shortlist_app::Invitation, base_url: &str) -> Self {
        Self {
            user: User::from(invitation.user),
            expires_at: invitation.expires_at.to_string(),
            link: invitation.path.map(|path| format!("{base_url}{path}")),
        }
    }
}
