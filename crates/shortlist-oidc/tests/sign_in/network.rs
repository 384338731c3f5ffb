//! Providers that are down or slow, and how often a provider is asked.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::json;
use shortlist_app::IdentityProviders;
use shortlist_oidc::{MAX_CALLERS, OidcOptions};

use crate::support::provider::{Answer, Provider};
use crate::support::{REDIRECT, Registered, options, unreachable};

const DISCOVERY: &str = "/.well-known/openid-configuration";

fn impatient() -> OidcOptions {
    OidcOptions {
        time_limit: Duration::from_secs(2),
        ..options()
    }
}

/// Returns options with which no slow machine gives up.
fn patient() -> OidcOptions {
    OidcOptions {
        time_limit: Duration::from_secs(120),
        ..options()
    }
}

/// Waits until a provider is asked for its discovery document.
fn wait_for(provider: &Provider) {
    while provider.requests(DISCOVERY).is_empty() {
        thread::yield_now();
    }
}

#[test]
fn a_slow_provider_is_given_up_and_not_asked_again_at_once() {
    let registered = Registered::with(&impatient());
    registered.provider.answer(DISCOVERY, Answer::Hang);
    for _ in 0..3 {
        let failed = registered.providers.begin(&registered.client, REDIRECT);
        let problem = unreachable(failed);
        assert!(
            problem.contains("discovery document: the provider did not answer in time"),
            "{problem}"
        );
    }
    assert_eq!(registered.provider.requests(DISCOVERY).len(), 1);
    // Whoever changes the settings sees the effect immediately.
    registered.provider.describe(|_unchanged| {});
    assert!(registered.providers.check(&registered.client).is_ok());
    assert!(
        registered
            .providers
            .begin(&registered.client, REDIRECT)
            .is_ok()
    );
}

#[test]
fn a_slow_exchange_is_given_up() {
    let registered = Registered::with(&impatient());
    let started = registered.begin();
    registered.provider.answer("/token", Answer::Hang);
    let problem = unreachable(registered.finish(&started, None));
    assert!(
        problem.contains("exchange the code of the sign-in"),
        "{problem}"
    );
    assert!(problem.contains("did not answer in time"), "{problem}");
}

#[test]
fn an_answer_byte_by_byte_is_cut_off_at_the_deadline() {
    let registered = Registered::with(&impatient());
    registered.provider.answer(DISCOVERY, Answer::Drip);
    let problem = unreachable(registered.providers.check(&registered.client));
    assert!(
        problem.contains("discovery document: the provider did not answer in time"),
        "{problem}"
    );
}

#[test]
fn a_provider_that_is_down_is_unreachable() {
    let mut registered = Registered::new();
    let problems = [
        Answer::BreakOff,
        Answer::Send(502, String::new(), Vec::new()),
    ]
    .map(|answer| {
        registered.provider.answer(DISCOVERY, answer);
        unreachable(registered.providers.check(&registered.client))
    });
    assert!(problems[0].contains("broke off"), "{problems:?}");
    assert!(problems[1].contains("answered 502"), "{problems:?}");
    // No test listens on the port of TCP multiplexing, which only an administrator may do.
    registered.client.issuer = "http://127.0.0.1:1".to_owned();
    let problem = unreachable(registered.providers.check(&registered.client));
    assert!(problem.contains("cannot connect"), "{problem}");
}

/// There are more callers than places, and none is refused.
#[test]
fn a_discovery_document_is_read_once_for_all_who_need_it() {
    let registered = Registered::with(&patient());
    registered.provider.answer(DISCOVERY, Answer::Hang);
    let (results, received) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..=MAX_CALLERS {
            let (results, registered) = (results.clone(), &registered);
            scope.spawn(move || {
                let begun = registered.providers.begin(&registered.client, REDIRECT);
                results.send(begun).unwrap();
            });
        }
        wait_for(&registered.provider);
        registered.provider.describe(|_unchanged| {});
        registered.provider.release();
        for _ in 0..=MAX_CALLERS {
            assert!(received.recv().unwrap().is_ok());
        }
    });
    registered.sign_in(|_unchanged| {}).unwrap();
    assert_eq!(registered.provider.requests(DISCOVERY).len(), 1);
    assert_eq!(registered.provider.requests("/keys").len(), 1);
}

#[test]
fn a_slow_provider_does_not_delay_another() {
    let (slow, good) = (Registered::new(), Registered::with(&patient()));
    slow.provider.answer(DISCOVERY, Answer::Hang);
    thread::scope(|scope| {
        let waiting = scope.spawn(|| good.providers.begin(&slow.client, REDIRECT));
        wait_for(&slow.provider);
        assert_eq!(good.sign_in(|_unchanged| {}).unwrap().subject, "user-1");
        assert!(!waiting.is_finished(), "the slow provider has not answered");
        slow.provider.describe(|_unchanged| {});
        slow.provider.release();
        assert!(waiting.join().unwrap().is_ok());
    });
}

#[test]
fn an_old_discovery_document_is_used_while_it_is_read_again() {
    let registered = Registered::with(&OidcOptions {
        discovery_age: Duration::ZERO,
        ..patient()
    });
    registered.begin();
    registered.provider.answer(DISCOVERY, Answer::Hang);
    thread::scope(|scope| {
        let reading = scope.spawn(|| registered.providers.begin(&registered.client, REDIRECT));
        while registered.provider.requests(DISCOVERY).len() < 2 {
            thread::yield_now();
        }
        for _ in 0..=MAX_CALLERS {
            registered.begin();
        }
        assert!(!reading.is_finished(), "the provider has not answered");
        registered.provider.describe(|_unchanged| {});
        registered.provider.release();
        assert!(reading.join().unwrap().is_ok());
    });
}

#[test]
fn an_old_discovery_document_is_read_again() {
    let registered = Registered::with(&OidcOptions {
        discovery_age: Duration::ZERO,
        ..options()
    });
    registered.begin();
    let moved = format!("{}/moved", registered.provider.issuer);
    registered
        .provider
        .describe(|all| all["authorization_endpoint"] = json!(moved));
    assert!(registered.begin().address.starts_with(&moved));
}
