//! A provider of the tests, its keys, and a client that is registered there.

pub(crate) mod provider;
pub(crate) mod signing;

use serde_json::{Value, json};
use shortlist_app::{
    AddressRules, IdentityProviders, ProvenIdentity, ProviderAnswer, ProviderClient,
    ProviderFailure, ServerSecret, StartedSignIn,
};
use shortlist_domain::Timestamp;
use shortlist_oidc::{MAX_SKEW, OidcOptions, OidcProviders};

use provider::Provider;
use signing::SigningKey;

/// The time of all tests, in seconds since 1970.
pub(crate) const NOW: i64 = 1_780_000_000;
/// How far the provider's clock may differ, in seconds.
pub(crate) const SKEW: i64 = MAX_SKEW.num_seconds();
/// The identifier of the client.
pub(crate) const CLIENT: &str = "shortlist";
/// The secret of the client.
pub(crate) const SECRET: &str = "s3cret-of-the-client";
/// The code of each sign-in.
pub(crate) const CODE: &str = "code-of-the-sign-in";
/// The access token of each sign-in.
pub(crate) const ACCESS_TOKEN: &str = "access-token-of-the-sign-in";
/// The address that browsers come back to.
pub(crate) const REDIRECT: &str = "https://shortlist.example.org/sign-in/callback";

pub(crate) fn now() -> Timestamp {
    Timestamp::from_unix_millis(NOW * 1_000).unwrap()
}

/// Returns options with which nothing is read twice, and providers of this machine are allowed.
pub(crate) fn options() -> OidcOptions {
    OidcOptions::new(AddressRules::with_this_machine())
}

/// A token before it is signed.
pub(crate) struct Draft {
    pub(crate) header: Value,
    pub(crate) claims: Value,
    pub(crate) key: SigningKey,
    /// Changes the signed token.
    pub(crate) damage: fn(String) -> String,
}

impl Draft {
    pub(crate) fn new(claims: Value, key: &SigningKey) -> Self {
        Self {
            header: key.header(),
            claims,
            key: key.clone(),
            damage: |token| token,
        }
    }

    pub(crate) fn token(&self) -> String {
        (self.damage)(self.key.token(&self.header, &self.claims))
    }

    pub(crate) fn remove(&mut self, claim: &str) {
        self.claims.as_object_mut().unwrap().remove(claim).unwrap();
    }
}

/// A client and the provider where it is registered.
pub(crate) struct Registered {
    pub(crate) provider: Provider,
    pub(crate) providers: OidcProviders,
    pub(crate) client: ProviderClient,
}

impl Registered {
    pub(crate) fn new() -> Self {
        Self::with(&options())
    }

    pub(crate) fn with(options: &OidcOptions) -> Self {
        let provider = Provider::start();
        let client = ProviderClient {
            issuer: provider.issuer.clone(),
            client_id: CLIENT.to_owned(),
            client_secret: Some(ServerSecret::parse(SECRET).unwrap()),
        };
        Self {
            providers: OidcProviders::new(options),
            provider,
            client,
        }
    }

    pub(crate) fn begin(&self) -> StartedSignIn {
        self.providers.begin(&self.client, REDIRECT).unwrap()
    }

    /// Returns the claims of a good ID token.
    pub(crate) fn claims(&self, nonce: &str) -> Value {
        json!({
            "iss": self.provider.issuer,
            "aud": CLIENT,
            "sub": "user-1",
            "iat": NOW,
            "exp": NOW + 300,
            "nonce": nonce,
            "email": "ada@example.org",
            "email_verified": true,
            "name": "Ada Lovelace",
        })
    }

    /// Lets the provider answer a code with this ID token.
    pub(crate) fn answer_code_with(&self, id_token: &str) {
        let tokens = json!({
            "access_token": ACCESS_TOKEN,
            "token_type": "Bearer",
            "expires_in": 60,
            "id_token": id_token,
        });
        self.provider.answer_json("/token", &tokens);
    }

    pub(crate) fn finish(
        &self,
        started: &StartedSignIn,
        issuer: Option<&str>,
    ) -> Result<ProvenIdentity, ProviderFailure> {
        let answer = ProviderAnswer {
            code: CODE.to_owned(),
            issuer: issuer.map(str::to_owned),
        };
        let finished = self
            .providers
            .finish(&self.client, &started.pending, &answer, now());
        let printed = format!("{finished:?}");
        for secret in [CODE, SECRET, ACCESS_TOKEN, &started.pending.verifier, "eyJ"] {
            assert!(!printed.contains(secret), "{printed} contains {secret}");
        }
        finished
    }

    /// Signs in with a token that is good but for this change.
    pub(crate) fn sign_in(
        &self,
        change: impl FnOnce(&mut Draft),
    ) -> Result<ProvenIdentity, ProviderFailure> {
        let started = self.begin();
        let claims = self.claims(&started.pending.nonce);
        let mut draft = Draft::new(claims, &self.provider.key());
        change(&mut draft);
        self.answer_code_with(&draft.token());
        self.finish(&started, None)
    }
}

/// A change of a good token, with the name of the attack and the check that must refuse it.
pub(crate) type Attack = (&'static str, fn(&mut Draft), &'static str);

/// Runs attacks against one client. The first sign-in shows that the token is good without them.
pub(crate) fn refuse_all(registered: &Registered, attacks: &[Attack]) {
    let good = registered.sign_in(|_unchanged| {}).unwrap();
    assert_eq!(good.subject, "user-1");
    for &(name, attack, check) in attacks {
        let refused = registered.sign_in(attack);
        assert_eq!(refused, Err(ProviderFailure::NotProven(check)), "{name}");
    }
}

/// Returns the text of a failure of settings.
pub(crate) fn misconfigured<T: std::fmt::Debug>(failed: Result<T, ProviderFailure>) -> String {
    match failed {
        Err(ProviderFailure::Misconfigured(problem)) => problem,
        other => panic!("{other:?}"),
    }
}

/// Returns the text of a failure to reach a provider.
pub(crate) fn unreachable<T: std::fmt::Debug>(failed: Result<T, ProviderFailure>) -> String {
    match failed {
        Err(ProviderFailure::Unreachable(problem)) => problem,
        other => panic!("{other:?}"),
    }
}
