//! The measured requests: the most frequent reads of a recruiter's screens, and the same pages for another server.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use serde_json::{Value, json};
use shortlist_domain::Timestamp;

use crate::Outcome;
use crate::connection::{Connection, post};
use crate::{filters, searches, web};

/// The nine fields of the specification.
const CANDIDATES: &str =
    "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate {
    _id uId fullName emailAddress phoneNumber resumeScore skillsFound status createdAt } } }";
const WITH_CURSOR: &str = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate {
    _id uId fullName emailAddress phoneNumber resumeScore skillsFound status createdAt } pageInfo { endCursor } } }";
const COUNTED: &str = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate {
    _id uId fullName emailAddress phoneNumber resumeScore skillsFound status createdAt } totalCount totalCountIsExact } }";
const LEADERBOARD: &str =
    "query($input: InputTypeLeaderBoard!) { getLeaderboard(input: $input) { rows {
    name value rank candidateId uId } } }";
const JOBS: &str =
    "query($input: getJobsInput!) { getJobs(input: $input) { jobs { _id title createdAt } } }";

/// The same page of candidates and part of a leaderboard, in `PostGraphile`'s terms.
const PEER_CANDIDATES: &str = "query($organization: String!, $job: String!) { allCandidates(first: 10,
    condition: { organizationId: $organization, jobId: $job }, orderBy: [CREATED_AT_DESC, ID_ASC]) { nodes {
    id code fullName email phone scoreTenths skills status createdAt } } }";
const PEER_LEADERBOARD: &str = "query($organization: String!, $job: String!) { allCandidates(first: 50,
    condition: { organizationId: $organization, jobId: $job }, orderBy: [SCORE_TENTHS_DESC, SORT_NAME_ASC, ID_ASC]) { nodes {
    fullName scoreTenths id code } } }";

/// The number of addresses that are searched for in turn.
const ADDRESSES: usize = 500;

/// The output of `shortlist bench seed`.
pub(crate) struct Seeded {
    /// The page of the large job that is requested by its number, and by the cursor before it.
    deep_page: usize,
    organization: String,
    recruiter: String,
    job: String,
    headers: String,
    email: String,
    password: String,
}

/// A kind of request.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    ours: Vec<Vec<u8>>,
    peers: Option<Vec<u8>>,
}

/// A server with its requests.
pub(crate) struct Server {
    pub(crate) name: &'static str,
    pub(crate) addresses: Vec<String>,
    pub(crate) requests: Vec<Vec<u8>>,
}

impl Seeded {
    pub(crate) fn read(path: &Path, deep_page: usize) -> Outcome<Self> {
        let seeded: Value = serde_json::from_slice(&fs::read(path)?)?;
        let text = |name: &str| {
            let text = seeded.get(name).and_then(Value::as_str);
            text.map(str::to_owned)
                .ok_or_else(|| format!("{} has no {name}", path.display()))
        };
        let (key, token) = (text("apiKey")?, text("accessToken")?);
        Ok(Self {
            deep_page,
            organization: text("organizationId")?,
            recruiter: text("recruiterId")?,
            job: text("largeJobId")?,
            headers: format!("x-api-key: {key}\r\nAuthorization: Bearer {token}\r\n"),
            email: text("email")?,
            password: text("password")?,
        })
    }

    /// Returns the e-mail address and the password of the recruiter.
    pub(crate) fn sign_in(&self) -> (&str, &str) {
        (&self.email, &self.password)
    }

    /// Returns the organization and its job with the most candidates.
    pub(crate) fn large_job(&self) -> (&str, &str) {
        (&self.organization, &self.job)
    }

    fn request(&self, address: &str, document: &str, input: &Value) -> Vec<u8> {
        let body = json!({ "query": document, "variables": { "input": input } });
        post(address, &self.headers, &body.to_string())
    }

    fn candidates(&self, address: &str, filters: &Value) -> Vec<u8> {
        self.request(address, CANDIDATES, &self.input(filters))
    }

    /// Returns an input with the organization.
    fn input(&self, fields: &Value) -> Value {
        let mut input = fields.clone();
        if let Some(fields) = input.as_object_mut() {
            fields.insert("organizationId".to_owned(), json!(self.organization));
        }
        input
    }

    fn peers(&self, address: &str, document: &str) -> Vec<u8> {
        let variables = json!({ "organization": self.organization, "job": self.job });
        let body = json!({ "query": document, "variables": variables });
        post(address, "", &body.to_string())
    }
}

impl Kind {
    pub(crate) fn servers(&self, addresses: &[String], peer: Option<&str>) -> Vec<Server> {
        let ours = Server {
            name: "Shortlist",
            addresses: addresses.to_vec(),
            requests: self.ours.clone(),
        };
        let other = peer
            .zip(self.peers.as_ref())
            .map(|(address, request)| Server {
                name: "PostGraphile",
                addresses: vec![address.to_owned()],
                requests: vec![request.clone()],
            });
        [Some(ours), other].into_iter().flatten().collect()
    }
}

/// Returns every kind. Values that depend on the data, such as cursors and search terms, are queried first.
pub(crate) fn all(seeded: &Seeded, address: &str, peer: Option<&str>) -> Outcome<Vec<Kind>> {
    let job = &seeded.job;
    let page = |filters: Value| vec![seeded.candidates(address, &filters)];
    let kind = |name, ours| Kind {
        name,
        ours,
        peers: None,
    };
    let with_peer = |name, ours, document: &str| Kind {
        name,
        ours,
        peers: peer.map(|peer| seeded.peers(peer, document)),
    };
    let board = seeded.input(&json!({ "jobId": job, "leaderboardtype": "ai", "limit": 50 }));
    let jobs = seeded
        .input(&json!({ "recruiterId": seeded.recruiter, "userType": "Admin", "perPage": 20 }));
    let typename = json!({ "query": "{ __typename }" }).to_string();
    let cursor = cursor_before(seeded, address)?;
    let addresses = addresses(seeded, address)?;
    let rare = addresses
        .iter()
        .map(|email| seeded.candidates(address, &json!({ "search": email })));
    let filtered = filters::pages(job, now()?)
        .into_iter()
        .map(|(name, input)| kind(name, page(input)));
    let mut kinds = vec![
        kind("typename", vec![post(address, &seeded.headers, &typename)]),
        with_peer("page", page(json!({ "jobId": job })), PEER_CANDIDATES),
        with_peer(
            "leaderboard",
            vec![seeded.request(address, LEADERBOARD, &board)],
            PEER_LEADERBOARD,
        ),
        kind(
            "deep-by-number",
            page(json!({ "jobId": job, "pageNumber": seeded.deep_page })),
        ),
        kind("deep-not-asked-before", descending_pages(seeded, address)),
        kind(
            "deep-by-cursor",
            page(json!({ "jobId": job, "after": cursor })),
        ),
        kind("all-jobs", page(json!({}))),
        kind("jobs", vec![seeded.request(address, JOBS, &jobs)]),
        kind("search-rare", rare.collect()),
        kind("search-common", page(json!({ "search": "kubernetes" }))),
        kind(
            "search-common-in-job",
            page(json!({ "search": "kubernetes", "jobId": job })),
        ),
        kind("search-absent", page(json!({ "search": "zymurgist" }))),
        kind(
            "search-no-neighbours",
            page(json!({ "search": "kubernetes autocad" })),
        ),
    ];
    kinds.extend(filtered);
    kinds.extend(searched(seeded, address));
    let pages = web::pages(seeded, address)?.into_iter();
    kinds.extend(pages.map(|(name, request)| kind(name, vec![request])));
    Ok(kinds)
}

fn searched(seeded: &Seeded, address: &str) -> [Kind; 4] {
    searches::all(&seeded.job).map(|searches| {
        let document = if searches.counted {
            COUNTED
        } else {
            CANDIDATES
        };
        let inputs = searches.inputs.iter().map(|input| seeded.input(input));
        Kind {
            name: searches.name,
            ours: inputs
                .map(|input| seeded.request(address, document, &input))
                .collect(),
            peers: None,
        }
    })
}

/// Returns the variables of a request.
pub(crate) fn variables(request: &[u8]) -> String {
    let body = request.rsplit(|byte| *byte == b'\n').next();
    let body = body.and_then(|body| serde_json::from_slice::<Value>(body).ok());
    body.and_then(|body| body.pointer("/variables/input").map(Value::to_string))
        .unwrap_or_default()
}

/// Returns deep pages, each before all earlier ones, so that on one connection no earlier position helps.
fn descending_pages(seeded: &Seeded, address: &str) -> Vec<Vec<u8>> {
    let (first, last) = (seeded.deep_page * 4 / 5, seeded.deep_page * 6 / 5);
    let numbers = (first..last).rev().step_by(2);
    let filters = numbers.map(|number| json!({ "jobId": seeded.job, "pageNumber": number }));
    filters
        .map(|filters| seeded.candidates(address, &filters))
        .collect()
}

fn now() -> Outcome<Timestamp> {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?;
    let millis = i64::try_from(since.as_millis())?;
    Ok(Timestamp::from_unix_millis(millis).ok_or("the clock is out of range")?)
}

fn asked(seeded: &Seeded, address: &str, document: &str, filters: &Value) -> Outcome<Value> {
    let request = seeded.request(address, document, &seeded.input(filters));
    Ok(serde_json::from_slice(
        Connection::open(address)?.ask(&request)?,
    )?)
}

/// Returns the cursor of the page before the deep one.
fn cursor_before(seeded: &Seeded, address: &str) -> Outcome<String> {
    let filters = json!({ "jobId": seeded.job, "pageNumber": seeded.deep_page - 1 });
    let answer = asked(seeded, address, WITH_CURSOR, &filters)?;
    let cursor = answer.pointer("/data/getCandidates/pageInfo/endCursor");
    let cursor = cursor.and_then(Value::as_str);
    Ok(cursor
        .ok_or("the large job has too few candidates for a deep page")?
        .to_owned())
}

/// Returns addresses of candidates, from as many pages as necessary.
fn addresses(seeded: &Seeded, address: &str) -> Outcome<Vec<String>> {
    let mut addresses = Vec::new();
    for page in 1.. {
        let filters = json!({ "pageNumber": page, "pageSize": 100 });
        let answer = asked(seeded, address, CANDIDATES, &filters)?;
        let listed = answer.pointer("/data/getCandidates/candidate");
        let listed = listed.and_then(Value::as_array).ok_or("no candidates")?;
        let emails = listed
            .iter()
            .filter_map(|one| one.get("emailAddress")?.as_str());
        addresses.extend(emails.map(str::to_owned));
        if addresses.len() >= ADDRESSES || listed.is_empty() {
            break;
        }
    }
    Ok(addresses)
}
