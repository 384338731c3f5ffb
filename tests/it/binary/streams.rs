//! A client that opens many HTTP/2 streams on one connection and reads none of the responses.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

use rcgen::generate_simple_self_signed;
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use tempfile::TempDir;

use super::program::{Program, command, text};

/// More streams than a connection may have open.
const STREAMS: u32 = 150;
/// The most open streams of a connection.
const MOST: usize = 100;
/// The types and flags of frames (RFC 9113, section 6).
const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const SETTINGS: u8 = 4;
const END_STREAM: u8 = 1;
const END_HEADERS: u8 = 4;

type Stream = StreamOwned<ClientConnection, TcpStream>;

struct Frame {
    kind: u8,
    flags: u8,
    stream: u32,
}

fn write_frame(to: &mut impl Write, frame: &Frame, payload: &[u8]) {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    to.write_all(&length[1..]).unwrap();
    to.write_all(&[frame.kind, frame.flags]).unwrap();
    to.write_all(&frame.stream.to_be_bytes()).unwrap();
    to.write_all(payload).unwrap();
}

fn read_frame(from: &mut impl Read) -> Frame {
    let mut head = [0; 9];
    from.read_exact(&mut head).unwrap();
    let length = u32::from_be_bytes([0, head[0], head[1], head[2]]);
    let mut payload = vec![0; usize::try_from(length).unwrap()];
    from.read_exact(&mut payload).unwrap();
    Frame {
        kind: head[3],
        flags: head[4],
        stream: u32::from_be_bytes([head[5], head[6], head[7], head[8]]),
    }
}

/// Returns the headers of a `GET` for a path with a long response. They are HPACK without a dynamic table (RFC 7541,
/// appendix A for the numbers).
fn request_head() -> Vec<u8> {
    let mut head = vec![0x82, 0x87];
    for (name, value) in [(4, "/graphql/schema.graphql"), (1, "localhost")] {
        head.extend([name, u8::try_from(value.len()).unwrap()]);
        head.extend(value.as_bytes());
    }
    head
}

/// Opens a connection whose response window is closed.
fn open(port: u16, certificate: rustls::pki_types::CertificateDer<'static>) -> Stream {
    // Another test of this process may have installed the default cryptography provider.
    let _installed_already = rustls::crypto::ring::default_provider().install_default();
    let mut roots = RootCertStore::empty();
    roots.add(certificate).unwrap();
    let mut config = ClientConfig::builder()
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec()];
    let name = "localhost".try_into().unwrap();
    let session = ClientConnection::new(Arc::new(config), name).unwrap();
    let socket = TcpStream::connect(("127.0.0.1", port)).unwrap();
    socket
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    let mut stream = StreamOwned::new(session, socket);
    stream
        .write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
        .unwrap();
    let settings = Frame {
        kind: SETTINGS,
        flags: 0,
        stream: 0,
    };
    // SETTINGS_INITIAL_WINDOW_SIZE (4) is 0.
    write_frame(&mut stream, &settings, &[0, 4, 0, 0, 0, 0]);
    stream
}

/// Returns how many requests wait to send their response, and how many were refused without one.
fn count_answers(stream: &mut Stream) -> (usize, usize) {
    let (mut waiting, mut refused) = (0, 0);
    while waiting + refused < usize::try_from(STREAMS).unwrap() {
        match read_frame(stream) {
            Frame {
                kind: HEADERS,
                flags,
                ..
            } if flags & END_STREAM == 0 => waiting += 1,
            Frame { kind: HEADERS, .. } => refused += 1,
            Frame { kind, .. } => assert_ne!(kind, RST_STREAM),
        }
    }
    (waiting, refused)
}

#[test]
fn a_connection_has_a_limit_on_open_requests() {
    let folder = TempDir::new().unwrap();
    let pair = generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    let (certificate, key) = (
        folder.path().join("cert.pem"),
        folder.path().join("key.pem"),
    );
    std::fs::write(&certificate, pair.cert.pem()).unwrap();
    std::fs::write(&key, pair.signing_key.serialize_pem()).unwrap();
    let mut serve = command(&["serve", "--bind", "127.0.0.1:0", "--log", "error"]);
    serve.args(["--data-dir", text(&folder.path().join("data"))]);
    serve.args(["--tls-cert", text(&certificate), "--tls-key", text(&key)]);
    let program = Program::start(serve);
    let port = program.base().rsplit(':').next().unwrap().parse().unwrap();
    let mut stream = open(port, pair.cert.der().clone());
    for number in 0..STREAMS {
        let frame = Frame {
            kind: HEADERS,
            flags: END_HEADERS | END_STREAM,
            stream: 2 * number + 1,
        };
        write_frame(&mut stream, &frame, &request_head());
    }
    stream.flush().unwrap();
    let refused = usize::try_from(STREAMS).unwrap() - MOST;
    assert_eq!(count_answers(&mut stream), (MOST, refused));
    drop(stream);
    program.stop();
}
