//! The cost of each field: the first selection, and each further alias.

use std::time::Duration;

use serde_json::{Value, json};

use crate::document::{Document, Node, Spelling};
use crate::inputs::Data;
use crate::measurement::{Cost, MeasuredServer};
use crate::schema::{Member, Schema};
use crate::search::mebibytes;
use crate::{Outcome, print_line};

/// The number of further aliases. It is small enough to stay within all limits.
const FURTHER: usize = 4;
/// The number of measurements of each document. The cheapest counts.
const TIMES: usize = 3;
/// The lists below root fields. Their items are measured too.
const LISTS: [&str; 8] = [
    "candidate",
    "jobs",
    "interviews",
    "entries",
    "rows",
    "users",
    "keys",
    "scoreReceipt",
];

/// Prints a table of all fields that queries reach through one root field and the list below it.
pub(crate) fn run(server: &mut MeasuredServer<'_>, schema: &Schema, data: &Data) -> Outcome<()> {
    print_line(
        "### What fields cost\n\n| field | alone | each further time | memory alone | memory each further time | answer | bytes each further time |\n|---|---|---|---|---|---|---|",
    )?;
    for root in &schema.queries {
        let input = root.input.as_ref().map(|input| {
            let largest = data.largest(schema, &input.bare);
            (input.spelled.clone(), largest)
        });
        let root_node = |selected| Node {
            input: input.clone(),
            ..node(root, selected)
        };
        let whole = |count| repeated(&root_node(everything(schema, root, &[])), count);
        measure(server, &root.name, whole)?;
        for field in schema.fields(&root.bare) {
            let path = format!("{}.{}", root.name, field.name);
            let inner = node(field, everything(schema, field, &[]));
            measure(server, &path, |count| {
                document(root_node(vec![aliased(&inner, count)]))
            })?;
            if !LISTS.contains(&field.name.as_str()) {
                continue;
            }
            for item in schema.fields(&field.bare) {
                let path = format!("{path}.{}", item.name);
                let inner = node(item, everything(schema, item, &[]));
                measure(server, &path, |count| {
                    let list = node(field, vec![aliased(&inner, count)]);
                    document(root_node(vec![list]))
                })?;
            }
        }
    }
    filters(server, schema, data)
}

/// Prints the cost of filters and positions of lists, with and without `totalCount`.
fn filters(server: &mut MeasuredServer<'_>, schema: &Schema, data: &Data) -> Outcome<()> {
    for root in &schema.queries {
        let Some(input) = &root.input else { continue };
        let places = schema.input_fields(&input.bare).iter();
        for (field, value) in places.flat_map(|place| filter_values(&place.name)) {
            let mut filtered = data.largest(schema, &input.bare);
            if let Some(filtered) = filtered.as_object_mut() {
                filtered.remove("jobId");
                filtered.insert(field.to_owned(), value.clone());
            }
            for selected in ["pageInfo", "totalCount"] {
                let counted = schema.fields(&root.bare).iter();
                let counted = counted.filter(|member| member.name == selected);
                let counted = counted.map(|member| node(member, everything(schema, member, &[])));
                let whole = Node {
                    input: Some((input.spelled.clone(), filtered.clone())),
                    ..node(root, counted.collect())
                };
                let path = format!("{}({field}: {value}).{selected}", root.name);
                measure(server, &path, |count| repeated(&whole, count))?;
            }
        }
    }
    Ok(())
}

/// Returns values for a field that filters a list or sets its start.
fn filter_values(field: &str) -> Vec<(&'static str, Value)> {
    match field {
        "search" => ["er", "zymurgist", "kubernetes autocad", "e"]
            .map(|term| ("search", json!(term)))
            .into(),
        "status" => vec![("status", json!("OnHold"))],
        "pageNumber" => vec![("pageNumber", json!(100))],
        "operation" => vec![("operation", json!("benchSeed"))],
        _ => Vec::new(),
    }
}

/// Measures a document with the field once, and with the field several times.
fn measure(
    server: &mut MeasuredServer<'_>,
    path: &str,
    make: impl Fn(usize) -> Document,
) -> Outcome<()> {
    let once = server.measure_well(&make(1).body(), TIMES)?;
    let often = server.measure_well(&make(1 + FURTHER).body(), TIMES)?;
    let further = u32::try_from(FURTHER)?;
    let each = often.processor.saturating_sub(once.processor) / further;
    let memory = often.memory_kib.saturating_sub(once.memory_kib) / u64::from(further);
    let bytes = often.bytes.saturating_sub(once.bytes) / FURTHER;
    print_line(&format!(
        "| {path} | {} | {} | {:.2} MiB | {:.2} MiB | {} | {bytes} |",
        micros(once.processor),
        micros(each),
        mebibytes(once.memory_kib),
        mebibytes(memory),
        labels(&once, &often),
    ))
}

fn labels(once: &Cost, often: &Cost) -> String {
    if once.label == often.label {
        once.label.clone()
    } else {
        format!("{}, then {}", once.label, often.label)
    }
}

fn micros(time: Duration) -> String {
    format!("{} µs", time.as_micros())
}

fn node(member: &Member, selected: Vec<Node>) -> Node {
    Node {
        field: member.name.clone(),
        of: member.bare.clone(),
        aliases: 1,
        spelling: Spelling::Plain,
        input: None,
        selected,
    }
}

fn aliased(node: &Node, aliases: usize) -> Node {
    Node {
        aliases,
        ..node.clone()
    }
}

fn document(root: Node) -> Document {
    Document {
        is_mutation: false,
        roots: vec![root],
        padding: 0,
    }
}

/// Returns a document with the same root field several times, each with its own input.
fn repeated(root: &Node, count: usize) -> Document {
    Document {
        is_mutation: false,
        roots: vec![root.clone(); count],
        padding: 0,
    }
}

/// Selects all fields below a field.
fn everything(schema: &Schema, member: &Member, above: &[&str]) -> Vec<Node> {
    if above.contains(&member.bare.as_str()) {
        return Vec::new();
    }
    let above = [above, &[member.bare.as_str()]].concat();
    let fields = schema.fields(&member.bare).iter();
    // The resumes and receipts of candidates are measured separately.
    let is_large = |field: &&Member| {
        !matches!(
            field.name.as_str(),
            "resume" | "scoreReceipt" | "earlierReceipts" | "requirements"
        )
    };
    let own = fields.filter(|field| above.len() < 2 || is_large(field));
    own.map(|field| node(field, everything(schema, field, &above)))
        .collect()
}
