//! What is wrong with the text of a mail, and what to write instead.

use crate::{MailTextFlaw, UnsupportedMarkup};

/// Returns what is wrong with the text of a mail, without the line, a capital and a full stop.
pub fn mail_text_flaw_text(flaw: MailTextFlaw) -> String {
    use MailTextFlaw as F;
    let fixed = match flaw {
        F::TooLong(most) => return format!("the template has more than {most} characters"),
        F::PartOfAddress(name) => {
            return format!(
                "the address of a link is written out, or a placeholder alone; {} is a part of this one",
                placeholder(name)
            );
        }
        F::NoAddress(name) => {
            return format!(
                "a link cannot lead to {}, which is no address",
                placeholder(name)
            );
        }
        F::LinkInSubject(name) => {
            return format!(
                "a subject has no addresses, because mail servers log it; write {} in the text",
                placeholder(name)
            );
        }
        F::LongInSubject(name) => {
            return format!(
                "{} is too long for a subject; write it in the text",
                placeholder(name)
            );
        }
        F::NoValue(name) => {
            return format!(
                "the mail cannot be written, because {} has no value",
                placeholder(name)
            );
        }
        F::NoSubject => "the template must begin with a line \"Subject: …\"",
        F::NoText => "the template has no text below the subject",
        F::Unclosed => "\"{{\" begins a placeholder, and \"}}\" is missing on this line",
        F::Unsupported(markup) => unsupported(markup),
        F::LinkAddress => "a link must lead to https://, http:// or mailto:",
        F::TooDeep => "lists or emphasis are nested too deeply",
        F::MayBeEmpty => {
            "the mail could be empty, because each paragraph has a placeholder that may have no value; write one without such a placeholder"
        }
        F::SubjectMayBeEmpty => {
            "the subject could be empty, because each of its placeholders may have no value; write a word, or a placeholder that always has a value"
        }
    };
    fixed.to_owned()
}

fn unsupported(markup: UnsupportedMarkup) -> &'static str {
    use UnsupportedMarkup as M;
    match markup {
        M::Heading => "mails have no headings; write \"**…**\", and a number sign as \"\\#\"",
        M::Html => "mails are written without HTML; write \"<\" as \"\\<\"",
        M::Image => "mails have no images, because they report who reads the mail",
        M::Code => "mails have no code; remove \"`\" and spaces at the beginning of the line",
        M::Quotation => {
            "mails have no quotations; write \">\" at the beginning of a line as \"\\>\""
        }
        M::Rule => "mails have no lines across the page",
        M::Other => "this is not possible in mails; use paragraphs, lists, links and emphasis",
    }
}

/// Returns a placeholder as a text writes it.
pub(super) fn placeholder(name: &str) -> String {
    format!("{{{{{name}}}}}")
}
