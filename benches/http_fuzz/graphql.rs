//! GraphQL requests: documents that follow the schema, and damaged ones.

use serde_json::{Map, Value, json};
use shortlist_fixtures::{Random, mutate};

use crate::request_heads::Draft;
use crate::schema::{Member, Schema};
use crate::server_data::Names;
use crate::values::{RAW, Values, odd, odd_text};
use crate::wire::Request;

/// The tokens on which the GraphQL grammar depends.
const TOKENS: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "...",
    "$",
    "$input",
    "!",
    ":",
    "=",
    "@include(if: $x)",
    "@skip(if: true)",
    "\"\"\"",
    "\"",
    "#",
    "\u{feff}",
    "fragment A on Query { __typename }",
    "...A",
    "on Query",
    "subscription",
    "mutation",
    "query",
    "__schema",
    "__typename",
    "null",
    "1e400",
    ",",
    "|",
    "&",
    "extend type Query { a: Int }",
    "\\u{1F600}",
    "0123",
    "-",
    "\0",
];
/// A selection that is repeated to build a deep document.
const SCHEMA_WALK: &str = "fields { type { ofType ";

/// A document that is being written.
struct Document<'a> {
    schema: &'a Schema,
    values: Values<'a>,
    declared: Vec<String>,
    variables: Map<String, Value>,
    fragments: Vec<String>,
    /// The number of fields that may still be selected.
    left: usize,
}

/// Returns a request to `/graphql`.
pub(crate) fn graphql_request(schema: &Schema, names: &Names, chance: &mut Random) -> Request {
    let mut body = match chance.below(14) {
        0 => extreme(chance).into_bytes(),
        1 => odd_body(chance),
        _ => {
            let (query, variables) = written(schema, names, chance);
            envelope(query, variables, chance)
        }
    };
    let is_damaged = chance.below(10) == 0;
    if is_damaged {
        body = mutate(chance.number(), &[&body]);
    }
    let draft = Draft {
        kind: if is_damaged {
            "damaged document"
        } else {
            "document"
        },
        path: "/graphql",
        content_type: "application/json".to_owned(),
        body,
    };
    draft.send(names, chance)
}

/// Writes a document that follows the schema. Some have an extra token.
fn written(schema: &Schema, names: &Names, chance: &mut Random) -> (String, Value) {
    let mut document = Document {
        schema,
        values: Values { schema, names },
        declared: Vec::new(),
        variables: Map::new(),
        fragments: Vec::new(),
        left: 120,
    };
    let mut query = document.operation(chance);
    if chance.below(6) == 0 {
        for _ in 0..=chance.below(3) {
            let at = query
                .char_indices()
                .nth(chance.below(query.chars().count()));
            let token = chance.of(TOKENS).unwrap_or_default();
            query.insert_str(at.map_or(0, |(at, _)| at), token);
        }
    }
    (query, Value::Object(document.variables))
}

/// Builds the request body of a document.
fn envelope(query: String, variables: Value, chance: &mut Random) -> Vec<u8> {
    let mut body = json!({ "query": query, "variables": variables });
    if let (0, Some(fields)) = (chance.below(15), body.as_object_mut()) {
        let name = chance.of(&[
            "variables",
            "operationName",
            "extensions",
            "query",
            "surplus",
        ]);
        fields.insert(name.unwrap_or_default().to_owned(), odd(chance));
    }
    let mut text = body.to_string();
    for (mark, raw) in RAW {
        if text.contains(mark) {
            text = text.replace(mark, raw);
        }
    }
    text.into_bytes()
}

impl Document<'_> {
    fn operation(&mut self, chance: &mut Random) -> String {
        let (kind, roots) = match chance.below(3) {
            0 => ("mutation", &self.schema.mutations),
            _ => ("query", &self.schema.queries),
        };
        let count = match chance.below(12) {
            0 => 12,
            1..3 => 3,
            _ => 1,
        };
        let mut selected = Vec::new();
        for place in 0..count {
            if let Some(root) = roots.get(chance.below(roots.len())) {
                let alias = if count > 1 {
                    format!("a{place}: ")
                } else {
                    String::new()
                };
                selected.push(format!("{alias}{}", self.root(root, chance)));
            }
        }
        if chance.below(10) == 0 {
            selected.push("__typename".to_owned());
        }
        let declared = match self.declared.as_slice() {
            [] => String::new(),
            declared => format!("({})", declared.join(", ")),
        };
        let name = if chance.below(3) == 0 { "Named" } else { "" };
        format!(
            "{kind} {name}{declared} {{ {} }} {}",
            selected.join(" "),
            self.fragments.join(" ")
        )
    }

    fn root(&mut self, root: &Member, chance: &mut Random) -> String {
        let selection = self.selection(&root.bare, 0, chance);
        let Some(input) = &root.input else {
            return format!("{} {selection}", root.name);
        };
        // Half of the inputs are valid, so that many requests run.
        let odd_of = if chance.below(2) == 0 { usize::MAX } else { 12 };
        let value = self.values.of(input, odd_of, chance);
        let argument = match chance.below(4) {
            0 => literal(&value, chance),
            1 => self.partly(&value, &input.bare, chance),
            _ => self.declare(&input.spelled, value, chance),
        };
        format!("{}(input: {argument}) {selection}", root.name)
    }

    /// Declares a variable for a value. Sometimes its type is wrong or its value is missing.
    fn declare(&mut self, spelled: &str, value: Value, chance: &mut Random) -> String {
        let name = format!("v{}", self.declared.len());
        let spelled = match chance.below(25) {
            0 => chance
                .of(&[
                    "String!",
                    "[Int!]!",
                    "Boolean",
                    "Query",
                    "Unknown!",
                    "Float = 1.5",
                ])
                .unwrap_or_default(),
            _ => spelled,
        };
        self.declared.push(format!("${name}: {spelled}"));
        if chance.below(40) > 0 {
            self.variables.insert(name.clone(), value);
        }
        format!("${name}")
    }

    /// Writes an object that contains variables.
    fn partly(&mut self, value: &Value, input: &str, chance: &mut Random) -> String {
        let Value::Object(object) = value else {
            return literal(value, chance);
        };
        let members = self.schema.input_fields(input);
        let mut fields = Vec::new();
        for (name, value) in object {
            let member = members.iter().find(|member| member.name == *name);
            let written = match member {
                Some(member) if chance.below(2) == 0 => {
                    self.declare(&member.spelled, value.clone(), chance)
                }
                _ => literal(value, chance),
            };
            fields.push(format!("{name}: {written}"));
        }
        format!("{{ {} }}", fields.join(", "))
    }

    /// Selects some of the fields of a type, and of its nested types.
    fn selection(&mut self, of: &str, depth: usize, chance: &mut Random) -> String {
        let fields = self.schema.fields(of);
        if fields.is_empty() || depth > 9 {
            return String::new();
        }
        let mut selected = Vec::new();
        for field in fields {
            if self.left == 0 || chance.below(2) == 0 && !selected.is_empty() {
                continue;
            }
            self.left -= 1;
            let under = self.selection(&field.bare, depth + 1, chance);
            let directive = chance.of(&[
                "",
                "",
                "",
                "",
                "",
                "",
                "",
                "",
                "@skip(if: false)",
                "@include(if: false)",
            ]);
            selected.push(format!(
                "{} {} {under}",
                field.name,
                directive.unwrap_or_default()
            ));
        }
        if selected.is_empty() {
            selected.push("__typename".to_owned());
        }
        let all = selected.join(" ");
        match chance.below(15) {
            0 => format!("{{ ... on {of} {{ {all} }} }}"),
            1 => format!("{{ ... {{ {all} }} __typename }}"),
            2 => {
                let name = format!("F{}", self.fragments.len());
                self.fragments
                    .push(format!("fragment {name} on {of} {{ {all} }}"));
                format!("{{ ...{name} ...{name} }}")
            }
            _ => format!("{{ {all} }}"),
        }
    }
}

/// Writes a value as a literal.
fn literal(value: &Value, chance: &mut Random) -> String {
    match value {
        Value::Object(object) => {
            let fields: Vec<_> = object
                .iter()
                .map(|(name, value)| format!("{name}: {}", literal(value, chance)))
                .collect();
            format!("{{ {} }}", fields.join(" "))
        }
        Value::Array(values) => {
            let values: Vec<_> = values.iter().map(|value| literal(value, chance)).collect();
            format!("[{}]", values.join(", "))
        }
        Value::String(text) if chance.below(12) == 0 => {
            format!("\"\"\"{}\"\"\"", text.replace("\"\"\"", "\\\"\"\""))
        }
        Value::String(text) if chance.below(60) == 0 => text.clone(),
        other => other.to_string(),
    }
}

/// Returns large documents from short patterns. They would break a parser that recurses or does not count.
fn extreme(chance: &mut Random) -> String {
    let many = 1 << chance.below(15);
    let few = 1 + chance.below(60);
    let query = match chance.below(13) {
        0 => "{ ... ".repeat(many) + "__typename" + &" }".repeat(many),
        1 => "{".repeat(many),
        2 => format!("{{ {} }}", "__typename ".repeat(many)),
        3 => format!(
            "{{ {} }}",
            (0..many)
                .map(|at| format!("a{at}: __typename "))
                .collect::<String>()
        ),
        4 => format!(
            "{{ __schema {{ types {{ {} name {} }} }} }}",
            SCHEMA_WALK.repeat(few),
            "} } ".repeat(few)
        ),
        5 => format!(
            "query({}) {{ __typename }}",
            (0..many)
                .map(|at| format!("$v{at}: Int "))
                .collect::<String>()
        ),
        6 => format!("{{ __typename {} }}", "@include(if: true) ".repeat(many)),
        // Each fragment is spread several times in the one before it. The last one spreads itself, or is missing.
        7 => doubled(chance, "...F0"),
        8 => doubled(chance, "__typename"),
        9 => format!(
            "{{ getJobs(input: {}1{}) {{ jobs {{ _id }} }} }}",
            "[".repeat(many),
            "]".repeat(many)
        ),
        10 => format!(
            "{{ getJobs(input: {}1{}) {{ jobs {{ _id }} }} }}",
            "{a:".repeat(many),
            "}".repeat(many)
        ),
        11 => format!(
            "query($v: {}Int{}) {{ __typename }}",
            "[".repeat(many),
            "]".repeat(many)
        ),
        _ => (0..few)
            .map(|at| format!("query Q{at} {{ __typename }} "))
            .collect(),
    };
    json!({ "query": query, "operationName": chance.of(&["Q0", "Q", ""]) }).to_string()
}

fn doubled(chance: &mut Random, last: &str) -> String {
    let (count, times) = (1 + chance.below(24), 1 + chance.below(12));
    let last = match chance.below(3) {
        0 => format!("...F{}", count - 1),
        1 => "...Missing".to_owned(),
        _ => last.to_owned(),
    };
    let fragments: String = (0..count)
        .map(|at| {
            let inner = if at + 1 == count {
                last.clone()
            } else {
                format!("...F{} ", at + 1).repeat(times)
            };
            format!("fragment F{at} on Query {{ {inner} }} ")
        })
        .collect();
    format!("{{ ...F0 ...F0 }} {fragments}")
}

/// Returns a body that is not a GraphQL request.
fn odd_body(chance: &mut Random) -> Vec<u8> {
    let many = 1 << chance.below(19);
    match chance.below(9) {
        0 => Vec::new(),
        1 => "[".repeat(many).into_bytes(),
        2 => "{\"query\":".repeat(many / 8).into_bytes(),
        3 => format!(
            "{{\"query\": \"{{ __typename }}\", \"variables\": {}{}}}",
            "[".repeat(many),
            "]".repeat(many)
        )
        .into_bytes(),
        4 => "{\"query\": \"{ __typename }\"}"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect(),
        5 => b"\xef\xbb\xbf{\"query\": \"{ __typename }\"}".to_vec(),
        6 => json!([{ "query": "{ __typename }" }, { "query": "{ __typename }" }])
            .to_string()
            .into_bytes(),
        7 => (0..many.min(4_096))
            .flat_map(|_| chance.number().to_le_bytes())
            .collect(),
        _ => json!({ "query": odd_text(chance), "variables": odd(chance) })
            .to_string()
            .into_bytes(),
    }
}
