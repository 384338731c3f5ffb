//! Who a user is, from claims that are verified.

use serde_json::Value;
use shortlist_app::ProvenIdentity;
use shortlist_domain::MAX_PROVIDER_GROUP_CHARS;

use crate::checks;
use crate::id_token::Claims;

/// The longest subject, in characters (OpenID Connect Core 1.0, section 2).
pub const MAX_SUBJECT_CHARS: usize = 255;
/// The largest number of groups. More are ignored.
const MAX_GROUPS: usize = 200;
/// The longest name and the longest e-mail address, in characters. Longer ones are ignored.
const MAX_TEXT_CHARS: usize = 320;

/// The issuer of all accounts of Google.
const GOOGLE: &str = "https://accounts.google.com";

/// An e-mail address, with what the provider says about it.
#[derive(Clone)]
pub(crate) struct StatedEmail {
    pub(crate) address: String,
    pub(crate) is_verified: bool,
    /// Google: the domain of the organization that the account belongs to.
    pub(crate) hosted_domain: Option<Value>,
}

/// What a provider says about a user, apart from the identifier.
#[derive(Default)]
pub(crate) struct Details {
    pub(crate) email: Option<StatedEmail>,
    pub(crate) name: Option<String>,
    pub(crate) groups: Option<Value>,
    pub(crate) roles: Option<Value>,
}

impl Details {
    /// Returns what an ID token says.
    pub(crate) fn of(claims: &Claims) -> Self {
        let name = claims.name().and_then(|name| name.get(None));
        let more = claims.additional_claims();
        let email = claims.email().map(|address| StatedEmail {
            address: address.as_str().to_owned(),
            is_verified: claims
                .email_verified()
                .unwrap_or_else(|| is_yes(more.xms_edov.as_ref())),
            hosted_domain: more.hd.clone(),
        });
        Self {
            email,
            name: name.map(|name| name.as_str().to_owned()),
            groups: more.groups.clone(),
            roles: more.roles.clone(),
        }
    }

    /// Adds what is missing here. An address is only taken with what is said about itself.
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            email: self.email.or(other.email),
            name: self.name.or(other.name),
            groups: self.groups.or(other.groups),
            roles: self.roles.or(other.roles),
        }
    }
}

/// Returns the identity that these claims prove.
pub(crate) fn identity(
    issuer: &str,
    claims: &Claims,
    details: Details,
) -> Result<ProvenIdentity, &'static str> {
    let subject = claims.subject().as_str();
    if !is_subject(subject) {
        return Err(checks::SUBJECT);
    }
    let groups = details.groups.or(details.roles);
    Ok(ProvenIdentity {
        issuer: issuer.to_owned(),
        subject: subject.to_owned(),
        verified_email: details
            .email
            .filter(|email| is_proven(email, issuer))
            .map(|email| email.address)
            .filter(|address| is_text(address, MAX_TEXT_CHARS)),
        full_name: details.name.filter(|name| is_text(name, MAX_TEXT_CHARS)),
        groups: groups.as_ref().map(group_names).unwrap_or_default(),
        provider_session: identifier(claims.additional_claims().sid.as_ref()),
    })
}

/// Returns whether this may identify a user.
pub(crate) fn is_subject(text: &str) -> bool {
    is_text(text, MAX_SUBJECT_CHARS)
}

/// Returns a claim that is an identifier.
pub(crate) fn identifier(claim: Option<&Value>) -> Option<String> {
    let text = claim.and_then(Value::as_str);
    text.filter(|text| is_subject(text)).map(str::to_owned)
}

/// Returns whether an address proves who its owner is. Anyone can open a consumer account of Google with an address of another
/// provider, and keep the account after losing the address. Only an organization manages the addresses of its own domain:
/// <https://developers.google.com/identity/gsi/web/guides/verify-google-id-token>.
fn is_proven(email: &StatedEmail, issuer: &str) -> bool {
    if issuer != GOOGLE {
        return email.is_verified;
    }
    let hosted = email.hosted_domain.as_ref().and_then(Value::as_str);
    let is_managed = hosted.is_some_and(|hosted| {
        let parts = email.address.rsplit_once('@');
        parts.is_some_and(|(_, domain)| domain.eq_ignore_ascii_case(hosted))
    });
    email.is_verified && is_managed
}

/// Returns whether a Boolean claim is true. Some providers write it as text, and Entra ID also as a number.
pub(crate) fn is_yes(claim: Option<&Value>) -> bool {
    match claim {
        Some(Value::Bool(yes)) => *yes,
        Some(Value::Number(number)) => number.as_u64() == Some(1),
        Some(Value::String(text)) => text == "1" || text.eq_ignore_ascii_case("true"),
        _ => false,
    }
}

/// Databases cannot store every control character.
fn is_text(text: &str, most: usize) -> bool {
    let length = text.chars().count();
    (1..=most).contains(&length) && !text.chars().any(char::is_control)
}

/// Some providers write a single group without a list.
fn group_names(claim: &Value) -> Vec<String> {
    let names: Vec<&str> = match claim {
        Value::String(one) => vec![one],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let usable = names
        .into_iter()
        .filter(|name| is_text(name, MAX_PROVIDER_GROUP_CHARS));
    usable.take(MAX_GROUPS).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn groups_are_a_list_or_one_text_and_bounded() {
        assert_eq!(group_names(&json!("staff")), ["staff"]);
        assert_eq!(
            group_names(&json!(["a", 1, "", "b\0", "c", {"d": 1}])),
            ["a", "c"]
        );
        assert!(group_names(&json!({"staff": true})).is_empty());
        let many: Vec<String> = (0..=MAX_GROUPS).map(|number| number.to_string()).collect();
        assert_eq!(group_names(&json!(many)).len(), MAX_GROUPS);
        let longest = "g".repeat(MAX_PROVIDER_GROUP_CHARS);
        let longer = format!("{longest}g");
        assert_eq!(group_names(&json!([longer, longest])), [longest.as_str()]);
    }

    #[test]
    fn a_claim_of_yes_has_several_forms() {
        for yes in [json!(true), json!(1), json!("1"), json!("True")] {
            assert!(is_yes(Some(&yes)), "{yes}");
        }
        for no in [
            json!(false),
            json!(0),
            json!("0"),
            json!(""),
            json!([1]),
            json!(null),
        ] {
            assert!(!is_yes(Some(&no)), "{no}");
        }
        assert!(!is_yes(None));
    }

    #[test]
    fn a_verification_belongs_to_its_own_address() {
        let details = |email: Option<StatedEmail>| Details {
            email,
            ..Details::default()
        };
        let unverified = StatedEmail {
            is_verified: false,
            ..stated("a@example.org", json!(null))
        };
        let other = stated("b@example.org", json!(null));
        let kept = details(Some(unverified)).or(details(Some(other.clone())));
        let kept = kept.email.unwrap();
        assert_eq!(kept.address, "a@example.org");
        assert!(!kept.is_verified);
        let added = details(None).or(details(Some(other))).email.unwrap();
        assert_eq!(added.address, "b@example.org");
        assert!(added.is_verified);
    }

    fn stated(address: &str, hosted_domain: Value) -> StatedEmail {
        StatedEmail {
            address: address.to_owned(),
            is_verified: true,
            hosted_domain: Some(hosted_domain),
        }
    }

    #[test]
    fn google_proves_only_addresses_of_the_organization_of_the_account() {
        for (domain, expected) in [
            (json!("example.org"), true),
            (json!("Example.ORG"), true),
            (json!("example.com"), false),
            (json!("org"), false),
            (json!(""), false),
            (json!(["example.org"]), false),
            (json!(null), false),
        ] {
            let email = stated("ada@example.org", domain.clone());
            assert_eq!(is_proven(&email, GOOGLE), expected, "{domain}");
            assert!(is_proven(&email, "https://login.example.org"), "{domain}");
            let unverified = StatedEmail {
                is_verified: false,
                ..email
            };
            assert!(!is_proven(&unverified, GOOGLE), "{domain}");
        }
        assert!(!is_proven(
            &stated("example.org", json!("example.org")),
            GOOGLE
        ));
        let consumer = StatedEmail {
            hosted_domain: None,
            ..stated("ada@example.org", json!(null))
        };
        assert!(!is_proven(&consumer, GOOGLE));
    }
}
