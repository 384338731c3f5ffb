//! Limits on guessing passwords: by account and network, and none by strangers for a known device.

use chrono::Duration;
use shortlist_app::limits::{MAX_FAILURES, MAX_FAILURES_FROM_NETWORK};
use shortlist_app::{
    ChangePassword, CreateUser, DeviceTokens, LoginCredentials, LoginError, PasswordSignIn,
    WebSession, WebSignIn, WebSignInOutcome,
};
use shortlist_domain::{ClientDevice, NewUser, OrganizationId, Party, UserType};
use shortlist_persistence::MAX_ACCOUNTS_OF_AN_ADDRESS;

use crate::support::people::Caller;
use crate::support::records::{new_user, organization};
use crate::support::service::Service;
use crate::support::writes::Writes as _;

on_both_databases!(
    failures_of_strangers_never_lock_out_a_known_device,
    a_known_device_has_failures_of_its_own,
    a_device_is_known_for_its_account_only,
    a_key_that_a_user_has_signed_in_with_is_known,
    a_hundred_failures_of_an_account_or_a_network_are_too_many,
    limits_do_not_say_which_addresses_have_an_account,
    strangers_do_not_prevent_a_new_password,
    an_address_of_one_organization_needs_no_organization,
    an_address_of_several_organizations_chooses_after_the_password,
    a_choice_of_an_organization_ends,
    accounts_without_a_password_keep_nobody_from_signing_in,
);

const PASSWORD: &str = "correct horse battery";
const MARA: &str = "mara@example.org";
const OTTO: &str = "otto@example.org";
/// Two addresses of one network, and one of another.
const HERE: &str = "192.0.2.7";
const NEXT_DOOR: &str = "192.0.2.200";
const ELSEWHERE: &str = "198.51.100.1";

fn create(service: &Service, organization: &str, email: &str, password: &str) -> String {
    let organization = OrganizationId::parse("o", organization).unwrap();
    let user = CreateUser {
        id: None,
        user_type: UserType::Recruiter,
        full_name: "Example".into(),
        email: email.into(),
        password: password.into(),
    };
    let party = Party::operator(&organization);
    let created = service.app.accounts().create_user(&party, &user).unwrap();
    created.id.into_string()
}

/// Somebody at a browser.
#[derive(Clone, Default)]
struct Browser {
    address: &'static str,
    devices: DeviceTokens,
}

impl Browser {
    fn at(address: &'static str) -> Self {
        Self {
            address,
            devices: DeviceTokens::default(),
        }
    }

    fn try_sign_in(
        &self,
        service: &Service,
        email: &str,
        password: &str,
        organization: Option<&str>,
    ) -> Result<WebSignInOutcome, LoginError> {
        let named = organization.map(|id| OrganizationId::parse("o", id).unwrap());
        let request = WebSignIn {
            typed: PasswordSignIn {
                organization: named,
                email: email.to_owned(),
                password: password.to_owned(),
                address: self.address.to_owned(),
            },
            devices: self.devices.clone(),
            device: ClientDevice::default(),
        };
        let sessions = service.app.sessions();
        sessions.check_web_failures(&request)?;
        sessions.sign_in_to_web(&request)
    }

    /// Signs in, and keeps the tokens.
    fn sign_in(&mut self, service: &Service, email: &str) -> WebSession {
        let outcome = self.try_sign_in(service, email, PASSWORD, None).unwrap();
        let session = opened(outcome);
        self.devices = session.devices.clone();
        session
    }

    fn is_admitted(&self, service: &Service, email: &str) -> bool {
        match self.try_sign_in(service, email, PASSWORD, None) {
            Ok(_) => true,
            Err(LoginError::Throttled {
                retry_after_seconds,
            }) => {
                assert!((1..=900).contains(&retry_after_seconds));
                false
            }
            Err(error) => panic!("{error}"),
        }
    }

    fn fail(&self, service: &Service, email: &str, times: i64) {
        for _ in 0..times {
            let refused = self.try_sign_in(service, email, "wrong", None);
            assert!(matches!(refused, Err(LoginError::Refused)), "{refused:?}");
        }
    }
}

fn opened(outcome: WebSignInOutcome) -> WebSession {
    match outcome {
        WebSignInOutcome::Opened(session) => *session,
        other => panic!("{other:?}"),
    }
}

fn failures_of_strangers_never_lock_out_a_known_device(service: &Service) {
    create(service, "org_ours", MARA, PASSWORD);
    let mut known = Browser::at(HERE);
    known.sign_in(service, MARA);
    let stranger = Browser::at(NEXT_DOOR);
    stranger.fail(service, MARA, MAX_FAILURES_FROM_NETWORK);
    assert!(!stranger.is_admitted(service, MARA));
    assert!(!Browser::at(HERE).is_admitted(service, MARA), "one network");
    assert!(known.is_admitted(service, MARA));
    assert!(Browser::at(ELSEWHERE).is_admitted(service, MARA));
    // What strangers need many networks and accounts for.
    let sessions = service.store().sessions();
    let keys = [format!("account:{MARA}"), "network:192.0.2.0/24".to_owned()];
    for _ in 0..MAX_FAILURES {
        let now = service.app.clock().now();
        sessions.count_login_failure(&keys, now).unwrap();
    }
    assert!(!Browser::at(ELSEWHERE).is_admitted(service, MARA));
    assert!(known.is_admitted(service, MARA));
    service.clock.advance(Duration::minutes(16));
    assert!(stranger.is_admitted(service, MARA));
}

fn a_known_device_has_failures_of_its_own(service: &Service) {
    create(service, "org_ours", MARA, PASSWORD);
    let mut known = Browser::at(HERE);
    known.sign_in(service, MARA);
    known.fail(service, MARA, MAX_FAILURES_FROM_NETWORK);
    assert!(!known.is_admitted(service, MARA));
    let moved = Browser {
        address: ELSEWHERE,
        ..known.clone()
    };
    assert!(!moved.is_admitted(service, MARA), "it is the same device");
    assert!(Browser::at(HERE).is_admitted(service, MARA));
    service.clock.advance(Duration::minutes(16));
    assert!(known.is_admitted(service, MARA));
}

fn a_device_is_known_for_its_account_only(service: &Service) {
    for email in [MARA, OTTO] {
        create(service, "org_ours", email, PASSWORD);
    }
    let mut shared = Browser::at(HERE);
    shared.sign_in(service, OTTO);
    let of_otto = shared.clone();
    shared.sign_in(service, MARA);
    Browser::at(NEXT_DOOR).fail(service, MARA, MAX_FAILURES_FROM_NETWORK);
    assert!(!of_otto.is_admitted(service, MARA));
    assert!(shared.is_admitted(service, MARA));
    Browser::at(NEXT_DOOR).fail(service, OTTO, MAX_FAILURES_FROM_NETWORK);
    assert!(shared.is_admitted(service, OTTO), "it keeps both tokens");
}

fn a_key_that_a_user_has_signed_in_with_is_known(service: &Service) {
    create(service, "org_ours", MARA, PASSWORD);
    let login = |caller: &Caller| {
        let sessions = service.app.sessions();
        let typed = LoginCredentials {
            email: MARA,
            password: PASSWORD,
            code: None,
        };
        sessions.login(&caller.key, &typed, HERE, ClientDevice::default())
    };
    login(&service.admin).unwrap();
    Browser::at(HERE).fail(service, MARA, MAX_FAILURES_FROM_NETWORK);
    login(&service.admin).unwrap();
    let permissions = [shortlist_domain::Permission::JobsRead];
    let other = service.with_permissions(&service.admin, &permissions);
    let refused = login(&other);
    assert!(
        matches!(refused, Err(LoginError::Throttled { .. })),
        "nobody has signed in with this key: {refused:?}"
    );
}

fn a_hundred_failures_of_an_account_or_a_network_are_too_many(service: &Service) {
    for email in [MARA, OTTO] {
        create(service, "org_ours", email, PASSWORD);
    }
    let sessions = service.store().sessions();
    let count = |key: &str, times: i64| {
        for _ in 0..times {
            let now = service.app.clock().now();
            sessions
                .count_login_failure(&[key.to_owned()], now)
                .unwrap();
        }
    };
    count(&format!("account:{MARA}"), MAX_FAILURES - 1);
    let stranger = Browser::at(HERE);
    stranger.fail(service, MARA, 1);
    assert!(!Browser::at(ELSEWHERE).is_admitted(service, MARA));
    assert!(Browser::at(ELSEWHERE).is_admitted(service, OTTO));
    count("network:192.0.2.0/24", MAX_FAILURES - 2);
    stranger.fail(service, "nobody@example.org", 1);
    assert!(!Browser::at(NEXT_DOOR).is_admitted(service, OTTO));
    assert!(Browser::at(ELSEWHERE).is_admitted(service, OTTO));
}

/// Neither the answers nor their number differ, with and without an organization.
fn limits_do_not_say_which_addresses_have_an_account(service: &Service) {
    create(service, "org_ours", MARA, PASSWORD);
    let answers = |email: &str| {
        let browser = Browser::at(HERE);
        let organizations = [None, Some("org_ours"), Some("org_unknown")];
        let organizations = organizations.into_iter().cycle();
        let attempts = organizations.take(12).map(|organization| {
            let answer = browser.try_sign_in(service, email, "wrong", organization);
            answer.unwrap_err().to_string()
        });
        attempts.collect::<Vec<_>>()
    };
    let known = answers(MARA);
    assert_eq!(known, answers("nobody@example.org"));
    assert_ne!(known.first(), known.last(), "the last ones are throttled");
}

fn strangers_do_not_prevent_a_new_password(service: &Service) {
    create(service, "org_ours", MARA, PASSWORD);
    let session = Browser::at(HERE).sign_in(service, MARA);
    let access = service.app.access();
    let principal = access.authenticate_web(&session.token, HERE).unwrap();
    let principal = principal.principal;
    Browser::at(HERE).fail(service, MARA, MAX_FAILURES_FROM_NETWORK);
    let change = |current: &str| {
        let change = ChangePassword {
            current_password: current.to_owned(),
            new_password: "another long password".to_owned(),
        };
        let changed = service.app.sessions().change_password(&principal, &change);
        changed.map(drop).map_err(|error| error.to_string())
    };
    for _ in 1..MAX_FAILURES_FROM_NETWORK {
        assert!(
            change("wrong")
                .unwrap_err()
                .contains("is not your password")
        );
    }
    change(PASSWORD).unwrap();
    assert!(
        change("wrong")
            .unwrap_err()
            .contains("is not your password")
    );
    assert!(
        change("another long password")
            .unwrap_err()
            .contains("too often")
    );
}

fn an_address_of_one_organization_needs_no_organization(service: &Service) {
    create(service, "org_theirs", MARA, PASSWORD);
    let mut browser = Browser::at(HERE);
    let session = browser.sign_in(service, MARA);
    assert_eq!(session.user.organization_id.as_str(), "org_theirs");
    let named =
        |organization: &str| browser.try_sign_in(service, MARA, PASSWORD, Some(organization));
    assert!(
        named("org_theirs").is_ok(),
        "links that name it keep working"
    );
    assert!(matches!(named("org_ours"), Err(LoginError::Refused)));
}

fn an_address_of_several_organizations_chooses_after_the_password(service: &Service) {
    for organization in ["org_ours", "org_theirs"] {
        create(service, organization, MARA, PASSWORD);
    }
    create(service, "org_ours", OTTO, PASSWORD);
    create(service, "org_theirs", OTTO, "another long password");
    let mut browser = Browser::at(HERE);
    let session = browser.sign_in(service, OTTO);
    assert_eq!(
        session.user.organization_id.as_str(),
        "org_ours",
        "the password decides"
    );
    let wrong = browser.try_sign_in(service, MARA, "wrong", None);
    assert!(matches!(wrong, Err(LoginError::Refused)));
    let right = browser.try_sign_in(service, MARA, PASSWORD, None);
    let Ok(WebSignInOutcome::Choose(choices)) = right else {
        panic!("{right:?}");
    };
    let offered: Vec<&str> = choices
        .iter()
        .map(|one| one.organization.as_str())
        .collect();
    assert_eq!(offered, ["org_ours", "org_theirs"]);
    let sessions = service.app.sessions();
    for one in &choices {
        let opened = sessions.choose_organization(
            &one.choice,
            &browser.devices,
            HERE,
            ClientDevice::default(),
        );
        let Ok(WebSignInOutcome::Opened(session)) = opened else {
            panic!("{opened:?}");
        };
        assert_eq!(session.user.organization_id, one.organization);
        let user = service.app.access().authenticate_web(&session.token, HERE);
        assert_eq!(user.unwrap().principal.organization_id, one.organization);
    }
}

/// Each of these organizations has invited the user, or has a provider for them, and comes before the one with the password.
fn accounts_without_a_password_keep_nobody_from_signing_in(service: &Service) {
    for number in 0..MAX_ACCOUNTS_OF_AN_ADDRESS {
        let here = organization(service.store(), &format!("org_{number}"));
        let without = NewUser {
            password_hash: "none".to_owned(),
            ..new_user(&here, "mara")
        };
        service.store().insert_user(&without).unwrap();
    }
    create(service, "org_theirs", MARA, PASSWORD);
    let session = Browser::at(HERE).sign_in(service, MARA);
    assert_eq!(session.user.organization_id.as_str(), "org_theirs");
}

fn a_choice_of_an_organization_ends(service: &Service) {
    let users = ["org_ours", "org_theirs"].map(|id| create(service, id, MARA, PASSWORD));
    let browser = Browser::at(HERE);
    let choices = || match browser.try_sign_in(service, MARA, PASSWORD, None) {
        Ok(WebSignInOutcome::Choose(choices)) => choices,
        other => panic!("{other:?}"),
    };
    let choose = |choice: &str| {
        let sessions = service.app.sessions();
        sessions.choose_organization(choice, &browser.devices, HERE, ClientDevice::default())
    };
    let first = choices();
    let choice = &first[0].choice;
    let other_user = choice.replace(&users[0], &users[1]);
    let other_organization = choice.replace("org_ours", "org_theirs");
    let later = choice.replacen("/1", "/2", 1);
    for forged in ["", "/", "a/b/c/d", &other_user, &other_organization, &later] {
        assert!(choose(forged).is_err(), "{forged}");
    }
    assert!(choose(choice).is_ok());
    service.clock.advance(Duration::minutes(6));
    assert!(choose(choice).is_err(), "it is too old");
    let fresh = choices();
    let organization = OrganizationId::parse("o", "org_ours").unwrap();
    let change = shortlist_app::UpdateUser {
        password: Some("another long password".to_owned()),
        ..shortlist_app::UpdateUser::default()
    };
    let party = Party::operator(&organization);
    let accounts = service.app.accounts();
    accounts.update_user(&party, &users[0], &change).unwrap();
    assert!(choose(&fresh[0].choice).is_err(), "the password is new");
    assert!(choose(&fresh[1].choice).is_ok());
}
