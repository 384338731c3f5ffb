//! The pages of the web app, as a recruiter who is signed in requests them.

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use crate::Outcome;
use crate::connection::Connection;
use crate::kinds::Seeded;

/// The most bytes of the response to a sign-in. It has no body.
const MAX_SIGN_IN_BYTES: u64 = 64 << 10;

/// Returns the kinds of pages with their requests. The address of a candidate is taken from the ranking.
pub(crate) fn pages(seeded: &Seeded, address: &str) -> Outcome<Vec<(&'static str, Vec<u8>)>> {
    let cookie = sign_in(seeded, address)?;
    let get = |path: &str| {
        format!(
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\nSec-Fetch-Site: same-origin\r\n\r\n"
        )
        .into_bytes()
    };
    let (_, job) = seeded.large_job();
    let ranking = format!("/app/jobs/{job}");
    let mut connection = Connection::open(address)?;
    let page = String::from_utf8(connection.ask(&get(&ranking))?.to_vec())?;
    let candidate = first_link(&page, "/app/candidates/").ok_or("the ranking has no candidate")?;
    let paths = [
        ("web-home", "/app".to_owned()),
        ("web-jobs", "/app/jobs".to_owned()),
        ("web-jobs-search", "/app/jobs?search=engineer".to_owned()),
        ("web-ranking", ranking.clone()),
        (
            "web-ranking-filter",
            format!("{ranking}?status=Active&allSkills=Rust&noSkills=Excel&minScore=60"),
        ),
        (
            "web-ranking-search",
            format!("{ranking}?search=kubernetes%20autocad"),
        ),
        ("web-candidate", candidate),
        ("web-review", format!("{ranking}/review")),
        ("web-leaderboards", format!("{ranking}/leaderboards")),
        ("web-board", format!("{ranking}/board")),
        ("web-activity", format!("{ranking}/activity")),
        ("web-reports", "/app/reports".to_owned()),
        ("web-report-of-job", format!("/app/reports?job={job}")),
        ("web-interviews", "/app/interviews".to_owned()),
    ];
    Ok(paths.map(|(name, path)| (name, get(&path))).to_vec())
}

/// Signs in, and returns the cookie of the session.
fn sign_in(seeded: &Seeded, address: &str) -> Outcome<String> {
    let (email, password) = seeded.sign_in();
    let (organization, _) = seeded.large_job();
    let body = format!(
        "organization={}&email={}&password={}&end=1",
        escaped(organization),
        escaped(email),
        escaped(password)
    );
    let request = format!(
        "POST /app/sign-in HTTP/1.1\r\nHost: {address}\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(address)?;
    stream.write_all(request.as_bytes())?;
    let mut response = String::new();
    stream
        .take(MAX_SIGN_IN_BYTES)
        .read_to_string(&mut response)?;
    let cookie = response.lines().find_map(|line| {
        let (name, value) = line.split_once(": ")?;
        let is_cookie = name.eq_ignore_ascii_case("set-cookie");
        is_cookie.then(|| value.split(';').next().unwrap_or_default().to_owned())
    });
    cookie.ok_or_else(|| format!("sign-in failed: {response}").into())
}

/// Returns a text as a value of a form.
fn escaped(text: &str) -> String {
    text.bytes().fold(String::new(), |mut escaped, byte| {
        let _infallible = write!(escaped, "%{byte:02X}");
        escaped
    })
}

/// Returns the first address of a page that begins with a text.
fn first_link(page: &str, beginning: &str) -> Option<String> {
    let (_, rest) = page.split_once(&format!("href=\"{beginning}"))?;
    let end = rest.find(['"', '?', '#'])?;
    Some(format!("{beginning}{}", rest.get(..end)?))
}
