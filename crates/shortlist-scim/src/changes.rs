//! Changes of what a path is about: an attribute, some of its values, or a part of them.

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::attributes::{is_multi_valued, key_of, member};
use crate::budget::{Budget, check_parts, check_size, check_values, size_of};
use crate::error::ScimError;
use crate::filter::Filter;
use crate::members;
use crate::path::Path;

/// What an operation does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Add,
    Remove,
    Replace,
}

/// Adds or replaces what a path is about.
pub(crate) fn set(
    resource: &mut Map<String, Value>,
    path: &Path,
    kind: Kind,
    value: Value,
    budget: &mut Budget,
) -> Result<(), ScimError> {
    if members::is_about_members(path) {
        return match kind {
            Kind::Replace => members::replace(resource, path, &value, budget),
            Kind::Add | Kind::Remove => members::add(resource, path, &value, budget),
        };
    }
    if path.filter.is_some() || path.part.is_some() {
        check_size(&value)?;
    }
    let key = key_of(resource, &path.attribute);
    check_parts(resource.len() + usize::from(key.is_none()))?;
    let stored = resource
        .entry(key.unwrap_or_else(|| path.attribute.clone()))
        .or_insert(Value::Null);
    let is_list = stored.is_array() || is_multi_valued(&path.attribute);
    match (&path.filter, &path.part) {
        (Some(filter), part) => change_list(stored, |elements| {
            budget.spend(cost(filter, elements))?;
            set_elements(elements, filter, part.as_deref(), &value)
        }),
        (None, Some(part)) if is_list => {
            change_list(stored, |elements| set_part_of_each(elements, part, &value))
        }
        (None, Some(part)) => change_object(stored, |object| set_part(object, part, value)),
        (None, None) if is_list => set_list(stored, kind, value),
        (None, None) => set_single(stored, value),
    }
}

/// Returns how many steps it takes to compare the values of an attribute with a filter.
fn cost(filter: &Filter, elements: &[Value]) -> usize {
    let sizes = elements.iter().map(size_of);
    sizes.sum::<usize>().saturating_mul(filter.word_count())
}

fn set_list(stored: &mut Value, kind: Kind, value: Value) -> Result<(), ScimError> {
    if value.is_null() {
        *stored = Value::Null;
        return Ok(());
    }
    change_list(stored, |elements| {
        if kind == Kind::Replace {
            elements.clear();
        }
        add_elements(elements, listed(value))
    })
}

fn set_single(stored: &mut Value, value: Value) -> Result<(), ScimError> {
    match value {
        Value::Object(parts) => {
            check_parts(parts.len())?;
            change_object(stored, |object| {
                let mut parts = parts.into_iter();
                parts.try_for_each(|(name, part)| set_part(object, &name, part))
            })
        }
        value => {
            if let Value::Array(values) = &value {
                check_values(values)?;
            }
            *stored = value;
            Ok(())
        }
    }
}

fn listed(value: Value) -> Vec<Value> {
    match value {
        Value::Array(values) => values,
        one => vec![one],
    }
}

/// Changes the values of an attribute, which becomes a list if it is none.
fn change_list(
    stored: &mut Value,
    change: impl FnOnce(&mut Vec<Value>) -> Result<(), ScimError>,
) -> Result<(), ScimError> {
    let mut elements = match stored.take() {
        Value::Array(values) => values,
        Value::Null => Vec::new(),
        one => vec![one],
    };
    change(&mut elements)?;
    *stored = Value::Array(elements);
    Ok(())
}

/// Changes the parts of an attribute, which becomes an object if it is none.
fn change_object(
    stored: &mut Value,
    change: impl FnOnce(&mut Map<String, Value>) -> Result<(), ScimError>,
) -> Result<(), ScimError> {
    let mut object = match stored.take() {
        Value::Object(parts) => parts,
        _ => Map::new(),
    };
    change(&mut object)?;
    *stored = Value::Object(object);
    Ok(())
}

fn set_part(object: &mut Map<String, Value>, part: &str, value: Value) -> Result<(), ScimError> {
    let key = key_of(object, part);
    check_parts(object.len() + usize::from(key.is_none()))?;
    object.insert(key.unwrap_or_else(|| part.to_owned()), value);
    Ok(())
}

/// Sets a part of each value, or creates a value with it.
fn set_part_of_each(elements: &mut Vec<Value>, part: &str, value: &Value) -> Result<(), ScimError> {
    if elements.is_empty() {
        elements.push(Value::Object(Map::new()));
    }
    let mut objects = elements.iter_mut().filter_map(Value::as_object_mut);
    objects.try_for_each(|element| set_part(element, part, value.clone()))
}

/// Adds values that the list does not have. A new primary value is the only one.
fn add_elements(elements: &mut Vec<Value>, new: Vec<Value>) -> Result<(), ScimError> {
    let mut known: HashSet<String> = elements.iter().filter_map(identity).collect();
    for element in new {
        if identity(&element).is_some_and(|identity| !known.insert(identity)) {
            continue;
        }
        if is_primary(&element) {
            for other in elements.iter_mut().filter_map(Value::as_object_mut) {
                set_part(other, "primary", Value::Bool(false))?;
            }
        }
        elements.push(element);
        check_values(elements)?;
    }
    Ok(())
}

fn identity(element: &Value) -> Option<String> {
    let value = member(element.as_object()?, "value")?;
    value.as_str().map(str::to_owned)
}

fn is_primary(element: &Value) -> bool {
    let primary = element
        .as_object()
        .and_then(|object| member(object, "primary"));
    primary == Some(&Value::Bool(true))
}

/// Changes the values that meet a condition. If none does, creates one that does, as Entra ID expects.
fn set_elements(
    elements: &mut Vec<Value>,
    filter: &Filter,
    part: Option<&str>,
    value: &Value,
) -> Result<(), ScimError> {
    let change = |element: &mut Map<String, Value>| match (part, value) {
        (Some(part), value) => set_part(element, part, value.clone()),
        (None, Value::Object(parts)) => {
            let mut parts = parts.iter();
            parts.try_for_each(|(name, part)| set_part(element, name, part.clone()))
        }
        (None, value) => set_part(element, "value", value.clone()),
    };
    let mut is_changed = false;
    for element in elements.iter_mut().filter_map(Value::as_object_mut) {
        if filter.matches(element) {
            change(element)?;
            is_changed = true;
        }
    }
    if !is_changed && let Some(mut element) = filter.as_value() {
        change(&mut element)?;
        elements.push(Value::Object(element));
        check_values(elements)?;
    }
    Ok(())
}

/// Removes what a path is about. Entra ID names the values to be removed from a list in the value.
pub(crate) fn remove(
    resource: &mut Map<String, Value>,
    path: &Path,
    value: Option<&Value>,
    budget: &mut Budget,
) -> Result<(), ScimError> {
    if members::is_about_members(path) {
        return members::remove(resource, path, value, budget);
    }
    let Some(key) = key_of(resource, &path.attribute) else {
        return Ok(());
    };
    if path.filter.is_none() && path.part.is_none() {
        remove_whole(resource, &key, value);
        return Ok(());
    }
    let stored = resource.get_mut(&key);
    match (&path.filter, &path.part, stored) {
        (Some(filter), part, Some(Value::Array(elements))) => {
            budget.spend(cost(filter, elements))?;
            remove_of_elements(elements, filter, part.as_deref());
        }
        (None, Some(part), Some(Value::Array(elements))) => {
            let elements = elements.iter_mut().filter_map(Value::as_object_mut);
            elements.for_each(|element| remove_part(element, part));
        }
        (None, Some(part), Some(Value::Object(object))) => remove_part(object, part),
        _ => {}
    }
    Ok(())
}

/// Removes the values that meet a condition, or a part of them.
fn remove_of_elements(elements: &mut Vec<Value>, filter: &Filter, part: Option<&str>) {
    let Some(part) = part else {
        elements.retain(|element| {
            let element = element.as_object();
            !element.is_some_and(|element| filter.matches(element))
        });
        return;
    };
    let elements = elements.iter_mut().filter_map(Value::as_object_mut);
    elements
        .filter(|element| filter.matches(element))
        .for_each(|element| remove_part(element, part));
}

/// Removes an attribute, or the named ones of its values.
fn remove_whole(resource: &mut Map<String, Value>, key: &str, value: Option<&Value>) {
    let named = value.filter(|value| !value.is_null());
    if let (Some(Value::Array(elements)), Some(named)) = (resource.get_mut(key), named) {
        let named = listed(named.clone());
        let named: HashSet<String> = named.iter().filter_map(identity_or_text).collect();
        elements
            .retain(|element| identity(element).is_none_or(|identity| !named.contains(&identity)));
        return;
    }
    resource.remove(key);
}

fn identity_or_text(value: &Value) -> Option<String> {
    identity(value).or_else(|| value.as_str().map(str::to_owned))
}

fn remove_part(object: &mut Map<String, Value>, part: &str) {
    if let Some(key) = key_of(object, part) {
        object.remove(&key);
    }
}
