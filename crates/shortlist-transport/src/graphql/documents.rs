//! Documents that were read and validated: clients send the same few over and over, and reading one costs more than many of the
//! queries that it asks for.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use juniper::{
    Definition, EmptySubscription, ExecutionError, GraphQLError, OperationType, Selection,
    ValidatedOperation, Value, Variables,
};
use self_cell::self_cell;

use super::Schema;
use super::context::RequestContext;
use super::roots::{Mutation, Query};

/// The most documents that are kept; when there are more, all are read anew.
const MOST_KEPT: usize = 500;
/// The longest document that is kept, in bytes.
const LONGEST_KEPT: usize = 8 << 10;

type Operation<'a> = ValidatedOperation<'a, Query, Mutation, EmptySubscription<RequestContext>>;
type Executed = (Value, Vec<ExecutionError<juniper::DefaultScalarValue>>);

/// A document's text, and the schema that it was validated against.
struct Source {
    text: String,
    schema: Arc<Schema>,
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
        check_root_fields(&self.schema, text, self.root_fields)?;
        let source = Source {
            text: text.to_owned(),
            schema: Arc::clone(&self.schema),
        };
        Document::try_new(source, |source| {
            ValidatedOperation::new(&source.text, operation, &source.schema)
        })
        .map_err(Unusable::Invalid)
    }
}

/// Refuses a document with too many root fields, fragments expanded; a document that does not parse is left to the
/// validation that follows.
fn check_root_fields(schema: &Schema, query: &str, most: usize) -> Result<(), Unusable> {
    let Ok(document) = juniper::parser::parse_document_source(query, &schema.schema) else {
        return Ok(());
    };
    for definition in &document {
        if let Definition::Operation(operation) = definition {
            let mut counter = RootFields {
                document: &document,
                of_fragments: HashMap::new(),
            };
            if counter.count(&operation.item.selection_set) > most {
                return Err(Unusable::TooManyRoots(most));
            }
        }
    }
    Ok(())
}

/// Counts root fields through fragments. Each fragment is counted once, however often it is spread: ten fragments that each
/// spread the next ten times would otherwise be ten thousand million steps.
struct RootFields<'d, 's> {
    document: &'d [Definition<'s, juniper::DefaultScalarValue>],
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
