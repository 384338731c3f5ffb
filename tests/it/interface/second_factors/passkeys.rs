//! Passkeys: they sign in and confirm by themselves, each answer works once, and they count as a second factor.

use chrono::Duration;
use serde_json::{Value, json};
use shortlist_app::{
    AddPasskey, AppError, DeviceTokens, LoginError, PasskeyRequest, PasskeySignIn, RelyingParty,
    SentPasskey, WebSession, WebSignInOutcome,
};
use shortlist_domain::{
    ClientDevice, EmailAddress, ExternalIdentity, FRESH_MINUTES, OrganizationId, PASSKEY_MINUTES,
    Principal, ProviderMode, UserId,
};
use shortlist_persistence::IdentityLink;

use super::challenges::{ISSUER, enforce_provider, set_provider};
use super::{
    HERE, MARA, PASSWORD, RESET, SET_POLICY, caller, create_mara, create_mara_in, login, opened,
    ours, refusal, set_up_as, sign_in, typed,
};
use crate::support::authenticator::Authenticator;
use crate::support::people::Caller;
use crate::support::service::Service;
use crate::support::writes::Writes as _;

on_both_databases!(
    a_passkey_signs_in_without_a_password_and_a_code,
    an_answer_works_once_in_the_browser_that_asked,
    a_challenge_is_good_for_one_purpose_and_some_minutes,
    a_copied_passkey_is_refused,
    only_users_who_may_use_a_password_sign_in,
    a_passkey_is_a_way_to_sign_in_as_far_as_the_password_is,
    a_password_alone_no_longer_signs_in,
    a_passkey_is_added_with_the_password_in_its_session,
    a_session_without_the_second_factor_changes_no_passkeys,
    a_session_without_the_passkey_sets_up_no_app,
    a_passkey_confirms_a_dangerous_operation,
    a_passkey_meets_a_requirement_and_is_the_last_to_stay,
    users_list_and_remove_their_own_passkeys,
    an_admin_removes_lost_passkeys,
    what_is_done_with_passkeys_is_in_the_audit_log,
);

const ORIGIN: &str = "https://jobs.example.org";
const LIST: &str = "query($input: ListPasskeysInput!) { listPasskeys(input: $input) { passkeys {
    passkeyId name createdAt lastUsedAt } } }";
const REMOVE: &str = "mutation($input: RemovePasskeyInput!) { removePasskey(input: $input) { passkeys { passkeyId } } }";
const UPDATE: &str = "mutation($input: UpdateUserInput!) { updateUser(input: $input) { _id } }";
const LOG: &str = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) {
    entries { outcome reason changes { field after } } } }";

fn party() -> RelyingParty {
    RelyingParty::of_address(ORIGIN).unwrap()
}

fn begin(
    service: &Service,
    principal: &Principal,
    password: &str,
) -> Result<PasskeyRequest, AppError> {
    let typed = AddPasskey {
        name: "Phone".to_owned(),
        current_password: password.to_owned(),
    };
    let party = party();
    service
        .app
        .passkeys(&party)
        .begin_registration(principal, &typed)
}

fn add(service: &Service, principal: &Principal, sent: &SentPasskey) -> Result<(), AppError> {
    let party = party();
    service
        .app
        .passkeys(&party)
        .finish_registration(principal, "Phone", sent)
}

/// Answers a request with a new passkey.
fn created(device: &mut Authenticator, request: PasskeyRequest) -> SentPasskey {
    SentPasskey {
        answer: device.create(&request.options, ORIGIN),
        challenge: request.challenge,
    }
}

/// Answers a request with the passkey of a device.
fn answered(device: &mut Authenticator, request: PasskeyRequest) -> SentPasskey {
    SentPasskey {
        answer: device.get(&request.options, ORIGIN),
        challenge: request.challenge,
    }
}

/// Adds a passkey of a signed-in user.
fn device_of(service: &Service, principal: &Principal) -> Authenticator {
    let mut device = Authenticator::new();
    let request = begin(service, principal, PASSWORD).unwrap();
    add(service, principal, &created(&mut device, request)).unwrap();
    // The next challenge is made later.
    service.clock.advance(Duration::seconds(1));
    device
}

/// Creates Mara, who adds a passkey.
fn device_of_mara(service: &Service) -> Authenticator {
    create_mara(service);
    let (principal, _) = caller(service, &opened(service));
    device_of(service, &principal)
}

/// Returns somebody in another organization who has the e-mail address and the password of Mara.
fn namesake(service: &Service) -> Principal {
    create_mara_in(service, "org_theirs");
    signed_in_without_password(service, "org_theirs")
}

/// Opens a session of Mara that needs no second factor, as an identity provider does.
fn signed_in_without_password(service: &Service, organization: &str) -> Principal {
    let organization = OrganizationId::parse("o", organization).unwrap();
    let email = EmailAddress::parse("email", MARA).unwrap();
    let sessions = service.app.sessions();
    let opened = sessions.open_on_web_for(&organization, &email, HERE, ClientDevice::default());
    caller(service, &opened.unwrap()).0
}

/// Begins a sign-in, and answers it.
fn begun(service: &Service, device: &mut Authenticator) -> PasskeySignIn {
    let party = party();
    let begun = service.app.passkeys(&party).begin_sign_in().unwrap();
    PasskeySignIn {
        sent: answered(device, begun.request),
        browser_token: begun.browser_token,
        devices: DeviceTokens::default(),
        address: HERE.to_owned(),
        device: ClientDevice::default(),
    }
}

fn sent(service: &Service, request: &PasskeySignIn) -> Result<WebSession, LoginError> {
    let party = party();
    let opened = service.app.passkeys(&party).finish_sign_in(request);
    service.clock.advance(Duration::seconds(1));
    opened
}

fn sign_in_with(service: &Service, device: &mut Authenticator) -> Result<WebSession, LoginError> {
    let request = begun(service, device);
    sent(service, &request)
}

fn prove(service: &Service, principal: &Principal, sent: &SentPasskey) -> Result<(), AppError> {
    let party = party();
    service.app.passkeys(&party).prove(principal, sent)
}

fn proof(service: &Service, principal: &Principal) -> Option<PasskeyRequest> {
    let party = party();
    service.app.passkeys(&party).begin_proof(principal).unwrap()
}

fn is_refused(result: &Result<WebSession, LoginError>) -> bool {
    matches!(result, Err(LoginError::Refused))
}

fn is_invalid(result: &Result<(), AppError>) -> bool {
    matches!(result, Err(AppError::BadInput(_)))
}

fn a_passkey_signs_in_without_a_password_and_a_code(service: &Service) {
    let mut device = device_of_mara(service);
    for counter in [0, 0, 7] {
        device.counter = counter;
        let session = sign_in_with(service, &mut device).unwrap();
        assert_eq!(session.user.id.as_str(), "usr_mara");
        let (_, status) = caller(service, &session);
        assert!(status.is_set_up && !status.needs_fresh_code(service.app.clock().now()));
    }
}

fn an_answer_works_once_in_the_browser_that_asked(service: &Service) {
    let mut device = device_of_mara(service);
    let request = begun(service, &mut device);
    let elsewhere = PasskeySignIn {
        browser_token: begun(service, &mut device).browser_token,
        ..request.clone()
    };
    let nowhere = PasskeySignIn {
        browser_token: String::new(),
        ..request.clone()
    };
    assert!(is_refused(&sent(service, &elsewhere)));
    assert!(is_refused(&sent(service, &nowhere)));
    assert!(sent(service, &request).is_ok());
    assert!(is_refused(&sent(service, &request)), "it was used");
    let earlier = begun(service, &mut device);
    service.clock.advance(Duration::seconds(1));
    sign_in_with(service, &mut device).unwrap();
    assert!(is_refused(&sent(service, &earlier)), "a later one was used");
}

fn a_challenge_is_good_for_one_purpose_and_some_minutes(service: &Service) {
    let mut device = device_of_mara(service);
    let session = sign_in_with(service, &mut device).unwrap();
    let request = begun(service, &mut device);
    let (principal, _) = caller(service, &session);
    let asked = proof(service, &principal).unwrap();
    let of_proof = PasskeySignIn {
        sent: answered(&mut device, asked),
        ..request.clone()
    };
    assert!(is_refused(&sent(service, &of_proof)));
    assert!(is_invalid(&prove(service, &principal, &request.sent)));
    let forged = |challenge: String| {
        let sent = SentPasskey {
            challenge,
            ..request.sent.clone()
        };
        PasskeySignIn {
            sent,
            ..request.clone()
        }
    };
    let good = &request.sent.challenge;
    for text in [
        String::new(),
        "x".to_owned(),
        format!("{good}/"),
        format!("0{good}"),
        good.to_uppercase(),
    ] {
        assert!(is_refused(&sent(service, &forged(text.clone()))), "{text}");
    }
    assert!(sent(service, &request).is_ok(), "it was not used up");
    let late = begun(service, &mut device);
    service.clock.advance(Duration::minutes(PASSKEY_MINUTES));
    assert!(is_refused(&sent(service, &late)));
    assert!(sign_in_with(service, &mut device).is_ok());
}

fn a_copied_passkey_is_refused(service: &Service) {
    let mut device = device_of_mara(service);
    device.counter = 5;
    sign_in_with(service, &mut device).unwrap();
    device.counter = 4;
    assert!(is_refused(&sign_in_with(service, &mut device)));
    device.counter = 6;
    sign_in_with(service, &mut device).unwrap();
    let mut stranger = Authenticator::new();
    stranger.user_handle = device.user_handle.clone();
    assert!(is_refused(&sign_in_with(service, &mut stranger)));
}

fn only_users_who_may_use_a_password_sign_in(service: &Service) {
    let mut device = device_of_mara(service);
    let set_active = |active: bool| {
        let input = ours(json!({ "userId": "usr_mara", "active": active }));
        service.data(&service.admin, UPDATE, input);
    };
    set_active(false);
    assert!(is_refused(&sign_in_with(service, &mut device)));
    set_active(true);
    sign_in_with(service, &mut device).unwrap();
    enforce_provider(service);
    let refused = sign_in_with(service, &mut device);
    assert!(
        matches!(refused, Err(LoginError::SingleSignOn)),
        "{refused:?}"
    );
    let role = ours(json!({ "userId": "usr_mara", "role": "Admin" }));
    service.data(&service.admin, UPDATE, role);
    set_provider(service, ProviderMode::Enforced, "usr_mara");
    let emergency = sign_in_with(service, &mut device);
    assert!(emergency.is_ok(), "{emergency:?}");
}

/// Links a user to an account at the provider that [`set_provider`] sets.
fn link_to_provider(service: &Service, user: &UserId) {
    let organization = OrganizationId::parse("o", "org_ours").unwrap();
    let identity = ExternalIdentity {
        issuer: ISSUER.to_owned(),
        subject: "sub-1".to_owned(),
    };
    let writer = service.store().operator(&organization);
    let now = service.app.clock().now();
    let linked = writer.providers().link(&organization, user, &identity, now);
    let linked = linked.unwrap();
    assert!(matches!(linked, IdentityLink::Linked(_)), "{linked:?}");
}

fn a_passkey_is_a_way_to_sign_in_as_far_as_the_password_is(service: &Service) {
    let mut device = device_of_mara(service);
    let session = sign_in_with(service, &mut device).unwrap();
    let (principal, _) = caller(service, &session);
    link_to_provider(service, &principal.user_id);
    let sessions = service.app.sessions();
    enforce_provider(service);
    let refused = sessions.unlink_own(&principal, ISSUER).unwrap_err();
    assert_eq!(refused.reason(), Some("lastSignInWay"));
    assert!(sign_in_with(service, &mut device).is_err());
    set_provider(service, ProviderMode::Offered, "usr_admin");
    sessions.unlink_own(&principal, ISSUER).unwrap();
    assert!(sign_in_with(service, &mut device).is_ok());
}

fn a_password_alone_no_longer_signs_in(service: &Service) {
    device_of_mara(service);
    let asked = sign_in(service, PASSWORD);
    assert!(
        matches!(asked, Ok(WebSignInOutcome::AskPasskey)),
        "{asked:?}"
    );
    let refused = sign_in(service, "wrong password");
    assert!(matches!(refused, Err(LoginError::Refused)), "{refused:?}");
    let message = refusal(service, PASSWORD, None);
    assert!(
        message.starts_with("your second factor is a passkey"),
        "{message}"
    );
    assert_eq!(refusal(service, PASSWORD, Some("000000")), message);
}

fn a_passkey_is_added_with_the_password_in_its_session(service: &Service) {
    create_mara(service);
    let (principal, _) = caller(service, &opened(service));
    let (other, _) = caller(service, &opened(service));
    let refused = begin(service, &principal, "wrong").map(drop);
    assert!(is_invalid(&refused), "{refused:?}");
    let mut device = Authenticator::new();
    let request = begin(service, &principal, PASSWORD).unwrap();
    let made = created(&mut device, request);
    assert!(is_invalid(&add(service, &other, &made)), "another session");
    add(service, &principal, &made).unwrap();
    assert!(is_invalid(&add(service, &principal, &made)), "it was used");
    let own = service.app.sessions().list_passkeys(&principal).unwrap();
    let id = own[0].id.as_str();
    let sessions = service.app.sessions();
    sessions.remove_passkey(&principal, id).unwrap();
    assert!(
        is_invalid(&add(service, &principal, &made)),
        "also after it was removed"
    );
    service.clock.advance(Duration::seconds(1));
    let request = begin(service, &principal, PASSWORD).unwrap();
    let options = request.options.clone();
    let phished = SentPasskey {
        answer: device.create(&options, "https://evil.example"),
        challenge: request.challenge.clone(),
    };
    assert!(is_invalid(&add(service, &principal, &phished)));
    add(service, &principal, &created(&mut device, request)).unwrap();
    service.clock.advance(Duration::seconds(1));
    let theirs = namesake(service);
    let request = begin(service, &theirs, PASSWORD).unwrap();
    let taken = add(service, &theirs, &created(&mut device, request));
    assert_eq!(taken.unwrap_err().reason(), Some("passkeyTaken"));
}

fn a_session_without_the_second_factor_changes_no_passkeys(service: &Service) {
    create_mara(service);
    let (principal, _) = caller(service, &opened(service));
    let other = signed_in_without_password(service, "org_ours");
    let request = begin(service, &other, PASSWORD).unwrap();
    let made = created(&mut Authenticator::new(), request);
    set_up_as(service, &principal);
    let unproven = Some("secondFactorUnproven");
    assert_eq!(add(service, &other, &made).unwrap_err().reason(), unproven);
    let refused = begin(service, &other, PASSWORD).unwrap_err();
    assert_eq!(refused.reason(), unproven);
    device_of(service, &principal);
    let sessions = service.app.sessions();
    let own = sessions.list_passkeys(&principal).unwrap();
    let id = own[0].id.as_str();
    let refused = sessions.remove_passkey(&other, id).unwrap_err();
    assert_eq!(refused.reason(), unproven);
    sessions.remove_passkey(&principal, id).unwrap();
}

fn a_session_without_the_passkey_sets_up_no_app(service: &Service) {
    device_of_mara(service);
    let other = signed_in_without_password(service, "org_ours");
    let app = super::begin(service, &other);
    let right = super::code(service, &app);
    let sessions = service.app.sessions();
    let refused = sessions.confirm_second_factor(&other, &typed(PASSWORD, &right));
    let reason = refused.unwrap_err().reason();
    assert_eq!(reason, Some("secondFactorUnproven"));
}

fn a_passkey_confirms_a_dangerous_operation(service: &Service) {
    let mut device = device_of_mara(service);
    let session = sign_in_with(service, &mut device).unwrap();
    let (principal, _) = caller(service, &session);
    let needs = || {
        let (_, status) = caller(service, &session);
        status.needs_fresh_code(service.app.clock().now())
    };
    service.clock.advance(Duration::minutes(FRESH_MINUTES));
    assert!(needs());
    let asked = proof(service, &principal).unwrap();
    let mut stranger = Authenticator::new();
    stranger.user_handle = device.user_handle.clone();
    let refused = answered(&mut stranger, asked.clone());
    assert!(is_invalid(&prove(service, &principal, &refused)));
    let right = answered(&mut device, asked);
    prove(service, &principal, &right).unwrap();
    assert!(!needs());
    assert!(
        is_invalid(&prove(service, &principal, &right)),
        "it was used"
    );
    // The passkey of somebody else proves nothing about the caller.
    let other = namesake(service);
    assert!(proof(service, &other).is_none(), "there is none");
    let mut theirs = device_of(service, &other);
    let asked = proof(service, &principal).unwrap();
    let foreign = answered(&mut theirs, asked);
    assert!(is_invalid(&prove(service, &principal, &foreign)));
}

fn a_passkey_meets_a_requirement_and_is_the_last_to_stay(service: &Service) {
    create_mara(service);
    let (principal, _) = caller(service, &opened(service));
    let factor = set_up_as(service, &principal);
    let input = ours(json!({ "roles": ["Recruiter"] }));
    service.data(&service.admin, SET_POLICY, input);
    let mut device = device_of(service, &principal);
    let sessions = service.app.sessions();
    let removed = sessions.remove_second_factor(&principal, &typed(PASSWORD, &factor.recovery[0]));
    removed.unwrap();
    let session = sign_in_with(service, &mut device).unwrap();
    let (principal, status) = caller(service, &session);
    assert!(!status.must_be_set_up());
    let own = sessions.own_second_factor(&principal).unwrap();
    let refused = sessions.remove_passkey(&principal, own.passkeys[0].id.as_str());
    let reason = refused.unwrap_err().reason();
    assert_eq!(reason, Some("secondFactorRequired"));
    assert!(sign_in_with(service, &mut device).is_ok());
}

fn users_list_and_remove_their_own_passkeys(service: &Service) {
    create_mara(service);
    let (principal, _) = caller(service, &opened(service));
    let factor = set_up_as(service, &principal);
    device_of(service, &principal);
    let (status, body) = login(service, PASSWORD, Some(&factor.recovery[0]));
    assert_eq!(status, 200, "{body}");
    let mara = Caller {
        token: body["accessToken"].as_str().unwrap().to_owned(),
        user_id: "usr_mara".to_owned(),
        ..service.recruiter.clone()
    };
    let list = |caller: &Caller| -> Vec<Value> {
        let found = service.data(caller, LIST, ours(json!({})));
        found["passkeys"].as_array().unwrap().clone()
    };
    let listed = list(&mara);
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0]["name"], "Phone");
    assert_eq!(listed[0]["lastUsedAt"], Value::Null);
    assert!(list(&service.recruiter).is_empty(), "they are of others");
    let input = ours(json!({ "passkeyId": listed[0]["passkeyId"] }));
    for other in [&service.recruiter, &service.admin] {
        assert_eq!(service.code(other, REMOVE, input.clone()), "NOT_FOUND");
    }
    let left = service.data(&mara, REMOVE, input.clone());
    assert_eq!(left, json!({ "passkeys": [] }));
    assert_eq!(service.code(&mara, REMOVE, input), "NOT_FOUND");
}

fn an_admin_removes_lost_passkeys(service: &Service) {
    let mut device = device_of_mara(service);
    let session = sign_in_with(service, &mut device).unwrap();
    let users = "query($input: ListUsersInput!) { listUsers(input: $input) { users { _id hasSecondFactor } } }";
    let has_one = || {
        let found = service.data(&service.admin, users, ours(json!({})));
        let all = found["users"].as_array().unwrap().clone();
        let mara = all.into_iter().find(|one| one["_id"] == "usr_mara");
        mara.unwrap()["hasSecondFactor"] == true
    };
    assert!(has_one());
    let input = ours(json!({ "userId": "usr_mara" }));
    service.data(&service.admin, RESET, input);
    assert!(!has_one());
    let access = service.app.access();
    assert!(access.authenticate_web(&session.token, HERE).is_err());
    assert!(is_refused(&sign_in_with(service, &mut device)));
    opened(service);
}

fn what_is_done_with_passkeys_is_in_the_audit_log(service: &Service) {
    let mut device = device_of_mara(service);
    let request = begun(service, &mut device);
    sent(service, &request).unwrap();
    assert!(is_refused(&sent(service, &request)));
    let entries = |operation: &str| {
        let filter = json!({ "thingId": "usr_mara", "operation": operation });
        let found = service.data(&service.admin, LOG, ours(filter));
        found["entries"].to_string()
    };
    let added = entries("registerPasskey");
    assert!(added.contains("\"added\""), "{added}");
    let refused = entries("webSignIn");
    assert!(
        refused.contains("the passkey was not accepted or its answer was used"),
        "{refused}"
    );
    for text in [added, refused] {
        assert!(!text.contains(MARA) && !text.contains(&request.browser_token));
    }
}
