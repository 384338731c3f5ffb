//! Deliveries of events: how many a second, what a receiver that hangs costs the others, and how long after a change
//! its event arrives.

mod receiver;

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use serde_json::{Value, json};
use shortlist_fixtures::resume_file;

use crate::server::Server;
use crate::{Outcome, millis, print_line};
use receiver::Receiver;

/// The candidates whose status changes. One call can change all of them.
const CANDIDATES: u64 = 1_000;
/// How often the status of all candidates changes for a single receiver, and for ten. Each is even, so that every
/// measurement begins with active candidates.
const CHANGES_FOR_ONE: usize = 20;
const CHANGES_FOR_TEN: usize = 4;
/// Single changes: how many, and how often one is due.
const SINGLE_CHANGES: usize = 2_000;
const CHANGE_EVERY: Duration = Duration::from_millis(10);
const CLIENTS: usize = 4;
/// Rounds that compare requests without an endpoint and with one.
const OVERHEAD_ROUNDS: u64 = 20;
const CHANGES_A_ROUND: usize = 50;
const UPLOADS_A_ROUND: usize = 10;
const FILES_AN_UPLOAD: usize = 10;
/// How long a request waits after the one before it, and what that measures. After the long pause its events are delivered and the
/// results are stored, so the difference is what a request itself costs. After the short one, that work shares the cores with it.
const PAUSES: [(&str, Duration); 2] = [
    ("alone", Duration::from_millis(150)),
    ("during deliveries", CHANGE_EVERY),
];
/// How long the last deliveries may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// Measures deliveries on SQLite, or on the empty database that is named.
pub(crate) fn run(program: &Path, database: Option<&str>) -> Outcome<()> {
    let url = database.map(|url| format!("--database-url={url}"));
    let mut flags = vec!["--requests-per-minute=1000000000"];
    flags.extend(url.as_deref());
    let server = Server::start(program, &flags)?;
    let job = server.create_job()?;
    let candidates = candidates(&server, &job)?;
    let mut files = CANDIDATES..;
    for pause in PAUSES {
        overhead(&server, &job, (&candidates, &mut files), pause)?;
    }
    one_receiver(&server, &candidates)?;
    single_changes(&server, &candidates)?;
    ten_receivers(&server, &candidates, 0)?;
    ten_receivers(&server, &candidates, 1)?;
    server.stop()
}

/// Uploads resumes for a job, and returns the candidates.
fn candidates(server: &Server, job: &str) -> Outcome<Vec<String>> {
    let answer = server.upload(job, (0..CANDIDATES).map(resume_file).collect())?;
    Ok(answer
        .results
        .into_iter()
        .filter_map(|result| result.code)
        .collect())
}

fn one_receiver(server: &Server, candidates: &[String]) -> Outcome<()> {
    let receiver = Receiver::start(false)?;
    let webhook = create_webhook(server, &receiver)?;
    let begun = Instant::now();
    change_all(server, candidates, CHANGES_FOR_ONE)?;
    // The deliveries begin meanwhile, and cannot be faster than the changes.
    let changes = begun.elapsed();
    let count = candidates.len() * CHANGES_FOR_ONE;
    receiver.wait_for(count, PATIENCE)?;
    let rate = per_second(count, begun.elapsed())?;
    let changed = per_second(count, changes)?;
    print_line(&format!(
        "| {count} events, one receiver | {rate:.0} deliveries a second of {changed:.0} changes a second |"
    ))?;
    replay(server, &webhook, &receiver, count)?;
    delete_webhook(server, &webhook)
}

/// Sends the events of the last hour again. Nothing is changed meanwhile.
fn replay(server: &Server, webhook: &str, receiver: &Receiver, arrived: usize) -> Outcome<()> {
    let since = SystemTime::now()
        .checked_sub(Duration::from_secs(3_600))
        .ok_or("no hour ago")?;
    let since = chrono::DateTime::<chrono::Utc>::from(since).to_rfc3339();
    let document = "mutation($input: ReplayWebhooksSinceInput!) { replayWebhooksSince(input: $input) { events } }";
    let begun = Instant::now();
    let input = json!({ "webhookId": webhook, "since": since });
    let answer = server.ask_as("Admin", document, &input)?;
    let count = answer.pointer("/replayWebhooksSince/events");
    let count = count
        .and_then(Value::as_u64)
        .ok_or("no event is sent again")?;
    let count = usize::try_from(count)?;
    receiver.wait_for(arrived + count, PATIENCE)?;
    let rate = per_second(count, begun.elapsed())?;
    print_line(&format!(
        "| {count} events again, one receiver | {rate:.0} deliveries a second |"
    ))
}

fn ten_receivers(server: &Server, candidates: &[String], hanging: usize) -> Outcome<()> {
    let receivers: Vec<Receiver> = (0..10)
        .map(|number| Receiver::start(number < hanging))
        .collect::<Outcome<_>>()?;
    let create = |receiver| create_webhook(server, receiver);
    let webhooks: Vec<String> = receivers.iter().map(create).collect::<Outcome<_>>()?;
    let begun = Instant::now();
    change_all(server, candidates, CHANGES_FOR_TEN)?;
    let count = candidates.len() * CHANGES_FOR_TEN;
    for receiver in receivers.iter().skip(hanging) {
        receiver.wait_for(count, PATIENCE)?;
    }
    let all = count * (receivers.len() - hanging);
    let rate = per_second(all, begun.elapsed())?;
    print_line(&format!(
        "| {count} events, ten receivers of which {hanging} hang | {rate:.0} deliveries a second to the others |"
    ))?;
    webhooks
        .iter()
        .try_for_each(|webhook| delete_webhook(server, webhook))
}

/// Changes the status of single candidates at a steady rate, and measures when each event arrives. The time starts when the
/// request is sent.
fn single_changes(server: &Server, candidates: &[String]) -> Outcome<()> {
    let receiver = Receiver::start(false)?;
    let webhook = create_webhook(server, &receiver)?;
    let begun = Instant::now();
    let send = |client: usize| -> Outcome<Vec<(String, Instant)>> {
        let mut sent = Vec::new();
        for number in (client..SINGLE_CHANGES).step_by(CLIENTS) {
            let due = begun + CHANGE_EVERY * u32::try_from(number)?;
            thread::sleep(due.saturating_duration_since(Instant::now()));
            let candidate = candidates
                .get(number % candidates.len())
                .ok_or("no candidate")?;
            // Each round sets the other status, so every request changes something.
            let status = status(number / candidates.len());
            let at = Instant::now();
            let answer = change(server, std::slice::from_ref(candidate), status)?;
            let id = answer.pointer("/updateCandidates/candidates/0/_id");
            let id = id
                .and_then(Value::as_str)
                .ok_or("no candidate was changed")?;
            sent.push((id.to_owned(), at));
        }
        Ok(sent)
    };
    let sent = thread::scope(|scope| -> Outcome<Vec<(String, Instant)>> {
        let mut clients = Vec::with_capacity(CLIENTS);
        for client in 0..CLIENTS {
            clients.push(scope.spawn(move || send(client)));
        }
        let mut sent = Vec::with_capacity(SINGLE_CHANGES);
        for client in clients {
            sent.extend(client.join().map_err(|_panic| "a client panicked")??);
        }
        Ok(sent)
    })?;
    receiver.wait_for(SINGLE_CHANGES, PATIENCE)?;
    let mut times = receiver.times_after(sent)?;
    times.sort_unstable();
    let percentile = |percent: usize| {
        times
            .get(times.len() * percent / 100)
            .copied()
            .unwrap_or_default()
    };
    print_line(&format!(
        "| {SINGLE_CHANGES} changes, one each {} ms | from the request to its event: p50 {:.0} ms, p99 {:.0} ms |",
        CHANGE_EVERY.as_millis(),
        millis(percentile(50)),
        millis(percentile(99)),
    ))?;
    delete_webhook(server, &webhook)
}

/// Compares status changes and uploads without an endpoint and with one, in alternating rounds. The files of the uploads have numbers.
fn overhead(
    server: &Server,
    job: &str,
    (candidates, files): (&[String], &mut impl Iterator<Item = u64>),
    (name, pause): (&str, Duration),
) -> Outcome<()> {
    let receiver = Receiver::start(false)?;
    let mut times: [[Vec<Duration>; 2]; 2] = Default::default();
    for round in 0..OVERHEAD_ROUNDS {
        // Without, with, with, without: each side sets each status equally often.
        let with = (1..3).contains(&(round % 4));
        let types = ["candidate.status_changed", "candidate.created"];
        let webhook = with.then(|| create_webhook_for(server, &receiver, &types));
        let webhook = webhook.transpose()?;
        let [changes, uploads] = &mut times;
        let side = usize::from(with);
        let next_status = status(usize::try_from(round)?);
        for candidate in candidates.iter().take(CHANGES_A_ROUND) {
            let candidate = std::slice::from_ref(candidate);
            let spent = timed(pause, || change(server, candidate, next_status))?;
            changes.get_mut(side).ok_or("two sides")?.push(spent);
        }
        for _upload in 0..UPLOADS_A_ROUND {
            let files = files.by_ref().take(FILES_AN_UPLOAD).map(resume_file);
            let files = files.collect();
            let spent = timed(pause, || server.upload(job, files))?;
            uploads.get_mut(side).ok_or("two sides")?.push(spent);
        }
        webhook.map_or(Ok(()), |webhook| delete_webhook(server, &webhook))?;
    }
    for (what, [without, with]) in ["status change", "upload of ten"].into_iter().zip(times) {
        let (without, with) = (median(without), median(with));
        print_line(&format!(
            "| {what} {name}, median without an endpoint {:.2} ms | with one {:.2} ms, {:+.1} % |",
            millis(without),
            millis(with),
            (with.as_secs_f64() / without.as_secs_f64() - 1.0) * 100.0,
        ))?;
    }
    Ok(())
}

/// Returns the time that a request takes, after a pause.
fn timed<T>(pause: Duration, request: impl FnOnce() -> Outcome<T>) -> Outcome<Duration> {
    thread::sleep(pause);
    let begun = Instant::now();
    request()?;
    Ok(begun.elapsed())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// Changes the status of all candidates this often.
fn change_all(server: &Server, candidates: &[String], times: usize) -> Outcome<()> {
    (0..times).try_for_each(|round| change(server, candidates, status(round)).map(drop))
}

fn change(server: &Server, candidates: &[String], status: &str) -> Outcome<Value> {
    let document = "mutation($input: UpdateCandidatesInput!) { updateCandidates(input: $input) { candidates { _id } } }";
    server.ask(
        document,
        &json!({ "candidateIds": candidates, "status": status }),
    )
}

/// Returns the status of a round. It differs from that of the round before.
fn status(round: usize) -> &'static str {
    if round.is_multiple_of(2) {
        "OnHold"
    } else {
        "Active"
    }
}

fn create_webhook(server: &Server, receiver: &Receiver) -> Outcome<String> {
    create_webhook_for(server, receiver, &["candidate.status_changed"])
}

fn create_webhook_for(server: &Server, receiver: &Receiver, types: &[&str]) -> Outcome<String> {
    let document = "mutation($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { webhookId } } }";
    let input = json!({ "url": receiver.url, "eventTypes": types });
    let answer = server.ask_as("Admin", document, &input)?;
    let id = answer.pointer("/createWebhook/webhook/webhookId");
    Ok(id
        .and_then(Value::as_str)
        .ok_or("no webhook was created")?
        .to_owned())
}

fn delete_webhook(server: &Server, webhook: &str) -> Outcome<()> {
    let document = "mutation($input: WebhookInput!) { deleteWebhook(input: $input) { webhookId } }";
    server
        .ask_as("Admin", document, &json!({ "webhookId": webhook }))
        .map(drop)
}

fn per_second(count: usize, time: Duration) -> Outcome<f64> {
    Ok(f64::from(u32::try_from(count)?) / time.as_secs_f64())
}
