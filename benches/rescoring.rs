//! Measures rescoring the candidates of one large job: with other weights, and after the job has changed. Also measures the
//! preview of other weights, and the counts of scores that the ranking shows.
//!
//! `cargo bench -p shortlist-benches --bench rescoring -- [CANDIDATES [DATABASE]]`
//!
//! The default is 100,000 candidates, on SQLite in a temporary folder or in the empty database that is named. The
//! resumes are invented. The measured use case is the one that the API and the command line call.
#![expect(clippy::print_stdout, reason = "printing is what it is for")]

use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use chrono::{DateTime, NaiveDate, Utc};
use shortlist_app::{App, Clock, FileStore, RescoreJob, RescoreSummary, Settings};
use shortlist_benches::processor_time;
use shortlist_domain::{
    CandidateCode, CandidateFilters, CandidateId, CandidateIdentity, CandidateOrder,
    CandidateQuery, EmailAddress, EmploymentKind, Environment, FileDigest, Found, Job, JobChange,
    JobId, NewCandidate, NewJob, NewOrganization, NewUser, OrderedQuery, OrganizationId,
    PageRequest, Party, Permission, Principal, Resume, StageList, StatusFilter, StoredFile,
    Timestamp, UserId, UserType, Weights,
};
use shortlist_fixtures::invented_resumes;
use shortlist_parsing::{ReadOptions, read_resume, with_deep_stack};
use shortlist_persistence::{DatabaseUrl, JobInsertion, ListSource, Store, StoreConfig, Writer};
use shortlist_scoring::{JobText, PreparedJob, Profile, ScoreInput, read_requirements, score};
use shortlist_vocabulary::Vocabulary;

#[global_allocator]
static ALLOCATOR: shortlist_allocator::Allocator = shortlist_allocator::Allocator;

type Outcome<T> = Result<T, Box<dyn Error>>;

const CANDIDATES: usize = 100_000;
const BATCH: usize = 500;
const WEIGHTS: [(&str, f64); 3] = [("experience", 40.0), ("skills", 40.0), ("education", 20.0)];

struct FixedClock(Timestamp);

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        self.0
    }

    fn running(&self) -> std::time::Duration {
        std::time::Duration::ZERO
    }
}

/// One large job with its candidates.
struct Bench {
    app: App,
    store: Store,
    organization: OrganizationId,
    job: Job,
    at: Timestamp,
}

fn main() -> Outcome<()> {
    // Cargo adds a flag to the arguments of benchmarks.
    let mut given = std::env::args()
        .skip(1)
        .filter(|text| !text.starts_with("--"));
    let count = given.next().map_or(Ok(CANDIDATES), |text| text.parse())?;
    let database = given.next();
    let folder = tempfile::tempdir()?;
    let bench = Bench::open(folder.path(), database.as_deref())?;
    let resumes = read_all()?;
    let begun = Instant::now();
    bench.fill(count, &resumes)?;
    println!(
        "{count} candidates on {}, created in {:.1} s",
        bench.store.database().backend_name(),
        begun.elapsed().as_secs_f64()
    );
    bench.time_ranking()?;
    bench.time("other weights", r#"{"skills": 60, "experience": 40}"#)?;
    bench.time(
        "back again",
        r#"{"experience": 40, "skills": 40, "education": 20}"#,
    )?;
    bench.time("one criterion", r#"{"education": 1}"#)?;
    let change = JobChange {
        skills: Some(["Rust", "Kubernetes", "SQL"].map(str::to_owned).to_vec()),
        ..JobChange::default()
    };
    bench.writer_for("change a job").jobs().update(
        &bench.organization,
        &bench.job.id,
        &change,
        bench.at,
    )?;
    bench.time("a changed job", r#"{"skills": 60, "experience": 40}"#)?;
    Ok(())
}

/// Returns each readable invented resume once.
fn read_all() -> Outcome<Vec<Resume>> {
    let read = || -> Vec<Resume> {
        let options = ReadOptions::default();
        let files = invented_resumes();
        files
            .filter_map(|file| read_resume(&file.bytes, &options, Vocabulary::built_in()).ok())
            .collect()
    };
    Ok(with_deep_stack(read)?)
}

impl Bench {
    fn open(folder: &Path, database: Option<&str>) -> Outcome<Self> {
        let in_folder = || DatabaseUrl::Sqlite(folder.join("shortlist.db"));
        let url = database.map_or_else(in_folder, DatabaseUrl::parse);
        let config = StoreConfig {
            url,
            max_connections: 8,
            lists: ListSource::Database,
        };
        let store = Store::open(&config)?;
        store.database().migrate()?;
        let day: DateTime<Utc> = "2026-11-21T08:00:00Z".parse()?;
        let at = Timestamp::new(day);
        let organization = OrganizationId::parse("organization", "org_bench")?;
        let party = Party::operator(&organization);
        let writer = store.writer_for(party.action("set up", at));
        writer.organizations().insert(&NewOrganization {
            id: organization.clone(),
            name: "Bench".to_owned(),
            stages: StageList::default(),
            created_at: at,
        })?;
        let recruiter = UserId::parse("user", "usr_bench")?;
        writer.users().insert(&NewUser {
            id: recruiter.clone(),
            organization_id: organization.clone(),
            user_type: UserType::Recruiter,
            full_name: "Ada Bench".to_owned(),
            email: EmailAddress::parse("email", "ada@example.org")?,
            password_hash: String::new(),
            created_at: at,
        })?;
        let job = match writer
            .jobs()
            .insert(&new_job(&organization, &recruiter, at)?)?
        {
            JobInsertion::Created(job) => *job,
            JobInsertion::Duplicate(_) => return Err("the database is not empty".into()),
        };
        let files = FileStore::open(folder.join("files"))?;
        let clock = Arc::new(FixedClock(at));
        let settings = Settings::new(Environment::Production);
        Ok(Self {
            app: App::new(
                store.clone(),
                files,
                clock,
                settings,
                Arc::clone(Vocabulary::built_in()),
            ),
            store,
            organization,
            job,
            at,
        })
    }

    /// Creates candidates, each with one of the resumes and a unique address.
    fn fill(&self, count: usize, resumes: &[Resume]) -> Outcome<()> {
        let job = JobText {
            title: &self.job.title,
            description: &self.job.description,
            skills: &self.job.skills,
        };
        let vocabulary = Vocabulary::built_in();
        let prepared = PreparedJob::new(&job, &read_requirements(&job, vocabulary), vocabulary);
        let weights = Weights::new(&WEIGHTS.map(|(name, weight)| (name.to_owned(), weight)))?;
        let as_of = NaiveDate::from_ymd_opt(2026, 11, 21).ok_or("no such day")?;
        let mut number: u128 = 0;
        let mut batch = Vec::with_capacity(BATCH);
        for resume in resumes.iter().cycle().take(count) {
            number += 1;
            let mut digest = [0; 32];
            digest
                .iter_mut()
                .zip(number.to_be_bytes())
                .for_each(|(place, byte)| *place = byte);
            let document = FileDigest(digest);
            let email = EmailAddress::parse("email", &format!("person{number}@example.org"))?;
            let mut resume = resume.clone();
            resume.email = Some(Found::certain(email, None, "invented"));
            let input = ScoreInput {
                profile: &Profile::of(&resume, vocabulary),
                weights: &weights,
                as_of,
                document,
            };
            let receipt = score(&prepared, &input, vocabulary);
            batch.push(NewCandidate {
                id: CandidateId::generate(self.at, number),
                code: CandidateCode::generate(number),
                organization_id: self.organization.clone(),
                job_id: self.job.id.clone(),
                recruiter_id: self.job.recruiter_id.clone(),
                identity: CandidateIdentity::of(resume.email_address(), None, document),
                file: StoredFile {
                    name: "cv.pdf".to_owned(),
                    media: resume.media,
                    bytes: 1,
                    digest: document,
                },
                resume,
                receipt,
                job_version: self.job.version,
                created_at: self.at,
            });
            if batch.len() == BATCH {
                self.insert(&batch)?;
                batch.clear();
            }
        }
        self.insert(&batch)
    }

    fn insert(&self, batch: &[NewCandidate]) -> Outcome<()> {
        let mut spare = u128::MAX;
        let mut random = || {
            spare -= 1;
            spare
        };
        let writer = self.writer_for("fill");
        writer.candidates().insert(batch, &mut random)?;
        Ok(())
    }

    fn writer_for(&self, operation: &'static str) -> Writer<'_> {
        let party = Party::operator(&self.organization);
        self.store.writer_for(party.action(operation, self.at))
    }

    /// Measures what the ranking needs: the first page, the counts of the scores, and a preview of other weights.
    fn time_ranking(&self) -> Outcome<()> {
        let caller = Principal {
            organization_id: self.organization.clone(),
            user_id: self.job.recruiter_id.clone(),
            is_integration: false,
            user_type: UserType::Admin,
            key_id: None,
            permissions: Permission::ALL.to_vec(),
            key_expires_at: None,
            address: None,
            session_id: None,
        };
        let query = OrderedQuery {
            candidates: CandidateQuery {
                organization_id: self.organization.clone(),
                job_id: Some(self.job.id.clone()),
                search: None,
                status: StatusFilter::Any,
                filters: CandidateFilters::default(),
                page: PageRequest::parse(("page", 1), ("size", 50))?,
                count: false,
            },
            order: CandidateOrder::default(),
            after: None,
            hides_reviews_from: None,
        };
        let weights = r#"{"skills": 60, "experience": 30, "education": 10}"#;
        let candidates = self.app.candidates();
        let begun = Instant::now();
        candidates.list_ordered(&caller, &query)?;
        let listed = begun.elapsed();
        candidates.score_counts(&caller, &query.candidates)?;
        let counted = begun.elapsed() - listed;
        let preview = self
            .app
            .scores()
            .preview(&caller, &query.candidates, weights)?;
        let previewed = begun.elapsed() - listed - counted;
        println!(
            "the ranking: first page {:.1} ms, counts of scores {:.1} ms, preview of other weights {:.2} s ({} up, {} down)",
            listed.as_secs_f64() * 1e3,
            counted.as_secs_f64() * 1e3,
            previewed.as_secs_f64(),
            preview.up,
            preview.down
        );
        Ok(())
    }

    fn time(&self, what: &str, weights: &str) -> Outcome<RescoreSummary> {
        let request = RescoreJob {
            job_id: self.job.id.to_string(),
            resume_score_breakdown: Some(weights.to_owned()),
            as_of: None,
            ..RescoreJob::default()
        };
        let (begun, cpu) = (Instant::now(), processor_time());
        let summary = self
            .app
            .scores()
            .rescore(&Party::operator(&self.organization), &request)?;
        println!(
            "{what}: {:.2} s, {:.2} s of processor time ({} candidates, {} measured anew, {} up, {} down)",
            begun.elapsed().as_secs_f64(),
            (processor_time() - cpu).as_secs_f64(),
            summary.candidates,
            summary.measured,
            summary.up,
            summary.down
        );
        Ok(summary)
    }
}

fn new_job(organization: &OrganizationId, recruiter: &UserId, at: Timestamp) -> Outcome<NewJob> {
    Ok(NewJob {
        id: JobId::parse("job", "job_bench")?,
        organization_id: organization.clone(),
        recruiter_id: recruiter.clone(),
        title: "Backend Engineer".to_owned(),
        description: "At least 3 years of experience with web services. A bachelor's degree in Computer Science. \
                      Docker and PostgreSQL are required. Kubernetes is a plus."
            .to_owned(),
        skills: ["Rust", "PostgreSQL", "Python", "Project Management"]
            .map(str::to_owned)
            .to_vec(),
        code: None,
        department: None,
        location: None,
        employment_type: None,
        employment_kind: Some(EmploymentKind::FullTime),
        blind: false,
draft: false,
        external_id: None,
        reply_to: None,
        attributes: Vec::new(),
        created_at: at,
    })
}
