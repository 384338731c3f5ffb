//! Requests that begin and do not end: uploads of the neighbour, and bodies of callers whom nobody knows.

use crate::Outcome;
use crate::held::{Stalled, hold};
use crate::scene::Scene;
use crate::sending::head;

/// The length that stalled uploads announce, and how much of it they send.
const ANNOUNCED_BYTES: usize = 1 << 20;
const SENT_BYTES: usize = 64;
/// What is missing of a body that is sent slowly.
const MISSING_BYTES: usize = 4_096;
const STRANGE_CREDENTIALS: &str = "x-api-key: sl_live_0123456789012345678901234567890123456789012345678\r\n\
     Authorization: Bearer slat_0123456789\r\nContent-Type: application/json\r\n";

/// Uploads of an Interviewer with a key that may read jobs: neither may upload.
pub(crate) fn refused_uploads(scene: &Scene<'_>, uploads: usize) -> Outcome<()> {
    stalled_uploads(scene, scene.interviewer, uploads);
    Ok(())
}

/// Uploads that are permitted.
pub(crate) fn permitted_uploads(scene: &Scene<'_>, uploads: usize) -> Outcome<()> {
    stalled_uploads(scene, scene.neighbour, uploads);
    Ok(())
}

fn stalled_uploads(scene: &Scene<'_>, caller: &crate::organization::Organization, uploads: usize) {
    let upload = caller.upload(&scene.worst.job, &[]);
    let headers = upload.headers();
    let mut beginning = head(scene.address(), upload.path, &headers, ANNOUNCED_BYTES).into_bytes();
    beginning.extend(upload.body.get(..SENT_BYTES).unwrap_or_default());
    hold(
        scene,
        uploads,
        &Stalled {
            beginning,
            drip: b"",
        },
    );
}

/// GraphQL bodies of as many bytes as are allowed, with credentials that nobody has; the last bytes come one a second.
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
        },
    );
    Ok(())
}
