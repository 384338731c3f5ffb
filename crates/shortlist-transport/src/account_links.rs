//! What the pages of links by which users set a password need: limits, and work that does not delay an answer.

use actix_web::web;
use shortlist_app::{ClientNetwork, ClosedLink, FoundLink, LinkedPassword, ResetRequest};

use crate::admission::look_up;
use crate::error::{ApiError, blocking};
use crate::sign_in_scope::SignInScope;
use crate::state::WebState;

impl WebState {
    /// Counts a request for links to reset the passwords of an e-mail address, and begins to send them.
    ///
    /// It returns before any account is looked up, so neither the answer nor its time says whether there is one.
    ///
    /// # Errors
    /// Returns an error if there were too many requests for the address or from the network.
    pub async fn request_password_reset(
        state: &web::Data<Self>,
        request: ResetRequest,
    ) -> Result<(), ApiError> {
        let (shared, counted) = (state.clone(), request.clone());
        let count = move || {
            let counted = shared.app.accounts().count_reset_request(&counted);
            let too_many = |error: ApiError| match error.retry_after_seconds() {
                Some(seconds) => error.saying(format!(
                    "too many links were asked for; try again in {seconds} s"
                )),
                None => error,
            };
            counted.map_err(ApiError::from).map_err(too_many)
        };
        look_up(state, count).await?;
        let state = state.clone();
        actix_web::rt::spawn(async move {
            let send = move |app: &shortlist_app::App| app.accounts().send_reset_links(&request);
            let sent = Self::run_unchecked(&state, send).await;
            let sent = sent.and_then(|sent| sent.map_err(ApiError::from));
            if let Err(error) = sent {
                let problem = error.message();
                tracing::warn!(problem, "no link to reset a password was sent");
            }
        });
        Ok(())
    }

    /// Finds the link of a token, without using it.
    ///
    /// # Errors
    /// Returns an error if the network has sent too many tokens that no link has.
    pub async fn find_account_link(
        state: &web::Data<Self>,
        token: String,
        address: String,
    ) -> Result<FoundLink, ApiError> {
        let shared = state.clone();
        let find = move || {
            let now = shared.app.clock().now();
            shared.rates.check_address("", &address, now)?;
            let found = shared.app.accounts().find_link(&token)?;
            if found == FoundLink::Closed(ClosedLink::Unknown) {
                shared.rates.count_failure(&address, now);
            }
            Ok(found)
        };
        look_up(state, find).await
    }

    /// Sets the password of the user who has a link. Its cost is that of a sign-in, and so are its turns.
    ///
    /// # Errors
    /// Returns an error if the password is refused, or if the network has sent too many tokens that no link has.
    pub async fn set_password_by_link(
        state: &web::Data<Self>,
        token: String,
        password: String,
        address: String,
    ) -> Result<LinkedPassword, ApiError> {
        let scope = SignInScope::Network(ClientNetwork::of_subnet(&address));
        let turn = state.sign_ins.take(&scope).await?;
        let shared = state.clone();
        let set = move || {
            let _turn = turn;
            let now = shared.app.clock().now();
            shared.rates.check_address("", &address, now)?;
            let accounts = shared.app.accounts();
            let set = accounts.set_password_by_link(&token, &password, &address)?;
            if set == LinkedPassword::Closed(ClosedLink::Unknown) {
                shared.rates.count_failure(&address, now);
            }
            Ok::<_, ApiError>(set)
        };
        blocking(set).await?
    }
}
