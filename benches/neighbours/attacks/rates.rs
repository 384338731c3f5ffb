//! Many requests: sign-ins, and all requests that a key's rate limit allows.

use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::Outcome;
use crate::organization::Organization;
use crate::scene::Scene;

/// The number of sign-ins at once.
const SIGN_INS: usize = 400;
/// The default rate limit of a key.
const REQUESTS_PER_MINUTE: u32 = 6_000;
const KEYS: usize = 4;
/// The number of clients of each key.
const CLIENTS: usize = 8;
const PAGE: &str = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate {
    _id uId fullName emailAddress phoneNumber resumeScore skillsFound status createdAt } totalCount } }";

/// Sends successful sign-ins in parallel, repeatedly.
pub(crate) fn sign_ins(scene: &Scene<'_>) -> Outcome<()> {
    let request = scene.neighbour.sign_in(scene.address());
    scene.send_in_parallel(SIGN_INS, Duration::ZERO, |_| request.clone());
    Ok(())
}

/// Sends all requests that one key may make.
pub(crate) fn one_key(scene: &Scene<'_>) -> Outcome<()> {
    full_rate(scene, std::slice::from_ref(scene.neighbour));
    Ok(())
}

/// Sends all requests that several keys may make.
pub(crate) fn several_keys(scene: &Scene<'_>) -> Outcome<()> {
    let keys = (0..KEYS).map(|_| scene.neighbour.with_key(scene.place, "all"));
    full_rate(scene, &keys.collect::<Outcome<Vec<_>>>()?);
    Ok(())
}

/// Uses up each key's requests per minute within the time of the attack.
fn full_rate(scene: &Scene<'_>, keys: &[Organization]) {
    let seconds = u32::try_from(scene.seconds).unwrap_or(60).clamp(1, 60);
    let distance = Duration::from_secs(seconds.into()) / REQUESTS_PER_MINUTE;
    thread::scope(|scope| {
        for key in keys {
            scope.spawn(move || spend(scene, key, distance));
        }
    });
}

/// Sends the requests of a key at equal intervals. A request is late only if all clients wait.
fn spend(scene: &Scene<'_>, key: &Organization, distance: Duration) {
    let input = key.input(&json!({ "jobId": key.large_job(), "pageSize": 100, "search": "an" }));
    let request = key.question(scene.address(), PAGE, &input);
    let (begun, next) = (Instant::now(), AtomicU32::new(0));
    thread::scope(|scope| {
        for _ in 0..CLIENTS {
            scope.spawn(|| {
                while scene.is_running() {
                    let due = distance * next.fetch_add(1, Ordering::Relaxed);
                    thread::sleep(due.saturating_sub(begun.elapsed()));
                    scene.send(&request);
                }
            });
        }
    });
}
