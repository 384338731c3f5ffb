//! The report of an audit as JSON.

use serde_json::{Value, json};
use shortlist_domain::{RaceEthnicity, Sex};
use shortlist_fairness::{Row, SmallCategories, Table};

use super::report::{BiasAuditReport, dimension_name, measure_name};

impl BiasAuditReport {
    /// Returns the report as JSON. Rates and ratios are texts with the rounding of the rules; the counts are exact.
    pub fn to_json(&self) -> Value {
        let day = |day: Option<chrono::NaiveDate>| day.map(|day| day.to_string());
        let job = |job: &super::AuditedJob| json!({ "jobId": job.id.as_str(), "title": job.title });
        let tables = self.audit.scoring.iter().chain(&self.audit.selection);
        json!({
            "organizationId": self.organization_id.as_str(),
            "organization": self.organization_name,
            "from": day(self.period.from),
            "to": day(self.period.to),
            "jobs": self.jobs.iter().map(job).collect::<Vec<_>>(),
            "categories": self.source.as_str(),
            "createdAt": self.created_at.to_string(),
            "engineVersion": self.engine_version,
            "people": self.audit.people,
            "selected": self.audit.selected,
            "medianScore": self.audit.median.map(|median| median.to_string()),
            "exclusion": self.exclusion(),
            "smallestGroup": self.audit.least_shown,
            "tables": tables.map(table_json).collect::<Vec<_>>(),
        })
    }

    /// Returns why categories under 2 % are excluded; `None` if they are not.
    pub fn exclusion(&self) -> Option<&str> {
        match &self.audit.small {
            SmallCategories::Kept => None,
            SmallCategories::Excluded(reason) => Some(reason.as_str()),
        }
    }
}

fn table_json(table: &Table) -> Value {
    json!({
        "measure": measure_name(table.measure),
        "by": dimension_name(table.dimension),
        "unknown": Some(table.unknown).filter(|_| !table.is_unknown_hidden),
        "rows": table.rows.iter().map(row_json).collect::<Vec<_>>(),
    })
}

fn row_json(row: &Row) -> Value {
    let comparison = row.comparison;
    let interval = comparison.and_then(|comparison| comparison.interval);
    let p_value = comparison.and_then(|comparison| comparison.p_value);
    json!({
        "sex": row.category.sex().map(Sex::as_str),
        "raceEthnicity": row.category.race_ethnicity().map(RaceEthnicity::as_str),
        "label": row.category.label(),
        "people": Some(row.people).filter(|_| !row.is_hidden),
        "favoured": Some(row.favoured).filter(|_| !row.is_hidden),
        "ratePercent": row.rate().map(|rate| rate.to_string()),
        "impactRatio": comparison.map(|comparison| comparison.impact_ratio.to_string()),
        "isUnderFourFifths": row.is_warning(),
        "pValue": p_value.map(shown_p_value),
        "intervalLow": interval.map(|interval| format!("{:.2}", interval.low)),
        "intervalHigh": interval.map(|interval| format!("{:.2}", interval.high)),
        "isSmallSample": row.is_small(),
        "isExcluded": row.is_excluded,
        "isHidden": row.is_hidden,
    })
}

/// Returns a p-value with four decimal places.
pub fn shown_p_value(value: f64) -> String {
    format!("{value:.4}")
}
