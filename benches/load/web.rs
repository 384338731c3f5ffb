//! The pages of the web app, as a recruiter who is signed in requests them.

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use crate::Outcome;
use crate::connection::Connection;
use crate::kinds::Seeded;

/// The most bytes of the response to a sign-in. It has no body.
const MAX_SIGN_IN_BYTES: u64 = 64 << 10;

/// The pages of a job that follow its address.
const OF_JOB: [(&str, &str); 16] = [
    ("web-ranking", ""),
    (
        "web-ranking-filter",
        "?status=Active&allSkills=Rust&noSkills=Excel&minScore=60",
    ),
    ("web-ranking-search", "?search=kubernetes%20autocad"),
    ("web-review", "/review"),
    ("web-board", "/board"),
    ("web-board-stage", "/board?stage=New"),
    ("web-leaderboards", "/leaderboards"),
    ("web-activity", "/activity"),
    ("web-edit", "/edit"),
    ("web-requirements", "/requirements"),
    ("web-team", "/team"),
    ("web-stages", "/stages"),
    ("web-questions", "/questions"),
    ("web-upload", "/upload"),
    ("web-add", "/add"),
    ("web-ranking-by-name", "?size=100&sort=name"),
];

/// The pages of a candidate that follow its address.
const OF_CANDIDATE: [(&str, &str); 6] = [
    ("web-candidate", ""),
    ("web-candidate-data", "/data"),
    ("web-candidate-activity", "/activity"),
    ("web-candidate-corrections", "/corrections"),
    ("web-candidate-interviews", "/interviews"),
    ("web-packet", "/packet"),
];

/// The pages of the organization and of the user.
const OTHERS: [(&str, &str); 28] = [
    ("web-home", "/app"),
    ("web-jobs", "/app/jobs"),
    ("web-jobs-search", "/app/jobs?search=engineer"),
    ("web-new-job", "/app/jobs/new"),
    ("web-import", "/app/jobs/import"),
    ("web-people", "/app/people"),
    ("web-people-search", "/app/people?search=rust"),
    ("web-search", "/app/search?q=engineer"),
    ("web-reports", "/app/reports"),
    ("web-interviews", "/app/interviews"),
    ("web-help", "/app/help"),
    ("web-sessions", "/app/account/sessions"),
    ("web-mail-preferences", "/app/account/mail"),
    ("web-second-factor", "/app/account/second-factor"),
    ("web-settings-keys", "/app/settings/keys"),
    ("web-settings-users", "/app/settings/users"),
    ("web-settings-integrations", "/app/settings/integrations"),
    ("web-settings-access", "/app/settings/access"),
    ("web-settings-stages", "/app/settings/stages"),
    ("web-settings-candidates", "/app/settings/candidates"),
    ("web-settings-webhooks", "/app/settings/webhooks"),
    ("web-settings-mail", "/app/settings/mail"),
    ("web-settings-retention", "/app/settings/retention"),
    ("web-settings-audit", "/app/settings/audit"),
    ("web-settings-service", "/app/settings/service"),
    ("web-settings-sso", "/app/settings/single-sign-on"),
    ("web-settings-provisioning", "/app/settings/provisioning"),
    ("web-settings-password", "/app/settings/password"),
];

/// Returns the kinds of pages with their requests. The addresses of a candidate and of a person are taken from pages.
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
    let page = String::from_utf8(connection.ask(&get(&candidate))?.to_vec())?;
    let person = first_link(&page, "/app/people/").ok_or("the candidate is no person")?;
    let of_job = OF_JOB.map(|(name, path)| (name, format!("{ranking}{path}")));
    let of_candidate = OF_CANDIDATE.map(|(name, path)| (name, format!("{candidate}{path}")));
    let others = OTHERS.map(|(name, path)| (name, path.to_owned()));
    let more = [
        ("web-person", person),
        ("web-report-of-job", format!("/app/reports?job={job}")),
    ];
    let all = of_job.into_iter().chain(of_candidate).chain(others);
    let all = all.chain(more);
    Ok(all.map(|(name, path)| (name, get(&path))).collect())
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
