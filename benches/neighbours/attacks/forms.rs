//! Forms of the web app at the limits of what is accepted, and beyond.

use std::thread;
use std::time::Duration;

use crate::Outcome;
use crate::open_connections::{Answers, Stalled, hold};
use crate::scene::Scene;
use crate::sending::{post, send};

/// The number of clients without a session.
const STRANGERS: usize = 6;
const FORM: &str =
    "Sec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\n";
/// The sizes of forms, in bytes. The largest is just below the limit of a form.
const SIZES: [usize; 6] = [1_000, 8_000, 40_000, 288_000, 1_000_000, 2_097_000];
/// The sizes of forms that a stranger's page shows again.
const KEPT_SIZES: [usize; 2] = [2_500, 8_100];
/// The number of forms that a connection sends without reading an answer.
const UNREAD_FORMS: usize = 64;
/// What a form repeats until it has its size, after its beginning.
const SHAPES: [(&str, &str); 12] = [
    ("title=T&description=", "a"),
    ("title=T&description=", "%3C"),
    (
        "title=T&description=",
        "Rust%2C+SAP+or+Excel+is+required%3B+fluent+German+is+a+plus.%0A",
    ),
    (
        "title=T&preview=1&description=",
        "At+least+5+years+of+Kubernetes.%0A",
    ),
    ("title=T&preview=1&skills=", "skill+{}%0A"),
    ("title=T&skills=", "%2C"),
    ("f=1", "&f{}=1"),
    ("status=Active", "&c.cnd_{}=1"),
    ("view=", "allSkills%3Da{}%26"),
    ("content=eA&prompt=", "%0A"),
    ("skipped=", "a.pdf%1Fno+text%0A"),
    ("feedback=x", "&q{}.question=why"),
];
/// The paths that end in a form of the neighbour's job or candidate.
const JOB_FORMS: [&str; 9] = [
    "/bulk",
    "/weights",
    "/views",
    "/edit",
    "/status",
    "/upload/skipped.csv",
    "/review",
    "/board",
    "/upload",
];
const CANDIDATE_FORMS: [&str; 6] = ["", "/notes", "/tags", "/fields", "/review", "/interviews"];
const OTHER_FORMS: [&str; 6] = [
    "/app/jobs/new",
    "/app/jobs/requirements",
    "/app/jobs/import/plan",
    "/app/jobs/import/problems.csv",
    "/app/settings/candidates",
    "/app/settings/users",
];
/// Pages with parameters. The longest address is just below the limit of a head.
const ADDRESSES: [(&str, &str); 6] = [
    ("/app/sign-in?next=", "a"),
    ("/openapi?", "a"),
    ("/graphql/schema.graphql?", "a"),
    ("/app/jobs?search=", "a"),
    ("{job}?", "allSkills=a{}&"),
    ("{job}/compare?", "c=cnd_{}&"),
];
const ADDRESS_BYTES: usize = 14_000;

/// The requests of this attack.
struct Forms {
    address: String,
    paths: Vec<String>,
    /// A body of each shape and size.
    bodies: Vec<String>,
    pages: Vec<String>,
}

/// Sends every form and address in every size, as strangers and as a signed-in user at once.
pub(crate) fn all(scene: &Scene<'_>) -> Outcome<()> {
    let cookie = sign_in(scene)?;
    let forms = Forms::of(scene);
    thread::scope(|scope| {
        scope.spawn(|| {
            scene.send_in_parallel(STRANGERS, Duration::ZERO, |number| {
                forms.request(number, "")
            });
        });
        scene.send_in_parallel(1, Duration::ZERO, |number| forms.request(number, &cookie));
    });
    Ok(())
}

/// Opens connections that send one form after the other, and read no answer.
pub(crate) fn unread(scene: &Scene<'_>, connections: usize) -> Outcome<()> {
    let paths = ["/app/jobs/new", "/app/sign-in"];
    let kinds = paths
        .into_iter()
        .flat_map(|path| KEPT_SIZES.map(|size| (path, size)));
    let kinds: Vec<(&str, usize)> = kinds.collect();
    thread::scope(|scope| {
        for (path, size) in &kinds {
            let body = form(("email=", "a"), *size);
            let one = post(scene.address(), path, FORM, body.as_bytes());
            let one = String::from_utf8_lossy(&one).replace("Connection: close\r\n", "");
            let stalled = Stalled {
                beginning: one.repeat(UNREAD_FORMS).into_bytes(),
                drip: b"",
                answers: Answers::Unread,
            };
            let share = connections / kinds.len();
            scope.spawn(move || hold(scene, share, &stalled));
        }
    });
    Ok(())
}

/// Signs the neighbour in, and returns the header with the cookie.
fn sign_in(scene: &Scene<'_>) -> Outcome<String> {
    let caller = scene.neighbour;
    let (id, email, password) = (&caller.id, &caller.email, &caller.password);
    let email = email.replace('@', "%40");
    let body = format!("organization={id}&email={email}&password={password}");
    let request = post(scene.address(), "/app/sign-in", FORM, body.as_bytes());
    let answer = send(scene.address(), &request)?;
    let cookie = answer.cookie().ok_or("the neighbour cannot sign in")?;
    Ok(format!("Cookie: {cookie}\r\n"))
}

impl Forms {
    fn of(scene: &Scene<'_>) -> Self {
        let job = format!("/app/jobs/{}", scene.worst_case.job);
        let candidate = format!("/app/candidates/{}", scene.worst_case.interviewed);
        let of_job = JOB_FORMS.map(|end| format!("{job}{end}"));
        let of_candidate = CANDIDATE_FORMS.map(|end| format!("{candidate}{end}"));
        let others = OTHER_FORMS.map(str::to_owned);
        let sizes = SIZES.into_iter();
        let bodies = sizes.flat_map(|size| SHAPES.map(|shape| form(shape, size)));
        let page = |(beginning, part): (&str, &str)| {
            form((&beginning.replace("{job}", &job), part), ADDRESS_BYTES)
        };
        Self {
            address: scene.address().to_owned(),
            bodies: bodies.collect(),
            pages: ADDRESSES.map(page).into(),
            paths: of_job
                .into_iter()
                .chain(of_candidate)
                .chain(others)
                .collect(),
        }
    }

    /// Returns the request of this number. The numbers walk through all bodies and paths, and every seventh is for a page.
    fn request(&self, number: usize, cookie: &str) -> Vec<u8> {
        let host = &self.address;
        if number.is_multiple_of(7) {
            let page = at(&self.pages, number / 7);
            let head = format!("GET {page} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n");
            return format!("{head}{cookie}\r\n").into_bytes();
        }
        let (path, body) = (at(&self.paths, number / 5), at(&self.bodies, number));
        post(host, path, &format!("{FORM}{cookie}"), body.as_bytes())
    }
}

/// Returns a beginning with as many parts as fit the size. Each part gets its number.
fn form((beginning, part): (&str, &str), size: usize) -> String {
    let room = size.saturating_sub(beginning.len());
    if !part.contains("{}") {
        return format!("{beginning}{}", part.repeat(room / part.len().max(1)));
    }
    let mut text = beginning.to_owned();
    for number in 0_usize.. {
        let next = part.replace("{}", &number.to_string());
        if text.len() + next.len() > size {
            break;
        }
        text.push_str(&next);
    }
    text
}

fn at(all: &[String], number: usize) -> &str {
    all.get(number % all.len().max(1))
        .map_or("", String::as_str)
}
