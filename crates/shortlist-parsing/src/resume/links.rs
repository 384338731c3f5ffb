//! Finds web addresses in the text and in hyperlinks.

use shortlist_domain::{Found, Span};

use super::page::Page;
use super::words::ContactWords;

/// The maximum number of links. More links form a bibliography.
const MAX_LINKS: usize = 50;
/// The minimum length of a link.
const MIN_BYTES: usize = 9;
/// Words of at least this length are not links.
const MAX_BYTES: usize = 300;
/// Returns the links without duplicates: first the links in the text, then the targets of hyperlinks.
pub(super) fn find_links(page: &Page<'_>, targets: &[String]) -> Vec<Found<String>> {
    let mut links: Vec<Found<String>> = Vec::new();
    let mut consider = |word: &str, span: Option<Span>| {
        if links.len() >= MAX_LINKS || !(MIN_BYTES..MAX_BYTES).contains(&word.len()) {
            return;
        }
        let lower = word.to_lowercase();
        let mut hosts = ContactWords::get().hosts.iter();
        let linked = lower.starts_with("http://")
            || lower.starts_with("https://")
            || lower.starts_with("www.")
            || hosts.any(|host| lower.contains(host));
        let known = |link: &Found<String>| link.value.eq_ignore_ascii_case(word);
        if linked && !links.iter().any(known) {
            let reason = match span {
                Some(_) => "written as a web address",
                None => "behind a link",
            };
            links.push(Found::certain(word.to_owned(), span, reason));
        }
    };
    let mut at = 0;
    let parts = |c: char| c.is_whitespace() || matches!(c, '|' | ',' | '(' | ')' | '<' | '>');
    for piece in page.text.split_inclusive(parts) {
        if piece.len() >= MIN_BYTES {
            let word = without_signs(piece.trim_end_matches(parts));
            let start = at + piece.find(word).unwrap_or(0);
            consider(word, Some(Span::new(start, start + word.len())));
        }
        at += piece.len();
    }
    for target in targets {
        consider(without_signs(target), None);
    }
    links
}

fn without_signs(word: &str) -> &str {
    word.trim_matches(|c: char| matches!(c, '.' | ';' | '"' | '\''))
}
