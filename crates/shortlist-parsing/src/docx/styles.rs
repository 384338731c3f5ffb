//! Reads the styles part and resolves the bases of each style.

use std::collections::HashMap;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::attributes::{attribute, value};
use super::properties::{ParagraphProperties, RunProperties};

/// The longest chain of styles based on each other.
const MAX_CHAIN: usize = 16;
/// The maximum number of styles in a document.
const MAX_STYLES: usize = 10_000;

/// The properties of one style.
#[derive(Debug, Clone, Default)]
pub(crate) struct Style {
    base: Option<String>,
    heading: bool,
    pub(crate) run: RunProperties,
    pub(crate) paragraph: ParagraphProperties,
    shades_cells: bool,
}

/// All styles, by id, with their bases resolved.
#[derive(Debug, Default)]
pub(crate) struct Styles {
    styles: HashMap<String, Style>,
    defaults: RunProperties,
    /// The style of paragraphs that name no style.
    default_paragraph: Option<String>,
}

/// The kind of properties that are being read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PropertyScope {
    Outside,
    Run,
    Paragraph,
}

impl Styles {
    /// Reads the part. After a syntax error, the styles before it are kept.
    pub(crate) fn parse(xml: &str) -> Self {
        let mut styles = Self::default();
        let mut reader = Reader::from_str(xml);
        let mut open: Option<(String, Style)> = None;
        let mut scope = PropertyScope::Outside;
        while let Ok(event) = reader.read_event() {
            match event {
                Event::Start(element) => match element.local_name().as_ref() {
                    "style" => open = styles.open_style(&element),
                    "rPr" => scope = PropertyScope::Run,
                    "pPr" => scope = PropertyScope::Paragraph,
                    name => styles.take(name, &element, scope, open.as_mut()),
                },
                Event::Empty(element) => {
                    let name = element.local_name();
                    if !matches!(name.as_ref(), "style" | "rPr" | "pPr") {
                        styles.take(name.as_ref(), &element, scope, open.as_mut());
                    }
                }
                Event::End(element) => match element.local_name().as_ref() {
                    "style" => styles.insert(open.take()),
                    "rPr" | "pPr" => scope = PropertyScope::Outside,
                    _ => {}
                },
                Event::Eof => break,
                _ => {}
            }
        }
        styles.resolve();
        styles
    }

    fn open_style(&mut self, element: &BytesStart<'_>) -> Option<(String, Style)> {
        let id = attribute(element, "styleId")?.into_owned();
        let default = matches!(
            attribute(element, "default").as_deref(),
            Some("1" | "true" | "on")
        );
        if default && attribute(element, "type").as_deref() == Some("paragraph") {
            self.default_paragraph = Some(id.clone());
        }
        Some((id, Style::default()))
    }

    fn take(
        &mut self,
        name: &str,
        element: &BytesStart<'_>,
        scope: PropertyScope,
        open: Option<&mut (String, Style)>,
    ) {
        let Some((_, style)) = open else {
            if scope == PropertyScope::Run {
                self.defaults.take(name, element);
            }
            return;
        };
        match (scope, name) {
            (PropertyScope::Run, _) => style.run.take(name, element),
            (PropertyScope::Paragraph, _) => style.paragraph.take(name, element),
            (PropertyScope::Outside, "basedOn") => {
                style.base = value(element).map(std::borrow::Cow::into_owned);
            }
            (PropertyScope::Outside, "name") => {
                style.heading = value(element).is_some_and(|name| is_heading_name(&name));
            }
            (PropertyScope::Outside, "shd") => {
                style.shades_cells |= super::properties::is_shaded(element);
            }
            _ => {}
        }
    }

    fn insert(&mut self, style: Option<(String, Style)>) {
        if let Some((id, style)) = style
            && self.styles.len() < MAX_STYLES
        {
            self.styles.insert(id, style);
        }
    }

    /// Merges the bases into each style.
    fn resolve(&mut self) {
        let resolved = self
            .styles
            .iter()
            .map(|(id, style)| (id.clone(), self.with_bases(style)))
            .collect();
        self.styles = resolved;
    }

    fn with_bases(&self, style: &Style) -> Style {
        let mut whole = style.clone();
        let mut base = style.base.as_ref();
        for _ in 0..MAX_CHAIN {
            let Some(below) = base.and_then(|id| self.styles.get(id)) else {
                break;
            };
            whole.run.inherit(&below.run);
            whole.paragraph.inherit(&below.paragraph);
            whole.heading |= below.heading;
            whole.shades_cells |= below.shades_cells;
            base = below.base.as_ref();
        }
        whole
    }

    /// Returns the style of a paragraph. Without an id, this is the default style.
    pub(crate) fn paragraph(&self, id: Option<&str>) -> Option<&Style> {
        let id = id.or(self.default_paragraph.as_deref())?;
        self.styles.get(id)
    }

    /// Completes the properties of a run from its style, then its paragraph style, then the document defaults.
    pub(crate) fn resolve_run(&self, own: &mut RunProperties, paragraph_style: Option<&Style>) {
        if let Some(style) = own.style.as_ref().and_then(|id| self.styles.get(id)) {
            own.inherit(&style.run);
        }
        if let Some(style) = paragraph_style {
            own.inherit(&style.run);
        }
        own.inherit(&self.defaults);
    }

    /// Returns whether a table style shades cells.
    pub(crate) fn shades_cells(&self, id: &str) -> bool {
        self.styles.get(id).is_some_and(|style| style.shades_cells)
    }
}

impl Style {
    /// Returns whether it is the style of a heading.
    pub(crate) fn is_heading(&self) -> bool {
        self.heading
    }
}

/// Returns whether a style name is a heading's. Built-in styles keep their English names in every language of Word.
fn is_heading_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name == "title" || name.starts_with("heading")
}
