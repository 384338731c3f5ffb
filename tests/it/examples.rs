//! The examples of `docs/examples`: a bias audit and a candidate packet of the sandbox's invented people.
//!
//! `UPDATE_DOCS=1 cargo test --workspace --locked --test it -- examples` writes them again. Identifiers and codes are drawn at
//! random, so the files contain fixed ones.

use std::fs;
use std::path::Path;

use chrono::Duration;
use serde_json::{Value, json};
use shortlist_app::{BiasAuditRequest, CategoryFile, CreateApiKey, PacketLanguage};
use shortlist_domain::{
    EmailAddress, NewOrganization, NewUser, OrganizationId, Party, Permission, Principal,
    StageList, UserId, UserType,
};
use shortlist_web::{bias_audit_document, candidate_packet_document};

use crate::interface::fairness::showing_all_groups;
use crate::support::database::{on_sqlite, variable};
use crate::support::people::Caller;
use crate::support::records::at;
use crate::support::service::Service;
use crate::support::writes::Writes as _;

const ORGANIZATION: &str = "org_demo";
/// If this is set, the examples are written.
const UPDATE_VARIABLE: &str = "UPDATE_DOCS";
/// The invented resumes of the sandbox, with the code of their job, and the status after the decision.
const RESUMES: [(&str, &str, &str); 12] = [
    ("backend-engineer.pdf", "ENG-101", "Hired"),
    ("devops-engineer.docx", "ENG-101", "Rejected"),
    ("frontend-developer.pdf", "ENG-101", "Rejected"),
    ("graduate.docx", "ENG-101", "Rejected"),
    ("product-designer.pdf", "ENG-101", "Rejected"),
    ("logistics-lead-de.doc", "ENG-101", "Rejected"),
    ("data-analyst.docx", "DAT-204", "Hired"),
    ("accountant.pdf", "DAT-204", "Rejected"),
    ("career-changer.doc", "DAT-204", "Rejected"),
    ("sales-manager-es.pdf", "DAT-204", "Rejected"),
    ("teacher-fr.doc", "DAT-204", "Rejected"),
    ("registered-nurse.docx", "NUR-310", "Active"),
];
/// The candidate whose packet is shown.
const EXPLAINED: &str = "devops-engineer.docx";
/// The code that the examples show.
const CODE: &str = "CAN-7K2M9Q";
/// The identifier that the examples show.
const ID: &str = "cnd_example";
/// A reason that the organization lists.
const REASON: &str = "Another candidate has more experience with the main requirements";
const PACKET: &str = "query($input: GetCandidatePacketInput!) { getCandidatePacket(input: $input) {
    language candidateId uId fullName title subtitle score contact foundHeading gapsHeading
    decision { status decidedAt decidedBy reason dueAt explainedAt }
    sections { name heading paragraphs items notes criteria { criterion name weight value summary nothing
        findings { label quote page } gaps { label gain } } } } }";

/// The demo organization with the sandbox's users.
struct Demo<'a> {
    service: &'a Service,
    admin: Caller,
    recruiter: Caller,
}

impl<'a> Demo<'a> {
    fn create(service: &'a Service) -> Self {
        let id = OrganizationId::parse("o", ORGANIZATION).unwrap();
        let new = NewOrganization {
            id: id.clone(),
            name: "Demo Organization".into(),
            stages: StageList::default(),
            created_at: at(0),
        };
        service.store().insert_organization(&new).unwrap();
        let user = |name: &str, user_type| caller(service, &id, name, user_type);
        Self {
            service,
            admin: user("Adelheid Oxenfarth", UserType::Admin),
            recruiter: user("Rurik Talvimaa", UserType::Recruiter),
        }
    }

    fn call(&self, caller: &Caller, document: &str, mut input: Value) -> Value {
        input["organizationId"] = json!(ORGANIZATION);
        self.service.data(caller, document, input)
    }

    fn set_policies(&self) {
        let policy = "mutation($input: SetDecisionPolicyInput!) { setDecisionPolicy(input: $input) { contact } }";
        let contact = json!({ "contact": "people@demo.example.org" });
        self.call(&self.admin, policy, contact);
        let reasons = "mutation($input: SetRejectionReasonsInput!) { setRejectionReasons(input: $input) { required } }";
        self.call(&self.admin, reasons, json!({ "reasons": [REASON] }));
    }

    fn import_jobs(&self) {
        let file = fs::read(project_file("demo/jobs.csv")).unwrap();
        let (status, body) = self.service.import(&self.recruiter, "jobs.csv", file, &[]);
        assert_eq!(status, 200, "{body}");
    }

    fn job(&self, code: &str) -> String {
        let query =
            "query($input: ListJobsInput!) { listJobs(input: $input) { jobs { _id jobCode } } }";
        let jobs = self.call(&self.admin, query, json!({}));
        let mut jobs = jobs["jobs"].as_array().unwrap().iter();
        let job = jobs.find(|job| job["jobCode"] == code).unwrap();
        job["_id"].as_str().unwrap().to_owned()
    }

    /// Uploads a resume. Returns the candidate's identifier and code.
    fn upload(&self, name: &str, job: &str) -> (String, String) {
        let bytes = fs::read(project_file("demo/resumes").join(name)).unwrap();
        let (status, body) = self
            .service
            .upload(&self.recruiter, job, vec![(name, bytes)]);
        assert_eq!((status, &body["created"]), (200, &json!(1)), "{body}");
        let code = body["candidates"][0]["candidate_unique_id"]
            .as_str()
            .unwrap();
        let query = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { _id } } }";
        let found = self.call(&self.recruiter, query, json!({ "search": code }));
        let id = found["candidate"][0]["_id"].as_str().unwrap();
        (id.to_owned(), code.to_owned())
    }

    /// Uploads all resumes, and decides about them six days later. Returns the candidate whose packet is shown.
    fn apply_and_decide(&self) -> (String, String) {
        let uploaded = RESUMES.map(|(name, job, _)| self.upload(name, &self.job(job)));
        self.service.clock.advance(Duration::days(6));
        let update =
            "mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) { status } }";
        for ((_, _, status), (id, _)) in RESUMES.iter().zip(&uploaded) {
            let reason = (*status == "Rejected").then_some(REASON);
            let input = json!({ "candidateId": id, "status": status, "reason": reason });
            self.call(&self.recruiter, update, input);
        }
        self.service.clock.advance(Duration::days(1));
        let place = RESUMES.iter().position(|(name, _, _)| *name == EXPLAINED);
        uploaded[place.unwrap()].clone()
    }

    fn principal(&self) -> Principal {
        let access = self.service.app.access();
        let (key, token) = (&self.recruiter.key, &self.recruiter.token);
        access.authenticate(key, token, "").unwrap()
    }
}

/// Creates a user of a role, and signs them in for all days of the example.
fn caller(
    service: &Service,
    organization: &OrganizationId,
    full_name: &str,
    user_type: UserType,
) -> Caller {
    let id = format!("usr_demo_{}", user_type.as_str().to_lowercase());
    let new = NewUser {
        id: UserId::parse("u", &id).unwrap(),
        organization_id: organization.clone(),
        user_type,
        full_name: full_name.to_owned(),
        email: EmailAddress::parse("e", &format!("{id}@example.org")).unwrap(),
        password_hash: "none".into(),
        created_at: at(0),
    };
    let user = service.store().insert_user(&new).unwrap();
    let session = service.app.sessions().open(user, Duration::days(30));
    let key = CreateApiKey {
        name: "examples".into(),
        permissions: Permission::ALL.to_vec(),
        lifetime: None,
    };
    let accounts = service.app.accounts();
    let key = accounts.create_api_key(&Party::operator(organization), key);
    Caller {
        key: key.unwrap().secret,
        token: session.unwrap().access_token,
        user_id: id,
        organization_id: organization.to_string(),
    }
}

fn project_file(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// Compares an example with its file, or writes it.
fn check(name: &str, text: &str) {
    let path = project_file("docs/examples").join(name);
    if variable(UPDATE_VARIABLE).is_some() {
        fs::write(path, text).unwrap();
        return;
    }
    let stored = fs::read_to_string(path).unwrap();
    assert!(
        stored == text,
        "docs/examples/{name} is out of date: UPDATE_DOCS=1 cargo test --workspace --locked --test it -- examples"
    );
}

fn check_audit(demo: &Demo<'_>) {
    let file = fs::read(project_file("docs/examples/categories.csv")).unwrap();
    let file = CategoryFile::read(file.as_slice()).unwrap();
    let organization = OrganizationId::parse("o", ORGANIZATION).unwrap();
    let request = BiasAuditRequest {
        from: Some("2026-01-01".to_owned()),
        to: Some("2026-12-31".to_owned()),
        ..BiasAuditRequest::default()
    };
    let fairness = demo.service.app.fairness();
    let party = Party::operator(&organization);
    let report = fairness.audit_with_file(&party, &request, &file).unwrap();
    check("audit.html", &bias_audit_document(&report).unwrap());
    check("audit.csv", &report.to_csv());
    check("audit.json", &format!("{:#}\n", report.to_json()));
}

fn check_packets(demo: &Demo<'_>, (id, code): &(String, String)) {
    let principal = demo.principal();
    let fixed = |text: &str| text.replace(id, ID).replace(code, CODE);
    for language in PacketLanguage::ALL {
        let language = language.code();
        let packets = demo.service.app.packets();
        let packet = packets.packet(&principal, id, Some(language)).unwrap();
        let document = candidate_packet_document(&packet).unwrap();
        check(&format!("packet.{language}.html"), &fixed(&document));
    }
    let packet = demo.call(&demo.recruiter, PACKET, json!({ "candidateId": id }));
    check("packet.en.json", &fixed(&format!("{packet:#}\n")));
}

#[test]
fn the_examples_are_current() {
    on_sqlite(|url| {
        // The groups of the invented people are small.
        let service = showing_all_groups(url);
        let demo = Demo::create(&service);
        demo.set_policies();
        demo.import_jobs();
        let explained = demo.apply_and_decide();
        check_audit(&demo);
        check_packets(&demo, &explained);
    });
}
