//! The client of identity providers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use openidconnect::Nonce;
use shortlist_app::{
    IdentityProviders, LogoutNotice, PendingSignIn, ProvenIdentity, ProviderAnswer, ProviderClient,
    ProviderFailure, ProviderSetup, StartedSignIn,
};
use shortlist_domain::Timestamp;

use crate::calls::Calls;
use crate::directory::{Directory, Entry, Known};
use crate::exchange::{begin, exchange};
use crate::id_token::{self, Claims, Expected};
use crate::identity::{Details, identity};
use crate::jws::Refusal;
use crate::options::OidcOptions;
use crate::{checks, discovery, keys, logout, user_info};

/// Signs users in with OpenID Connect providers.
pub struct OidcProviders {
    calls: Calls,
    directory: Directory,
    time_limit: Duration,
}

/// One use of a provider, with its time limit.
struct Use<'a> {
    providers: &'a OidcProviders,
    client: &'a ProviderClient,
    entry: Arc<Entry>,
    deadline: Instant,
}

impl OidcProviders {
    /// Creates a client. Nothing is called yet. Without usable certificates of the system, each use fails.
    pub fn new(options: &OidcOptions) -> Self {
        Self {
            calls: Calls::new(&options.rules),
            directory: Directory::new(options),
            time_limit: options.time_limit,
        }
    }

    fn use_of<'a>(&'a self, client: &'a ProviderClient) -> Use<'a> {
        Use {
            providers: self,
            client,
            entry: self.directory.entry(&client.issuer),
            deadline: Instant::now() + self.time_limit,
        }
    }
}

impl Use<'_> {
    fn read(&self) -> Result<Known, ProviderFailure> {
        let calls = &self.providers.calls;
        let discovery = discovery::read(calls, &self.client.issuer, self.deadline)?;
        let keys = keys::read(calls, &discovery.keys, self.deadline)?;
        Ok(Known {
            discovery: Arc::new(discovery),
            keys,
        })
    }

    fn known(&self) -> Result<Arc<Known>, ProviderFailure> {
        let directory = &self.providers.directory;
        directory.known(&self.entry, self.deadline, || self.read())
    }

    /// Verifies with the keys that are known, and again with newer ones if the provider may have changed its keys.
    fn verify<T>(
        &self,
        known: &Arc<Known>,
        verify: impl Fn(&Known) -> Result<T, Refusal>,
    ) -> Result<T, ProviderFailure> {
        let not_proven = |refusal: Refusal| ProviderFailure::NotProven(refusal.check());
        let first = verify(known);
        if !matches!(first, Err(Refusal::UnknownKey)) {
            return first.map_err(not_proven);
        }
        let read = || keys::read(&self.providers.calls, &known.discovery.keys, self.deadline);
        let newer = self
            .providers
            .directory
            .newer_keys(&self.entry, known, self.deadline, read)?;
        let newer = newer.ok_or(ProviderFailure::NotProven(checks::KEY))?;
        verify(&newer).map_err(not_proven)
    }

    fn prove(&self, claims: &Claims, details: Details) -> Result<ProvenIdentity, ProviderFailure> {
        identity(&self.client.issuer, claims, details).map_err(ProviderFailure::NotProven)
    }
}

/// Compares who answered with who was asked. Otherwise a provider could pass on the code of another one (RFC 9207).
fn check_response_issuer(known: &Known, answer: &ProviderAnswer) -> Result<(), ProviderFailure> {
    let discovery = &known.discovery;
    let is_asked = match &answer.issuer {
        Some(issuer) => issuer == discovery.issuer.as_str(),
        None => !discovery.sends_iss,
    };
    is_asked
        .then_some(())
        .ok_or(ProviderFailure::NotProven(checks::RESPONSE_ISSUER))
}

impl IdentityProviders for OidcProviders {
    fn check(&self, client: &ProviderClient) -> Result<ProviderSetup, ProviderFailure> {
        let used = self.use_of(client);
        let known = Directory::read_again(&used.entry, used.deadline, || used.read())?;
        let discovery = &known.discovery;
        let refuse = |problem: &str| Err(ProviderFailure::Misconfigured(problem.to_owned()));
        if client.client_secret.is_some() && !discovery.accepts_basic {
            return refuse(
                "the provider does not accept client_secret_basic; enable it for this client",
            );
        }
        if !discovery.has_accepted_algorithm {
            return refuse(
                "the provider announces no signing algorithm that Shortlist accepts; choose RS256, PS256, ES256 or EdDSA",
            );
        }
        Ok(ProviderSetup {
            authorization_endpoint: discovery.authorization.to_string(),
            can_end_sessions: discovery.end_session.is_some(),
        })
    }

    fn begin(
        &self,
        client: &ProviderClient,
        redirect: &str,
    ) -> Result<StartedSignIn, ProviderFailure> {
        let known = self.use_of(client).known()?;
        begin(&known.discovery, client, redirect)
    }

    fn finish(
        &self,
        client: &ProviderClient,
        pending: &PendingSignIn,
        answer: &ProviderAnswer,
        now: Timestamp,
    ) -> Result<ProvenIdentity, ProviderFailure> {
        let used = self.use_of(client);
        let known = used.known()?;
        let discovery = &known.discovery;
        check_response_issuer(&known, answer)?;
        let slot = used.entry.enter(used.deadline)?;
        let exchanged = exchange(
            &self.calls,
            discovery,
            client,
            pending,
            answer,
            used.deadline,
        )?;
        drop(slot);
        let expected = Expected {
            client_id: &client.client_id,
            nonce: Some(Nonce::new(pending.nonce.clone())),
            access_token: Some(&exchanged.access_token),
            now: now.as_datetime(),
        };
        let claims = used.verify(&known, |known| {
            id_token::verify(
                &exchanged.id_token,
                &discovery.issuer,
                &known.keys,
                &expected,
            )
        })?;
        let mut details = Details::of(&claims);
        if let (None, Some(address)) = (&details.email, &discovery.user_info) {
            let _slot = used.entry.enter(used.deadline)?;
            let subject = claims.subject().as_str();
            let token = &exchanged.access_token;
            let read = user_info::read(&self.calls, address, token, subject, used.deadline)?;
            details = details.or(read);
        }
        used.prove(&claims, details)
    }

    fn verify_token(
        &self,
        client: &ProviderClient,
        token: &str,
        now: Timestamp,
    ) -> Result<ProvenIdentity, ProviderFailure> {
        let used = self.use_of(client);
        let known = used.known()?;
        let expected = Expected {
            client_id: &client.client_id,
            nonce: None,
            access_token: None,
            now: now.as_datetime(),
        };
        let issuer = &known.discovery.issuer;
        let claims = used.verify(&known, |known| {
            id_token::verify(token, issuer, &known.keys, &expected)
        })?;
        used.prove(&claims, Details::of(&claims))
    }

    fn verify_logout(
        &self,
        client: &ProviderClient,
        token: &str,
        now: Timestamp,
    ) -> Result<LogoutNotice, ProviderFailure> {
        let used = self.use_of(client);
        let known = used.known()?;
        let now = now.as_datetime();
        used.verify(&known, |known| {
            logout::verify(token, &client.issuer, &client.client_id, &known.keys, now)
        })
    }

    fn end_session_address(
        &self,
        client: &ProviderClient,
        back_to: &str,
    ) -> Result<Option<String>, ProviderFailure> {
        let known = self.use_of(client).known()?;
        let mut address = known.discovery.end_session.clone();
        if let Some(address) = &mut address {
            address
                .query_pairs_mut()
                .append_pair("client_id", &client.client_id)
                .append_pair("post_logout_redirect_uri", back_to);
        }
        Ok(address.map(String::from))
    }
}
