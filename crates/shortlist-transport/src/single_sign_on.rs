//! What the pages of single sign-on need: limits, and calls of identity providers that do not delay others.

use actix_web::web;
use shortlist_app::{
    App, BeginSignIn, BegunSignIn, ClientNetwork, FinishSignIn, FinishedSignIn, ProviderFailure,
    SingleSignOnError,
};
use shortlist_domain::{OfferedProvider, OrganizationId};

use crate::admission::look_up;
use crate::error::{ApiError, Code, blocking};
use crate::rate_limit::StrangerForm;
use crate::state::WebState;
use crate::turn_rules::PROVIDER_RETRY_SECONDS;

impl From<SingleSignOnError> for ApiError {
    fn from(error: SingleSignOnError) -> Self {
        // The body has a message and nothing else, so programs decide by its beginning, which API.md documents.
        match error {
            SingleSignOnError::InvalidKey => Self::new(Code::Unauthenticated, error.to_string()),
            SingleSignOnError::NotConfigured
            | SingleSignOnError::StartAgain
            | SingleSignOnError::Repeated => Self::new(Code::BadUserInput, error.to_string()),
            SingleSignOnError::Refused(_) => Self::new(Code::Forbidden, error.to_string()),
            SingleSignOnError::Provider(ProviderFailure::NotProven(check)) => Self::new(
                Code::Unauthenticated,
                format!("the identity provider's token proves no identity ({check})"),
            ),
            SingleSignOnError::Provider(_) => Self::new(
                Code::Unavailable,
                "the identity provider cannot be used at the moment; an Admin can check it in Settings, Single sign-on",
            )
            .retry_after(PROVIDER_RETRY_SECONDS),
            SingleSignOnError::Fault(fault) => fault.into(),
        }
    }
}

impl WebState {
    /// Returns whether the domain of any e-mail address leads to an identity provider.
    ///
    /// # Errors
    /// Returns an error if too many callers wait, or if the database fails.
    pub async fn offers_single_sign_on(state: &web::Data<Self>) -> Result<bool, ApiError> {
        let shared = state.clone();
        let find = move || Ok(shared.app.single_sign_on().is_offered()?);
        look_up(state, find).await
    }

    /// Returns the organizations whose identity providers are for an e-mail address.
    ///
    /// # Errors
    /// Returns an error if too many callers wait, or if the database fails.
    pub async fn single_sign_on_offers(
        state: &web::Data<Self>,
        email: String,
    ) -> Result<Vec<OfferedProvider>, ApiError> {
        let shared = state.clone();
        let find = move || Ok(shared.app.single_sign_on().offers_for(&email)?);
        look_up(state, find).await
    }

    /// Begins a sign-in with the identity provider of an organization.
    ///
    /// # Errors
    /// Returns an error if the network begins too many, or if too many calls of providers run. The inner error is that of the use case.
    pub async fn begin_single_sign_on(
        state: &web::Data<Self>,
        request: BeginSignIn,
        address: &str,
    ) -> Result<Result<BegunSignIn, SingleSignOnError>, ApiError> {
        state.count_provider_call(address)?;
        let organization = request.organization.clone();
        let begin = move |app: &App| app.single_sign_on().begin(&request);
        Self::call_provider(state, &organization, address, begin).await
    }

    /// Finishes a sign-in with the identity provider of an organization.
    ///
    /// # Errors
    /// As [`WebState::begin_single_sign_on`].
    pub async fn finish_single_sign_on(
        state: &web::Data<Self>,
        request: FinishSignIn,
    ) -> Result<Result<FinishedSignIn, SingleSignOnError>, ApiError> {
        let (organization, address) = (request.organization.clone(), request.address.clone());
        state.count_provider_call(&address)?;
        let finish = move |app: &App| app.single_sign_on().finish(request);
        Self::call_provider(state, &organization, &address, finish).await
    }

    /// Ends the sessions that a notice of a provider is about.
    ///
    /// # Errors
    /// As [`WebState::begin_single_sign_on`]. Only a notice that is refused counts, because a provider may have many users. One that cannot be
    /// checked at the moment does not.
    pub async fn end_by_provider(
        state: &web::Data<Self>,
        organization: String,
        token: String,
        address: &str,
    ) -> Result<Result<usize, SingleSignOnError>, ApiError> {
        let owner = organization.clone();
        let end = move |app: &App| app.single_sign_on().end_by_notice(&organization, &token);
        let ended = Self::call_provider(state, &owner, address, end).await?;
        if ended.as_ref().is_err_and(is_refused_notice) {
            let (network, now) = (ClientNetwork::of(address), state.app.clock().now());
            let form = StrangerForm::SignOutNotice;
            // If this exceeds the limit, the next notice is refused.
            let _counted = state.rates.count_stranger_form(form, network, now);
        }
        Ok(ended)
    }

    /// Returns the organization whose provider has opened the session of a browser. If that cannot be found out, it counts as opened by
    /// none, so that signing out here works.
    pub async fn opening_organization(
        state: &web::Data<Self>,
        token: String,
    ) -> Option<OrganizationId> {
        let find = move |app: &App| app.single_sign_on().opening_organization(&token);
        let found = Self::run_unchecked(state, find).await;
        let found = found.and_then(|found| Ok(found?));
        found.unwrap_or_else(|error| {
            tracing::warn!(
                problem = error.message(),
                "cannot determine whether a provider has opened the session"
            );
            None
        })
    }

    /// Returns the address that ends the session at the provider of an organization. Signing out here works even if the provider does
    /// not answer.
    pub async fn provider_sign_out(
        state: &web::Data<Self>,
        organization: OrganizationId,
        back_to: String,
        address: &str,
    ) -> Option<String> {
        let owner = organization.as_str().to_owned();
        let find = move |app: &App| {
            let single_sign_on = app.single_sign_on();
            single_sign_on.sign_out_address(&organization, &back_to)
        };
        let asked = Self::call_provider(state, &owner, address, find).await;
        let asked = asked.and_then(|asked| Ok(asked?));
        asked.unwrap_or_else(|error| {
            tracing::warn!(
                problem = error.message(),
                "cannot determine the provider's logout address"
            );
            None
        })
    }

    /// Calls the provider of an organization, once it has a turn. A proof that fails counts as invalid credentials of the network that it
    /// comes from.
    pub(crate) async fn call_provider<T: Send + 'static>(
        state: &web::Data<Self>,
        organization: &str,
        address: &str,
        work: impl FnOnce(&App) -> Result<T, SingleSignOnError> + Send + 'static,
    ) -> Result<Result<T, SingleSignOnError>, ApiError> {
        let Ok(organization) = OrganizationId::parse("organization", organization) else {
            return Ok(Err(SingleSignOnError::NotConfigured));
        };
        let turn = state.provider_calls.take(&organization).await?;
        let (shared, address) = (state.clone(), address.to_owned());
        let call = move || -> Result<Result<T, SingleSignOnError>, ApiError> {
            let _turn = turn;
            let now = shared.app.clock().now();
            shared.rates.check_address("", &address, now)?;
            let done = work(&shared.app);
            if let Err(SingleSignOnError::Provider(failure)) = &done {
                tracing::warn!(?failure, "a sign-in with an identity provider failed");
                if matches!(failure, ProviderFailure::NotProven(_)) {
                    shared.rates.count_failure(&address, now);
                }
            }
            Ok(done)
        };
        blocking(call).await?
    }

    fn count_provider_call(&self, address: &str) -> Result<(), ApiError> {
        let (network, now) = (ClientNetwork::of(address), self.app.clock().now());
        let form = StrangerForm::SingleSignOn;
        self.rates.count_stranger_form(form, network, now)
    }
}

/// Returns whether the sender of a notice is to blame, and not the service or a provider that does not answer.
fn is_refused_notice(error: &SingleSignOnError) -> bool {
    matches!(
        error,
        SingleSignOnError::Provider(ProviderFailure::NotProven(_))
            | SingleSignOnError::Repeated
            | SingleSignOnError::NotConfigured
            | SingleSignOnError::StartAgain
    )
}

#[cfg(test)]
mod tests {
    use shortlist_app::IdentityRefusal;

    use super::*;
    use crate::turn_rules::PROVIDER_CALLS;
    use crate::turns::Turns;

    #[actix_web::test]
    async fn the_provider_of_one_organization_leaves_turns_to_others() {
        let calls = Turns::new(PROVIDER_CALLS);
        let organization = |name: &str| OrganizationId::parse("organization", name).unwrap();
        let (slow, other) = (organization("org_slow"), organization("org_other"));
        let mut held = Vec::new();
        for _ in 0..PROVIDER_CALLS.at_once / 2 {
            held.push(calls.take(&slow).await.unwrap());
        }
        let (shared, own) = (std::sync::Arc::clone(&calls), slow.clone());
        let next = actix_web::rt::spawn(async move { shared.take(&own).await.map(drop) });
        for _ in 0..10 {
            tokio::task::yield_now().await;
        }
        drop(calls.take(&other).await.unwrap());
        assert!(!next.is_finished(), "half is the share of one");
        drop(held);
        next.await.unwrap().unwrap();
    }

    #[test]
    fn a_notice_that_cannot_be_checked_is_not_refused() {
        let provider = SingleSignOnError::Provider;
        let unreachable = ProviderFailure::Unreachable("keys".to_owned());
        let misconfigured = ProviderFailure::Misconfigured("keys".to_owned());
        for unchecked in [provider(unreachable), provider(misconfigured)] {
            assert!(!is_refused_notice(&unchecked), "{unchecked:?}");
        }
        let forged = provider(ProviderFailure::NotProven("signature"));
        for refused in [
            forged,
            SingleSignOnError::Repeated,
            SingleSignOnError::NotConfigured,
        ] {
            assert!(is_refused_notice(&refused), "{refused:?}");
        }
    }

    #[test]
    fn refusals_are_documented_and_a_provider_that_fails_has_a_time_to_try_again() {
        let documented = include_str!("../../../docs/API.md");
        for why in [
            IdentityRefusal::NoVerifiedEmail,
            IdentityRefusal::OtherDomain,
            IdentityRefusal::NoRole,
            IdentityRefusal::Deactivated,
            IdentityRefusal::AddressTaken,
        ] {
            let refused: ApiError = SingleSignOnError::Refused(why).into();
            assert_eq!(refused.code, Code::Forbidden);
            let message = refused.message();
            let (beginning, _advice) = message.split_once(';').unwrap();
            let row = format!("| 403 | `{beginning}` |");
            assert!(documented.contains(&row), "{row}");
        }
        let failure = ProviderFailure::Unreachable("keys".to_owned());
        let unusable: ApiError = SingleSignOnError::Provider(failure).into();
        assert_eq!(unusable.retry_after_seconds(), Some(PROVIDER_RETRY_SECONDS));
        assert_eq!(unusable.code, Code::Unavailable);
    }
}
