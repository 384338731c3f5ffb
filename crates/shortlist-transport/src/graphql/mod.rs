//! The GraphQL schema. Each subject has a module for its types. Others contain the root fields, and what a document may cost.

mod accounts;
mod activity;
mod application_forms;
mod audit;
mod budget;
mod busy_times;
mod candidate_changes;
mod candidate_files;
mod candidate_filters;
mod candidate_lists;
mod candidate_operations;
mod candidate_records;
mod candidates;
mod context;
mod corrections;
mod cost;
mod cursor;
mod custom_fields;
mod documents;
mod erasure;
mod erasure_list;
mod fairness;
mod integrations;
mod interview_panels;
mod interviews;
mod job_management;
mod job_operations;
mod job_requirements;
mod jobs;
mod language_model;
mod leaderboard;
mod notes;
mod object;
mod occupations;
mod offers;
mod packet_operations;
mod packets;
mod page;
mod people;
mod receipts;
mod record_changes;
mod recruiting_reports;
mod reports;
mod requirement_items;
mod resumes;
mod reviews;
mod roots;
mod rows;
mod saved_views;
mod scalar;
mod settings;
mod stages;
mod webhook_operations;
mod webhooks;

use juniper::{EmptySubscription, RootNode};

pub(crate) use budget::RequestBudget;
pub(crate) use candidate_filters::months as experience_months;
pub(crate) use context::{AuthorizationResult, Pass, RequestContext};
pub(crate) use documents::{Document, DocumentError, Documents};
pub(crate) use page::search_term;
pub use recruiting_reports::UNDECIDED;
pub(crate) use scalar::Scalar;

/// The schema with its resolvers.
pub(crate) type Schema =
    RootNode<roots::Query, roots::Mutation, EmptySubscription<RequestContext>, Scalar>;

/// The limits for a document.
#[derive(Debug, Clone)]
pub struct GraphQLLimits {
    /// The deepest nesting of selections and values.
    pub depth: usize,
    /// The most fields, with fragments expanded.
    pub fields: usize,
    /// The most root fields, with fragments expanded.
    pub root_fields: usize,
    /// The highest cost of a document. The unit is one value of the answer.
    pub cost: u64,
    /// The most bytes of text in an answer.
    pub answer_bytes: usize,
    /// The longest execution time, in seconds.
    pub seconds: u64,
    /// The largest body, in bytes.
    pub body_bytes: usize,
    /// Whether clients may query the schema.
    pub introspection: Introspection,
    /// Whether browsers get the explorer page.
    pub explorer: Explorer,
}

/// Whether clients may query the schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Introspection {
    /// Clients may query it.
    On,
    /// Clients may not query it.
    Off,
}

/// Whether a browser that asks for HTML gets the explorer page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Explorer {
    /// Browsers get it.
    On,
    /// Browsers do not get it.
    Off,
}

impl Default for GraphQLLimits {
    fn default() -> Self {
        Self {
            depth: 20,
            fields: 500,
            root_fields: 10,
            cost: 100_000,
            answer_bytes: 12 << 20,
            seconds: 10,
            body_bytes: 1 << 20,
            introspection: Introspection::On,
            explorer: Explorer::Off,
        }
    }
}

/// Builds the schema.
pub(crate) fn schema(limits: &GraphQLLimits) -> Schema {
    let schema =
        Schema::new_with_scalar_value(roots::Query, roots::Mutation, EmptySubscription::new())
            .limit_depth(limits.depth)
            .limit_fields(limits.fields);
    match limits.introspection {
        Introspection::On => schema,
        Introspection::Off => schema.disable_introspection(),
    }
}

/// Returns the schema in the schema definition language.
pub fn schema_sdl() -> String {
    schema(&GraphQLLimits::default()).as_sdl()
}
