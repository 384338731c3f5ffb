//! Documents that were read and validated: clients send the same few over and over, and reading one costs more than many of the
//! queries that it asks for.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use juniper::{
    DefaultScalarValue, Definition, EmptySubscription, ExecutionError, GraphQLError, OperationType,
    Selection, ValidatedOperation, Value, Variables,
};
use self_cell::self_cell;

use super::Schema;
use super::context::RequestContext;
use super::cost::DocumentCost;
use super::roots::{Mutation, Query};

/// The most documents that are kept; when there are more, all are read anew.
const MOST_KEPT: usize = 500;
/// The longest document that is kept, in bytes.
const LONGEST_KEPT: usize = 8 << 10;

type Operation<'a> = ValidatedOperation<'a, Query, Mutation, EmptySubscription<RequestContext>>;
type Executed = (Value, Vec<ExecutionError<DefaultScalarValue>>);

/// A document's text, and the schema that it was validated against.
struct Source {
    text: String,
    schema: Arc<Schema>,
    cost: DocumentCost,
}

self_cell!(
    /// A document that can be executed, any number of times and with any variables.
    pub(crate) struct Document {
        owner: Source,
        #[not_covariant]
        dependent: Operation,
    }
);

impl Document {
    pub(crate) fn operation_type(&self) -> OperationType {
        self.with_dependent(|_source, operation| operation.operation_type())
    }

    pub(crate) fn cost(&self) -> &DocumentCost {
        &self.borrow_owner().cost
    }

    pub(crate) fn execute(
        &self,
        variables: &Variables,
        context: &RequestContext,
    ) -> Result<Executed, GraphQLError> {
        self.with_dependent(|_source, operation| operation.execute_sync(variables, context))
    }
}

/// Why a document cannot be executed.
pub(crate) enum Unusable {
    /// It has more root fields than this.
    TooManyRoots(usize),
    /// A variable is of a type that the schema does not have.
    UnknownType(String),
    /// It cannot be read, or does not fit the schema.
    Invalid(GraphQLError),
}

/// The documents that were sent lately, by operation and text.
pub(crate) struct Documents {
    schema: Arc<Schema>,
    root_fields: usize,
    kept: RwLock<HashMap<String, Arc<Document>>>,
}

impl Documents {
    pub(crate) fn new(schema: Arc<Schema>, root_fields: usize) -> Self {
        Self {
            schema,
            root_fields,
            kept: RwLock::default(),
        }
    }

    /// Reads and validates a document, or finds it where that was done before.
    pub(crate) fn validated(
        &self,
        text: &str,
        operation: Option<&str>,
    ) -> Result<Arc<Document>, Unusable> {
        if text.len() > LONGEST_KEPT {
            return self.read(text, operation).map(Arc::new);
        }
        // Neither a name nor anything else may hold this character in GraphQL.
        let key = [operation.unwrap_or_default(), text].join("\0");
        let kept = self.kept.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(document) = kept.get(&key) {
            return Ok(Arc::clone(document));
        }
        drop(kept);
        let document = Arc::new(self.read(text, operation)?);
        let mut kept = self.kept.write().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MOST_KEPT {
            kept.clear();
        }
        kept.insert(key, Arc::clone(&document));
        Ok(document)
    }

    fn read(&self, text: &str, operation: Option<&str>) -> Result<Document, Unusable> {
        check_operations(&self.schema, text, self.root_fields)?;
        // Validation bounds the fields, so that they can be walked through afterwards.
        ValidatedOperation::new(text, operation, &self.schema).map_err(Unusable::Invalid)?;
        let source = Source {
            text: text.to_owned(),
            schema: Arc::clone(&self.schema),
            cost: cost_of(&self.schema, text, operation),
        };
        Document::try_new(source, |source| {
            ValidatedOperation::new(&source.text, operation, &source.schema)
        })
        .map_err(Unusable::Invalid)
    }
}

/// The cost of an operation of a document that is valid.
fn cost_of(schema: &Schema, text: &str, operation: Option<&str>) -> DocumentCost {
    let document = juniper::parser::parse_document_source(text, &schema.schema);
    let document = document.unwrap_or_default();
    let mut operations = document.iter().filter_map(|definition| match definition {
        Definition::Operation(found) => Some(&found.item),
        Definition::Fragment(_) => None,
    });
    let is_asked = |name: Option<&str>| operation.is_none() || name == operation;
    let found = operations.find(|found| is_asked(found.name.as_ref().map(|name| name.item)));
    found.map_or_else(DocumentCost::default, |found| {
        DocumentCost::of(schema, &document, found)
    })
}

/// Refuses what the validation that follows does not look at, or not in time; a document that does not parse is left to it.
fn check_operations(schema: &Schema, query: &str, most_roots: usize) -> Result<(), Unusable> {
    let Ok(document) = juniper::parser::parse_document_source(query, &schema.schema) else {
        return Ok(());
    };
    for definition in &document {
        if let Definition::Operation(operation) = definition {
            check_variables(schema, &operation.item)?;
            let mut counter = RootFields {
                document: &document,
                of_fragments: HashMap::new(),
            };
            if counter.count(&operation.item.selection_set) > most_roots {
                return Err(Unusable::TooManyRoots(most_roots));
            }
        }
    }
    Ok(())
}

/// Refuses a variable of an unknown type: juniper 0.18 panics over one that has a default value.
fn check_variables(
    schema: &Schema,
    operation: &juniper::Operation<'_, DefaultScalarValue>,
) -> Result<(), Unusable> {
    let variables = operation.variables_definition.iter();
    for (_name, variable) in variables.flat_map(|defined| &defined.item.items) {
        let name = variable.var_type.item.innermost_name();
        if schema.schema.type_by_name(name).is_none() {
            return Err(Unusable::UnknownType((*name).to_owned()));
        }
    }
    Ok(())
}

/// Counts root fields through fragments. Each fragment is counted once, however often it is spread: ten fragments that each
/// spread the next ten times would otherwise be ten thousand million steps.
struct RootFields<'d, 's> {
    document: &'d [Definition<'s, DefaultScalarValue>],
    of_fragments: HashMap<&'d str, usize>,
}

impl<'d> RootFields<'d, '_> {
    fn count(&mut self, selections: &'d [Selection<'_>]) -> usize {
        selections.iter().fold(0, |count: usize, selection| {
            count.saturating_add(match selection {
                Selection::Field(_) => 1,
                Selection::InlineFragment(fragment) => self.count(&fragment.item.selection_set),
                Selection::FragmentSpread(spread) => self.count_fragment(spread.item.name.item),
            })
        })
    }

    fn count_fragment(&mut self, name: &'d str) -> usize {
        if let Some(count) = self.of_fragments.get(name) {
            return *count;
        }
        // One that spreads itself counts nothing there; the validation that follows refuses it.
        self.of_fragments.insert(name, 0);
        let found = self
            .document
            .iter()
            .find_map(|definition| match definition {
                Definition::Fragment(fragment) if fragment.item.name.item == name => {
                    Some(&fragment.item)
                }
                _ => None,
            });
        let count = found.map_or(0, |fragment| self.count(&fragment.selection_set));
        self.of_fragments.insert(name, count);
        count
    }
}
