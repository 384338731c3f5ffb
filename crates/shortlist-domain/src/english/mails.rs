//! Problems of what mail is sent by and to.

use super::mail_texts::{mail_text_flaw_text, placeholder};
use crate::MailProblem;

/// Returns why something cannot be used for mail.
pub(super) fn mail(problem: &MailProblem) -> String {
    use MailProblem as P;
    let fixed = match problem {
        P::LongLocalPart(most) => return format!("must have at most {most} bytes before the @"),
        P::OtherMachine(host) => {
            return format!(
                "cannot be off for {host}: user, password and mails would be sent unencrypted to another machine"
            );
        }
        P::UnknownPlaceholder { line, name, known } => {
            return unknown_placeholder(*line, name, known);
        }
        P::MissingPlaceholder(name) => {
            return format!(
                "must always show {}, in a paragraph or an item without placeholders that may have no value",
                placeholder(name)
            );
        }
        P::NotMailText { line, flaw } => {
            return format!("{}{}", at(*line), mail_text_flaw_text(*flaw));
        }
        P::DomainNotAllowed(allowed) if !allowed.is_empty() => {
            return format!(
                "must end with a domain that the operator of the server allows (mail_sender_domains): {}",
                allowed.join(", ")
            );
        }
        P::QuotedAddress => {
            "must not begin with a quotation mark; ask for another address of this person"
        }
        P::NoDomain => "must end with the name of a domain, for example name@example.org",
        P::AddressCharacters => {
            "has characters that addresses do not have; expected is, for example, name@example.org"
        }
        P::NotMessageId => {
            "must be two words of letters, digits and .-_+ around an @, such as offer.ofr_1@example.org"
        }
        P::HasPassword => {
            "must not contain user and password; give mail_user, and the password in SHORTLIST_MAIL_PASSWORD or mail_password_file"
        }
        P::AlwaysEncrypted => {
            "cannot be off for an address that begins with smtps://, which is always encrypted"
        }
        P::NotPageAddress => {
            "must be the address of a page, such as https://shortlist.example.org/app"
        }
        P::DomainNotAllowed(_) => {
            "must stay empty, because the operator of the server allows no addresses of organizations (mail_sender_domains)"
        }
        P::NoText => "must not be empty",
        P::NotMailServer => {
            "must be the address of a mail server, such as smtp://mail.example.org:587 or smtps://mail.example.org:465"
        }
    };
    fixed.to_owned()
}

fn unknown_placeholder(line: Option<u32>, name: &str, known: &[&str]) -> String {
    let known: Vec<String> = known.iter().map(|one| placeholder(one)).collect();
    let (name, known) = (placeholder(name), known.join(", "));
    let at = at(line);
    format!("{at}this mail has no placeholder {name}; it has {known}")
}

/// Returns the beginning of a sentence about a line.
fn at(line: Option<u32>) -> String {
    line.map_or_else(String::new, |line| format!("line {line}: "))
}
