//! Input objects that become a request of the use cases.

use juniper::meta::Argument;
use juniper::{FieldError, FromInputValue, InputValue, IntoFieldError, ScalarValue};

/// Declares a GraphQL input object that is read into a request, so no second struct repeats the fields. Each field has its name in
/// the schema, the name in the request and the type in the schema, a default in brackets if the schema shows one, and an expression
/// if it is converted. What the request is about, such as the
/// organization, is next to the request.
macro_rules! input {
    (
        $(#[doc = $about:literal])*
        $visibility:vis struct $input:ident($request:ident) $(of $($key:ident $key_name:literal),+)? {
            $(
                $(#[doc = $about_field:literal])*
                $name:literal as $field:ident: $field_type:ty $([$default:expr])? $(= $read:expr)?;
            )*
        }
    ) => {
        $visibility struct $input {
            $($(pub(crate) $key: String,)+)?
            pub(crate) request: $request,
        }

        input!(
            @traits $input [$($about)*]
            $($($key_name: String [] [];)+)?
            $($name: $field_type [$($about_field)*] [$($default)?];)*
        );

        impl<S: juniper::ScalarValue> juniper::FromInputValue<S> for $input {
            type Error = juniper::FieldError<S>;

            fn from_input_value(value: &juniper::InputValue<S>) -> Result<Self, Self::Error> {
                let fields = $crate::graphql::input::Fields::of(value)?;
                $(let $field: $field_type = fields.read($name, input!(@default $($default)?))?;)*
                Ok(Self {
                    $($($key: fields.read($key_name, None)?,)+)?
                    request: $request {
                        $($field: input!(@value $field $(= $read)?),)*
                    },
                })
            }
        }
    };
    (@default) => {
        None
    };
    (@default $default:expr) => {
        Some($default)
    };
    (@value $field:ident) => {
        $field
    };
    (@value $field:ident = $read:expr) => {
        $read
    };
    (@argument $registry:ident $info:ident $name:literal $field_type:ty []) => {
        $registry.arg::<$field_type>($name, $info)
    };
    (@argument $registry:ident $info:ident $name:literal $field_type:ty [$default:expr]) => {
        $registry.arg_with_default::<$field_type>($name, &$default, $info)
    };
    (
        @traits $input:ident [$($about:literal)*]
        $($name:literal: $field_type:ty [$($about_field:literal)*] [$($default:expr)?];)*
    ) => {
        impl<S: juniper::ScalarValue> juniper::marker::IsInputType<S> for $input {}

        impl<S: juniper::ScalarValue> juniper::GraphQLType<S> for $input {
            fn name(_info: &()) -> Option<juniper::ArcStr> {
                Some(stringify!($input).into())
            }

            fn meta(
                info: &(),
                registry: &mut juniper::Registry<S>,
            ) -> juniper::meta::MetaType<S> {
                let fields = [$(
                    $crate::graphql::input::described(
                        input!(@argument registry info $name $field_type [$($default)?]),
                        &[$($about_field),*],
                    ),
                )*];
                let object = registry.build_input_object_type::<Self>(info, &fields);
                match $crate::graphql::input::description(&[$($about),*]) {
                    Some(text) => object.description(text).into_meta(),
                    None => object.into_meta(),
                }
            }
        }

        // juniper wants this of an input in another one, and uses it for default values. No such input is one.
        impl<S: juniper::ScalarValue> juniper::ToInputValue<S> for $input {
            fn to_input_value(&self) -> juniper::InputValue<S> {
                juniper::InputValue::null()
            }
        }

        impl<S: juniper::ScalarValue> juniper::GraphQLValue<S> for $input {
            type Context = ();
            type TypeInfo = ();

            fn type_name(&self, info: &()) -> Option<juniper::ArcStr> {
                <Self as juniper::GraphQLType<S>>::name(info)
            }
        }

        impl<S: juniper::ScalarValue> juniper::macros::reflect::BaseType<S> for $input {
            const NAME: juniper::macros::reflect::Type = stringify!($input);
        }

        impl<S: juniper::ScalarValue> juniper::macros::reflect::BaseSubTypes<S> for $input {
            const NAMES: juniper::macros::reflect::Types = &[stringify!($input)];
        }

        impl<S: juniper::ScalarValue> juniper::macros::reflect::WrappedType<S> for $input {
            const VALUE: juniper::macros::reflect::WrappedValue = 1;
        }
    };
}

pub(crate) use input;

/// The fields of an input object, as given.
pub(crate) struct Fields<'a, S>(Vec<(&'a str, &'a InputValue<S>)>);

impl<'a, S: ScalarValue> Fields<'a, S> {
    /// Returns the fields of a value, which must be an object.
    pub(crate) fn of(value: &'a InputValue<S>) -> Result<Self, FieldError<S>> {
        let InputValue::Object(fields) = value else {
            return Err(format!("Expected input object, found: {value}").into());
        };
        let given = fields.iter();
        Ok(Self(
            given
                .map(|(name, value)| (name.item.as_str(), &value.item))
                .collect(),
        ))
    }

    fn find(&self, name: &str) -> Option<&'a InputValue<S>> {
        let found = self.0.iter().find(|(given, _)| *given == name);
        found.map(|(_, value)| *value)
    }

    /// Reads a field, which may have a default value.
    pub(crate) fn read<T: FromInputValue<S>>(
        &self,
        name: &str,
        default: Option<T>,
    ) -> Result<T, FieldError<S>>
    where
        T::Error: IntoFieldError<S>,
    {
        let read = match (self.find(name), default) {
            (Some(given), _) => T::from_input_value(given),
            (None, Some(default)) => Ok(default),
            (None, None) => T::from_implicit_null(),
        };
        read.map_err(IntoFieldError::into_field_error)
    }
}

/// Returns the text of a documentation comment.
pub(crate) fn description(lines: &[&str]) -> Option<String> {
    let lines: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// Describes a field by its documentation comment.
pub(crate) fn described<S>(field: Argument<S>, lines: &[&str]) -> Argument<S> {
    match description(lines) {
        Some(text) => field.description(text),
        None => field,
    }
}
