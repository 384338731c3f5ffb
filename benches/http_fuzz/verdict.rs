//! The responses that no client may get.

use std::time::Duration;

use serde_json::Value;

use crate::wire::{Answer, Exchange, Request};

/// Returns what is wrong with a response, or `None`.
pub(crate) fn judge(request: &Request, exchange: &Exchange, took: Duration) -> Option<String> {
    if took > request.patience() / 2 {
        return Some(format!("took {:.0} s", took.as_secs_f64()));
    }
    match exchange {
        Exchange::Silent => Some("no answer".to_owned()),
        Exchange::Broken(_) if request.may_go_unanswered() => None,
        Exchange::Broken(why) => Some(format!("no whole answer: {why}")),
        Exchange::Answered(answer) => judge_answer(request, answer),
    }
}

fn judge_answer(request: &Request, answer: &Answer) -> Option<String> {
    let Answer { status, body, .. } = answer;
    let shown = || String::from_utf8_lossy(body.get(..500).unwrap_or(body)).into_owned();
    if *status == 503 && answer.header("retry-after").is_some() {
        return None;
    }
    if *status >= 500 {
        return Some(format!("{status}: {}", shown()));
    }
    if !request.is_http {
        return None;
    }
    let json: Option<Value> = serde_json::from_slice(body).ok();
    if *status >= 400 && !json.as_ref().is_some_and(is_refusal) {
        return Some(format!("{status} of no shape of ours: {}", shown()));
    }
    if json.as_ref().is_some_and(tells_of_a_fault) {
        return Some(format!("a fault inside: {}", shown()));
    }
    // A browser that requests a page gets the explorer.
    let page = answer
        .header("content-type")
        .is_some_and(|kind| kind.starts_with("text/html"));
    (json.is_none() && *status == 200 && !page).then(|| format!("200 and no JSON: {}", shown()))
}

/// Returns whether a body has `error`, `errors` or the shape of a refused upload.
fn is_refusal(body: &Value) -> bool {
    let is_text = |name: &str| body.get(name).is_some_and(Value::is_string);
    let errors = body.get("errors").and_then(Value::as_array);
    is_text("error")
        || errors.is_some_and(|errors| !errors.is_empty())
        || (is_text("message") && body.get("status").is_some_and(|status| status == 0))
}

fn tells_of_a_fault(body: &Value) -> bool {
    let errors = body.get("errors").and_then(Value::as_array);
    errors.into_iter().flatten().any(|error| {
        error
            .pointer("/extensions/code")
            .is_some_and(|code| code == "INTERNAL_SERVER_ERROR")
    })
}
