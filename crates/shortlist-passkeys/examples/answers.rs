//! Answers the options for browsers with the device of the tests, and verifies the answers of other devices. `.ci/extended` runs it
//! with another library.
//!
//! It writes a line of JSON: the origin, the options of a registration and of a sign-in, and the answers of the device. Then it
//! reads lines with two other answers to these options, as JSON. For each, it writes `accepted` or the check that they do not pass.

#[path = "../../../tests/it/support/authenticator.rs"]
#[expect(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "the device is a part of the tests"
)]
mod authenticator;

use std::error::Error;
use std::io::{self, Write};

use authenticator::Authenticator;
use serde_json::json;
use shortlist_passkeys::{
    Ceremony, HANDLE_BYTES, OwnerHandle, PasskeyAnswer, PasskeyError, PasskeyOwner, RelyingParty,
};

const ORIGIN: &str = "https://jobs.example.org";
const OWNER: OwnerHandle = [7; HANDLE_BYTES];

/// A service that has asked for a new passkey and for its use.
struct Service {
    party: RelyingParty,
    registration: Ceremony,
    sign_in: Ceremony,
}

impl Service {
    fn new() -> Result<Self, Box<dyn Error>> {
        let party = RelyingParty::of_address(ORIGIN)?;
        let owner = PasskeyOwner {
            handle: OWNER,
            email: "ada@example.org",
            full_name: "Ada Example",
        };
        Ok(Self {
            registration: party.begin_registration(&owner, &[])?,
            sign_in: party.begin_authentication()?,
            party,
        })
    }

    /// Verifies the answer with a new passkey, and the one with its use.
    fn verify(&self, created: &str, used: &str) -> Result<(), PasskeyError> {
        let party = &self.party;
        let passkey = party.finish_registration(&self.registration.state, created)?;
        let used = PasskeyAnswer::read(used)?;
        party.finish_authentication(&self.sign_in.state, &used, OWNER, &passkey)?;
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let service = Service::new()?;
    let options = [&service.registration, &service.sign_in].map(|asked| asked.options.as_str());
    let [registration, sign_in] = options;
    let mut device = Authenticator::new();
    let created = device.create(registration, ORIGIN);
    let used = device.get(sign_in, ORIGIN);
    let mut output = io::stdout();
    let asked = json!({"origin": ORIGIN, "options": options, "answers": [created, used]});
    writeln!(output, "{asked}")?;
    for line in io::stdin().lines() {
        let [created, used]: [String; 2] = serde_json::from_str(&line?)?;
        let verdict = match service.verify(&created, &used) {
            Ok(()) => "accepted".to_owned(),
            Err(PasskeyError::Refused(check)) => check.as_str().to_owned(),
            Err(error) => error.to_string(),
        };
        writeln!(output, "{verdict}")?;
    }
    Ok(())
}
