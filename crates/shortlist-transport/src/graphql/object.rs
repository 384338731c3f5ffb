//! Objects that show a value of the use cases.

/// Declares a GraphQL object that contains a value. Each field is read from the value when it is selected, so no second struct
/// repeats the fields and nothing is copied that nobody selects.
macro_rules! object {
    (
        $(#[$about:meta])*
        $visibility:vis struct $object:ident($value_type:ty) as $value:ident {
            $($(#[$about_field:meta])* $field:ident: $field_type:ty = $read:expr;)*
        }
    ) => {
        $visibility struct $object(pub(crate) $value_type);

        $(#[$about])*
        #[juniper::graphql_object]
        impl $object {
            $(
                $(#[$about_field])*
                fn $field(&self) -> $field_type {
                    let $value = &self.0;
                    $read
                }
            )*
        }
    };
}

pub(super) use object;
