//! A resume that repeats its posting: the API and the page of the candidate say so.

use reqwest::blocking::multipart::Part;
use serde_json::json;
use tempfile::TempDir;

use super::visitor::{RECRUITER, Visitor};
use crate::binary::program::{Sandbox, json_body};
use crate::support::resumes::docx_of;

const POSTING: &str = "You plan the weekly routes of sixty vans and answer for their costs. \
    Together with the depots you find out why parcels come late, and you change what has to be changed.";
const CANDIDATES: &str = "query($input: GetCandidatesInput!) { getCandidates(input: $input) {
    candidate { _id scoreReceipt { integrityFindings { kind quote page words measure number } } } } }";

#[test]
fn a_resume_that_repeats_the_posting_is_reported_and_its_neighbour_is_not() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &["--empty"]);
    let create = "mutation($input: CreateJobInput!) { createJob(input: $input) { _id } }";
    let own = sandbox.get("organizationId");
    let job = sandbox.data(
        create,
        json!({
            "organizationId": own,
            "recruiterId": sandbox.user("Recruiter")["_id"],
            "title": "Fleet Planner",
            "jobDescription": POSTING,
        }),
    );
    let job = job["_id"].as_str().unwrap();
    let recruiter = Visitor::signed_in(&sandbox, RECRUITER);
    for (name, line, is_copied) in [
        ("Ada Example", POSTING, true),
        ("Ben Example", "Counted the vans every evening.", false),
    ] {
        let address = format!("{}@example.org", name.to_lowercase().replace(' ', "."));
        let bytes = docx_of(&[
            name,
            &address,
            "Experience",
            "Driver, Sample Parcels",
            "January 2019 - December 2023",
            line,
            "Skills",
            "SAP, Excel",
        ]);
        let part = Part::bytes(bytes).file_name("cv.docx");
        let form = sandbox.upload_form(job).part("files", part);
        let upload = sandbox.post("/bulk-upload-resumes").multipart(form);
        let uploaded = json_body(upload.send().unwrap());
        assert_eq!(uploaded["created"], 1, "{uploaded}");
        let code = &uploaded["candidates"][0]["candidate_unique_id"];
        let found = sandbox.data(CANDIDATES, json!({ "organizationId": own, "search": code }));
        let candidate = &found["candidate"][0];
        let findings = &candidate["scoreReceipt"]["integrityFindings"];
        let page = recruiter.page(&format!(
            "/app/candidates/{}",
            candidate["_id"].as_str().unwrap()
        ));
        assert_eq!(page.contains("The resume repeats the posting"), is_copied);
        assert!(!page.contains("Hidden text in the file"));
        if is_copied {
            assert_eq!(findings[0]["kind"], "copied_posting");
            let quote = findings[0]["quote"].as_str().unwrap();
            let share = "100 % of the posting, such as: You plan the weekly routes";
            assert!(quote.starts_with(share), "{quote}");
            let measured = (&findings[0]["measure"], &findings[0]["number"]);
            assert_eq!(measured, (&json!("posting_share"), &json!(100)));
            let words = findings[0]["words"].as_str().unwrap();
            assert!(words.starts_with("You plan the weekly routes"), "{words}");
            assert!(page.contains(share), "{page}");
        } else {
            assert_eq!(findings, &json!([]));
        }
    }
}
