//! Sessions of the web app: a user signs in without an API key, and a browser keeps the token.
//!
//! The user has all permissions of their role. A session ends after some hours without a request, and at the latest
//! after [`SESSION_HOURS`].

use chrono::Duration;
use shortlist_domain::{
    ClientDevice, EmailAddress, NewAuditEntry, OfferedProvider, OrganizationId, Permission,
    Principal, ProviderSession, SecondFactorProof, SecondFactorStatus, SessionId, SessionKind,
    SessionOrigin, Timestamp, User,
};
use shortlist_persistence::{AccessGrant, NewSession, Writer};

use crate::access::client_network::ClientNetwork;
use crate::access::{Access, access_fault};
use crate::accounts::known_devices::DeviceTokens;
use crate::accounts::organization_choice::OrganizationChoice;
use crate::accounts::password_permission::ByPermission;
use crate::accounts::sign_in::{LoginError, SESSION_HOURS, Sessions, insert_session};
use crate::accounts::sign_in_attempt::{PasswordSignIn, SignInAttempt};
use crate::error::AccessError;
use crate::refusal::Refusal;
use crate::secrets::{Secret, has_valid_checksum, organization_of_web_token, random_bits};
use crate::writers::known_address;

/// The longest time of a session without a request, in hours.
pub const IDLE_HOURS: i64 = 2;

/// The names of the actions in the audit log.
pub(crate) const SIGN_IN: &str = "webSignIn";
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
    fn browser(&self) -> Browser<'_> {
        Browser {
            devices: &self.devices,
            address: &self.typed.address,
            device: self.device,
        }
    }

    fn attempt(&self) -> SignInAttempt<'_> {
        SignInAttempt {
            typed: &self.typed,
            devices: self.devices.hashes(),
        }
    }
}

/// The browser that a session is opened in.
pub(crate) struct Browser<'a> {
    /// What it is recognized by.
    pub(crate) devices: &'a DeviceTokens,
    /// Its network address; empty if unknown.
    pub(crate) address: &'a str,
    /// The browser and the system, as they name themselves.
    pub(crate) device: ClientDevice,
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
    /// The user has a second factor. The page that asks for a code carries this text.
    AskCode(String),
    /// The only second factors of the user are passkeys. One of them signs in without the password.
    AskPasskey,
    /// The organizations require their identity providers.
    SingleSignOn(Vec<OfferedProvider>),
}

/// What proved who the user of a new session is.
#[derive(Clone, Copy)]
enum Proof<'a> {
    /// A password, with this second factor.
    Password(SecondFactorProof),
    /// The session at an identity provider, which has factors of its own.
    Provider(&'a ProviderSession),
}

impl<'a> Proof<'a> {
    fn second_factor(self) -> SecondFactorProof {
        match self {
            Self::Password(proof) => proof,
            Self::Provider(_) => SecondFactorProof::NotNeeded,
        }
    }

    fn provider(self) -> Option<&'a ProviderSession> {
        match self {
            Self::Password(_) => None,
            Self::Provider(session) => Some(session),
        }
    }
}

/// A user of the web app.
#[derive(Debug, Clone)]
pub struct WebUser {
    /// The caller, with all permissions of their role.
    pub principal: Principal,
    /// Their display name.
    pub full_name: String,
    /// The state of their second factor in this session.
    pub second_factor: SecondFactorStatus,
    /// Whether they may change the status and the stage of candidates.
    pub may_decide: bool,
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
        let found = self.check_password(&request.attempt(), writer)?;
        let ByPermission {
            permitted: mut found,
            enforced,
        } = self.by_permission(found)?;
        if found.is_empty() {
            for account in &enforced {
                let entry = NewAuditEntry::refused(Refusal::UseSingleSignOn.to_string());
                writer(Some(&account.user)).map_or(Ok(()), |writer| writer.record(&[entry]))?;
            }
            return Ok(WebSignInOutcome::SingleSignOn(self.offers_to(&enforced)?));
        }
        if found.len() > 1 {
            let choices = self.organization_choices(&found)?;
            return Ok(WebSignInOutcome::Choose(choices));
        }
        let account = found.pop().ok_or(LoginError::Refused)?;
        self.open_or_ask(account.user, &account.password_hash, &request.browser())
    }

    /// Opens a session for a user whose password was right, or asks for the second factor if the user has one.
    fn open_or_ask(
        &self,
        user: User,
        password_hash: &str,
        browser: &Browser<'_>,
    ) -> Result<WebSignInOutcome, LoginError> {
        if self.second_factor_since(&user)?.is_some() {
            let challenge = self.second_step_of(&user, password_hash)?;
            return Ok(WebSignInOutcome::AskCode(challenge));
        }
        if self.has_passkey(&user)? {
            return Ok(WebSignInOutcome::AskPasskey);
        }
        let session = self.open_on_device(user, browser, SecondFactorProof::Missing)?;
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
    ) -> Result<WebSignInOutcome, LoginError> {
        let (user, password_hash) = self.user_of_choice(choice)?;
        let writer =
            self.writers
                .for_visitor(&user.organization_id, Some(&user.id), SIGN_IN, address);
        self.check_password_permission(&user, &writer)?;
        let browser = Browser {
            devices,
            address,
            device,
        };
        self.open_or_ask(user, &password_hash, &browser)
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
    pub(crate) fn open_on_device(
        &self,
        user: User,
        browser: &Browser<'_>,
        proof: SecondFactorProof,
    ) -> Result<WebSession, LoginError> {
        let devices = self
            .known_devices()
            .remember_browser(&user, browser.devices)?;
        let origin = origin_of_browser(browser.address, browser.device);
        let session = self.open_web_session(user, browser.address, origin, proof)?;
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
        let origin = origin_of_browser(address, device);
        self.open_web_session(user, address, origin, SecondFactorProof::NotNeeded)
    }

    /// Opens a session for a user whose identity a provider has proven. The browser is not remembered, because that is for those who
    /// type a password.
    pub(crate) fn open_by_provider(
        &self,
        writer: &Writer<'_>,
        user: User,
        opened_by: &ProviderSession,
        origin: SessionOrigin,
    ) -> Result<WebSession, LoginError> {
        let token = self.insert_web_session(writer, &user, origin, Proof::Provider(opened_by))?;
        Ok(WebSession {
            token,
            user,
            devices: DeviceTokens::default(),
        })
    }

    fn open_web_session(
        &self,
        user: User,
        address: &str,
        origin: SessionOrigin,
        proof: SecondFactorProof,
    ) -> Result<WebSession, LoginError> {
        let writer =
            self.writers
                .for_visitor(&user.organization_id, Some(&user.id), SIGN_IN, address);
        let token = self.insert_web_session(&writer, &user, origin, Proof::Password(proof))?;
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
        proof: Proof<'_>,
    ) -> Result<String, LoginError> {
        let now = self.clock.now();
        let token = Secret::web_token(&user.organization_id)?;
        // Nobody knows this token, because browsers do not refresh sessions.
        let refresh = Secret::refresh_token()?;
        let new = NewSession {
            id: SessionId::generate(now, random_bits()?),
            organization_id: user.organization_id.clone(),
            user_id: user.id.clone(),
            access_hash: token.hash,
            access_expires_at: now.plus(Duration::hours(IDLE_HOURS)),
            refresh_hash: refresh.hash,
            refresh_expires_at: now.plus(Duration::hours(SESSION_HOURS)),
            created_at: now,
            origin,
            second_factor: proof.second_factor(),
        };
        insert_session(writer, &new, proof.provider())?;
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
pub(crate) fn origin_of_browser(address: &str, device: ClientDevice) -> SessionOrigin {
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
    /// Returns [`AccessError::Unauthenticated`] if the session is unknown or has ended, or if the organization requires the user's second
    /// factor and no code was typed in the session.
    pub fn authenticate_web(&self, token: &str, address: &str) -> Result<WebUser, AccessError> {
        let grant = self.web_grant(token)?;
        let second_factor = self.second_factor_status(&grant)?;
        self.record_session_use(&grant, address, self.prolonged_until(&grant));
        let user = grant.user;
        let may_decide = self.may_decide(user.user_type, &user.organization_id)?;
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
            second_factor,
            may_decide,
        })
    }

    /// Returns the state of a user's second factor. It is not looked up for a session that needs none.
    ///
    /// # Errors
    /// Returns [`AccessError::Unauthenticated`] if the user has a required one, and the session began with the password alone: whoever uses
    /// it signs in again, with a code.
    fn second_factor_status(&self, grant: &AccessGrant) -> Result<SecondFactorStatus, AccessError> {
        let (store, user) = (self.records.store, &grant.user);
        let mut status = SecondFactorStatus {
            is_set_up: false,
            is_required: false,
            proof: grant.second_factor,
        };
        if status.proof == SecondFactorProof::NotNeeded {
            return Ok(status);
        }
        let (organization, users) = (&user.organization_id, store.users());
        let found = users.find_second_factor(organization, &user.id);
        let found = found.map_err(access_fault)?;
        status.is_set_up = found.is_some_and(|found| found.confirmed_at.is_some());
        if !status.is_set_up {
            let passkeys = users.count_passkeys(organization, &user.id);
            status.is_set_up = passkeys.map_err(access_fault)? > 0;
        }
        let is_unproven = status.proof == SecondFactorProof::Missing;
        if is_unproven || !status.is_set_up {
            let policy = store.organizations().second_factor_policy(organization);
            status.is_required = policy.map_err(access_fault)?.requires(user.user_type);
        }
        if is_unproven && status.is_set_up && status.is_required {
            return Err(AccessError::Unauthenticated);
        }
        Ok(status)
    }

    pub(crate) fn web_grant(&self, token: &str) -> Result<AccessGrant, AccessError> {
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

    /// Returns when a session ends that is used now. It is written with the last use, so the idle time is at most some minutes short.
    fn prolonged_until(&self, grant: &AccessGrant) -> Option<Timestamp> {
        let now = self.records.clock.now();
        let last = grant.opened_at.plus(Duration::hours(SESSION_HOURS));
        let end = now.plus(Duration::hours(IDLE_HOURS)).min(last);
        (grant.expires_at < end).then_some(end)
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
