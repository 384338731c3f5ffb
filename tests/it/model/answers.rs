//! Model servers that answer: the requests that they get, and the accepted forms of an answer.

use serde_json::{Value, json};

use super::stub::{Reply, Stub};
use super::{
    LED, LINES, assert_only_changed, job, patient, receipt_with_model, upload, with_model,
};
use shortlist_app::ModelLimits;
use shortlist_app::ServerSecret;
use shortlist_model::ModelOptions;

fn leadership_opinion() -> Reply {
    Reply::opinions(&[("leadership", json!(1.0), &[LED])])
}

#[test]
fn a_good_answer_moves_a_criterion_by_a_quarter_and_is_quoted() {
    let stub = Stub::answering(|_, _| leadership_opinion());
    let receipt = receipt_with_model(&patient(&stub), &LINES);
    assert_only_changed(&receipt, "leadership", 0.25, LED);
    // A fifth of the weight, moved by a quarter.
    let (score, before) = (&receipt["score"], &super::receipt_without_model()["score"]);
    assert!((score.as_f64().unwrap() - before.as_f64().unwrap() - 5.0).abs() < 0.051);
    assert_eq!(
        receipt["languageModel"]["opinions"],
        json!([{ "criterion": "leadership", "value": 1.0 }])
    );
}

#[test]
fn a_lower_value_lowers_the_score_and_quotes_the_words() {
    let stub = Stub::answering(|_, _| Reply::opinions(&[("leadership", json!(0.4), &[LED])]));
    assert_only_changed(
        &receipt_with_model(&patient(&stub), &LINES),
        "leadership",
        -0.1,
        LED,
    );
}

#[test]
fn the_request_has_a_json_schema_temperature_0_and_a_key() {
    let stub = Stub::answering(|_, _| leadership_opinion());
    let options = ModelOptions {
        key: Some(ServerSecret::parse("sk-example").unwrap()),
        ..patient(&stub)
    };
    receipt_with_model(&options, &LINES);
    let request = stub.requests().remove(0);
    assert_eq!(request.line, "POST /v1/chat/completions HTTP/1.1");
    assert!(
        request
            .headers
            .contains("authorization: bearer sk-example\r\n")
    );
    assert_eq!(request.body["model"], "example-1");
    assert_eq!(request.body["temperature"], 0);
    assert!(request.body["seed"].is_u64() && request.body["max_tokens"].is_u64());
    let format = &request.body["response_format"];
    assert_eq!(
        (&format["type"], &format["json_schema"]["strict"]),
        (&json!("json_schema"), &json!(true))
    );
}

#[test]
fn personal_data_is_not_sent_and_resume_and_job_are_delimited() {
    let stub = Stub::answering(|_, _| leadership_opinion());
    with_model(&patient(&stub), ModelLimits::default(), |service| {
        let job = job(service);
        upload(service, &job, &LINES);
        let mut other = LINES;
        other[0] = "Ben Invented";
        other[1] = "ben@example.org";
        upload(service, &job, &other);
    });
    let requests = stub.requests();
    let marks: Vec<&str> = requests
        .iter()
        .map(|request| {
            let question = request.question();
            let whole = request.body.to_string();
            for private in [
                "Ada",
                "Ben",
                "Invented",
                "example.org",
                "555",
                "Street",
                "Sampleton",
                "Hilltop",
                "2018",
            ] {
                assert!(!whole.contains(private), "{private}: {whole}");
            }
            let (_, resume) = question.split_once("The resume:\n").unwrap();
            let (mark, resume) = resume.split_once('\n').unwrap();
            assert!(
                resume.contains(LED) && resume.contains("Backend Engineer"),
                "{resume}"
            );
            assert_eq!(question.matches(mark).count(), 4, "two around each");
            assert!(question.ends_with(&format!("\n{mark}\n")));
            assert!(
                question.contains("You build services for growers"),
                "the job"
            );
            assert!(question.contains("Kafka (required)"), "what it asks for");
            assert!(
                question
                    .starts_with(r#"Criteria: ["education","experience","leadership","skills"]"#),
                "{question}"
            );
            mark
        })
        .collect();
    assert_eq!(marks.len(), 2);
    assert_ne!(marks[0], marks[1]);
}

/// Returns the response format that a request asks for.
fn form(body: &Value) -> &str {
    body["response_format"]["type"].as_str().unwrap_or("text")
}

#[test]
fn a_server_that_refuses_schemas_gets_a_simpler_request() {
    let stub = Stub::answering(|_, request| match form(&request.body) {
        "json_schema" => Reply::status(400),
        _ => leadership_opinion(),
    });
    with_model(&patient(&stub), ModelLimits::default(), |service| {
        let job = job(service);
        let receipt = upload(service, &job, &LINES);
        assert_only_changed(&receipt, "leadership", 0.25, LED);
        let mut other = LINES;
        other[1] = "someone.else@example.org";
        upload(service, &job, &other);
    });
    let requests = stub.requests();
    let forms: Vec<&str> = requests.iter().map(|request| form(&request.body)).collect();
    assert_eq!(
        forms,
        ["json_schema", "json_object", "json_object"],
        "what it refuses is not asked again"
    );
}

#[test]
fn a_server_without_a_json_mode_is_asked_in_words() {
    let stub = Stub::answering(|_, request| match form(&request.body) {
        "json_schema" => Reply::status(400),
        "json_object" => Reply::status(422),
        _ => Reply::saying(&format!(
            "<think>Hm. {{}}</think>\nHere you are:\n```json\n{}\n```",
            json!({ "opinions": [{ "criterion": "leadership", "value": 1, "quotes": [LED] }] })
        )),
    });
    assert_only_changed(
        &receipt_with_model(&patient(&stub), &LINES),
        "leadership",
        0.25,
        LED,
    );
    assert_eq!(stub.requests().len(), 3);
}
