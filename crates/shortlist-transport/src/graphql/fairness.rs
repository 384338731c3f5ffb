//! The GraphQL types and the operation of bias audits.

use juniper::GraphQLObject;
use shortlist_app::{AuditedJob, BiasAuditReport, BiasAuditRequest, Operation, shown_p_value};
use shortlist_domain::{RaceEthnicity, Sex};
use shortlist_fairness::{Dimension, Measure, Row, Table};

use crate::graphql::context::{RequestContext, Resolved, of_organization};
use crate::graphql::input::input;

input! {
    pub(crate) struct GetBiasAuditInput(BiasAuditRequest) of organization_id "organizationId" {
        /// The first day of the applications, such as `2026-01-01`, in UTC.
        "from" as from: Option<String>;
        /// The last day of the applications.
        "to" as to: Option<String>;
        /// The jobs. Without it, all jobs.
        "jobIds" as job_ids: Option<Vec<String>> = job_ids.unwrap_or_default();
        /// Why categories under 2 % are excluded. Without it, none is.
        "excludeSmall" as exclude_small: Option<String>;
    }
}

/// The scoring rates, selection rates and impact ratios by category.
#[derive(GraphQLObject)]
pub(crate) struct BiasAudit {
    /// The first day of the applications; null if there is no limit.
    from: Option<String>,
    to: Option<String>,
    /// The jobs; empty for all jobs.
    jobs: Vec<BiasAuditJob>,
    created_at: String,
    /// The version of the engine that computes new scores.
    engine_version: String,
    /// The number of people, including those of unknown category.
    people: i32,
    /// How many of them were hired, or moved to a stage after the first one of their job; 0 if there are too few people.
    selected: i32,
    /// The median score of all people, with two decimal places.
    median_score: Option<String>,
    /// Why categories under 2 % are excluded; null if none is.
    exclusion: Option<String>,
    /// The fewest people of a group that is shown.
    smallest_group: i32,
    tables: Vec<BiasAuditTable>,
}

/// A job that an audit covers.
#[derive(GraphQLObject)]
struct BiasAuditJob {
    job_id: String,
    title: String,
}

/// The categories of a dimension with their rates.
#[derive(GraphQLObject)]
struct BiasAuditTable {
    /// `scoring` (the share of people above the median) or `selection`.
    measure: &'static str,
    /// `sex`, `raceEthnicity` or `intersection`.
    by: &'static str,
    /// The number of people whose category is unknown.
    unknown: i32,
    /// Whether that number is hidden, because others could be computed from it. It is 0 then.
    is_unknown_hidden: bool,
    rows: Vec<BiasAuditRow>,
}

/// A category with its rate.
#[derive(GraphQLObject)]
struct BiasAuditRow {
    sex: Option<&'static str>,
    race_ethnicity: Option<&'static str>,
    label: String,
    people: i32,
    /// How many of them scored above the median, or were selected.
    favoured: i32,
    /// The rate in percent, with one decimal place; null for an empty category.
    rate_percent: Option<String>,
    /// The rate divided by the highest one, with two decimal places.
    impact_ratio: Option<String>,
    /// Whether the ratio is under four fifths, which is a warning sign.
    is_under_four_fifths: bool,
    /// The p-value of Fisher's exact test against the category with the highest rate.
    p_value: Option<String>,
    /// The lower end of the 95 % confidence interval of the ratio.
    interval_low: Option<String>,
    interval_high: Option<String>,
    /// Whether the category has fewer than 30 people.
    is_small_sample: bool,
    /// Whether the category is under 2 % and excluded from the ratios.
    is_excluded: bool,
    /// Whether the figures are hidden, because this category or another one has too few people. They are 0 or null then.
    is_hidden: bool,
}

pub(crate) fn get_bias_audit(
    context: &RequestContext,
    input: GetBiasAuditInput,
) -> Resolved<BiasAudit> {
    context.perform(
        Operation::GetBiasAudit,
        of_organization(&input.organization_id),
        |app, principal| {
            let report = app.fairness().audit(&principal.party(), &input.request);
            report.map(BiasAudit::of)
        },
    )
}

fn number(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

impl BiasAudit {
    fn of(report: BiasAuditReport) -> Self {
        let audit = &report.audit;
        let tables = audit.scoring.iter().chain(&audit.selection);
        let job = |job: &AuditedJob| BiasAuditJob {
            job_id: job.id.to_string(),
            title: job.title.clone(),
        };
        Self {
            from: report.period.from.map(|day| day.to_string()),
            to: report.period.to.map(|day| day.to_string()),
            jobs: report.jobs.iter().map(job).collect(),
            created_at: report.created_at.to_string(),
            people: number(audit.people),
            selected: number(audit.selected),
            median_score: audit.median.map(|median| median.to_string()),
            exclusion: report.exclusion().map(str::to_owned),
            smallest_group: number(audit.least_shown),
            tables: tables.map(BiasAuditTable::of).collect(),
            engine_version: report.engine_version,
        }
    }
}

impl BiasAuditTable {
    fn of(table: &Table) -> Self {
        Self {
            measure: match table.measure {
                Measure::Scoring => "scoring",
                Measure::Selection => "selection",
            },
            by: match table.dimension {
                Dimension::Sex => "sex",
                Dimension::RaceEthnicity => "raceEthnicity",
                Dimension::Intersection => "intersection",
            },
            unknown: number(table.unknown),
            is_unknown_hidden: table.is_unknown_hidden,
            rows: table.rows.iter().map(BiasAuditRow::of).collect(),
        }
    }
}

impl BiasAuditRow {
    fn of(row: &Row) -> Self {
        let comparison = row.comparison;
        let interval = comparison.and_then(|comparison| comparison.interval);
        let p_value = comparison.and_then(|comparison| comparison.p_value);
        Self {
            sex: row.category.sex().map(Sex::as_str),
            race_ethnicity: row.category.race_ethnicity().map(RaceEthnicity::as_str),
            label: row.category.label(),
            people: number(row.people),
            favoured: number(row.favoured),
            rate_percent: row.rate().map(|rate| rate.to_string()),
            impact_ratio: comparison.map(|comparison| comparison.impact_ratio.to_string()),
            is_under_four_fifths: row.is_warning(),
            p_value: p_value.map(shown_p_value),
            interval_low: interval.map(|interval| format!("{:.2}", interval.low)),
            interval_high: interval.map(|interval| format!("{:.2}", interval.high)),
            is_small_sample: row.is_small(),
            is_excluded: row.is_excluded,
            is_hidden: row.is_hidden,
        }
    }
}
