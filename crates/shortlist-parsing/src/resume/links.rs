//! Web addresses in the text and behind links.

use super::page::Page;

/// More links than these are a bibliography.
const MAX_LINKS: usize = 50;
/// Hosts that stand in resumes without a scheme.
const HOSTS: [&str; 8] = [
    "linkedin.com/",
    "github.com/",
    "gitlab.com/",
    "stackoverflow.com/",
    "medium.com/",
    "behance.net/",
    "kaggle.com/",
    "orcid.org/",
];

/// The links, each once: first those in the text, then targets of links.
pub(super) fn find_links(page: &Page<'_>, targets: &[String]) -> Vec<String> {
    let mut links: Vec<String> = Vec::new();
    let in_text = page
        .text
        .split(|c: char| c.is_whitespace() || matches!(c, '|' | ',' | '(' | ')' | '<' | '>'));
    for word in in_text.chain(targets.iter().map(String::as_str)) {
        let word = word.trim_matches(|c: char| matches!(c, '.' | ';' | '"' | '\''));
        let lower = word.to_lowercase();
        let linked = lower.starts_with("http://")
            || lower.starts_with("https://")
            || lower.starts_with("www.")
            || HOSTS.iter().any(|host| lower.contains(host));
        let known = links.iter().any(|link| link.eq_ignore_ascii_case(word));
        if linked && !known && word.len() > 8 && word.len() < 300 && links.len() < MAX_LINKS {
            links.push(word.to_owned());
        }
    }
    links
}
