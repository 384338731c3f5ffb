//! A receiver of webhooks on a free port of this machine, which answers as a test decides.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::Value;

/// How long a test waits for what must arrive.
const PATIENCE: Duration = Duration::from_secs(30);

/// How a receiver answers.
#[derive(Clone)]
pub(crate) enum Answer {
    /// With a status line and header lines, and a short body.
    Status(&'static str),
    /// With a confirmation, and a body that never ends.
    Endless,
    /// Not at all, while the connection stays open.
    Hang,
    /// By closing the connection.
    Close,
}

/// A request that has arrived.
#[derive(Clone)]
pub(crate) struct Received {
    headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl Received {
    pub(crate) fn header(&self, name: &str) -> &str {
        let found = self.headers.iter().find(|(one, _)| one == name);
        &found.unwrap_or_else(|| panic!("{name} is missing")).1
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub(super) fn event_type(&self) -> String {
        self.json()["type"].as_str().unwrap().to_owned()
    }
}

pub(crate) struct Receiver {
    pub(crate) url: String,
    answer: Arc<Mutex<Answer>>,
    received: Arc<Mutex<Vec<Received>>>,
}

impl Receiver {
    /// Starts a receiver.
    pub(crate) fn start(answer: Answer) -> Self {
        let socket = TcpListener::bind("127.0.0.1:0").unwrap();
        let receiver = Self {
            url: format!("http://{}/hook", socket.local_addr().unwrap()),
            answer: Arc::new(Mutex::new(answer)),
            received: Arc::default(),
        };
        let (answer, received) = (Arc::clone(&receiver.answer), Arc::clone(&receiver.received));
        std::thread::spawn(move || {
            for stream in socket.incoming() {
                let (answer, received) = (Arc::clone(&answer), Arc::clone(&received));
                std::thread::spawn(move || serve(stream.unwrap(), &answer, &received));
            }
        });
        receiver
    }

    /// Starts a receiver that confirms everything.
    pub(crate) fn confirming() -> Self {
        Self::start(Answer::Status("204 No Content"))
    }

    /// Changes how it answers from now on.
    pub(super) fn set(&self, answer: Answer) {
        *self.answer.lock().unwrap() = answer;
    }

    pub(crate) fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }

    /// Waits until this many requests have arrived, and returns all.
    pub(crate) fn wait_for(&self, count: usize) -> Vec<Received> {
        wait_until("requests arrive", || self.received().len() >= count);
        self.received()
    }

    pub(super) fn types(&self) -> Vec<String> {
        self.received().iter().map(Received::event_type).collect()
    }
}

/// Waits until something is true.
pub(super) fn wait_until(what: &str, is_true: impl FnMut() -> bool) {
    wait_until_for(PATIENCE, what, is_true);
}

/// Waits until something is true, at most this long.
pub(crate) fn wait_until_for(patience: Duration, what: &str, mut is_true: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_true() {
        assert!(begun.elapsed() < patience, "waited too long until {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn serve(stream: TcpStream, answer: &Mutex<Answer>, received: &Mutex<Vec<Received>>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    while let Some(request) = read(&mut reader) {
        received.lock().unwrap().push(request);
        let answer = answer.lock().unwrap().clone();
        let mut stream = &stream;
        let outcome = match answer {
            Answer::Status(status) => {
                write!(stream, "HTTP/1.1 {status}\r\ncontent-length: 0\r\n\r\n")
            }
            Answer::Endless => endless(stream),
            Answer::Hang => {
                // The sender gives up first and closes the connection.
                reader.read_to_end(&mut Vec::new()).map(drop)
            }
            Answer::Close => return,
        };
        if outcome.is_err() {
            return;
        }
    }
}

fn endless(mut stream: &TcpStream) -> std::io::Result<()> {
    write!(
        stream,
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
    )?;
    loop {
        write!(stream, "400\r\n{}\r\n", "x".repeat(0x400))?;
    }
}

/// Reads a request. Returns `None` at the end of the connection.
fn read(reader: &mut BufReader<TcpStream>) -> Option<Received> {
    let mut headers = Vec::new();
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
    assert!(line.starts_with("POST /hook "), "{line}");
    loop {
        line.clear();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else {
            break;
        };
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let length = headers.iter().find(|(name, _)| name == "content-length");
    let mut body = vec![0; length?.1.parse().unwrap()];
    reader.read_exact(&mut body).ok()?;
    Some(Received { headers, body })
}
