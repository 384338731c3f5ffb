//! Request heads, valid and invalid, and the framing of bodies.

use shortlist_fixtures::{Random, mutate};

use crate::server_data::{Caller, Names};
use crate::wire::Request;

/// A request that is being built.
pub(crate) struct Draft {
    pub(crate) kind: &'static str,
    pub(crate) path: &'static str,
    pub(crate) content_type: String,
    pub(crate) body: Vec<u8>,
}

/// The framing of a body.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Framing {
    Length,
    Chunked,
    /// Fewer bytes than announced.
    Cut,
    /// Invalid chunks.
    BadChunks,
}

impl Draft {
    /// Returns the request as bytes. One in six has an invalid head or framing.
    pub(crate) fn send(self, names: &Names, chance: &mut Random) -> Request {
        let framing = match chance.below(40) {
            0..3 => Framing::Chunked,
            3 => Framing::Cut,
            4 => Framing::BadChunks,
            _ => Framing::Length,
        };
        let mut headers = self.headers(&names.caller(chance));
        let mut start = format!("POST {} HTTP/1.1", self.path);
        if chance.below(10) == 0 {
            disturb(&mut headers, chance);
        }
        // HTTP itself requires exactly one `Host`, so the server library answers before any handler.
        let hosts = headers.iter().filter(|header| header.starts_with("Host"));
        let has_one_host = hosts.count() == 1;
        if chance.below(60) == 0 {
            start = odd_start(self.path, chance);
        }
        headers.push(match framing {
            Framing::Length | Framing::Cut => format!("Content-Length: {}", self.body.len()),
            Framing::Chunked | Framing::BadChunks => "Transfer-Encoding: chunked".to_owned(),
        });
        let mut head = format!("{start}\r\n{}\r\n\r\n", headers.join("\r\n")).into_bytes();
        let is_damaged = chance.below(80) == 0;
        if is_damaged {
            head = mutate(chance.number(), &[&head]);
        }
        Request {
            kind: self.kind,
            bytes: [head, framed(&self.body, framing, chance)].concat(),
            is_http: !is_damaged
                && has_one_host
                && framing != Framing::BadChunks
                && !start.starts_with("HEAD"),
            is_cut: matches!(framing, Framing::Cut | Framing::BadChunks) || is_damaged,
        }
    }

    fn headers(&self, caller: &Caller) -> Vec<String> {
        vec![
            "Host: 127.0.0.1".to_owned(),
            "Connection: close".to_owned(),
            format!("x-api-key: {}", caller.key),
            format!("Authorization: Bearer {}", caller.token),
            format!("Content-Type: {}", self.content_type),
        ]
    }
}

fn odd_start(path: &str, chance: &mut Random) -> String {
    let method = chance.of(&[
        "GET", "PUT", "DELETE", "OPTIONS", "HEAD", "PATCH", "FUZZ", "POST",
    ]);
    let path = match chance.below(6) {
        0 => format!("{path}/"),
        1 => format!("{path}?query=%7B__typename%7D&a=%FF%00"),
        2 => format!("/%2e%2e{path}"),
        3 => "/".repeat(1 + chance.below(3_000)),
        4 => format!("{path}%00"),
        _ => path.to_owned(),
    };
    format!("{} {path} HTTP/1.1", method.unwrap_or("GET"))
}

/// Changes the headers in ways that HTTP allows.
fn disturb(headers: &mut Vec<String>, chance: &mut Random) {
    let place = chance.below(headers.len());
    match chance.below(8) {
        0 if place != 1 => drop(headers.remove(place)),
        1 => headers.push(headers.get(place).cloned().unwrap_or_default()),
        2 => {
            if let Some(header) = headers.get_mut(2 + chance.below(3)) {
                header.push_str("é\u{80}");
            }
        }
        3 => headers.push(format!("X-Long: {}", "a".repeat(1 << chance.below(13)))),
        4 => headers.extend((0..chance.below(80)).map(|place| format!("X-{place}: {place}"))),
        5 => {
            if let Some(header) = headers.get_mut(2 + chance.below(3)) {
                let name = header.split(':').next().unwrap_or_default().to_owned();
                let value = chance.of(&[
                    "",
                    " ",
                    "Bearer",
                    "Bearer  ",
                    "text/plain",
                    "multipart/form-data",
                    "sl_test_0",
                    "application/json; charset=utf-16",
                    "multipart/form-data; boundary=",
                    "multipart/form-data; boundary=\"",
                    "Basic YTpi",
                    "application/graphql",
                ]);
                *header = format!("{name}: {}", value.unwrap_or_default());
            }
        }
        6 => headers.push(format!(
            "Idempotency-Key: {}",
            "k".repeat(chance.below(300))
        )),
        _ => headers.push(
            chance
                .of(&[
                    "Expect: 100-continue",
                    "Content-Encoding: gzip",
                    "X-Forwarded-For: 203.0.113.7, unknown",
                    "Origin: https://example.org",
                    "Accept: text/html",
                    "Range: bytes=0-",
                    "If-None-Match: *",
                    "Upgrade: h2c",
                    "Idempotency-Key: again",
                    "Cookie: a=b",
                ])
                .unwrap_or_default()
                .to_owned(),
        ),
    }
}

fn framed(body: &[u8], framing: Framing, chance: &mut Random) -> Vec<u8> {
    match framing {
        Framing::Length => body.to_vec(),
        Framing::Cut => body
            .get(..chance.below(body.len()))
            .unwrap_or_default()
            .to_vec(),
        Framing::Chunked => chunked(body, chance),
        Framing::BadChunks => mutate(chance.number(), &[&chunked(body, chance)]),
    }
}

fn chunked(body: &[u8], chance: &mut Random) -> Vec<u8> {
    let mut sent = Vec::new();
    for chunk in body.chunks(1 + chance.below(4_096)) {
        sent.extend(format!("{:x}\r\n", chunk.len()).into_bytes());
        sent.extend_from_slice(chunk);
        sent.extend_from_slice(b"\r\n");
    }
    sent.extend_from_slice(b"0\r\n\r\n");
    sent
}
