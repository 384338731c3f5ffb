//! The real service on a port of its own, with two organizations in it.

use std::sync::{Arc, Mutex, Once, OnceLock};

use actix_web::{App as WebApp, HttpServer, web};
use chrono::Duration;
use reqwest::Method;
use reqwest::blocking::multipart::{Form, Part};
use reqwest::blocking::{Client, RequestBuilder, Response};
use serde_json::{Value, json};
use shortlist_app::{App, Clock, CreateApiKey, FileStore, Settings};
use shortlist_domain::{
    EmailAddress, Environment, NewOrganization, NewUser, OrganizationId, Party, Permission,
    Timestamp, User, UserId, UserType,
};
use shortlist_persistence::{DatabaseUrl, Store, StoreConfig};
use shortlist_transport::{
    GraphQLLimits, RateLimits, WebState, configure, environment_header, observe,
};
use shortlist_workers::{Launch, Limits, Pool};
use tempfile::TempDir;

use super::input::joined;
use super::records::at;
use super::writes::Writes as _;

/// A clock that stands still until a test moves it: what it shows, and how long it has run.
pub(crate) struct TestClock(Mutex<(Timestamp, std::time::Duration)>);

impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        self.0.lock().unwrap().0
    }

    fn running(&self) -> std::time::Duration {
        self.0.lock().unwrap().1
    }
}

impl TestClock {
    /// Lets time pass.
    pub(crate) fn advance(&self, duration: Duration) {
        self.set_by(duration);
        self.0.lock().unwrap().1 += duration.to_std().unwrap();
    }

    /// Sets the clock forward or back, while no time passes.
    pub(crate) fn set_by(&self, duration: Duration) {
        let mut clock = self.0.lock().unwrap();
        clock.0 = clock.0.plus(duration);
    }
}

/// The credentials of a call.
#[derive(Clone)]
pub(crate) struct Caller {
    pub(crate) key: String,
    pub(crate) token: String,
    pub(crate) user_id: String,
    pub(crate) organization_id: String,
}

/// The worker processes that read documents, of the real program, for all services of this process.
pub(crate) fn readers() -> Arc<Pool> {
    static READERS: OnceLock<Arc<Pool>> = OnceLock::new();
    let start = || Arc::new(Pool::start(launch(), 2, Limits::default()).unwrap());
    Arc::clone(READERS.get_or_init(start))
}

/// How a worker process is started.
pub(crate) fn launch() -> Launch {
    let arguments = ["read-worker", "--memory-mib=512", "--cpu-seconds=10"];
    Launch {
        program: env!("CARGO_BIN_EXE_shortlist-under-test").into(),
        arguments: arguments.map(str::to_owned).into(),
        ..Launch::default()
    }
}

/// The service with its parts within reach.
pub(crate) struct Service {
    pub(crate) app: Arc<App>,
    pub(crate) clock: Arc<TestClock>,
    pub(crate) admin: Caller,
    pub(crate) recruiter: Caller,
    pub(crate) colleague: Caller,
    pub(crate) interviewer: Caller,
    pub(crate) stranger: Caller,
    pub(crate) client: Client,
    base: String,
    server: actix_web::dev::ServerHandle,
    store: Store,
    folder: TempDir,
}

impl Drop for Service {
    fn drop(&mut self) {
        // The future of a stop does its work when it is made; waiting for it needs no runtime here.
        drop(self.server.stop(false));
    }
}

impl Service {
    /// Starts the service of the sandbox environment on a database.
    pub(crate) fn start(url: &DatabaseUrl) -> Self {
        Self::start_with(
            url,
            Settings::new(Environment::Sandbox),
            GraphQLLimits::default(),
        )
    }

    /// The same with something changed of the service.
    pub(crate) fn start_adapted(url: &DatabaseUrl, adapt: impl FnOnce(App) -> App) -> Self {
        let settings = Settings::new(Environment::Sandbox);
        Self::start_whole(
            url,
            settings,
            GraphQLLimits::default(),
            (adapt, |state| state),
        )
    }

    /// The same with something changed of its web front.
    pub(crate) fn start_behind(
        url: &DatabaseUrl,
        front: impl FnOnce(WebState) -> WebState,
    ) -> Self {
        let settings = Settings::new(Environment::Sandbox);
        Self::start_whole(url, settings, GraphQLLimits::default(), (|app| app, front))
    }

    pub(crate) fn start_with(url: &DatabaseUrl, settings: Settings, limits: GraphQLLimits) -> Self {
        Self::start_whole(url, settings, limits, (|app| app, |state| state))
    }

    fn start_whole(
        url: &DatabaseUrl,
        settings: Settings,
        limits: GraphQLLimits,
        (adapt, front): (impl FnOnce(App) -> App, impl FnOnce(WebState) -> WebState),
    ) -> Self {
        let store = Store::open(&StoreConfig {
            url: url.clone(),
            max_connections: 8,
            replica: None,
        })
        .unwrap();
        store.migrate().unwrap();
        let folder = TempDir::new().unwrap();
        let clock = Arc::new(TestClock(Mutex::new((at(0), std::time::Duration::ZERO))));
        let shared: Arc<dyn Clock> = Arc::<TestClock>::clone(&clock);
        let environment = settings.environment;
        let files = FileStore::open(folder.path()).unwrap();
        let app = App::new(store.clone(), files, shared, settings).with_readers(readers());
        let app = Arc::new(adapt(app));
        // All tests of a service come from one address and use few keys, as fast as they can.
        let unlimited = RateLimits {
            requests_per_minute: u32::MAX,
            bad_credentials_per_minute: u32::MAX,
        };
        let state = WebState::new(Arc::clone(&app), limits).limited(&unlimited);
        let (server, base) = serve(front(state), environment);
        let people = People::create(&store, &app);
        Self {
            app,
            clock,
            admin: people.admin,
            recruiter: people.recruiter,
            colleague: people.colleague,
            interviewer: people.interviewer,
            stranger: people.stranger,
            client: client(),
            base,
            server,
            store,
            folder,
        }
    }

    /// The store under the service, for what no operation shows.
    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// How many resumes the file store holds.
    pub(crate) fn kept_files(&self) -> usize {
        files_below(&self.folder.path().join("resumes"))
    }

    /// How many recordings the file store holds.
    pub(crate) fn kept_recordings(&self) -> usize {
        files_below(&self.folder.path().join("recordings"))
    }

    /// Where a candidate's file lies.
    pub(crate) fn file_of(&self, organization: &str, candidate: &str) -> std::path::PathBuf {
        let resumes = self.folder.path().join("resumes");
        resumes.join(organization).join(candidate)
    }

    /// How many files are staged.
    pub(crate) fn staged_files(&self) -> usize {
        std::fs::read_dir(self.folder.path().join("staging"))
            .unwrap()
            .count()
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    /// The same caller with a key of some permissions only.
    pub(crate) fn with_permissions(&self, caller: &Caller, permissions: &[Permission]) -> Caller {
        let organization = OrganizationId::parse("o", &caller.organization_id).unwrap();
        let key = api_key(&self.app, &organization, permissions);
        Caller {
            key,
            ..caller.clone()
        }
    }

    /// The Admin with a new session, for tests that let days pass.
    pub(crate) fn signed_in_again(&self) -> Caller {
        let organization = OrganizationId::parse("o", &self.admin.organization_id).unwrap();
        let id = UserId::parse("u", &self.admin.user_id).unwrap();
        let user = self.store.find_user(&organization, &id).unwrap().unwrap();
        let session = self.app.open_session(user, Duration::days(1)).unwrap();
        Caller {
            token: session.access_token,
            ..self.admin.clone()
        }
    }

    /// A call with credentials, its body still to come.
    pub(crate) fn post(&self, caller: &Caller, path: &str) -> RequestBuilder {
        self.request(caller, Method::POST, path)
    }

    /// The same of any method.
    pub(crate) fn request(&self, caller: &Caller, method: Method, path: &str) -> RequestBuilder {
        self.client
            .request(method, self.url(path))
            .header("x-api-key", &caller.key)
            .header("Authorization", format!("Bearer {}", caller.token))
    }

    /// A GraphQL call: the status and the body.
    pub(crate) fn graphql(&self, caller: &Caller, query: &str, input: Value) -> (u16, Value) {
        let body = json!({ "query": query, "variables": { "input": input } });
        answer(self.post(caller, "/graphql").json(&body).send().unwrap())
    }

    /// A GraphQL call that must succeed: what the root field holds.
    pub(crate) fn data(&self, caller: &Caller, query: &str, input: Value) -> Value {
        let (status, body) = self.graphql(caller, query, input);
        assert_eq!(status, 200, "{body}");
        assert!(body.get("errors").is_none(), "{body}");
        body["data"]
            .as_object()
            .unwrap()
            .values()
            .next()
            .unwrap()
            .clone()
    }

    /// A GraphQL call that must fail while running: the code.
    pub(crate) fn code(&self, caller: &Caller, query: &str, input: Value) -> String {
        let (status, body) = self.graphql(caller, query, input);
        assert_eq!(status, 200, "{body}");
        assert_eq!(body["errors"].as_array().map(Vec::len), Some(1), "{body}");
        assert!(body["errors"][0]["path"][0].is_string(), "{body}");
        body["errors"][0]["extensions"]["code"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    /// Creates a job of the recruiter: its identifier.
    pub(crate) fn create_job(&self, title: &str, more: Value) -> String {
        let input = joined(
            json!({
                "organizationId": self.recruiter.organization_id,
                "recruiterId": self.recruiter.user_id,
                "title": title,
            }),
            &more,
        );
        let query = "mutation($input: CreateJobInput!) { createJob(input: $input) { _id } }";
        self.data(&self.recruiter, query, input)["_id"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    /// The form of an upload for a job, without its files.
    pub(crate) fn upload_form(caller: &Caller, job: &str) -> Form {
        Form::new()
            .text("jobId", job.to_owned())
            .text("recruiterId", caller.user_id.clone())
            .text("organizationId", caller.organization_id.clone())
            .text("userType", "Recruiter")
            .text(
                "resumeScoreBreakdown",
                r#"{"experience": 40, "skills": 40, "education": 20}"#,
            )
    }

    /// Uploads resumes for a job: the status and the body.
    pub(crate) fn upload(
        &self,
        caller: &Caller,
        job: &str,
        files: Vec<(&str, Vec<u8>)>,
    ) -> (u16, Value) {
        let form = files
            .into_iter()
            .fold(Self::upload_form(caller, job), |form, (name, bytes)| {
                form.part("files", file(name, bytes))
            });
        answer(
            self.post(caller, "/bulk-upload-resumes")
                .multipart(form)
                .send()
                .unwrap(),
        )
    }

    /// Uploads one invented resume: the candidate's identifier and code.
    pub(crate) fn candidate(&self, job: &str, name: &str) -> (String, String) {
        let (status, body) = self.upload(
            &self.recruiter,
            job,
            vec![("cv.docx", super::resumes::docx(name))],
        );
        assert_eq!((status, &body["created"]), (200, &json!(1)), "{body}");
        let code = body["candidates"][0]["candidate_unique_id"]
            .as_str()
            .unwrap()
            .to_owned();
        let query = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { _id } } }";
        let input = json!({ "organizationId": self.recruiter.organization_id, "search": code });
        let found = self.data(&self.recruiter, query, input);
        (
            found["candidate"][0]["_id"].as_str().unwrap().to_owned(),
            code,
        )
    }

    /// Sends a job file: the status and the body.
    pub(crate) fn import(
        &self,
        caller: &Caller,
        name: &str,
        bytes: Vec<u8>,
        more: &[(&str, &str)],
    ) -> (u16, Value) {
        let form = Form::new()
            .text("recruiterId", caller.user_id.clone())
            .text("organizationId", caller.organization_id.clone())
            .part("recfiles", file(name, bytes));
        let form = more.iter().fold(form, |form, (field, value)| {
            form.text((*field).to_owned(), (*value).to_owned())
        });
        answer(
            self.post(caller, "/addJobByFile")
                .multipart(form)
                .send()
                .unwrap(),
        )
    }
}

/// How many files lie in a folder and those in it; none where it is not there.
fn files_below(folder: &std::path::Path) -> usize {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return 0;
    };
    let count = |path: std::path::PathBuf| if path.is_dir() { files_below(&path) } else { 1 };
    entries.map(|entry| count(entry.unwrap().path())).sum()
}

/// A client; its TLS needs to be told whose cryptography to use, once for the process.
pub(crate) fn client() -> Client {
    static PROVIDER: Once = Once::new();
    // The program's own tests choose the same one; whoever comes first has chosen.
    PROVIDER.call_once(|| drop(rustls::crypto::ring::default_provider().install_default()));
    Client::new()
}

/// A response's status and JSON body; a body that is none is null.
pub(crate) fn answer(response: Response) -> (u16, Value) {
    let status = response.status().as_u16();
    (
        status,
        serde_json::from_str(&response.text().unwrap()).unwrap_or(Value::Null),
    )
}

/// A file of a form.
pub(crate) fn file(name: &str, bytes: Vec<u8>) -> Part {
    Part::bytes(bytes).file_name(name.to_owned())
}

fn serve(state: WebState, environment: Environment) -> (actix_web::dev::ServerHandle, String) {
    let state = web::Data::new(state);
    let (send, receive) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        actix_web::rt::System::new().block_on(async move {
            let build = move || {
                let state = state.clone();
                WebApp::new()
                    .wrap(actix_web::middleware::from_fn(observe))
                    .wrap(tracing_actix_web::TracingLogger::default())
                    .wrap(environment_header(environment))
                    .configure(move |config| configure(config, state))
            };
            let server = HttpServer::new(build)
                .workers(2)
                .disable_signals()
                .bind("127.0.0.1:0")
                .unwrap();
            let base = format!("http://{}", server.addrs()[0]);
            let server = server.run();
            send.send((server.handle(), base)).unwrap();
            server.await.unwrap();
        });
    });
    receive.recv().unwrap()
}

struct People {
    admin: Caller,
    recruiter: Caller,
    colleague: Caller,
    interviewer: Caller,
    stranger: Caller,
}

impl People {
    fn create(store: &Store, app: &App) -> Self {
        let organization = |id: &str| {
            let id = OrganizationId::parse("o", id).unwrap();
            let new = NewOrganization {
                id: id.clone(),
                name: "Example".into(),
                created_at: at(0),
            };
            store.insert_organization(&new).unwrap();
            let key = api_key(app, &id, &Permission::ALL);
            (id, key)
        };
        let (ours, our_key) = organization("org_ours");
        let (theirs, their_key) = organization("org_theirs");
        let ours = |id: &str, role| caller(app, &our_key, user(store, &ours, id, role));
        Self {
            admin: ours("usr_admin", UserType::Admin),
            recruiter: ours("usr_recruiter", UserType::Recruiter),
            colleague: ours("usr_colleague", UserType::Recruiter),
            interviewer: ours("usr_interviewer", UserType::Interviewer),
            stranger: caller(
                app,
                &their_key,
                user(store, &theirs, "usr_stranger", UserType::Admin),
            ),
        }
    }
}

fn api_key(app: &App, organization: &OrganizationId, permissions: &[Permission]) -> String {
    let request = CreateApiKey {
        name: "test".into(),
        permissions: permissions.to_vec(),
        lifetime: None,
    };
    let party = Party::operator(organization);
    app.create_api_key(&party, request).unwrap().secret
}

/// A user whose password nobody knows.
fn user(store: &Store, organization: &OrganizationId, id: &str, user_type: UserType) -> User {
    let new = NewUser {
        id: UserId::parse("u", id).unwrap(),
        organization_id: organization.clone(),
        user_type,
        full_name: format!("Name of {id}"),
        email: EmailAddress::parse("e", &format!("{id}@example.org")).unwrap(),
        password_hash: "none".into(),
        created_at: at(0),
    };
    store.insert_user(&new).unwrap()
}

fn caller(app: &App, key: &str, user: User) -> Caller {
    let (user_id, organization_id) = (user.id.to_string(), user.organization_id.to_string());
    let session = app.open_session(user, Duration::days(1)).unwrap();
    Caller {
        key: key.to_owned(),
        token: session.access_token,
        user_id,
        organization_id,
    }
}
