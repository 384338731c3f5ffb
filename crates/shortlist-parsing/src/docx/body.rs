//! Reads a story (the body, a header or notes) from its XML, event by event and without recursion.

use std::collections::{HashMap, HashSet};

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::attributes::{attribute, referenced, value};
use super::chart;
use super::controls::{Control, FormField, symbol};
use super::drawing::Drawing;
use super::paragraph::{Paragraph, Surroundings};
use super::properties::{Colour, RunProperties, fill_of, is_shaded, is_white};
use super::relations::Relation;
use super::styles::Styles;
use crate::ReadError;
use crate::fields::{Fields, record_hyperlink};
use crate::flow::Flow;
use crate::frame::{Look, ParagraphKind};
use shortlist_domain::Damage;

/// The maximum number of open `mc:AlternateContent`, tables and text boxes that are tracked.
const MAX_OPEN: usize = 1_024;

/// The source of a story.
#[derive(Clone, Copy)]
pub(crate) struct Story<'a> {
    pub(crate) xml: &'a str,
    pub(crate) relations: &'a [Relation],
    pub(crate) styles: &'a Styles,
    /// Whether a drawing is behind the text. White text may be readable on it.
    pub(crate) on_drawing: bool,
    /// The parts with the texts of diagrams and charts, by the ids of their relations.
    pub(crate) diagrams: &'a HashMap<String, String>,
}

/// Returns whether Word reads a choice that requires some namespaces, by their usual prefixes. It reads the fallback instead
/// of a choice with a namespace that it does not know (ECMA-376 part 3, 7.6).
fn is_understood(required: &str) -> bool {
    required.split_ascii_whitespace().all(|prefix| {
        let family = prefix.trim_end_matches(|c: char| c.is_ascii_digit());
        let exact = [
            "wps", "wpg", "wpc", "wpi", "aink", "am", "pic", "dgm", "m", "o", "r", "v", "w", "wp",
            "wne", "a", "c", "cx",
        ];
        exact.contains(&family) || prefix == "am3d" || prefix.starts_with("w16")
    })
}

/// Returns whether a part draws behind the text, such as a coloured band or a picture behind a name or sidebar.
pub(crate) fn draws_behind(xml: &str) -> bool {
    ["behindDoc=\"1\"", "behindDoc=\"true\"", "z-index:-"]
        .into_iter()
        .any(|mark| xml.contains(mark))
}

/// Reads a story into the flow. After a syntax error, the text before it is kept.
pub(crate) fn read_story(story: &Story<'_>, flow: &mut Flow) -> Result<(), ReadError> {
    let mut reader = Reader::from_str(story.xml);
    reader.config_mut().check_end_names = false;
    reader.config_mut().allow_dangling_amp = true;
    let mut walk = Walk::new(story, flow);
    while let Ok(event) = reader.read_event() {
        match event {
            Event::Start(element) => walk.start(&element),
            Event::Empty(element) => {
                let name = element.local_name();
                walk.start(&element);
                walk.end(name.as_ref());
            }
            Event::End(element) => walk.end(element.local_name().as_ref()),
            Event::Text(text) => walk.text(&text),
            Event::CData(text) => walk.text(&text),
            Event::GeneralRef(name) => {
                if let Some(c) = referenced(&name) {
                    walk.text(c.encode_utf8(&mut [0; 4]));
                }
            }
            Event::DocType(_) => {
                return Err(ReadError::damaged(Damage::XmlEntities));
            }
            Event::Eof => break,
            _ => {}
        }
        if walk.flow.is_full() {
            break;
        }
    }
    Ok(())
}

/// The purpose of the text in an element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TextPurpose {
    Nothing,
    Text,
    Instruction,
    /// The distance of a drawing from the edge of its page.
    Offset,
}

/// The kind of the open properties.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Properties {
    None,
    Run,
    Paragraph,
    /// The run properties of the paragraph mark, which do not apply to the text.
    Mark,
    Row,
    Cell,
    Table,
    /// The properties of a content control.
    Control,
}

struct Walk<'a, 'f> {
    story: &'a Story<'a>,
    flow: &'f mut Flow,
    /// The targets of the relations, by id.
    targets: HashMap<&'a str, &'a str>,
    /// The depth inside an element that is skipped with all its content.
    skipping: usize,
    text_purpose: TextPurpose,
    properties: Properties,
    paragraph: Paragraph,
    /// The paragraphs that contain the open text boxes.
    around: Vec<Paragraph>,
    fields: Fields,
    /// For each open alternative, how many characters were read before it.
    alternatives: Vec<usize>,
    controls: Vec<Control>,
    form_field: FormField,
    diagrams_read: HashSet<&'a str>,
    /// For each open table, whether its style paints cells.
    tables: Vec<bool>,
    /// For each open cell, whether it is shaded.
    cells: Vec<bool>,
    /// The fill colours of the open cells.
    fills: Vec<Option<Colour>>,
    /// The position of the open drawing.
    drawing: Drawing,
    /// For each open text box, whether it is off the page.
    boxes: Vec<bool>,
    /// Whether something behind the text may make white text readable.
    painted_page: bool,
}

/// Maps ids to targets. If several relations share an id, the first one counts.
fn targets_of(relations: &[Relation]) -> HashMap<&str, &str> {
    let last_first = relations.iter().rev();
    last_first
        .map(|relation| (relation.id.as_str(), relation.target.as_str()))
        .collect()
}

impl<'a, 'f> Walk<'a, 'f> {
    fn new(story: &'a Story<'a>, flow: &'f mut Flow) -> Self {
        Self {
            story,
            flow,
            targets: targets_of(story.relations),
            skipping: 0,
            text_purpose: TextPurpose::Nothing,
            properties: Properties::None,
            paragraph: Paragraph::default(),
            around: Vec::new(),
            fields: Fields::default(),
            alternatives: Vec::new(),
            controls: Vec::new(),
            form_field: FormField::default(),
            diagrams_read: HashSet::new(),
            tables: Vec::new(),
            cells: Vec::new(),
            fills: Vec::new(),
            drawing: Drawing::default(),
            boxes: Vec::new(),
            painted_page: story.on_drawing,
        }
    }

    fn start(&mut self, element: &BytesStart<'_>) {
        if self.skipping > 0 {
            self.skipping += 1;
            return;
        }
        let name = element.local_name();
        let name = name.as_ref();
        if self.properties != Properties::None {
            self.property(name, element);
            return;
        }
        if self.left_out(name, element) {
            self.skipping = 1;
            return;
        }
        if !self.open_properties(name) && !self.inline(name, element) {
            self.structure(name, element);
        }
    }

    /// Returns whether an element is skipped with all its content.
    fn left_out(&mut self, name: &str, element: &BytesStart<'_>) -> bool {
        match name {
            "del" | "moveFrom" | "delText" | "delInstrText" | "rt" => true,
            // The first choice with text counts. A known choice may be only a drawing, and its fallback a text.
            "Choice" | "Fallback" => {
                let read = |before: &usize| self.flow.characters() > *before;
                self.alternatives.last().is_some_and(read)
                    || attribute(element, "Requires").is_some_and(|all| !is_understood(&all))
            }
            "sdtContent" => self.controls.last() == Some(&Control::Placeholder),
            "footnote" | "endnote" => {
                let kind = attribute(element, "type");
                kind.is_some_and(|kind| kind != "normal")
            }
            "rPr" | "pPr" | "trPr" | "tcPr" | "tblPr" | "sdtPr" => false,
            name => name.ends_with("Pr") || name == "tblGrid",
        }
    }

    fn open_properties(&mut self, name: &str) -> bool {
        self.properties = match name {
            "rPr" => {
                self.paragraph.run = RunProperties::default();
                Properties::Run
            }
            "pPr" => Properties::Paragraph,
            "trPr" => Properties::Row,
            "tcPr" => Properties::Cell,
            "tblPr" => Properties::Table,
            "sdtPr" => Properties::Control,
            _ => return false,
        };
        true
    }

    fn property(&mut self, name: &str, element: &BytesStart<'_>) {
        match self.properties {
            Properties::Run => self.paragraph.run.take(name, element),
            Properties::Paragraph if name == "rPr" => self.properties = Properties::Mark,
            Properties::Paragraph if name == "pPrChange" || name == "sectPr" => self.skipping = 1,
            Properties::Paragraph => self.paragraph.properties.take(name, element),
            Properties::Cell if name == "shd" => {
                if let Some(shaded) = self.cells.last_mut() {
                    *shaded = is_shaded(element);
                }
                if let Some(fill) = self.fills.last_mut() {
                    *fill = Some(fill_of(element));
                }
            }
            Properties::Control => {
                if let Some(control) = self.controls.last_mut() {
                    control.take(name, element);
                }
            }
            Properties::Table if name == "tblStyle" => {
                let shades = value(element).is_some_and(|id| self.story.styles.shades_cells(&id));
                if let Some(table) = self.tables.last_mut() {
                    *table = shades;
                }
            }
            _ => {}
        }
        if name == "rPrChange" || name == "tblPrChange" || name == "tcPrChange" {
            self.skipping = 1;
        }
    }

    /// Handles an element inside a paragraph. Returns false for any other element.
    fn inline(&mut self, name: &str, element: &BytesStart<'_>) -> bool {
        match name {
            "t" => self.text_purpose = TextPurpose::Text,
            "posOffset" => self.text_purpose = TextPurpose::Offset,
            "instrText" => self.text_purpose = TextPurpose::Instruction,
            "tab" | "ptab" => self.push("\t"),
            "br" | "cr" => {
                let kind = self.paragraph_kind();
                self.flow.end_line(kind);
            }
            "noBreakHyphen" => self.push("-"),
            "sym" => {
                let font = attribute(element, "font").unwrap_or_default();
                let code = attribute(element, "char").unwrap_or_default();
                self.push(symbol(&font, &code).unwrap_or(" "));
            }
            "textpath" => {
                // WordArt of the time before DrawingML has its text in an attribute.
                if let Some(text) = attribute(element, "string") {
                    self.push(&text);
                }
            }
            "relIds" => self.diagram(element),
            "chart" => self.chart(element),
            "fldChar" => self.field_mark(element),
            "fldSimple" => {
                if let Some(instruction) = attribute(element, "instr") {
                    record_hyperlink(&instruction, self.flow);
                }
            }
            "hyperlink" | "hlinkClick" => self.hyperlink(element),
            _ => return self.form_field.take(name, element),
        }
        true
    }

    /// Returns the XML of the diagram or chart that an attribute names. A document may show one any number of times; its text counts
    /// once.
    fn new_part(&mut self, element: &BytesStart<'_>, name: &str) -> Option<&'a str> {
        let id = attribute(element, name).unwrap_or_default();
        let (id, xml) = self.story.diagrams.get_key_value(id.as_ref())?;
        self.diagrams_read.insert(id).then_some(xml.as_str())
    }

    /// Reads the texts of a diagram (`SmartArt`) as a text box. A diagram contains no other.
    fn diagram(&mut self, element: &BytesStart<'_>) {
        let Some(xml) = self.new_part(element, "dm") else {
            return;
        };
        let none = HashMap::new();
        let diagram = Story {
            xml,
            diagrams: &none,
            ..*self.story
        };
        self.flow.open_box();
        // A damaged diagram is read up to the defect, as every story is.
        let _read = read_story(&diagram, self.flow);
        self.flow.close_box();
    }

    /// Reads the texts of a chart as a text box.
    fn chart(&mut self, element: &BytesStart<'_>) {
        let Some(xml) = self.new_part(element, "id") else {
            return;
        };
        self.flow.open_box();
        for text in chart::texts_of(xml) {
            self.flow.text(&text, Look::default());
            self.flow.end_paragraph(ParagraphKind::default());
        }
        self.flow.close_box();
    }

    fn field_mark(&mut self, element: &BytesStart<'_>) {
        match attribute(element, "fldCharType").as_deref() {
            Some("begin") => self.fields.begin(),
            Some("separate") => self.fields.separate(self.flow),
            Some("end") => {
                self.fields.end(self.flow);
                if let Some(shown) = std::mem::take(&mut self.form_field).shown() {
                    self.push(&shown);
                }
            }
            _ => {}
        }
    }

    fn hyperlink(&mut self, element: &BytesStart<'_>) {
        let id = attribute(element, "id");
        let target = id.and_then(|id| self.targets.get(id.as_ref()));
        if let Some(target) = target {
            self.flow.link(target);
        }
    }

    fn structure(&mut self, name: &str, element: &BytesStart<'_>) {
        match name {
            "p" => self.paragraph = Paragraph::default(),
            "r" => {
                self.paragraph.run = RunProperties::default();
                self.resolve_look();
            }
            "AlternateContent" if self.alternatives.len() < MAX_OPEN => {
                self.alternatives.push(self.flow.characters());
            }
            "sdt" if self.controls.len() < MAX_OPEN => self.controls.push(Control::default()),
            "tbl" if self.tables.len() < MAX_OPEN => self.tables.push(false),
            "tr" => self.flow.open_row(),
            "tc" => {
                self.flow.open_cell();
                if self.cells.len() < MAX_OPEN {
                    self.cells.push(false);
                    self.fills.push(None);
                }
            }
            "txbxContent" | "txBody" => {
                self.flow.open_box();
                if self.around.len() < MAX_OPEN {
                    self.around.push(std::mem::take(&mut self.paragraph));
                    self.boxes.push(self.drawing.is_off_page());
                }
            }
            "anchor" | "inline" => self.drawing = Drawing::default(),
            "extent" => self.drawing.extent(element),
            "positionV" => self.drawing.vertical = true,
            "background" => {
                self.painted_page |=
                    attribute(element, "color").is_some_and(|colour| !is_white(&colour));
            }
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        if self.skipping > 0 {
            self.skipping -= 1;
            return;
        }
        if self.properties != Properties::None {
            self.end_property(name);
            return;
        }
        match name {
            "t" | "instrText" | "posOffset" => self.text_purpose = TextPurpose::Nothing,
            "p" => {
                let kind = self.paragraph_kind();
                self.flow.end_paragraph(kind);
                self.paragraph = Paragraph::default();
            }
            "AlternateContent" => drop(self.alternatives.pop()),
            "sdt" => drop(self.controls.pop()),
            "tbl" => drop(self.tables.pop()),
            "tr" => self.flow.close_row(),
            "tc" => {
                self.cells.pop();
                self.fills.pop();
                self.flow.close_cell();
            }
            "txbxContent" | "txBody" => {
                self.flow.close_box();
                self.paragraph = self.around.pop().unwrap_or_default();
                self.boxes.pop();
            }
            _ => {}
        }
    }

    fn end_property(&mut self, name: &str) {
        match (self.properties, name) {
            (Properties::Mark, "rPr") => self.properties = Properties::Paragraph,
            (Properties::Run, "rPr") => {
                self.properties = Properties::None;
                self.resolve_look();
            }
            (Properties::Paragraph, "pPr")
            | (Properties::Row, "trPr")
            | (Properties::Cell, "tcPr")
            | (Properties::Table, "tblPr")
            | (Properties::Control, "sdtPr") => self.properties = Properties::None,
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.skipping > 0 {
            return;
        }
        match self.text_purpose {
            TextPurpose::Text => self.push(text),
            TextPurpose::Instruction => self.fields.push_instruction(text),
            TextPurpose::Offset => self.drawing.offset(text),
            TextPurpose::Nothing => {}
        }
    }

    fn push(&mut self, text: &str) {
        let control = self.controls.last_mut();
        let text = control.map_or(text, |control| control.shown(text));
        if !self.fields.in_instruction() && !text.is_empty() {
            self.flow.text(text, self.paragraph.look);
        }
    }

    fn paragraph_kind(&self) -> ParagraphKind {
        self.paragraph.kind(self.story.styles)
    }

    /// Computes the style of the run, once per run.
    fn resolve_look(&mut self) {
        let surroundings = Surroundings {
            are_painted: self.painted_page
                || !self.around.is_empty()
                || self.cells.iter().chain(&self.tables).any(|shaded| *shaded),
            are_off_page: self.boxes.last() == Some(&true),
            fill: self.fills.last().copied().flatten(),
        };
        self.paragraph
            .resolve_look(self.story.styles, &surroundings);
    }
}
