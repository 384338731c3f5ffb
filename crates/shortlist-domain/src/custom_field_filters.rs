//! Filters of candidates by the values of their custom fields.

use crate::candidate_filters::MAX_FILTER_CHARS;
use crate::{
    CustomCondition, CustomField, CustomFieldProblem, CustomKind, CustomTest, CustomValue,
    InvalidValue, MAX_FILTER_VALUES,
};

/// The most custom fields of one filter.
pub const MAX_CUSTOM_FILTERS: usize = 5;

/// An end of a range that is not given: beyond every value.
const BEYOND: i64 = 4_000_000_000_000_000_000;

/// A filter by a custom field, as given.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CustomFieldFilter {
    /// The field's key.
    pub key: String,
    /// The value.
    pub equals: Option<String>,
    /// One of these values.
    pub any_of: Option<Vec<String>>,
    /// The lowest number or the first date.
    pub from: Option<String>,
    /// The highest number or the last date.
    pub to: Option<String>,
}

impl CustomFieldFilter {
    /// Returns the condition for the field with its key.
    ///
    /// # Errors
    /// Returns an error if no field has the key, and under the conditions of [`CustomFieldFilter::condition`].
    pub fn among(&self, fields: &[CustomField]) -> Result<CustomCondition, InvalidValue> {
        let field = fields.iter().find(|field| field.key == self.key);
        let unknown = || problem(CustomFieldProblem::NoSuchField(self.key.clone()));
        self.condition(field.ok_or_else(unknown)?)
    }

    /// Returns the condition for a field.
    ///
    /// # Errors
    /// Returns an error if the field is archived, if a value does not have its kind, or if no value or too many are given.
    pub fn condition(&self, field: &CustomField) -> Result<CustomCondition, InvalidValue> {
        let key = field.key.clone();
        if field.archived {
            return Err(problem(CustomFieldProblem::FilterOfArchived(key)));
        }
        let is_range = self.from.is_some() || self.to.is_some();
        let is_list = self.equals.is_some() || self.any_of.is_some();
        let test = match (is_range, is_list) {
            (true, false) => self.range(field)?,
            (false, true) => self.list(field)?,
            _ => {
                return Err(problem(CustomFieldProblem::NotOneTest(key)));
            }
        };
        Ok(CustomCondition { key, test })
    }

    fn range(&self, field: &CustomField) -> Result<CustomTest, InvalidValue> {
        if !matches!(field.kind, CustomKind::Number | CustomKind::Date) {
            return Err(problem(CustomFieldProblem::RangeOfOtherKind {
                key: field.key.clone(),
                kind: field.kind.name(),
            }));
        }
        let end = |text: &Option<String>, open: i64| match text {
            None => Ok(open),
            Some(text) => field.value(text).map(|value| value.number.unwrap_or(open)),
        };
        Ok(CustomTest::Range(
            end(&self.from, -BEYOND)?,
            end(&self.to, BEYOND)?,
        ))
    }

    fn list(&self, field: &CustomField) -> Result<CustomTest, InvalidValue> {
        let given = self.any_of.iter().flatten().chain(&self.equals);
        let given: Vec<&String> = given.collect();
        let fits = |text: &&String| text.chars().count() <= MAX_FILTER_CHARS;
        if given.is_empty() || given.len() > MAX_FILTER_VALUES || !given.iter().all(fits) {
            return Err(problem(CustomFieldProblem::FilterValues {
                most: MAX_FILTER_VALUES,
                chars: MAX_FILTER_CHARS,
            }));
        }
        let values: Vec<CustomValue> = given
            .iter()
            .map(|text| field.value(text))
            .collect::<Result<_, _>>()?;
        Ok(match field.kind {
            CustomKind::Text | CustomKind::Choice(_) => CustomTest::Texts(
                values
                    .into_iter()
                    .filter_map(|value| value.folded)
                    .collect(),
            ),
            _ => CustomTest::Numbers(
                values
                    .into_iter()
                    .filter_map(|value| value.number)
                    .collect(),
            ),
        })
    }
}

fn problem(problem: CustomFieldProblem) -> InvalidValue {
    InvalidValue::new("filter.customFields", problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(kind: &str, options: &[&str]) -> CustomField {
        let options: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
        CustomField::parse("field", "Field", kind, &options).unwrap()
    }

    fn text(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn a_filter_is_read_by_the_kind_of_its_field() {
        let none = CustomFieldFilter::default;
        let test = |filter: CustomFieldFilter, kind, options: &[&str]| {
            filter.condition(&field(kind, options)).unwrap().test
        };
        let equals = |value| CustomFieldFilter {
            equals: text(value),
            ..none()
        };
        assert_eq!(
            test(equals("Zürich"), "Text", &[]),
            CustomTest::Texts(vec!["zurich".to_owned()])
        );
        assert_eq!(
            test(equals("yes"), "YesNo", &[]),
            CustomTest::Numbers(vec![1])
        );
        let any = CustomFieldFilter {
            any_of: Some(vec!["A".to_owned(), "b".to_owned()]),
            ..none()
        };
        let expected = CustomTest::Texts(vec!["a".to_owned(), "b".to_owned()]);
        assert_eq!(test(any, "Choice", &["a", "b", "c"]), expected);
        let from = CustomFieldFilter {
            from: text("1.5"),
            ..none()
        };
        assert_eq!(
            test(from, "Number", &[]),
            CustomTest::Range(1_500_000, BEYOND)
        );
    }

    #[test]
    fn a_filter_that_does_not_fit_its_field_is_refused() {
        let none = CustomFieldFilter::default;
        for (kind, filter) in [
            ("Text", none()),
            (
                "Text",
                CustomFieldFilter {
                    from: text("a"),
                    ..none()
                },
            ),
            (
                "Number",
                CustomFieldFilter {
                    from: text("1"),
                    equals: text("1"),
                    ..none()
                },
            ),
            (
                "Number",
                CustomFieldFilter {
                    equals: text("many"),
                    ..none()
                },
            ),
            (
                "Date",
                CustomFieldFilter {
                    to: text("tomorrow"),
                    ..none()
                },
            ),
            (
                "Text",
                CustomFieldFilter {
                    any_of: Some(Vec::new()),
                    ..none()
                },
            ),
            (
                "Text",
                CustomFieldFilter {
                    equals: Some("x".repeat(201)),
                    ..none()
                },
            ),
        ] {
            assert!(filter.condition(&field(kind, &[])).is_err(), "{filter:?}");
        }
        let archived = CustomField {
            archived: true,
            ..field("Text", &[])
        };
        let filter = CustomFieldFilter {
            equals: text("a"),
            ..none()
        };
        assert!(filter.condition(&archived).is_err());
    }
}
