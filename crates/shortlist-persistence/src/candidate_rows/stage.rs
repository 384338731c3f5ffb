//! The stage of a candidate in SQL.

/// The stage of a candidate: a default stage if none is stored. The index of stages has the same expression.
pub(crate) const STAGE: &str = "COALESCE(candidates.stage_id, candidates.status, 'Active')";

/// The status that stays of candidates without a decision are stored with. No stage has this identifier.
pub(crate) const UNDECIDED_STAGE: &str = "New";
