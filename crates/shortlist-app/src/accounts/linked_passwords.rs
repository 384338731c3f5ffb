//! Passwords that are set by a link: that of an invitation, or of a reset.
//!
//! A link is used once. Opening its page uses nothing, because scanners of mails open links. A request for a reset never says whether the
//! address has an account: it is counted in the same way for all addresses, and answered before the accounts are looked up.

use shortlist_domain::{
    AccountLink, EmailAddress, LinkDelivery, LinkPurpose, LinkState, OrganizationId, User,
};
use shortlist_persistence::LinkUse;

use crate::accounts::Accounts;
use crate::accounts::new_password::check_new_password;
use crate::accounts::password_permission::permits_password;
use crate::accounts::sign_in::LoginError;
use crate::accounts::sign_in_limits::{Counter, FailureCounts};
use crate::error::AppError;
use crate::secrets::{hash_password, hash_secret};
use crate::signed_links::organization_of_account_token;

/// The name of a request for a reset in the audit log.
pub(crate) const REQUEST_RESET: &str = "requestPasswordReset";
/// The name of setting a password by a link in the audit log.
pub(crate) const SET_BY_LINK: &str = "setPasswordByLink";

/// A request for a link to reset a password.
#[derive(Debug, Clone)]
pub struct ResetRequest {
    /// The organization, if the request names one.
    pub organization: Option<OrganizationId>,
    /// The e-mail address that was typed.
    pub email: String,
    /// The network address of the client.
    pub address: String,
}

/// What a token leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FoundLink {
    /// A link that can be used.
    Open(OpenLink),
    /// A link that cannot be used.
    Closed(ClosedLink),
}

/// A link that can be used, for its page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenLink {
    /// What it is for.
    pub purpose: LinkPurpose,
    /// The name of the user.
    pub full_name: String,
    /// The e-mail address that the user signs in with.
    pub email: String,
    /// The name of the organization.
    pub organization_name: String,
}

/// Why a link cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClosedLink {
    /// There is no such link, or it was deleted long after its end.
    Unknown,
    /// It was used.
    Used,
    /// A newer link was made, or the password was changed in another way.
    Ended,
    /// It was not used in time.
    Expired,
    /// The user may not sign in.
    NoAccess,
    /// The organization requires its identity provider.
    SingleSignOn,
}

/// The outcome of setting a password by a link.
#[derive(Debug, Clone, PartialEq)]
pub enum LinkedPassword {
    /// It is set.
    Set(User),
    /// The link cannot be used.
    Closed(ClosedLink),
}

impl Accounts<'_> {
    /// Counts a request for a reset, and refuses it after too many. This takes the same work whether there is such an account or not.
    ///
    /// # Errors
    /// Returns [`LoginError::Throttled`] after three requests in 15 minutes for an account from one network, ten for an account, or a
    /// hundred from a network.
    pub fn count_reset_request(&self, request: &ResetRequest) -> Result<(), LoginError> {
        let counts = FailureCounts {
            store: self.records.store,
            now: self.records.clock.now(),
        };
        let counters = Counter::of_reset(&request.email, &request.address);
        if let Some(retry_after_seconds) = counts.wait(&counters)? {
            return Err(LoginError::Throttled {
                retry_after_seconds,
            });
        }
        Ok(counts.count(&counters)?)
    }

    /// Sends a link to each account of an e-mail address. An invited user gets a new invitation. Call it after the request was answered,
    /// so that the answer does not say whether there is such an account.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn send_reset_links(&self, request: &ResetRequest) -> Result<(), AppError> {
        let Ok(email) = EmailAddress::parse("email", &request.email) else {
            return Ok(());
        };
        if self.link_delivery != LinkDelivery::Mail {
            return Ok(());
        }
        let users = self.records.store.users();
        let found = match &request.organization {
            Some(organization) => Vec::from_iter(users.find_by_email(organization, &email)?),
            None => users.list_by_email(&email)?,
        };
        for (user, _hash) in found {
            // Whoever has to use the provider gets no link, and nobody learns it.
            if !permits_password(self.records.store, &user)? {
                continue;
            }
            let purpose = if user.is_invited {
                LinkPurpose::Invitation
            } else {
                LinkPurpose::Reset
            };
            let issued = self.issue(&user.organization_id, &user.id, purpose)?;
            let organization = &user.organization_id;
            let address = &request.address;
            let writer =
                self.records
                    .writers
                    .for_visitor(organization, None, REQUEST_RESET, address);
            // A user who may have no link gets none, and nobody learns it.
            writer.users().insert_link(&issued.link)?;
        }
        Ok(())
    }

    /// Finds the link of a token. This does not use it.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn find_link(&self, token: &str) -> Result<FoundLink, AppError> {
        Ok(match self.open_link(token)? {
            Ok((link, user)) => {
                let organizations = self.records.store.organizations();
                let organization = organizations.find(&user.organization_id)?;
                FoundLink::Open(OpenLink {
                    purpose: link.purpose,
                    full_name: user.full_name,
                    email: user.email.as_str().to_owned(),
                    organization_name: organization.map(|found| found.name).unwrap_or_default(),
                })
            }
            Err(closed) => FoundLink::Closed(closed),
        })
    }

    /// Sets the password of the user who has a link. All sessions of the user end.
    ///
    /// It costs as much as checking a password, if the link is open.
    ///
    /// # Errors
    /// Returns an error if the password is too short, too long or easy to guess.
    pub fn set_password_by_link(
        &self,
        token: &str,
        password: &str,
        address: &str,
    ) -> Result<LinkedPassword, AppError> {
        let (link, user) = match self.open_link(token)? {
            Ok(open) => open,
            Err(closed) => return Ok(LinkedPassword::Closed(closed)),
        };
        let about = [user.full_name.as_str(), user.email.as_str()];
        check_new_password("newPassword", password, &about)?;
        let hash = hash_password(password)?;
        let organization = &user.organization_id;
        let writers = self.records.writers;
        let writer = writers.for_visitor(organization, Some(&user.id), SET_BY_LINK, address);
        let used = writer
            .users()
            .use_link(&link, &hash, self.records.clock.now())?;
        Ok(match used {
            LinkUse::Set(user) => LinkedPassword::Set(user),
            // Somebody else was faster.
            LinkUse::Closed => LinkedPassword::Closed(ClosedLink::Used),
            LinkUse::NoAccess => LinkedPassword::Closed(ClosedLink::NoAccess),
        })
    }

    /// Returns an open link with its user, or why the token has none.
    fn open_link(&self, token: &str) -> Result<Result<(AccountLink, User), ClosedLink>, AppError> {
        let Some(organization) = organization_of_account_token(token) else {
            return Ok(Err(ClosedLink::Unknown));
        };
        let users = self.records.store.users();
        let found = users.find_link_by_hash(&organization, &hash_secret(token))?;
        let Some(link) = found else {
            return Ok(Err(ClosedLink::Unknown));
        };
        let user = users.find(&organization, &link.user_id)?;
        let Some(user) = user.filter(|user| user.active && !user.is_integration) else {
            return Ok(Err(ClosedLink::NoAccess));
        };
        if !permits_password(self.records.store, &user)? {
            return Ok(Err(ClosedLink::SingleSignOn));
        }
        Ok(match link.state(self.records.clock.now()) {
            LinkState::Open => Ok((link, user)),
            LinkState::Used => Err(ClosedLink::Used),
            LinkState::Ended => Err(ClosedLink::Ended),
            LinkState::Expired => Err(ClosedLink::Expired),
        })
    }
}
