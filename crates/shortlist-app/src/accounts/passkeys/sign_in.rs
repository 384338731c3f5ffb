//! Signing in with a passkey. It proves both what the user has and what the user knows or is, so neither a password nor a code is needed.

use shortlist_domain::{ClientDevice, Passkey, SecondFactorProof, User};

use crate::accounts::known_devices::DeviceTokens;
use crate::accounts::passkeys::challenge::Bound;
use crate::accounts::passkeys::{PasskeyRequest, Passkeys, SentPasskey, fault};
use crate::accounts::sign_in::LoginError;
use crate::accounts::web_sessions::{Browser, SIGN_IN, WebSession};
use crate::error::AppError;
use crate::secrets::{NO_PASSWORD, Secret};

/// A sign-in with a passkey that has begun.
#[derive(Clone)]
pub struct BegunPasskeySignIn {
    /// What the page asks the browser.
    pub request: PasskeyRequest,
    /// What only this browser keeps, in a cookie.
    pub browser_token: String,
}

/// A sign-in with a passkey.
#[derive(Clone)]
pub struct PasskeySignIn {
    /// The answer of the browser.
    pub sent: SentPasskey,
    /// What the browser keeps in its cookie.
    pub browser_token: String,
    /// What the browser is recognized by.
    pub devices: DeviceTokens,
    /// The network address of the client; empty if unknown.
    pub address: String,
    /// The browser and the system, as they name themselves.
    pub device: ClientDevice,
}

impl Passkeys<'_> {
    /// Begins a sign-in in a browser.
    ///
    /// # Errors
    /// Returns an error if the database or the source of randomness fails.
    pub fn begin_sign_in(&self) -> Result<BegunPasskeySignIn, AppError> {
        let browser_token = Secret::passkey_token()?.text;
        let ceremony = self.party.begin_authentication().map_err(fault)?;
        Ok(BegunPasskeySignIn {
            request: self.ask(&Bound::SignIn(&browser_token), ceremony)?,
            browser_token,
        })
    }

    /// Signs in the user of a passkey.
    ///
    /// # Errors
    /// Returns [`LoginError::Refused`] if the answer is invalid, was used before or is too late, if nobody has the passkey, or if its user
    /// may not sign in with a password. Returns [`LoginError::SingleSignOn`] if the organization enforces its provider.
    pub fn finish_sign_in(&self, request: &PasskeySignIn) -> Result<WebSession, LoginError> {
        let bound = Bound::SignIn(&request.browser_token);
        let claim = self.claim(&bound, &request.sent)?;
        let claim = claim.ok_or(LoginError::Refused)?;
        let user = self.owner(&claim.passkey)?.ok_or(LoginError::Refused)?;
        let address = &request.address;
        let writer = self.sessions.writers.for_visitor(
            &user.organization_id,
            Some(&user.id),
            SIGN_IN,
            address,
        );
        if !self.check(&claim, &writer)? {
            return Err(LoginError::Refused);
        }
        self.sessions.check_password_permission(&user, &writer)?;
        let browser = Browser {
            devices: &request.devices,
            address,
            device: request.device,
        };
        let proof = SecondFactorProof::At(self.sessions.clock.now());
        self.sessions.open_on_device(user, &browser, proof)
    }

    /// Returns the user of a passkey, if they may sign in. Without a password they sign in with their provider.
    fn owner(&self, passkey: &Passkey) -> Result<Option<User>, AppError> {
        let (users, organization) = (self.sessions.store.users(), &passkey.organization_id);
        let Some(user) = users.find(organization, &passkey.user_id)? else {
            return Ok(None);
        };
        let found = users.find_by_email(organization, &user.email)?;
        let has_password = found.is_some_and(|(_, hash)| hash != NO_PASSWORD);
        Ok(Some(user).filter(|user| user.can_sign_in() && has_password))
    }
}
