//! The values of a job file's cells, and the cells that are refused.

use std::io::{Cursor, Write};

use serde_json::{Value, json};

use crate::support::service::Service;

on_both_databases!(
    cells_are_stored_as_written_with_their_kind,
    a_workbook_is_read,
    values_over_their_limit_are_422,
    a_prompt_over_its_limit_is_400,
    a_file_that_only_resembles_a_workbook_is_400,
    duplicates_alone_may_be_skipped_too,
    an_import_of_an_unknown_organization_is_403,
);

fn import(service: &Service, bytes: Vec<u8>) -> (u16, Value) {
    service.import(&service.recruiter, "jobs", bytes, &[])
}

fn get(service: &Service, id: &Value) -> Value {
    let query = "query($input: GetJobInput!) { getJob(input: $input) { title jobDescription skills jobCode department
        location employmentType employmentKind draft attributes { name value } recruiterId } }";
    let input = json!({ "organizationId": "org_ours", "jobId": id });
    service.data(&service.recruiter, query, input)
}

fn cells_are_stored_as_written_with_their_kind(service: &Service) {
    let text = "Title;Description;Skills;Code;Department;Location;Employment type;Salary band;Shift\n\
        Nurse; Cares. ;Care, Order;n-7; Ward 3 ;Rome;VOLLZEIT;B2;\n";
    let (status, body) = import(service, text.into());
    assert_eq!(status, 200, "{body}");
    let job = &body["jobs"][0];
    assert_eq!(
        (
            &job["job_code"],
            &job["department"],
            &job["employment_type"]
        ),
        (&json!("n-7"), &json!("Ward 3"), &json!("VOLLZEIT"))
    );
    let expected = json!({ "title": "Nurse", "jobDescription": "Cares.", "skills": ["Care", "Order"], "jobCode": "n-7",
        "department": "Ward 3", "location": "Rome", "employmentType": "VOLLZEIT", "employmentKind": "full-time",
        "draft": false, "attributes": [{ "name": "Salary band", "value": "B2" }], "recruiterId": "usr_recruiter" });
    assert_eq!(get(service, &job["job_unique_id"]), expected);
}

/// Returns a workbook with one sheet of text cells.
fn workbook(rows: &[&[&str]]) -> Vec<u8> {
    let cells = |row: &&[&str]| -> String {
        let cell = |text: &&str| format!("<c t=\"inlineStr\"><is><t>{text}</t></is></c>");
        format!("<row>{}</row>", row.iter().map(cell).collect::<String>())
    };
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let packages = "http://schemas.openxmlformats.org/package/2006";
    let sheet = rows.iter().map(cells).collect::<String>();
    let parts = [
        (
            "[Content_Types].xml",
            format!(
                "<Types xmlns=\"{packages}/content-types\"><Default Extension=\"xml\" ContentType=\"application/xml\"/></Types>"
            ),
        ),
        (
            "_rels/.rels",
            format!(
                "<Relationships xmlns=\"{packages}/relationships\"><Relationship Id=\"r1\" Type=\"{office}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
            ),
        ),
        (
            "xl/workbook.xml",
            format!(
                "<workbook xmlns=\"{main}\" xmlns:r=\"{office}\"><sheets><sheet name=\"Jobs\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>"
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            format!(
                "<Relationships xmlns=\"{packages}/relationships\"><Relationship Id=\"r1\" Type=\"{office}/worksheet\" Target=\"worksheets/sheet1.xml\"/></Relationships>"
            ),
        ),
        (
            "xl/worksheets/sheet1.xml",
            format!("<worksheet xmlns=\"{main}\"><sheetData>{sheet}</sheetData></worksheet>"),
        ),
    ];
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        archive
            .start_file(name, zip::write::SimpleFileOptions::default())
            .unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

fn a_workbook_is_read(service: &Service) {
    let rows: [&[&str]; 3] = [
        &["Job title", "Location"],
        &["Nurse", "Rome"],
        &["Cook", "Milan"],
    ];
    let (status, body) = import(service, workbook(&rows));
    assert_eq!(status, 200, "{body}");
    let places = [0, 1].map(|n| body["jobs"][n]["location"].as_str().unwrap());
    assert_eq!(places, ["Rome", "Milan"]);
    let (status, body) = import(
        service,
        workbook(&[
            &["Job title", "Location"],
            &["Driver", "Rome"],
            &["", "Milan"],
        ]),
    );
    assert_eq!(
        (status, &body["errors"][0]["row"]),
        (422, &json!(3)),
        "{body}"
    );
}

fn values_over_their_limit_are_422(service: &Service) {
    let skills: Vec<String> = (0..201).map(|n| format!("Skill {n}")).collect();
    for job in [
        json!({ "title": "x".repeat(301) }),
        json!({ "title": "Nurse", "description": "x".repeat(100_001) }),
        json!({ "title": "Nurse", "skills": skills }),
        json!({ "description": "no title" }),
    ] {
        let file = json!([{ "title": "Good" }, job]).to_string();
        let (status, body) = import(service, file.into_bytes());
        assert_eq!(
            (status, &body["errors"][0]["row"]),
            (422, &json!(2)),
            "{body}"
        );
    }
    let most = json!([{ "title": "x".repeat(300), "description": "x".repeat(100_000), "skills": skills[..200] }]);
    let (status, body) = import(service, most.to_string().into_bytes());
    assert_eq!(
        (status, body["jobs"].as_array().map(Vec::len)),
        (200, Some(1)),
        "what is at its limit is taken"
    );
}

fn a_prompt_over_its_limit_is_400(service: &Service) {
    let prompt = "x".repeat(20_001);
    let more = [("prompt", prompt.as_str())];
    let (status, body) = service.import(
        &service.recruiter,
        "jobs.csv",
        b"title\nNurse\n".to_vec(),
        &more,
    );
    assert_eq!(
        (status, body["message"].as_str().unwrap().contains("prompt")),
        (400, true),
        "{body}"
    );
}

fn a_file_that_only_resembles_a_workbook_is_400(service: &Service) {
    let whole = workbook(&[&["title"], &["Nurse"]]);
    let documents = crate::support::resumes::docx("Ada Example");
    for bytes in [
        whole[..whole.len() / 2].to_vec(),
        b"PK\x03\x04".to_vec(),
        documents,
    ] {
        let (status, body) = import(service, bytes);
        assert_eq!(
            (status, &body["status"], &body["jobs"]),
            (400, &json!(0), &json!([])),
            "{body}"
        );
    }
}

fn duplicates_alone_may_be_skipped_too(service: &Service) {
    let text = b"title,code\nNurse,N-1\n".to_vec();
    assert_eq!(import(service, text.clone()).0, 200);
    let skip = [("onDuplicate", "skip")];
    let (status, body) = service.import(&service.recruiter, "jobs.csv", text, &skip);
    assert_eq!((status, &body["jobs"]), (200, &json!([])));
    let problem = body["errors"][0]["problem"].as_str().unwrap();
    assert!(
        body["errors"][0]["row"] == 2 && problem.contains("N-1"),
        "{body}"
    );
}

fn an_import_of_an_unknown_organization_is_403(service: &Service) {
    let caller = crate::support::people::Caller {
        organization_id: "org_unknown".into(),
        ..service.admin.clone()
    };
    let (status, body) = service.import(&caller, "jobs.csv", b"title\nNurse\n".to_vec(), &[]);
    assert_eq!((status, body["error"].is_string()), (403, true), "{body}");
}
