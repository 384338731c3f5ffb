//! `shortlist health`: asks a running server whether it can work, for containers without other programs.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use clap::Args;

use crate::{Failure, output};

/// How long the server may take to answer.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The most bytes of an answer that are read. Its status is in the first line.
const MAX_ANSWER_BYTES: u64 = 4 << 10;

/// Flags of `health`.
#[derive(Debug, Args)]
pub(crate) struct HealthArguments {
    /// Address of the server, without TLS.
    #[arg(long, default_value = "127.0.0.1:8080")]
    address: SocketAddr,
}

/// Asks the server for its readiness. Fails if it does not answer, or is not ready.
pub(crate) fn run(arguments: &HealthArguments) -> Result<(), Failure> {
    let address = arguments.address;
    let attempt = || format!("ask {address} whether the service is ready; does it run there?");
    let answer = ask(address).map_err(Failure::of(attempt()))?;
    let status = answer.lines().next().unwrap_or_default();
    if status.split(' ').nth(1) == Some("200") {
        return output::print_result("ready");
    }
    let problem = io::Error::other(format!("it answers {status:?}"));
    Err(Failure::of(attempt())(problem))
}

fn ask(address: SocketAddr) -> io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    let request =
        format!("GET /health/ready HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut answer = Vec::new();
    stream.take(MAX_ANSWER_BYTES).read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
