//! The candidates of a job as CSV, in batches, so that memory depends on a batch and not on the job.

use shortlist_domain::{
    AuditedKind, Candidate, CandidateFilters, CandidateId, CandidateQuery, CandidateStatus,
    EmailAddress, NewAuditEntry, OrderedQuery, PageRequest, PhoneNumber, Principal, Score,
    ScoreCounts,
};

use crate::candidates::Candidates;
use crate::csv::csv_cell;
use crate::error::AppError;
use crate::operations::Operation;

/// The names of the columns.
const HEADER: &str = "rank,uId,fullName,emailAddress,phoneNumber,resumeScore,reviewScore,status,statusReason,\
    yearsOfExperience,skills,tags,source,externalId,createdAt\r\n";

/// An export that is under way.
#[derive(Debug)]
pub struct CandidateCsv {
    principal: Principal,
    query: OrderedQuery,
    counts: ScoreCounts,
    has_more: bool,
    has_begun: bool,
    /// The word for the status of candidates whom nobody has decided about.
    undecided: &'static str,
}

impl CandidateCsv {
    /// The media type of the file.
    pub const MEDIA_TYPE: &'static str = "text/csv; charset=utf-8";

    /// Returns the export with this word for the status of candidates whom nobody has decided about.
    #[must_use]
    pub fn with_undecided_as(self, undecided: &'static str) -> Self {
        Self { undecided, ..self }
    }
}

impl Candidates<'_> {
    /// Begins an export of the candidates that match a query, and records it in the audit log.
    ///
    /// # Errors
    /// Returns an error if the organization has no such job.
    pub fn begin_csv(
        &self,
        principal: &Principal,
        query: OrderedQuery,
    ) -> Result<CandidateCsv, AppError> {
        let candidates = CandidateQuery {
            page: PageRequest::batch(),
            count: false,
            ..query.candidates
        };
        let counts = self.score_counts(principal, &candidates)?;
        let job = candidates.job_id.as_ref().map_or("", |job| job.as_str());
        // The log keeps no values of filters, which may name a person.
        let entry = NewAuditEntry::done(AuditedKind::Job, job)
            .with_field("candidates", &counts.total().to_string())
            .with_field("filters", &filter_names(&candidates));
        self.writers
            .for_caller(principal, Operation::ExportCandidates)
            .record(&[entry])?;
        Ok(CandidateCsv {
            principal: principal.clone(),
            query: OrderedQuery {
                candidates,
                after: None,
                ..query
            },
            counts,
            has_more: true,
            has_begun: false,
            undecided: "",
        })
    }

    /// Returns the next lines of an export, or `None` at its end.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn next_csv(&self, export: &mut CandidateCsv) -> Result<Option<String>, AppError> {
        if !export.has_more {
            return Ok(None);
        }
        let page = self.ordered_page(&export.principal, &export.query)?;
        let ids = page.candidates.iter().map(|(one, _)| one.id.clone());
        let ids: Vec<CandidateId> = ids.collect();
        let tags = self.tags(&export.principal, &ids)?;
        let mut text = String::new();
        if !export.has_begun {
            text.push_str(HEADER);
        }
        for (candidate, reviews) in &page.candidates {
            push_line(
                &mut text,
                candidate,
                reviews.score(),
                tags.get(&candidate.id).map(|tags| tags.join("; ")),
                &export.counts,
                export.undecided,
            );
        }
        export.has_begun = true;
        export.has_more = page.has_next_page;
        export.query.after = page.end;
        Ok(Some(text))
    }
}

/// Adds the line of a candidate, whose rank the counts contain.
fn push_line(
    text: &mut String,
    candidate: &Candidate,
    reviews: Option<Score>,
    tags: Option<String>,
    counts: &ScoreCounts,
    undecided: &'static str,
) {
    let score = |score: Option<Score>| score.map_or(String::new(), |score| score.to_string());
    let plain = |text: &Option<String>| csv_cell(text.as_deref().unwrap_or_default());
    let rank = candidate.score.and_then(|score| counts.rank(score));
    let rank = rank.map(|rank| rank.to_string());
    let years = candidate.months_worked.map(|months| {
        let tenths = (months * 10 + 6) / 12;
        format!("{}.{}", tenths / 10, tenths % 10)
    });
    let email = candidate.email.as_ref().map_or("", EmailAddress::as_str);
    let phone = candidate.phone.as_ref().map_or("", PhoneNumber::as_str);
    let cells = [
        rank.unwrap_or_default(),
        csv_cell(candidate.code.as_str()),
        csv_cell(&candidate.full_name),
        csv_cell(email),
        csv_cell(phone),
        score(candidate.score),
        score(reviews),
        csv_cell(candidate.status.map_or(undecided, CandidateStatus::as_str)),
        plain(&candidate.status_reason),
        years.unwrap_or_default(),
        csv_cell(&candidate.skills.join("; ")),
        csv_cell(&tags.unwrap_or_default()),
        plain(&candidate.source),
        plain(&candidate.external_id),
        candidate.created_at.to_string(),
    ];
    text.push_str(&cells.join(","));
    text.push_str("\r\n");
}

/// Returns which filters a query has, without their values.
fn filter_names(query: &CandidateQuery) -> String {
    let filters = &query.filters;
    let none = CandidateFilters::default();
    let all = [
        ("search", query.search.is_some()),
        (
            "status",
            filters.asks_for_statuses()
                || filters.no_statuses != none.no_statuses
                || filters.excludes_undecided(),
        ),
        (
            "skills",
            !(filters.all_skills.is_empty()
                && filters.any_skills.is_empty()
                && filters.no_skills.is_empty()),
        ),
        (
            "score",
            filters.min_score.is_some() || filters.max_score.is_some(),
        ),
        (
            "experience",
            filters.min_months.is_some() || filters.max_months.is_some(),
        ),
        ("stage", !filters.stages.is_empty()),
        ("tags", !filters.tags.is_empty()),
        ("source", filters.source.is_some()),
        ("external id", filters.external_id.is_some()),
        ("custom fields", !filters.custom_fields.is_empty()),
        ("created", filters.created != none.created),
        ("updated", filters.updated != none.updated),
        ("reviewed", filters.reviewed.is_some()),
    ];
    let given = all.iter().filter(|(_, is_given)| *is_given);
    let names: Vec<&str> = given.map(|(name, _)| *name).collect();
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    }
}
