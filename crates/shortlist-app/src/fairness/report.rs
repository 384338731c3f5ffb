//! The report of an audit, and its words.

use shortlist_domain::{JobId, OrganizationId, Timestamp};
use shortlist_fairness::{BiasAudit, Dimension, Measure};

pub use super::scope::Period;

/// A job that an audit names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditedJob {
    /// Its identifier.
    pub id: JobId,
    /// Its title.
    pub title: String,
}

/// Where the categories of an audit come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CategorySource {
    /// From what the candidates said about themselves to this service.
    SelfIdentification,
    /// From a file.
    File,
}

impl CategorySource {
    /// Returns the name in data.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SelfIdentification => "selfIdentification",
            Self::File => "file",
        }
    }
}

/// An audit with what it covers.
#[derive(Debug, Clone, PartialEq)]
pub struct BiasAuditReport {
    /// The organization.
    pub organization_id: OrganizationId,
    /// The name of the organization.
    pub organization_name: String,
    /// The days of the applications.
    pub period: Period,
    /// The jobs; empty for all jobs.
    pub jobs: Vec<AuditedJob>,
    /// Where the categories come from.
    pub source: CategorySource,
    /// When it was computed.
    pub created_at: Timestamp,
    /// The version of the engine of new scores. Older scores may be from earlier versions.
    pub engine_version: String,
    /// The tables.
    pub audit: BiasAudit,
}

/// Returns the name of a measure in data.
pub(super) fn measure_name(measure: Measure) -> &'static str {
    match measure {
        Measure::Scoring => "scoring",
        Measure::Selection => "selection",
    }
}

/// Returns the name of a dimension in data.
pub(super) fn dimension_name(dimension: Dimension) -> &'static str {
    match dimension {
        Dimension::Sex => "sex",
        Dimension::RaceEthnicity => "raceEthnicity",
        Dimension::Intersection => "intersection",
    }
}
