//! The cost of a document, computed before it runs.
//!
//! The unit is one value of the answer. A field costs 1, or more if it needs its own query or computation. Fields
//! inside a list are counted for each item. A page counts the size that the caller asks for, and other lists count a
//! usual size.

mod tables;

use std::collections::HashMap;

use juniper::meta::MetaType;
use juniper::{Definition, InputValue, Operation, ScalarValue, Selection, Variables};

use crate::graphql::scalar::Scalar;
use crate::graphql::schema::Schema;
use tables::{EXPENSIVE, PAGED, PagedList, ROOT_FIELD, SPARSE, USUAL_SIZE, USUAL_SIZES, looked_up};

/// The cost of a document.
#[derive(Debug, Default)]
pub(crate) struct DocumentCost {
    fixed: u64,
    pages: Vec<PageCost>,
    /// The most times that one root field selects the same field of the same object under different aliases.
    pub(crate) repeats: u64,
    /// The number of root fields, with fragments expanded.
    roots: usize,
}

#[derive(Debug)]
struct PageCost {
    per_item: u64,
    size: PageSize,
}

/// The number of items on a page.
#[derive(Debug)]
enum PageSize {
    Given(u64),
    /// The size is in a variable, or in a member of one.
    Variable {
        name: String,
        member: Option<&'static str>,
        list: &'static PagedList,
    },
}

impl DocumentCost {
    /// Returns the cost with these variables.
    pub(crate) fn total(&self, variables: &Variables<Scalar>) -> u64 {
        self.pages.iter().fold(self.fixed, |total, page| {
            let items = page.size.items(variables);
            total.saturating_add(page.per_item.saturating_mul(items))
        })
    }

    /// Returns whether the document may select a field of an object more than once. Two root fields may have the same name.
    pub(crate) fn repeats_fields(&self) -> bool {
        self.repeats > 1 || self.roots > 1
    }

    /// Computes the cost of an operation. Its document must be valid.
    pub(crate) fn of<'s>(
        schema: &Schema,
        document: &[Definition<'s, Scalar>],
        operation: &Operation<'s, Scalar>,
    ) -> Self {
        let root = match operation.operation_type {
            juniper::OperationType::Mutation => schema.schema.concrete_mutation_type(),
            _ => Some(schema.schema.concrete_query_type()),
        };
        let fragments = document.iter().filter_map(|definition| match definition {
            Definition::Fragment(fragment) => {
                let inside = fragment.item.selection_set.as_slice();
                Some((fragment.item.name.item, inside))
            }
            Definition::Operation(_) => None,
        });
        let mut walk = Walk {
            schema,
            fragments: fragments.collect(),
            paths: HashMap::new(),
            roots: 0,
            cost: Self::default(),
        };
        walk.roots(&operation.selection_set, root);
        let repeats = walk.paths.values().map(|(_, count)| *count).max();
        Self {
            repeats: repeats.unwrap_or(1),
            roots: walk.roots,
            ..walk.cost
        }
    }
}

impl PageSize {
    fn of(input: Option<&InputValue<Scalar>>, list: &'static PagedList) -> Self {
        let (usual, most) = list.bounds;
        let variable = |name: &str, member| Self::Variable {
            name: name.to_owned(),
            member,
            list,
        };
        match input {
            Some(InputValue::Variable(name)) => variable(name, Some(list.size)),
            Some(InputValue::Object(members)) => {
                let mut members = members.iter();
                let found = members.find(|(name, _)| name.item == list.size);
                match found.map(|(_, value)| &value.item) {
                    None => Self::Given(usual),
                    Some(InputValue::Variable(name)) => variable(name, None),
                    Some(value) => Self::Given(number(value, list).unwrap_or(most)),
                }
            }
            _ => Self::Given(most),
        }
    }

    fn items(&self, variables: &Variables<Scalar>) -> u64 {
        let (name, member, list) = match self {
            Self::Given(items) => return *items,
            Self::Variable { name, member, list } => (name, member, list),
        };
        let (usual, most) = list.bounds;
        let Some(value) = variables.get(name) else {
            // The document may have its own default value, so the largest size counts.
            return most;
        };
        let value = match (member, value) {
            (None, value) => Some(value),
            (Some(member), InputValue::Object(members)) => {
                let found = members.iter().find(|(name, _)| name.item == *member);
                found.map(|(_, value)| &value.item)
            }
            (Some(_), _) => return most,
        };
        value.map_or(usual, |value| number(value, list).unwrap_or(most))
    }
}

/// Returns a page size from the input. A size out of range is refused later.
fn number(value: &InputValue<Scalar>, list: &PagedList) -> Option<u64> {
    let (usual, most) = list.bounds;
    if value.is_null() {
        return Some(usual);
    }
    let given = value.as_scalar()?.try_to_int()?;
    Some(u64::try_from(given).unwrap_or(0).min(most))
}

/// A traversal of an operation. Validation has limited its depth and its fields, with fragments expanded.
struct Walk<'d, 's> {
    schema: &'d Schema,
    fragments: HashMap<&'s str, &'d [Selection<'s, Scalar>]>,
    /// How often each path of field names is selected. A path has a number. Its key is its parent's number and a field
    /// name.
    paths: HashMap<(usize, &'s str), (usize, u64)>,
    /// The number of root fields so far. Each is executed separately, so each starts its own paths.
    roots: usize,
    cost: DocumentCost,
}

/// The cost of an object's selections: a fixed part, and a part for each item of a page in it.
#[derive(Clone, Copy, Default)]
struct Cost {
    fixed: u64,
    paged: Option<(u64, &'static PagedList)>,
}

impl Cost {
    fn and(self, other: Self) -> Self {
        let paged = match (self.paged, other.paged) {
            (Some((one, list)), Some((two, _))) => Some((one.saturating_add(two), list)),
            (one, two) => one.or(two),
        };
        Self {
            fixed: self.fixed.saturating_add(other.fixed),
            paged,
        }
    }
}

/// An object of a selection: its type, if the schema has it, and the number of its path.
#[derive(Clone, Copy)]
struct Place<'d> {
    parent: Option<&'d MetaType<Scalar>>,
    path: usize,
}

impl<'d, 's> Walk<'d, 's> {
    /// Adds up root fields. Each may have a page.
    fn roots(
        &mut self,
        selections: &'d [Selection<'s, Scalar>],
        parent: Option<&'d MetaType<Scalar>>,
    ) {
        for selection in selections {
            match selection {
                Selection::Field(field) => {
                    let inside = field.item.selection_set.as_deref();
                    let path = usize::MAX - self.roots;
                    self.roots += 1;
                    let place = Place { parent, path };
                    let cost = self.field(field.item.name.item, inside, place);
                    let fixed = cost.fixed.saturating_add(ROOT_FIELD);
                    self.cost.fixed = self.cost.fixed.saturating_add(fixed);
                    if let Some((per_item, list)) = cost.paged {
                        let arguments = field.item.arguments.as_ref();
                        let input = arguments.and_then(|given| given.item.get("input"));
                        let size = PageSize::of(input.map(|value| &value.item), list);
                        self.cost.pages.push(PageCost { per_item, size });
                    }
                }
                Selection::InlineFragment(fragment) => {
                    self.roots(&fragment.item.selection_set, parent);
                }
                Selection::FragmentSpread(spread) => {
                    if let Some(inside) = self.fragments.get(spread.item.name.item).copied() {
                        self.roots(inside, parent);
                    }
                }
            }
        }
    }

    fn selections(&mut self, selections: &'d [Selection<'s, Scalar>], place: Place<'d>) -> Cost {
        selections.iter().fold(Cost::default(), |cost, selection| {
            cost.and(match selection {
                Selection::Field(field) => {
                    let inside = field.item.selection_set.as_deref();
                    self.field(field.item.name.item, inside, place)
                }
                Selection::InlineFragment(fragment) => {
                    self.selections(&fragment.item.selection_set, place)
                }
                Selection::FragmentSpread(spread) => {
                    let found = self.fragments.get(spread.item.name.item).copied();
                    found.map_or_else(Cost::default, |inside| self.selections(inside, place))
                }
            })
        })
    }

    fn field(
        &mut self,
        name: &'s str,
        inside: Option<&'d [Selection<'s, Scalar>]>,
        Place { parent, path }: Place<'d>,
    ) -> Cost {
        let path = self.count(path, name);
        let type_name = parent.and_then(MetaType::name);
        let type_name = type_name.map_or("", |name| name.as_str());
        let declared = parent.and_then(|parent| parent.field_by_name(name));
        let inner_type = declared.and_then(|declared| {
            let name = declared.field_type.innermost_name();
            self.schema.schema.concrete_type_by_name(name)
        });
        let place = Place {
            parent: inner_type,
            path,
        };
        let mut inside = self.selections(inside.unwrap_or_default(), place);
        let inner_name = inner_type.and_then(MetaType::name);
        if let Some((_, fields)) = SPARSE
            .iter()
            .find(|(of, _)| inner_name.is_some_and(|name| name.as_str() == *of))
        {
            inside.fixed = inside.fixed.div_ceil(*fields);
        }
        let own = looked_up(&EXPENSIVE, type_name, name).unwrap_or(1);
        let is_list =
            declared.is_some_and(|declared| declared.field_type.to_string().contains('['));
        let paged = PAGED.iter().find(|list| list.field == (type_name, name));
        if let Some(list) = paged {
            return Cost {
                fixed: own,
                paged: Some((inside.fixed.saturating_add(1), list)),
            };
        }
        let items = if is_list {
            looked_up(&USUAL_SIZES, type_name, name).unwrap_or(USUAL_SIZE)
        } else {
            1
        };
        Cost {
            fixed: own.saturating_add(inside.fixed.saturating_mul(items)),
            paged: inside.paged,
        }
    }

    /// Counts a field under its parent's path, and returns the number of its own path.
    fn count(&mut self, path: usize, name: &'s str) -> usize {
        let next = self.paths.len() + 1;
        let (number, count) = self.paths.entry((path, name)).or_insert((next, 0));
        *count += 1;
        *number
    }
}
