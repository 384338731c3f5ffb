//! The web server of the service.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use actix_server::{Server, ServerBuilder};
use actix_service::IntoServiceFactory;
use actix_web::middleware::{Compress, from_fn};
use actix_web::{App as ActixApp, web};
use shortlist_app::{App, MailFolder};
use shortlist_domain::Environment;
use shortlist_transport::{
    ExplorerCredentials, PublicUrl, WebState, bound_connection, check_host, configure,
    cross_origin, environment_header, observe, request_log, run_background_uploads,
};
use shortlist_web::{DemoUser, WebApp};

use crate::config::{Config, Switch};
use crate::connections::Listening;
use crate::reload::{HangupSignals, reload_on_hangup};
use crate::shutdown::{Signals, stop_at_signal};
use crate::tls::Certificate;
use crate::{Failure, retention};

/// How many connections may wait to be accepted. The system may allow fewer.
const BACKLOG: i32 = 2_048;

/// A socket that is bound but does not serve requests yet.
pub(crate) struct Listener {
    socket: TcpListener,
    address: SocketAddr,
    tls: Option<Arc<Certificate>>,
}

impl Listener {
    /// Binds the address. A client that connects waits until [`Listener::serve`].
    pub(crate) fn bind(config: &Config) -> Result<Self, Failure> {
        config.check_exposure()?;
        config.http.origins()?;
        let tls = Certificate::of(config)?;
        let attempt = || {
            format!(
                "listen on {}; is another program using this address?",
                config.server.bind
            )
        };
        let socket = TcpListener::bind(config.server.bind).map_err(Failure::of(attempt()))?;
        widen_backlog(&socket).map_err(Failure::of(attempt()))?;
        set_stall_timeout(&socket, config.http.response_stall_seconds)
            .map_err(Failure::of(attempt()))?;
        let address = socket.local_addr().map_err(Failure::of(attempt()))?;
        Ok(Self {
            socket,
            address,
            tls,
        })
    }

    /// Returns the address for clients on this machine.
    pub(crate) fn base_url(&self) -> String {
        let scheme = if self.tls.is_some() { "https" } else { "http" };
        let mut address = self.address;
        if address.ip().is_unspecified() {
            let loopback = match address {
                SocketAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
                SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
            };
            address.set_ip(loopback);
        }
        format!("{scheme}://{address}")
    }

    /// Returns the settings of the web app, or `None` if it is off.
    fn pages(
        &self,
        config: &Config,
        demo_users: Vec<DemoUser>,
        sandbox_mails: Option<MailFolder>,
    ) -> Option<web::Data<WebApp>> {
        let pages = || {
            web::Data::new(WebApp {
                is_encrypted: self.is_encrypted(config),
                demo_users,
                sandbox_mails,
            })
        };
        (config.web.web == Switch::On).then(pages)
    }

    /// Returns whether browsers reach the server by TLS: its own, or that of the proxy in front.
    fn is_encrypted(&self, config: &Config) -> bool {
        let public_url = config.http.public_url.as_deref().unwrap_or("https:");
        self.tls.is_some() || (config.http.behind_proxy && public_url.starts_with("https:"))
    }

    /// Returns the address that links start with. This is the configured one, or the listener's own if clients are sure to
    /// reach it. The sandbox prints its own address, so its links start with the same one.
    fn public_url(
        &self,
        config: &Config,
        environment: Environment,
    ) -> Result<Option<PublicUrl>, Failure> {
        let is_direct = self.address.ip().is_loopback() && !config.http.behind_proxy;
        match config.http.public_url()? {
            None if is_direct || environment == Environment::Sandbox => {
                let own = PublicUrl::parse(&self.base_url());
                own.map(Some)
                    .map_err(Failure::of("use the listening address for links"))
            }
            configured => Ok(configured),
        }
    }

    /// Serves requests until a signal to stop. The web app offers the demo users at its sign-in, and the explorer is filled in. Calls `ready` once requests are accepted.
    pub(crate) fn serve(
        self,
        app: Arc<App>,
        config: &Config,
        demo: DemoAccess,
        ready: impl FnOnce() -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let environment = app.settings().environment;
        let public_url = self.public_url(config, environment)?;
        warn_of_missing_url(public_url.as_ref());
        let (daily, stopping, ended) = (Arc::clone(&app), Arc::clone(&app), Arc::clone(&app));
        let link_base = public_url
            .as_ref()
            .map(PublicUrl::as_str)
            .map(str::to_owned);
        let measurements = config.metrics.listen(&app.status());
        // It stops after the server does, so that the events of the last requests are delivered.
        let _delivery = config.webhooks.start_delivery(&app, link_base)?;
        let state = web::Data::new(
            web_state(app, config, public_url)?.with_explorer_credentials(demo.explorer),
        );
        let background = state.clone();
        let pages = self.pages(config, demo.users, demo.mails);
        let origins = config.http.origins()?;
        let hosts = web::Data::new(config.allowed_hosts(environment)?);
        let build = move || {
            let (state, pages) = (state.clone(), pages.clone());
            ActixApp::new()
                .app_data(hosts.clone())
                .wrap(Compress::default())
                .wrap(cross_origin(&origins))
                .wrap(from_fn(check_host))
                .wrap(from_fn(bound_connection))
                .wrap(from_fn(observe))
                .wrap(request_log())
                .wrap(environment_header(environment))
                .configure(move |paths| configure_paths(paths, state, pages))
                .into_factory()
        };
        let tls = self
            .tls
            .clone()
            .map(Certificate::server_config)
            .transpose()?;
        let drain = Duration::from_secs(config.http.drain_seconds);
        let head_timeout = Duration::from_secs(config.http.head_seconds.into());
        let served = actix_web::rt::System::new().block_on(async move {
            let (signals, hangups) = (Signals::listen()?, HangupSignals::listen()?);
            let listening = Listening {
                server: server_of(config),
                socket: self.socket,
                head_timeout,
                tls,
                build,
            };
            let listening = listening.serve().map_err(Failure::of("listen"))?;
            let running = listening.run();
            actix_web::rt::spawn(stop_at_signal(running.handle(), signals, stopping, drain));
            actix_web::rt::spawn(reload_on_hangup(self.tls, hangups));
            start_background_work(daily, background);
            if let Some(measurements) = measurements {
                actix_web::rt::spawn(measurements.serve());
            }
            ready()?;
            running.await.map_err(Failure::of("serve"))
        });
        // Threads may still hold the service when the process ends.
        ended.leave_files();
        served
    }
}

/// What only a demo has: credentials for everybody who opens its pages, and mails that its pages show. In production, there are none.
#[derive(Default)]
pub(crate) struct DemoAccess {
    pub(crate) users: Vec<DemoUser>,
    pub(crate) mails: Option<MailFolder>,
    pub(crate) explorer: ExplorerCredentials,
}

fn warn_of_missing_url(public_url: Option<&PublicUrl>) {
    if public_url.is_none() {
        tracing::warn!(
            "public_url is not set: links to recordings are paths that clients complete themselves. Set it to the address that \
             clients use, such as https://shortlist.example.org"
        );
    }
}

/// Routes are tried in this order, and requests of other programs are the most frequent.
fn configure_paths(
    paths: &mut web::ServiceConfig,
    state: web::Data<WebState>,
    pages: Option<web::Data<WebApp>>,
) {
    configure(paths, state);
    if let Some(pages) = pages {
        shortlist_web::configure(paths, pages);
    }
}

/// Starts what no request asks for.
fn start_background_work(app: Arc<App>, state: web::Data<WebState>) {
    actix_web::rt::spawn(retention::run_daily_work(app));
    actix_web::rt::spawn(run_background_uploads(state));
}

/// Returns the state that all requests share.
fn web_state(
    app: Arc<App>,
    config: &Config,
    public_url: Option<PublicUrl>,
) -> Result<WebState, Failure> {
    Ok(WebState::new(app, config.graphql.limits())
        .with_trusted_proxies(config.http.proxies()?)
        .with_public_url(public_url)
        .with_rate_limits(&config.access.rate_limits()))
}

fn server_of(config: &Config) -> ServerBuilder {
    let workers = worker_threads(config);
    Server::build()
        .shutdown_timeout(config.http.shutdown_seconds)
        .disable_signals()
        .workers(workers)
        .max_concurrent_connections(share(config.http.max_clients, workers))
}

/// Returns the number of threads that handle connections.
fn worker_threads(config: &Config) -> usize {
    match config.http.workers {
        0 => thread::available_parallelism().map_or(1, NonZeroUsize::get),
        workers => workers,
    }
}

/// Allows more waiting connections than the 128 of the standard library. Beyond that number, clients try again after a second
/// at the earliest.
#[cfg(unix)]
fn widen_backlog(socket: &TcpListener) -> io::Result<()> {
    Ok(rustix::net::listen(socket, BACKLOG)?)
}

#[cfg(not(unix))]
fn widen_backlog(_socket: &TcpListener) -> io::Result<()> {
    Ok(())
}

/// Closes connections whose client receives nothing for this long. Accepted connections inherit the setting. Only Linux has
/// it. On other systems, only the number of stalled connections is limited.
#[cfg(target_os = "linux")]
fn set_stall_timeout(socket: &TcpListener, seconds: u32) -> io::Result<()> {
    let millis = seconds.saturating_mul(1_000);
    Ok(rustix::net::sockopt::set_tcp_user_timeout(socket, millis)?)
}

#[cfg(not(target_os = "linux"))]
fn set_stall_timeout(_socket: &TcpListener, _seconds: u32) -> io::Result<()> {
    Ok(())
}

/// Returns the number of clients that one thread serves, at least one.
fn share(clients: u32, workers: usize) -> usize {
    let clients = usize::try_from(clients).unwrap_or(usize::MAX);
    clients.div_ceil(workers.max(1)).max(1)
}
