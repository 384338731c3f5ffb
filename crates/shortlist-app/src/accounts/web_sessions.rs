//! Sessions of the web app: a user signs in without an API key, and a browser keeps the token.
//!
//! The user has all permissions of their role. A session ends after some hours without a request, and at the latest
//! after [`SESSION_HOURS`].

use chrono::Duration;
use shortlist_domain::{
    ClientDevice, EmailAddress, OrganizationId, Permission, Principal, SessionId, SessionKind,
    SessionOrigin, Timestamp, User,
};
use shortlist_persistence::{AccessGrant, NewSession, Writer};

use crate::access::client_network::ClientNetwork;
use crate::access::{Access, access_fault};
use crate::accounts::known_devices::DeviceTokens;
use crate::accounts::organization_choice::OrganizationChoice;
use crate::accounts::sign_in::{LoginError, Sessions};
use crate::accounts::sign_in_attempt::{PasswordSignIn, SignInAttempt};
use crate::error::AccessError;
use crate::secrets::{Secret, has_valid_checksum, organization_of_web_token, random_bits};
use crate::writers::known_address;

/// The longest time of a session without a request, in hours.
pub const IDLE_HOURS: i64 = 2;
/// The longest time of a session, in hours: a working day.
pub const SESSION_HOURS: i64 = 12;

/// The names of the actions in the audit log.
const SIGN_IN: &str = "webSignIn";
const SIGN_OUT: &str = "webSignOut";

/// The input of a sign-in to the web app.
#[derive(Debug, Clone)]
pub struct WebSignIn {
    /// What the user typed.
    pub typed: PasswordSignIn,
    /// What the browser is recognized by.
    pub devices: DeviceTokens,
    /// The browser and the system, as they name themselves.
    pub device: ClientDevice,
}

impl WebSignIn {
    fn attempt(&self) -> SignInAttempt<'_> {
        SignInAttempt {
            typed: &self.typed,
            devices: self.devices.hashes(),
        }
    }
}

/// A new session of the web app.
#[derive(Debug)]
pub struct WebSession {
    /// The token, which only the browser keeps.
    pub token: String,
    /// The user who signed in.
    pub user: User,
    /// What the browser will be recognized by.
    pub devices: DeviceTokens,
}

/// The outcome of a sign-in to the web app with the right password.
#[derive(Debug)]
pub enum WebSignInOutcome {
    /// The user is signed in.
    Opened(Box<WebSession>),
    /// E-mail address and password belong to several organizations, so the user chooses one of them.
    Choose(Vec<OrganizationChoice>),
}

/// A user of the web app.
#[derive(Debug, Clone)]
pub struct WebUser {
    /// The caller, with all permissions of their role.
    pub principal: Principal,
    /// Their display name.
    pub full_name: String,
}

impl Sessions<'_> {
    /// Signs a user in to the web app. It costs as much as [`Sessions::login`] and has the same limits.
    ///
    /// # Errors
    /// Returns [`LoginError::Refused`] for wrong credentials, and [`LoginError::Throttled`] after too many failures.
    pub fn sign_in_to_web(&self, request: &WebSignIn) -> Result<WebSignInOutcome, LoginError> {
        let writer = |user: Option<&User>| {
            let own = user.map(|user| &user.organization_id);
            let organization = own.or(request.typed.organization.as_ref())?;
            let user = user.map(|user| &user.id);
            let address = &request.typed.address;
            Some(
                self.writers
                    .for_visitor(organization, user, SIGN_IN, address),
            )
        };
        let mut found = self.check_password(&request.attempt(), writer)?;
        if found.len() > 1 {
            let choices = self.organization_choices(&found)?;
            return Ok(WebSignInOutcome::Choose(choices));
        }
        let account = found.pop().ok_or(LoginError::Refused)?;
        let origin = origin_of_browser(&request.typed.address, request.device);
        let address = &request.typed.address;
        let session = self.open_on_device(account.user, &request.devices, address, origin)?;
        Ok(WebSignInOutcome::Opened(Box::new(session)))
    }

    /// Signs in a user who has chosen one of the organizations that [`Sessions::sign_in_to_web`] offered.
    ///
    /// # Errors
    /// Returns [`LoginError::Refused`] if the choice is invalid or too old.
    pub fn choose_organization(
        &self,
        choice: &str,
        devices: &DeviceTokens,
        address: &str,
        device: ClientDevice,
    ) -> Result<WebSession, LoginError> {
        let user = self.user_of_choice(choice)?;
        let origin = origin_of_browser(address, device);
        self.open_on_device(user, devices, address, origin)
    }

    /// Refuses a sign-in after too many failures, without checking the password, which is expensive.
    ///
    /// # Errors
    /// Returns [`LoginError::Throttled`] as [`Sessions::check_failures`] does, where a known browser has ten failures of its own.
    pub fn check_web_failures(&self, request: &WebSignIn) -> Result<(), LoginError> {
        self.check_throttle(&request.attempt())
    }

    /// Returns a hash of the browser and the account, if the account was used in this browser before.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn known_browser(&self, request: &WebSignIn) -> Result<Option<[u8; 32]>, LoginError> {
        if request.devices.is_empty() {
            Ok(None)
        } else {
            self.find_known_device(&request.attempt())
        }
    }

    /// Opens a session for a user whose password was right, and remembers the browser.
    fn open_on_device(
        &self,
        user: User,
        devices: &DeviceTokens,
        address: &str,
        origin: SessionOrigin,
    ) -> Result<WebSession, LoginError> {
        let devices = self.known_devices().remember_browser(&user, devices)?;
        let session = self.open_web_session(user, address, origin)?;
        Ok(WebSession { devices, ..session })
    }

    /// Opens a session for a user found by e-mail address, without a password. The sandbox offers it for its demo users.
    ///
    /// # Errors
    /// Returns an error if there is no such active user.
    pub fn open_on_web_for(
        &self,
        organization: &OrganizationId,
        email: &EmailAddress,
        address: &str,
        device: ClientDevice,
    ) -> Result<WebSession, LoginError> {
        let found = self.store.users().find_by_email(organization, email)?;
        let found = found.filter(|(user, _)| user.active);
        let (user, _) = found.ok_or(LoginError::Refused)?;
        self.open_web_session(user, address, origin_of_browser(address, device))
    }

    fn open_web_session(
        &self,
        user: User,
        address: &str,
        origin: SessionOrigin,
    ) -> Result<WebSession, LoginError> {
        let writer =
            self.writers
                .for_visitor(&user.organization_id, Some(&user.id), SIGN_IN, address);
        let token = self.insert_web_session(&writer, &user, origin)?;
        Ok(WebSession {
            token,
            user,
            devices: DeviceTokens::default(),
        })
    }

    fn insert_web_session(
        &self,
        writer: &Writer<'_>,
        user: &User,
        origin: SessionOrigin,
    ) -> Result<String, LoginError> {
        let now = self.clock.now();
        let token = Secret::web_token(&user.organization_id)?;
        // Nobody knows this token, because browsers do not refresh sessions.
        let refresh = Secret::refresh_token()?;
        writer.sessions().insert(&NewSession {
            id: SessionId::generate(now, random_bits()?),
            organization_id: user.organization_id.clone(),
            user_id: user.id.clone(),
            access_hash: token.hash,
            access_expires_at: now.plus(Duration::hours(IDLE_HOURS)),
            refresh_hash: refresh.hash,
            refresh_expires_at: now.plus(Duration::hours(SESSION_HOURS)),
            created_at: now,
            origin,
        })?;
        Ok(token.text)
    }

    /// Ends a session of the web app. A token that is not valid has none.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn sign_out_of_web(&self, token: &str, address: &str) -> Result<(), AccessError> {
        let grant = match self.access.web_grant(token) {
            Err(AccessError::Unauthenticated) => return Ok(()),
            found => found?,
        };
        let user = &grant.user;
        self.writers
            .for_visitor(&user.organization_id, Some(&user.id), SIGN_OUT, address)
            .sessions()
            .revoke(&user.organization_id, &grant.session_id, self.clock.now())
            .map_err(access_fault)
    }
}

/// Returns from where a browser opens a session. The address is empty if it is unknown.
fn origin_of_browser(address: &str, device: ClientDevice) -> SessionOrigin {
    SessionOrigin {
        kind: SessionKind::WebApp,
        device,
        network: ClientNetwork::of_session(address),
    }
}

impl Access<'_> {
    /// Finds the user behind the token of a web session, and prolongs the session.
    ///
    /// # Errors
    /// Returns [`AccessError::Unauthenticated`] if the session is unknown or has ended.
    pub fn authenticate_web(&self, token: &str, address: &str) -> Result<WebUser, AccessError> {
        let grant = self.web_grant(token)?;
        self.record_session_use(&grant, address, self.prolonged_until(&grant));
        let user = grant.user;
        Ok(WebUser {
            principal: Principal {
                organization_id: user.organization_id,
                user_id: user.id,
                is_integration: user.is_integration,
                user_type: user.user_type,
                key_id: None,
                permissions: Permission::ALL.to_vec(),
                key_expires_at: None,
                address: known_address(address),
                session_id: Some(grant.session_id),
            },
            full_name: user.full_name,
        })
    }

    fn web_grant(&self, token: &str) -> Result<AccessGrant, AccessError> {
        let organization = organization_of_web_token(token);
        let organization = organization
            .filter(|_| has_valid_checksum(token))
            .ok_or(AccessError::Unauthenticated)?;
        let grant = self.live_grant(&organization, token)?;
        if !grant.user.active {
            return Err(AccessError::Unauthenticated);
        }
        Ok(grant)
    }

    /// Returns when a session ends that is used now. To save writes, the end is moved only when half of the idle time is over.
    fn prolonged_until(&self, grant: &AccessGrant) -> Option<Timestamp> {
        let now = self.records.clock.now();
        let last = grant.opened_at.plus(Duration::hours(SESSION_HOURS));
        let end = now.plus(Duration::hours(IDLE_HOURS)).min(last);
        let half = now.plus(Duration::minutes(IDLE_HOURS * 30));
        (grant.expires_at < half && grant.expires_at < end).then_some(end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secrets::is_web_token;

    #[test]
    fn tokens_of_the_api_are_not_tokens_of_the_web_app() {
        let organization = OrganizationId::parse("id", "org_a.b").unwrap();
        let token = Secret::web_token(&organization).unwrap().text;
        assert!(is_web_token(&token) && has_valid_checksum(&token));
        assert_eq!(organization_of_web_token(&token), Some(organization));
        for token in [
            Secret::access_token().unwrap(),
            Secret::refresh_token().unwrap(),
        ] {
            assert!(!is_web_token(&token.text));
            assert_eq!(organization_of_web_token(&token.text), None);
        }
    }
}
