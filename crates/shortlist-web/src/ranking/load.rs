//! What a page of the ranking loads: only what its columns show.

use std::collections::HashMap;

use shortlist_app::{App, AppError, CandidateReceipt};
use shortlist_domain::{
    Candidate, CandidateId, Job, OrderPosition, OrderedQuery, Principal, RejectionPolicy,
    SavedView, Score, ScoreCounts, ShownMean,
};

use super::address::Address;
use super::columns::{Column, Columns};
use super::requirements::Judged;
use super::row::{CandidateRow, RowParts};
use super::weights::{WeightsForm, as_json, movement};
use crate::respond::error::of_invalid;

/// What a page needs.
pub(super) struct Request {
    query: OrderedQuery,
    job: Job,
    address: Address,
    latest: bool,
    tags: bool,
    reviews: bool,
}

/// What was loaded.
pub(super) struct Loaded {
    pub(super) rows: Vec<CandidateRow>,
    pub(super) counts: ScoreCounts,
    /// The position after which the next page begins, if there is one.
    pub(super) end: Option<OrderPosition>,
    pub(super) weights: WeightsForm,
    pub(super) reasons: RejectionPolicy,
    pub(super) views: Vec<SavedView>,
}

/// A candidate on the page, with the rank, and how far it would move.
struct Listed {
    candidate: Candidate,
    reviews: ShownMean,
    rank: Option<i64>,
    before: Option<(Option<i64>, Score)>,
}

impl Request {
    pub(super) fn of(
        query: &OrderedQuery,
        job: &Job,
        address: &Address,
        columns: &Columns,
    ) -> Self {
        Self {
            job: job.clone(),
            query: query.clone(),
            address: address.clone(),
            latest: columns.has(Column::Latest),
            tags: columns.has(Column::Tags),
            reviews: columns.has(Column::Reviews),
        }
    }

    /// Loads the page, or its preview under the weights of the address.
    pub(super) fn load(&self, app: &App, principal: &Principal) -> Result<Loaded, AppError> {
        let reasons = app
            .candidates()
            .rejection_policy(&principal.organization_id)?;
        let views = app.candidates().saved_views(principal)?;
        let weights = self.address.weights();
        if weights.is_empty() {
            return self.load_stored(app, principal, reasons, views, None);
        }
        let json = as_json(weights);
        let preview = app
            .scores()
            .preview(principal, &self.query.candidates, &json);
        let preview = match preview {
            Ok(preview) => preview,
            Err(AppError::BadInput(invalid)) if invalid.field == "resumeScoreBreakdown" => {
                let problem = of_invalid(&invalid);
                return self.load_stored(app, principal, reasons, views, Some(problem));
            }
            Err(error) => return Err(error),
        };
        let mut form = WeightsForm::of(&self.address, None);
        form.previewed(&preview);
        let listed = preview.rows.into_iter().map(|row| Listed {
            candidate: Candidate {
                score: Some(row.score.1),
                ..row.candidate
            },
            reviews: row.reviews,
            rank: row.rank.1,
            before: Some((row.rank.0, row.score.0)),
        });
        let listed: Vec<Listed> = listed.collect();
        let receipts = app
            .scores()
            .receipts_under(principal, &ids(&listed), &json)?;
        Ok(Loaded {
            rows: self.rows(app, principal, listed, &receipts)?,
            counts: preview.counts,
            end: None,
            weights: form,
            reasons,
            views,
        })
    }

    fn load_stored(
        &self,
        app: &App,
        principal: &Principal,
        reasons: RejectionPolicy,
        views: Vec<SavedView>,
        problem: Option<String>,
    ) -> Result<Loaded, AppError> {
        let candidates = app.candidates();
        let page = candidates.list_ordered(principal, &self.query)?;
        let counts = candidates.best_score_counts(principal, &self.query.candidates)?;
        let listed = page
            .candidates
            .into_iter()
            .map(|(candidate, reviews)| Listed {
                rank: candidate.score.and_then(|score| counts.rank(score)),
                candidate,
                reviews,
                before: None,
            });
        let listed: Vec<Listed> = listed.collect();
        let receipts = app.scores().receipts(principal, &ids(&listed))?;
        let first = listed.first();
        let first = first.and_then(|listed| receipts.get(&listed.candidate.id));
        let weights = WeightsForm {
            problem,
            ..WeightsForm::of(&self.address, first)
        };
        Ok(Loaded {
            rows: self.rows(app, principal, listed, &receipts)?,
            counts,
            end: page.end.filter(|_| page.has_next_page),
            weights,
            reasons,
            views,
        })
    }

    fn rows(
        &self,
        app: &App,
        principal: &Principal,
        listed: Vec<Listed>,
        receipts: &HashMap<CandidateId, CandidateReceipt>,
    ) -> Result<Vec<CandidateRow>, AppError> {
        let all = ids(&listed);
        let ids_if = |wanted: bool| if wanted { all.as_slice() } else { &[] };
        let candidates = app.candidates();
        let documents = candidates.documents(principal, ids_if(self.latest))?;
        let tags = candidates.tags(principal, ids_if(self.tags))?;
        let reviews = candidates.reviews_of(principal, ids_if(self.reviews))?;
        let requirements = app.jobs().requirements(&self.job);
        let row = |listed: Listed| {
            let id = &listed.candidate.id;
            let parts = RowParts {
                rank: listed.rank,
                receipt: receipts.get(id),
                judged: receipts
                    .get(id)
                    .map(|receipt| Judged::of(&requirements, &receipt.receipt))
                    .unwrap_or_default(),
                document: documents.get(id),
                tags: tags.get(id).cloned().unwrap_or_default(),
                reviews: (listed.reviews, reviews.get(id).map_or(0, Vec::len)),
                movement: listed
                    .before
                    .zip(listed.rank)
                    .map(|((before, score), rank)| (movement(before, rank), score.to_string())),
            };
            CandidateRow::of(listed.candidate, parts)
        };
        Ok(listed.into_iter().map(row).collect())
    }
}

fn ids(listed: &[Listed]) -> Vec<CandidateId> {
    listed.iter().map(|one| one.candidate.id.clone()).collect()
}
