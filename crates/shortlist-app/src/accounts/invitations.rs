//! Invitations: users without a password, who choose one by a link.

use std::fmt;

use shortlist_domain::{
    AccountLinkId, EmailAddress, LinkDelivery, LinkPurpose, NewAccountLink, NewUser,
    OrganizationId, Party, Timestamp, User, UserId, UserType,
};
use shortlist_persistence::LinkInsertion;

use crate::accounts::password_permission::enforces_provider;
use crate::accounts::{Accounts, conflict_if_taken, named};
use crate::checks::require_organization;
use crate::conflict::AccountConflict;
use crate::error::AppError;
use crate::operations::Operation;
use crate::secrets::{NO_PASSWORD, hash_secret, random_bits};
use crate::signed_links::{LinkSigner, account_link_path};

/// A user to invite.
#[derive(Debug, Clone)]
pub struct InviteUser {
    /// An identifier from another system; `None` generates one.
    pub id: Option<String>,
    /// Their role.
    pub user_type: UserType,
    /// Their display name.
    pub full_name: String,
    /// The e-mail address that they will sign in with.
    pub email: String,
}

/// An invitation.
pub struct Invitation {
    /// The user.
    pub user: User,
    /// Until when the link is valid.
    pub expires_at: Timestamp,
    /// The path of the link, which is shown once, if the Admin has to pass it on. `None` if a mail brings it.
    pub path: Option<String>,
}

impl fmt::Debug for Invitation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The path contains a secret.
        let mut invitation = formatter.debug_struct("Invitation");
        invitation
            .field("user", &self.user)
            .field("expires_at", &self.expires_at)
            .finish_non_exhaustive()
    }
}

/// A new link, and its secret.
pub(super) struct IssuedLink {
    pub(super) link: NewAccountLink,
    token: String,
}

impl IssuedLink {
    fn into_invitation(self, user: User) -> Invitation {
        let path = match self.link.delivery {
            LinkDelivery::Mail => None,
            LinkDelivery::Admin => Some(account_link_path(&self.token)),
        };
        Invitation {
            user,
            expires_at: self.link.expires_at(),
            path,
        }
    }
}

impl Accounts<'_> {
    /// Creates a user without a password, who chooses one by a link.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, the organization is unknown, or the identifier or e-mail address is already in use.
    pub fn invite_user(&self, party: &Party, request: &InviteUser) -> Result<Invitation, AppError> {
        let organization = &party.organization_id;
        require_organization(self.records.store, organization)?;
        self.check_invitations(organization)?;
        let now = self.records.clock.now();
        let id = match &request.id {
            Some(id) => UserId::parse("userId", id)?,
            None => UserId::generate(now, random_bits()?),
        };
        let user = NewUser {
            id,
            organization_id: organization.clone(),
            user_type: request.user_type,
            full_name: named("fullName", &request.full_name)?,
            email: EmailAddress::parse("email", &request.email)?,
            password_hash: NO_PASSWORD.to_owned(),
            created_at: now,
        };
        let issued = self.issue(organization, &user.id, LinkPurpose::Invitation)?;
        let operation = Operation::InviteUser.name();
        let writer = self.records.writers.for_party(party, operation);
        let invited = writer.users().invite(&user, &issued.link);
        let taken = |error| conflict_if_taken(error, AccountConflict::UserTaken);
        Ok(issued.into_invitation(invited.map_err(taken)?))
    }

    /// Gives an invited user a new link, which ends the earlier ones.
    ///
    /// # Errors
    /// Returns an error if the organization has no such user, or if the user is not invited.
    pub fn renew_invitation(&self, party: &Party, user_id: &str) -> Result<Invitation, AppError> {
        let id = UserId::parse("userId", user_id)?;
        self.check_invitations(&party.organization_id)?;
        let issued = self.issue(&party.organization_id, &id, LinkPurpose::Invitation)?;
        let operation = Operation::RenewInvitation.name();
        let writer = self.records.writers.for_party(party, operation);
        match writer.users().insert_link(&issued.link)? {
            LinkInsertion::Stored(user) => Ok(issued.into_invitation(user)),
            LinkInsertion::Refused => Err(AppError::conflict(AccountConflict::NotInvited)),
            LinkInsertion::NoUser => Err(AppError::NotFound {
                field: "userId",
                what: "user",
            }),
        }
    }

    /// Refuses invitations to choose a password that could not be used.
    fn check_invitations(&self, organization: &OrganizationId) -> Result<(), AppError> {
        if enforces_provider(self.records.store, organization)? {
            return Err(AppError::conflict(AccountConflict::ProviderEnforced));
        }
        Ok(())
    }

    /// Makes a link. It is not stored yet.
    pub(super) fn issue(
        &self,
        organization: &OrganizationId,
        user: &UserId,
        purpose: LinkPurpose,
    ) -> Result<IssuedLink, AppError> {
        let now = self.records.clock.now();
        let id = AccountLinkId::generate(now, random_bits()?);
        let signer = LinkSigner {
            store: self.records.store,
            clock: self.records.clock,
        };
        let token = signer.account_token(organization, &id)?;
        Ok(IssuedLink {
            link: NewAccountLink {
                id,
                organization_id: organization.clone(),
                user_id: user.clone(),
                purpose,
                delivery: self.link_delivery,
                token_hash: hash_secret(&token),
                created_at: now,
            },
            token,
        })
    }
}
