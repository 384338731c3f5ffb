//! Single sign-on: how a sign-in with a provider begins and ends, and which organization it is for.

use std::sync::Arc;

use chrono::Duration;
use serde_json::{Value, json};
use shortlist_app::{
    BeginSignIn, CreateUser, DeviceTokens, FinishSignIn, FinishedSignIn, IdentityProviders,
    PasswordSignIn, ProviderAnswer, SingleSignOnError, WebSignIn,
};
use shortlist_domain::{
    ClientDevice, OrganizationId, PROVIDER_SIGN_IN_MINUTES, Party, User, UserType,
};
use shortlist_persistence::DatabaseUrl;

use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::input::joined;
use crate::support::proven_identities::{GOOD, ISSUER, ProvenIdentities, identity};
use crate::support::service::{Service, answer};

/// Creates two tests from each function, one for each database. The second one is long.
macro_rules! with_a_provider {
    ($($test:ident),* $(,)?) => {
        mod sqlite {
            $(#[test]
            fn $test() {
                super::on_sqlite(|url| super::run(url, super::$test));
            })*
        }
        mod postgresql {
            $(#[test]
            #[ignore = "long"]
            fn $test() {
                super::on_postgresql(|url| super::run(url, super::$test));
            })*
        }
    };
}

mod accounts;
mod configuration;
mod enforced;
mod linked_identities;
mod sessions;

with_a_provider!(
    a_sign_in_is_finished_once_in_its_browser_and_in_time,
    a_code_that_arrives_at_the_address_of_another_organization_is_sent_to_nobody,
    a_provider_of_another_organization_gets_into_no_account,
    an_organization_without_a_provider_has_no_single_sign_on,
);

const SET: &str = "mutation($input: SetIdentityProviderInput!) { setIdentityProvider(input: $input) {
    issuer clientId hasClientSecret domains mode emergencyAdminId defaultRole groupRoles { group role } } }";
const UPDATE: &str = "mutation($input: UpdateUserInput!) { updateUser(input: $input) { active } }";
const PASSWORD: &str = "purple monkey dishwasher";
const HERE: &str = "192.0.2.7";

fn run(url: &DatabaseUrl, test: fn(&Service, &ProvenIdentities)) {
    let providers = Arc::new(ProvenIdentities::default());
    let shared: Arc<dyn IdentityProviders> = Arc::<ProvenIdentities>::clone(&providers);
    let service = Service::start_adapted(url, |app| app.with_identity_providers(shared));
    test(&service, &providers);
}

fn ours() -> OrganizationId {
    OrganizationId::parse("o", "org_ours").unwrap()
}

fn theirs() -> OrganizationId {
    OrganizationId::parse("o", "org_theirs").unwrap()
}

fn settings(more: &Value) -> Value {
    let usual = json!({
        "organizationId": "org_ours", "issuer": ISSUER, "clientId": "shortlist",
        "clientSecret": "s3cret", "domains": ["example.org"], "mode": "Offered",
        "defaultRole": "Recruiter",
    });
    joined(usual, more)
}

fn set(service: &Service, more: &Value) -> Value {
    service.data(&service.admin, SET, settings(more))
}

/// Creates a user with a password.
fn user(service: &Service, name: &str, user_type: UserType) -> User {
    user_in(service, &ours(), name, user_type)
}

fn user_in(
    service: &Service,
    organization: &OrganizationId,
    name: &str,
    user_type: UserType,
) -> User {
    let request = CreateUser {
        id: Some(format!("usr_{name}")),
        user_type,
        full_name: format!("{name} Example"),
        email: format!("{name}@example.org"),
        password: PASSWORD.to_owned(),
    };
    let party = Party::operator(organization);
    service
        .app
        .accounts()
        .create_user(&party, &request)
        .unwrap()
}

fn enforce(service: &Service) {
    user(service, "emergency", UserType::Admin);
    set(
        service,
        &json!({ "mode": "Enforced", "emergencyAdminId": "usr_emergency" }),
    );
}

/// The address that an organization's provider sends browsers back to.
fn return_address(service: &Service, organization: &str) -> String {
    service.url(&format!("/app/sso/{organization}/return"))
}

/// A sign-in in a browser: its cookie and its state.
fn begin(service: &Service) -> (String, String) {
    begin_at(service, "org_ours")
}

fn begin_at(service: &Service, organization: &str) -> (String, String) {
    let request = BeginSignIn {
        organization: organization.to_owned(),
        redirect: return_address(service, organization),
        next: "/app/jobs".to_owned(),
    };
    let begun = service.app.single_sign_on().begin(&request).unwrap();
    let (_, state) = begun.address.split_once("state=").unwrap();
    (begun.browser_token, state.to_owned())
}

fn finish(
    service: &Service,
    browser: &str,
    state: &str,
    code: &str,
) -> Result<FinishedSignIn, SingleSignOnError> {
    let back = come_back(service, "org_ours", browser, state);
    let answer = ProviderAnswer {
        code: code.to_owned(),
        issuer: None,
    };
    service
        .app
        .single_sign_on()
        .finish(FinishSignIn { answer, ..back })
}

/// A browser that comes back to the address of an organization with a good code.
fn come_back(service: &Service, organization: &str, browser: &str, state: &str) -> FinishSignIn {
    FinishSignIn {
        organization: organization.to_owned(),
        redirect: return_address(service, organization),
        browser_token: browser.to_owned(),
        state: state.to_owned(),
        answer: ProviderAnswer {
            code: GOOD.to_owned(),
            issuer: None,
        },
        address: HERE.to_owned(),
        device: ClientDevice::default(),
    }
}

fn sign_in(service: &Service) -> Result<FinishedSignIn, SingleSignOnError> {
    let (browser, state) = begin(service);
    finish(service, &browser, &state, GOOD)
}

fn with_password(email: &str, password: &str) -> WebSignIn {
    WebSignIn {
        typed: PasswordSignIn {
            organization: None,
            email: email.to_owned(),
            password: password.to_owned(),
            address: HERE.to_owned(),
        },
        devices: DeviceTokens::default(),
        device: ClientDevice::default(),
    }
}

fn a_sign_in_is_finished_once_in_its_browser_and_in_time(
    service: &Service,
    providers: &ProvenIdentities,
) {
    set(service, &json!({}));
    providers.prove(identity("sub-1", "grace@example.org", &[]));
    let is_over = |result| matches!(result, Err(SingleSignOnError::StartAgain));
    let (browser, state) = begin(service);
    let (other_browser, _) = begin(service);
    assert!(is_over(finish(service, &other_browser, &state, GOOD)));
    assert!(is_over(finish(service, "", &state, GOOD)));
    assert!(is_over(finish(service, &browser, "state-99", GOOD)));
    finish(service, &browser, &state, GOOD).unwrap();
    assert!(is_over(finish(service, &browser, &state, GOOD)), "used");
    // A wrong code ends the sign-in, too.
    let (browser, state) = begin(service);
    let wrong = finish(service, &browser, &state, "wrong");
    assert!(matches!(wrong, Err(SingleSignOnError::Provider(_))));
    assert!(is_over(finish(service, &browser, &state, GOOD)));
    let (browser, state) = begin(service);
    service
        .clock
        .advance(Duration::minutes(PROVIDER_SIGN_IN_MINUTES));
    assert!(is_over(finish(service, &browser, &state, GOOD)), "expired");
}

fn a_code_that_arrives_at_the_address_of_another_organization_is_sent_to_nobody(
    service: &Service,
    providers: &ProvenIdentities,
) {
    set(service, &json!({}));
    let theirs = settings(&json!({ "organizationId": "org_theirs" }));
    service.data(&service.stranger, SET, theirs);
    providers.prove(identity("sub-1", "grace@example.org", &[]));
    let single_sign_on = service.app.single_sign_on();
    // A malicious provider sends a browser on to the provider of another organization, which sends it back with a code.
    let (browser, state) = begin_at(service, "org_theirs");
    let ours = come_back(service, "org_ours", &browser, &state);
    let at_the_address_of_the_other = FinishSignIn {
        redirect: return_address(service, "org_ours"),
        ..come_back(service, "org_theirs", &browser, &state)
    };
    for request in [ours, at_the_address_of_the_other] {
        let refused = single_sign_on.finish(request);
        assert!(matches!(refused, Err(SingleSignOnError::StartAgain)));
    }
    assert_eq!(providers.exchanges(), 0);
    let (browser, state) = begin_at(service, "org_theirs");
    let theirs = come_back(service, "org_theirs", &browser, &state);
    single_sign_on.finish(theirs).unwrap();
    assert_eq!(providers.exchanges(), 1);
}

fn a_provider_of_another_organization_gets_into_no_account(
    service: &Service,
    providers: &ProvenIdentities,
) {
    let mara = user(service, "mara", UserType::Admin);
    let settings_of_theirs = settings(&json!({ "organizationId": "org_theirs" }));
    service.data(&service.stranger, SET, settings_of_theirs);
    set(service, &json!({}));
    // Their provider says that somebody has the address of a user of ours.
    providers.prove(identity("sub-1", "mara@example.org", &[]));
    let (browser, state) = begin_at(service, "org_theirs");
    let back = come_back(service, "org_theirs", &browser, &state);
    let single_sign_on = service.app.single_sign_on();
    let created = single_sign_on.finish(back).unwrap().session.user;
    assert_eq!(created.organization_id, theirs());
    assert_ne!(created.id, mara.id);
    assert_eq!(created.user_type, UserType::Recruiter);
    // The account of ours is not linked: our own provider links it to somebody else.
    providers.prove(identity("sub-2", "mara@example.org", &[]));
    assert_eq!(sign_in(service).unwrap().session.user.id, mara.id);
}

/// Signs in to the API by a password, and returns the status and the body.
fn login(service: &Service, email: &str, password: &str) -> (u16, Value) {
    let request = service.client.post(service.url("/auth/login"));
    let request = request.header("x-api-key", &service.admin.key);
    let body = json!({ "email": email, "password": password });
    answer(request.json(&body).send().unwrap())
}

fn an_organization_without_a_provider_has_no_single_sign_on(
    service: &Service,
    _: &ProvenIdentities,
) {
    set(service, &json!({}));
    let single_sign_on = service.app.single_sign_on();
    let offers = |email: &str| single_sign_on.offers_for(email).unwrap().len();
    assert_eq!(
        offers("whoever@EXAMPLE.org"),
        1,
        "whether the account exists or not"
    );
    assert_eq!((offers("a@other.org"), offers("nonsense")), (0, 0));
    for organization in ["org_theirs", "nobody", "not a name"] {
        let request = BeginSignIn {
            organization: organization.to_owned(),
            redirect: return_address(service, organization),
            next: String::new(),
        };
        let begun = single_sign_on.begin(&request);
        assert!(matches!(begun, Err(SingleSignOnError::NotConfigured)));
        let ended = single_sign_on.end_by_notice(organization, "sub-1,,n-1");
        assert!(matches!(ended, Err(SingleSignOnError::NotConfigured)));
    }
}
