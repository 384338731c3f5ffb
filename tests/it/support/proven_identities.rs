//! An identity provider without a network: what it proves is set by the test.

use std::sync::{Mutex, PoisonError};

use shortlist_app::{
    IdentityProviders, LogoutNotice, PendingSignIn, ProvenIdentity, ProviderAnswer, ProviderClient,
    ProviderFailure, ProviderSetup, StartedSignIn,
};
use shortlist_domain::Timestamp;

/// The issuer that the provider has.
pub(crate) const ISSUER: &str = "https://id.example.org/realm";
/// The only code and the only token that prove an identity.
pub(crate) const GOOD: &str = "good";

/// The provider. Its sign-ins have the states `state-1`, `state-2` and so on.
#[derive(Default)]
pub(crate) struct ProvenIdentities {
    identity: Mutex<Option<ProvenIdentity>>,
    begun: Mutex<usize>,
    client: Mutex<Option<ProviderClient>>,
    exchanges: Mutex<usize>,
    on_sign_out: Mutex<Option<Hook>>,
}

/// What a test does in a call.
type Hook = Box<dyn Fn() + Send>;

impl ProvenIdentities {
    /// Sets who signs in from now on.
    pub(crate) fn prove(&self, identity: ProvenIdentity) {
        *lock(&self.identity) = Some(identity);
    }

    /// Returns how the service was known to the provider when it was last asked.
    pub(crate) fn client(&self) -> Option<ProviderClient> {
        lock(&self.client).clone()
    }

    /// Returns how many codes it was asked to exchange.
    pub(crate) fn exchanges(&self) -> usize {
        *lock(&self.exchanges)
    }

    /// Sets what happens when somebody asks where sessions at the provider end.
    pub(crate) fn on_sign_out(&self, hook: impl Fn() + Send + 'static) {
        *lock(&self.on_sign_out) = Some(Box::new(hook));
    }

    fn proven(
        &self,
        client: &ProviderClient,
        is_good: bool,
    ) -> Result<ProvenIdentity, ProviderFailure> {
        *lock(&self.client) = Some(client.clone());
        let identity = lock(&self.identity).clone().filter(|_| is_good);
        identity.ok_or(ProviderFailure::NotProven("signature"))
    }
}

fn lock<T>(value: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns a user of the provider.
pub(crate) fn identity(subject: &str, email: &str, groups: &[&str]) -> ProvenIdentity {
    ProvenIdentity {
        issuer: ISSUER.to_owned(),
        subject: subject.to_owned(),
        verified_email: Some(email.to_owned()).filter(|email| !email.is_empty()),
        full_name: Some("Grace Example".to_owned()),
        groups: groups.iter().map(|group| (*group).to_owned()).collect(),
        provider_session: Some(format!("session of {subject}")),
    }
}

impl IdentityProviders for ProvenIdentities {
    fn check(&self, client: &ProviderClient) -> Result<ProviderSetup, ProviderFailure> {
        *lock(&self.client) = Some(client.clone());
        if client.issuer != ISSUER {
            let problem = "it does not answer".to_owned();
            return Err(ProviderFailure::Unreachable(problem));
        }
        Ok(ProviderSetup {
            authorization_endpoint: format!("{ISSUER}/authorize"),
            can_end_sessions: true,
        })
    }

    fn begin(
        &self,
        client: &ProviderClient,
        redirect: &str,
    ) -> Result<StartedSignIn, ProviderFailure> {
        *lock(&self.client) = Some(client.clone());
        let mut begun = lock(&self.begun);
        *begun += 1;
        let state = format!("state-{begun}");
        Ok(StartedSignIn {
            address: format!("{ISSUER}/authorize?state={state}"),
            pending: PendingSignIn {
                nonce: format!("nonce of {state}"),
                verifier: format!("verifier of {state}"),
                redirect: redirect.to_owned(),
            },
            state,
        })
    }

    fn finish(
        &self,
        client: &ProviderClient,
        pending: &PendingSignIn,
        answer: &ProviderAnswer,
        _now: Timestamp,
    ) -> Result<ProvenIdentity, ProviderFailure> {
        *lock(&self.exchanges) += 1;
        let is_pending = pending.nonce.strip_prefix("nonce of ")
            == pending.verifier.strip_prefix("verifier of ")
            && pending.redirect.ends_with("/return");
        self.proven(client, is_pending && answer.code == GOOD)
    }

    fn verify_token(
        &self,
        client: &ProviderClient,
        token: &str,
        _now: Timestamp,
    ) -> Result<ProvenIdentity, ProviderFailure> {
        self.proven(client, token == GOOD)
    }

    /// Reads a notice such as `sub,session,identifier`.
    fn verify_logout(
        &self,
        _client: &ProviderClient,
        token: &str,
        _now: Timestamp,
    ) -> Result<LogoutNotice, ProviderFailure> {
        let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        match token.split(',').collect::<Vec<_>>().as_slice() {
            [subject, session, token_id] => Ok(LogoutNotice {
                subject: some(subject),
                provider_session: some(session),
                token_id: (*token_id).to_owned(),
            }),
            _ => Err(ProviderFailure::NotProven("signature")),
        }
    }

    fn end_session_address(
        &self,
        _client: &ProviderClient,
        back_to: &str,
    ) -> Result<Option<String>, ProviderFailure> {
        if let Some(hook) = &*lock(&self.on_sign_out) {
            hook();
        }
        Ok(Some(format!("{ISSUER}/end?back={back_to}")))
    }
}
