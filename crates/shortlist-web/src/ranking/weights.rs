//! The weights above the ranking: a preview of another order, which stores nothing, and applying it.

use actix_web::{HttpRequest, HttpResponse, web};
use shortlist_app::{CandidateReceipt, Operation, RescoreJob, WeightsPreview};

use super::address::{Address, WEIGHT};
use super::find_job;
use crate::form::Fields;
use crate::links;
use crate::respond;
use crate::visit::answer_form;

/// A slider.
pub(crate) struct WeightField {
    pub(crate) name: String,
    pub(crate) label: String,
    pub(crate) value: String,
    pub(crate) colour: usize,
    /// The distance between two values.
    pub(crate) step: &'static str,
}

/// The sliders, and what a preview found.
#[derive(Default)]
pub(crate) struct WeightsForm {
    pub(crate) fields: Vec<WeightField>,
    /// The parameters of the view, which the form keeps.
    pub(crate) kept: Vec<(String, String)>,
    pub(crate) is_preview: bool,
    pub(crate) summary: String,
    pub(crate) problem: Option<String>,
    /// The address without the preview.
    pub(crate) reset: String,
}

impl WeightsForm {
    /// Returns the sliders: at the values of the address, or otherwise at those of a receipt.
    pub(super) fn of(address: &Address, receipt: Option<&CandidateReceipt>) -> Self {
        let given = address.weights();
        let named: Vec<(String, String)> = if given.is_empty() {
            receipt.map(current).unwrap_or_default()
        } else {
            given
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect()
        };
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        let field = |(index, (name, value)): (usize, (String, String))| WeightField {
            label: name.clone(),
            name: format!("{WEIGHT}{name}"),
            step: if value.contains('.') { "any" } else { "1" },
            value,
            colour: index % super::row::COLOURS + 1,
        };
        Self {
            fields: named.into_iter().enumerate().map(field).collect(),
            kept: address.view().into_iter().map(owned).collect(),
            reset: address.with(&[]),
            ..Self::default()
        }
    }

    /// Adds what a preview found.
    pub(super) fn previewed(&mut self, preview: &WeightsPreview) {
        let candidates = |count: usize| match count {
            1 => "1 score".to_owned(),
            count => format!("{count} scores"),
        };
        let mut summary = format!(
            "{} would rise and {} would fall. Nothing is stored yet.",
            candidates(preview.up),
            candidates(preview.down)
        );
        if preview.outdated > 0 {
            let more = format!(
                " {} of them were measured before the job or the program changed. Applying measures them again, so their \
                 scores may differ from this preview.",
                preview.outdated
            );
            summary.push_str(&more);
        }
        self.is_preview = true;
        self.summary = summary;
    }
}

/// Returns the weights of a receipt in percent.
fn current(receipt: &CandidateReceipt) -> Vec<(String, String)> {
    let criteria = receipt.receipt.criteria.iter();
    let weight = |millionths: i64| {
        let (whole, rest) = (millionths / 10_000, millionths % 10_000);
        let text = format!("{whole}.{rest:04}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    criteria
        .map(|criterion| (criterion.criterion.clone(), weight(criterion.weight.get())))
        .collect()
}

/// Returns the weights as the use cases take them.
pub(super) fn as_json<'a>(weights: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let number = |text: &str| match text.replace(',', ".").parse::<f64>() {
        Ok(number) if number.is_finite() => number.to_string(),
        // This is no number, so the use case explains the problem.
        _ => quoted(text),
    };
    let pairs = weights
        .into_iter()
        .map(|(name, value)| format!("{}: {}", quoted(name), number(value)));
    format!("{{{}}}", pairs.collect::<Vec<_>>().join(", "))
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Returns how far a candidate would move, in words.
pub(super) fn movement(before: Option<i64>, after: i64) -> Movement {
    let Some(before) = before else {
        return Movement {
            class: "new",
            sign: "new".to_owned(),
            words: "new in this list".to_owned(),
        };
    };
    let places = |count: i64| match count {
        1 => "1 place".to_owned(),
        count => format!("{count} places"),
    };
    match before - after {
        0 => Movement {
            class: "same",
            sign: "=".to_owned(),
            words: "same place".to_owned(),
        },
        up if up > 0 => Movement {
            class: "up",
            sign: format!("▲ {up}"),
            words: format!("{} up", places(up)),
        },
        down => Movement {
            class: "down",
            sign: format!("▼ {}", -down),
            words: format!("{} down", places(-down)),
        },
    }
}

/// How far a candidate would move.
pub(crate) struct Movement {
    pub(crate) class: &'static str,
    pub(crate) sign: String,
    pub(crate) words: String,
}

/// Rescores the job with the weights of the form, if it has some, and shows the ranking.
pub(crate) async fn apply(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let job = find_job(&visit).await?;
        let path = format!("/app/jobs/{}", job.id);
        let all = fields.sorted();
        let weights = all
            .iter()
            .filter_map(|(name, value)| Some((name.strip_prefix(WEIGHT)?, value.trim())));
        let weights: Vec<(&str, &str)> = weights.collect();
        // Without weights, each candidate is scored again with its own.
        let (weights, message) = if weights.is_empty() {
            (None, "scored")
        } else {
            (Some(as_json(weights)), "rescored")
        };
        let rescore = RescoreJob {
            job_id: job.id.to_string(),
            resume_score_breakdown: weights,
            ..RescoreJob::default()
        };
        let summary = visit
            .run(Operation::RescoreJob, move |app, principal| {
                app.scores().rescore_for(principal, &rescore)
            })
            .await?;
        let done = format!("{}.{}", summary.up, summary.down);
        Ok(respond::redirect(&view_with(
            &path, &fields, message, &done,
        )))
    })
    .await
}

/// Returns the view that a form came from, with one more parameter.
pub(super) fn view_with(path: &str, fields: &Fields, name: &str, value: &str) -> String {
    let view = Address::read(path.to_owned(), fields.get("view"));
    let query = view.view_query();
    let address = if query.is_empty() {
        path.to_owned()
    } else {
        format!("{path}?{query}")
    };
    let separator = if query.is_empty() { '?' } else { '&' };
    let added = links::with_fields("", &[(name, value)]);
    format!("{address}{separator}{}", added.trim_start_matches('?'))
}

/// Returns the message about a rescoring whose counts are in the address.
pub(super) fn rescored_message(counts: &str) -> Option<String> {
    let (up, down) = counts.split_once('.')?;
    let (up, down): (u32, u32) = (up.parse().ok()?, down.parse().ok()?);
    Some(format!(
        "The new weights are stored. {up} scores rose, {down} fell."
    ))
}

/// Returns the message about scores that follow the present text of the job again.
pub(super) fn scored_again_message(counts: &str) -> Option<String> {
    let (up, down) = counts.split_once('.')?;
    let (up, down): (u32, u32) = (up.parse().ok()?, down.parse().ok()?);
    Some(format!(
        "All candidates are scored with the present text of the job. {up} scores rose, {down} fell."
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_become_json_and_texts_stay_texts() {
        assert_eq!(
            as_json([("skills", "40"), ("a\"b", "1,5"), ("x", "nan")]),
            r#"{"skills": 40, "a\"b": 1.5, "x": "nan"}"#
        );
    }

    #[test]
    fn movements_are_written_in_words() {
        assert_eq!(movement(Some(5), 2).words, "3 places up");
        assert_eq!(movement(Some(1), 2).words, "1 place down");
        assert_eq!(movement(Some(1), 1).words, "same place");
        assert_eq!(movement(None, 1).words, "new in this list");
    }

    #[test]
    fn only_counts_make_a_message() {
        assert!(rescored_message("3.4").is_some());
        assert_eq!(rescored_message("<b>.4"), None);
    }
}
