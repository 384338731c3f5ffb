//! Writes the plain text and the HTML of a mail from a template and values.

use super::Template;
use super::kind::Presence;
use super::language::Language;
use super::markup::{Block, Inline, List, Target, each_placeholder};
use super::placeholder::{Placeholder, ValueKind};
use super::values::{Explanation, Value, Values};
use crate::header_text::{HeaderText, is_private, one_line};
use shortlist_domain::without_direction_marks;

/// Keeps what is left and right of it together, and is not shown. Mail programs do not take a text with it for an address.
const WORD_JOINER: char = '\u{2060}';
/// What is between two paragraphs of a value in HTML.
const HTML_GAP: &str = "<br>\n<br>\n";
/// How many spaces an item of a list is indented by.
const INDENT: usize = 2;

/// The style of the text of a mail, and the only one in it. A page that shows a mail has to allow it.
pub const MAIL_STYLE: &str = "body { font-family: sans-serif; line-height: 1.5; max-width: 40em }";

/// The subject and the text of a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// The subject.
    pub subject: HeaderText,
    /// The plain text.
    pub text: String,
    /// The same text as HTML.
    pub html: String,
}

/// A placeholder that always has a value has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the mail cannot be written, because {0} has no value")]
pub struct MissingValue(pub Placeholder);

impl Template {
    /// Writes a mail.
    ///
    /// # Errors
    /// Returns an error if a value is missing that the mail always has.
    pub fn write(&self, language: Language, values: &Values) -> Result<Content, MissingValue> {
        for usage in self.kind.placeholders() {
            let is_missing = values.get(usage.placeholder, language).is_none();
            if usage.presence != Presence::Optional && is_missing {
                return Err(MissingValue(usage.placeholder));
            }
        }
        let writer = Writer { language, values };
        let subject = HeaderText::new(&writer.subject(&self.subject));
        let text = writer.text(&self.blocks);
        // Without these names, mail programs show a bright page in a dark window, and a small one on a phone.
        let html = format!(
            "<!doctype html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\"><meta name=\"color-scheme\" content=\"light dark\">\
             <meta name=\"viewport\" content=\"width=device-width\"><title>{}</title>\
             <style>{MAIL_STYLE}</style></head>\n<body>\n{}</body></html>\n",
            language.code(),
            escaped(subject.as_str()),
            writer.html(&self.blocks),
        );
        Ok(Content {
            subject,
            text,
            html,
        })
    }
}

struct Writer<'a> {
    language: Language,
    values: &'a Values,
}

impl Writer<'_> {
    fn value(&self, placeholder: Placeholder) -> Option<Value> {
        self.values.get(placeholder, self.language)
    }

    /// Returns whether all placeholders of a paragraph have a value.
    fn is_known(&self, inlines: &[Inline]) -> bool {
        let mut is_known = true;
        each_placeholder(inlines, &mut |one| is_known &= self.value(one).is_some());
        is_known
    }

    /// Returns the blocks that have all their values. An item of a list without any is left out, and a list without items.
    fn known(&self, blocks: &[Block]) -> Vec<Block> {
        let known = |block: &Block| match block {
            Block::Paragraph(inlines) => self.is_known(inlines).then(|| block.clone()),
            Block::List(list) => {
                let items = list.items.iter().map(|item| self.known(item));
                let items: Vec<Vec<Block>> = items.filter(|item| !item.is_empty()).collect();
                let first = list.first;
                (!items.is_empty()).then_some(Block::List(List { first, items }))
            }
        };
        blocks.iter().filter_map(known).collect()
    }

    /// Writes a subject, in which nothing becomes a link.
    fn subject(&self, inlines: &[Inline]) -> String {
        let part = |inline: &Inline| match inline {
            Inline::Text(text) => text.clone(),
            Inline::Placeholder(placeholder) => match self.value(*placeholder) {
                Some(Value::Text(text) | Value::Link(text)) => text,
                // The reader refuses a subject with an explanation.
                Some(Value::Explanation(_)) | None => String::new(),
            },
            _ => String::new(),
        };
        inlines.iter().map(part).collect()
    }

    fn text(&self, blocks: &[Block]) -> String {
        let mut text = self.text_of_blocks(&self.known(blocks), "\n\n");
        text.push('\n');
        text
    }

    fn text_of_blocks(&self, blocks: &[Block], between: &str) -> String {
        let block = |block: &Block| match block {
            Block::Paragraph(inlines) => self.text_of_inlines(inlines),
            Block::List(list) => self.text_of_list(list),
        };
        let blocks: Vec<String> = blocks.iter().map(block).collect();
        blocks.join(between)
    }

    fn text_of_list(&self, list: &List) -> String {
        let mut number = list.first;
        let item = |blocks: &Vec<Block>| {
            let sign = match &mut number {
                Some(number) => {
                    let sign = format!("{number}.");
                    *number = number.saturating_add(1);
                    sign
                }
                None => "-".to_owned(),
            };
            let text = self.text_of_blocks(blocks, "\n");
            format!(
                "{sign} {}",
                text.replace('\n', &format!("\n{}", " ".repeat(INDENT)))
            )
        };
        let items: Vec<String> = list.items.iter().map(item).collect();
        items.join("\n")
    }

    fn text_of_inlines(&self, inlines: &[Inline]) -> String {
        inlines
            .iter()
            .map(|inline| self.text_of_inline(inline))
            .collect()
    }

    fn text_of_inline(&self, inline: &Inline) -> String {
        match inline {
            Inline::Text(text) => text.clone(),
            Inline::Break => "\n".to_owned(),
            Inline::Emphasis(inner) | Inline::Strong(inner) => self.text_of_inlines(inner),
            Inline::Placeholder(placeholder) => match self.value(*placeholder) {
                Some(Value::Text(text)) => shown(*placeholder, &text),
                Some(Value::Link(address)) => address,
                Some(Value::Explanation(explanation)) => explained(&explanation),
                None => String::new(),
            },
            Inline::Link(target, inner) => {
                let (address, name) = (self.address(target), self.text_of_inlines(inner));
                let bare = address.trim_start_matches("mailto:");
                if name == address || name == bare {
                    name
                } else {
                    // RFC 3986, appendix C: what ends an address in a text.
                    format!("{name} <{bare}>")
                }
            }
        }
    }

    fn html(&self, blocks: &[Block]) -> String {
        self.html_of_blocks(&self.known(blocks))
    }

    fn html_of_blocks(&self, blocks: &[Block]) -> String {
        let block = |block: &Block| match block {
            Block::Paragraph(inlines) => self.html_of_paragraph(inlines),
            Block::List(list) => self.html_of_list(list),
        };
        blocks.iter().map(block).collect()
    }

    fn html_of_paragraph(&self, inlines: &[Inline]) -> String {
        let html = self.html_of_inlines(inlines);
        let html = match inlines {
            // Elsewhere, the end of a paragraph could be inside of another element.
            [Inline::Placeholder(Placeholder::Explanation)] => html.replace(HTML_GAP, "</p>\n<p>"),
            _ => html,
        };
        format!("<p>{html}</p>\n")
    }

    fn html_of_list(&self, list: &List) -> String {
        let item = |blocks: &Vec<Block>| match blocks.as_slice() {
            [Block::Paragraph(inlines)] => format!("<li>{}</li>\n", self.html_of_inlines(inlines)),
            several => format!("<li>{}</li>\n", self.html_of_blocks(several)),
        };
        let items: String = list.items.iter().map(item).collect();
        match list.first {
            Some(1) => format!("<ol>\n{items}</ol>\n"),
            Some(first) => format!("<ol start=\"{first}\">\n{items}</ol>\n"),
            None => format!("<ul>\n{items}</ul>\n"),
        }
    }

    fn html_of_inlines(&self, inlines: &[Inline]) -> String {
        inlines
            .iter()
            .map(|inline| self.html_of_inline(inline))
            .collect()
    }

    fn html_of_inline(&self, inline: &Inline) -> String {
        match inline {
            Inline::Text(text) => escaped(text),
            Inline::Break => "<br>\n".to_owned(),
            Inline::Emphasis(inner) => format!("<em>{}</em>", self.html_of_inlines(inner)),
            Inline::Strong(inner) => format!("<strong>{}</strong>", self.html_of_inlines(inner)),
            Inline::Placeholder(placeholder) => match self.value(*placeholder) {
                Some(Value::Text(text)) => {
                    escaped(&shown(*placeholder, &text)).replace('\n', "<br>\n")
                }
                Some(Value::Link(address)) => link(&address, &escaped(&address)),
                Some(Value::Explanation(explanation)) => {
                    escaped(&explained(&explanation)).replace('\n', "<br>\n")
                }
                None => String::new(),
            },
            Inline::Link(target, inner) => link(&self.address(target), &self.link_name(inner)),
        }
    }

    /// Returns the name of a link. A link in it would be one in another, which HTML does not have.
    fn link_name(&self, inlines: &[Inline]) -> String {
        let is_address = |inline: &Inline| match inline {
            Inline::Placeholder(placeholder) => {
                matches!(self.value(*placeholder), Some(Value::Link(_)))
            }
            _ => false,
        };
        if inlines.iter().any(is_address) {
            escaped(&self.text_of_inlines(inlines))
        } else {
            self.html_of_inlines(inlines)
        }
    }

    fn address(&self, target: &Target) -> String {
        match target {
            Target::Address(address) => address.clone(),
            Target::Placeholder(placeholder) => match self.value(*placeholder) {
                Some(Value::Link(address)) => address,
                Some(Value::Text(_) | Value::Explanation(_)) | None => String::new(),
            },
        }
    }
}

fn link(address: &str, name: &str) -> String {
    format!("<a href=\"{}\">{name}</a>", escaped(address))
}

/// Returns a text that others have written as it is shown: without invisible characters that change it, and not as a link.
fn shown(placeholder: Placeholder, text: &str) -> String {
    let text = without_direction_marks(text).replace(is_private, "");
    // Colleagues may write addresses.
    if placeholder == Placeholder::Message {
        let lines: Vec<&str> = text.trim().lines().map(str::trim_end).collect();
        return lines
            .join("\n")
            .replace(|c: char| c.is_control() && c != '\n', " ");
    }
    let line = one_line(&text);
    if placeholder.kind() == ValueKind::Text {
        unlinked(&line)
    } else {
        line
    }
}

/// Returns an explanation as it is shown, with an empty line between its paragraphs.
fn explained(explanation: &Explanation) -> String {
    let contact = one_line(&explanation.contact);
    let unlinked_contact = unlinked(&contact);
    let line = |text: &str| {
        let line = unlinked(&one_line(text));
        if contact.is_empty() {
            line
        } else {
            line.replace(&unlinked_contact, &contact)
        }
    };
    let paragraph = |text: &String| {
        let lines = text.lines().map(&line);
        let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
        lines.join("\n")
    };
    let paragraphs = explanation.paragraphs.iter().map(paragraph);
    let paragraphs: Vec<String> = paragraphs.filter(|one| !one.is_empty()).collect();
    paragraphs.join("\n\n")
}

/// Returns a text that mail programs do not take for an address of a page or a mailbox.
fn unlinked(text: &str) -> String {
    let mut unlinked = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        unlinked.push(letter);
        let joins = matches!(letter, '.' | ':' | '@');
        if joins && letters.peek().is_some_and(|next| !next.is_whitespace()) {
            unlinked.push(WORD_JOINER);
        }
    }
    unlinked
}

/// Returns a text with all characters replaced that have a meaning in HTML.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(letter),
        }
    }
    escaped
}
