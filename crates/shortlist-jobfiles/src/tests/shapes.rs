//! Tests with headers and layouts of many systems.

use shortlist_domain::{Attribute, EmploymentKind};

use super::*;
use crate::Field;

#[test]
fn every_field_is_found_and_the_rest_is_kept() {
    let file = read(
        "Job Code;Position;Abteilung;Ville;Country;Contract Type;Skills;Status;Salary;Closes\nA-1;Nurse;Care;Lyon;France;CDI temps plein;\"Triage, First aid\";Draft;50k;NaN\n",
    );
    let job = &file.drafts[0];
    assert_eq!(job.code.as_deref(), Some("A-1"));
    assert_eq!(job.title, "Nurse");
    assert_eq!(job.department.as_deref(), Some("Care"));
    assert_eq!(job.location.as_deref(), Some("Lyon, France"));
    assert_eq!(job.employment_type.as_deref(), Some("CDI temps plein"));
    assert_eq!(job.employment_kind, Some(EmploymentKind::FullTime));
    assert_eq!(job.skills, ["Triage", "First aid"]);
    assert!(job.draft);
    let kept: Vec<_> = job
        .attributes
        .iter()
        .map(|Attribute { name, value }| (name.as_str(), value.as_str()))
        .collect();
    assert_eq!(kept, [("Status", "Draft"), ("Salary", "50k")]);
    assert_eq!(file.plan.column_of(Field::Title), Some("Position"));
}

#[test]
#[expect(clippy::too_many_lines, reason = "one table of cases")]
fn the_better_header_wins() {
    for (header, title, code, department) in [
        (
            "Job ID,Civil Service Title,Agency,Posting Type",
            Some("Civil Service Title"),
            Some("Job ID"),
            Some("Agency"),
        ),
        ("id,name,type,team", Some("name"), Some("id"), Some("team")),
        (
            "Position,Title,Reference",
            Some("Title"),
            Some("Reference"),
            None,
        ),
        (
            "Stellenbezeichnung,Kennziffer,Fachbereich",
            Some("Stellenbezeichnung"),
            Some("Kennziffer"),
            Some("Fachbereich"),
        ),
        (
            "Título da vaga,Código,Departamento",
            Some("Título da vaga"),
            Some("Código"),
            Some("Departamento"),
        ),
        (
            "Functietitel,Vacaturenummer,Afdeling",
            Some("Functietitel"),
            Some("Vacaturenummer"),
            Some("Afdeling"),
        ),
        (
            "Titolo,Codice,Reparto",
            Some("Titolo"),
            Some("Codice"),
            Some("Reparto"),
        ),
        (
            "Название вакансии,Название компании,Отдел",
            Some("Название вакансии"),
            None,
            Some("Отдел"),
        ),
        ("岗位,公司,部门", Some("岗位"), None, Some("部门")),
        (
            "jobTitle,companyName,departmentName",
            Some("jobTitle"),
            None,
            Some("departmentName"),
        ),
        (
            "Job Title (Primary),Company Name,Job URL",
            Some("Job Title (Primary)"),
            None,
            None,
        ),
    ] {
        let cells = vec!["x"; header.split(',').count()].join(",");
        let plan = read(format!("{header}\n{cells}\n")).plan;
        let found =
            [Field::Title, Field::Code, Field::Department].map(|field| plan.column_of(field));
        assert_eq!(found, [title, code, department], "{header}");
    }
}

#[test]
fn a_type_is_an_employment_type_only_when_its_values_are() {
    let employment = |value: &str| {
        read(format!("title,type\nNurse,{value}\n")).drafts[0]
            .employment_type
            .clone()
    };
    assert_eq!(employment("full-time").as_deref(), Some("full-time"));
    assert_eq!(employment("External"), None);
}

#[test]
fn state_is_a_region_or_the_state_of_a_posting() {
    let region = read("title,city,state\nNurse,Austin,TX\n");
    assert_eq!(region.drafts[0].location.as_deref(), Some("Austin, TX"));
    let posting = read("title,city,state\nNurse,Austin,Draft\nPorter,Austin,Open\n");
    let drafts: Vec<_> = posting.drafts.iter().map(|job| job.draft).collect();
    assert_eq!(drafts, [true, false]);
}

#[test]
fn the_longest_texts_are_the_description() {
    let text =
        "We look for a nurse who likes people and knows the wards of a large hospital. ".repeat(3);
    let file = read(format!("title,wording\nNurse,{text}\n"));
    assert_eq!(file.drafts[0].description, text.trim());
}

#[test]
fn a_description_of_several_columns_is_put_together() {
    let file = read("title,description,Requirements\nNurse,<p>Care</p><p>Wards</p>,Triage\n");
    assert_eq!(
        file.drafts[0].description,
        "Care\n\nWards\n\nRequirements:\nTriage"
    );
}

#[test]
#[expect(clippy::too_many_lines, reason = "one table of cases")]
fn job_board_exports_are_read() {
    for (name, json, expected) in [
        (
            "greenhouse",
            r#"{"jobs":[{"id":4,"internal_job_id":5,"title":"Nurse","location":{"name":"Leeds"},"departments":[{"id":1,"name":"Care"}],"content":"&lt;p&gt;Wards&lt;/p&gt;","metadata":[{"id":1,"name":"Type","value":"x"}]}],"meta":{"total":1}}"#,
            (Some("4"), Some("Leeds"), Some("Care"), None, "Wards"),
        ),
        (
            "lever",
            r#"[{"id":"a","text":"Nurse","categories":{"commitment":"Full-time","department":"Care","location":"Leeds","team":"Night"},"descriptionPlain":"Wards","lists":[]}]"#,
            (
                Some("a"),
                Some("Leeds"),
                Some("Care"),
                Some("Full-time"),
                "Wards",
            ),
        ),
        (
            "ashby",
            r#"{"apiVersion":"1","jobs":[{"id":"a","title":"Nurse","location":"Leeds","department":"Care","employmentType":"FullTime","descriptionHtml":"<p>Wards</p>"}]}"#,
            (
                Some("a"),
                Some("Leeds"),
                Some("Care"),
                Some("FullTime"),
                "Wards",
            ),
        ),
        (
            "smartrecruiters",
            r#"{"content":[{"id":"1","name":"Nurse","refNumber":"R1","company":{"name":"Acme"},"location":{"city":"Leeds","country":"gb","fullLocation":"Leeds, UK"},"department":{"id":"1","label":"Care"},"typeOfEmployment":{"id":"permanent","label":"Full-time"}}]}"#,
            (
                Some("R1"),
                Some("Leeds, UK"),
                Some("Care"),
                Some("Full-time"),
                "",
            ),
        ),
        (
            "recruitee",
            r#"{"offers":[{"id":7,"guid":"x","title":"Nurse","location":"Leeds","department":"Care","employment_type_code":"fulltime","description":"<p>Wards</p>"}]}"#,
            (
                Some("7"),
                Some("Leeds"),
                Some("Care"),
                Some("fulltime"),
                "Wards",
            ),
        ),
        (
            "schema.org",
            r#"{"@context":"https://schema.org","@type":"JobPosting","title":"Nurse","identifier":{"@type":"PropertyValue","name":"Acme","value":"R1"},"jobLocation":{"@type":"Place","address":{"@type":"PostalAddress","addressLocality":"Leeds","addressCountry":"UK"}},"employmentType":"FULL_TIME","description":"<p>Wards</p>","hiringOrganization":{"@type":"Organization","name":"Acme"}}"#,
            (
                Some("R1"),
                Some("Leeds, UK"),
                None,
                Some("FULL_TIME"),
                "Wards",
            ),
        ),
        (
            "workday",
            r#"{"total":1,"jobPostings":[{"title":"Nurse","externalPath":"/job/1","locationsText":"Leeds","timeType":"Full time"}]}"#,
            (Some("/job/1"), Some("Leeds"), None, Some("Full time"), ""),
        ),
        (
            "teamtailor",
            r#"{"data":[{"id":"9","type":"jobs","attributes":{"title":"Nurse","body":"<p>Wards</p>"}}]}"#,
            (Some("9"), None, None, None, "Wards"),
        ),
        (
            "pages",
            r#"{"pages":[{"results":[{"id":"9","title":"Nurse"}]}],"details":{"9":{"id":"9","title":"Nurse"}}}"#,
            (Some("9"), None, None, None, ""),
        ),
        (
            "one object",
            r#"{"title":"Nurse","code":"R1"}"#,
            (Some("R1"), None, None, None, ""),
        ),
        (
            "one a line",
            "{\"title\":\"Nurse\",\"code\":\"R1\"}\n\n{\"title\":\"Porter\"}\n",
            (Some("R1"), None, None, None, ""),
        ),
    ] {
        let file = read(json);
        let job = &file.drafts[0];
        let found = (
            job.code.as_deref(),
            job.location.as_deref(),
            job.department.as_deref(),
            job.employment_type.as_deref(),
            job.description.as_str(),
        );
        assert_eq!(job.title, "Nurse", "{name}");
        assert_eq!(found, expected, "{name}");
        assert_eq!(job.row, 1, "{name}");
    }
}

#[test]
fn lists_in_json_are_skills() {
    let file =
        read(r#"[{"title":"Nurse","skills":["Triage","Care, plans"],"offices":["Leeds","York"]}]"#);
    assert_eq!(file.drafts[0].skills, ["Triage", "Care, plans"]);
    assert_eq!(file.drafts[0].location.as_deref(), Some("Leeds, York"));
}

#[test]
fn prose_among_skills_goes_to_the_description() {
    let prose = "knows how to talk to people ".repeat(10);
    let file = read(format!("title,skills\nNurse,\"Triage, {prose}\"\n"));
    assert_eq!(file.drafts[0].skills, ["Triage"]);
    assert!(file.drafts[0].description.contains(prose.trim()));
}

#[test]
fn texts_in_wrappers_are_texts() {
    for json in [
        r##"[{"id": 7, "title": {"rendered": "Nurse &#8211; Leeds"}, "content": {"rendered": "<p>Care.</p>", "protected": false}}]"##,
        r##"{"jobs": [{"title": {"_cdata": "Nurse – Leeds"}, "description": {"_cdata": "Care."}}]}"##,
        r##"{"jobs": [{"title": {"#text": "Nurse – Leeds", "@lang": "en"}, "description": {"#text": "Care."}}]}"##,
        r##"{"Report_Entry": [{"title": {"value": "Nurse – Leeds"}, "description": {"value": "Care."}}, {"title": {"value": "Cook"}}]}"##,
        r##"{"d": {"results": [{"jobReqLocale": {"results": [{"title": "Nurse – Leeds", "description": "Care."}]}}]}}"##,
        r##"{"jobs": [{"title": {"de": "Pflegekraft", "en": "Nurse – Leeds"}, "description": {"de": "Pflege.", "en": "Care."}}]}"##,
    ] {
        let file = read(json);
        assert_eq!(file.drafts[0].title, "Nurse – Leeds", "{json}");
        assert!(file.drafts[0].description.contains("Care."), "{json}");
    }
}

#[test]
fn an_object_that_says_more_than_one_text_is_no_wrapper() {
    let file = read(
        r##"[{"title": "Nurse", "location": {"city": "Leeds", "raw": "Leeds, UK", "country": "UK"}}]"##,
    );
    assert!(
        file.drafts[0]
            .location
            .as_deref()
            .is_some_and(|place| place.contains("Leeds"))
    );
    let file = read(r##"[{"title": "Nurse", "department": {"de": "Pflege"}}]"##);
    assert_eq!(
        file.drafts[0].attributes.len() + usize::from(file.drafts[0].department.is_some()),
        1
    );
}
