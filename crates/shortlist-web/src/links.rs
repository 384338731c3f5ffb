//! Addresses within the app.

use url::form_urlencoded::Serializer;

/// Returns an address with these fields. Empty fields are left out.
pub(crate) fn with_fields(path: &str, fields: &[(&str, &str)]) -> String {
    let mut query = Serializer::new(String::new());
    for (name, value) in fields.iter().filter(|(_, value)| !value.is_empty()) {
        query.append_pair(name, value);
    }
    match query.finish().as_str() {
        "" => path.to_owned(),
        query => format!("{path}?{query}"),
    }
}

/// Returns an identifier as a part of an address.
pub(crate) fn segment(id: &str) -> String {
    url::form_urlencoded::byte_serialize(id.as_bytes()).collect()
}

/// Returns what a text names that is an address of a page, or the last part of one: an identifier or a code.
pub(crate) fn last_segment(given: &str) -> &str {
    let path = given.split(['?', '#']).next().unwrap_or(given);
    let path = path.trim_end_matches('/');
    path.rsplit('/').next().unwrap_or(path)
}

/// The longest address to continue at after a sign-in, in bytes. The form of the sign-in carries it, and has to stay small.
const MAX_NEXT_BYTES: usize = 2_000;

/// Returns the address to continue at after a sign-in: one of this app, or the start page. An address that leads to an identity provider
/// leads out of the app.
pub(crate) fn inner(next: &str) -> &str {
    let is_inner = (next == "/app" || next.starts_with("/app/")) && next.len() <= MAX_NEXT_BYTES;
    let is_plain = next
        .bytes()
        .all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    let is_sign_in = next.starts_with("/app/sign-") || next.starts_with("/app/sso/");
    if is_inner && is_plain && !is_sign_in {
        next
    } else {
        "/app"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_named_by_its_address_or_its_identifier() {
        for given in [
            "job_1",
            "/app/jobs/job_1",
            "https://example.org/app/jobs/job_1/?sort=name#top",
        ] {
            assert_eq!(last_segment(given), "job_1", "{given}");
        }
        assert_eq!(last_segment(""), "");
    }

    #[test]
    fn a_sign_in_continues_only_within_the_app() {
        assert_eq!(inner("/app/jobs?search=a%20b"), "/app/jobs?search=a%20b");
        for other in [
            "",
            "//evil.example.org",
            "https://evil.example.org",
            "/app\\@evil.example.org",
            "/app/\r\nx",
            "/apple",
            "/app/sign-in",
            "/app/sso/org_other",
        ] {
            assert_eq!(inner(other), "/app", "{other}");
        }
        let longest = format!("/app/jobs?search={}", "a".repeat(MAX_NEXT_BYTES - 17));
        assert_eq!(inner(&longest), longest);
        assert_eq!(inner(&format!("{longest}a")), "/app");
    }

    #[test]
    fn values_are_escaped_and_empty_ones_left_out() {
        let address = with_fields("/app/jobs", &[("search", "a&b"), ("drafts", "")]);
        assert_eq!(address, "/app/jobs?search=a%26b");
    }
}
