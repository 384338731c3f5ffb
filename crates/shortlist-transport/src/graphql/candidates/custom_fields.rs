//! The GraphQL types of the fields that an organization defines for its candidates.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::Operation;
use shortlist_domain::InvalidValue;

use crate::graphql::context::{RequestContext, Resolved, of_organization};
use crate::graphql::object::object;

#[derive(GraphQLInputObject)]
pub(crate) struct GetCustomFieldsInput {
    organization_id: String,
}

/// Defines a field, or replaces the definition with the same key.
#[derive(GraphQLInputObject)]
pub(crate) struct SetCustomFieldInput {
    organization_id: String,
    /// At most 40 letters, digits and `_`, such as `noticePeriod`. It never changes.
    key: String,
    label: String,
    /// `Text`, `Number`, `Date`, `YesNo` or `Choice`.
    #[graphql(name = "type")]
    kind: String,
    /// The options of a choice.
    options: Option<Vec<String>>,
    /// Whether each change of custom fields must leave the candidate with a value.
    #[graphql(default = Some(false))]
    required: Option<bool>,
    /// Whether the field is out of use. Its values are kept.
    #[graphql(default = Some(false))]
    archived: Option<bool>,
}

object! {
    /// A field that the organization defined for its candidates.
    pub(crate) struct CustomField(shortlist_domain::CustomField) as field {
        key: &str = &field.key;
        label: &str = &field.label;
        /// `Text`, `Number`, `Date`, `YesNo` or `Choice`.
        #[graphql(name = "type")]
        kind: &'static str = field.kind.name();
        options: &[String] = field.kind.options();
        required: bool = field.required;
        archived: bool = field.archived;
    }
}

impl CustomField {
    pub(crate) fn set(context: &RequestContext, input: SetCustomFieldInput) -> Resolved<Self> {
        let organization = input.organization_id.clone();
        context.perform(
            Operation::SetCustomField,
            of_organization(&organization),
            |app, principal| {
                let candidates = app.candidates();
                let field = candidates.set_custom_field(principal, input.definition()?)?;
                Ok(Self(field))
            },
        )
    }
}

impl SetCustomFieldInput {
    fn definition(self) -> Result<shortlist_domain::CustomField, InvalidValue> {
        let options = self.options.unwrap_or_default();
        Ok(shortlist_domain::CustomField {
            required: self.required.unwrap_or(false),
            archived: self.archived.unwrap_or(false),
            ..shortlist_domain::CustomField::parse(&self.key, &self.label, &self.kind, &options)?
        })
    }
}

/// The custom fields of an organization, in the order in which they were defined.
#[derive(GraphQLObject)]
pub(crate) struct CustomFieldList {
    fields: Vec<CustomField>,
}

impl CustomFieldList {
    pub(crate) fn load(context: &RequestContext, input: &GetCustomFieldsInput) -> Resolved<Self> {
        context.perform(
            Operation::GetCustomFields,
            of_organization(&input.organization_id),
            |app, principal| {
                let fields = app.candidates().custom_fields(principal)?;
                let bytes = |field: &shortlist_domain::CustomField| {
                    let options = field.kind.options().iter().map(String::len);
                    field.label.len() + options.sum::<usize>()
                };
                context.charge(fields.iter().map(bytes).sum())?;
                Ok(Self {
                    fields: fields.into_iter().map(CustomField).collect(),
                })
            },
        )
    }
}
