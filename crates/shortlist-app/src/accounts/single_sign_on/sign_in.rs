//! Signing in with a provider: in a browser, and by a token that a program got from the provider.

use chrono::Duration;
use shortlist_domain::{
    ClientDevice, PROVIDER_SIGN_IN_MINUTES, ProviderSession, ProviderSignIn, UserId,
};

use super::users::identity_of;
use super::{
    BeginSignIn, BegunSignIn, FinishSignIn, FinishedSignIn, SingleSignOn, SingleSignOnError,
    client_of,
};
use crate::accounts::identity_provider::{PendingSignIn, ProvenIdentity};
use crate::accounts::sign_in::SignedIn;
use crate::accounts::web_sessions::origin_of_browser;
use crate::secrets::{Secret, hash_secret, organization_of_provider_token};

/// The name of a sign-in with a provider in the audit log.
pub(crate) const SINGLE_SIGN_ON: &str = "singleSignOn";
/// The name of a sign-in of a program by a token of a provider in the audit log.
pub(crate) const EXCHANGE_TOKEN: &str = "exchangeToken";

impl SingleSignOn<'_> {
    /// Begins a sign-in in a browser.
    ///
    /// # Errors
    /// Returns an error if the organization has no provider, or if the provider cannot be used.
    pub fn begin(&self, request: &BeginSignIn) -> Result<BegunSignIn, SingleSignOnError> {
        let provider = self.provider_named(&request.organization)?;
        let started = self
            .verifier()?
            .begin(&client_of(&provider)?, &request.redirect)?;
        let browser = Secret::provider_token(&provider.organization_id)?;
        let now = self.sessions.clock.now();
        let begun = ProviderSignIn {
            organization_id: provider.organization_id,
            state_hash: hash_secret(&started.state),
            browser_hash: browser.hash,
            nonce: started.pending.nonce,
            verifier: started.pending.verifier,
            redirect: started.pending.redirect,
            next_page: request.next.clone(),
            expires_at: now.plus(Duration::minutes(PROVIDER_SIGN_IN_MINUTES)),
        };
        let providers = self.sessions.store.providers();
        providers.begin_sign_in(&begun, now)?;
        Ok(BegunSignIn {
            address: started.address,
            browser_token: browser.text,
        })
    }

    /// Finishes a sign-in of the browser that began it.
    ///
    /// Each organization has an address of its own to come back to. A code that arrives at the address of another one is from another
    /// provider than the sign-in began with, so it is not sent to this one (RFC 9700, section 4.4.2.2).
    ///
    /// # Errors
    /// Returns [`SingleSignOnError::StartAgain`] if this browser has not begun it with this organization, or if it is over. Otherwise
    /// returns why the provider proves no identity, or why the user may not sign in.
    pub fn finish(&self, request: FinishSignIn) -> Result<FinishedSignIn, SingleSignOnError> {
        let organization = organization_of_provider_token(&request.browser_token);
        let organization = organization
            .filter(|begun| begun.as_str() == request.organization)
            .ok_or(SingleSignOnError::StartAgain)?;
        let (state, browser) = (
            hash_secret(&request.state),
            hash_secret(&request.browser_token),
        );
        let providers = self.sessions.store.providers();
        let taken = providers.take_sign_in(&organization, &state, &browser)?;
        let now = self.sessions.clock.now();
        let begun = taken
            .filter(|begun| now < begun.expires_at && begun.redirect == request.redirect)
            .ok_or(SingleSignOnError::StartAgain)?;
        let provider = self.provider_of(&organization)?;
        let pending = PendingSignIn {
            nonce: begun.nonce,
            verifier: begun.verifier,
            redirect: begun.redirect,
        };
        let client = client_of(&provider)?;
        let proven = self
            .verifier()?
            .finish(&client, &pending, &request.answer, now)?;
        let writers = self.sessions.writers;
        let writer = |user: Option<&UserId>| {
            writers.for_visitor(&organization, user, SINGLE_SIGN_ON, &request.address)
        };
        let user = self.user_of(&provider, &proven, &writer)?;
        let writer = writer(Some(&user.id));
        let opened_by = opened_by(&proven);
        let session = self.sessions.open_by_provider(
            &writer,
            user,
            &opened_by,
            origin_of_browser(&request.address, request.device),
        )?;
        Ok(FinishedSignIn {
            session,
            next: begun.next_page,
        })
    }

    /// Signs a program in by an ID token that it got from the provider of its key's organization.
    ///
    /// # Errors
    /// Returns an error if the key is invalid, if the organization has no provider, if the token proves no identity, or if the user may
    /// not sign in.
    pub fn exchange_token(
        &self,
        api_key: &str,
        token: &str,
        address: &str,
        device: ClientDevice,
    ) -> Result<SignedIn, SingleSignOnError> {
        let key = self.sessions.login_key(api_key)?;
        let provider = self.provider_of(&key.organization_id)?;
        let now = self.sessions.clock.now();
        let client = client_of(&provider)?;
        let proven = self.verifier()?.verify_token(&client, token, now)?;
        let writers = self.sessions.writers;
        let writer = |user: Option<&UserId>| writers.for_key(&key, user, EXCHANGE_TOKEN, address);
        let user = self.user_of(&provider, &proven, &writer)?;
        let writer = writer(Some(&user.id));
        let opened_by = opened_by(&proven);
        let signed_in = self
            .sessions
            .open_with_token(&writer, user, &opened_by, address, device)?;
        Ok(signed_in)
    }
}

fn opened_by(proven: &ProvenIdentity) -> ProviderSession {
    ProviderSession {
        identity: identity_of(proven),
        name: proven.provider_session.clone(),
    }
}
