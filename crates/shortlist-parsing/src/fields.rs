//! Fields: the result is text, the instruction is not, save a hyperlink's target.

use crate::flow::Flow;

/// The longest instruction that is kept, in bytes.
const MAX_INSTRUCTION_BYTES: usize = 4_096;
/// The deepest nesting of fields that is told apart.
const MAX_FIELDS: usize = 64;

/// The open fields of a story.
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
    /// A field begins with its instruction.
    pub(crate) fn begin(&mut self) {
        if self.open.len() < MAX_FIELDS {
            self.open.push(Field::default());
        }
    }

    /// The instruction ends and the result begins.
    pub(crate) fn separate(&mut self, flow: &mut Flow) {
        if let Some(field) = self.open.last_mut() {
            field.in_result = true;
            link_of(&field.instruction, flow);
        }
    }

    /// The field ends.
    pub(crate) fn end(&mut self, flow: &mut Flow) {
        if let Some(field) = self.open.pop()
            && !field.in_result
        {
            link_of(&field.instruction, flow);
        }
    }

    /// Adds to the innermost instruction.
    pub(crate) fn instruct(&mut self, text: &str) {
        if let Some(field) = self.open.last_mut()
            && field.instruction.len() + text.len() <= MAX_INSTRUCTION_BYTES
        {
            field.instruction.push_str(text);
        }
    }

    /// Whether text here belongs to an instruction.
    pub(crate) fn in_instruction(&self) -> bool {
        self.open.iter().any(|field| !field.in_result)
    }
}

/// Keeps the target of `HYPERLINK "target"`.
pub(crate) fn link_of(instruction: &str, flow: &mut Flow) {
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
