//! People: the applications of one human within an organization.

use crate::{Candidate, EmailAddress, OrganizationId, PersonId, PhoneNumber};

/// A person: one or more applications that belong together.
#[derive(Debug, Clone, PartialEq)]
pub struct Person {
    /// Its identifier.
    pub id: PersonId,
    /// The tenant.
    pub organization_id: OrganizationId,
    /// The applications, newest first. There is at least one.
    pub applications: Vec<Candidate>,
    /// Whether a legal hold protects all applications.
    pub held: bool,
}

/// The contact data that group applications: equal values mean the same person.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ContactKeys {
    /// The normalized e-mail address.
    pub email: Option<String>,
    /// The normalized telephone number.
    pub phone: Option<String>,
}

impl ContactKeys {
    /// Returns the keys of an e-mail address and a telephone number.
    pub fn of(email: Option<&EmailAddress>, phone: Option<&PhoneNumber>) -> Self {
        Self {
            email: email.map(EmailAddress::folded),
            phone: phone.map(PhoneNumber::folded),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contact_keys_ignore_letter_case_and_punctuation() {
        let keys = |email: &str, phone: &str| {
            let email = EmailAddress::parse("e", email).unwrap();
            let phone = PhoneNumber::parse("p", phone).unwrap();
            ContactKeys::of(Some(&email), Some(&phone))
        };
        assert_eq!(
            keys("Ada@Example.org", "+49 30 1234567"),
            keys("ada@example.ORG", "+49-30-1234567")
        );
        assert_eq!(ContactKeys::of(None, None), ContactKeys::default());
    }
}
