//! `shortlist bench seed`: fills a database of any size with invented people.
//!
//! All data is written as the service writes it, with search texts, receipts and the audit log. So measurements on it are
//! valid for the service. Only the files are missing.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use chrono::Duration;
use clap::Args;
use fastrand::Rng;
use serde_json::{Value, json};
use shortlist_app::{
    App, AssignInterviewer, CreateApiKey, CreateJob, CreateOrganization, CreateUser, SubmitReview,
    UpdateCandidate, random_password,
};
use shortlist_domain::{
    CandidateStatus, EmailAddress, Environment, InterviewStatus, JobId, OrganizationId, Party,
    Permission, Principal, UserId, UserType,
};
use shortlist_persistence::Store;

use super::applicants::Origin;
use crate::config::{Config, ConfigArguments};
use crate::progress::Progress;
use crate::vocabulary::OperatorSkills;
use crate::{Failure, output, service, telemetry};

/// How long the credentials are valid, in days.
const DAYS: i64 = 365;
/// The number of days over which the candidates applied.
const APPLIED_DAYS: i64 = 730;
/// One in this many candidates applied for the large job.
const LARGE_JOB_SHARE: u64 = 10;
/// How many candidates each other job has, if the number of jobs is not given.
const JOB_CANDIDATES: u64 = 5_000;
/// The number of candidates in one transaction.
const BATCH: u64 = 500;
/// One in this many candidates has an interview, a review and a status, up to a maximum number.
const INTERVIEWED_SHARE: u64 = 50;
const MAX_INTERVIEWED: u64 = 2_000;

/// Flags of `bench seed`.
#[derive(Debug, Args)]
pub(crate) struct SeedArguments {
    #[command(flatten)]
    config: ConfigArguments,
    /// The number of candidates. A tenth of them apply for one large job, the others for the remaining jobs.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    candidates: u64,
    /// The number of jobs in addition to the large one. By default, one for each 5,000 candidates.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    jobs: Option<u64>,
    /// The organization to create.
    #[arg(long, default_value = "org_bench")]
    organization: String,
}

/// Fills the database, and prints what a client needs.
pub(crate) fn run(arguments: &SeedArguments) -> Result<(), Failure> {
    let config = Config::load(&arguments.config)?;
    telemetry::start("warn", config.logging.log_format)?;
    let locations = service::data_locations(&config)?;
    let store = service::open_store(&locations)?;
    let settings = config.settings(Environment::Production)?;
    let vocabulary = OperatorSkills::default().into_vocabulary();
    let clock = service::system_clock();
    let app = service::assemble(&locations, store.clone(), settings, vocabulary, clock)?;
    let started = Instant::now();
    let tenant = Tenant::create(app, &arguments.organization)?;
    let jobs = tenant.create_jobs(arguments)?;
    let origin = tenant.origin(arguments.candidates)?;
    let filled = Instant::now();
    let seeding = Seeding {
        store: &store,
        origin: &origin,
        jobs: &jobs,
        candidates: arguments.candidates,
        next: AtomicU64::new(0),
        progress: Progress::counting("writing candidates", arguments.candidates),
    };
    seeding.fill()?;
    seeding.progress.finish();
    let fill_seconds = filled.elapsed().as_secs_f64();
    tenant.add_interviews(&origin, arguments.candidates)?;
    store
        .database()
        .vacuum_or_checkpoint()
        .map_err(Failure::of("optimize the database"))?;
    let mut summary = tenant.credentials_json(&jobs);
    if let Some(fields) = summary.as_object_mut() {
        fields.insert("candidates".to_owned(), json!(arguments.candidates));
        fields.insert("candidateSeconds".to_owned(), json!(fill_seconds));
        fields.insert("seconds".to_owned(), json!(started.elapsed().as_secs_f64()));
    }
    output::print_result(&summary.to_string())
}

/// The organization that is created, and its user.
struct Tenant {
    app: App,
    party: Party,
    key: String,
    token: String,
    password: String,
    email: String,
    caller: Principal,
}

impl Tenant {
    fn create(app: App, organization: &str) -> Result<Self, Failure> {
        let attempt = "create the organization; does it already exist?";
        let request = CreateOrganization {
            id: Some(organization.to_owned()),
            name: "Invented Organization".to_owned(),
        };
        let organization = app
            .accounts()
            .create_organization(request)
            .map_err(Failure::of(attempt))?
            .id;
        let party = Party::operator(&organization);
        let user = CreateUser {
            id: Some("usr_bench".to_owned()),
            user_type: UserType::Admin,
            full_name: "Adelheid Oxenfarth".to_owned(),
            email: "bench@example.org".to_owned(),
            password: random_password().map_err(Failure::of("generate a password"))?,
        };
        let attempt = "create the user, the key and the session";
        app.accounts()
            .create_user(&party, &user)
            .map_err(Failure::of(attempt))?;
        let key = CreateApiKey {
            name: "bench".to_owned(),
            permissions: Permission::ALL.to_vec(),
            lifetime: Some(Duration::days(DAYS)),
        };
        let key = app
            .accounts()
            .create_api_key(&party, key)
            .map_err(Failure::of(attempt))?
            .secret;
        let email = EmailAddress::parse("email", &user.email).map_err(Failure::of(attempt))?;
        let token = app
            .sessions()
            .open_for(&organization, &email, Duration::days(DAYS))
            .map_err(Failure::of(attempt))?
            .access_token;
        let caller = app
            .access()
            .authenticate(&key, &token, "")
            .map_err(Failure::of(attempt))?;
        Ok(Self {
            app,
            party,
            key,
            token,
            password: user.password,
            email: user.email,
            caller,
        })
    }

    fn organization(&self) -> &OrganizationId {
        &self.party.organization_id
    }

    fn user(&self) -> &UserId {
        &self.caller.user_id
    }

    /// Creates the large job, then the others.
    fn create_jobs(&self, arguments: &SeedArguments) -> Result<Vec<JobId>, Failure> {
        let rest = arguments.candidates - arguments.candidates / LARGE_JOB_SHARE;
        let others = arguments
            .jobs
            .unwrap_or_else(|| rest.div_ceil(JOB_CANDIDATES).max(1));
        let create = |number: u64| {
            let request = CreateJob {
                recruiter_id: self.user().to_string(),
                title: format!("Invented position {number}"),
                description: Some("At least 3 years of experience with web services.".to_owned()),
                skills: vec!["Rust".to_owned(), "PostgreSQL".to_owned()],
                code: Some(format!("BENCH-{number}")),
                ..CreateJob::default()
            };
            let job = self.app.jobs().create(&self.caller, &request);
            Ok(job.map_err(Failure::of("create the jobs"))?.id)
        };
        (0..=others).map(create).collect()
    }

    fn origin(&self, candidates: u64) -> Result<Origin, Failure> {
        let span = Duration::days(APPLIED_DAYS);
        let count = i32::try_from(candidates).unwrap_or(i32::MAX);
        let now = self.app.clock().now();
        Ok(Origin {
            organization: self.organization().clone(),
            recruiter: self.user().clone(),
            as_of: now.date(),
            first_at: now.minus(span),
            step: span / count,
        })
    }

    /// Gives some of the candidates an interview, a review and a status.
    fn add_interviews(&self, origin: &Origin, candidates: u64) -> Result<(), Failure> {
        let attempt = "write interviews, reviews and statuses";
        let interviewed = (candidates / INTERVIEWED_SHARE).min(MAX_INTERVIEWED);
        let progress = Progress::counting("writing interviews", interviewed);
        let mut random = Rng::with_seed(candidates);
        for number in (0..interviewed).map(|place| place * (candidates / interviewed.max(1))) {
            let candidate_id = origin.candidate_id(number).into_string();
            let hours = i64::try_from(number % 100_000).unwrap_or(0);
            let interview = AssignInterviewer {
                candidate_id: candidate_id.clone(),
                interviewer_id: self.user().to_string(),
                date_and_time: origin.first_at.plus(Duration::hours(hours)).to_string(),
                status: InterviewStatus::Scheduled.as_str().to_owned(),
                allow_overlap: true,
            };
            self.app
                .interviews()
                .assign(&self.caller, &interview)
                .map_err(Failure::of(attempt))?;
            let review = SubmitReview {
                candidate_id: candidate_id.clone(),
                score: f64::from(random.u16(..=1_000)) / 10.0,
                comment: None,
            };
            self.app
                .interviews()
                .submit_review(&self.caller, &review)
                .map_err(Failure::of(attempt))?;
            let update = UpdateCandidate {
                candidate_id,
                status: Some(Some(CandidateStatus::OnHold.as_str().to_owned())),
                ..UpdateCandidate::default()
            };
            self.app
                .candidates()
                .update(&self.caller, update)
                .map_err(Failure::of(attempt))?;
            progress.add(1);
        }
        Ok(())
    }

    /// Returns everything that a client needs.
    fn credentials_json(&self, jobs: &[JobId]) -> Value {
        let names: Vec<&str> = jobs.iter().map(JobId::as_str).collect();
        json!({
            "organizationId": self.organization().as_str(),
            "recruiterId": self.user().as_str(),
            "email": self.email,
            "password": self.password,
            "apiKey": self.key,
            "accessToken": self.token,
            "largeJobId": names.first(),
            "jobIds": names,
        })
    }
}

/// The candidates that are being written, shared by all threads.
struct Seeding<'a> {
    store: &'a Store,
    origin: &'a Origin,
    jobs: &'a [JobId],
    candidates: u64,
    /// The first number that no thread has taken yet.
    next: AtomicU64,
    progress: Progress,
}

impl Seeding<'_> {
    /// Runs one thread for each core. While one waits for the database, another prepares the next batch.
    fn fill(&self) -> Result<(), Failure> {
        let threads = thread::available_parallelism()
            .map_or(1, usize::from)
            .max(2);
        thread::scope(|scope| {
            let writers: Vec<_> = (0..threads)
                .map(|_| scope.spawn(|| self.write_batches()))
                .collect();
            let mut outcome = Ok(());
            for writer in writers {
                let done = writer.join();
                let done = done.unwrap_or_else(|_| Err(Failure::new("a thread ended early")));
                outcome = outcome.and(done);
            }
            outcome
        })
    }

    fn write_batches(&self) -> Result<(), Failure> {
        loop {
            let first = self.next.fetch_add(BATCH, Ordering::Relaxed);
            if first >= self.candidates {
                return Ok(());
            }
            let end = (first + BATCH).min(self.candidates);
            self.write(first, end)?;
            self.progress.add(end - first);
        }
    }

    fn write(&self, first: u64, end: u64) -> Result<(), Failure> {
        let attempt = "write the candidates";
        let applicant = |number: u64| {
            let job = self.job_of(number);
            let job = job.ok_or_else(|| Failure::new("there is no job to apply for"))?;
            let is_large = number.is_multiple_of(LARGE_JOB_SHARE);
            let applicant = self.origin.applicant(number, job, is_large);
            applicant.map_err(Failure::of("invent a candidate"))
        };
        let batch = (first..end)
            .map(applicant)
            .collect::<Result<Vec<_>, Failure>>()?;
        // Each code occurs only once, so that no other one is ever needed.
        let mut random = || u128::from(end);
        let party = Party::operator(&self.origin.organization);
        self.store
            .writer_for(party.action("benchSeed", self.origin.applied_at(first)))
            .candidates()
            .insert(&batch, &mut random)
            .map_err(Failure::of(attempt))?;
        Ok(())
    }

    /// Returns the job of a candidate. The first job has a tenth of all candidates, and the others share the rest.
    fn job_of(&self, number: u64) -> Option<&JobId> {
        let (large, others) = self.jobs.split_first()?;
        if number.is_multiple_of(LARGE_JOB_SHARE) {
            return Some(large);
        }
        Rng::with_seed(number).choice(others)
    }
}
