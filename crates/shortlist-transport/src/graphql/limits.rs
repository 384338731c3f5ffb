//! The limits that the operator sets for documents.

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
