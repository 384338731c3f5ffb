//! `shortlist health`: asks a running server whether it can work, for containers without other programs.

use std::env;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::CryptoProvider;
use rustls::{
    ClientConfig, ClientConnection, DigitallySignedStruct, SignatureScheme, StreamOwned, crypto,
};
use rustls_pki_types::{CertificateDer, ServerName, UnixTime};

use crate::{Failure, output, tls};

/// How long the server may take to answer.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The most bytes of an answer that are read. Its status is in the first line, and a reason fits too.
const MAX_ANSWER_BYTES: u64 = 4 << 10;
/// The variable with which a server that terminates TLS is configured.
const CERTIFICATE_VARIABLE: &str = "SHORTLIST_TLS_CERT";

/// Flags of `health`.
#[derive(Debug, Args)]
pub(crate) struct HealthArguments {
    /// Address of the server.
    #[arg(long, default_value = "127.0.0.1:8080")]
    address: SocketAddr,
    /// Ask by TLS, as if `SHORTLIST_TLS_CERT` is set. The certificate is not checked: the question and the answer contain no secret.
    #[arg(long)]
    tls: bool,
}

/// Asks the server for its readiness. Fails if it does not answer, or is not ready.
pub(crate) fn run(arguments: &HealthArguments) -> Result<(), Failure> {
    let address = arguments.address;
    let uses_tls = arguments.tls || env::var_os(CERTIFICATE_VARIABLE).is_some();
    let attempt = || {
        let how = if uses_tls {
            "by TLS"
        } else {
            "without TLS; does it need --tls"
        };
        format!("ask {address} whether the service is ready, {how}; does it run there?")
    };
    let answer = ask(address, uses_tls).map_err(Failure::of(attempt()))?;
    let status = answer.lines().next().unwrap_or_default();
    if status.split(' ').nth(1) == Some("200") {
        return output::print_result("ready");
    }
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    let problem = io::Error::other(format!("it answers {status:?} {}", body.trim()));
    Err(Failure::of(attempt())(problem))
}

fn ask(address: SocketAddr, uses_tls: bool) -> io::Result<String> {
    let socket = TcpStream::connect_timeout(&address, TIMEOUT)?;
    socket.set_read_timeout(Some(TIMEOUT))?;
    socket.set_write_timeout(Some(TIMEOUT))?;
    if uses_tls {
        let session = session(address).map_err(io::Error::other)?;
        exchange(StreamOwned::new(session, socket), address)
    } else {
        exchange(socket, address)
    }
}

fn exchange(mut stream: impl Read + Write, address: SocketAddr) -> io::Result<String> {
    let request =
        format!("GET /health/ready HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut answer = Vec::new();
    match stream.take(MAX_ANSWER_BYTES).read_to_end(&mut answer) {
        // The server may close the connection without ending the TLS session.
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof && !answer.is_empty() => {}
        read => drop(read?),
    }
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

fn session(address: SocketAddr) -> Result<ClientConnection, rustls::Error> {
    let provider = tls::provider();
    let verifier = Arc::new(AnyCertificate(Arc::clone(&provider)));
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .dangerous()
        .with_custom_certificate_verifier(verifier)
        .with_no_client_auth();
    ClientConnection::new(Arc::new(config), ServerName::from(address.ip()))
}

/// Accepts the certificate of any server that has its key. The server is asked by its address, which certificates do not contain, and is
/// usually on this machine.
#[derive(Debug)]
struct AnyCertificate(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _certificate: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _name: &ServerName<'_>,
        _ocsp: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let known = &self.0.signature_verification_algorithms;
        crypto::verify_tls12_signature(message, certificate, signed, known)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let known = &self.0.signature_verification_algorithms;
        crypto::verify_tls13_signature(message, certificate, signed, known)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
