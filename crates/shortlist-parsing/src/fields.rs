//! Fields of word processors. The result of a field is text. Its instruction is not, except for the target of a hyperlink.

use crate::flow::Flow;

/// The longest instruction that is kept, in bytes.
const MAX_INSTRUCTION_BYTES: usize = 4_096;
/// The deepest nesting of fields that is tracked.
const MAX_FIELDS: usize = 64;

/// The open fields of a part of the document.
#[derive(Debug, Default)]
pub(crate) struct Fields {
    open: Vec<Field>,
}

#[derive(Debug, Default)]
struct Field {
    instruction: String,
    in_result: bool,
}

impl Fields {
    /// Begins a field. Its instruction comes first.
    pub(crate) fn begin(&mut self) {
        if self.open.len() < MAX_FIELDS {
            self.open.push(Field::default());
        }
    }

    /// Ends the instruction and begins the result.
    pub(crate) fn separate(&mut self, flow: &mut Flow) {
        if let Some(field) = self.open.last_mut() {
            field.in_result = true;
            record_hyperlink(&field.instruction, flow);
        }
    }

    /// Ends the field.
    pub(crate) fn end(&mut self, flow: &mut Flow) {
        if let Some(field) = self.open.pop()
            && !field.in_result
        {
            record_hyperlink(&field.instruction, flow);
        }
    }

    /// Appends to the innermost instruction.
    pub(crate) fn push_instruction(&mut self, text: &str) {
        if let Some(field) = self.open.last_mut()
            && field.instruction.len() + text.len() <= MAX_INSTRUCTION_BYTES
        {
            field.instruction.push_str(text);
        }
    }

    /// Returns whether the current text belongs to an instruction.
    pub(crate) fn in_instruction(&self) -> bool {
        self.open.iter().any(|field| !field.in_result)
    }
}

/// Records the target of a `HYPERLINK "target"` instruction.
pub(crate) fn record_hyperlink(instruction: &str, flow: &mut Flow) {
    let Some((word, rest)) = instruction
        .trim()
        .split_once(|c: char| c.is_whitespace() || c == '"')
    else {
        return;
    };
    if !word.eq_ignore_ascii_case("HYPERLINK") {
        return;
    }
    let rest = rest.trim();
    let target = match rest.strip_prefix('"').unwrap_or(rest).split_once('"') {
        Some((target, _)) => target,
        None => rest.split_whitespace().next().unwrap_or_default(),
    };
    if !target.starts_with('\\') {
        flow.link(target);
    }
}
