//! Converts HTML in descriptions to plain text with paragraphs.
//!
//! `html5gum` reads tags and character references according to the HTML standard. No tree is built, because a file
//! can contain ten thousand descriptions. Text without markup stays unchanged.

use std::borrow::Cow;

use html5gum::{DefaultEmitter, State, Token, Tokenizer};

/// Elements that begin a new line.
const BREAKS: [&str; 20] = [
    "br",
    "p",
    "div",
    "li",
    "ul",
    "ol",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "tr",
    "table",
    "section",
    "article",
    "header",
    "footer",
    "blockquote",
    "hr",
];

/// Elements whose content is not displayed.
const HIDDEN: [&[u8]; 4] = [b"script", b"style", b"head", b"template"];

/// Elements with a blank line around them.
const PARAGRAPHS: [&str; 10] = ["p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "table"];

/// Returns the plain text of a text that may be HTML, escaped or not.
pub(crate) fn plain_text(source: &str) -> String {
    let mut text = source.to_owned();
    // Job boards publish HTML that was escaped for transport. Text that unescapes to tags is read as tags.
    for _round in 0..2 {
        if !has_tags(&text) && (text.contains("&lt;") || text.contains("&amp;lt;")) {
            text = unescape(&text);
        }
    }
    if has_tags(&text) {
        strip(&text)
    } else if text.contains('&') {
        tidy(&unescape(&text))
    } else {
        tidy(&text)
    }
}

/// Returns a short text with its character references resolved: `Clerk &#8211; Leeds`. It is no HTML, so tags stay.
pub(crate) fn without_entities(text: &str) -> Cow<'_, str> {
    if text.contains('&') && text.contains(';') {
        Cow::Owned(unescape(text))
    } else {
        Cow::Borrowed(text)
    }
}

/// Returns whether a text contains an HTML tag. `a < b` and `<your name>` are not tags.
fn has_tags(text: &str) -> bool {
    text.split('<').skip(1).any(|rest| {
        let Some((inside, _)) = rest.split_once('>') else {
            return false;
        };
        is_element(&element_name(inside))
    })
}

fn is_element(name: &str) -> bool {
    const INLINE: [&str; 14] = [
        "a", "b", "i", "u", "em", "strong", "span", "font", "td", "th", "tbody", "img", "script",
        "style",
    ];
    BREAKS.contains(&name)
        || INLINE.contains(&name)
        || matches!(name, "html" | "body" | "head" | "small" | "sup" | "sub")
}

fn element_name(inside: &str) -> String {
    inside
        .trim_start_matches('/')
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .take(12)
        .collect::<String>()
        .to_ascii_lowercase()
}

/// Returns the text of HTML as a browser would display it, with a line for each block.
fn strip(html: &str) -> String {
    let mut emitter = DefaultEmitter::default();
    // Without a tree, the tokenizer itself must skip the content of scripts and styles.
    emitter.naively_switch_states(true);
    let mut plain = String::with_capacity(html.len());
    let mut hidden: Option<Vec<u8>> = None;
    for token in Tokenizer::new_with_emitter(html, emitter).flatten() {
        match token {
            Token::StartTag(tag) => {
                if hidden.is_none() && HIDDEN.contains(&tag.name.as_slice()) && !tag.self_closing {
                    hidden = Some(tag.name.0.clone());
                }
                push_break(&mut plain, &tag.name, false);
            }
            Token::EndTag(tag) => {
                if hidden.as_ref() == Some(&tag.name.0) {
                    hidden = None;
                }
                push_break(&mut plain, &tag.name, true);
            }
            Token::String(text) if hidden.is_none() => {
                push_collapsed(&mut plain, &String::from_utf8_lossy(&text));
            }
            _ => {}
        }
    }
    tidy(&plain)
}

fn push_break(plain: &mut String, name: &[u8], closing: bool) {
    let Ok(name) = std::str::from_utf8(name) else {
        return;
    };
    if PARAGRAPHS.contains(&name) {
        plain.push_str("\n\n");
    } else if BREAKS.contains(&name) && (name == "br" || !plain.ends_with('\n')) {
        plain.push('\n');
    } else if matches!(name, "td" | "th") && closing {
        plain.push(' ');
    }
    if name == "li" && !closing {
        plain.push_str("- ");
    }
}

/// Appends text and reduces each run of white space to one space, as browsers do.
fn push_collapsed(plain: &mut String, text: &str) {
    for c in text.chars().filter(|c| !is_invisible(*c)) {
        if !c.is_whitespace() {
            plain.push(c);
        } else if !plain.ends_with([' ', '\n']) {
            plain.push(' ');
        }
    }
}

/// Decodes character references. Tags stay unchanged.
fn unescape(text: &str) -> String {
    let mut tokenizer = Tokenizer::new(text);
    // In this state of the standard, which is for text fields, only references are markup.
    tokenizer.set_state(State::RcData);
    let mut plain = String::with_capacity(text.len());
    for token in tokenizer.flatten() {
        if let Token::String(text) = token {
            plain.push_str(&String::from_utf8_lossy(&text));
        }
    }
    plain.retain(|c| !is_invisible(c));
    plain.replace('\u{a0}', " ")
}

/// Returns whether a character only marks where a word may be broken.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}' | '\u{feff}' | '\0')
}

/// Trims each line and keeps at most one blank line between two others.
fn tidy(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    let mut blank = false;
    for line in text.lines().map(str::trim_end) {
        let line = if line.trim() == "-" { "" } else { line };
        if line.trim().is_empty() {
            blank = !tidy.is_empty();
            continue;
        }
        if !tidy.is_empty() {
            tidy.push_str(if blank { "\n\n" } else { "\n" });
        }
        blank = false;
        tidy.push_str(line.trim_start_matches(' '));
    }
    tidy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_becomes_paragraphs_and_lists() {
        let html = "<div><h2>About us</h2>\n<p>We build &amp; run\n wards.</p><ul><li>Rust</li><li><b>SQL</b></li></ul>Bye<br/>now</div>";
        assert_eq!(
            plain_text(html),
            "About us\n\nWe build & run wards.\n\n- Rust\n- SQL\n\nBye\nnow"
                .replace("Rust\n\n- ", "Rust\n- ")
        );
    }

    #[test]
    fn html_that_was_escaped_once_or_twice_is_read_too() {
        for html in [
            "&lt;p&gt;R&amp;amp;D&lt;/p&gt;",
            "<p>R&amp;D</p>",
            "&amp;lt;p&amp;gt;R&amp;amp;amp;D&amp;lt;/p&amp;gt;",
        ] {
            assert_eq!(plain_text(html), "R&D", "{html}");
        }
    }

    #[test]
    fn text_without_html_stays() {
        for text in [
            "a < b and c > d",
            "Call <your name> & co",
            "one\n\ntwo\nthree",
            "AT&T; R&D",
        ] {
            assert_eq!(plain_text(text), text);
        }
    }

    #[test]
    fn a_text_that_consists_of_marks_is_read_in_linear_time() {
        for unit in ["&", "<", "<script></script>", "<p", "&lt;"] {
            let text = format!("<p>x</p>{}", unit.repeat(300_000));
            assert!(plain_text(&text).starts_with('x'), "{unit}");
        }
    }

    #[test]
    fn scripts_are_not_text() {
        assert_eq!(
            plain_text("<script>alert(1)</script>Engineer<style>p{}"),
            "Engineer"
        );
    }
}
