//! Changes of the members of a group.
//!
//! A group can have thousands, so they are looked up by their identifiers and never searched. Nothing else of a member is stored: other
//! parts of it are ignored.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use crate::attributes::{key_of, member};
use crate::budget::{Budget, MAX_PART_BYTES};
use crate::error::{ScimError, ScimType};
use crate::path::Path;

const MEMBERS: &str = "members";

/// Which members a path is about.
enum Chosen<'a> {
    /// A part that is not stored.
    Nothing,
    All,
    These(HashSet<&'a str>),
}

/// Returns whether a path is about members.
pub(crate) fn is_about_members(path: &Path) -> bool {
    path.attribute.eq_ignore_ascii_case(MEMBERS)
}

/// Adds members.
pub(crate) fn add(
    resource: &mut Map<String, Value>,
    path: &Path,
    value: &Value,
    budget: &mut Budget,
) -> Result<(), ScimError> {
    match chosen(path)? {
        Chosen::Nothing => Ok(()),
        Chosen::All => insert(resource, &identifiers(value)?, budget),
        Chosen::These(old) => exchange(resource, &old, &identifiers(value)?, budget),
    }
}

/// Replaces members.
pub(crate) fn replace(
    resource: &mut Map<String, Value>,
    path: &Path,
    value: &Value,
    budget: &mut Budget,
) -> Result<(), ScimError> {
    match chosen(path)? {
        Chosen::Nothing => Ok(()),
        Chosen::All => {
            let new = identifiers(value)?;
            take(resource);
            insert(resource, &new, budget)
        }
        Chosen::These(old) => exchange(resource, &old, &identifiers(value)?, budget),
    }
}

/// Removes members. Entra ID names them in the value.
pub(crate) fn remove(
    resource: &mut Map<String, Value>,
    path: &Path,
    value: Option<&Value>,
    budget: &mut Budget,
) -> Result<(), ScimError> {
    let named = value.filter(|value| !value.is_null());
    match (chosen(path)?, named) {
        (Chosen::Nothing, _) => Ok(()),
        (Chosen::These(old), _) => delete(resource, &old, budget),
        (Chosen::All, Some(named)) => {
            let old = identifiers(named)?.into_iter().collect();
            delete(resource, &old, budget)
        }
        (Chosen::All, None) => {
            take(resource);
            Ok(())
        }
    }
}

fn chosen(path: &Path) -> Result<Chosen<'_>, ScimError> {
    let is_value = |part: &str| part.eq_ignore_ascii_case("value");
    let is_stored = path.part.as_deref().is_none_or(is_value);
    let chosen = match &path.filter {
        None => Chosen::All,
        Some(filter) => Chosen::These(filter.values().ok_or_else(|| {
            let problem = "members: only value eq is supported, joined by or";
            ScimError::of_type(ScimType::InvalidFilter, problem)
        })?),
    };
    Ok(if is_stored { chosen } else { Chosen::Nothing })
}

fn identifiers(value: &Value) -> Result<Vec<&str>, ScimError> {
    let values: &[Value] = match value {
        Value::Null => &[],
        Value::Array(values) => values.as_slice(),
        one => std::slice::from_ref(one),
    };
    values.iter().map(checked_identifier).collect()
}

fn checked_identifier(value: &Value) -> Result<&str, ScimError> {
    let found = identifier(value).filter(|id| id.len() <= MAX_PART_BYTES);
    found.ok_or_else(|| {
        let problem = format!("members: must be values of at most {MAX_PART_BYTES} bytes");
        ScimError::of_type(ScimType::InvalidValue, problem)
    })
}

fn identifier(value: &Value) -> Option<&str> {
    match value {
        Value::Object(parts) => member(parts, "value")?.as_str(),
        other => other.as_str(),
    }
}

/// Takes the members out of the resource.
fn take(resource: &mut Map<String, Value>) -> Vec<Value> {
    let key = key_of(resource, MEMBERS);
    match key.and_then(|key| resource.remove(&key)) {
        Some(Value::Array(members)) => members,
        None | Some(Value::Null) => Vec::new(),
        Some(one) => vec![one],
    }
}

/// Adds the members that the group does not have.
fn insert(
    resource: &mut Map<String, Value>,
    new: &[&str],
    budget: &mut Budget,
) -> Result<(), ScimError> {
    let mut members = take(resource);
    budget.spend(members.len() + new.len())?;
    let mut known: HashSet<&str> = members.iter().filter_map(identifier).collect();
    let joining = new.iter().copied().filter(|&id| known.insert(id));
    let joining: Vec<Value> = joining.map(|id| json!({ "value": id })).collect();
    members.extend(joining);
    resource.insert(MEMBERS.to_owned(), Value::Array(members));
    Ok(())
}

fn delete(
    resource: &mut Map<String, Value>,
    old: &HashSet<&str>,
    budget: &mut Budget,
) -> Result<(), ScimError> {
    let key = key_of(resource, MEMBERS);
    if let Some(Value::Array(members)) = key.and_then(|key| resource.get_mut(&key)) {
        budget.spend(members.len() + old.len())?;
        members.retain(|one| identifier(one).is_none_or(|id| !old.contains(id)));
    }
    Ok(())
}

/// Replaces the named members by new ones. One who is not there yet is created.
fn exchange(
    resource: &mut Map<String, Value>,
    old: &HashSet<&str>,
    new: &[&str],
    budget: &mut Budget,
) -> Result<(), ScimError> {
    let mut members = take(resource);
    budget.spend(members.len())?;
    let before = members.len();
    members.retain(|one| identifier(one).is_none_or(|id| !old.contains(id)));
    let is_found = members.len() < before;
    resource.insert(MEMBERS.to_owned(), Value::Array(members));
    if is_found || old.len() == 1 {
        insert(resource, new, budget)
    } else {
        Ok(())
    }
}
