//! What a change may cost.
//!
//! A small body can ask for much work: it creates many values, and each further operation copies a text into all of them or compares each
//! of them with a long filter. A change is computed while other changes of the organization wait, so each of these numbers has a limit.

use serde_json::Value;

use crate::error::{ScimError, ScimType};

/// The most values of an attribute. Only members are more.
pub const MAX_VALUES: usize = 50;
/// The most attributes of a resource, and the most parts of a value.
pub const MAX_PARTS: usize = 100;
/// The largest value that an operation copies or looks up, in bytes.
pub const MAX_PART_BYTES: usize = 1 << 10;
/// The most steps of a change. A step compares a byte of a value with a word of a filter, or looks up a member.
const MAX_STEPS: usize = 4_000_000;

/// The steps that a change has left.
pub(crate) struct Budget {
    left: usize,
}

impl Budget {
    /// Returns the budget of one change.
    pub(crate) fn of_change() -> Self {
        Self { left: MAX_STEPS }
    }

    /// Takes steps from the budget, before they are done.
    pub(crate) fn spend(&mut self, steps: usize) -> Result<(), ScimError> {
        let left = self.left.checked_sub(steps);
        self.left = left.ok_or_else(|| too_many("the change needs too many comparisons"))?;
        Ok(())
    }
}

fn too_many(detail: impl Into<String>) -> ScimError {
    ScimError::of_type(ScimType::TooMany, detail)
}

/// Refuses more values than an attribute may have, and values with too many parts.
pub(crate) fn check_values(values: &[Value]) -> Result<(), ScimError> {
    if values.len() > MAX_VALUES {
        let problem = format!("an attribute has more than {MAX_VALUES} values");
        return Err(too_many(problem));
    }
    let mut objects = values.iter().filter_map(Value::as_object);
    objects.try_for_each(|parts| check_parts(parts.len()))
}

/// Refuses more attributes or parts than an object may have.
pub(crate) fn check_parts(count: usize) -> Result<(), ScimError> {
    if count > MAX_PARTS {
        let problem = format!("an object has more than {MAX_PARTS} attributes");
        return Err(too_many(problem));
    }
    Ok(())
}

/// Refuses a value that is too large to be copied.
pub(crate) fn check_size(value: &Value) -> Result<(), ScimError> {
    if size_of(value) > MAX_PART_BYTES {
        let problem = format!("a part of a value is longer than {MAX_PART_BYTES} bytes");
        return Err(ScimError::of_type(ScimType::InvalidValue, problem));
    }
    Ok(())
}

/// Returns how many bytes a value has, about. Its depth is limited by the reader.
pub(crate) fn size_of(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(values) => 1 + values.iter().map(size_of).sum::<usize>(),
        Value::Object(parts) => {
            let sizes = parts.iter().map(|(name, part)| name.len() + size_of(part));
            1 + sizes.sum::<usize>()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => 1,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_budget_ends() {
        let mut budget = Budget::of_change();
        budget.spend(MAX_STEPS).unwrap();
        budget.spend(0).unwrap();
        let error = budget.spend(1).unwrap_err();
        assert_eq!(error.scim_type(), Some(ScimType::TooMany));
        assert!(Budget::of_change().spend(usize::MAX).is_err());
    }

    #[test]
    fn the_size_counts_texts_names_and_values() {
        assert_eq!(size_of(&json!("abc")), 3);
        assert_eq!(size_of(&json!([null, true, 7])), 4);
        assert_eq!(size_of(&json!({ "ab": { "c": "d" } })), 6);
        assert!(check_size(&json!("x".repeat(MAX_PART_BYTES))).is_ok());
        assert!(check_size(&json!("x".repeat(MAX_PART_BYTES + 1))).is_err());
    }
}
