//! Resolves the references of JSON:API documents. Related objects of a job are next to the list of jobs.
//!
//! Teamtailor exports this format (<https://jsonapi.org/format/#document-compound-documents>).

use std::collections::HashMap;

use super::tree::Json;

/// Fields with the name of a related object, the best first.
const NAMES: [&str; 3] = ["name", "title", "label"];

/// Replaces the references of jobs by the names of the related objects.
pub(super) fn resolve(root: &mut Json) {
    let names = names_of(root);
    if names.is_empty() {
        return;
    }
    let Json::Object(fields) = root else { return };
    let data = fields.iter_mut().find(|(key, _)| key == "data");
    if let Some((_, Json::List(jobs))) = data {
        for job in jobs {
            let Json::Object(fields) = job else { continue };
            let related = fields.iter_mut().find(|(key, _)| key == "relationships");
            if let Some((_, Json::Object(related))) = related {
                for (_, reference) in related {
                    resolve_one(reference, &names);
                }
            }
        }
    }
}

/// Returns the name of each object in `included`, by type and identifier.
fn names_of(root: &Json) -> HashMap<(String, String), Json> {
    let Some(Json::List(included)) = root.field("included") else {
        return HashMap::new();
    };
    let named = |thing: &Json| {
        let attributes = thing.field("attributes")?;
        let name = NAMES.iter().find_map(|name| attributes.field(name))?;
        Some((key_of(thing)?, name.clone()))
    };
    included.iter().filter_map(named).collect()
}

fn key_of(thing: &Json) -> Option<(String, String)> {
    match (thing.field("type")?, thing.field("id")?) {
        (Json::Text(kind), Json::Text(id) | Json::Number(id)) => Some((kind.clone(), id.clone())),
        _ => None,
    }
}

fn resolve_one(reference: &mut Json, names: &HashMap<(String, String), Json>) {
    let name_of = |thing: &Json| names.get(&key_of(thing)?).cloned();
    let resolved = match reference.field("data") {
        Some(Json::List(things)) => Json::List(things.iter().filter_map(name_of).collect()),
        Some(thing) => name_of(thing).unwrap_or(Json::Null),
        None => return,
    };
    *reference = resolved;
}
