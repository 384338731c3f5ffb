//! Limits on wrong codes: of an account, of a network, and of a device that has entered a right code.

use chrono::Duration;
use shortlist_app::limits::MAX_FAILURES_FROM_NETWORK;
use shortlist_app::{DeviceTokens, LoginError};

use super::{
    Client, HERE, PASSWORD, caller, challenge, code, create_mara, finish, login, next_code, opened,
    refusal, set_up, set_up_as, sign_in, typed,
};
use crate::support::service::Service;
use crate::support::threads::at_once;

on_both_databases!(
    wrong_codes_are_limited_like_wrong_passwords,
    wrong_codes_from_many_networks_are_limited_together,
    wrong_codes_at_once_are_limited_together,
    a_device_that_knows_the_password_alone_has_no_codes_of_its_own,
    a_browser_with_a_right_code_has_wrong_ones_of_its_own,
    a_key_with_a_right_code_has_wrong_ones_of_its_own,
);

impl Client {
    /// Returns a browser in a network of its own.
    fn in_network(number: i64) -> Self {
        Self::at(&format!("198.51.{number}.1"))
    }

    fn with_devices(self, devices: &DeviceTokens) -> Self {
        Self {
            devices: devices.clone(),
            ..self
        }
    }

    fn fail(&self, service: &Service, challenge: &str) {
        let refused = self.finish(service, challenge, "000000");
        assert!(matches!(refused, Err(LoginError::WrongCode)), "{refused:?}");
    }

    fn is_throttled(&self, service: &Service, challenge: &str, code: &str) -> bool {
        let finished = self.finish(service, challenge, code);
        matches!(finished, Err(LoginError::Throttled { .. }))
    }
}

/// Uses up the wrong codes of the account, each from another network.
fn fail_from_everywhere(service: &Service, challenge: &str) {
    for number in 0..MAX_FAILURES_FROM_NETWORK {
        Client::in_network(number).fail(service, challenge);
    }
}

fn wrong_codes_are_limited_like_wrong_passwords(service: &Service) {
    let factor = set_up(service);
    let text = challenge(service);
    for _ in 0..MAX_FAILURES_FROM_NETWORK {
        let refused = finish(service, &text, "000000");
        assert!(matches!(refused, Err(LoginError::WrongCode)), "{refused:?}");
    }
    let right = next_code(service, &factor.app);
    let refused = finish(service, &text, &right);
    assert!(
        matches!(refused, Err(LoginError::Throttled { .. })),
        "{refused:?}"
    );
    let refused = sign_in(service, PASSWORD);
    assert!(
        matches!(refused, Err(LoginError::Throttled { .. })),
        "codes and passwords share a limit: {refused:?}"
    );
    service.clock.advance(Duration::minutes(16));
    let right = code(service, &factor.app);
    finish(service, &challenge(service), &right).unwrap();
}

fn wrong_codes_from_many_networks_are_limited_together(service: &Service) {
    let factor = set_up(service);
    let text = challenge(service);
    fail_from_everywhere(service, &text);
    let right = next_code(service, &factor.app);
    let another = Client::in_network(99);
    assert!(another.is_throttled(service, &text, &right));
    service.clock.advance(Duration::minutes(16));
    let right = code(service, &factor.app);
    another
        .finish(service, &challenge(service), &right)
        .unwrap();
}

/// A challenge works until a right code ends it, so one is enough for many attempts at the same time.
fn wrong_codes_at_once_are_limited_together(service: &Service) {
    let factor = set_up(service);
    let text = challenge(service);
    let refused = at_once(16, |number| {
        let client = Client::at(&format!("198.51.{number}.1"));
        client.finish(service, &text, "000000").unwrap_err()
    });
    let is_checked = |error: &&LoginError| matches!(error, LoginError::WrongCode);
    let checked = refused.iter().filter(is_checked).count();
    assert_eq!(
        i64::try_from(checked).unwrap(),
        MAX_FAILURES_FROM_NETWORK,
        "{refused:?}"
    );
    let is_limited =
        |error: &LoginError| matches!(error, LoginError::WrongCode | LoginError::Throttled { .. });
    assert!(refused.iter().all(is_limited), "{refused:?}");
    let right = next_code(service, &factor.app);
    assert!(Client::in_network(99).is_throttled(service, &text, &right));
}

/// Whoever has guessed the password can sign in many browsers before there is a second factor.
fn a_device_that_knows_the_password_alone_has_no_codes_of_its_own(service: &Service) {
    create_mara(service);
    let collected = [opened(service).devices, opened(service).devices];
    let factor = set_up_as(service, &caller(service, &opened(service)).0);
    let text = challenge(service);
    for (number, devices) in (0..MAX_FAILURES_FROM_NETWORK).zip(collected.iter().cycle()) {
        let client = Client::in_network(number).with_devices(devices);
        client.fail(service, &text);
    }
    let right = next_code(service, &factor.app);
    for devices in &collected {
        let client = Client::in_network(99).with_devices(devices);
        assert!(client.is_throttled(service, &text, &right));
    }
}

fn a_browser_with_a_right_code_has_wrong_ones_of_its_own(service: &Service) {
    let factor = set_up(service);
    let session = finish(service, &challenge(service), &factor.recovery[0]).unwrap();
    let known = Client::at(HERE).with_devices(&session.devices);
    let text = challenge(service);
    fail_from_everywhere(service, &text);
    assert!(Client::at(HERE).is_throttled(service, &text, &factor.recovery[1]));
    known.finish(service, &text, &factor.recovery[1]).unwrap();
    let text = challenge(service);
    for _ in 0..MAX_FAILURES_FROM_NETWORK {
        known.fail(service, &text);
    }
    assert!(known.is_throttled(service, &text, &factor.recovery[2]));
    service.clock.advance(Duration::minutes(16));
    let session = known.finish(service, &challenge(service), &factor.recovery[2]);
    let (principal, _) = caller(service, &session.unwrap());
    let sessions = service.app.sessions();
    let typed = typed(PASSWORD, &factor.recovery[3]);
    sessions.remove_second_factor(&principal, &typed).unwrap();
    let factor = set_up_as(service, &principal);
    let text = challenge(service);
    fail_from_everywhere(service, &text);
    assert!(
        known.is_throttled(service, &text, &factor.recovery[0]),
        "it has typed no code of the new second factor"
    );
}

fn a_key_with_a_right_code_has_wrong_ones_of_its_own(service: &Service) {
    create_mara(service);
    assert_eq!(login(service, PASSWORD, None).0, 200);
    let factor = set_up_as(service, &caller(service, &opened(service)).0);
    let fail = || {
        for _ in 0..MAX_FAILURES_FROM_NETWORK {
            refusal(service, PASSWORD, Some("000000"));
        }
    };
    fail();
    let right = factor.recovery[0].as_str();
    let limited = login(service, PASSWORD, Some(right));
    assert_eq!(limited.0, 429, "{}", limited.1);
    let text = challenge(service);
    assert!(Client::in_network(99).is_throttled(service, &text, right));
    service.clock.advance(Duration::minutes(16));
    assert_eq!(login(service, PASSWORD, Some(right)).0, 200);
    fail_from_everywhere(service, &challenge(service));
    let next = login(service, PASSWORD, Some(&factor.recovery[1]));
    assert_eq!(next.0, 200, "{}", next.1);
    fail();
    assert_eq!(login(service, PASSWORD, Some(&factor.recovery[2])).0, 429);
}
