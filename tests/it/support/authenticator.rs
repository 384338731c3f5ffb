//! A device with a passkey, which can lie: ES256, without an attestation. `shortlist-passkeys` uses it in tests and an example.

use data_encoding::BASE64URL_NOPAD;
use ring::digest::{SHA256, digest};
use ring::rand::{SecureRandom, SystemRandom};
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};

/// The user was there.
const PRESENT: u8 = 1;
/// The device has verified the user.
pub(crate) const VERIFIED: u8 = 4;
/// The passkey may be copied to other devices.
const COPYABLE: u8 = 8;
/// What follows is a new public key.
const WITH_KEY: u8 = 0x40;

/// A device with a passkey for one account.
pub(crate) struct Authenticator {
    key: EcdsaKeyPair,
    random: SystemRandom,
    credential_id: [u8; 16],
    /// The account, as the service has named it.
    pub(crate) user_handle: String,
    /// How often the passkey was used.
    pub(crate) counter: u32,
    /// What the device says about the user and the passkey.
    pub(crate) flags: u8,
    /// Another service than the one that asks.
    pub(crate) other_service: Option<String>,
}

impl Authenticator {
    /// Returns a device with a new key.
    pub(crate) fn new() -> Self {
        let random = SystemRandom::new();
        let algorithm = &ECDSA_P256_SHA256_ASN1_SIGNING;
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
        let key = EcdsaKeyPair::from_pkcs8(algorithm, pkcs8.as_ref(), &random).unwrap();
        let mut credential_id = [0; 16];
        random.fill(&mut credential_id).unwrap();
        Self {
            key,
            random,
            credential_id,
            user_handle: String::new(),
            counter: 0,
            flags: PRESENT | VERIFIED | COPYABLE,
            other_service: None,
        }
    }

    /// Answers options with a new passkey, on a page of an origin.
    pub(crate) fn create(&mut self, options: &str, origin: &str) -> String {
        let options: Value = serde_json::from_str(options).unwrap();
        options["user"]["id"]
            .as_str()
            .unwrap()
            .clone_into(&mut self.user_handle);
        let mut data = self.data(options["rp"]["id"].as_str().unwrap(), WITH_KEY);
        data.extend([0; 16]);
        data.extend([0, 16]);
        data.extend(self.credential_id);
        // A map of the type EC2, the algorithm ES256, the curve P-256, x and y.
        let point = self.key.public_key().as_ref();
        data.extend([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32]);
        data.extend(&point[1..33]);
        data.extend([0x22, 0x58, 32]);
        data.extend(&point[33..]);
        let mut attestation = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".to_vec();
        attestation.push(u8::try_from(data.len()).unwrap());
        attestation.extend(data);
        let response = json!({
            "clientDataJSON": encoded(&client_data("create", &options, origin)),
            "attestationObject": encoded(&attestation),
            "transports": ["internal"],
        });
        self.answer(&response)
    }

    /// Answers options with the passkey, on a page of an origin.
    pub(crate) fn get(&mut self, options: &str, origin: &str) -> String {
        let options: Value = serde_json::from_str(options).unwrap();
        let data = self.data(options["rpId"].as_str().unwrap(), 0);
        let client_data = client_data("get", &options, origin);
        let mut signed = data.clone();
        signed.extend(digest(&SHA256, &client_data).as_ref());
        let signature = self.key.sign(&self.random, &signed).unwrap();
        let response = json!({
            "clientDataJSON": encoded(&client_data),
            "authenticatorData": encoded(&data),
            "signature": encoded(signature.as_ref()),
            "userHandle": self.user_handle,
        });
        self.answer(&response)
    }

    fn data(&self, service: &str, more_flags: u8) -> Vec<u8> {
        let service = self.other_service.as_deref().unwrap_or(service);
        let mut data = digest(&SHA256, service.as_bytes()).as_ref().to_vec();
        data.push(self.flags | more_flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    fn answer(&self, response: &Value) -> String {
        let id = encoded(&self.credential_id);
        json!({
            "id": id,
            "rawId": id,
            "type": "public-key",
            "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
            "response": response,
        })
        .to_string()
    }
}

fn encoded(bytes: &[u8]) -> String {
    BASE64URL_NOPAD.encode(bytes)
}

fn client_data(kind: &str, options: &Value, origin: &str) -> Vec<u8> {
    let data = json!({
        "type": format!("webauthn.{kind}"),
        "challenge": options["challenge"],
        "origin": origin,
        "crossOrigin": false,
    });
    data.to_string().into_bytes()
}
