//! A small HTTP server in place of a language model. It sends the replies of a test and records the requests.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use serde_json::{Value, json};

/// A recorded request.
#[derive(Clone)]
pub(crate) struct RecordedRequest {
    pub(crate) line: String,
    /// The headers in lower case.
    pub(crate) headers: String,
    pub(crate) body: Value,
    pub(crate) at: Instant,
}

impl RecordedRequest {
    /// Returns the content of the user's message.
    pub(crate) fn question(&self) -> &str {
        self.body["messages"][1]["content"].as_str().unwrap()
    }
}

/// The way in which a reply is sent.
enum SendMode {
    Whole,
    /// Nothing is sent.
    Silent,
    /// Half of the body is sent, and then nothing more.
    Stuck,
    /// Half of the body is sent, and the connection is closed.
    Cut,
    /// The body is sent repeatedly.
    Endless,
}

/// A reply of the model server.
pub(crate) struct Reply {
    status: u16,
    headers: Vec<(&'static str, String)>,
    body: String,
    mode: SendMode,
}

impl Reply {
    fn new(status: u16, media: &str, body: String) -> Self {
        Self {
            status,
            headers: vec![("content-type", media.to_owned())],
            body,
            mode: SendMode::Whole,
        }
    }

    /// Returns a completion with this text.
    pub(crate) fn saying(text: &str) -> Self {
        let message = json!({ "role": "assistant", "content": text });
        let completion = json!({ "id": "c", "object": "chat.completion", "choices": [{ "index": 0, "message": message, "finish_reason": "stop" }] });
        Self::new(
            200,
            "application/json; charset=utf-8",
            completion.to_string(),
        )
    }

    /// Returns a completion with opinions. Each has a criterion, a value and quotes.
    pub(crate) fn opinions(opinions: &[(&str, Value, &[&str])]) -> Self {
        let opinions: Vec<Value> = opinions
            .iter()
            .map(|(criterion, value, quotes)| json!({ "criterion": criterion, "value": value, "quotes": quotes }))
            .collect();
        Self::saying(&json!({ "opinions": opinions }).to_string())
    }

    /// Returns an error reply.
    pub(crate) fn status(status: u16) -> Self {
        let body = json!({ "error": { "message": "no" } });
        Self::new(status, "application/json", body.to_string())
    }

    pub(crate) fn with(mut self, name: &'static str, value: &str) -> Self {
        self.headers.retain(|(other, _)| *other != name);
        self.headers.push((name, value.to_owned()));
        self
    }

    pub(crate) fn silent() -> Self {
        let mode = SendMode::Silent;
        Self {
            mode,
            ..Self::saying("")
        }
    }

    pub(crate) fn stuck(self) -> Self {
        let mode = SendMode::Stuck;
        Self { mode, ..self }
    }

    pub(crate) fn cut(self) -> Self {
        let mode = SendMode::Cut;
        Self { mode, ..self }
    }

    pub(crate) fn endless(self) -> Self {
        let mode = SendMode::Endless;
        Self { mode, ..self }
    }

    fn send(&self, stream: &mut TcpStream) -> std::io::Result<()> {
        let mut head = format!("HTTP/1.1 {} Reply\r\nconnection: close\r\n", self.status);
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        if !matches!(self.mode, SendMode::Endless) {
            head.push_str(&format!("content-length: {}\r\n", self.body.len()));
        }
        let (half, rest) = self.body.as_bytes().split_at(self.body.len() / 2);
        match self.mode {
            SendMode::Silent => return Ok(()),
            SendMode::Whole => write!(stream, "{head}\r\n{}", self.body)?,
            SendMode::Stuck | SendMode::Cut => {
                write!(stream, "{head}\r\n")?;
                stream.write_all(half)?;
            }
            SendMode::Endless => {
                write!(stream, "{head}\r\n")?;
                stream.write_all(half)?;
                // This ends when the client closes the connection.
                loop {
                    stream.write_all(rest)?;
                }
            }
        }
        stream.flush()
    }
}

type Script = dyn Fn(usize, &RecordedRequest) -> Reply + Send + Sync;

/// The server. Dropping it stops it and closes its open connections.
pub(crate) struct Stub {
    address: SocketAddr,
    requests: Arc<Mutex<Vec<RecordedRequest>>>,
    stopped: Arc<AtomicBool>,
}

impl Stub {
    /// Starts a server. Its replies depend on the index of the request, from 0, and on its content.
    pub(crate) fn answering(
        script: impl Fn(usize, &RecordedRequest) -> Reply + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let stub = Self {
            address: listener.local_addr().unwrap(),
            requests: Arc::default(),
            stopped: Arc::default(),
        };
        let (requests, stopped) = (Arc::clone(&stub.requests), Arc::clone(&stub.stopped));
        let script: Arc<Script> = Arc::new(script);
        thread::spawn(move || {
            let left_open: Arc<Mutex<Vec<TcpStream>>> = Arc::default();
            for stream in listener.incoming() {
                if stopped.load(Ordering::Relaxed) {
                    return;
                }
                let (requests, script) = (Arc::clone(&requests), Arc::clone(&script));
                let left_open = Arc::clone(&left_open);
                let stream = stream.unwrap();
                thread::spawn(move || {
                    if let Some(stream) = serve(stream, &requests, &*script) {
                        left_open.lock().unwrap().push(stream);
                    }
                });
            }
        });
        stub
    }

    /// Returns the URL, including the version.
    pub(crate) fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// Returns the requests so far.
    pub(crate) fn requests(&self) -> Vec<RecordedRequest> {
        self.requests.lock().unwrap().clone()
    }
}

impl Drop for Stub {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
        // This wakes the server, so that it sees the flag.
        drop(TcpStream::connect(self.address));
    }
}

/// Answers one request. Returns the connection if it must stay open.
fn serve(
    mut stream: TcpStream,
    requests: &Mutex<Vec<RecordedRequest>>,
    script: &Script,
) -> Option<TcpStream> {
    let request = read(&stream)?;
    let number = {
        let mut requests = requests.lock().unwrap();
        requests.push(request.clone());
        requests.len() - 1
    };
    let reply = script(number, &request);
    // A client that has read enough closes the connection.
    let _closed = reply.send(&mut stream);
    matches!(reply.mode, SendMode::Silent | SendMode::Stuck).then_some(stream)
}

fn read(stream: &TcpStream) -> Option<RecordedRequest> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader
        .read_line(&mut line)
        .ok()
        .filter(|bytes| *bytes > 0)?;
    let mut headers = String::new();
    while !headers.ends_with("\r\n\r\n") {
        reader
            .read_line(&mut headers)
            .ok()
            .filter(|bytes| *bytes > 0)?;
        headers = headers.to_lowercase();
    }
    let length = headers
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "))?;
    let mut body = vec![0; length.trim().parse().ok()?];
    reader.read_exact(&mut body).ok()?;
    Some(RecordedRequest {
        line: line.trim().to_owned(),
        headers,
        body: serde_json::from_slice(&body).ok()?,
        at: Instant::now(),
    })
}
