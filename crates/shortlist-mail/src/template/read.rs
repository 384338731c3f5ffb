//! Reads and checks the source of a template.

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};
use shortlist_domain::{MailText, MailTextFlaw as Flaw, UnsupportedMarkup as Unsupported};
use url::Url;

use super::kind::{Presence, TemplateKind};
use super::markup::{Block, Inline, List, Target, each_paragraph, each_placeholder, parts};
use super::placeholder::{Placeholder, ValueKind};
use super::problem::{Problem, TemplateError};
use super::{MAX_TEMPLATE_CHARS, Template};
use crate::header_text::is_private;

/// How deeply lists and emphasis may be nested.
const MAX_DEPTH: usize = 8;
pub(super) const SUBJECT: &str = "Subject:";

impl Template {
    /// Reads a template.
    ///
    /// # Errors
    /// Returns everything that is wrong with it, in the order of the lines.
    pub fn parse(kind: TemplateKind, source: &str) -> Result<Self, Vec<TemplateError>> {
        let mut errors = Errors::default();
        if source.chars().count() > MAX_TEMPLATE_CHARS {
            errors.add(1, Flaw::TooLong(MAX_TEMPLATE_CHARS));
            return Err(errors.0);
        }
        let marked = mark_placeholders(kind, source, &mut errors);
        let (first, text) = marked.split_once('\n').unwrap_or((&marked, ""));
        let subject = first
            .strip_prefix(SUBJECT)
            .map(str::trim)
            .unwrap_or_default();
        if subject.is_empty() {
            errors.add(1, Flaw::NoSubject);
        }
        let flaw = |one: Placeholder| match one.kind() {
            ValueKind::Link => Some(Flaw::LinkInSubject(one.as_str())),
            ValueKind::Paragraphs => Some(Flaw::LongInSubject(one.as_str())),
            _ => None,
        };
        let mut in_subject = subject.chars().filter_map(Placeholder::of_mark);
        if let Some(flaw) = in_subject.find_map(flaw) {
            errors.add(1, flaw);
        }
        let blocks = Reader::new(text, &mut errors).read();
        if text.trim().is_empty() {
            errors.add(2, Flaw::NoText);
        }
        check_required(kind, &blocks, &mut errors);
        let template = Self {
            kind,
            subject: parts(subject),
            blocks,
        };
        errors.into_result(template)
    }

    /// Reads a subject and a text. The subject is line 1, and the text begins with line 2.
    ///
    /// # Errors
    /// Returns everything that is wrong with them, in the order of the lines.
    pub fn of(kind: TemplateKind, text: &MailText) -> Result<Self, Vec<TemplateError>> {
        let template = Self::parse(kind, &format!("{SUBJECT} {}\n{}", text.subject, text.body))?;
        let mut errors = Errors::default();
        if !template.always_has_subject() {
            errors.add(1, Flaw::SubjectMayBeEmpty);
        }
        if !template.always_has_text() {
            errors.add(2, Flaw::MayBeEmpty);
        }
        errors.into_result(template)
    }

    /// Returns whether the mail has a subject even if no optional placeholder has a value.
    fn always_has_subject(&self) -> bool {
        self.subject.iter().any(|inline| match inline {
            Inline::Text(text) => !text.trim().is_empty(),
            other => !may_be_left_out(self.kind, std::slice::from_ref(other)),
        })
    }

    /// Returns whether the mail has a text even if no optional placeholder has a value.
    fn always_has_text(&self) -> bool {
        let mut has_text = false;
        each_paragraph(&self.blocks, &mut |inlines| {
            has_text |= !may_be_left_out(self.kind, inlines);
        });
        has_text
    }
}

/// Returns whether a paragraph is left out if one of its placeholders has no value.
fn may_be_left_out(kind: TemplateKind, inlines: &[Inline]) -> bool {
    let mut is_optional = false;
    each_placeholder(inlines, &mut |placeholder| {
        is_optional |= kind.usage(placeholder) == Some(Presence::Optional);
    });
    is_optional
}

/// Checks that the text always shows the placeholders that the mail needs. A paragraph with another placeholder may be left out.
fn check_required(kind: TemplateKind, blocks: &[Block], errors: &mut Errors) {
    let mut always = Vec::new();
    let mut conditional = Vec::new();
    each_paragraph(blocks, &mut |inlines| {
        let mut found = Vec::new();
        each_placeholder(inlines, &mut |placeholder| found.push(placeholder));
        let shown = if may_be_left_out(kind, inlines) {
            &mut conditional
        } else {
            &mut always
        };
        shown.extend(found);
    });
    let required = kind.placeholders().iter();
    for usage in required.filter(|usage| usage.presence == Presence::Required) {
        let placeholder = usage.placeholder;
        if always.contains(&placeholder) {
            continue;
        }
        let problem = if conditional.contains(&placeholder) {
            Problem::Conditional(placeholder)
        } else {
            Problem::Missing(placeholder)
        };
        errors.add(1, problem);
    }
}

#[derive(Default)]
struct Errors(Vec<TemplateError>);

impl Errors {
    fn add(&mut self, line: usize, problem: impl Into<Problem>) {
        let problem = problem.into();
        self.0.push(TemplateError { line, problem });
    }

    fn into_result<T>(mut self, value: T) -> Result<T, Vec<TemplateError>> {
        if self.0.is_empty() {
            return Ok(value);
        }
        self.0.sort_by_key(|error| error.line);
        self.0.dedup();
        Err(self.0)
    }
}

/// Returns the source with one character for each placeholder, so that Markdown takes it for a letter.
fn mark_placeholders(kind: TemplateKind, source: &str, errors: &mut Errors) -> String {
    let source = source.replace(is_private, "\u{fffd}");
    let mut marked = String::with_capacity(source.len());
    for (index, line) in source.lines().enumerate() {
        let mut rest = line;
        while let Some((before, after)) = rest.split_once("{{") {
            marked.push_str(before);
            let Some((name, after)) = after.split_once("}}") else {
                errors.add(index + 1, Flaw::Unclosed);
                rest = "";
                break;
            };
            match placeholder_of(kind, name.trim()) {
                Ok(placeholder) => marked.push(placeholder.mark()),
                Err(problem) => {
                    marked.push(char::REPLACEMENT_CHARACTER);
                    errors.add(index + 1, problem);
                }
            }
            rest = after;
        }
        marked.push_str(rest);
        marked.push('\n');
    }
    marked
}

fn placeholder_of(kind: TemplateKind, name: &str) -> Result<Placeholder, Problem> {
    let known = kind.placeholders().iter().map(|usage| usage.placeholder);
    match Placeholder::find(name) {
        Some(found) if kind.usage(found).is_some() => Ok(found),
        Some(other) => Err(Problem::OfOtherMails(other)),
        None => Err(Problem::Unknown {
            name: name.to_owned(),
            nearest: Placeholder::nearest(name, known),
        }),
    }
}

/// What is being read.
enum Frame {
    /// The text, or an item of a list. Items may contain a paragraph without saying so.
    Blocks(Vec<Block>, Vec<Inline>),
    List(List),
    Inlines(Wrap, Vec<Inline>),
}

enum Wrap {
    Paragraph,
    Emphasis,
    Strong,
    Link(Target),
}

struct Reader<'a, 'e> {
    text: &'a str,
    errors: &'e mut Errors,
    stack: Vec<Frame>,
}

impl<'a, 'e> Reader<'a, 'e> {
    fn new(text: &'a str, errors: &'e mut Errors) -> Self {
        let stack = vec![Frame::Blocks(Vec::new(), Vec::new())];
        Self {
            text,
            errors,
            stack,
        }
    }

    fn read(mut self) -> Vec<Block> {
        let events = Parser::new_ext(self.text, Options::empty()).into_offset_iter();
        let line_ends: Vec<usize> = self.text.match_indices('\n').map(|(at, _)| at).collect();
        for (event, range) in events {
            // The first line is the subject.
            let line = line_ends.partition_point(|end| *end < range.start) + 2;
            // What is nested further would overflow the stack where it is written, and where it is dropped.
            if self.stack.len() > MAX_DEPTH && matches!(event, Event::Start(_)) {
                self.errors.add(line, Flaw::TooDeep);
                return Vec::new();
            }
            self.take(event, line);
        }
        match self.stack.pop() {
            Some(Frame::Blocks(blocks, open)) => closed(blocks, open),
            _ => Vec::new(),
        }
    }

    fn take(&mut self, event: Event<'_>, line: usize) {
        match event {
            Event::Start(tag) => self.start(tag, line),
            Event::End(end) => self.end(end),
            Event::Text(text) => self.extend(parts(&text)),
            Event::SoftBreak => self.extend(vec![Inline::Text(" ".to_owned())]),
            Event::HardBreak => self.extend(vec![Inline::Break]),
            Event::Html(_) | Event::InlineHtml(_) => self.refuse(Unsupported::Html, line),
            Event::Code(_) => self.refuse(Unsupported::Code, line),
            Event::Rule => self.refuse(Unsupported::Rule, line),
            _ => self.refuse(Unsupported::Other, line),
        }
    }

    fn start(&mut self, tag: Tag<'_>, line: usize) {
        let frame = match tag {
            Tag::Paragraph => Frame::Inlines(Wrap::Paragraph, Vec::new()),
            Tag::Emphasis => Frame::Inlines(Wrap::Emphasis, Vec::new()),
            Tag::Strong => Frame::Inlines(Wrap::Strong, Vec::new()),
            Tag::Link {
                link_type,
                dest_url,
                ..
            } => {
                let target = self.target(link_type, &dest_url, line);
                Frame::Inlines(Wrap::Link(target), Vec::new())
            }
            Tag::List(first) => Frame::List(List {
                first,
                items: Vec::new(),
            }),
            Tag::Item => Frame::Blocks(Vec::new(), Vec::new()),
            other => {
                self.refuse(unsupported(&other), line);
                Frame::Inlines(Wrap::Paragraph, Vec::new())
            }
        };
        self.stack.push(frame);
    }

    fn end(&mut self, end: TagEnd) {
        match self.stack.pop() {
            Some(Frame::Inlines(Wrap::Paragraph, inlines)) if end == TagEnd::Paragraph => {
                self.add_block(Block::Paragraph(inlines));
            }
            // What is refused ends here, too.
            Some(Frame::Inlines(Wrap::Paragraph, _)) | None => {}
            Some(Frame::Inlines(Wrap::Emphasis, inlines)) => {
                self.extend(vec![Inline::Emphasis(inlines)]);
            }
            Some(Frame::Inlines(Wrap::Strong, inlines)) => {
                self.extend(vec![Inline::Strong(inlines)]);
            }
            Some(Frame::Inlines(Wrap::Link(target), inlines)) => {
                self.extend(vec![Inline::Link(target, inlines)]);
            }
            Some(Frame::List(list)) => self.add_block(Block::List(list)),
            Some(Frame::Blocks(blocks, open)) => {
                if let Some(Frame::List(list)) = self.stack.last_mut() {
                    list.items.push(closed(blocks, open));
                }
            }
        }
    }

    fn add_block(&mut self, block: Block) {
        if let Some(Frame::Blocks(blocks, open)) = self.stack.last_mut() {
            if !open.is_empty() {
                blocks.push(Block::Paragraph(std::mem::take(open)));
            }
            blocks.push(block);
        }
    }

    fn extend(&mut self, inlines: Vec<Inline>) {
        match self.stack.last_mut() {
            Some(Frame::Inlines(_, all) | Frame::Blocks(_, all)) => all.extend(inlines),
            Some(Frame::List(_)) | None => {}
        }
    }

    fn refuse(&mut self, what: Unsupported, line: usize) {
        self.errors.add(line, Flaw::Unsupported(what));
    }

    /// Reads the address of a link. What is wrong with it is an error of the template, so its target does not matter.
    fn target(&mut self, link_type: LinkType, address: &str, line: usize) -> Target {
        let mut marks = address.chars().filter_map(Placeholder::of_mark);
        if let Some(placeholder) = marks.next() {
            if address.chars().count() > 1 {
                self.errors
                    .add(line, Flaw::PartOfAddress(placeholder.as_str()));
            } else if placeholder.kind() != ValueKind::Link {
                self.errors.add(line, Flaw::NoAddress(placeholder.as_str()));
            }
            return Target::Placeholder(placeholder);
        }
        let address = match link_type {
            LinkType::Email => format!("mailto:{address}"),
            _ => address.to_owned(),
        };
        let url = Url::parse(&address).ok();
        let url = url.filter(|url| matches!(url.scheme(), "https" | "http" | "mailto"));
        if url.is_none() {
            self.errors.add(line, Flaw::LinkAddress);
        }
        Target::Address(url.map_or(address, String::from))
    }
}

fn closed(mut blocks: Vec<Block>, open: Vec<Inline>) -> Vec<Block> {
    if !open.is_empty() {
        blocks.push(Block::Paragraph(open));
    }
    blocks
}

fn unsupported(tag: &Tag<'_>) -> Unsupported {
    match tag {
        Tag::Heading { .. } => Unsupported::Heading,
        Tag::HtmlBlock => Unsupported::Html,
        Tag::Image { .. } => Unsupported::Image,
        Tag::CodeBlock(_) => Unsupported::Code,
        Tag::BlockQuote(_) => Unsupported::Quotation,
        _ => Unsupported::Other,
    }
}
