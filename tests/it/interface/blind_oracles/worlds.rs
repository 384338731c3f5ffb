//! A service with a known application to one job, and a masked candidate of a blind job.

use std::collections::BTreeMap;

use chrono::Duration;
use serde_json::{Value, json};
use shortlist_persistence::DatabaseUrl;

use super::differences;
use crate::support::input::joined;
use crate::support::people::Caller;
use crate::support::resumes::docx_of;
use crate::support::service::Service;

/// Everything that says who somebody is. All texts of two people have equal lengths, which are visible.
pub(crate) struct Person {
    pub(crate) name: &'static str,
    pub(crate) email: &'static str,
    pub(crate) phone: &'static str,
    pub(crate) link: &'static str,
    pub(crate) school: &'static str,
    pub(crate) born: &'static str,
    pub(crate) external_id: &'static str,
    pub(crate) tag: &'static str,
    pub(crate) source: &'static str,
    pub(crate) field: &'static str,
    pub(crate) place: &'static str,
    pub(crate) meeting_link: &'static str,
}

/// The person of the known application.
pub(crate) const KNOWN: Person = Person {
    name: "Quillon Zephyrine",
    email: "quillon.zephyrine@example.org",
    phone: "+44 20 555 0142",
    link: "linkedin.com/in/qzephyr",
    school: "Vexholm University",
    born: "3 May 1990",
    external_id: "QZ-4711",
    tag: "zephyrine",
    source: "Quillon's friend",
    field: "See quillon.zephyrine@example.org",
    place: "At Quillon's in Vexholm",
    meeting_link: "https://meet.example.org/zephyrine",
};

/// Somebody else.
pub(crate) const OTHER: Person = Person {
    name: "Marisol Tavendish",
    email: "marisol.tavendish@example.org",
    phone: "+44 20 555 0187",
    link: "linkedin.com/in/mtavend",
    school: "Wexdale University",
    born: "9 Jul 1987",
    external_id: "MT-8822",
    tag: "tavendish",
    source: "Marisol's friend",
    field: "See marisol.tavendish@example.org",
    place: "At Marisol's in Wexdale",
    meeting_link: "https://meet.example.org/tavendish",
};

impl Person {
    fn first_name(&self) -> &str {
        self.name.split(' ').next().unwrap()
    }

    fn last_name(&self) -> &str {
        self.name.split(' ').next_back().unwrap()
    }

    pub(crate) fn resume(&self) -> Vec<u8> {
        let addresses = format!("{}, {}", self.email, self.phone);
        let born = format!("Date of birth: {}", self.born);
        let work = format!(
            "{} built services in Rust on PostgreSQL and ran them on Kubernetes.",
            self.last_name()
        );
        let degree = format!(
            "Bachelor of Science in Computer Science, {}, 2018",
            self.school
        );
        docx_of(&[
            self.name,
            &addresses,
            self.link,
            "Personal details",
            &born,
            "Experience",
            "Backend Engineer, Orchard Software",
            "January 2019 - December 2023",
            &work,
            "Education",
            &degree,
            "Skills",
            "Rust, PostgreSQL, Kubernetes, Docker",
        ])
    }
}

/// A service, and the identifiers of what it contains.
pub(super) struct World {
    pub(super) service: Service,
    pub(super) open_job: String,
    pub(super) blind_job: String,
    /// The application of the known person to the open job.
    pub(super) known: String,
    /// The masked candidate.
    pub(super) masked: String,
    /// The code of the masked candidate.
    pub(super) code: String,
    pub(super) interview: String,
    pub(super) note: String,
    roles: BTreeMap<String, &'static str>,
}

fn ours(more: Value) -> Value {
    joined(json!({ "organizationId": "org_ours" }), &more)
}

impl World {
    pub(super) fn create(url: &DatabaseUrl, person: &Person) -> Self {
        let service = Service::start(url);
        let define =
            "mutation($input: SetCustomFieldInput!) { setCustomField(input: $input) { key } }";
        let field = ours(json!({ "key": "profile", "label": "Profile", "type": "Text" }));
        service.data(&service.admin, define, field);
        let open_job = service.create_job("Platform Engineer", json!({}));
        service.clock.advance(Duration::minutes(1));
        let blind_job = service.create_job("Backend Engineer", json!({ "blind": true }));
        let (known, known_code) = upload(&service, &open_job, KNOWN.resume());
        let bystander = docx_of(&[
            "Odalys Brimble",
            "odalys@example.net",
            "Skills",
            "Rust, Docker",
        ]);
        let (other, other_code) = upload(&service, &blind_job, bystander);
        let (masked, code) = upload(&service, &blind_job, person.resume());
        let mut world = Self {
            roles: BTreeMap::from([
                (open_job.clone(), "open job"),
                (blind_job.clone(), "blind job"),
                (known.clone(), "known"),
                (known_code, "known code"),
                (other, "other"),
                (other_code, "other code"),
                (masked.clone(), "masked"),
                (code.clone(), "masked code"),
            ]),
            service,
            open_job,
            blind_job,
            known,
            masked,
            code,
            interview: String::new(),
            note: String::new(),
        };
        world.write(person);
        world
    }

    /// Reveals the masked candidate to a user.
    pub(super) fn reveal(&self, caller: &Caller) {
        let reveal =
            "mutation($input: RevealCandidateInput!) { revealCandidate(input: $input) { _id } }";
        let input = ours(json!({ "candidateId": self.masked, "reason": "The offer needs it" }));
        self.service.data(caller, reveal, input);
    }

    /// Lets a colleague, who knows the person, write everything that can be written about a candidate.
    fn write(&mut self, person: &Person) {
        let colleague = self.service.colleague.clone();
        self.reveal(&colleague);
        let named = |of: &Person, candidate: &str| {
            ours(
                json!({ "candidateId": candidate, "externalId": of.external_id, "source": of.source, "tags": [of.tag],
                "customFields": [{ "key": "profile", "value": of.field }], "status": "OnHold",
                "reason": format!("{} asked for time", of.first_name()) }),
            )
        };
        let update =
            "mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) { _id } }";
        self.service
            .data(&colleague, update, named(person, &self.masked));
        self.service
            .data(&colleague, update, named(&KNOWN, &self.known));
        let note = "mutation($input: AddNoteInput!) { addNote(input: $input) { _id } }";
        let text = format!("{} was at {}", person.last_name(), person.school);
        let input = ours(json!({ "candidateId": self.masked, "text": text }));
        let added = self.service.data(&colleague, note, input);
        added["_id"].as_str().unwrap().clone_into(&mut self.note);
        let schedule = "mutation($input: ScheduleInterviewInput!) { scheduleInterview(input: $input) { interviews { _id } } }";
        let input = ours(
            json!({ "candidateId": self.masked, "interviewerIds": [self.service.interviewer.user_id],
            "dateAndTime": "2026-03-06T08:00:00Z", "place": person.place, "meetingLink": person.meeting_link }),
        );
        let scheduled = self.service.data(&colleague, schedule, input);
        let interview = scheduled["interviews"][0]["_id"].as_str().unwrap();
        interview.clone_into(&mut self.interview);
        let report = "mutation($input: SubmitInterviewReportInput!) { submitInterviewReport(input: $input) { feedback } }";
        let input = json!({ "interviewId": self.interview, "feedback": format!("{} did well", person.first_name()),
            "questions": [{ "question": format!("Who is {}?", person.name), "candidateAnswer": person.email }] });
        self.service.data(&colleague, report, input);
        let review =
            "mutation($input: SubmitReviewInput!) { submitReview(input: $input) { score } }";
        let comment = format!("{} is good", person.last_name());
        let input = json!({ "candidateId": self.masked, "score": 70.0, "comment": comment });
        self.service.data(&colleague, review, input);
        self.roles.insert(self.interview.clone(), "interview");
        self.roles.insert(self.note.clone(), "note");
    }

    pub(super) fn caller(&self, name: &str) -> &Caller {
        match name {
            "admin" => &self.service.admin,
            "recruiter" => &self.service.recruiter,
            _ => &self.service.interviewer,
        }
    }

    /// Returns a text without what differs between any two services.
    pub(super) fn neutral(&self, text: &str) -> String {
        differences::neutral(text, &self.roles)
    }
}

/// Uploads a resume a minute after the last one, and returns the candidate's identifier and code.
pub(super) fn upload(service: &Service, job: &str, resume: Vec<u8>) -> (String, String) {
    service.clock.advance(Duration::minutes(1));
    let (status, body) = service.upload(&service.recruiter, job, vec![("cv.docx", resume)]);
    assert_eq!((status, &body["created"]), (200, &json!(1)), "{body}");
    let created = &body["candidates"][0];
    let text = |field: &str| created[field].as_str().unwrap().to_owned();
    (text("_id"), text("candidate_unique_id"))
}
