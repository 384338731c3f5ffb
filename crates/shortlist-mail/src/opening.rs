//! Opens a connection to a mail server, encrypts it and signs in.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use lettre::transport::smtp::Error as SmtpError;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::error::{Misconfigured, SendError, Unreachable, classify};
use crate::line_stream::LineStream;
use crate::redaction::Redaction;
use crate::reply::ServerReply;
use crate::server::{Encryption, MailServer, SignIn, Timeouts};
use crate::step::{Step, StepReport};

/// The ways to sign in, the best one first.
const MECHANISMS: [Mechanism; 2] = [Mechanism::Plain, Mechanism::Login];

/// Receives the steps that succeed.
pub(crate) type Observer<'a> = &'a mut (dyn FnMut(StepReport) + Send);

/// How sessions with a server begin.
pub(crate) struct Opening<'a> {
    pub(crate) server: &'a MailServer,
    /// What TLS needs. It is missing only if the connection is not encrypted.
    pub(crate) tls: Option<&'a TlsParameters>,
    /// The name that this program gives itself.
    pub(crate) hello: ClientId,
}

/// Opens a connection, encrypts it and signs in.
pub(crate) async fn open(
    opening: &Opening<'_>,
    observer: Observer<'_>,
) -> Result<AsyncSmtpConnection, SendError> {
    let server = opening.server;
    let addresses = resolve(server).await?;
    let shown: Vec<String> = addresses
        .iter()
        .map(|found| found.ip().to_string())
        .collect();
    report(
        observer,
        Step::Resolve,
        format!("{} is {}", server.host, shown.join(", ")),
    );
    let mut connection = match (server.encryption, opening.tls) {
        (Encryption::Tls, Some(tls)) => open_encrypted(opening, tls, &addresses, observer).await?,
        (Encryption::StartTls, Some(tls)) => {
            let mut connection = open_plain(opening, &addresses, observer).await?;
            start_tls(&mut connection, opening, tls, observer).await?;
            connection
        }
        (Encryption::None, _) => open_plain(opening, &addresses, observer).await?,
        (Encryption::Tls | Encryption::StartTls, None) => {
            let problem = Misconfigured::Authorities;
            return Err(misconfigured(Step::Tls, problem));
        }
    };
    if let Some(user) = &server.sign_in {
        sign_in(&mut connection, user, server.timeouts, observer).await?;
    }
    Ok(connection)
}

/// Looks up the server. Without encryption, only this machine is an answer.
async fn resolve(server: &MailServer) -> Result<Vec<SocketAddr>, SendError> {
    let step = Step::Resolve;
    let wait = server.timeouts.connect;
    let found = timeout(
        wait,
        tokio::net::lookup_host((server.host.as_str(), server.port)),
    );
    let found = found
        .await
        .map_err(|_elapsed| unreachable(step, Unreachable::NoAnswer(wait)))?;
    let found = found.map_err(|_cause| unreachable(step, Unreachable::UnknownHost))?;
    let mut found: Vec<SocketAddr> = found.collect();
    if server.encryption == Encryption::None {
        found.retain(|address| address.ip().is_loopback());
        if found.is_empty() {
            return Err(misconfigured(step, Misconfigured::Unencrypted));
        }
    }
    if found.is_empty() {
        return Err(unreachable(step, Unreachable::UnknownHost));
    }
    Ok(found)
}

async fn open_plain(
    opening: &Opening<'_>,
    addresses: &[SocketAddr],
    observer: Observer<'_>,
) -> Result<AsyncSmtpConnection, SendError> {
    let step = Step::Connect;
    let timeouts = opening.server.timeouts;
    let stream = connect(addresses, timeouts.connect).await?;
    let peer = stream
        .peer_addr()
        .map_err(|error| connection_failed(error.kind()))?;
    let stream = Box::new(LineStream(stream));
    let greeted = AsyncSmtpConnection::connect_with_transport(stream, &opening.hello);
    let connection = within(step, timeouts.answer, Redaction::default(), greeted).await?;
    report(observer, step, greeting(&connection, peer));
    Ok(connection)
}

/// Tries the addresses in the order of the name server.
async fn connect(addresses: &[SocketAddr], wait: Duration) -> Result<TcpStream, SendError> {
    let mut problem = Unreachable::UnknownHost;
    for address in addresses {
        problem = match timeout(wait, TcpStream::connect(address)).await {
            Ok(Ok(stream)) => return Ok(stream),
            Ok(Err(error)) => Unreachable::Connection(error.kind()),
            Err(_elapsed) => Unreachable::NoAnswer(wait),
        };
    }
    Err(unreachable(Step::Connect, problem))
}

async fn open_encrypted(
    opening: &Opening<'_>,
    tls: &TlsParameters,
    addresses: &[SocketAddr],
    observer: Observer<'_>,
) -> Result<AsyncSmtpConnection, SendError> {
    let timeouts = opening.server.timeouts;
    let mut failed = unreachable(Step::Connect, Unreachable::UnknownHost);
    for address in addresses {
        let (wait, tls) = (Some(timeouts.connect), Some(tls.clone()));
        let opened = AsyncSmtpConnection::connect_tokio1(*address, wait, &opening.hello, tls, None);
        match within(Step::Connect, timeouts.answer, Redaction::default(), opened).await {
            Ok(connection) => {
                report(observer, Step::Connect, greeting(&connection, *address));
                report(observer, Step::Tls, certificate_accepted(opening));
                return Ok(connection);
            }
            Err(error) => failed = in_handshake(error),
        }
    }
    Err(failed)
}

/// Returns an error with the step that it belongs to. A server that closes a connection before it greets ends the handshake.
fn in_handshake(error: SendError) -> SendError {
    match error {
        SendError::Unreachable {
            problem:
                problem @ Unreachable::Connection(
                    io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset,
                ),
            ..
        } => unreachable(Step::Tls, problem),
        other => other,
    }
}

async fn start_tls(
    connection: &mut AsyncSmtpConnection,
    opening: &Opening<'_>,
    tls: &TlsParameters,
    observer: Observer<'_>,
) -> Result<(), SendError> {
    let step = Step::Tls;
    if !connection.can_starttls() {
        return Err(misconfigured(step, Misconfigured::NoStartTls));
    }
    let wait = opening.server.timeouts.answer;
    let encrypted = connection.starttls(tls.clone(), &opening.hello);
    within(step, wait, Redaction::default(), encrypted).await?;
    report(observer, step, certificate_accepted(opening));
    Ok(())
}

async fn sign_in(
    connection: &mut AsyncSmtpConnection,
    user: &SignIn,
    timeouts: Timeouts,
    observer: Observer<'_>,
) -> Result<(), SendError> {
    let step = Step::SignIn;
    if connection
        .server_info()
        .get_auth_mechanism(&MECHANISMS)
        .is_none()
    {
        return Err(misconfigured(step, Misconfigured::NoSignIn));
    }
    let credentials = Credentials::new(user.user.clone(), user.password.clone());
    let secrets = [
        user.password.clone(),
        STANDARD.encode(&user.password),
        STANDARD.encode(format!("\0{}\0{}", user.user, user.password)),
    ];
    let redaction = Redaction {
        secrets: &secrets,
        ..Redaction::default()
    };
    let answer = within(
        step,
        timeouts.answer,
        redaction,
        connection.auth(&MECHANISMS, &credentials),
    );
    let answer = ServerReply::of(&answer.await?, redaction);
    report(observer, step, format!("{}: {answer}", user.user));
    Ok(())
}

/// Waits for an answer, and says in which step it failed or was late.
pub(crate) async fn within<T>(
    step: Step,
    wait: Duration,
    redaction: Redaction<'_>,
    answer: impl Future<Output = Result<T, SmtpError>>,
) -> Result<T, SendError> {
    match timeout(wait, answer).await {
        Ok(answered) => answered.map_err(|error| classify(step, &error, redaction)),
        Err(_elapsed) => Err(unreachable(step, Unreachable::NoAnswer(wait))),
    }
}

fn greeting(connection: &AsyncSmtpConnection, peer: SocketAddr) -> String {
    let name = connection.server_info().name();
    format!("{peer} answers as {}", crate::header_text::one_line(name))
}

fn certificate_accepted(opening: &Opening<'_>) -> String {
    format!("the certificate of {} is accepted", opening.server.host)
}

pub(crate) fn report(observer: Observer<'_>, step: Step, result: String) {
    observer(StepReport { step, result });
}

fn unreachable(step: Step, problem: Unreachable) -> SendError {
    SendError::Unreachable { step, problem }
}

fn connection_failed(kind: io::ErrorKind) -> SendError {
    unreachable(Step::Connect, Unreachable::Connection(kind))
}

fn misconfigured(step: Step, problem: Misconfigured) -> SendError {
    SendError::Misconfigured { step, problem }
}
