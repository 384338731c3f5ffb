//! The second step of a sign-in to the web app: the code, after the right password.
//!
//! The page that asks for the code carries a signed text that says that the password was right a moment ago. It works once: the signature
//! covers which codes there are and which of them were used so far. The code that is accepted changes that, and nothing restores it.

use shortlist_domain::{ClientDevice, SecondFactorProof, User};

use crate::accounts::known_devices::DeviceTokens;
use crate::accounts::second_factors::check::CodeAttempt;
use crate::accounts::sign_in::{LoginError, Sessions};
use crate::accounts::web_sessions::{Browser, SIGN_IN, WebSession};
use crate::error::AppError;

/// The prefix of the signed message. It names the purpose, so that a signature is valid for nothing else.
const PURPOSE: &str = "shortlist second step 1";

/// A code that a user types after the password.
#[derive(Debug, Clone)]
pub struct CodeSignIn {
    /// The text of the page that asks for the code.
    pub challenge: String,
    /// What was typed.
    pub code: String,
    /// What the browser is recognized by.
    pub devices: DeviceTokens,
    /// The network address of the client; empty if unknown.
    pub address: String,
    /// The browser and the system, as they name themselves.
    pub device: ClientDevice,
}

impl Sessions<'_> {
    /// Returns the text that the page for the code of a user carries.
    pub(crate) fn second_step_of(
        &self,
        user: &User,
        password_hash: &str,
    ) -> Result<String, AppError> {
        let purpose = self.purpose(user)?;
        self.sign_account(&purpose, user, password_hash)
    }

    /// Opens the session of a user whose password was right, and who now typed a code.
    ///
    /// # Errors
    /// Returns [`LoginError::WrongCode`] if the code is wrong or was used before, [`LoginError::Refused`] if the user has to begin again,
    /// because the challenge is too old or was used, [`LoginError::SingleSignOn`] if the organization enforces its provider, and
    /// [`LoginError::Throttled`] after too many failures.
    pub fn finish_sign_in(&self, request: &CodeSignIn) -> Result<WebSession, LoginError> {
        let (user, _password) =
            self.user_of_signed(&request.challenge, |user| self.purpose(user))?;
        // A factor that is removed meanwhile has ended the challenge.
        let since = self
            .second_factor_since(&user)?
            .ok_or(LoginError::Refused)?;
        let address = &request.address;
        let attempt = CodeAttempt {
            user: &user,
            code: &request.code,
            counters: self.code_counters(&user, address, &request.devices.hashes(), since)?,
        };
        let organization = &user.organization_id;
        let writer = self
            .writers
            .for_visitor(organization, Some(&user.id), SIGN_IN, address);
        // The organization may enforce its provider since the password was typed.
        self.check_password_permission(&user, &writer)?;
        self.check_code(&attempt, &writer)?;
        let browser = Browser {
            devices: &request.devices,
            address,
            device: request.device,
        };
        let proof = SecondFactorProof::At(self.clock.now());
        let session = self.open_on_device(user, &browser, proof)?;
        // The first token is the one of this user.
        if let Some(device) = session.devices.hashes().first() {
            self.known_devices()
                .remember_code(&session.user, device, since)?;
        }
        Ok(session)
    }

    /// Returns the purpose of a signature for this user. It contains which codes there are and which were used so far.
    fn purpose(&self, user: &User) -> Result<String, AppError> {
        let (organization, id) = (&user.organization_id, &user.id);
        let users = self.store.users();
        let factor = users.find_second_factor(organization, id)?;
        let confirmed = factor.as_ref().and_then(|factor| factor.confirmed_at);
        let confirmed = confirmed.map_or(0, shortlist_domain::Timestamp::unix_millis);
        let step = factor.and_then(|factor| factor.last_step).unwrap_or(0);
        let codes = users.count_recovery_codes(organization, id)?;
        let made = users.recovery_codes_made_at(organization, id)?;
        let made = made.map_or(0, shortlist_domain::Timestamp::unix_millis);
        Ok(format!("{PURPOSE}\n{confirmed}\n{step}\n{made}\n{codes}"))
    }
}
