//! An HTTP server that answers as a test says, and remembers what it was asked.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::signing::SigningKey;

/// What the server does with a request.
#[derive(Clone)]
pub(crate) enum Answer {
    /// It sends this, with a status and lines of the header.
    Send(u16, String, Vec<u8>),
    /// It accepts the request, and does not answer before [`Provider::release`].
    Hang,
    /// It sends the beginning of an answer and closes the connection.
    BreakOff,
    /// It sends an answer byte by byte, without an end.
    Drip,
}

/// A request that has arrived.
#[derive(Clone)]
pub(crate) struct Request {
    pub(crate) path: String,
    pub(crate) headers: String,
    pub(crate) body: String,
}

impl Request {
    /// Returns a field of a form.
    pub(crate) fn field(&self, name: &str) -> Option<String> {
        let mut fields = self.body.split('&').filter_map(|pair| pair.split_once('='));
        let (_, value) = fields.find(|(field, _)| *field == name)?;
        Some(value.to_owned())
    }
}

#[derive(Default)]
struct State {
    answers: HashMap<String, Answer>,
    requests: Vec<Request>,
    held: Vec<Held>,
}

/// A request that is not answered yet.
struct Held {
    path: String,
    stream: TcpStream,
}

/// A provider on this machine.
pub(crate) struct Provider {
    pub(crate) issuer: String,
    state: Arc<Mutex<State>>,
    keys: Mutex<Vec<SigningKey>>,
}

impl Provider {
    /// Starts a provider with one key.
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let state = Arc::new(Mutex::new(State::default()));
        let served = Arc::clone(&state);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let state = Arc::clone(&served);
                thread::spawn(move || serve(stream.unwrap(), &state));
            }
        });
        let provider = Self {
            issuer,
            state,
            keys: Mutex::default(),
        };
        provider.describe(|_unchanged| {});
        provider.publish(&[SigningKey::es256("first")]);
        provider
    }

    /// Answers with a discovery document that is good but for this change.
    pub(crate) fn describe(&self, change: impl FnOnce(&mut Value)) {
        let issuer = &self.issuer;
        let mut document = json!({
            "issuer": issuer,
            "authorization_endpoint": format!("{issuer}/authorize"),
            "token_endpoint": format!("{issuer}/token"),
            "jwks_uri": format!("{issuer}/keys"),
            "end_session_endpoint": format!("{issuer}/end"),
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256", "HS256", "none"],
        });
        change(&mut document);
        self.answer_json("/.well-known/openid-configuration", &document);
    }

    /// Publishes keys, the first of which signs.
    pub(crate) fn publish(&self, keys: &[SigningKey]) {
        let published: Vec<Value> = keys.iter().map(SigningKey::public).collect();
        self.answer_json("/keys", &json!({ "keys": published }));
        *self.keys.lock().unwrap() = keys.to_vec();
    }

    /// Returns the key that signs.
    pub(crate) fn key(&self) -> SigningKey {
        self.keys.lock().unwrap()[0].clone()
    }

    pub(crate) fn answer(&self, path: &str, answer: Answer) {
        let mut state = self.state.lock().unwrap();
        state.answers.insert(path.to_owned(), answer);
    }

    pub(crate) fn answer_json(&self, path: &str, answer: &Value) {
        self.answer_status(path, 200, answer);
    }

    pub(crate) fn answer_status(&self, path: &str, status: u16, answer: &Value) {
        let header = "Content-Type: application/json\r\n".to_owned();
        let body = answer.to_string().into_bytes();
        self.answer(path, Answer::Send(status, header, body));
    }

    /// Answers the requests that hang with what their paths answer now.
    pub(crate) fn release(&self) {
        let held = std::mem::take(&mut self.state.lock().unwrap().held);
        for one in held {
            respond(one.stream, one.path, &self.state);
        }
    }

    /// Returns the requests for a path.
    pub(crate) fn requests(&self, path: &str) -> Vec<Request> {
        let state = self.state.lock().unwrap();
        let found = state.requests.iter().filter(|one| one.path == path);
        found.cloned().collect()
    }
}

fn serve(stream: TcpStream, state: &Mutex<State>) {
    let Some(request) = read(&stream) else {
        return;
    };
    let path = request.path.clone();
    state.lock().unwrap().requests.push(request);
    respond(stream, path, state);
}

fn respond(stream: TcpStream, path: String, state: &Mutex<State>) {
    let mut locked = state.lock().unwrap();
    let answer = locked.answers.get(&path).cloned();
    let (status, header, body) = match answer {
        Some(Answer::Send(status, header, body)) => (status, header, body),
        Some(Answer::Hang) => {
            locked.held.push(Held { path, stream });
            return;
        }
        Some(Answer::BreakOff) => {
            let beginning = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{";
            (&stream).write_all(beginning.as_bytes()).unwrap();
            return;
        }
        Some(Answer::Drip) => {
            drop(locked);
            drip(&stream);
            return;
        }
        None => (404, String::new(), Vec::new()),
    };
    drop(locked);
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status} Status\r\n{header}Content-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    // A client that has read enough closes the connection.
    let _closed = (&stream).write_all(&[head.into_bytes(), body].concat());
}

/// Sends bytes until the client closes the connection. It sends nothing more itself, so reading from it waits between two bytes.
fn drip(mut stream: &TcpStream) {
    let pause = Duration::from_millis(20);
    stream.set_read_timeout(Some(pause)).unwrap();
    let mut sent = stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n");
    let mut byte = [0];
    while sent.is_ok() && !stream.read(&mut byte).is_ok_and(|count| count == 0) {
        sent = stream.write_all(b" ");
    }
}

fn read(stream: &TcpStream) -> Option<Request> {
    let mut reader = BufReader::new(stream);
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line == "\r\n" {
            break;
        }
        lines.push(line);
    }
    let path = lines[0].split(' ').nth(1)?.to_owned();
    let headers = lines[1..].concat();
    let length = headers.lines().find_map(|line| {
        let (name, value) = line.split_once(": ")?;
        name.eq_ignore_ascii_case("content-length").then_some(value)
    });
    let mut body = vec![0; length.map_or(0, |length| length.trim().parse().unwrap())];
    reader.read_exact(&mut body).ok()?;
    Some(Request {
        path,
        headers,
        body: String::from_utf8(body).unwrap(),
    })
}
