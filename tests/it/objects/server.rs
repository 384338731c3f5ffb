//! A server that behaves like S3 as far as the service uses it: whole objects, multipart uploads, ranges, lists and
//! deletions. It accepts only signed requests, and verifies checksums.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use actix_web::body::SizedStream;
use actix_web::http::Method;
use actix_web::web::{Bytes, PayloadConfig, Query};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, web};
use data_encoding::BASE64;
use futures_util::stream;

use super::signature::{header, hex, is_signed, sha256};

/// The only bucket.
pub(crate) const BUCKET: &str = "files";
/// The number of keys in one list response, so small that tests need several responses.
const KEYS_IN_A_LIST: usize = 3;

/// A stored object.
#[derive(Clone, Default)]
pub(crate) struct Object {
    pub(crate) bytes: Vec<u8>,
    /// The hash that the client sent.
    pub(crate) stated_hash: String,
    /// The number of parts of the upload, or 0 if it was sent as a whole.
    pub(crate) parts: usize,
}

#[derive(Default)]
struct Upload {
    key: String,
    stated_hash: String,
    parts: BTreeMap<usize, Bytes>,
}

/// The stored objects, and the behavior that a test asks for.
#[derive(Default)]
pub(crate) struct Kept {
    pub(crate) objects: BTreeMap<String, Object>,
    uploads: BTreeMap<String, Upload>,
    /// The status with which this many of the next requests are refused.
    pub(crate) refuse: Option<(u16, usize)>,
    /// Whether parts of objects are refused.
    pub(crate) refuse_parts: bool,
    /// Whether the next object is cut off in the middle.
    pub(crate) cut_off: bool,
    /// Whether responses contain versions.
    pub(crate) versioned: bool,
    /// The number of object reads.
    pub(crate) reads: usize,
}

impl Kept {
    /// Returns how many multipart uploads are neither completed nor aborted.
    pub(crate) fn open_uploads(&self) -> usize {
        self.uploads.len()
    }

    fn is_refused(&mut self) -> Option<u16> {
        let (status, left) = self.refuse?;
        self.refuse = (left > 1).then_some((status, left - 1));
        Some(status)
    }
}

/// The server, which runs until it is dropped.
pub(crate) struct ObjectServer {
    pub(crate) url: String,
    kept: Arc<Mutex<Kept>>,
    server: actix_web::dev::ServerHandle,
}

impl Drop for ObjectServer {
    fn drop(&mut self) {
        drop(self.server.stop(false));
    }
}

impl ObjectServer {
    /// Starts the server on a free port.
    pub(crate) fn start() -> Self {
        let kept = Arc::new(Mutex::new(Kept::default()));
        let data = web::Data::from(Arc::clone(&kept));
        let (send, receive) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let build = move || {
                    App::new()
                        .app_data(data.clone())
                        .app_data(PayloadConfig::new(64 << 20))
                        .default_service(web::to(answer))
                };
                let server = HttpServer::new(build).workers(2).disable_signals();
                let server = server.bind("127.0.0.1:0").unwrap();
                let url = format!("http://{}", server.addrs()[0]);
                let server = server.run();
                send.send((server.handle(), url)).unwrap();
                server.await.unwrap();
            });
        });
        let (server, url) = receive.recv().unwrap();
        Self { url, kept, server }
    }

    pub(crate) fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap()
    }

    /// Returns the keys of all objects with a prefix.
    pub(crate) fn keys(&self, prefix: &str) -> Vec<String> {
        let kept = self.kept();
        let keys = kept.objects.keys().filter(|key| key.starts_with(prefix));
        keys.cloned().collect()
    }
}

/// The parameters of a request.
type Parameters = BTreeMap<String, String>;

async fn answer(
    request: HttpRequest,
    body: Bytes,
    Query(parameters): Query<Parameters>,
    kept: web::Data<Mutex<Kept>>,
) -> HttpResponse {
    if !is_signed(&request, &body) {
        return refused(403, "SignatureDoesNotMatch");
    }
    let mut kept = kept.lock().unwrap();
    if let Some(status) = kept.is_refused() {
        return refused(status, "SlowDown");
    }
    let stated = header(&request, "x-amz-checksum-sha256");
    if !stated.is_empty() && stated != BASE64.encode(&sha256(&body)) {
        return refused(400, "BadDigest");
    }
    let path = decoded(request.uri().path());
    let path = path.trim_start_matches('/');
    match path.split_once('/').unwrap_or((path, "")) {
        (BUCKET, "") => list(&kept, &parameters),
        (BUCKET, key) => object(&mut kept, &request, &body, key, &parameters),
        _ => refused(404, "NoSuchBucket"),
    }
}

/// Decodes the percent-encoding of a path.
fn decoded(path: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        let digits = (byte == b'%').then(|| [rest.next(), rest.next()].map(Option::unwrap));
        bytes.push(digits.map_or(byte, |digits| {
            let digits = String::from_utf8(digits.to_vec()).unwrap();
            u8::from_str_radix(&digits, 16).unwrap()
        }));
    }
    String::from_utf8(bytes).unwrap()
}

fn refused(status: u16, code: &str) -> HttpResponse {
    let status = actix_web::http::StatusCode::from_u16(status).unwrap();
    HttpResponse::build(status).body(format!("<Error><Code>{code}</Code></Error>"))
}

fn tag(bytes: &[u8]) -> String {
    format!("\"{}\"", hex(sha256(bytes)))
}

fn list(kept: &Kept, parameters: &Parameters) -> HttpResponse {
    let parameter = |name: &str| parameters.get(name).map_or("", String::as_str);
    let after = parameter("continuation-token");
    let below = |key: &&String| key.starts_with(parameter("prefix")) && key.as_str() > after;
    let keys: Vec<&String> = kept.objects.keys().filter(below).collect();
    let contents = keys.iter().take(KEYS_IN_A_LIST).map(|key| {
        let size = kept.objects[*key].bytes.len();
        format!("<Contents><Key>{key}</Key><Size>{size}</Size><LastModified>2026-03-01T00:00:00Z</LastModified></Contents>")
    });
    let contents: String = contents.collect();
    let next = match keys.get(KEYS_IN_A_LIST - 1) {
        Some(last) if keys.len() > KEYS_IN_A_LIST => {
            format!("<NextContinuationToken>{last}</NextContinuationToken>")
        }
        _ => String::new(),
    };
    HttpResponse::Ok().body(format!(
        "<ListBucketResult>{contents}{next}</ListBucketResult>"
    ))
}

fn object(
    kept: &mut Kept,
    request: &HttpRequest,
    body: &Bytes,
    key: &str,
    parameters: &Parameters,
) -> HttpResponse {
    let stated_hash = header(request, "x-amz-meta-sha256").to_owned();
    let upload = parameters.get("uploadId");
    match (request.method(), upload) {
        (&Method::GET, _) => read(kept, key, header(request, "range")),
        (&Method::DELETE, Some(upload)) => {
            kept.uploads.remove(upload);
            HttpResponse::NoContent().finish()
        }
        (&Method::DELETE, None) => {
            kept.objects.remove(key);
            HttpResponse::NoContent().finish()
        }
        (&Method::PUT, Some(upload)) => put_part(kept, upload, &parameters["partNumber"], body),
        (&Method::PUT, None) => {
            let bytes = body.to_vec();
            put(
                kept,
                key,
                Object {
                    bytes,
                    stated_hash,
                    parts: 0,
                },
            )
        }
        (&Method::POST, Some(upload)) => complete(kept, upload, body),
        (&Method::POST, None) => {
            let id = format!("upload-{}", hex(sha256(key.as_bytes())));
            let (key, parts) = (key.to_owned(), BTreeMap::new());
            let upload = Upload {
                key,
                stated_hash,
                parts,
            };
            kept.uploads.insert(id.clone(), upload);
            HttpResponse::Ok().body(format!(
                "<InitiateMultipartUploadResult><UploadId>{id}</UploadId></InitiateMultipartUploadResult>"
            ))
        }
        _ => refused(405, "MethodNotAllowed"),
    }
}

fn put(kept: &mut Kept, key: &str, object: Object) -> HttpResponse {
    let mut response = HttpResponse::Ok();
    response.insert_header(("etag", tag(&object.bytes)));
    if kept.versioned {
        response.insert_header(("x-amz-version-id", "1"));
    }
    kept.objects.insert(key.to_owned(), object);
    response.finish()
}

fn put_part(kept: &mut Kept, upload: &str, number: &str, body: &Bytes) -> HttpResponse {
    if kept.refuse_parts {
        return refused(400, "InvalidPart");
    }
    let Some(upload) = kept.uploads.get_mut(upload) else {
        return refused(404, "NoSuchUpload");
    };
    upload.parts.insert(number.parse().unwrap(), body.clone());
    HttpResponse::Ok()
        .insert_header(("etag", tag(body)))
        .finish()
}

/// Completes an upload if the list names each part with its tag, and if all parts except the last have at least S3's
/// minimum size.
fn complete(kept: &mut Kept, upload: &str, body: &Bytes) -> HttpResponse {
    let Some(upload) = kept.uploads.remove(upload) else {
        return refused(404, "NoSuchUpload");
    };
    let list = String::from_utf8(body.to_vec())
        .unwrap()
        .replace("&quot;", "\"");
    let named = |part: &Bytes| list.contains(&format!("<ETag>{}</ETag>", tag(part)));
    let is_large = |part: &&Bytes| part.len() >= 5 << 20;
    let parts: Vec<Bytes> = upload.parts.into_values().collect();
    let small = parts.iter().rev().skip(1).any(|part| !is_large(&part));
    if small || !parts.iter().all(named) {
        return refused(400, "InvalidPart");
    }
    let object = Object {
        bytes: parts.concat(),
        stated_hash: upload.stated_hash,
        parts: parts.len(),
    };
    let tag = tag(&object.bytes);
    kept.objects.insert(upload.key, object);
    HttpResponse::Ok().body(format!(
        "<CompleteMultipartUploadResult><ETag>{tag}</ETag></CompleteMultipartUploadResult>"
    ))
}

fn read(kept: &mut Kept, key: &str, range: &str) -> HttpResponse {
    kept.reads += 1;
    let Some(object) = kept.objects.get(key) else {
        return refused(404, "NoSuchKey");
    };
    let bytes = Bytes::from(object.bytes.clone());
    let length = bytes.len();
    let (mut response, part) = match range.strip_prefix("bytes=") {
        Some(range) => {
            let (from, to) = range.split_once('-').unwrap();
            let from: usize = from.parse().unwrap();
            let to = to.parse::<usize>().unwrap().min(length - 1);
            let mut response = HttpResponse::PartialContent();
            response.insert_header(("content-range", format!("bytes {from}-{to}/{length}")));
            (response, bytes.slice(from..=to))
        }
        None => (HttpResponse::Ok(), bytes.clone()),
    };
    response.insert_header(("etag", tag(&bytes)));
    if !std::mem::take(&mut kept.cut_off) {
        return response.body(part);
    }
    let half = part.slice(..part.len() / 2);
    let cut = [Ok(half), Err(std::io::Error::other("cut off"))];
    response.body(SizedStream::new(
        u64::try_from(part.len()).unwrap(),
        stream::iter(cut),
    ))
}
