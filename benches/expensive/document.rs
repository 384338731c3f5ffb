//! A GraphQL document as a tree that can be modified, and its text.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::{Map, Value, json};

/// The form in which a field's selections are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spelling {
    Plain,
    /// An inline fragment.
    Inline,
    /// An inline fragment with a directive.
    Included,
    /// A named fragment, which is spread this many times.
    Fragment(usize),
}

/// A field with its selections.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) field: String,
    /// The type of its value.
    pub(crate) of: String,
    /// The number of aliases under which it is selected.
    pub(crate) aliases: usize,
    pub(crate) spelling: Spelling,
    /// The type and the value of a root field's input.
    pub(crate) input: Option<(String, Value)>,
    pub(crate) selected: Vec<Node>,
}

/// A document with its variables.
#[derive(Debug, Clone)]
pub(crate) struct Document {
    pub(crate) is_mutation: bool,
    pub(crate) roots: Vec<Node>,
    /// The number of spaces that make the document longer.
    pub(crate) padding: usize,
}

impl Document {
    /// Returns the body of the request.
    pub(crate) fn body(&self) -> String {
        let mut text = Text::default();
        let (mut declared, mut variables) = (Vec::new(), Map::new());
        for (number, root) in self.roots.iter().enumerate() {
            let argument = root.input.as_ref().map(|(of, input)| {
                declared.push(format!("$v{number}: {of}"));
                variables.insert(format!("v{number}"), input.clone());
                format!("(input: $v{number})")
            });
            text.add(
                root,
                &format!("r{number}_"),
                argument.as_deref().unwrap_or_default(),
            );
        }
        let kind = if self.is_mutation {
            "mutation"
        } else {
            "query"
        };
        let declared = if declared.is_empty() {
            String::new()
        } else {
            format!("({})", declared.join(", "))
        };
        let document = format!(
            "{kind}{declared} {{ {} }} {}{}",
            text.fields,
            text.fragments,
            " ".repeat(self.padding)
        );
        json!({ "query": document, "variables": variables }).to_string()
    }

    /// Returns the number of fields, with fragments expanded.
    fn fields(&self) -> usize {
        self.roots
            .iter()
            .map(Node::fields)
            .fold(0, usize::saturating_add)
    }

    /// Reduces aliases until the document has at most this many fields.
    pub(crate) fn fit(&mut self, most: usize) {
        while self.fields() > most {
            let largest = self.roots.iter_mut().max_by_key(|root| root.fields());
            let shrunk = largest.is_some_and(Node::shrink);
            if !shrunk && self.roots.len() > 1 {
                self.roots.pop();
            } else if !shrunk {
                return;
            }
        }
    }

    /// Returns the paths of the document, without their counts. Documents with the same signature are of one kind.
    pub(crate) fn signature(&self) -> BTreeSet<String> {
        let mut paths = BTreeSet::new();
        for root in &self.roots {
            root.note_paths("", &mut paths);
        }
        paths
    }

    /// Returns a readable description of the document in one line.
    pub(crate) fn shape(&self) -> String {
        let kind = if self.is_mutation { "mutation " } else { "" };
        let mut roots: Vec<(String, usize)> = Vec::new();
        for shape in self.roots.iter().map(Node::shape) {
            match roots.iter_mut().find(|(known, _)| *known == shape) {
                Some((_, times)) => *times += 1,
                None => roots.push((shape, 1)),
            }
        }
        let times = |(shape, times): (String, usize)| match times {
            1 => shape,
            _ => format!("{times}×[{shape}]"),
        };
        let roots: Vec<_> = roots.into_iter().map(times).collect();
        let padding = match self.padding {
            0 => String::new(),
            bytes => format!(" and {bytes} blanks"),
        };
        format!("{kind}{}{padding}", roots.join(" "))
    }
}

impl Node {
    fn fields(&self) -> usize {
        let spreads = match self.spelling {
            Spelling::Fragment(spreads) => spreads.max(1),
            Spelling::Plain | Spelling::Inline | Spelling::Included => 1,
        };
        let selected = self.selected.iter().map(Self::fields);
        let below = selected
            .fold(0, usize::saturating_add)
            .saturating_mul(spreads);
        below.saturating_add(1).saturating_mul(self.aliases.max(1))
    }

    /// Halves a number in it, and returns whether a number was above 1.
    fn shrink(&mut self) -> bool {
        let largest = self.selected.iter_mut().max_by_key(|node| node.fields());
        if largest.is_some_and(Self::shrink) {
            return true;
        }
        match &mut self.spelling {
            Spelling::Fragment(spreads) if *spreads > 1 => *spreads /= 2,
            _ if self.aliases > 1 => self.aliases /= 2,
            _ => return self.selected.len() > 1 && self.selected.pop().is_some(),
        }
        true
    }

    fn note_paths(&self, above: &str, paths: &mut BTreeSet<String>) {
        let path = format!("{above}.{}", self.field);
        for selected in &self.selected {
            selected.note_paths(&path, paths);
        }
        if self.selected.is_empty() {
            paths.insert(path);
        }
    }

    fn shape(&self) -> String {
        let times = if self.aliases > 1 {
            format!("{}×", self.aliases)
        } else {
            String::new()
        };
        let spelling = match self.spelling {
            Spelling::Plain => String::new(),
            Spelling::Inline => " …".to_owned(),
            Spelling::Included => " …@include".to_owned(),
            Spelling::Fragment(spreads) => format!(" …F×{spreads}"),
        };
        let input = self
            .input
            .as_ref()
            .map_or_else(String::new, |(_, input)| shown_input(input));
        let selected: Vec<_> = self.selected.iter().map(Self::shape).collect();
        if selected.is_empty() {
            format!("{times}{}{input}", self.field)
        } else {
            format!(
                "{times}{}{input}{spelling} {{{}}}",
                self.field,
                selected.join(" ")
            )
        }
    }
}

/// Returns the parts of an input that determine how much is requested.
fn shown_input(input: &Value) -> String {
    let shown = input
        .as_object()
        .into_iter()
        .flatten()
        .filter_map(|(name, value)| {
            let is_identifier = name.ends_with("Id") && name != "jobId" || name == "userType";
            let value = value.to_string();
            let start: String = value.chars().take(24).collect();
            (!is_identifier).then(|| format!("{name}: {start}"))
        });
    format!("({})", shown.collect::<Vec<_>>().join(", "))
}

/// The text of a document while it is written.
#[derive(Default)]
struct Text {
    fields: String,
    fragments: String,
    count: usize,
}

impl Text {
    /// Writes a field under all of its aliases. Writing to a string does not fail.
    fn add(&mut self, node: &Node, prefix: &str, argument: &str) {
        for number in 0..node.aliases.max(1) {
            let alias = if node.aliases > 1 || !argument.is_empty() {
                format!("{prefix}{}{number}: ", node.field.trim_start_matches('_'))
            } else {
                String::new()
            };
            let _written = write!(self.fields, "{alias}{}{argument} ", node.field);
            self.add_selected(node);
        }
    }

    fn add_selected(&mut self, node: &Node) {
        if node.selected.is_empty() {
            return;
        }
        let before = std::mem::take(&mut self.fields);
        for selected in &node.selected {
            self.add(selected, "", "");
        }
        let selected = std::mem::replace(&mut self.fields, before);
        let selected = match node.spelling {
            Spelling::Plain => selected,
            Spelling::Inline => format!("... {{ {selected} }}"),
            Spelling::Included => format!("... @include(if: true) {{ {selected} }}"),
            Spelling::Fragment(spreads) => {
                self.count += 1;
                let name = format!("F{}", self.count);
                let _written = write!(
                    self.fragments,
                    "fragment {name} on {} {{ {selected} }} ",
                    node.of
                );
                format!("...{name} ").repeat(spreads.max(1))
            }
        };
        let _written = write!(self.fields, "{{ {selected} }} ");
    }
}
