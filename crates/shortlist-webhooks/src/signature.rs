//! Signatures of deliveries: HMAC-SHA256, as Standard Webhooks describes.

use data_encoding::BASE64;
use ring::hmac;
use shortlist_domain::{Timestamp, WebhookSecret};

/// Returns the value of the header `webhook-signature`: one signature for each secret, over the identifier, the time in
/// seconds since 1970 and the body.
pub fn signatures(secrets: &[WebhookSecret], id: &str, at: Timestamp, body: &[u8]) -> String {
    let signed = |secret: &WebhookSecret| {
        let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
        let mut context = hmac::Context::with_key(&key);
        context.update(format!("{id}.{}.", unix_seconds(at)).as_bytes());
        context.update(body);
        format!("v1,{}", BASE64.encode(context.sign().as_ref()))
    };
    let all: Vec<String> = secrets.iter().map(signed).collect();
    all.join(" ")
}

/// Returns the seconds since 1970.
pub(crate) fn unix_seconds(at: Timestamp) -> i64 {
    at.as_datetime().timestamp()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the specification's reference libraries
    /// (<https://github.com/standard-webhooks/standard-webhooks/tree/main/libraries>).
    #[test]
    fn the_reference_example_has_the_reference_signature() {
        let secret = BASE64.decode(b"MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let at = Timestamp::from_unix_millis(1_614_265_330_000).unwrap();
        let signed = signatures(
            &[WebhookSecret::stored(secret)],
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            at,
            br#"{"test": 2432232314}"#,
        );
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn two_secrets_give_two_signatures() {
        let secrets = [WebhookSecret::new([1; 32]), WebhookSecret::new([2; 32])];
        let at = Timestamp::from_unix_millis(0).unwrap();
        let both = signatures(&secrets, "evt_1", at, b"{}");
        let first = signatures(&secrets[..1], "evt_1", at, b"{}");
        assert_eq!(both.split(' ').count(), 2);
        assert!(both.starts_with(&first), "{both}");
        assert_ne!(first, signatures(&secrets[1..], "evt_1", at, b"{}"));
    }
}
