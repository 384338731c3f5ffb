//! Domains of e-mail addresses, which decide whose users a provider signs in.

use crate::{EmailAddress, InvalidValue, ListProblem, ProviderProblem};

/// The most domains of e-mail addresses that a provider is for.
pub const MAX_PROVIDER_DOMAINS: usize = 50;
/// The longest name of a domain (RFC 1035, section 2.3.4).
const MAX_DOMAIN_CHARS: usize = 253;

/// The domain of e-mail addresses, in lower case.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct EmailDomain(String);

impl EmailDomain {
    /// Parses a domain such as `example.org`. A leading `@` is left out.
    ///
    /// # Errors
    /// Returns an error unless it has at least two labels of letters, digits and hyphens.
    pub fn parse(field: &str, text: &str) -> Result<Self, InvalidValue> {
        let text = text.trim();
        let domain = text.strip_prefix('@').unwrap_or(text).to_lowercase();
        let is_label = |label: &str| {
            let inner = |c: char| c.is_alphanumeric() || c == '-';
            !label.is_empty() && label.chars().all(inner)
        };
        let is_domain = domain.split('.').count() >= 2
            && domain.split('.').all(is_label)
            && domain.chars().count() <= MAX_DOMAIN_CHARS;
        if is_domain {
            Ok(Self(domain))
        } else {
            Err(InvalidValue::new(field, ProviderProblem::NotDomain))
        }
    }

    /// Returns the domain of an address.
    pub fn of(email: &EmailAddress) -> Self {
        let folded = email.folded();
        let domain = folded.rsplit_once('@').map_or("", |(_, domain)| domain);
        Self(domain.to_owned())
    }

    /// Returns the domain as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Checks the domains of a provider. Returns them sorted, each once.
///
/// # Errors
/// Returns an error if one is invalid, the list is empty, or it has too many.
pub fn check_provider_domains(
    field: &str,
    texts: &[String],
) -> Result<Vec<EmailDomain>, InvalidValue> {
    if texts.len() > MAX_PROVIDER_DOMAINS {
        let problem = ListProblem::TooMany(MAX_PROVIDER_DOMAINS);
        return Err(InvalidValue::new(field, problem));
    }
    let parsed = texts.iter().map(|text| EmailDomain::parse(field, text));
    let mut domains: Vec<EmailDomain> = parsed.collect::<Result<_, _>>()?;
    domains.sort();
    domains.dedup();
    if domains.is_empty() {
        return Err(InvalidValue::new(field, ProviderProblem::NoDomain));
    }
    Ok(domains)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domains_are_checked_sorted_and_named_once() {
        let check = |texts: &[&str]| {
            let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
            check_provider_domains("domains", &texts)
        };
        let domains = check(&["b.org", "@a.org", "B.ORG"]).unwrap();
        let names: Vec<&str> = domains.iter().map(EmailDomain::as_str).collect();
        assert_eq!(names, ["a.org", "b.org"]);
        for bad in ["org", "a b.org", "a..org", "ada@b.org", ""] {
            assert!(check(&[bad]).is_err(), "{bad}");
        }
        assert!(check(&[]).is_err());
        assert!(check(&["a.org"; MAX_PROVIDER_DOMAINS + 1]).is_err());
    }
}
