//! Tests with a device that lies in each way.

use shortlist_domain::{PasskeyBackup, PasskeyCredential, PasskeyState};

use crate::authenticator::{Authenticator, VERIFIED};
use crate::{Ceremony, Check, PasskeyAnswer, PasskeyError, PasskeyOwner, RelyingParty};

const ORIGIN: &str = "https://jobs.example.org";
const OWNER: [u8; 32] = [7; 32];

fn party() -> RelyingParty {
    RelyingParty::of_address(ORIGIN).unwrap()
}

fn owner() -> PasskeyOwner<'static> {
    PasskeyOwner {
        handle: OWNER,
        email: "ada@example.org",
        full_name: "Ada Example",
    }
}

fn registration() -> Ceremony {
    party().begin_registration(&owner(), &[]).unwrap()
}

fn register(change: impl FnOnce(&mut Authenticator)) -> Result<PasskeyCredential, PasskeyError> {
    let (ceremony, mut device) = (registration(), Authenticator::new());
    change(&mut device);
    let answer = device.create(&ceremony.options, ORIGIN);
    party().finish_registration(&ceremony.state, &answer)
}

/// Returns a device with a registered passkey, and what is stored of it.
fn registered() -> (Authenticator, PasskeyCredential) {
    let (ceremony, mut device) = (registration(), Authenticator::new());
    let answer = device.create(&ceremony.options, ORIGIN);
    let stored = party().finish_registration(&ceremony.state, &answer);
    (device, stored.unwrap())
}

fn finish(
    ceremony: &Ceremony,
    answer: &str,
    stored: &PasskeyCredential,
) -> Result<PasskeyState, PasskeyError> {
    let answer = PasskeyAnswer::read(answer)?;
    party().finish_authentication(&ceremony.state, &answer, OWNER, stored)
}

fn sign_in(
    device: &mut Authenticator,
    stored: &PasskeyCredential,
) -> Result<PasskeyState, PasskeyError> {
    let ceremony = party().begin_authentication().unwrap();
    let answer = device.get(&ceremony.options, ORIGIN);
    finish(&ceremony, &answer, stored)
}

fn refused<T>(check: Check) -> Result<T, PasskeyError> {
    Err(PasskeyError::Refused(check))
}

/// Returns the state of a ceremony that ended in 1970. It ends with the time, in seconds and nanoseconds.
fn outdated(state: &[u8], after_time: usize) -> Vec<u8> {
    let mut state = state.to_vec();
    let end = state.len() - after_time;
    state[end - 12..end].fill(0);
    state
}

#[test]
fn a_new_passkey_signs_in() {
    let (mut device, mut stored) = registered();
    assert_eq!(stored.id.len(), 16);
    assert_eq!(stored.state.backup, PasskeyBackup::Possible);
    let answer = device.get(&party().begin_authentication().unwrap().options, ORIGIN);
    let read = PasskeyAnswer::read(&answer).unwrap();
    assert_eq!(read.credential_id(), stored.id);
    for counter in [0, 0, 5, 6] {
        device.counter = counter;
        let state = sign_in(&mut device, &stored).unwrap();
        assert_eq!(state.counter, counter);
        stored.state = state;
    }
}

#[test]
fn the_options_ask_for_verified_users_and_other_devices() {
    let (_device, stored) = registered();
    let asked = party().begin_registration(&owner(), std::slice::from_ref(&stored));
    let options: serde_json::Value = serde_json::from_str(&asked.unwrap().options).unwrap();
    assert_eq!(options["rp"]["id"], "jobs.example.org");
    assert_eq!(options["user"]["name"], "ada@example.org");
    assert_eq!(options["user"]["displayName"], "Ada Example");
    let selection = &options["authenticatorSelection"];
    assert_eq!(selection["residentKey"], "required");
    assert_eq!(selection["userVerification"], "required");
    assert_eq!(options["excludeCredentials"].as_array().unwrap().len(), 1);
    let asked = party().begin_authentication().unwrap();
    let options: serde_json::Value = serde_json::from_str(&asked.options).unwrap();
    assert_eq!(options["userVerification"], "required");
    assert_ne!(asked, party().begin_authentication().unwrap());
}

#[test]
fn a_name_that_devices_cannot_show_is_left_out() {
    let odd = PasskeyOwner {
        email: "\"a b\"@example.org",
        full_name: "\u{0}",
        ..owner()
    };
    let asked = party().begin_registration(&odd, &[]).unwrap();
    let options: serde_json::Value = serde_json::from_str(&asked.options).unwrap();
    assert_eq!(options["user"]["name"], "account");
    assert_eq!(options["user"]["displayName"], "");
}

#[test]
fn a_registration_must_pass_each_check() {
    assert!(register(|_device| {}).is_ok());
    let unverified = register(|device| device.flags &= !VERIFIED);
    assert_eq!(unverified, refused(Check::UserVerification));
    let of_another = register(|device| device.other_service = Some("evil.example".to_owned()));
    assert_eq!(of_another, refused(Check::RelyingParty));
    let (ceremony, mut device) = (registration(), Authenticator::new());
    let phished = device.create(&ceremony.options, "https://jobs.example.org.evil.example");
    let finished = |state: &[u8], answer: &str| party().finish_registration(state, answer);
    assert_eq!(finished(&ceremony.state, &phished), refused(Check::Origin));
    let answer = device.create(&ceremony.options, ORIGIN);
    let other = registration();
    assert_eq!(finished(&other.state, &answer), refused(Check::Challenge));
    let late = outdated(&ceremony.state, OWNER.len());
    assert_eq!(finished(&late, &answer), Err(PasskeyError::Late));
    for text in ["", "{}", "null", answer.trim_start_matches('{')] {
        assert_eq!(
            finished(&ceremony.state, text),
            Err(PasskeyError::Unreadable)
        );
    }
    assert_eq!(finished(b"x", &answer), Err(PasskeyError::Damaged));
    assert!(finished(&ceremony.state, &answer).is_ok());
}

#[test]
fn a_use_must_pass_each_check() {
    let (mut device, stored) = registered();
    assert!(sign_in(&mut device, &stored).is_ok());
    device.flags &= !VERIFIED;
    assert_eq!(
        sign_in(&mut device, &stored),
        refused(Check::UserVerification)
    );
    device.flags |= VERIFIED;
    device.other_service = Some("evil.example".to_owned());
    assert_eq!(sign_in(&mut device, &stored), refused(Check::RelyingParty));
    device.other_service = None;
    let ceremony = party().begin_authentication().unwrap();
    let phished = device.get(&ceremony.options, "https://jobs.example.org:8443");
    assert_eq!(finish(&ceremony, &phished, &stored), refused(Check::Origin));
    let answer = device.get(&ceremony.options, ORIGIN);
    let other = party().begin_authentication().unwrap();
    assert_eq!(finish(&other, &answer, &stored), refused(Check::Challenge));
    let late = Ceremony {
        state: outdated(&ceremony.state, 0),
        ..ceremony.clone()
    };
    assert_eq!(finish(&late, &answer, &stored), Err(PasskeyError::Late));
    assert_eq!(
        finish(&ceremony, "{}", &stored),
        Err(PasskeyError::Unreadable)
    );
    assert!(finish(&ceremony, &answer, &stored).is_ok());
}

#[test]
fn a_counter_that_goes_back_is_refused() {
    let (mut device, mut stored) = registered();
    stored.state.counter = 5;
    for counter in [0, 4, 5] {
        device.counter = counter;
        assert_eq!(sign_in(&mut device, &stored), refused(Check::Counter));
    }
    device.counter = 6;
    assert!(sign_in(&mut device, &stored).is_ok());
}

#[test]
fn the_passkey_of_another_account_is_refused() {
    let (mut device, stored) = registered();
    let (mut other_device, other_stored) = registered();
    assert_eq!(
        sign_in(&mut other_device, &stored),
        refused(Check::Owner),
        "another passkey"
    );
    let mixed = PasskeyCredential {
        public_key: other_stored.public_key,
        ..stored.clone()
    };
    assert_eq!(sign_in(&mut device, &mixed), refused(Check::Signature));
    // 32 bytes.
    device.user_handle = "A".repeat(43);
    assert_eq!(sign_in(&mut device, &stored), refused(Check::Owner));
}

#[test]
fn a_damaged_passkey_is_named() {
    let (mut device, stored) = registered();
    let damaged = PasskeyCredential {
        public_key: vec![9],
        ..stored
    };
    assert_eq!(sign_in(&mut device, &damaged), Err(PasskeyError::Damaged));
}
