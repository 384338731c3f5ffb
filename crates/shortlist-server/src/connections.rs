//! Connections from a socket to the web application, with or without TLS.
//!
//! This module assembles parts of the server library. The library's own `HttpServer` cannot limit how much is read from a
//! connection.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use actix_http::body::MessageBody;
use actix_http::error::DispatchError;
use actix_http::{HttpService, Protocol, Request};
use actix_server::{GracefulShutdownSignal, ServerBuilder};
use actix_service::{Service, ServiceFactory, ServiceFactoryExt, fn_service, map_config};
use actix_tls::accept::TlsError;
use actix_tls::accept::rustls_0_23::{Acceptor, TlsStream};
use actix_web::dev::{AppConfig, ServiceResponse};
use actix_web::rt::net::TcpStream;
use rustls::ServerConfig;
use shortlist_transport::{EncryptedConnection, LimitedStream, OpenRequests};
use tokio::io::{AsyncRead, AsyncWrite};

/// How long an idle connection stays open, which is longer than the minute that load balancers use.
const KEEP_ALIVE: Duration = Duration::from_secs(75);
/// How long a TLS handshake may take.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a client may take to close its connection after the server has ended it.
const DISCONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// The protocols offered in a TLS handshake, the preferred one first.
const ALPN_PROTOCOLS: [&[u8]; 2] = [HTTP2, b"http/1.1"];
const HTTP2: &[u8] = b"h2";

/// A connection, its protocol and the address of its peer.
type Connection<T> = (LimitedStream<T>, Protocol, Option<SocketAddr>);

/// How a server serves its connections.
pub(crate) struct Listening<F> {
    pub(crate) server: ServerBuilder,
    pub(crate) socket: TcpListener,
    /// How long the head of a request may take to arrive.
    pub(crate) head_timeout: Duration,
    pub(crate) tls: Option<ServerConfig>,
    /// Builds the application. Each thread has its own for its connections.
    pub(crate) build: F,
}

impl<F, S, B> Listening<F>
where
    F: Fn() -> S + Send + Clone + 'static,
    S: ServiceFactory<
            Request,
            Config = AppConfig,
            Response = ServiceResponse<B>,
            Error = actix_web::Error,
            InitError = (),
            Service: Service<Request, Future: 'static>,
        > + 'static,
    B: MessageBody + 'static,
{
    /// Adds the socket to the server.
    pub(crate) fn serve(self) -> io::Result<ServerBuilder> {
        let stopping = self.server.graceful_shutdown_signal();
        let timeouts = move || Timeouts {
            head: self.head_timeout,
            stopping: stopping.clone(),
        };
        let build = self.build;
        match self.tls {
            None => self.server.listen("http", self.socket, move || {
                fn_service(async |socket: TcpStream| Ok(plain(socket))).and_then(Self::http(
                    build(),
                    None,
                    timeouts(),
                ))
            }),
            Some(mut tls) => {
                tls.alpn_protocols = ALPN_PROTOCOLS.map(<[u8]>::to_vec).to_vec();
                let tls = Arc::new(tls);
                self.server.listen("https", self.socket, move || {
                    let mut acceptor = Acceptor::new(ServerConfig::clone(&tls));
                    acceptor.set_handshake_timeout(HANDSHAKE_TIMEOUT);
                    let http = Self::http(build(), Some(EncryptedConnection), timeouts());
                    acceptor
                        .map_err(TlsError::into_service_error)
                        .map(encrypted)
                        .and_then(http.map_err(TlsError::Service))
                })
            }
        }
    }

    /// Returns the service that answers the requests of connections.
    fn http<T: AsyncRead + AsyncWrite + Unpin + 'static>(
        application: S,
        encryption: Option<EncryptedConnection>,
        timeouts: Timeouts,
    ) -> impl ServiceFactory<
        Connection<T>,
        Config = (),
        Response = (),
        Error = DispatchError,
        InitError = (),
    > {
        let application = application.map_err(|error| error.error_response());
        HttpService::build()
            .keep_alive(KEEP_ALIVE)
            .client_request_timeout(timeouts.head)
            .client_disconnect_timeout(DISCONNECT_TIMEOUT)
            // A request is not finished after its client has disconnected.
            .h1_allow_half_closed(false)
            .graceful_shutdown_signal(move || {
                let stopping = timeouts.stopping.clone();
                async move { stopping.notified().await }
            })
            .on_connect_ext(move |connection: &LimitedStream<T>, data| {
                data.insert(OpenRequests::default());
                if let Some(limit) = connection.read_limit() {
                    data.insert(limit.clone());
                }
                if let Some(encrypted) = encryption {
                    data.insert(encrypted);
                }
            })
            // The application does not need its own address, because links start with `public_url`.
            .finish(map_config(application, |()| AppConfig::default()))
    }
}

/// What ends connections: the timeout of a request's head, and the shutdown.
struct Timeouts {
    head: Duration,
    stopping: GracefulShutdownSignal,
}

fn plain(socket: TcpStream) -> Connection<TcpStream> {
    let peer = socket.peer_addr().ok();
    (LimitedStream::http1(socket), Protocol::Http1, peer)
}

fn encrypted(stream: TlsStream<TcpStream>) -> Connection<TlsStream<TcpStream>> {
    let (socket, session) = stream.get_ref();
    let peer = socket.peer_addr().ok();
    if session.alpn_protocol() == Some(HTTP2) {
        (LimitedStream::unlimited(stream), Protocol::Http2, peer)
    } else {
        (LimitedStream::http1(stream), Protocol::Http1, peer)
    }
}
