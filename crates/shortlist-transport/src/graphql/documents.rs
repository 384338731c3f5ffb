//! A cache of parsed and validated documents. Clients send the same few repeatedly, and parsing one costs more than
//! many of the queries that it causes.

use std::collections::HashMap;
use std::sync::Arc;

use juniper::{
    Definition, EmptySubscription, ExecutionError, GraphQLError, OperationType, Selection,
    ValidatedOperation, Value, Variables,
};
use quick_cache::sync::Cache;
use self_cell::self_cell;
use shortlist_app::count_lookup;

use crate::graphql::context::RequestContext;
use crate::graphql::cost::DocumentCost;
use crate::graphql::roots::{Mutation, Query};
use crate::graphql::scalar::Scalar;
use crate::graphql::schema::Schema;

/// The most documents in the cache.
const MAX_CACHED: usize = 500;
/// The longest document that is cached, in bytes.
const MAX_CACHED_BYTES: usize = 8 << 10;

type Operation<'a> =
    ValidatedOperation<'a, Query, Mutation, EmptySubscription<RequestContext>, Scalar>;
type Executed = (Value<Scalar>, Vec<ExecutionError<Scalar>>);

/// The text of a document, and the schema against which it was validated.
struct Source {
    text: String,
    schema: Arc<Schema>,
}

self_cell!(
    /// A validated document with its text.
    struct Validated {
        owner: Source,
        #[not_covariant]
        dependent: Operation,
    }
);

/// A validated document, which can be executed many times with any variables.
pub(crate) struct Document {
    validated: Validated,
    cost: DocumentCost,
}

impl Document {
    pub(crate) fn operation_type(&self) -> OperationType {
        let validated = &self.validated;
        validated.with_dependent(|_source, operation| operation.operation_type())
    }

    pub(crate) fn cost(&self) -> &DocumentCost {
        &self.cost
    }

    pub(crate) fn execute(
        &self,
        variables: &Variables<Scalar>,
        context: &RequestContext,
    ) -> Result<Executed, GraphQLError> {
        let validated = &self.validated;
        validated.with_dependent(|_source, operation| operation.execute_sync(variables, context))
    }
}

/// The reason why a document cannot be executed.
pub(crate) enum DocumentError {
    /// It has more root fields than this limit.
    TooManyRoots(usize),
    /// A variable has a type that is not in the schema.
    UnknownType(String),
    /// It cannot be parsed, or does not match the schema.
    Invalid(GraphQLError),
}

/// The documents that clients sent recently, by operation and text.
pub(crate) struct Documents {
    schema: Arc<Schema>,
    root_fields: usize,
    cached: Cache<String, Arc<Document>>,
}

impl Documents {
    pub(crate) fn new(schema: Arc<Schema>, root_fields: usize) -> Self {
        Self {
            schema,
            root_fields,
            cached: Cache::new(MAX_CACHED),
        }
    }

    /// Parses and validates a document, or returns it from the cache.
    pub(crate) fn validated(
        &self,
        text: &str,
        operation: Option<&str>,
    ) -> Result<Arc<Document>, DocumentError> {
        if text.len() > MAX_CACHED_BYTES {
            return self.read(text, operation).map(Arc::new);
        }
        // GraphQL allows this character neither in names nor elsewhere.
        let key = [operation.unwrap_or_default(), text].join("\0");
        let mut is_hit = true;
        let document = self.cached.get_or_insert_with(&key, || {
            is_hit = false;
            self.read(text, operation).map(Arc::new)
        });
        count_lookup("documents", is_hit);
        document
    }

    fn read(&self, text: &str, operation: Option<&str>) -> Result<Document, DocumentError> {
        // juniper parses a document again when it validates it, and takes no parsed one. One that does not parse is left to it.
        let parsed = juniper::parser::parse_document_source(text, &self.schema.schema).ok();
        if let Some(document) = &parsed {
            check_operations(&self.schema, document, self.root_fields)?;
        }
        let source = Source {
            text: text.to_owned(),
            schema: Arc::clone(&self.schema),
        };
        let validated = Validated::try_new(source, |source| {
            ValidatedOperation::new(&source.text, operation, &source.schema)
        });
        let validated = validated.map_err(DocumentError::Invalid)?;
        // Validation has limited the fields, so that the cost can be computed.
        let cost = parsed.map(|document| cost_of(&self.schema, &document, operation));
        Ok(Document {
            validated,
            cost: cost.unwrap_or_default(),
        })
    }
}

/// Returns the cost of an operation of a valid document.
fn cost_of(
    schema: &Schema,
    document: &[Definition<'_, Scalar>],
    operation: Option<&str>,
) -> DocumentCost {
    let mut operations = document.iter().filter_map(|definition| match definition {
        Definition::Operation(found) => Some(&found.item),
        Definition::Fragment(_) => None,
    });
    let is_asked = |name: Option<&str>| operation.is_none() || name == operation;
    let found = operations.find(|found| is_asked(found.name.as_ref().map(|name| name.item)));
    found.map_or_else(DocumentCost::default, |found| {
        DocumentCost::of(schema, document, found)
    })
}

/// Refuses documents that validation does not check, or checks too late.
fn check_operations(
    schema: &Schema,
    document: &[Definition<'_, Scalar>],
    most_roots: usize,
) -> Result<(), DocumentError> {
    for definition in document {
        if let Definition::Operation(operation) = definition {
            check_variables(schema, &operation.item)?;
            let mut counter = RootFields {
                document,
                of_fragments: HashMap::new(),
            };
            if counter.count(&operation.item.selection_set) > most_roots {
                return Err(DocumentError::TooManyRoots(most_roots));
            }
        }
    }
    Ok(())
}

/// Refuses a variable of an unknown type. juniper 0.18 panics if such a variable has a default value.
fn check_variables(
    schema: &Schema,
    operation: &juniper::Operation<'_, Scalar>,
) -> Result<(), DocumentError> {
    let variables = operation.variables_definition.iter();
    for (_name, variable) in variables.flat_map(|defined| &defined.item.items) {
        let name = variable.var_type.item.innermost_name();
        if schema.schema.type_by_name(name).is_none() {
            return Err(DocumentError::UnknownType((*name).to_owned()));
        }
    }
    Ok(())
}

/// The number of root fields, with fragments expanded. Each fragment is counted once, however often it is spread.
/// Otherwise ten levels of fragments, each spreading the next ten times, would take ten billion steps.
struct RootFields<'d, 's> {
    document: &'d [Definition<'s, Scalar>],
    of_fragments: HashMap<&'d str, usize>,
}

impl<'d> RootFields<'d, '_> {
    fn count(&mut self, selections: &'d [Selection<'_, Scalar>]) -> usize {
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
        // A fragment that spreads itself counts as empty. Validation refuses it later.
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
