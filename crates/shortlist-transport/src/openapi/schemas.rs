//! The schemas of bodies.

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ArrayBuilder, ComponentsBuilder, Object, ObjectBuilder, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::endpoint::{binary, identifier, text};
use crate::apply::ReceiptBody;
use crate::auth::{LoginBody, RefreshBody, SignedInBody};
use crate::candidate_documents::DocumentBody;
use crate::error::ErrorBody;
use crate::health::Health;
use crate::import::body::ImportBody;
use crate::import::plan::PlanDocument;
use crate::recordings::RecordingBody;
use crate::respond_async::AcceptedBody;
use crate::token_exchange::TokenBody;
use crate::upload::body::UploadBody;
use crate::uploads::ProgressBody;

/// Adds the schemas of all bodies, and of the parts that they refer to.
pub(super) fn add_to(components: ComponentsBuilder) -> ComponentsBuilder {
    let mut parts = Vec::new();
    let components = [
        named::<ErrorBody<'static>>(&mut parts),
        named::<LoginBody>(&mut parts),
        named::<RefreshBody>(&mut parts),
        named::<TokenBody>(&mut parts),
        named::<SignedInBody>(&mut parts),
        named::<UploadBody>(&mut parts),
        named::<AcceptedBody>(&mut parts),
        named::<ProgressBody>(&mut parts),
        named::<ReceiptBody>(&mut parts),
        named::<DocumentBody>(&mut parts),
        named::<RecordingBody>(&mut parts),
        named::<Health>(&mut parts),
        named::<ImportBody>(&mut parts),
    ]
    .into_iter()
    .fold(components, |components, (name, schema)| {
        components.schema(name, schema)
    });
    PlanDocument::schemas(&mut parts);
    components
        .schemas_from_iter(parts)
        .schema(ImportBody::name(), import_with_plan())
}

/// Returns a schema with its name, and adds the schemas that it refers to.
fn named<T: ToSchema>(parts: &mut Vec<(String, RefOr<Schema>)>) -> (String, RefOr<Schema>) {
    T::schemas(parts);
    (T::name().into_owned(), T::schema())
}

/// Returns the response to a job file. A dry run adds the fields of the plan.
fn import_with_plan() -> Object {
    let mut import = object_of::<ImportBody>();
    import
        .properties
        .extend(object_of::<PlanDocument>().properties);
    import
}

/// Returns the schema of a struct, whose fields become properties.
fn object_of<T: PartialSchema>() -> Object {
    match T::schema() {
        RefOr::T(Schema::Object(object)) => object,
        _ => Object::new(),
    }
}

/// The content of a form field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FieldKind {
    Text,
    Identifier,
    OneOf(&'static [&'static str]),
    File,
    Files,
}

/// A field of a form.
#[derive(Debug, Clone, Copy)]
pub(super) struct FormField {
    pub(super) name: &'static str,
    description: &'static str,
    kind: FieldKind,
    is_required: bool,
}

impl FormField {
    const fn of(kind: FieldKind, name: &'static str, description: &'static str) -> Self {
        Self {
            name,
            description,
            kind,
            is_required: true,
        }
    }

    /// Returns a required field with text.
    pub(super) const fn text(name: &'static str, description: &'static str) -> Self {
        Self::of(FieldKind::Text, name, description)
    }

    /// Returns a required field with an identifier.
    pub(super) const fn id(name: &'static str, description: &'static str) -> Self {
        Self::of(FieldKind::Identifier, name, description)
    }

    /// Returns a required field with one of these words.
    pub(super) const fn one_of(
        words: &'static [&'static str],
        name: &'static str,
        description: &'static str,
    ) -> Self {
        Self::of(FieldKind::OneOf(words), name, description)
    }

    /// Returns a required field with one file.
    pub(super) const fn file(name: &'static str, description: &'static str) -> Self {
        Self::of(FieldKind::File, name, description)
    }

    /// Returns a required field that may be repeated, with a file each.
    pub(super) const fn files(name: &'static str, description: &'static str) -> Self {
        Self::of(FieldKind::Files, name, description)
    }

    /// Makes the field optional.
    pub(super) const fn optional(self) -> Self {
        Self {
            is_required: false,
            ..self
        }
    }

    fn schema(self) -> RefOr<Schema> {
        let file = || binary().content_media_type("application/octet-stream");
        let description = Some(self.description);
        match self.kind {
            // An empty field counts as absent.
            FieldKind::Text => text()
                .min_length(self.is_required.then_some(1))
                .description(description)
                .into(),
            FieldKind::Identifier => identifier(self.name).description(description).into(),
            FieldKind::OneOf(words) => text()
                .enum_values(Some(words.iter().copied()))
                .description(description)
                .into(),
            FieldKind::File => file().description(description).into(),
            FieldKind::Files => ArrayBuilder::new()
                .items(file())
                .description(description)
                .into(),
        }
    }
}

/// The names of fields, also of those that are ignored.
const FIELD_NAMES: &str = "^[ -~]*[!-~][ -~]*$";

/// Returns the schema of a form.
pub(super) fn form(fields: &[FormField]) -> ObjectBuilder {
    let names = Schema::from(text().pattern(Some(FIELD_NAMES)));
    let form = ObjectBuilder::new().property_names(Some(names));
    fields.iter().fold(form, |form, field| {
        let form = form.property(field.name, field.schema());
        if field.is_required {
            form.required(field.name)
        } else {
            form
        }
    })
}
