//! Recordings of interviews, played by links that expire.

use chrono::Duration;
use reqwest::blocking::Response;
use serde_json::{Value, json};
use shortlist_domain::Permission;
use shortlist_transport::{PublicUrl, RateLimits};

use super::recordings::{candidate_with_interview, film, link, play, put, report};
use crate::support::database;
use crate::support::service::{Service, answer};

on_both_databases!(
    a_recording_is_kept_and_played,
    parts_of_a_recording_are_played,
    a_link_is_good_for_its_recording_and_its_time,
    a_key_that_may_only_write_gets_no_link,
);

fn header<'a>(response: &'a Response, name: &str) -> &'a str {
    response
        .headers()
        .get(name)
        .map_or("", |value| value.to_str().unwrap())
}

fn with_a_recording_there_is_a_report(service: &Service) {
    let list = "query($input: GetInterviewsInput!) { getInterviews(input: $input) { interviews { status hasReport } } }";
    let listed = service.data(
        &service.recruiter,
        list,
        json!({ "organizationId": "org_ours" }),
    );
    assert_eq!(
        listed["interviews"],
        json!([{ "status": "Scheduled", "hasReport": true }])
    );
}

fn a_recording_is_kept_and_played(service: &Service) {
    let (candidate, interview) = candidate_with_interview(service, "Ada Example");
    let film = film(700_000, 0);
    let (status, kept) = put(service, &service.interviewer, &interview, &film);
    assert_eq!(status, 201, "{kept}");
    assert_eq!(kept["interviewId"], json!(interview));
    assert_eq!(
        (&kept["mediaType"], &kept["bytes"]),
        (&json!("video/mp4"), &json!(700_000))
    );
    with_a_recording_there_is_a_report(service);
    let report = report(service, &candidate);
    assert_eq!(report["feedback"], Value::Null);
    assert_eq!(
        report["recording"],
        json!({ "mediaType": "video/mp4", "bytes": 700_000.0, "sha256": kept["sha256"],
            "createdAt": "2026-03-05T08:15:00.000Z", "linkExpiresAt": "2026-03-05T09:15:00.000Z" })
    );
    let link = report["videoPlaybackLink"].as_str().unwrap();
    assert!(link.starts_with(&service.url("/recordings/rec_")), "{link}");
    for secret in ["org_ours", &candidate, &interview, &service.recruiter.token] {
        assert!(!link.contains(secret), "{link}");
    }
    let played = play(service, link);
    assert_eq!(played.status(), 200);
    for (name, value) in [
        ("content-type", "video/mp4"),
        ("accept-ranges", "bytes"),
        ("x-content-type-options", "nosniff"),
        ("cache-control", "no-store"),
        ("content-length", "700000"),
    ] {
        assert_eq!(header(&played, name), value, "{name}");
    }
    assert!(played.bytes().unwrap() == film);
    let head = service.client.head(link).send().unwrap();
    assert_eq!(
        (head.status().as_u16(), header(&head, "content-length")),
        (200, "700000")
    );
    assert_eq!(service.staged_files(), 0);
}

fn parts_of_a_recording_are_played(service: &Service) {
    let (candidate, interview) = candidate_with_interview(service, "Ada Example");
    let film = film(600_000, 0);
    put(service, &service.recruiter, &interview, &film);
    let link = link(service, &candidate);
    let ask = |range: &str, tag: Option<&str>| {
        let request = service.client.get(&link).header("Range", range);
        let request = tag
            .into_iter()
            .fold(request, |request, tag| request.header("If-Range", tag));
        request.send().unwrap()
    };
    for (range, from, to) in [
        ("bytes=0-0", 0, 0),
        ("bytes=100-400099", 100, 400_099),
        ("bytes=599999-", 599_999, 599_999),
        ("bytes=-5", 599_995, 599_999),
    ] {
        let part = ask(range, None);
        assert_eq!(part.status(), 206, "{range}");
        assert_eq!(
            header(&part, "content-range"),
            format!("bytes {from}-{to}/600000")
        );
        assert!(part.bytes().unwrap() == film[from..=to], "{range}");
    }
    let beyond = ask("bytes=600000-", None);
    assert_eq!(beyond.status(), 416);
    assert_eq!(header(&beyond, "content-range"), "bytes */600000");
    let whole = ask("bytes=0-1,5-6", None);
    assert_eq!(whole.status(), 200);
    let tag = header(&whole, "etag").to_owned();
    assert_eq!(ask("bytes=0-1", Some(&tag)).status(), 206);
    let other = ask("bytes=0-1", Some("\"another\""));
    assert_eq!(other.status(), 200);
    assert!(other.bytes().unwrap() == film);
}

fn a_link_is_good_for_its_recording_and_its_time(service: &Service) {
    let (ada, first) = candidate_with_interview(service, "Ada Example");
    let (ben, second) = candidate_with_interview(service, "Ben Example");
    for interview in [&first, &second] {
        put(service, &service.recruiter, interview, &film(1_000, 0));
    }
    let (link, other) = (link(service, &ada), link(service, &ben));
    let id = |link: &str| link.split(['?', '/']).nth(4).unwrap().to_owned();
    let expires = link.split(['=', '&']).nth(1).unwrap();
    let changed = [
        link.replace(&id(&link), &id(&other)),
        link.replace(expires, "9999999999"),
        link.replace(expires, "soon"),
        link.replace("expires=", "expires=0"),
        link.replace("expires=", "expires=%2B"),
        link.replace("expires=", "expires=+"),
        link.replace("expires=", "expires=%20"),
        link.replace("organization=", "organization=other_"),
        link.replace("organization=", "elsewhere="),
        link.replace("signature=", "signature=0"),
        link.split('&').next().unwrap().to_owned(),
        link.split('?').next().unwrap().to_owned(),
        format!(
            "{}?expires=9999999999&signature=",
            service.url("/recordings/a%2f..")
        ),
    ];
    for bad in changed {
        let (status, body) = answer(play(service, &bad));
        assert_eq!(status, 403, "{bad}");
        assert!(
            body["error"].as_str().unwrap().contains("is invalid"),
            "{bad}"
        );
    }
    assert_eq!(play(service, &link).status(), 200);
    service.clock.advance(Duration::seconds(3_599));
    assert_eq!(play(service, &link).status(), 200);
    service.clock.advance(Duration::seconds(1));
    let (status, body) = answer(play(service, &link));
    assert_eq!(status, 403);
    assert!(body["error"].as_str().unwrap().contains("expired"));
    let posted = service.client.post(&link).send().unwrap();
    assert_eq!(
        (posted.status().as_u16(), header(&posted, "allow")),
        (405, "GET, HEAD")
    );
}

fn a_key_that_may_only_write_gets_no_link(service: &Service) {
    let (_, interview) = candidate_with_interview(service, "Ada Example");
    let writer = service.with_permissions(&service.recruiter, &[Permission::InterviewsWrite]);
    put(service, &writer, &interview, &film(1_000, 0));
    let submit = "mutation($input: SubmitInterviewReportInput!) { submitInterviewReport(input: $input) { videoPlaybackLink recording { bytes } } }";
    let input = json!({ "interviewId": interview, "feedback": "Clear." });
    assert_eq!(
        service.data(&writer, submit, input.clone()),
        json!({ "videoPlaybackLink": null, "recording": null })
    );
    let response = service.data(&service.recruiter, submit, input);
    assert_eq!(response["recording"]["bytes"], 1_000.0);
}

#[test]
fn links_begin_with_the_public_url_and_forged_ones_are_counted() {
    database::on_sqlite(|url| {
        let service = Service::start_with_web_state(url, |state| {
            let public = PublicUrl::parse("https://jobs.example.org/api/").unwrap();
            let limits = RateLimits {
                bad_credentials_per_minute: 2,
                ..RateLimits::default()
            };
            state
                .with_public_url(Some(public))
                .with_rate_limits(&limits)
        });
        let (candidate, interview) = candidate_with_interview(&service, "Ada Example");
        put(&service, &service.recruiter, &interview, &film(1_000, 0));
        let link = link(&service, &candidate);
        let path = link.strip_prefix("https://jobs.example.org/api").unwrap();
        assert_eq!(play(&service, &service.url(path)).status(), 200);
        let forged = service.url(&path.replace("signature=", "signature=00"));
        let statuses = [0; 3].map(|_| play(&service, &forged).status().as_u16());
        assert_eq!(statuses, [403, 403, 429]);
    });
}
