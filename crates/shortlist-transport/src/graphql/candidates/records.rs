//! The stages, offers and custom fields of the candidates of one page. The first candidate that selects one of them loads it for
//! all.

use std::collections::HashMap;
use std::sync::OnceLock;

use juniper::GraphQLObject;
use shortlist_app::{AppError, CandidateField};
use shortlist_domain::{Candidate, CandidateId, JobId, StageList};

use crate::graphql::budget::ITEM_BYTES;
use crate::graphql::candidates::offers::Offer;
use crate::graphql::context::RequestContext;
use crate::graphql::page::loaded;
use crate::graphql::stages::Stage;

/// The value of a custom field.
#[derive(GraphQLObject)]
pub(crate) struct CustomFieldValue {
    key: String,
    label: String,
    /// `Text`, `Number`, `Date`, `YesNo` or `Choice`.
    #[graphql(name = "type")]
    kind: &'static str,
    /// The value as text: a number as `12.5`, a date as `2026-03-05`, yes or no as `yes` or `no`.
    value: String,
}

impl CustomFieldValue {
    fn of(one: &CandidateField) -> Self {
        Self {
            key: one.field.key.clone(),
            label: one.field.label.clone(),
            kind: one.field.kind.name(),
            value: one.value.clone(),
        }
    }
}

/// The records of the candidates of one page.
pub(crate) struct PageRecords {
    candidates: Vec<CandidateId>,
    jobs: Vec<JobId>,
    stages: OnceLock<HashMap<JobId, StageList>>,
    offers: OnceLock<HashMap<CandidateId, shortlist_domain::Offer>>,
    fields: OnceLock<HashMap<CandidateId, Vec<CandidateField>>>,
}

impl PageRecords {
    pub(crate) fn of(candidates: &[Candidate]) -> Self {
        let mut jobs: Vec<JobId> = candidates.iter().map(|one| one.job_id.clone()).collect();
        jobs.sort_unstable();
        jobs.dedup();
        Self {
            candidates: candidates.iter().map(|one| one.id.clone()).collect(),
            jobs,
            stages: OnceLock::new(),
            offers: OnceLock::new(),
            fields: OnceLock::new(),
        }
    }

    /// Returns the stage of a candidate.
    pub(crate) fn stage(
        &self,
        context: &RequestContext,
        candidate: &Candidate,
    ) -> Result<Stage, AppError> {
        let lists = loaded(&self.stages, || {
            let jobs = context.app.jobs();
            jobs.stage_lists(&candidate.organization_id, &self.jobs)
        })?;
        let list = lists.get(&candidate.job_id);
        let stage = list.and_then(|list| list.find(&candidate.stage_id));
        Ok(Stage::of_candidate(candidate, stage))
    }

    /// Returns the offer to a candidate.
    pub(crate) fn offer(
        &self,
        context: &RequestContext,
        candidate: &Candidate,
    ) -> Result<Option<Offer>, AppError> {
        let offers = loaded(&self.offers, || {
            let candidates = context.app.candidates();
            candidates.offers(&context.principal, &self.candidates)
        })?;
        Ok(offers.get(&candidate.id).map(Offer::of))
    }

    /// Returns the values of a candidate's custom fields.
    pub(crate) fn custom_fields(
        &self,
        context: &RequestContext,
        candidate: &Candidate,
    ) -> Result<Vec<CustomFieldValue>, AppError> {
        let fields = loaded(&self.fields, || {
            let candidates = context.app.candidates();
            candidates.custom_values(&context.principal, &self.candidates)
        })?;
        let fields = fields.get(&candidate.id).map(Vec::as_slice);
        let fields = fields.unwrap_or_default();
        let bytes = |one: &CandidateField| one.value.len() + one.field.label.len() + ITEM_BYTES;
        context.charge(fields.iter().map(bytes).sum())?;
        Ok(fields.iter().map(CustomFieldValue::of).collect())
    }
}
