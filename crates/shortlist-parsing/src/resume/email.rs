//! Finds e-mail addresses: in the text, repaired if the layout split them, or in a hyperlink.

mod broken;

use shortlist_domain::{Found, SectionKind, Span};

use super::page::Page;
use super::sections::LineKind;
use super::words::ContactWords;
use broken::{
    completes, continues_domain, half_above, has_name_of, is_named, start_of_local_above,
};

/// The offset up to which an address may be broken. A name is searched for each half.
const MAX_BROKEN_AT: usize = 50_000;
/// The ending after which another address may be glued.
const COMMON_ENDING: &str = ".com";
/// What readers write for a letter that they could not decode. An address with one is worse than none.
const UNDECODED: char = '\u{fffd}';

/// Returns the person's address. It is the first one in the text outside the references, or one in a hyperlink.
pub(super) fn find_email(
    page: &Page<'_>,
    kinds: &[LineKind],
    targets: &[String],
) -> Option<Found<String>> {
    let mut fallback = None;
    for (at, _) in page.text.match_indices('@') {
        let Some(address) = address_at(page.text, at) else {
            continue;
        };
        let number = page.line_at(at);
        let span = page.lines.get(number).map(|line| line.span);
        let reference = kinds
            .get(number)
            .is_some_and(|kind| kind.kind == SectionKind::References);
        if !reference {
            return Some(found_address(
                address,
                span,
                98,
                "the first address of the text",
            ));
        }
        let only = "stands among the references, and no other does";
        fallback = fallback.or(Some(found_address(address, span, 40, only)));
    }
    let linked = linked(targets).map(|address| found_address(address, None, 90, "behind a link"));
    linked
        .or_else(|| {
            let address = spelled_out(page.text)?;
            Some(found_address(address, None, 80, "spelled out in words"))
        })
        .or(fallback)
}

fn found_address(
    value: String,
    span: Option<Span>,
    confidence: u8,
    reason: &'static str,
) -> Found<String> {
    Found {
        confidence,
        ..Found::certain(value, span, reason)
    }
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
    // In `@ ada@example.com`, the first sign is an icon. `ada@example.comada2@example.com` is two addresses.
    let next = after.trim_start().trim_start_matches(is_local);
    if next.starts_with('@') {
        let (domain, rest) = after.split_once(COMMON_ENDING)?;
        let is_glued = rest.starts_with(char::is_alphanumeric) && domain.chars().all(is_domain);
        return checked(&format!("{local}@{domain}{COMMON_ENDING}")).filter(|_| is_glued);
    }
    let domain = domain_after(after)?;
    let digits = start_of_local_above(before, local);
    let may_be_half = digits.is_none() && at <= MAX_BROKEN_AT;
    let begun = match half_above(before, local).filter(|_| may_be_half) {
        Some(begun) if is_named(text, before, begun, local, after) => begun,
        // The rest of an address is worse than none. An address that has a part of the name is whole.
        Some(begun) if !has_name_of(text, before, begun, local, after) => return None,
        Some(_) => "",
        None => digits.unwrap_or(""),
    };
    checked(&format!("{begun}{local}@{domain}"))
}

/// Returns the local part, skipping at most two spaces or line ends before the `@`.
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
    if trimmed.get(..start)?.ends_with(UNDECODED) {
        return None;
    }
    let local = trimmed.get(start..)?;
    let local = without_label(local).trim_start_matches(|c: char| !c.is_alphanumeric());
    (!local.is_empty()).then_some(local)
}

/// Removes a label that the layout joined to an address, as in `Id-ada` and `Email.ada`.
fn without_label(local: &str) -> &str {
    let lower = local.to_lowercase();
    let mut labels = ContactWords::get().email_labels.iter();
    labels
        .find(|label| lower.starts_with(*label) && local.starts_with(char::is_uppercase))
        .and_then(|label| local.get(label.len()..))
        .or_else(|| glued_label(local))
        .filter(|rest| !rest.is_empty())
        .unwrap_or(local)
}

/// Returns the rest after a label that begins with a capital and is followed by small letters: `Emailada`, `EMAILada`.
fn glued_label(local: &str) -> Option<&str> {
    /// The end of `Emailer` is shorter.
    const SHORTEST_NAME: usize = 3;
    const LABELS: [&str; 16] = [
        "E-mailadres",
        "E-postadress",
        "E-post",
        "Epost",
        "E-mail",
        "E-Mail",
        "Email",
        "EMAIL",
        "E-MAIL",
        "Courriel",
        "Mailto",
        // These end the label `Correo electrónico`.
        "electrónico",
        "electronico",
        "eletrônico",
        "eletrónico",
        "Correo",
    ];
    let rest = LABELS.iter().find_map(|label| local.strip_prefix(label))?;
    let is_name = rest.len() >= SHORTEST_NAME && rest.starts_with(|c: char| c.is_lowercase());
    is_name.then_some(rest)
}

/// Returns the domain. Spaces around its dots and a line end before its ending are removed.
fn domain_after(after: &str) -> Option<String> {
    let mut rest = after.trim_start_matches([' ', '\u{a0}', '\n', '\t']);
    if after.len() - rest.len() > 2 {
        return None;
    }
    let mut domain = String::new();
    loop {
        let end = rest.find(|c: char| !is_domain(c)).unwrap_or(rest.len());
        domain.push_str(rest.get(..end)?);
        let tail = rest.get(end..)?;
        if tail.starts_with(UNDECODED) {
            return None;
        }
        let next = tail.trim_start_matches([' ', '\u{a0}', '\n']);
        let close = tail.len() - next.len() <= 2 && !next.is_empty();
        let word = next.split(|c: char| !is_domain(c)).next().unwrap_or("");
        let bare = word.trim_start_matches('.');
        let ending = is_known_ending(bare.split('.').next().unwrap_or(""));
        let joins = (domain.ends_with('.') && ending)
            || (word.starts_with('.') && ending && !domain.is_empty());
        let cut_ending =
            tail.starts_with('\n') && (completes(&domain, next) || continues_domain(&domain, next));
        let split_dotless = !domain.contains('.') && word.contains('.') && tail.starts_with('\n');
        if !close || !(joins || split_dotless || cut_ending) || domain.len() > 100 {
            break;
        }
        rest = next;
    }
    let domain = domain.trim_end_matches(['.', '-', '_']);
    Some(without_glued_word(domain).to_owned())
}

fn is_known_ending(ending: &str) -> bool {
    ContactWords::get().domain_endings.contains(ending)
}

/// Removes a capitalized word after a known ending, as in `example.comLinkedIn`.
fn without_glued_word(domain: &str) -> &str {
    let Some((_, last)) = domain.rsplit_once('.') else {
        return domain;
    };
    let lower = last
        .find(|c: char| !c.is_ascii_lowercase())
        .unwrap_or(last.len());
    let ending = last.get(..lower).unwrap_or(last);
    if lower < last.len() && is_known_ending(ending) {
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

/// Finds an address that is spelled out: `name at domain dot com` or `name [at] domain [dot] com`.
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

    fn read(text: &str) -> Option<String> {
        address_at(text, text.find('@')?)
    }

    #[test]
    fn a_sign_before_an_address_is_an_icon() {
        assert_eq!(address_at("1994\t@ ada@example.com", 5), None);
        let text = "ada@example.com\nbob@example.com";
        assert_eq!(address_at(text, 3).as_deref(), Some("ada@example.com"));
    }

    #[test]
    fn glued_and_broken_addresses_are_repaired() {
        assert_eq!(
            read("ada@example.comada2@example.com").as_deref(),
            Some("ada@example.com")
        );
        assert_eq!(
            read("Contact\nada.b\n88@example.com").as_deref(),
            Some("ada.b88@example.com")
        );
        assert_eq!(
            read("Born 1988\n88@example.com").as_deref(),
            Some("88@example.com")
        );
    }

    #[test]
    fn addresses_that_a_column_breaks_are_joined_or_left_out() {
        let read = |text: &str| {
            let found = address_at(text, text.rfind('@')?);
            found.map(|it| it.to_lowercase())
        };
        for text in [
            "Ada King-Lovelace\nE-mail\nada.king.lovel\nace@example.com",
            "ada.king.lovelace@mail.exam\nple.org\nAda",
            "ada_king.love\nlace@example.com\nLondon\nAda King Lovelace",
        ] {
            assert!(
                read(text).is_some_and(|it| it.contains("lovelace@") && it.starts_with("ada")),
                "{text}: {:?}",
                read(text)
            );
        }
        // No word says that the halves belong together.
        assert_eq!(read("Ada King\nada.king.lovel\nace@example.com"), None);
        for text in [
            "Contact\nada@example.com",
            "example.org\nada@example.com",
            "Ada Lovelace\nada_l.codes\nada@example.com",
            "ada@example.com\nlovelace.tech",
            "www.example.io\nada@example.com",
            "ada@example.com\nlinkedin.com",
        ] {
            assert_eq!(read(text).as_deref(), Some("ada@example.com"), "{text}");
        }
    }

    #[test]
    fn a_local_part_that_begins_like_a_label_is_kept() {
        for text in [
            "emailada@example.com",
            "Emailer@example.com",
            "EmailAda@example.com",
        ] {
            assert_eq!(read(text).as_deref(), Some(text));
        }
    }

    #[test]
    fn split_addresses_are_repaired() {
        for text in [
            "Email:ada@example.com",
            "ada @ example.com",
            "ada@example. com",
            "ada@example .com",
            "ada@example.comLinkedIn",
            "<ada@example.com>, Berlin",
            "ada\n@example.com",
            "ada@\nexample.com",
            "ada@example.co\nm\nMobile",
            "E-mail Id-ada@example.com",
            "Emailada@example.com",
            "EMAILada@example.com",
            "Courrielada@example.com",
            "Correo electrónicoada@example.com",
            "E-postada@example.com",
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
