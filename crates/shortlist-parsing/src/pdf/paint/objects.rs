//! Handles pictures, forms, transparency and colour spaces, which a page refers to by name.

use std::rc::Rc;

use pdfboss_core::{Object, ObjectSource, Rect};

use super::{EVERYWHERE, Painter, UNIT};

/// Paint below this opacity is invisible.
const ALMOST_NOTHING: f64 = 0.03;
/// The maximum number of cached resources.
const MAX_RESOURCES: usize = 64;

impl Painter<'_> {
    /// Adds the fill of a picture or form. A picture fills its square. A form may paint anything inside its box.
    pub(super) fn paint_object(&mut self, name: &str) {
        let object = self.resource("XObject", name);
        let Some(Object::Stream(object)) = object.as_deref() else {
            return;
        };
        if object
            .dict
            .get_name("Subtype")
            .is_some_and(|kind| kind.0 == "Image")
        {
            let masks = ["SMask", "Mask", "ImageMask", "OC"];
            let plain = !masks.iter().any(|mask| object.dict.get(mask).is_some());
            let matrix = self.state.matrix;
            let upright = matrix.b == 0.0 && matrix.c == 0.0;
            self.add(UNIT.transform(matrix), None, plain && upright);
            return;
        }
        let area = object
            .dict
            .get("BBox")
            .and_then(Object::as_array)
            .and_then(rectangle)
            .filter(|_area| object.dict.get("Matrix").is_none())
            .map_or(EVERYWHERE, |area| area.transform(self.state.matrix));
        self.add(area, None, false);
    }

    /// Applies the transparency of a graphics state (ISO 32000-1, table 58).
    pub(super) fn set_opacity(&mut self, name: &str) {
        let state = self.resource("ExtGState", name);
        let Some(Object::Dict(state)) = state.as_deref() else {
            self.state.opaque.full = false;
            return;
        };
        if let Some(part) = state.get("ca") {
            self.state.opaque.full = part.as_f64() == Some(1.0);
            self.state.opaque.none = part.as_f64().is_some_and(|part| part < ALMOST_NOTHING);
        }
        let is_one_of = |value: &Object, wanted: &[&str]| {
            value
                .as_name()
                .is_some_and(|name| wanted.contains(&name.0.as_str()))
        };
        if let Some(mode) = state.get("BM") {
            self.state.opaque.plain = is_one_of(mode, &["Normal", "Compatible"]);
        }
        if let Some(mask) = state.get("SMask") {
            self.state.opaque.unmasked = is_one_of(mask, &["None"]);
        }
    }

    /// Returns whether the numbers of a colour space are grey, red, green and blue, or process inks. For a named ink,
    /// one means full ink.
    pub(super) fn is_device_like(&mut self, name: &str) -> bool {
        let family = |object: &Object| match object {
            Object::Array(parts) => parts.first().and_then(Object::as_name).cloned(),
            object => object.as_name().cloned(),
        };
        let is_known = |name: &str| {
            matches!(
                name,
                "DeviceGray" | "DeviceRGB" | "DeviceCMYK" | "CalGray" | "CalRGB" | "ICCBased"
            )
        };
        is_known(name)
            || self
                .resource("ColorSpace", name)
                .and_then(|space| family(&space))
                .is_some_and(|family| is_known(&family.0))
    }

    /// Returns a resource of the page. Pages use the same few names repeatedly and each
    /// lookup copies, so results are cached.
    fn resource(&mut self, kind: &'static str, name: &str) -> Option<Rc<Object>> {
        let known = self
            .resources
            .iter()
            .find(|known| known.0 == kind && known.1 == name);
        if let Some((_, _, object)) = known {
            return object.clone();
        }
        let object = self.find_resource(kind, name).map(Rc::new);
        if self.resources.len() < MAX_RESOURCES {
            self.resources.push((kind, name.to_owned(), object.clone()));
        }
        object
    }

    fn find_resource(&self, kind: &str, name: &str) -> Option<Object> {
        let all = self.source.resolve(self.page.resources.get(kind)?).ok()?;
        self.source.resolve(all.as_dict()?.get(name)?).ok()
    }
}

fn rectangle(numbers: &[Object]) -> Option<Rect> {
    let number = |at: usize| numbers.get(at)?.as_f64().map(narrowed);
    Some(Rect::new(number(0)?, number(1)?, number(2)?, number(3)?).normalize())
}

#[expect(clippy::as_conversions, reason = "no other way from f64 to f32")]
fn narrowed(value: f64) -> f32 {
    value as f32
}
