//! E-mail addresses: in the text, undone where a layout tore them apart, or behind a link.

use shortlist_domain::SectionKind;

use super::page::Page;
use super::sections::LineKind;

/// Endings that may stand behind a torn-off dot.
const ENDINGS: [&str; 24] = [
    "com", "org", "net", "edu", "gov", "info", "io", "co", "in", "de", "fr", "es", "it", "nl",
    "uk", "us", "me", "dev", "br", "pt", "ch", "at", "ru", "cn",
];

/// The person's address: the first in the text outside the references, else behind a link.
pub(super) fn find_email(
    page: &Page<'_>,
    kinds: &[LineKind],
    targets: &[String],
) -> Option<String> {
    let mut fallback = None;
    for (at, _) in page.text.match_indices('@') {
        let Some(address) = address_at(page.text, at) else {
            continue;
        };
        let number = page.lines.partition_point(|line| line.span.end <= at);
        let reference = kinds
            .get(number)
            .is_some_and(|kind| kind.kind == SectionKind::References);
        if !reference {
            return Some(address);
        }
        fallback = fallback.or(Some(address));
    }
    linked(targets)
        .or_else(|| spelled_out(page.text))
        .or(fallback)
}

fn linked(targets: &[String]) -> Option<String> {
    targets.iter().find_map(|target| {
        let address = target
            .trim()
            .strip_prefix("mailto:")
            .or_else(|| target.trim().strip_prefix("MAILTO:"))?;
        let address = address
            .split(['?', '&', ',', ';'])
            .next()?
            .replace("%20", "")
            .replace("%40", "@");
        checked(&address)
    })
}

fn is_local(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '+' | '%' | '\'' | '&')
}

fn is_domain(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_')
}

fn address_at(text: &str, at: usize) -> Option<String> {
    let before = text.get(..at)?;
    let after = text.get(at + 1..)?;
    let local = local_before(before)?;
    let domain = domain_after(after)?;
    checked(&format!("{local}@{domain}"))
}

/// The local part; one blank or line end before the sign is undone.
fn local_before(before: &str) -> Option<&str> {
    let trimmed = before.trim_end_matches([' ', '\u{a0}', '\n', '\t']);
    if before.len() - trimmed.len() > 2 {
        return None;
    }
    let start = trimmed
        .char_indices()
        .rev()
        .take_while(|(_, c)| is_local(*c))
        .last()?
        .0;
    let local = trimmed.get(start..)?;
    let local = local.trim_start_matches(|c: char| !c.is_alphanumeric());
    (!local.is_empty()).then_some(local)
}

/// The domain; blanks around its dots and a line end before its ending are undone.
fn domain_after(after: &str) -> Option<String> {
    let mut rest = after.trim_start_matches([' ', '\u{a0}', '\n', '\t']);
    if after.len() - rest.len() > 2 {
        return None;
    }
    let mut domain = String::new();
    loop {
        let end = rest.find(|c: char| !is_domain(c)).unwrap_or(rest.len());
        domain.push_str(rest.get(..end)?);
        let behind = rest.get(end..)?;
        let next = behind.trim_start_matches([' ', '\u{a0}', '\n']);
        let close = behind.len() - next.len() <= 2 && !next.is_empty();
        let word = next.split(|c: char| !is_domain(c)).next().unwrap_or("");
        let bare = word.trim_start_matches('.');
        let ending = ENDINGS.contains(&bare.split('.').next().unwrap_or(""));
        let joins = (domain.ends_with('.') && ending)
            || (word.starts_with('.') && ending && !domain.is_empty());
        let split_dotless = !domain.contains('.') && word.contains('.') && behind.starts_with('\n');
        if !close || !(joins || split_dotless) || domain.len() > 100 {
            break;
        }
        rest = next;
    }
    let domain = domain.trim_end_matches(['.', '-', '_']);
    Some(without_glued_word(domain).to_owned())
}

/// `example.comLinkedIn`: what follows a known ending in a capital is another word.
fn without_glued_word(domain: &str) -> &str {
    let Some((_, last)) = domain.rsplit_once('.') else {
        return domain;
    };
    let lower = last
        .find(|c: char| !c.is_ascii_lowercase())
        .unwrap_or(last.len());
    let ending = last.get(..lower).unwrap_or(last);
    if lower < last.len() && ENDINGS.contains(&ending) {
        return domain
            .get(..domain.len() - (last.len() - lower))
            .unwrap_or(domain);
    }
    domain
}

fn checked(address: &str) -> Option<String> {
    let address = address
        .trim()
        .trim_matches(['.', ',', ';', '<', '>', '(', ')']);
    let ending = address.rsplit('.').next()?;
    let shaped = ending.len() >= 2 && ending.chars().all(|c| c.is_ascii_alphabetic());
    (shaped && email_address::EmailAddress::is_valid(address)).then(|| address.to_owned())
}

/// `name at domain dot com` and `name [at] domain [dot] com`.
fn spelled_out(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    [" at ", "[at]", "(at)", " [at] ", " (at) ", "{at}"]
        .iter()
        .find_map(|sign| {
            lower.match_indices(sign).find_map(|(at, _)| {
                let local = local_before(lower.get(..at)?)?;
                let rest: String = lower.get(at + sign.len()..)?.chars().take(60).collect();
                let bracketed = sign.contains(['[', '(', '{']);
                let line = rest
                    .lines()
                    .next()?
                    .replace(" dot ", ".")
                    .replace("[dot]", ".")
                    .replace("(dot)", ".");
                let undone = line.len() < rest.lines().next()?.len();
                let domain = line.trim().replace(" .", ".").replace(". ", ".");
                let domain = domain.split_whitespace().next()?;
                (undone || (bracketed && domain.contains('.')))
                    .then(|| checked(&format!("{local}@{domain}")))?
            })
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn torn_addresses_are_mended() {
        let read = |text: &str| text.find('@').and_then(|at| address_at(text, at));
        for text in [
            "Email:ada@example.com",
            "ada @ example.com",
            "ada@example. com",
            "ada@example .com",
            "ada@example.comLinkedIn",
            "<ada@example.com>, Berlin",
            "ada\n@example.com",
            "ada@\nexample.com",
        ] {
            assert_eq!(read(text).as_deref(), Some("ada@example.com"), "{text}");
        }
        assert_eq!(
            spelled_out("ada at example dot com").as_deref(),
            Some("ada@example.com")
        );
        assert_eq!(
            spelled_out("ada [at] example.com").as_deref(),
            Some("ada@example.com")
        );
        assert_eq!(spelled_out("I worked at example. com was good"), None);
    }
}
