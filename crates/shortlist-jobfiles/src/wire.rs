//! Reads an instruction from a JSON object, the form that translations have.
//!
//! The operations are the same as those of sentences. They are checked against the same
//! limits and run by the same interpreter.

use serde_json::{Map, Value};

use super::condition::{Limit, Limits};
use super::fields::Field;
use super::instruction::{Condition, DateOrder, Instruction, Test};

/// The maximum number of operations for one clause.
const MAX_OPERATIONS: usize = 10;

/// Reads the JSON text of one operation, or of a list of operations.
///
/// # Errors
/// Returns a message about what is missing or unusable.
pub(crate) fn read_instructions(text: &str) -> Result<Vec<Instruction>, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| format!("not JSON: {error}"))?;
    let operations = match &value {
        Value::Array(items) => items.as_slice(),
        one => std::slice::from_ref(one),
    };
    if operations.is_empty() || operations.len() > MAX_OPERATIONS {
        return Err(format!("1 to {MAX_OPERATIONS} operations are expected"));
    }
    operations.iter().map(read_instruction).collect()
}

/// Reads an instruction, such as `{"operation": "map_column", "column": "Role", "field": "title"}`.
///
/// # Errors
/// Returns a message about what is missing or unusable.
pub(crate) fn read_instruction(value: &Value) -> Result<Instruction, String> {
    let fields = value.as_object().ok_or("an object is expected")?;
    let instruction = instruction_of(&Arguments(fields))?;
    if instruction.is_bounded() {
        Ok(instruction)
    } else {
        Err("a name or value is too long".to_owned())
    }
}

fn instruction_of(arguments: &Arguments<'_>) -> Result<Instruction, String> {
    match arguments.text("operation")?.as_str() {
        "map_column" => Ok(Instruction::MapColumn {
            column: arguments.text("column")?,
            field: arguments.field()?,
        }),
        "constant" => Ok(Instruction::Constant {
            field: arguments.field()?,
            value: arguments.text("value")?,
            replace: match arguments.text("when")?.as_str() {
                "always" => true,
                "empty" => false,
                other => return Err(format!("when: {other:?} is neither always nor empty")),
            },
        }),
        "role_hint" => arguments.text("role").map(Instruction::RoleHint),
        "skip" => arguments.condition().map(Instruction::Skip),
        "only" => arguments.condition().map(Instruction::Only),
        "value_map" => Ok(Instruction::ValueMap {
            from: arguments.texts("from")?,
            to: arguments.text("to")?,
            column: arguments.optional_text("column"),
        }),
        "dates" => arguments.date_order().map(Instruction::Dates),
        "split" => arguments.text("on").map(Instruction::SplitSkills),
        "layout" => arguments.layout(),
        "derive" => arguments.derive(),
        "mode" => arguments.mode(),
        other => Err(format!("operation: there is no {other:?}")),
    }
}

/// The fields of the JSON object.
struct Arguments<'v>(&'v Map<String, Value>);

impl Arguments<'_> {
    fn text(&self, key: &str) -> Result<String, String> {
        self.optional_text(key)
            .ok_or_else(|| format!("{key}: a text is expected"))
    }

    fn optional_text(&self, key: &str) -> Option<String> {
        let text = self.0.get(key)?.as_str()?;
        Some(text.to_owned()).filter(|text| !text.is_empty())
    }

    fn texts(&self, key: &str) -> Result<Vec<String>, String> {
        let items = self.0.get(key).and_then(Value::as_array);
        let texts: Option<Vec<String>> = items
            .into_iter()
            .flatten()
            .map(|item| item.as_str().map(str::to_owned))
            .collect();
        texts
            .filter(|texts| !texts.is_empty())
            .ok_or_else(|| format!("{key}: a list of texts is expected"))
    }

    fn number(&self, key: &str) -> Option<u32> {
        u32::try_from(self.0.get(key)?.as_u64()?).ok()
    }

    fn field(&self) -> Result<Field, String> {
        let name = self.text("field")?;
        Field::from_wire(&name).ok_or_else(|| format!("field: there is no {name:?}"))
    }

    fn condition(&self) -> Result<Condition, String> {
        let is = |key| self.0.get(key).and_then(Value::as_bool) == Some(true);
        let test = if self.0.contains_key("is") {
            Test::Is(self.texts("is")?)
        } else if self.0.contains_key("is_not") {
            Test::IsNot(self.texts("is_not")?)
        } else if let Some(text) = self.optional_text("contains") {
            Test::Contains(vec![text])
        } else if let Some(text) = self.optional_text("starts_with") {
            Test::StartsWith(vec![text])
        } else if let Some(text) = self.optional_text("ends_with") {
            Test::EndsWith(vec![text])
        } else if let Some(limits) = self.limits() {
            Test::Within(limits)
        } else if is("blank") {
            Test::Blank
        } else if is("filled") {
            Test::Filled
        } else {
            return Err("one of is, is_not, contains, starts_with, ends_with, more_than, at_least, less_than, at_most, blank and filled is expected".to_owned());
        };
        Ok(Condition {
            column: self.optional_text("column"),
            test,
        })
    }

    fn limits(&self) -> Option<Limits> {
        let limit = |key: &str, inclusive| {
            let text = self.optional_text(key)?;
            Some(Limit { text, inclusive })
        };
        let limits = Limits {
            low: limit("more_than", false).or_else(|| limit("at_least", true)),
            high: limit("less_than", false).or_else(|| limit("at_most", true)),
        };
        (limits != Limits::default()).then_some(limits)
    }

    fn date_order(&self) -> Result<DateOrder, String> {
        match self.text("order")?.as_str() {
            "day-month-year" => Ok(DateOrder::DayMonthYear),
            "month-day-year" => Ok(DateOrder::MonthDayYear),
            "year-month-day" => Ok(DateOrder::YearMonthDay),
            other => Err(format!("order: there is no {other:?}")),
        }
    }

    fn layout(&self) -> Result<Instruction, String> {
        let rows = self.number("skip_rows").map(Instruction::SkipRows);
        let header = self.number("header_row").map(Instruction::HeaderRow);
        let number = self.number("sheet").map(|number| number.to_string());
        let sheet = self
            .optional_text("sheet")
            .or(number)
            .map(Instruction::Sheet);
        rows.or(header)
            .or(sheet)
            .ok_or_else(|| "one of skip_rows, header_row and sheet is expected".to_owned())
    }

    fn derive(&self) -> Result<Instruction, String> {
        if self.0.contains_key("combine") {
            return Ok(Instruction::Combine {
                columns: self.texts("combine")?,
                field: self.field()?,
            });
        }
        let prefix = self.optional_text("prefix").map(Instruction::PrefixCode);
        let skill = self.optional_text("add_skill").map(Instruction::AddSkill);
        let extract = self
            .optional_text("extract")
            .filter(|what| what == "skills")
            .map(|_| Instruction::ExtractSkills);
        prefix
            .or(skill)
            .or(extract)
            .ok_or_else(|| "one of combine, prefix, add_skill and extract is expected".to_owned())
    }

    fn mode(&self) -> Result<Instruction, String> {
        let draft = self.0.get("draft").and_then(Value::as_bool);
        let language = self.optional_text("language").map(Instruction::Language);
        draft
            .map(Instruction::Drafts)
            .or(language)
            .ok_or_else(|| "one of draft and language is expected".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn translated_operations_have_the_same_limits() {
        assert_eq!(
            read_instructions(
                r#"[{"operation":"mode","draft":true},{"operation":"layout","header_row":3}]"#
            ),
            Ok(vec![Instruction::Drafts(true), Instruction::HeaderRow(3)])
        );
        for (text, problem) in [
            ("nothing", "not JSON"),
            ("[]", "operations are expected"),
            ("3", "an object is expected"),
            (r#"{"operation":"delete"}"#, "there is no \"delete\""),
            (
                r#"{"operation":"map_column","column":"A","field":"salary2"}"#,
                "field: there is no",
            ),
            (
                r#"{"operation":"map_column","field":"title"}"#,
                "column: a text",
            ),
            (r#"{"operation":"skip","column":"A"}"#, "one of is, is_not"),
            (
                r#"{"operation":"value_map","from":[],"to":"x"}"#,
                "from: a list",
            ),
            (
                r#"{"operation":"dates","order":"year"}"#,
                "order: there is no",
            ),
            (
                r#"{"operation":"constant","field":"title","value":"x","when":"maybe"}"#,
                "neither always nor empty",
            ),
            (
                r#"{"operation":"layout","skip_rows":-1}"#,
                "one of skip_rows",
            ),
        ] {
            let error = read_instructions(text).unwrap_err();
            assert!(error.contains(problem), "{text}: {error}");
        }
        let long = format!(
            r#"{{"operation":"role_hint","role":"{}"}}"#,
            "x".repeat(301)
        );
        assert!(read_instructions(&long).unwrap_err().contains("too long"));
    }

    #[test]
    fn limits_are_texts_of_the_clause() {
        let skip = r#"{"operation":"skip","column":"Openings","at_least":"2","less_than":"9"}"#;
        let limit = |text: &str, inclusive| {
            Some(Limit {
                text: text.to_owned(),
                inclusive,
            })
        };
        let limits = Limits {
            low: limit("2", true),
            high: limit("9", false),
        };
        assert_eq!(
            read_instructions(skip),
            Ok(vec![Instruction::Skip(Condition {
                column: Some("Openings".to_owned()),
                test: Test::Within(limits),
            })])
        );
        let number = r#"{"operation":"skip","column":"Openings","at_least":2}"#;
        assert!(read_instructions(number).is_err());
    }
}
