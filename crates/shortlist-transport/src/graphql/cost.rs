//! What a document costs, known before it runs.
//!
//! The unit is one value of the answer. A field costs 1, or more if it takes a query or a computation of its own; what is
//! inside a list counts for each item: for pages the size that the caller asks for, for other lists a usual size.

use std::collections::HashMap;

use juniper::meta::MetaType;
use juniper::{
    DefaultScalarValue, Definition, InputValue, Operation, ScalarValue, Selection, Variables,
};

use super::Schema;

/// A list that is answered by the page.
struct PagedList {
    /// The type and field that hold the items.
    field: (&'static str, &'static str),
    /// The member of `input` that says how many.
    size: &'static str,
    /// How many if it is not given, and at most.
    bounds: (u64, u64),
}

const PAGED: [PagedList; 5] = [
    PagedList {
        field: ("JobList", "jobs"),
        size: "perPage",
        bounds: (20, 100),
    },
    PagedList {
        field: ("CandidateList", "candidate"),
        size: "pageSize",
        bounds: (10, 100),
    },
    PagedList {
        field: ("InterviewList", "interviews"),
        size: "pageSize",
        bounds: (20, 100),
    },
    PagedList {
        field: ("AuditLog", "entries"),
        size: "pageSize",
        bounds: (20, 100),
    },
    PagedList {
        field: ("Leaderboard", "rows"),
        size: "limit",
        bounds: (1_000, 10_000),
    },
];

/// Fields that take a query or a computation of their own, by type.
const EXPENSIVE: [(&str, &str, u64); 7] = [
    ("Candidate", "resume", 100),
    ("Candidate", "scoreReceipt", 100),
    ("Candidate", "earlierReceipts", 1_000),
    ("Job", "requirements", 100),
    ("Query", "explainScore", 2_000),
    ("Query", "exportCandidate", 2_000),
    ("Mutation", "rescoreJob", 2_000),
];
/// What a root field costs besides: it asks the database.
const ROOT_FIELD: u64 = 100;

/// How many items lists usually have that are not answered by the page. Lists of a report count with the most that they may
/// have; what other lists hold beyond this is counted while the document runs.
const USUAL_SIZES: [(&str, &str, u64); 15] = [
    ("__Schema", "types", 120),
    ("__Type", "fields", 5),
    ("__Type", "inputFields", 3),
    ("__Type", "enumValues", 1),
    ("__Type", "interfaces", 1),
    ("__Type", "possibleTypes", 1),
    ("__Field", "args", 1),
    ("ScoreReceipt", "criteria", 5),
    ("CriterionScore", "evidence", 10),
    ("InterviewReport", "questions", 10_000),
    ("Transcription", "segments", 10_000),
    ("RescoreResult", "moves", 100),
    ("RescoreResult", "unread", 1_000),
    ("UserList", "users", 200),
    ("ApiKeyList", "keys", 50),
];
const USUAL_SIZE: u64 = 5;

/// What a document costs.
#[derive(Debug, Default)]
pub(crate) struct DocumentCost {
    fixed: u64,
    pages: Vec<PageCost>,
    /// How often a root field's selection asks for the same field of the same thing, under other names, at most.
    pub(crate) repeats: u64,
}

#[derive(Debug)]
struct PageCost {
    per_item: u64,
    size: PageSize,
}

/// How many items a page has.
#[derive(Debug)]
enum PageSize {
    Given(u64),
    /// In a variable, or in a member of one.
    Variable {
        name: String,
        member: Option<&'static str>,
        list: &'static PagedList,
    },
}

impl std::fmt::Debug for PagedList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.field.1)
    }
}

impl DocumentCost {
    /// The cost with these variables.
    pub(crate) fn total(&self, variables: &Variables) -> u64 {
        self.pages.iter().fold(self.fixed, |total, page| {
            let items = page.size.items(variables);
            total.saturating_add(page.per_item.saturating_mul(items))
        })
    }

    /// Reads the cost of an operation whose document is valid.
    pub(crate) fn of<'s>(
        schema: &Schema,
        document: &[Definition<'s, DefaultScalarValue>],
        operation: &Operation<'s, DefaultScalarValue>,
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
            ..walk.cost
        }
    }
}

impl PageSize {
    fn of(input: Option<&InputValue>, list: &'static PagedList) -> Self {
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

    fn items(&self, variables: &Variables) -> u64 {
        let (name, member, list) = match self {
            Self::Given(items) => return *items,
            Self::Variable { name, member, list } => (name, member, list),
        };
        let (usual, most) = list.bounds;
        let Some(value) = variables.get(name) else {
            // The document may hold a default of its own.
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

/// A page size that was given; what is out of range is refused later.
fn number(value: &InputValue, list: &PagedList) -> Option<u64> {
    let (usual, most) = list.bounds;
    if value.is_null() {
        return Some(usual);
    }
    let given = value.as_scalar()?.try_to_int()?;
    Some(u64::try_from(given).unwrap_or(0).min(most))
}

/// A walk through an operation. Validation has bounded its fields, fragments expanded, and its depth.
struct Walk<'d, 's> {
    schema: &'d Schema,
    fragments: HashMap<&'s str, &'d [Selection<'s>]>,
    /// How often each path of field names is asked for; paths are numbered, and named by their parent's number and a field.
    paths: HashMap<(usize, &'s str), (usize, u64)>,
    /// Root fields so far: each is carried out on its own, so paths begin anew at each.
    roots: usize,
    cost: DocumentCost,
}

/// What the selections of an object cost: once, and for each item of a page in it.
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

/// The type of an object, where the schema has it, and the number of the path to it.
type Place<'d> = (Option<&'d MetaType<DefaultScalarValue>>, usize);

impl<'d, 's> Walk<'d, 's> {
    /// Adds up root fields: each may have a page.
    fn roots(
        &mut self,
        selections: &'d [Selection<'s>],
        parent: Option<&'d MetaType<DefaultScalarValue>>,
    ) {
        for selection in selections {
            match selection {
                Selection::Field(field) => {
                    let inside = field.item.selection_set.as_deref();
                    let start = usize::MAX - self.roots;
                    self.roots += 1;
                    let cost = self.field(field.item.name.item, inside, (parent, start));
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

    fn selections(&mut self, selections: &'d [Selection<'s>], place: Place<'d>) -> Cost {
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
        inside: Option<&'d [Selection<'s>]>,
        (parent, path): Place<'d>,
    ) -> Cost {
        let path = self.count(path, name);
        let type_name = parent.and_then(MetaType::name);
        let type_name = type_name.map_or("", |name| name.as_str());
        let declared = parent.and_then(|parent| parent.field_by_name(name));
        let inner_type = declared.and_then(|declared| {
            let name = declared.field_type.innermost_name();
            self.schema.schema.concrete_type_by_name(name)
        });
        let inside = self.selections(inside.unwrap_or_default(), (inner_type, path));
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
        let items = match is_list {
            true => looked_up(&USUAL_SIZES, type_name, name).unwrap_or(USUAL_SIZE),
            false => 1,
        };
        Cost {
            fixed: own.saturating_add(inside.fixed.saturating_mul(items)),
            paged: inside.paged,
        }
    }

    /// Counts a field under its path; returns the number of the path that it makes.
    fn count(&mut self, path: usize, name: &'s str) -> usize {
        let next = self.paths.len() + 1;
        let (number, count) = self.paths.entry((path, name)).or_insert((next, 0));
        *count += 1;
        *number
    }
}

fn looked_up(table: &[(&str, &str, u64)], type_name: &str, field: &str) -> Option<u64> {
    let found = table
        .iter()
        .find(|(of, name, _)| (*of, *name) == (type_name, field));
    found.map(|(_, _, value)| *value)
}
