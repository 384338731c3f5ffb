//! Reads HTML, alone or in a MIME message. Job boards export it under the name `.doc`.

mod mime;

use std::borrow::Cow;

use html5gum::{DefaultEmitter, HtmlString, StartTag, Token, Tokenizer};
use shortlist_domain::{Damage, DocumentLimit, FindingKind, MediaKind};

use crate::flow::Flow;
use crate::frame::{Look, ParagraphKind};
use crate::{Document, ReadError, Region};

/// How many bytes at the start of the file can contain the declaration of an encoding.
const HEAD_BYTES: usize = 4_096;
/// The maximum number of open elements that change the style of text.
const MAX_OPEN: usize = 1_024;

/// Reads an HTML document.
pub(crate) fn read_html(bytes: &[u8]) -> Result<Document, ReadError> {
    let label = declared_charset(bytes);
    read_text(&crate::text_encoding::decode_declared(
        bytes,
        label.as_deref(),
    ))
}

/// Reads the HTML part of a MIME message, or its plain text if it has no HTML.
pub(crate) fn read_mhtml(bytes: &[u8]) -> Result<Document, ReadError> {
    let part = mime::main_part(bytes).ok_or_else(|| ReadError::damaged(Damage::NoTextPart))?;
    let label = part.charset.or_else(|| declared_charset(&part.content));
    let text = crate::text_encoding::decode_declared(&part.content, label.as_deref());
    if part.is_html {
        return read_text(&text);
    }
    let mut flow = Flow::default();
    flow.begin(Region::Body);
    for line in text.lines() {
        flow.text(line, Look::default());
        flow.end_paragraph(ParagraphKind::default());
    }
    flow.finish(MediaKind::Doc)
}

/// Returns the charset that a `meta` element names.
fn declared_charset(bytes: &[u8]) -> Option<String> {
    let head =
        String::from_utf8_lossy(bytes.get(..HEAD_BYTES).unwrap_or(bytes)).to_ascii_lowercase();
    let (_, after) = head.split_once("charset=")?;
    let label: String = after
        .trim_start_matches(['"', '\''])
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
        .collect();
    (!label.is_empty()).then_some(label)
}

fn read_text(html: &str) -> Result<Document, ReadError> {
    let mut emitter = DefaultEmitter::default();
    // Without a tree, the tokenizer cannot know by itself that the content of scripts and styles is not markup.
    emitter.naively_switch_states(true);
    let mut reader = HtmlReader::default();
    reader.flow.begin(Region::Body);
    for token in Tokenizer::new_with_emitter(html, emitter).flatten() {
        reader.token(token);
        if reader.flow.is_full() {
            return Err(ReadError::Limit(DocumentLimit::Characters));
        }
    }
    reader.flow.finish(MediaKind::Doc)
}

/// An open element that changes the style of its text.
struct OpenElement {
    name: String,
    bold: bool,
    hidden: Option<FindingKind>,
}

#[derive(Default)]
struct HtmlReader {
    flow: Flow,
    open: Vec<OpenElement>,
    /// The element whose content is skipped.
    skipped: Option<HtmlString>,
    heading: bool,
    list_item: bool,
    preformatted: usize,
    rows: usize,
    cells: usize,
}

impl HtmlReader {
    fn token(&mut self, token: Token) {
        match token {
            Token::EndTag(tag) if self.skipped.as_ref() == Some(&tag.name) => self.skipped = None,
            _ if self.skipped.is_some() => {}
            Token::StartTag(tag) if !tag.self_closing && is_skipped(&name_of(&tag.name)) => {
                self.skipped = Some(tag.name);
            }
            Token::StartTag(tag) => self.start(&name_of(&tag.name), &tag),
            Token::EndTag(tag) => self.end(&name_of(&tag.name)),
            Token::String(text) => self.text(&String::from_utf8_lossy(&text)),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        let look = Look {
            size: 0.0,
            bold: self.heading || self.open.iter().any(|element| element.bold),
            hidden: self.open.iter().find_map(|element| element.hidden),
        };
        if self.preformatted == 0 {
            self.flow.text(&text.replace(['\r', '\n', '\t'], " "), look);
            return;
        }
        for (number, line) in text.lines().enumerate() {
            if number > 0 {
                self.end_line();
            }
            self.flow.text(line, look);
        }
        if text.ends_with('\n') {
            self.end_line();
        }
    }

    fn start(&mut self, name: &str, tag: &StartTag<()>) {
        match name {
            "br" => self.end_line(),
            "tr" => self.open_row(),
            "td" | "th" => self.open_cell(),
            "a" => {
                let target = attribute(tag, "href");
                if let Some(target) = target.filter(|target| !target.starts_with('#')) {
                    self.flow.link(&target);
                }
            }
            "pre" => self.preformatted += 1,
            name if is_block(name) => self.end_paragraph(),
            _ => {}
        }
        match name {
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => self.heading = true,
            "li" => self.list_item = true,
            _ => {}
        }
        self.open_look(name, tag);
    }

    fn open_look(&mut self, name: &str, tag: &StartTag<()>) {
        let is_void = matches!(
            name,
            "br" | "hr" | "img" | "meta" | "link" | "input" | "col"
        );
        let hidden = hidden_by_style(tag);
        let bold = matches!(name, "b" | "strong" | "th");
        if !is_void && (bold || hidden.is_some()) && self.open.len() < MAX_OPEN {
            self.open.push(OpenElement {
                name: name.to_owned(),
                bold,
                hidden,
            });
        } else if !is_void
            && self
                .open
                .iter()
                .any(|element| element.hidden.is_some() && element.name == name)
        {
            // A nested element with the same name needs its own end tag inside a hidden element.
            let bold = false;
            if self.open.len() < MAX_OPEN {
                self.open.push(OpenElement {
                    name: name.to_owned(),
                    bold,
                    hidden: None,
                });
            }
        }
    }

    fn end(&mut self, name: &str) {
        match name {
            "tr" => self.close_row(),
            "td" | "th" => self.close_cell(),
            "table" => {
                self.close_row();
                self.end_paragraph();
            }
            "pre" => {
                self.preformatted = self.preformatted.saturating_sub(1);
                self.end_paragraph();
            }
            name if is_block(name) => self.end_paragraph(),
            _ => {}
        }
        if let Some(at) = self.open.iter().rposition(|element| element.name == name) {
            self.open.remove(at);
        }
    }

    fn kind(&self) -> ParagraphKind {
        ParagraphKind {
            heading: self.heading,
            list_item: self.list_item,
        }
    }

    fn end_line(&mut self) {
        let kind = self.kind();
        self.flow.end_line(kind);
    }

    fn end_paragraph(&mut self) {
        let kind = self.kind();
        self.flow.end_paragraph(kind);
        self.heading = false;
        self.list_item = false;
    }

    /// Opens a row. HTML rows need no end tag: if as many cells as rows are open, the row is inside a cell.
    fn open_row(&mut self) {
        if self.rows > self.cells {
            self.close_row();
        }
        self.end_paragraph();
        self.flow.open_row();
        self.rows += 1;
    }

    fn open_cell(&mut self) {
        self.close_cell();
        if self.rows == 0 {
            self.flow.text("\t", Look::default());
        } else {
            self.flow.open_cell();
            self.cells += 1;
        }
    }

    fn close_cell(&mut self) {
        if self.cells > 0 && self.cells == self.rows {
            self.end_paragraph();
            self.flow.close_cell();
            self.cells -= 1;
        }
    }

    fn close_row(&mut self) {
        self.close_cell();
        if self.rows > self.cells {
            self.flow.close_row();
            self.rows -= 1;
        }
    }
}

fn name_of(name: &HtmlString) -> Cow<'_, str> {
    String::from_utf8_lossy(name)
}

/// Returns the value of an attribute.
fn attribute<'t>(tag: &'t StartTag<()>, name: &str) -> Option<Cow<'t, str>> {
    let value = tag.attributes.get(name.as_bytes())?;
    Some(String::from_utf8_lossy(value))
}

/// Returns how a `style` attribute hides the text of the element, if it does.
fn hidden_by_style(tag: &StartTag<()>) -> Option<FindingKind> {
    let style: String = attribute(tag, "style")?
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| c.to_ascii_lowercase())
        .collect();
    let says = |rule: &str| style.split(';').any(|own| own == rule);
    if says("display:none") || says("visibility:hidden") || says("mso-hide:all") {
        return Some(FindingKind::Vanish);
    }
    if [
        "font-size:0",
        "font-size:0px",
        "font-size:0pt",
        "font-size:1px",
        "font-size:1pt",
        "font-size:1.0pt",
    ]
    .into_iter()
    .any(says)
    {
        return Some(FindingKind::Tiny);
    }
    let white = ["color:white", "color:#fff", "color:#ffffff"]
        .into_iter()
        .any(says);
    (white && !style.contains("background")).then_some(FindingKind::SameColour)
}

/// Whether the content of an element is not shown.
fn is_skipped(name: &str) -> bool {
    matches!(
        name,
        "script" | "style" | "title" | "noscript" | "xml" | "template" | "svg"
    )
}

fn is_block(name: &str) -> bool {
    matches!(
        name,
        "p" | "div"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "ul"
            | "ol"
            | "li"
            | "dl"
            | "dt"
            | "dd"
            | "table"
            | "tbody"
            | "thead"
            | "section"
            | "article"
            | "header"
            | "footer"
            | "main"
            | "aside"
            | "nav"
            | "address"
            | "blockquote"
            | "hr"
            | "body"
            | "html"
            | "center"
            | "fieldset"
            | "form"
            | "figure"
            | "option"
            | "caption"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(html: &str) -> String {
        read_html(html.as_bytes())
            .unwrap()
            .flatten()
            .text
            .as_str()
            .to_owned()
    }

    #[test]
    fn blocks_are_lines_and_rows_are_tabbed() {
        let html = "<html><head><title>x</title><style>p{}</style></head><body><h1>Ada</h1><p>R&amp;D &eacute;t&#233;\
            <table><tr><td>Rust<td>5 years</table><ul><li>one<li>two</ul></body></html>";
        assert_eq!(text(html), "Ada\nR&D été\n\nRust\t5 years\n\none\ntwo\n\n");
    }

    #[test]
    fn links_and_hidden_text_are_separated() {
        let html = "<body>Ada <a href='mailto:ada@example.org?a=1&amp;b=2'>mail</a><span style='display: none'>java <span>go</span></span>!";
        let document = read_html(html.as_bytes()).unwrap();
        assert_eq!(document.flatten().text.as_str(), "Ada mail!\n\n");
        assert_eq!(document.link_targets, ["mailto:ada@example.org?a=1&b=2"]);
        assert_eq!(document.hidden[0].quote, "java go");
    }

    #[test]
    fn encodings_are_declared() {
        let html = b"<html><meta charset=windows-1251><body>\xC0\xE4\xE0</body>";
        assert_eq!(read_html(html).unwrap().flatten().text.as_str(), "Ада\n\n");
    }

    #[test]
    fn messages_are_unpacked() {
        let quoted = b"MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=\"b1\"\r\n\r\n--b1\r\n\
            Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
            <p>Jos=C3=A9 Lo=\r\npez</p>\r\n--b1\r\nContent-Type: image/png\r\n\r\nxx\r\n--b1--";
        assert_eq!(
            read_mhtml(quoted).unwrap().flatten().text.as_str(),
            "José Lopez\n\n"
        );
        let base64 = b"MIME-Version: 1.0\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\nPHA+QWRhPC9w\nPg==\n";
        assert_eq!(
            read_mhtml(base64).unwrap().flatten().text.as_str(),
            "Ada\n\n"
        );
    }
}
