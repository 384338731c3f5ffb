//! Requests that begin and never end: uploads of the neighbour, and bodies of unauthenticated callers.

use crate::Outcome;
use crate::open_connections::{Answers, Stalled, hold};
use crate::scene::Scene;
use crate::sending::head;

/// The announced length of stalled uploads, and the part that is sent.
const ANNOUNCED_BYTES: usize = 1 << 20;
const SENT_BYTES: usize = 64;
/// The part of a slow body that is sent slowly.
const MISSING_BYTES: usize = 4_096;
const STRANGE_CREDENTIALS: &str = "x-api-key: sl_live_0123456789012345678901234567890123456789012345678\r\n\
     Authorization: Bearer slat_0123456789\r\nContent-Type: application/json\r\n";

/// Stalls uploads of an Interviewer whose key may only read jobs, so uploads are not permitted.
pub(crate) fn refused_uploads(scene: &Scene<'_>, uploads: usize) -> Outcome<()> {
    stalled_uploads(scene, scene.interviewer, uploads);
    Ok(())
}

/// Stalls uploads that are permitted.
pub(crate) fn permitted_uploads(scene: &Scene<'_>, uploads: usize) -> Outcome<()> {
    stalled_uploads(scene, scene.neighbour, uploads);
    Ok(())
}

fn stalled_uploads(scene: &Scene<'_>, caller: &crate::organization::Organization, uploads: usize) {
    let upload = caller.upload(&scene.worst_case.job, &[]);
    let headers = upload.headers();
    let mut beginning = head(scene.address(), upload.path, &headers, ANNOUNCED_BYTES).into_bytes();
    beginning.extend(upload.body.get(..SENT_BYTES).unwrap_or_default());
    hold(
        scene,
        uploads,
        &Stalled {
            beginning,
            drip: b"",
            answers: Answers::Read,
        },
    );
}

/// Sends GraphQL bodies of the largest size with invalid credentials. The last bytes arrive one per second.
pub(crate) fn slow_bodies(scene: &Scene<'_>, connections: usize) -> Outcome<()> {
    let body = " ".repeat(ANNOUNCED_BYTES - MISSING_BYTES);
    let head = head(
        scene.address(),
        "/graphql",
        STRANGE_CREDENTIALS,
        ANNOUNCED_BYTES,
    );
    let beginning = [head, body].concat().into_bytes();
    hold(
        scene,
        connections,
        &Stalled {
            beginning,
            drip: b" ",
            answers: Answers::Read,
        },
    );
    Ok(())
}
