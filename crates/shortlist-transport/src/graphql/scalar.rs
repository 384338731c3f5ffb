//! The scalar values of requests and answers.

use derive_more::{Display, From, TryInto};
use juniper::{DefaultScalarValue, ScalarValue};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

/// A scalar value, or the JSON of a whole list.
#[derive(Clone, Debug, Display, From, PartialEq, ScalarValue, Serialize, TryInto)]
#[serde(untagged)]
pub(crate) enum Scalar {
    /// A 32-bit number.
    #[from]
    #[value(to_float, to_int)]
    Int(i32),
    /// A number with a fraction.
    #[from]
    #[value(to_float)]
    Float(f64),
    /// A text.
    #[from(&str, String, std::borrow::Cow<'_, str>)]
    #[value(as_str, to_string)]
    String(String),
    /// Yes or no.
    #[from]
    #[value(to_bool)]
    Boolean(bool),
    /// A list that is already JSON. Only answers contain it.
    #[from(skip)]
    #[try_into(ignore)]
    Json(Json),
}

/// JSON that is written into the answer as it is.
#[derive(Clone, Debug, Display, Serialize)]
pub(crate) struct Json(Box<RawValue>);

impl Json {
    /// Serializes a value.
    pub(crate) fn of<T: Serialize>(value: &T) -> serde_json::Result<Self> {
        serde_json::value::to_raw_value(value).map(Self)
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        self.0.get() == other.0.get()
    }
}

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let given = DefaultScalarValue::deserialize(deserializer)?;
        Ok(match given {
            DefaultScalarValue::Int(number) => Self::Int(number),
            DefaultScalarValue::Float(number) => Self::Float(number),
            DefaultScalarValue::String(text) => Self::String(text),
            DefaultScalarValue::Boolean(flag) => Self::Boolean(flag),
        })
    }
}
