//! The score under other weights. Nothing is stored.

use serde_json::{Map, Value};
use shortlist_app::{App, ExplainScore, Operation};
use shortlist_domain::{Principal, UserType};

use super::CandidateView;
use crate::form::Fields;
use crate::ranking::{Bar, bars};
use crate::respond::error::PageError;
use crate::visit::Visit;

/// The form for other weights, and the score under them.
pub(crate) struct WhatIf {
    pub(crate) weights: Vec<WeightField>,
    /// The score under these weights; `None` if the form was not sent.
    pub(crate) score: Option<String>,
    pub(crate) bars: Vec<Bar>,
    pub(crate) problem: String,
}

/// The weight of a criterion.
pub(crate) struct WeightField {
    /// The name of the form field.
    pub(crate) field: String,
    pub(crate) criterion: String,
    pub(crate) value: String,
}

impl WhatIf {
    /// Computes the score under the weights of the address. Interviewers have no such form.
    pub(super) async fn load(
        visit: &Visit,
        view: &CandidateView,
    ) -> Result<Option<Self>, PageError> {
        if visit.principal().user_type == UserType::Interviewer || view.bars.is_empty() {
            return Ok(None);
        }
        let fields = visit.address_fields();
        let weights: Vec<WeightField> = view
            .bars
            .iter()
            .enumerate()
            .map(|(index, bar)| WeightField::of(index, bar, &fields))
            .collect();
        let form = Self {
            score: None,
            bars: Vec::new(),
            problem: String::new(),
            weights,
        };
        if !form.weights.iter().any(|weight| fields.has(&weight.field)) {
            return Ok(Some(form));
        }
        form.computed(visit, view.id.clone()).await.map(Some)
    }

    async fn computed(self, visit: &Visit, candidate_id: String) -> Result<Self, PageError> {
        let request = ExplainScore {
            candidate_id,
            resume_score_breakdown: self.breakdown(),
        };
        let explain =
            move |app: &App, principal: &Principal| app.scores().explain(principal, &request);
        match visit.run(Operation::ExplainScore, explain).await {
            Ok(found) => Ok(Self {
                score: Some(found.receipt.score.to_string()),
                bars: bars(&found.receipt),
                ..self
            }),
            Err(error) => {
                let (_status, problem) = error.about_input()?;
                Ok(Self { problem, ..self })
            }
        }
    }

    /// Returns the weights in the format of the upload form. What is not a number is refused there.
    fn breakdown(&self) -> String {
        let weight = |weight: &WeightField| {
            let number = weight.value.parse::<serde_json::Number>();
            let value = number.map_or_else(|_| Value::from(weight.value.as_str()), Value::Number);
            (weight.criterion.clone(), value)
        };
        let weights: Map<String, Value> = self.weights.iter().map(weight).collect();
        Value::Object(weights).to_string()
    }
}

impl WeightField {
    fn of(index: usize, bar: &Bar, fields: &Fields) -> Self {
        let field = format!("weight{index}");
        let value = match fields.some(&field) {
            Some(given) => given.to_owned(),
            None => bar.most.trim_end_matches(".0").to_owned(),
        };
        Self {
            field,
            criterion: bar.name.clone(),
            value,
        }
    }
}
