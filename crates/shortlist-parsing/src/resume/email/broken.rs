//! Joins the halves of an address that a narrow column broke.

use super::super::words::ContactWords;
use super::is_known_ending;

/// The minimum length of the beginning of a local part on a line of its own.
const MIN_BEGUN: usize = 4;
/// The minimum length of a part of a name in an address.
const MIN_NAME: usize = 3;
/// The number of characters that are searched for the name in an address.
const MAX_NAME_CHARS: usize = 2000;

/// Returns the line above the beginning of an address, if it may be the address's first half: `ada.lovel` above `ace@example.com`.
pub(super) fn half_above<'a>(before: &'a str, local: &str) -> Option<&'a str> {
    let above = before.trim_end().strip_suffix(local)?.strip_suffix('\n')?;
    let line = above.rsplit('\n').next()?.trim();
    let is_half =
        |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '_' | '-');
    let has_mark = line.contains(['.', '_']) && line.contains(|c: char| c.is_ascii_lowercase());
    let is_site =
        line.starts_with("www.") || is_known_ending(line.rsplit('.').next().unwrap_or(""));
    let is_local = line.len() >= MIN_BEGUN && line.starts_with(|c: char| c.is_ascii_lowercase());
    (is_local && has_mark && !is_site && line.chars().all(is_half)).then_some(line)
}

/// Returns whether the word that two halves make is in another line, as a part of a name is: `lovelace`.
pub(super) fn is_named(text: &str, before: &str, begun: &str, local: &str, after: &str) -> bool {
    let is_mark = |c: char| !c.is_alphabetic();
    let (first, second) = (begun.rsplit(is_mark).next(), local.split(is_mark).next());
    let (Some(first), Some(second)) = (first, second) else {
        return false;
    };
    // After a dot, the second half is a word of its own.
    let word = format!("{first}{second}").to_lowercase();
    word.len() >= MIN_BEGUN && has_word(other_lines(text, before, begun, local, after), &word)
}

/// Returns whether the second half alone has a word that is in another line, so that it is no half: `ada.lovelace` below `ada_l`.
pub(super) fn has_name_of(text: &str, before: &str, begun: &str, local: &str, after: &str) -> bool {
    let others = other_lines(text, before, begun, local, after);
    let local = local.to_lowercase();
    let mut words = local.split(|c: char| !c.is_alphabetic());
    words.any(|word| word.len() >= MIN_NAME && has_word(others, word))
}

/// Returns the text above and below the two lines of an address.
fn other_lines<'a>(
    text: &'a str,
    before: &str,
    begun: &str,
    local: &str,
    after: &'a str,
) -> [&'a str; 2] {
    let above = before.len().saturating_sub(local.len() + begun.len() + 2);
    let below = after.split_once('\n').map_or("", |(_, below)| below);
    [text.get(..above).unwrap_or(""), below]
}

/// Returns whether the beginning of one of the texts has a word.
fn has_word(texts: [&str; 2], word: &str) -> bool {
    texts.into_iter().any(|text| {
        let end = text.char_indices().nth(MAX_NAME_CHARS);
        let end = end.map_or(text.len(), |(end, _)| end);
        let text = text.get(..end).unwrap_or("").to_lowercase();
        text.split(|c: char| !c.is_alphabetic())
            .any(|it| it == word)
    })
}

/// Returns the beginning of a local part that a narrow column broke before its digits: `ada` above `88@example.com`.
pub(super) fn start_of_local_above<'a>(before: &'a str, local: &str) -> Option<&'a str> {
    let above = before.trim_end().strip_suffix(local)?.strip_suffix('\n')?;
    let line = above.rsplit('\n').next()?.trim();
    let is_word =
        line.len() >= MIN_BEGUN && line.chars().all(|c| c.is_ascii_lowercase() || c == '.');
    let is_number = local.chars().all(|c| c.is_ascii_digit());
    (is_word && is_number).then_some(line)
}

/// Returns whether a line completes a domain, as `m` after `example.co` in a narrow column.
pub(super) fn completes(domain: &str, next: &str) -> bool {
    let line = next.lines().next().unwrap_or("").trim();
    let ending = domain.rsplit_once('.').map_or("", |(_, ending)| ending);
    let cut = (1..=3).contains(&line.len()) && line.chars().all(|c| c.is_ascii_lowercase());
    cut && !ending.is_empty() && is_known_ending(&format!("{ending}{line}"))
}

/// Returns whether a line is the rest of a domain whose last part is no ending: `ple.org` after `mail.exam`.
pub(super) fn continues_domain(domain: &str, next: &str) -> bool {
    let line = next.lines().next().unwrap_or("").trim();
    let ending = domain.rsplit_once('.').map_or("", |(_, ending)| ending);
    let is_site = line.starts_with("www.")
        || ContactWords::get()
            .hosts
            .iter()
            .any(|host| format!("{line}/").contains(host));
    let rest = line.rsplit_once('.').map_or("", |(_, rest)| rest);
    let is_lower = |c: char| c.is_ascii_lowercase() || c == '.' || c == '-';
    !ending.is_empty()
        && ending.len() > 2
        && !is_known_ending(ending)
        && is_known_ending(rest)
        && !is_site
        && line.chars().all(is_lower)
}
