//! The real service on a free port, with two organizations.

use std::net::TcpListener;
use std::sync::{Arc, Once, OnceLock};
use std::time;

use actix_web::{App as WebApp, HttpServer, web};
use chrono::Duration;
use reqwest::Method;
use reqwest::blocking::multipart::Part;
use reqwest::blocking::{Client, ClientBuilder, RequestBuilder, Response};
use serde_json::Value;
use shortlist_app::{App, Clock, FileStore, Settings};
use shortlist_domain::{Environment, OrganizationId, Permission, UserId, UserType};
use shortlist_persistence::{DatabaseUrl, ListSource, Store, StoreConfig};
use shortlist_transport::{
    GraphQLLimits, PublicUrl, RateLimits, WebState, configure, environment_header, observe,
    run_background_uploads,
};
use shortlist_vocabulary::Vocabulary;
use shortlist_workers::{Launch, Limits, Pool};
use tempfile::TempDir;

use super::clock::TestClock;
use super::documented::documented;
use super::people::{Caller, People, api_key, create_user};

/// How long a client waits for an answer. Machines that run many tests at once need minutes for large uploads.
const ANSWER_TIMEOUT: time::Duration = time::Duration::from_secs(300);

/// Returns the worker processes of the real program, which all services of this process share.
pub(crate) fn readers() -> Arc<Pool> {
    static READERS: OnceLock<Arc<Pool>> = OnceLock::new();
    let start = || Arc::new(Pool::start(launch(), 2, Limits::default()).unwrap());
    Arc::clone(READERS.get_or_init(start))
}

/// Returns the command that starts a worker process.
pub(crate) fn launch() -> Launch {
    let arguments = ["read-worker", "--memory-mib=512", "--cpu-seconds=10"];
    Launch {
        program: env!("CARGO_BIN_EXE_shortlist-under-test").into(),
        arguments: arguments.map(str::to_owned).into(),
        ..Launch::default()
    }
}

/// A running service and its parts.
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
        // Calling `stop` is enough, so its future needs no runtime here.
        drop(self.server.stop(false));
    }
}

impl Service {
    /// Starts the service in the sandbox environment on a database.
    pub(crate) fn start(url: &DatabaseUrl) -> Self {
        Self::start_with(
            url,
            Settings::new(Environment::Sandbox),
            GraphQLLimits::default(),
        )
    }

    /// Starts the service with an adapted application.
    pub(crate) fn start_adapted(url: &DatabaseUrl, adapt: impl FnOnce(App) -> App) -> Self {
        Self::start_adapted_with(url, Settings::new(Environment::Sandbox), adapt)
    }

    /// Starts the service with settings and an adapted application.
    pub(crate) fn start_adapted_with(
        url: &DatabaseUrl,
        settings: Settings,
        adapt: impl FnOnce(App) -> App,
    ) -> Self {
        Self::start_whole(url, settings, GraphQLLimits::default(), adapt, |state| {
            state
        })
    }

    /// Starts the service with an adapted web layer.
    pub(crate) fn start_with_web_state(
        url: &DatabaseUrl,
        front: impl FnOnce(WebState) -> WebState,
    ) -> Self {
        let settings = Settings::new(Environment::Sandbox);
        Self::start_whole(url, settings, GraphQLLimits::default(), |app| app, front)
    }

    pub(crate) fn start_with(url: &DatabaseUrl, settings: Settings, limits: GraphQLLimits) -> Self {
        Self::start_whole(url, settings, limits, |app| app, |state| state)
    }

    fn start_whole(
        url: &DatabaseUrl,
        settings: Settings,
        limits: GraphQLLimits,
        adapt: impl FnOnce(App) -> App,
        front: impl FnOnce(WebState) -> WebState,
    ) -> Self {
        let store = Store::open(&StoreConfig {
            url: url.clone(),
            max_connections: 8,
            lists: ListSource::Database,
        })
        .unwrap();
        store.database().migrate().unwrap();
        let folder = TempDir::new().unwrap();
        let clock = Arc::new(TestClock::new());
        let shared: Arc<dyn Clock> = Arc::<TestClock>::clone(&clock);
        let environment = settings.environment;
        let files = FileStore::open(folder.path()).unwrap();
        let vocabulary = Arc::clone(Vocabulary::built_in());
        let app = App::new(store.clone(), files, shared, settings, vocabulary);
        let app = app.with_readers(readers());
        let app = Arc::new(adapt(app));
        // All tests of a service come from one address with few keys, as fast as possible.
        let unlimited = RateLimits {
            requests_per_minute: u32::MAX,
            bad_credentials_per_minute: u32::MAX,
            sign_ins_per_minute: u32::MAX,
            account_sign_ins_per_minute: u32::MAX,
            applications_per_minute: u32::MAX,
            network_applications_per_minute: u32::MAX,
            network_forms_per_minute: u32::MAX,
        };
        let socket = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}", socket.local_addr().unwrap());
        let state = WebState::new(Arc::clone(&app), limits)
            .with_rate_limits(&unlimited)
            .with_public_url(Some(PublicUrl::parse(&base).unwrap()));
        let server = serve(front(state), environment, socket);
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

    /// Returns the store, for checks that no operation supports.
    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// Returns the number of resumes in the file store.
    pub(crate) fn kept_files(&self) -> usize {
        files_below(&self.folder.path().join("resumes"))
    }

    /// Returns the number of files with names of their own: later versions of resumes, and further documents.
    pub(crate) fn kept_documents(&self) -> usize {
        files_below(&self.folder.path().join("documents"))
    }

    /// Returns the number of recordings in the file store.
    pub(crate) fn kept_recordings(&self) -> usize {
        files_below(&self.folder.path().join("recordings"))
    }

    /// Returns the number of staged files of uploads that continue without their sender.
    pub(crate) fn kept_uploads(&self) -> usize {
        files_below(&self.folder.path().join("uploads"))
    }

    /// Returns the path of a candidate's file.
    pub(crate) fn file_of(&self, organization: &str, candidate: &str) -> std::path::PathBuf {
        let resumes = self.folder.path().join("resumes");
        resumes.join(organization).join(candidate)
    }

    /// Returns the number of staged files.
    pub(crate) fn staged_files(&self) -> usize {
        let folders = std::fs::read_dir(self.folder.path().join("staging")).unwrap();
        let folders = folders.map(|entry| entry.unwrap().path());
        let folders = folders.filter(|path| path.is_dir());
        folders
            .map(|folder| std::fs::read_dir(folder).unwrap().count())
            .sum()
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    /// Returns the same caller with a key that has only these permissions.
    pub(crate) fn with_permissions(&self, caller: &Caller, permissions: &[Permission]) -> Caller {
        let organization = OrganizationId::parse("o", &caller.organization_id).unwrap();
        let key = api_key(&self.app, &organization, permissions);
        Caller {
            key,
            ..caller.clone()
        }
    }

    /// Creates another user of our organization with this role.
    pub(crate) fn create_user(&self, id: &str, role: UserType) -> Caller {
        create_user(&self.store, &self.app, id, role)
    }

    /// Returns the Admin with a new session, for tests in which days pass.
    pub(crate) fn signed_in_again(&self) -> Caller {
        let organization = OrganizationId::parse("o", &self.admin.organization_id).unwrap();
        let id = UserId::parse("u", &self.admin.user_id).unwrap();
        let user = self
            .store
            .users()
            .find(&organization, &id)
            .unwrap()
            .unwrap();
        let session = self.app.sessions().open(user, Duration::days(1)).unwrap();
        Caller {
            token: session.access_token,
            ..self.admin.clone()
        }
    }

    /// Returns a POST request with credentials, without a body.
    pub(crate) fn post(&self, caller: &Caller, path: &str) -> RequestBuilder {
        self.request(caller, Method::POST, path)
    }

    /// Returns a request of any method with credentials, without a body.
    pub(crate) fn request(&self, caller: &Caller, method: Method, path: &str) -> RequestBuilder {
        self.client
            .request(method, self.url(path))
            .header("x-api-key", &caller.key)
            .header("Authorization", format!("Bearer {}", caller.token))
    }
}

/// Returns the number of files in a folder and below, or 0 if the folder does not exist.
fn files_below(folder: &std::path::Path) -> usize {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return 0;
    };
    let count = |path: std::path::PathBuf| if path.is_dir() { files_below(&path) } else { 1 };
    entries.map(|entry| count(entry.unwrap().path())).sum()
}

/// Returns a client.
pub(crate) fn client() -> Client {
    client_builder().build().unwrap()
}

/// Returns the settings of a client. TLS needs a cryptography provider, which is installed once per process.
pub(crate) fn client_builder() -> ClientBuilder {
    static PROVIDER: Once = Once::new();
    // The program's own tests install the same provider, so the order does not matter.
    PROVIDER.call_once(|| drop(rustls::crypto::ring::default_provider().install_default()));
    // The servers of tests have no certificates of public authorities. Reading these takes longer than most requests.
    Client::builder().tls_certs_only([]).timeout(ANSWER_TIMEOUT)
}

/// Returns a response's status and JSON body. A body that is not JSON becomes null.
pub(crate) fn answer(response: Response) -> (u16, Value) {
    let status = response.status().as_u16();
    (
        status,
        serde_json::from_str(&response.text().unwrap()).unwrap_or(Value::Null),
    )
}

/// Returns a file part of a form.
pub(crate) fn file(name: &str, bytes: Vec<u8>) -> Part {
    Part::bytes(bytes).file_name(name.to_owned())
}

fn serve(
    state: WebState,
    environment: Environment,
    socket: TcpListener,
) -> actix_web::dev::ServerHandle {
    let state = web::Data::new(state);
    let (send, receive) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        actix_web::rt::System::new().block_on(async move {
            actix_web::rt::spawn(run_background_uploads(state.clone()));
            let build = move || {
                let state = state.clone();
                WebApp::new()
                    // Within the others, because it replaces bodies, which they hold until they are sent.
                    .wrap(actix_web::middleware::from_fn(documented))
                    .wrap(actix_web::middleware::from_fn(observe))
                    .wrap(tracing_actix_web::TracingLogger::default())
                    .wrap(environment_header(environment))
                    .configure(move |config| configure(config, state))
            };
            let server = HttpServer::new(build)
                .workers(2)
                .h1_allow_half_closed(false)
                .disable_signals()
                .listen(socket)
                .unwrap()
                .run();
            send.send(server.handle()).unwrap();
            server.await.unwrap();
        });
    });
    receive.recv().unwrap()
}
