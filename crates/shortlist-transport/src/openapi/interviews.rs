//! Recordings and calendar files of interviews.

use utoipa::openapi::HttpMethod;

use super::endpoint::{Access, Endpoint, bytes, json, plain_text};
use super::files::ranges;
use crate::paths;
use crate::recordings::RecordingBody;

pub(super) const TAG: &str = "Interviews";

pub(super) fn endpoints() -> Vec<Endpoint> {
    let mut endpoints = recording();
    let (path, _) = paths::PLAYBACK;
    let play = ranges(
        path,
        TAG,
        "playRecording",
        "describeRecording",
        "Play a recording",
        "*/*",
        Access::Link,
    );
    endpoints.extend(play.map(|endpoint| {
        endpoint
            .query("expires", "A part of the link.")
            .query("signature", "A part of the link.")
            .refuse(400, "A part of the link is repeated.")
    }));
    endpoints.push(calendar());
    endpoints
}

fn recording() -> Vec<Endpoint> {
    let (path, _) = paths::RECORDING;
    let stored = [("application/json", json::<RecordingBody>())];
    let types = ["video/*", "audio/*", "application/octet-stream"];
    let put = Endpoint::new(
        path,
        HttpMethod::Put,
        TAG,
        "putRecording",
        "Store the recording",
    )
    .access(Access::Caller)
    .body(&types, &bytes())
    .answer(201, "The first recording is stored.", &stored)
    .answer(200, "The recording replaces an earlier one.", &stored)
    .refuse(404, "There is no such interview.")
    .refuse(409, "The interview takes no recording now.")
    .refuse(422, "The bytes are not a recording of a supported format.");
    let summary = "Delete the recording";
    let delete = Endpoint::new(path, HttpMethod::Delete, TAG, "deleteRecording", summary)
        .access(Access::Caller)
        .answer(204, "The recording is deleted.", &[])
        .refuse(404, "There is no such interview, or it has no recording.")
        .refuse(409, "The recording may not be deleted now.");
    vec![put, delete]
}

fn calendar() -> Endpoint {
    let (path, _) = paths::CALENDAR;
    let summary = "Get an interview for a calendar";
    Endpoint::new(path, HttpMethod::Get, TAG, "getCalendar", summary)
        .access(Access::Caller)
        .answer(
            200,
            "The interview as iCalendar.",
            &[("text/calendar", plain_text())],
        )
        .refuse(404, "There is no such interview.")
}
