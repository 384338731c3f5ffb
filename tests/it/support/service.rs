//! The real service on a port of its own, with two organizations in it.

use std::net::TcpListener;
use std::sync::{Arc, Once, OnceLock};

use actix_web::{App as WebApp, HttpServer, web};
use chrono::Duration;
use reqwest::Method;
use reqwest::blocking::multipart::Part;
use reqwest::blocking::{Client, RequestBuilder, Response};
use serde_json::Value;
use shortlist_app::{App, Clock, FileStore, Settings};
use shortlist_domain::{Environment, OrganizationId, Permission, UserId};
use shortlist_persistence::{DatabaseUrl, Store, StoreConfig};
use shortlist_transport::{
    GraphQLLimits, PublicUrl, RateLimits, WebState, configure, environment_header, observe,
};
use shortlist_workers::{Launch, Limits, Pool};
use tempfile::TempDir;

use super::clock::TestClock;
use super::people::{Caller, People, api_key};

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
        let clock = Arc::new(TestClock::new());
        let shared: Arc<dyn Clock> = Arc::<TestClock>::clone(&clock);
        let environment = settings.environment;
        let files = FileStore::open(folder.path()).unwrap();
        let app = App::new(store.clone(), files, shared, settings).with_readers(readers());
        let app = Arc::new(adapt(app));
        // All tests of a service come from one address and use few keys, as fast as they can.
        let unlimited = RateLimits {
            requests_per_minute: u32::MAX,
            bad_credentials_per_minute: u32::MAX,
            sign_ins_per_minute: u32::MAX,
            account_sign_ins_per_minute: u32::MAX,
        };
        let socket = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}", socket.local_addr().unwrap());
        let state = WebState::new(Arc::clone(&app), limits)
            .limited(&unlimited)
            .reached_at(Some(PublicUrl::parse(&base).unwrap()));
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

fn serve(
    state: WebState,
    environment: Environment,
    socket: TcpListener,
) -> actix_web::dev::ServerHandle {
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
