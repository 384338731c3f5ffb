//! Tests with the formats of job boards and applicant tracking systems. The jobs are invented.

use super::*;

/// A file, and the first job's title, code, department, location and employment type.
type Case = (&'static str, &'static str, [&'static str; 5]);

const CASES: [Case; 14] = [
    (
        "Ashby",
        r#"{"jobs":[{"title":"Engineer","location":"London","department":"Tech","team":"Core","isRemote":true,"employmentType":"FullTime",
        "descriptionHtml":"<p>Build</p>","descriptionPlain":"Build","address":{"postalAddress":{"addressLocality":"London"}},"id":"a-1"}],"apiVersion":"1"}"#,
        ["Engineer", "a-1", "Tech", "London", "FullTime"],
    ),
    (
        "Workable",
        r#"{"name":"Acme","jobs":[{"title":"Nurse","shortcode":"A1","code":"N-7","employment_type":"Full-time","department":"Ward",
        "country":"Italy","city":"Rome","state":"Lazio","description":"<p>Build</p>"}]}"#,
        ["Nurse", "N-7", "Ward", "Rome, Lazio, Italy", "Full-time"],
    ),
    (
        "SmartRecruiters",
        r#"{"content":[{"id":"743","name":"Analyst","refNumber":"R1","location":{"city":"Paris","fullLocation":"Paris, France"},
        "department":{"id":"7","label":"Data"},"typeOfEmployment":{"id":"permanent","label":"Full-time"},
        "jobAd":{"sections":{"jobDescription":{"title":"Job Description","text":"<p>Build</p>"}}}}]}"#,
        ["Analyst", "R1", "Data", "Paris, France", "Full-time"],
    ),
    (
        "Recruitee",
        r#"{"offers":[{"id":5,"slug":"x","title":"Baker","description":"<p>Build</p>","department":"Bakery","location":"Ghent, Belgium",
        "employment_type_code":"fulltime","status":"published"}]}"#,
        ["Baker", "5", "Bakery", "Ghent, Belgium", "fulltime"],
    ),
    (
        "Greenhouse",
        r#"{"jobs":[{"id":1,"title":"Chef","requisition_id":"50","location":{"name":"Oslo"},"content":"&lt;p&gt;Build&lt;/p&gt;",
        "departments":[{"id":3,"name":"Kitchen"}],"metadata":[{"id":4,"name":"Employment Type","value":"Full-time"}]}],"meta":{"total":1}}"#,
        ["Chef", "50", "Kitchen", "Oslo", "Full-time"],
    ),
    (
        "Lever",
        r#"[{"id":"l-1","text":"Driver","categories":{"commitment":"Full-time","department":"Ops","location":"Oslo","team":"Fleet"},
        "description":"<div>Build</div>","descriptionPlain":"Build","hostedUrl":"https://example.org/1"}]"#,
        ["Driver", "l-1", "Ops", "Oslo", "Full-time"],
    ),
    (
        "Teamtailor",
        r#"{"data":[{"id":"11","type":"jobs","attributes":{"title":"Clerk","body":"<p>Build</p>","employment-type":"fulltime"},
        "relationships":{"department":{"data":{"id":"5","type":"departments"}},"locations":{"data":[{"id":"9","type":"locations"}]}}}],
        "included":[{"id":"5","type":"departments","attributes":{"name":"Sales"}},{"id":"9","type":"locations","attributes":{"name":"Lund"}}]}"#,
        ["Clerk", "11", "Sales", "Lund", "fulltime"],
    ),
    (
        "schema.org",
        r#"{"@context":"https://schema.org","@graph":[{"@type":"WebSite","name":"Careers"},{"@type":"JobPosting","title":"Porter",
        "description":"Build","identifier":{"@type":"PropertyValue","name":"Acme","value":"P-1"},"employmentType":["PART_TIME"],
        "jobLocation":[{"@type":"Place","address":{"addressLocality":"Leeds","addressCountry":"GB"}},{"@type":"Place","address":{"addressLocality":"York","addressCountry":"GB"}}]}]}"#,
        ["Porter", "P-1", "", "Leeds, York, GB", "PART_TIME"],
    ),
    (
        "a list of schema.org",
        r#"{"@type":"ItemList","itemListElement":[{"@type":"ListItem","position":1,"item":{"@type":"JobPosting","title":"Guard","identifier":"G1","description":"Build"}}]}"#,
        ["Guard", "G1", "", "", ""],
    ),
    (
        "Breezy",
        r#"[{"id":"b1","name":"Nurse","type":{"id":"fullTime","name":"Full-Time"},"location":{"city":"Boston","name":"Boston, MA"},"department":"Care","description":"Build"}]"#,
        ["Nurse", "b1", "Care", "Boston, MA", "Full-Time"],
    ),
    (
        "a search engine",
        r#"{"hits":{"total":1,"hits":[{"_id":"9","_source":{"title":"Smith","department":"Forge","description":"Build"}}]}}"#,
        ["Smith", "9", "Forge", "", ""],
    ),
    (
        "rows below a header",
        r#"[["title","code","city","description"],["Cook","1","Oslo","Build"]]"#,
        ["Cook", "1", "", "Oslo", ""],
    ),
    (
        "rows beside the columns",
        r#"{"columns":["title","code","city","description"],"index":[0],"data":[["Cook",1,"Oslo","Build"]]}"#,
        ["Cook", "1", "", "Oslo", ""],
    ),
    (
        "columns",
        r#"{"title":{"0":"Cook","1":"Nurse"},"city":{"0":"Oslo","1":null},"description":{"0":"Build","1":null}}"#,
        ["Cook", "", "", "Oslo", ""],
    ),
];

#[test]
fn the_first_job_of_every_shape_is_read() {
    for (name, text, expected) in CASES {
        let file = read(text);
        let job = &file.drafts[0];
        let found = [
            Some(job.title.as_str()),
            job.code.as_deref(),
            job.department.as_deref(),
            job.location.as_deref(),
            job.employment_type.as_deref(),
        ]
        .map(Option::unwrap_or_default);
        assert_eq!(found, expected, "{name}");
        assert!(job.description.starts_with("Build"), "{name}: {job:?}");
    }
}

#[test]
fn a_department_of_some_jobs_is_kept() {
    let file = read(
        r#"[{"id":"1","text":"Driver","categories":{"commitment":"Full-time","location":"Oslo","team":"Fleet"},"descriptionPlain":"Build"},
        {"id":"2","text":"Cook","categories":{"commitment":"Full-time","department":"Kitchen","location":"Oslo","team":"Staff"},"descriptionPlain":"Build"}]"#,
    );
    let departments: Vec<_> = file
        .drafts
        .iter()
        .map(|job| job.department.as_ref())
        .collect();
    assert_eq!(
        departments,
        [Some(&"Fleet".to_owned()), Some(&"Kitchen".to_owned())]
    );
    assert_eq!(file.drafts[1].attributes[0].value, "Staff");
}

#[test]
fn an_object_that_is_not_a_job_is_refused_with_its_keys() {
    for view in [
        r#"{"name":"Open roles","id":"viw1","type":"grid","rows":[]}"#,
        r#"{"title":"Open roles","type":"grid","columns":[{"title":"Job","type":"text"},{"title":"Notes","type":"text"}],"filters":[]}"#,
        r#"{"title":"Open roles","description":"Everything that is open","fields":[{"name":"Job","location":"left"}]}"#,
        r#"{"title":"Nurse"}"#,
    ] {
        let error = read_file(view.as_bytes(), None).unwrap_err().to_string();
        assert!(
            error.contains("one object with") && error.contains("a list of jobs is expected"),
            "{error}"
        );
    }
    for job in [
        r#"{"title":"Nurse","description":"You care."}"#,
        r#"{"title":"Nurse","location":null,"department":"Ward"}"#,
        r#"{"data":{"attributes":{"title":"Nurse","city":"Rome"}}}"#,
        r#"{"title":"Nurse","description":"You care.","location":"Rome","similarJobs":[{"title":"Cook","location":"Rome"}]}"#,
    ] {
        assert_eq!(read(job).drafts.len(), 1, "{job}");
    }
}
