//! Reads the relations between parts.

use quick_xml::Reader;
use quick_xml::events::Event;

use super::attributes::attribute;
use super::package::Package;
use crate::ReadError;

/// The maximum number of relations of one part.
const MAX_RELATIONS: usize = 10_000;

/// The kind of a related part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PartKind {
    Main,
    Styles,
    Header,
    Footer,
    Notes,
    Hyperlink,
    /// The texts of a diagram.
    Diagram,
    /// A chart.
    Chart,
    Other,
}

/// A relation from an id to a part or to an external address.
#[derive(Debug, Clone)]
pub(crate) struct Relation {
    pub(crate) id: String,
    pub(crate) kind: PartKind,
    /// The name of the part from the root of the package, or the address.
    pub(crate) target: String,
}

/// Returns the relations of a part. The empty name means the package itself.
pub(crate) fn relations_of(
    package: &mut Package<'_>,
    part: &str,
) -> Result<Vec<Relation>, ReadError> {
    let (folder, file) = part.rsplit_once('/').unwrap_or(("", part));
    let separator = if folder.is_empty() { "" } else { "/" };
    let xml = package.part(&format!("{folder}{separator}_rels/{file}.rels"))?;
    Ok(xml
        .map(|xml| parse_relations(&xml, folder))
        .unwrap_or_default())
}

fn parse_relations(xml: &str, folder: &str) -> Vec<Relation> {
    let mut reader = Reader::from_str(xml);
    let mut relations = Vec::new();
    while let Ok(event) = reader.read_event() {
        let (Event::Empty(element) | Event::Start(element)) = event else {
            match event {
                Event::Eof => break,
                _ => continue,
            }
        };
        if element.local_name().as_ref() != "Relationship" || relations.len() >= MAX_RELATIONS {
            continue;
        }
        let (Some(id), Some(target)) = (attribute(&element, "Id"), attribute(&element, "Target"))
        else {
            continue;
        };
        let external = attribute(&element, "TargetMode").as_deref() == Some("External");
        relations.push(Relation {
            id: id.into_owned(),
            kind: part_kind(attribute(&element, "Type").as_deref().unwrap_or_default()),
            target: if external {
                target.into_owned()
            } else {
                absolute(folder, &target)
            },
        });
    }
    relations
}

/// Returns the kind from the last word of the type, because strict and transitional types differ before it.
fn part_kind(relation_type: &str) -> PartKind {
    match relation_type.rsplit('/').next().unwrap_or_default() {
        "officeDocument" => PartKind::Main,
        "styles" => PartKind::Styles,
        "header" => PartKind::Header,
        "footer" => PartKind::Footer,
        "footnotes" | "endnotes" => PartKind::Notes,
        "hyperlink" => PartKind::Hyperlink,
        "diagramData" => PartKind::Diagram,
        "chart" => PartKind::Chart,
        _ => PartKind::Other,
    }
}

fn absolute(folder: &str, target: &str) -> String {
    let start = if target.starts_with('/') { "" } else { folder };
    let mut path: Vec<&str> = start.split('/').filter(|step| !step.is_empty()).collect();
    for step in target.split('/') {
        match step {
            "" | "." => {}
            ".." => {
                path.pop();
            }
            step => path.push(step),
        }
    }
    path.join("/")
}
