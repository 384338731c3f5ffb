//! One's own second factor: set up, new recovery codes, and its removal.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{App, Operation, OwnFactorState, OwnSecondFactor, PasswordAndCode};
use shortlist_domain::Principal;

use super::passkeys::PasskeyRow;
use super::{Tab, passkeys, tabs, time};
use crate::form::Fields;
use crate::frame::Frame;
use crate::qr_code::QrPicture;
use crate::respond;
use crate::respond::error::PageError;
use crate::visit::{SECOND_FACTOR_PATH, Visit, answer, answer_form};

#[derive(Template)]
#[template(path = "settings_second_factor.html")]
struct SecondFactorPage {
    frame: Frame,
    tabs: Vec<Tab>,
    state: State,
    /// Whether there is a password that a second factor can be added to.
    has_password: bool,
    passkeys: Vec<PasskeyRow>,
    /// Whether passkeys can be added.
    has_passkeys: bool,
    is_required: bool,
    /// Whether nothing else works before it is set up.
    must_be_set_up: bool,
    problem: String,
    saved: &'static str,
}

/// The state of the second factor, for the page.
enum State {
    Missing,
    NoPassword,
    Waiting {
        secret: String,
        address: String,
        picture: Option<QrPicture>,
    },
    SetUp {
        since: String,
        codes_left: i64,
    },
}

impl State {
    fn of(state: OwnFactorState) -> Self {
        match state {
            OwnFactorState::Missing => Self::Missing,
            OwnFactorState::NoPassword => Self::NoPassword,
            OwnFactorState::Waiting { secret, address } => Self::Waiting {
                secret,
                picture: QrPicture::of(&address),
                address,
            },
            OwnFactorState::SetUp { since, codes_left } => Self::SetUp {
                since: time(since),
                codes_left,
            },
        }
    }
}

/// The page with new recovery codes, which alone shows them.
#[derive(Template)]
#[template(path = "recovery_codes.html")]
struct CodesPage {
    frame: Frame,
    tabs: Vec<Tab>,
    codes: Vec<String>,
    /// The codes as lines, to copy.
    lines: String,
    /// The same for the address of a file. Codes have no letter that an address escapes.
    download: String,
    is_new_factor: bool,
}

/// Shows the page.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        show(&visit, StatusCode::OK, String::new()).await
    };
    answer(&request, shown).await
}

async fn show(
    visit: &Visit,
    status: StatusCode,
    problem: String,
) -> Result<HttpResponse, PageError> {
    let load = |app: &App, principal: &Principal| app.sessions().own_second_factor(principal);
    let own: OwnSecondFactor = visit.run(Operation::ListPasskeys, load).await?;
    let has_passkeys = visit.state.relying_party().is_some();
    let (frame, fields) = (visit.frame(), visit.address_fields());
    let must_be_set_up = visit.user.second_factor.must_be_set_up();
    visit
        .built(move || {
            let page = SecondFactorPage {
                frame,
                tabs: tabs(SECOND_FACTOR_PATH),
                has_password: own.state != OwnFactorState::NoPassword,
                state: State::of(own.state),
                passkeys: own.passkeys.iter().map(PasskeyRow::of).collect(),
                has_passkeys,
                is_required: own.is_required,
                must_be_set_up,
                problem,
                saved: match fields.get("saved") {
                    "removed" => "Your app is removed. Sign-ins no longer ask for a code.",
                    "passkey" => "Your passkey is added. From now on, it signs you in.",
                    "passkey-removed" => {
                        "Your passkey is removed here. Delete it on your device, too."
                    }
                    _ => "",
                },
            };
            Ok((status, page))
        })
        .await
}

/// What a form has done.
enum Done {
    /// A page to go to.
    Page(String),
    /// New recovery codes, and whether they belong to a new second factor.
    Codes {
        codes: Vec<String>,
        is_new_factor: bool,
    },
    /// The answer itself.
    Answer(HttpResponse),
}

/// Sets the second factor up, renews its recovery codes, or removes it. Adds and removes passkeys.
pub(crate) async fn change(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let done = match fields.get("action") {
            "begin" => begin(&visit).await,
            "confirm" => confirm(&visit, &fields).await,
            "codes" => renew(&visit, &fields).await,
            "remove" => remove(&visit, &fields).await,
            "add-passkey" => passkeys::begin(&visit, &fields).await.map(Done::Answer),
            "finish-passkey" => passkeys::finish(&visit, &fields).await.map(Done::Answer),
            "remove-passkey" => passkeys::remove(&visit, &fields).await.map(Done::Answer),
            _ => Err(PageError::unknown_action()),
        };
        match done {
            Ok(Done::Page(page)) => Ok(respond::redirect(&page)),
            Ok(Done::Answer(answer)) => Ok(answer),
            Ok(Done::Codes {
                codes,
                is_new_factor,
            }) => {
                let page = CodesPage {
                    frame: visit.frame(),
                    tabs: tabs(SECOND_FACTOR_PATH),
                    lines: codes.join("\n"),
                    download: codes.join("%0A"),
                    codes,
                    is_new_factor,
                };
                visit.page(page).await
            }
            Err(error) => {
                let (status, problem) = error.about_input()?;
                show(&visit, status, problem).await
            }
        }
    })
    .await
}

async fn begin(visit: &Visit) -> Result<Done, PageError> {
    let begin = |app: &App, principal: &Principal| app.sessions().begin_second_factor(principal);
    visit.run(Operation::SetUpSecondFactor, begin).await?;
    Ok(Done::Page(SECOND_FACTOR_PATH.to_owned()))
}

fn typed(fields: &Fields) -> PasswordAndCode {
    PasswordAndCode {
        current_password: fields.exact("current").to_owned(),
        code: fields.exact("code").to_owned(),
    }
}

async fn confirm(visit: &Visit, fields: &Fields) -> Result<Done, PageError> {
    let typed = typed(fields);
    let confirm = move |app: &App, principal: &Principal| {
        app.sessions().confirm_second_factor(principal, &typed)
    };
    let codes = visit.run(Operation::SetUpSecondFactor, confirm).await?;
    Ok(Done::Codes {
        codes: codes.texts().to_vec(),
        is_new_factor: true,
    })
}

async fn renew(visit: &Visit, fields: &Fields) -> Result<Done, PageError> {
    let code = fields.exact("code").to_owned();
    let renew = move |app: &App, principal: &Principal| {
        app.sessions().renew_recovery_codes(principal, &code)
    };
    let codes = visit.run(Operation::RenewRecoveryCodes, renew).await?;
    Ok(Done::Codes {
        codes: codes.texts().to_vec(),
        is_new_factor: false,
    })
}

async fn remove(visit: &Visit, fields: &Fields) -> Result<Done, PageError> {
    let typed = typed(fields);
    let remove = move |app: &App, principal: &Principal| {
        app.sessions().remove_second_factor(principal, &typed)
    };
    visit.run(Operation::RemoveSecondFactor, remove).await?;
    Ok(Done::Page(format!("{SECOND_FACTOR_PATH}?saved=removed")))
}
