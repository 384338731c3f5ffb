//! Second factors: a sign-in asks for a code, and each code works once.

use chrono::Duration;
use serde_json::{Value, json};
use shortlist_app::{
    AppError, CodeSignIn, CreateUser, DeviceTokens, LoginError, OwnFactorState, PasswordAndCode,
    PasswordSignIn, WebSession, WebSignIn, WebSignInOutcome,
};
use shortlist_domain::{
    ClientDevice, OrganizationId, Party, Principal, SecondFactorStatus, UserType,
};

use crate::support::service::{Service, answer};
use crate::support::totp::CodeApp;

mod administration;
mod audit_log;
mod challenges;
mod limits;
mod own;
mod passkeys;
mod unproven_sessions;

on_both_databases!(
    a_login_with_a_second_factor_needs_a_code,
    each_code_signs_in_once,
    only_the_right_password_leads_to_the_code,
    a_refresh_needs_no_code,
);

const MARA: &str = "mara@example.org";
const PASSWORD: &str = "correct horse battery";
const HERE: &str = "192.0.2.7";

const RESET: &str = "mutation($input: ResetSecondFactorInput!) { resetSecondFactor(input: $input) { _id hasSecondFactor } }";
const SET_POLICY: &str = "mutation($input: SetSecondFactorPolicyInput!) { setSecondFactorPolicy(input: $input) { roles } }";

fn ours(more: Value) -> Value {
    crate::support::input::joined(json!({ "organizationId": "org_ours" }), &more)
}

fn create_mara(service: &Service) {
    create_mara_in(service, "org_ours");
}

fn create_mara_in(service: &Service, organization: &str) {
    let organization = OrganizationId::parse("o", organization).unwrap();
    let user = CreateUser {
        id: Some("usr_mara".into()),
        user_type: UserType::Recruiter,
        full_name: "Mara Example".into(),
        email: MARA.into(),
        password: PASSWORD.into(),
    };
    let party = Party::operator(&organization);
    service.app.accounts().create_user(&party, &user).unwrap();
}

fn sign_in(service: &Service, password: &str) -> Result<WebSignInOutcome, LoginError> {
    service.app.sessions().sign_in_to_web(&WebSignIn {
        typed: PasswordSignIn {
            organization: None,
            email: MARA.to_owned(),
            password: password.to_owned(),
            address: HERE.to_owned(),
        },
        devices: DeviceTokens::default(),
        device: ClientDevice::default(),
    })
}

/// Signs in without a second factor.
fn opened(service: &Service) -> WebSession {
    match sign_in(service, PASSWORD) {
        Ok(WebSignInOutcome::Opened(session)) => *session,
        other => panic!("{other:?}"),
    }
}

/// Returns the text of the page that asks for the code.
fn challenge(service: &Service) -> String {
    match sign_in(service, PASSWORD) {
        Ok(WebSignInOutcome::AskCode(challenge)) => challenge,
        other => panic!("{other:?}"),
    }
}

fn finish(service: &Service, challenge: &str, code: &str) -> Result<WebSession, LoginError> {
    Client::at(HERE).finish(service, challenge, code)
}

/// A browser at a network address.
struct Client {
    address: String,
    devices: DeviceTokens,
}

impl Client {
    fn at(address: &str) -> Self {
        Self {
            address: address.to_owned(),
            devices: DeviceTokens::default(),
        }
    }

    fn finish(
        &self,
        service: &Service,
        challenge: &str,
        code: &str,
    ) -> Result<WebSession, LoginError> {
        service.app.sessions().finish_sign_in(&CodeSignIn {
            challenge: challenge.to_owned(),
            code: code.to_owned(),
            devices: self.devices.clone(),
            address: self.address.clone(),
            device: ClientDevice::default(),
        })
    }
}

fn caller(service: &Service, session: &WebSession) -> (Principal, SecondFactorStatus) {
    let found = service.app.access().authenticate_web(&session.token, HERE);
    let user = found.unwrap();
    (user.principal, user.second_factor)
}

fn typed(password: &str, code: &str) -> PasswordAndCode {
    PasswordAndCode {
        current_password: password.to_owned(),
        code: code.to_owned(),
    }
}

/// The code that an app shows now.
fn code(service: &Service, app: &CodeApp) -> String {
    app.code_at(service.app.clock().now().unix_millis() / 1_000)
}

/// Returns the code that the app shows next, after it has changed.
fn next_code(service: &Service, app: &CodeApp) -> String {
    service.clock.advance(Duration::seconds(30));
    code(service, app)
}

/// The app of Mara, and her recovery codes.
struct Factor {
    app: CodeApp,
    recovery: Vec<String>,
}

fn begin(service: &Service, principal: &Principal) -> CodeApp {
    let sessions = service.app.sessions();
    sessions.begin_second_factor(principal).unwrap();
    match sessions.own_second_factor(principal).unwrap().state {
        OwnFactorState::Waiting { secret, address } => {
            assert!(
                address.starts_with("otpauth://totp/Shortlist%20"),
                "{address}"
            );
            assert_eq!(secret.split(' ').map(str::len).collect::<Vec<_>>(), [4; 8]);
            let plain = secret.replace(' ', "");
            assert!(address.contains(&plain) && address.contains("mara%40example.org"));
            CodeApp::with_secret(&secret)
        }
        other => panic!("{other:?}"),
    }
}

fn set_up(service: &Service) -> Factor {
    create_mara(service);
    let (principal, _) = caller(service, &opened(service));
    set_up_as(service, &principal)
}

fn set_up_as(service: &Service, principal: &Principal) -> Factor {
    let app = begin(service, principal);
    let sessions = service.app.sessions();
    let wrong = sessions.confirm_second_factor(principal, &typed(PASSWORD, "000000"));
    assert!(matches!(wrong, Err(AppError::BadInput(_))), "{wrong:?}");
    let right = code(service, &app);
    let wrong = sessions.confirm_second_factor(principal, &typed("wrong", &right));
    assert!(matches!(wrong, Err(AppError::BadInput(_))), "{wrong:?}");
    let codes = sessions.confirm_second_factor(principal, &typed(PASSWORD, &right));
    let recovery = codes.unwrap().texts().to_vec();
    assert_eq!(recovery.len(), 10);
    Factor { app, recovery }
}

fn login(service: &Service, password: &str, code: Option<&str>) -> (u16, Value) {
    let mut body = json!({ "email": MARA, "password": password });
    if let Some(code) = code {
        body["code"] = json!(code);
    }
    let request = service.client.post(service.url("/auth/login"));
    let request = request.header("x-api-key", &service.admin.key).json(&body);
    answer(request.send().unwrap())
}

/// Returns why a login is refused.
fn refusal(service: &Service, password: &str, code: Option<&str>) -> String {
    let (status, body) = login(service, password, code);
    assert_eq!(status, 401, "{body}");
    let message = body["error"].as_str().unwrap().to_owned();
    assert_eq!(body, json!({ "error": message }), "nothing else");
    message
}

fn a_login_with_a_second_factor_needs_a_code(service: &Service) {
    let factor = set_up(service);
    let needed = refusal(service, PASSWORD, None);
    assert!(needed.starts_with("a code is needed"), "{needed}");
    let wrong = refusal(service, PASSWORD, Some("000000"));
    assert!(wrong.starts_with("the code is wrong"), "{wrong}");
    let right = next_code(service, &factor.app);
    let (status, body) = login(service, PASSWORD, Some(&right));
    assert_eq!(status, 200, "{body}");
    let again = refusal(service, PASSWORD, Some(&right));
    assert_eq!(again, wrong, "it was used");
    let spaced = factor.recovery[0].to_lowercase().replace('-', " ");
    assert_eq!(login(service, PASSWORD, Some(&spaced)).0, 200);
    assert_eq!(refusal(service, PASSWORD, Some(&spaced)), wrong);
}

fn each_code_signs_in_once(service: &Service) {
    let factor = set_up(service);
    let first = code(service, &factor.app);
    let refused = finish(service, &challenge(service), &first);
    assert!(
        matches!(refused, Err(LoginError::WrongCode)),
        "it confirmed the factor: {refused:?}"
    );
    let second = next_code(service, &factor.app);
    let session = finish(service, &challenge(service), &second).unwrap();
    let (_, status) = caller(service, &session);
    assert!(status.is_set_up && !status.needs_fresh_code(service.app.clock().now()));
    let refused = finish(service, &challenge(service), &second);
    assert!(matches!(refused, Err(LoginError::WrongCode)), "{refused:?}");
    let recovery = &factor.recovery[3];
    finish(service, &challenge(service), recovery).unwrap();
    let refused = finish(service, &challenge(service), recovery);
    assert!(matches!(refused, Err(LoginError::WrongCode)), "{refused:?}");
}

fn only_the_right_password_leads_to_the_code(service: &Service) {
    let factor = set_up(service);
    let right = next_code(service, &factor.app);
    let wrong = refusal(service, "wrong password", Some(&right));
    assert_eq!(wrong, "the credentials are invalid");
    assert_eq!(refusal(service, "wrong password", None), wrong);
    let refused = sign_in(service, "wrong password");
    assert!(matches!(refused, Err(LoginError::Refused)), "{refused:?}");
    assert_eq!(
        login(service, PASSWORD, Some(&right)).0,
        200,
        "it was not used"
    );
}

fn a_refresh_needs_no_code(service: &Service) {
    let factor = set_up(service);
    let (status, body) = login(service, PASSWORD, Some(&factor.recovery[0]));
    assert_eq!(status, 200, "{body}");
    assert_eq!(refresh(service, &body["refreshToken"]).0, 200);
}

fn refresh(service: &Service, token: &Value) -> (u16, Value) {
    let request = service.client.post(service.url("/auth/refresh"));
    let request = request
        .header("x-api-key", &service.admin.key)
        .json(&json!({ "refreshToken": token }));
    answer(request.send().unwrap())
}
