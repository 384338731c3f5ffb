//! Finds the text that annotations show on a page: the values of form fields, and text that was typed onto the page.
//!
//! ISO 32000-1: 12.5.5 (appearance streams), 12.5.6.6 (text without a window), 12.7.4 (kinds of fields).

use pdfboss_core::object::decode_text_string;
use pdfboss_core::{Dict, Name, Object, ObjectSource, Page, Rect, Stream};

use super::MAX_RUNS;
use super::runs::PdfRun;
use super::source::BoundedSource;
use super::value_runs::{mark_run, text_runs};

/// The maximum number of fields above a field from which it inherits.
const MAX_PARENTS: usize = 16;
/// The maximum size of all drawings of the annotations of a page.
const MAX_DRAWN_BYTES: usize = 16 << 20;
/// Flags of annotations that are not shown: hidden, and not on screens.
const UNSEEN: i64 = (1 << 1) | (1 << 5);
/// The flag of buttons that only do something.
const PUSH_BUTTON: i64 = 1 << 16;
/// The flag of fields whose value must not be shown.
const PASSWORD: i64 = 1 << 13;

/// What the annotations of a page show.
#[derive(Default)]
pub(super) struct Annotated {
    /// A page that draws their appearances.
    pub(super) drawn: Option<Page>,
    /// The values that have no appearance.
    pub(super) runs: Vec<PdfRun>,
}

/// Returns what the annotations of a page show. `form` is the dictionary of the document's form.
pub(super) fn annotated(
    source: &BoundedSource<'_>,
    page: &Page,
    annotations: &[Dict],
    form: Option<&Dict>,
) -> Annotated {
    let mut reader = Reader {
        source,
        page,
        content: String::new(),
        objects: Dict::default(),
        layers: Dict::default(),
        runs: Vec::new(),
        drawn_bytes: 0,
    };
    for annotation in annotations {
        if reader.runs.len() > MAX_RUNS {
            break;
        }
        reader.read(annotation);
    }
    Annotated {
        drawn: reader.drawn(form),
        runs: reader.runs,
    }
}

struct Reader<'a> {
    source: &'a BoundedSource<'a>,
    page: &'a Page,
    /// The operators that draw the appearances, and the resources that they name.
    content: String,
    objects: Dict,
    layers: Dict,
    runs: Vec<PdfRun>,
    drawn_bytes: usize,
}

/// What an annotation shows instead of a drawing.
enum Shown {
    Text(String),
    /// A box, and whether it is ticked.
    Box(bool),
    /// Nothing but its drawing.
    Drawing,
    Nothing,
}

impl Reader<'_> {
    fn value(&self, dict: &Dict, key: &str) -> Option<Object> {
        self.source.resolve(dict.get(key)?).ok()
    }

    fn name(&self, dict: &Dict, key: &str) -> Option<String> {
        self.value(dict, key)?.as_name().map(|name| name.0.clone())
    }

    fn read(&mut self, annotation: &Dict) {
        let kind = self.name(annotation, "Subtype");
        if !matches!(kind.as_deref(), Some("Widget" | "FreeText" | "Stamp")) {
            return;
        }
        let flags = self.value(annotation, "F").and_then(|flags| flags.as_int());
        if flags.unwrap_or(0) & UNSEEN != 0 {
            return;
        }
        let Some(area) = self.area(annotation) else {
            return;
        };
        match self.shown(annotation) {
            Shown::Nothing => {}
            Shown::Box(ticked) => self.runs.push(mark_run(self.page, area, ticked)),
            Shown::Drawing => drop(self.draw(annotation, area)),
            Shown::Text(text) => {
                if self.draw(annotation, area).is_none() {
                    let style = self.inherited(annotation, "DA");
                    let style = style.as_ref().and_then(Object::as_str_bytes);
                    let size = style.and_then(stated_size);
                    self.runs.extend(text_runs(self.page, area, size, &text));
                }
            }
        }
    }

    /// Returns what an annotation shows, by its kind.
    fn shown(&self, annotation: &Dict) -> Shown {
        match self.name(annotation, "Subtype").as_deref() {
            Some("FreeText") => {
                let text = self.value(annotation, "Contents");
                Shown::Text(text.as_ref().and_then(text_of).unwrap_or_default())
            }
            Some("Stamp") => Shown::Drawing,
            Some("Widget") => self.field(annotation),
            _ => Shown::Nothing,
        }
    }

    fn field(&self, widget: &Dict) -> Shown {
        let flags = self
            .inherited(widget, "Ff")
            .and_then(|flags| flags.as_int());
        let flags = flags.unwrap_or(0);
        let kind = self.inherited(widget, "FT");
        match kind
            .as_ref()
            .and_then(Object::as_name)
            .map(|kind| kind.0.as_str())
        {
            Some("Btn") if flags & PUSH_BUTTON != 0 => Shown::Nothing,
            Some("Btn") => {
                let state = self.name(widget, "AS");
                let value = || {
                    self.inherited(widget, "V")?
                        .as_name()
                        .map(|name| name.0.clone())
                };
                let state = state.or_else(value);
                Shown::Box(state.is_some_and(|state| state != "Off"))
            }
            Some("Tx") if flags & PASSWORD != 0 => Shown::Nothing,
            Some("Tx" | "Ch") => Shown::Text(self.chosen(widget)),
            _ => Shown::Nothing,
        }
    }

    /// Returns the value of a field. A choice may have several.
    fn chosen(&self, widget: &Dict) -> String {
        let values = match self.inherited(widget, "V") {
            Some(Object::Array(values)) => values,
            value => value.into_iter().collect(),
        };
        let texts = values
            .iter()
            .filter_map(|value| self.source.resolve(value).ok());
        let texts: Vec<String> = texts.filter_map(|value| text_of(&value)).collect();
        texts.join(", ")
    }

    /// Returns an entry of a field or of the fields above it.
    fn inherited(&self, field: &Dict, key: &str) -> Option<Object> {
        let mut field = field.clone();
        for _ in 0..MAX_PARENTS {
            if let Some(value) = self.value(&field, key) {
                return Some(value);
            }
            field = self.value(&field, "Parent")?.as_dict()?.clone();
        }
        None
    }

    /// Draws the appearance of an annotation. Returns `None` if it has none with text.
    fn draw(&mut self, annotation: &Dict, area: Rect) -> Option<()> {
        let appearance = self.appearance(annotation)?;
        let data = self.source.stream_data(&appearance).ok()?;
        self.drawn_bytes = self.drawn_bytes.saturating_add(data.len());
        if self.drawn_bytes > MAX_DRAWN_BYTES {
            return None;
        }
        memchr::memmem::find(&data, b"BT").or_else(|| memchr::memmem::find(&data, b"Do"))?;
        let [scale_x, scale_y, x, y] = self.placed(&appearance.dict, area)?;
        let number = self.objects.iter().count();
        let name = format!("A{number}");
        let layer = annotation.get("OC").cloned();
        if let Some(layer) = &layer {
            self.layers.insert(Name(name.clone()), layer.clone());
            self.content += &format!("/OC /{name} BDC ");
        }
        self.content += &format!("q {scale_x} 0 0 {scale_y} {x} {y} cm /{name} Do Q\n");
        if layer.is_some() {
            self.content += "EMC\n";
        }
        self.objects.insert(Name(name), Object::Stream(appearance));
        Some(())
    }

    /// Returns the normal appearance as a form.
    fn appearance(&self, annotation: &Dict) -> Option<Stream> {
        let appearances = self.value(annotation, "AP")?;
        let mut normal = self.value(appearances.as_dict()?, "N")?;
        if let Object::Dict(states) = &normal {
            normal = self.value(states, &self.name(annotation, "AS")?)?;
        }
        let mut form = normal.as_stream()?.clone();
        form.dict
            .insert(Name("Subtype".into()), Object::Name(Name("Form".into())));
        Some(form)
    }

    fn area(&self, annotation: &Dict) -> Option<Rect> {
        let [x0, y0, x1, y1] = self.numbers(annotation, "Rect")?;
        Some(Rect::new(x0.min(x1), y0.min(y1), x0.max(x1), y0.max(y1)))
    }

    /// Returns the scale and the offset that bring the box of an appearance to its area (ISO 32000-1, 12.5.5, algorithm 8.1).
    fn placed(&self, form: &Dict, area: Rect) -> Option<[f32; 4]> {
        let [x0, y0, x1, y1] = self.numbers(form, "BBox")?;
        let matrix = self.numbers(form, "Matrix");
        let [a, b, c, d, e, f] = matrix.unwrap_or([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
        let corners = [(x0, y0), (x1, y0), (x0, y1), (x1, y1)];
        let across = corners.map(|(x, y)| a * x + c * y + e);
        let upwards = corners.map(|(x, y)| b * x + d * y + f);
        let (scale_x, x) = fitted(across, area.x0, area.x1);
        let (scale_y, y) = fitted(upwards, area.y0, area.y1);
        let placed = [scale_x, scale_y, x, y];
        placed
            .iter()
            .all(|number| number.is_finite())
            .then_some(placed)
    }

    fn numbers<const N: usize>(&self, dict: &Dict, key: &str) -> Option<[f32; N]> {
        let numbers = self.value(dict, key)?;
        let numbers = numbers.as_array()?.iter();
        let numbers = numbers.map_while(|number| number_of(&self.source.resolve(number).ok()?));
        let numbers: Vec<f32> = numbers.take(N).collect();
        numbers.try_into().ok()
    }

    /// Returns a page that draws the appearances. Those without resources use those of the form.
    fn drawn(&self, form: Option<&Dict>) -> Option<Page> {
        if self.content.is_empty() {
            return None;
        }
        let shared = form.and_then(|form| self.value(form, "DR"));
        let shared = shared.as_ref().and_then(Object::as_dict);
        let mut resources = shared.unwrap_or(&self.page.resources).clone();
        let mut add = |key: &str, dict: &Dict| {
            resources.insert(Name(key.into()), Object::Dict(dict.clone()));
        };
        add("XObject", &self.objects);
        add("Properties", &self.layers);
        let content = Stream {
            dict: Dict::default(),
            data: self.content.clone().into_bytes(),
        };
        let mut dict = Dict::default();
        dict.insert(Name("Contents".into()), Object::Stream(content));
        let page = self.page;
        Some(Page::from_parts(
            page.index,
            page.media_box,
            page.crop_box,
            page.rotate,
            resources,
            dict,
            None,
        ))
    }
}

/// Returns the scale and the offset that bring some coordinates to a range.
fn fitted(coordinates: [f32; 4], from: f32, until: f32) -> (f32, f32) {
    let lowest = coordinates.into_iter().fold(f32::INFINITY, f32::min);
    let highest = coordinates.into_iter().fold(f32::NEG_INFINITY, f32::max);
    let length = highest - lowest;
    let scale = if length > 0.0 {
        (until - from) / length
    } else {
        1.0
    };
    (scale, from - lowest * scale)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::as_conversions,
    reason = "coordinates need no more precision"
)]
fn number_of(object: &Object) -> Option<f32> {
    object.as_f64().map(|number| number as f32)
}

fn text_of(object: &Object) -> Option<String> {
    match object {
        Object::String(text) => Some(decode_text_string(text)),
        Object::Name(name) => Some(name.0.clone()),
        _ => None,
    }
}

/// Returns the font size of a default appearance such as `/Helv 10 Tf 0 g`, or `None` if the viewer chooses it.
fn stated_size(style: &[u8]) -> Option<f32> {
    let style = String::from_utf8_lossy(style);
    let mut words = style.split_ascii_whitespace().rev();
    words.find(|word| *word == "Tf")?;
    let size: f32 = words.next()?.parse().ok()?;
    (size > 0.0).then_some(size)
}
