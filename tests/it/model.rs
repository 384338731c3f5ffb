//! The language model over its protocol. A test server answers well, badly, late or never, or obeys a resume. Each test
//! checks the effect on the score of an upload.

mod answers;
mod failures;
mod model_limits;
mod prompts;
mod rescoring;
pub(crate) mod stub;
mod uploads;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serde_json::{Value, json};
use shortlist_app::{ModelLimits, NetworkTrust, ServerAddress};
use shortlist_model::{ModelClient, ModelOptions};

use crate::support::database;
use crate::support::resumes::docx_of;
use crate::support::service::{Service, answer, file};
use stub::Stub;

/// The name of the model.
const NAME: &str = "example-1";
/// A sentence of the invented resume.
const LED: &str = "Led a team of three engineers.";
/// Another sentence of it.
const BUILT: &str = "Built services in Rust on PostgreSQL.";

const LINES: [&str; 13] = [
    "Ada Invented",
    "ada.invented@example.org, +1 202 555 0142",
    "12 Example Street, Sampleton",
    "Experience",
    "Backend Engineer, Orchard Software",
    "January 2019 - December 2023",
    BUILT,
    LED,
    "Education",
    "Bachelor of Science in Computer Science",
    "Hilltop University, 2018",
    "Skills",
    "Rust, PostgreSQL",
];

/// The selected fields of a receipt.
const RECEIPT: &str = "{ score digest languageModel { name summary opinions { criterion value } }
    integrityFindings { kind quote }
    criteria { criterion value formulaValue contribution hasData summary evidence { requirement found quote start end } } }";

/// Returns options with short timeouts, so that tests are fast. A request that fails does so within half a second.
fn options(stub: &Stub) -> ModelOptions {
    let address = ServerAddress::parse(&stub.url(), NetworkTrust::Untrusted).unwrap();
    ModelOptions {
        time_limit: Duration::from_millis(500),
        first_retry_delay: Duration::from_millis(1),
        ..ModelOptions::new(address, NAME)
    }
}

/// Returns options with enough time for an answer on a busy machine.
fn patient(stub: &Stub) -> ModelOptions {
    ModelOptions {
        time_limit: Duration::from_secs(30),
        ..options(stub)
    }
}

/// Runs a test on a service with a language model.
fn with_model(options: &ModelOptions, limits: ModelLimits, test: impl FnOnce(&Service)) {
    let model = Arc::new(ModelClient::new(options).unwrap());
    database::on_sqlite(|url| {
        let with = |app: shortlist_app::App| app.with_language_model(model, limits).unwrap();
        test(&Service::start_adapted(url, with));
    });
}

/// Uploads a resume with these lines, and returns the receipt.
fn upload(service: &Service, job: &str, lines: &[&str]) -> Value {
    let caller = &service.recruiter;
    // This makes the candidate the newest.
    service.clock.advance(chrono::Duration::seconds(1));
    let weights = json!({ "skills": 50, "experience": 20, "education": 10, "leadership": 20 });
    let form = Service::weighted_form(caller, job, weights.to_string())
        .part("files", file("cv.docx", docx_of(lines)));
    let request = service.post(caller, "/bulk-upload-resumes");
    let (status, body) = answer(request.multipart(form).send().unwrap());
    assert_eq!((status, &body["created"]), (200, &json!(1)), "{body}");
    receipts(service).remove(0)
}

/// Returns the receipts of all candidates, newest first.
fn receipts(service: &Service) -> Vec<Value> {
    let list = format!(
        "query($input: GetCandidatesInput!) {{ getCandidates(input: $input) {{ candidate {{ scoreReceipt {RECEIPT} }} }} }}"
    );
    let input = json!({ "organizationId": "org_ours", "pageSize": 100 });
    let found = service.data(&service.recruiter, &list, input);
    let candidates = found["candidate"].as_array().unwrap().iter();
    candidates
        .map(|candidate| candidate["scoreReceipt"].clone())
        .collect()
}

fn job(service: &Service) -> String {
    let description = "You build services for growers and lead a small team.";
    service.create_job(
        "Backend Engineer",
        json!({ "skills": ["Rust", "Kafka"], "jobDescription": description }),
    )
}

/// Returns the receipt of an upload to a service with a model.
fn receipt_with_model(options: &ModelOptions, lines: &[&str]) -> Value {
    let mut receipt = Value::Null;
    with_model(options, ModelLimits::default(), |service| {
        receipt = upload(service, &job(service), lines);
    });
    receipt
}

/// Returns the receipt of the same upload to a service without a model.
fn receipt_without_model() -> &'static Value {
    static PLAIN: OnceLock<Value> = OnceLock::new();
    PLAIN.get_or_init(|| receipt_without_model_of(&LINES))
}

fn receipt_without_model_of(lines: &[&str]) -> Value {
    let mut receipt = Value::Null;
    database::on_sqlite(|url| {
        let service = Service::start(url);
        receipt = upload(&service, &job(&service), lines);
    });
    assert!(receipt["languageModel"].is_null());
    receipt
}

/// Asserts that the score is the formulas' alone, including its digest, and that the receipt says why in one sentence.
fn assert_formulas_only(receipt: &Value, plain: &Value, reason: &str) {
    for same in ["score", "criteria", "digest", "integrityFindings"] {
        assert_eq!(receipt[same], plain[same], "{same}");
    }
    let summary = format!("The language model {NAME} {reason}; the score is the formulas' alone.");
    let part = json!({ "name": NAME, "summary": summary, "opinions": [] });
    assert_eq!(receipt["languageModel"], part);
}

fn criterion<'a>(receipt: &'a Value, name: &str) -> &'a Value {
    let criteria = receipt["criteria"].as_array().unwrap();
    criteria
        .iter()
        .find(|part| part["criterion"] == name)
        .unwrap()
}

fn value(receipt: &Value, name: &str) -> f64 {
    criterion(receipt, name)["value"].as_f64().unwrap()
}

/// Asserts that only the named criterion differs, by `by`, and that the score differs by the weighted amount. The
/// receipt must contain the quote.
fn assert_only_changed(receipt: &Value, name: &str, by: f64, quote: &str) {
    let plain = receipt_without_model();
    for part in plain["criteria"].as_array().unwrap() {
        let other = part["criterion"].as_str().unwrap();
        if other != name {
            assert_eq!(criterion(receipt, other), part);
        }
    }
    let moved = criterion(receipt, name);
    assert_eq!(moved["formulaValue"], criterion(plain, name)["value"]);
    let difference = value(receipt, name) - value(plain, name);
    assert!(
        (difference - by).abs() < 1e-9,
        "{name} moved by {difference}"
    );
    let verb = if by > 0.0 { "raised" } else { "lowered" };
    let evidence = moved["evidence"].as_array().unwrap().last().unwrap();
    assert_eq!(
        evidence["requirement"],
        format!("{verb} by the language model {NAME}")
    );
    assert_eq!(evidence["quote"], quote);
    assert_ne!(receipt["digest"], plain["digest"]);
    assert_eq!(receipt["languageModel"]["name"], NAME);
    let summary = receipt["languageModel"]["summary"].as_str().unwrap();
    assert!(summary.contains(&format!("moved {name} from")), "{summary}");
}
