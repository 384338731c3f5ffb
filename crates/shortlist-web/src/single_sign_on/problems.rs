//! The pages of sign-ins that an identity provider or this service has refused: why, and what to do.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;
use shortlist_app::{ProviderFailure, SingleSignOnError};
use shortlist_transport::ApiError;

use crate::assets::{self, AssetPaths};
use crate::form::Fields;
use crate::respond;
use crate::respond::error::{PageError, sentence};

/// Why a sign-in failed, and what to do.
#[derive(Template)]
#[template(path = "single_sign_on_problem.html")]
struct ProblemPage {
    assets: AssetPaths,
    title: &'static str,
    message: String,
}

/// Returns the page for a service without a public address.
pub(super) fn not_ready() -> Result<HttpResponse, PageError> {
    problem(
        StatusCode::SERVICE_UNAVAILABLE,
        "Single sign-on is not ready",
        "The operator of this service has not set its public address, which the identity provider needs.",
    )
}

/// Returns the page for an error that the provider sent. Its description is not shown, because anybody could have written it.
pub(super) fn provider_refused(fields: &Fields) -> Result<HttpResponse, PageError> {
    match fields.get("error") {
        "access_denied" => problem(
            StatusCode::FORBIDDEN,
            "You were not signed in",
            "The identity provider says that you cancelled, or that you have no access to Shortlist. Sign in again, or ask the \
             administrator of your identity provider to give you access.",
        ),
        "temporarily_unavailable" | "server_error" => problem(
            StatusCode::BAD_GATEWAY,
            "The identity provider did not sign you in",
            "It says that it has a problem at the moment. Sign in again in some minutes.",
        ),
        _ => problem(
            StatusCode::BAD_GATEWAY,
            "The identity provider did not sign you in",
            "It refused the request of Shortlist. Sign in again. If it happens again, ask an Admin of your organization to check \
             Settings, Single sign-on.",
        ),
    }
}

/// Returns the page for a sign-in that was refused.
pub(super) fn refuse(error: SingleSignOnError) -> Result<HttpResponse, PageError> {
    let again = "Start again from the sign-in page.";
    match error {
        SingleSignOnError::NotConfigured => problem(
            StatusCode::NOT_FOUND,
            "No single sign-on",
            "There is no organization of this name that has an identity provider. Check the address, or sign in with a password.",
        ),
        SingleSignOnError::StartAgain
        | SingleSignOnError::Repeated
        | SingleSignOnError::InvalidKey => problem(
            StatusCode::BAD_REQUEST,
            "Please start again",
            &format!(
                "This sign-in was not begun in this browser, belongs to another organization, was finished already, or took more than ten minutes. {again}"
            ),
        ),
        SingleSignOnError::Provider(ProviderFailure::NotProven(_)) => problem(
            StatusCode::BAD_REQUEST,
            "The sign-in could not be verified",
            &format!(
                "The answer of the identity provider does not prove who you are. {again} If it happens again, ask an Admin of your \
                 organization to check Settings, Single sign-on."
            ),
        ),
        SingleSignOnError::Provider(_) => problem(
            StatusCode::BAD_GATEWAY,
            "The identity provider cannot be used",
            "It does not answer, or its settings do not fit. Sign in again in some minutes. If it happens again, ask an Admin of your \
             organization to check Settings, Single sign-on.",
        ),
        SingleSignOnError::Refused(why) => problem(
            StatusCode::FORBIDDEN,
            "You have no access",
            &sentence(&why.to_string()),
        ),
        SingleSignOnError::Fault(fault) => Err(ApiError::from(fault).into()),
    }
}

/// Returns a page that says what is wrong.
pub(super) fn problem(
    status: StatusCode,
    title: &'static str,
    message: &str,
) -> Result<HttpResponse, PageError> {
    let page = ProblemPage {
        assets: assets::paths(),
        title,
        message: message.to_owned(),
    };
    respond::page_with_status(status, &page)
}
