//! The packets of real resumes: no data of another person, no hidden text as evidence, no sentence of another language.
//!
//! `SHORTLIST_CORPUS=/path cargo test --workspace --locked --test it -- real_packets --nocapture` reads every resume below the
//! folder `real` of the corpus. Without such resumes, the test does nothing. It prints counts only, never a word of a resume.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use reqwest::blocking::multipart::Form;
use serde_json::{Value, json};
use shortlist_app::{CandidatePacket, PacketLanguage, PacketSection};
use shortlist_domain::{Candidate, CandidateId, OrganizationId, Principal, Resume};
use shortlist_vocabulary::Vocabulary;

use crate::support::database::{on_sqlite, variable};
use crate::support::english::{first_english_word, lists_posting_words};
use crate::support::service::{Service, answer, file};

/// The files of one upload.
const BATCH: usize = 30;
/// The candidate with this place in the ranking is hired, so that most others could have been above.
const HIRED: usize = 20;
/// A person whose resume occurs twice counts once for a job, so some files need another job.
const JOBS: usize = 4;
/// The posting has requirements of each kind. None of its words is in the list of English words.
const DESCRIPTION: &str = "Requirements:\n- 6 years of professional experience\n- Master's degree in Computer Science\n\
    - 3 years of Kafka\n- Fluent German or French\n- PMP certification\n";
const SKILLS: [&str; 6] = ["Python", "Docker", "SQL", "Excel", "Kubernetes", "Java"];
const WEIGHTS: &str = r#"{"experience": 30, "skills": 30, "education": 10, "languages": 10, "certifications": 10, "leadership": 10}"#;
/// The marks around words of a resume in a label.
const QUOTATION: [(char, char); 4] = [('“', '”'), ('„', '“'), ('«', '»'), ('(', ')')];

/// Returns the real resumes of the corpus.
fn real_resumes() -> Vec<PathBuf> {
    let Some(corpus) = variable("SHORTLIST_CORPUS") else {
        return Vec::new();
    };
    let mut folders = vec![Path::new(&corpus).join("real")];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(folder) else {
            continue;
        };
        for path in entries.map(|entry| entry.unwrap().path()) {
            let ending = path.extension().unwrap_or_default().to_string_lossy();
            if path.is_dir() {
                folders.push(path);
            } else if ["pdf", "docx", "doc"].contains(&&*ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Uploads files for a job, and returns those of people who have already applied.
fn upload(service: &Service, job: &str, files: &[PathBuf]) -> Vec<PathBuf> {
    let mut again = Vec::new();
    for batch in files.chunks(BATCH) {
        let form = Service::weighted_form(&service.recruiter, job, WEIGHTS.to_owned());
        let form = batch.iter().fold(form, |form: Form, path| {
            let name = path.file_name().unwrap().to_string_lossy();
            form.part("files", file(&name, fs::read(path).unwrap()))
        });
        let request = service.post(&service.recruiter, "/bulk-upload-resumes");
        let (status, body) = answer(request.multipart(form).send().unwrap());
        assert_eq!(status, 200, "{}", body["message"]);
        let results = body["results"].as_array().unwrap();
        let duplicates = batch.iter().zip(results);
        let duplicates = duplicates.filter(|(_, result)| result["outcome"] == "duplicate");
        again.extend(duplicates.map(|(path, _)| path.clone()));
        for result in results.iter().filter(|one| one["outcome"] == "skipped") {
            println!("skipped: {}", result["reason"]);
        }
    }
    again
}

/// A candidate with the resume that was read.
struct Applicant {
    candidate: Candidate,
    resume: Resume,
}

impl Applicant {
    /// Returns what identifies the person.
    fn names(&self) -> Vec<String> {
        let candidate = &self.candidate;
        let name = candidate.full_name.clone();
        let name = (name.split_whitespace().count() > 1).then_some(name);
        let email = candidate.email.as_ref().map(ToString::to_string);
        let phone = candidate.phone.as_ref().map(ToString::to_string);
        let ids = [candidate.id.to_string(), candidate.code.to_string()];
        let all = name.into_iter().chain(email).chain(phone).chain(ids);
        all.filter(|name| name.len() > 5).collect()
    }

    /// Returns the visible text without the passages that were reported.
    fn scored_text(&self) -> String {
        let findings = self.resume.findings.iter();
        let left_out = findings.filter(|finding| finding.kind.is_excluded());
        left_out.fold(self.resume.text.as_str().to_owned(), |text, finding| {
            text.replace(&finding.quote, "\n")
        })
    }
}

fn applicants(service: &Service, job: &str) -> Vec<Applicant> {
    let query =
        "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { _id } } }";
    let mut found = Vec::new();
    for page in 1.. {
        let input = json!({ "organizationId": "org_ours", "jobId": job, "pageNumber": page, "pageSize": 100 });
        let listed = service.data(&service.recruiter, query, input);
        let listed = listed["candidate"].as_array().unwrap().clone();
        found.extend(listed.iter().map(|one| applicant(service, one)));
        if listed.len() < 100 {
            return found;
        }
    }
    found
}

fn applicant(service: &Service, listed: &Value) -> Applicant {
    let organization = OrganizationId::parse("o", "org_ours").unwrap();
    let id = CandidateId::parse("c", listed["_id"].as_str().unwrap()).unwrap();
    let candidates = service.store().candidates();
    let candidate = candidates.find(&organization, &id).unwrap().unwrap();
    let ids = std::slice::from_ref(&id);
    let mut resumes = candidates.load_resumes(&organization, ids).unwrap();
    Applicant {
        candidate,
        resume: resumes.remove(&id).unwrap().resume,
    }
}

/// Hires one of the best candidates and rejects the others.
fn decide(service: &Service, applicants: &[Applicant]) {
    let mut ranking: Vec<&Candidate> = applicants.iter().map(|one| &one.candidate).collect();
    ranking.sort_by_key(|one| std::cmp::Reverse(one.score));
    let update =
        "mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) { status } }";
    for (place, candidate) in ranking.iter().enumerate() {
        let is_hired = place == HIRED.min(ranking.len() / 2);
        let status = if is_hired { "Hired" } else { "Rejected" };
        let input = json!({ "organizationId": "org_ours", "candidateId": candidate.id.as_str(), "status": status });
        service.data(&service.recruiter, update, input);
    }
}

/// What was found in the packets.
#[derive(Debug, Default)]
struct Found {
    packets: usize,
    quotes: usize,
    /// The packets that say what would have changed the order.
    with_sets: usize,
    /// The packets that name hidden passages.
    with_hidden: usize,
    other_people: usize,
    quotes_of_hidden_text: usize,
    untranslated: BTreeSet<String>,
    /// The texts that are the same as in English, which must be names.
    same_as_english: BTreeSet<String>,
}

impl Found {
    fn check(&mut self, applicant: &Applicant, packet: &CandidatePacket, others: &[String]) {
        self.packets += 1;
        let names = |section: &&PacketSection| section.name;
        let has = |name: &str| packet.sections.iter().find(|one| names(one) == name);
        self.with_sets += usize::from(has("change").is_some_and(|one| !one.items.is_empty()));
        self.with_hidden += usize::from(has("notUsed").is_some_and(|one| !one.notes.is_empty()));
        let own = squeezed(&applicant.scored_text());
        for quote in quotes(packet) {
            self.quotes += 1;
            self.quotes_of_hidden_text += usize::from(!own.contains(&squeezed(quote)));
        }
        let texts = texts(packet).join("\n");
        let own_names = applicant.names();
        let mut others = others.iter().filter(|name| !own_names.contains(name));
        self.other_people += usize::from(others.any(|name| texts.contains(name.as_str())));
    }

    fn check_language(&mut self, packet: &CandidatePacket, english: &CandidatePacket) {
        let decider = packet.decision.as_ref();
        let decider = decider.and_then(|decision| decision.decided_by.clone());
        for (text, original) in texts(packet).iter().zip(texts(english)) {
            let own = without_quotations(text);
            let own = own.replace(decider.as_deref().unwrap_or("\n"), "");
            if *text == original && own.split_whitespace().count() > 1 {
                self.same_as_english.insert(own.clone());
            }
            if !lists_posting_words(&own) && first_english_word(&own).is_some() {
                self.untranslated.insert(own);
            }
        }
    }
}

/// Returns a text without blanks, because quotes join lines.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Returns a text without the words of the resume that it quotes.
fn without_quotations(text: &str) -> String {
    let mut rest = text.to_owned();
    for (open, close) in QUOTATION {
        while let Some((before, after)) = rest.split_once(open)
            && let Some((_, after)) = after.split_once(close)
        {
            rest = format!("{before}{after}");
        }
    }
    rest
}

fn quotes(packet: &CandidatePacket) -> Vec<&str> {
    let criteria = packet.sections.iter().flat_map(|section| &section.criteria);
    let findings = criteria.flat_map(|criterion| &criterion.findings);
    findings.map(|finding| finding.quote.as_str()).collect()
}

/// Returns everything that a packet says in its own words.
fn texts(packet: &CandidatePacket) -> Vec<String> {
    let mut texts = vec![packet.title.clone()];
    for section in &packet.sections {
        texts.push(section.heading.clone());
        texts.extend(section.paragraphs.iter().cloned());
        texts.extend(section.items.iter().cloned());
        texts.extend(section.notes.iter().cloned());
        for criterion in &section.criteria {
            texts.extend([criterion.name.clone(), criterion.summary.clone()]);
            texts.extend(criterion.nothing.map(str::to_owned));
            let findings = criterion.findings.iter();
            texts.extend(findings.flat_map(|one| [one.label.clone(), one.page.clone()]));
            let gaps = criterion.gaps.iter();
            texts.extend(gaps.flat_map(|one| [one.label.clone(), one.gain.clone()]));
        }
    }
    texts
}

fn principal(service: &Service) -> Principal {
    let access = service.app.access();
    let (key, token) = (&service.recruiter.key, &service.recruiter.token);
    access.authenticate(key, token, "").unwrap()
}

fn check_job(service: &Service, job: &str, found: &mut Found) {
    let applicants = applicants(service, job);
    decide(service, &applicants);
    let names: Vec<String> = applicants.iter().flat_map(Applicant::names).collect();
    let principal = principal(service);
    for applicant in &applicants {
        let id = applicant.candidate.id.as_str();
        let packet = |language: PacketLanguage| {
            let packets = service.app.packets();
            let packet = packets.packet(&principal, id, Some(language.code()));
            packet.unwrap()
        };
        let [english, others @ ..] = PacketLanguage::ALL.map(packet);
        found.check(applicant, &english, &names);
        for other in others {
            found.check(applicant, &other, &names);
            found.check_language(&other, &english);
        }
    }
}

#[test]
fn packets_of_real_resumes_are_about_one_person_in_one_language() {
    let resumes = real_resumes();
    if resumes.is_empty() {
        println!("skipped: the corpus has no real resumes");
        return;
    }
    on_sqlite(|url| {
        let service = Service::start(url);
        let mut found = Found::default();
        let mut left = resumes.clone();
        for number in 0..JOBS {
            let more = json!({ "jobDescription": DESCRIPTION, "skills": SKILLS });
            let job = service.create_job(&format!("Analyst {number}"), more);
            let duplicates = upload(&service, &job, &left);
            check_job(&service, &job, &mut found);
            left = duplicates;
        }
        println!(
            "files {}, never uploaded {}: {found:#?}",
            resumes.len(),
            left.len()
        );
        assert_eq!(found.other_people, 0);
        assert_eq!(found.quotes_of_hidden_text, 0);
        assert!(found.untranslated.is_empty());
        let is_name = |text: &String| {
            text.starts_with("page ") || Vocabulary::built_in().find(text).is_some()
        };
        assert!(found.same_as_english.iter().all(is_name));
    });
}
