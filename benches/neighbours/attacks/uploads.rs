//! Documents that are slow to read, job files and rescoring.

use std::fmt::Write as _;
use std::time::Duration;

use serde_json::json;
use shortlist_fixtures::{ResumeFile, resume_file};

use crate::Outcome;
use crate::documents::{slow_html, slow_rtf};
use crate::scene::Scene;
use crate::worst_case_data::weights;

/// The number of uploads at once, and the sizes of their documents.
const SLOW_UPLOADS: usize = 4;
const SLOW_BYTES: [usize; 4] = [200_000, 400_000, 600_000, 850_000];
/// The number of imports at once, the jobs of a file, and the size of their descriptions: 10 MB together.
const IMPORTS: usize = 4;
const IMPORTED_JOBS: usize = 10_000;
const IMPORTED_BYTES: usize = 950;
const RESCORINGS: usize = 8;
/// The number of uploads with idempotency keys at once, the number of keys, and the files of each upload.
const REPEATED_UPLOADS: usize = 16;
const REPEATED_KEYS: usize = 4;
const REPEATED_FILES: u64 = 20;
const REST: Duration = Duration::from_millis(100);

/// Uploads one slow document at a time.
pub(crate) fn slow_documents(scene: &Scene<'_>) -> Outcome<()> {
    scene.send_in_parallel(SLOW_UPLOADS, REST, |number| {
        let file = slow_document(number);
        let upload = scene.neighbour.upload(&scene.worst_case.job, &[file]);
        upload.request(scene.address())
    });
    Ok(())
}

/// Returns a document that is slow to read.
pub(crate) fn slow_document(number: usize) -> ResumeFile {
    let person = 7_000_000 + u64::try_from(number).unwrap_or(0);
    let bytes = SLOW_BYTES.get(number / 2 % SLOW_BYTES.len());
    let bytes = bytes.copied().unwrap_or_default();
    match number % 2 {
        0 => slow_rtf(person, bytes),
        _ => slow_html(person, bytes),
    }
}

/// Returns an upload of many slow documents.
pub(crate) fn many_slow_documents(scene: &Scene<'_>) -> Vec<u8> {
    let files: Vec<_> = (0..24)
        .map(|number| slow_document(900_000 + number))
        .collect();
    let upload = scene.neighbour.upload(&scene.worst_case.job, &files);
    upload.request(scene.address())
}

/// Imports job files of the largest size, each with different jobs.
pub(crate) fn imports(scene: &Scene<'_>) -> Outcome<()> {
    scene.send_in_parallel(IMPORTS, REST, |number| {
        let upload = scene.neighbour.import(&job_file(number));
        upload.request_with(
            scene.address(),
            &format!("Idempotency-Key: import-{number}"),
        )
    });
    Ok(())
}

fn job_file(number: usize) -> ResumeFile {
    let mut table = String::from("Job Title,Description\n");
    let duty = "Work with Rust and people. ".repeat(IMPORTED_BYTES / 27);
    for row in 0..IMPORTED_JOBS {
        // Writing to a string does not fail.
        let _written = writeln!(table, "Imported position {number}-{row},{duty}");
    }
    ResumeFile {
        name: format!("jobs-{number}.csv"),
        bytes: table.into_bytes(),
    }
}

/// Rescores the large job repeatedly from several clients, each with different weights.
pub(crate) fn rescorings(scene: &Scene<'_>) -> Outcome<()> {
    let document =
        "mutation($input: RescoreJobInput!) { rescoreJob(input: $input) { candidates } }";
    scene.send_in_parallel(RESCORINGS, REST, |number| {
        let mut weights = weights();
        if let Some(weights) = weights.as_object_mut() {
            weights.insert("experience".to_owned(), json!(1 + number % 50));
        }
        let input = json!({ "jobId": scene.neighbour.large_job(), "resumeScoreBreakdown": weights.to_string() });
        let input = scene.neighbour.input(&input);
        scene.neighbour.question(scene.address(), document, &input)
    });
    Ok(())
}

/// Sends uploads that share a few idempotency keys.
pub(crate) fn repeated_uploads(scene: &Scene<'_>) -> Outcome<()> {
    scene.send_in_parallel(REPEATED_UPLOADS, REST, |number| {
        let key = number / REPEATED_UPLOADS * REPEATED_KEYS + number % REPEATED_KEYS;
        let first = 8_000_000 + u64::try_from(key).unwrap_or(0) * REPEATED_FILES;
        let files: Vec<_> = (first..first + REPEATED_FILES).map(resume_file).collect();
        let upload = scene.neighbour.upload(scene.neighbour.large_job(), &files);
        upload.request_with(scene.address(), &format!("Idempotency-Key: upload-{key}"))
    });
    Ok(())
}
