//! Uploads during which the database fails.

use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use serde_json::json;
use shortlist_persistence::DatabaseUrl;

use crate::support::database::on_sqlite;
use crate::support::resumes::docx;
use crate::support::service::Service;

/// As many as are written in one transaction.
const FIRST_BATCH: usize = 200;

#[test]
fn the_response_to_an_interrupted_upload_says_what_was_stored() {
    on_sqlite(|url| {
        let DatabaseUrl::Sqlite(path) = url else {
            panic!("{url:?}");
        };
        let service = Service::start(url);
        let job = service.create_job("Backend Engineer", json!({}));
        let mut database = SqliteConnection::establish(&path.to_string_lossy()).unwrap();
        database
            .batch_execute(&format!(
                "CREATE TRIGGER full BEFORE INSERT ON candidates WHEN (SELECT count(*) FROM candidates) >= {FIRST_BATCH} \
                 BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
            ))
            .unwrap();
        let names: Vec<String> = (0..=FIRST_BATCH).map(|n| format!("cv{n}.docx")).collect();
        let files = || {
            let named = names.iter().enumerate();
            let named = named.map(|(n, name)| (name.as_str(), docx(&format!("Person{n} Example"))));
            named.collect::<Vec<_>>()
        };
        let (status, body) = service.upload(&service.recruiter, &job, files());
        assert_eq!(status, 500, "{body}");
        assert_eq!(
            (&body["status"], &body["created"]),
            (&json!(0), &json!(FIRST_BATCH))
        );
        assert_eq!(body["candidates"].as_array().unwrap().len(), FIRST_BATCH);
        let last = &body["results"][FIRST_BATCH];
        assert_eq!(
            (&last["file"], &last["outcome"]),
            (&json!("cv200.docx"), &json!("skipped"))
        );
        assert!(
            last["reason"].as_str().unwrap().contains("send it again"),
            "{last}"
        );
        let message = body["message"].as_str().unwrap();
        assert!(
            message.contains("200 created") && message.contains("send the upload again"),
            "{message}"
        );

        database.batch_execute("DROP TRIGGER full").unwrap();
        let (status, body) = service.upload(&service.recruiter, &job, files());
        assert_eq!(status, 200, "{body}");
        assert_eq!(
            (&body["created"], &body["duplicates"]),
            (&json!(1), &json!(FIRST_BATCH))
        );
    });
}
