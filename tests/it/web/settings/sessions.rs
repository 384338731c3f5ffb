//! The page of one's own sessions, and that of a user's.

use reqwest::Method;

use super::between;
use crate::binary::program::Sandbox;
use crate::web::visitor::{ADMIN, INTERVIEWER, RECRUITER, STRANGER, Visitor, cookie_of, location};

const OWN: &str = "/app/account/sessions";
const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";

/// Signs the interviewer in with a browser that names itself.
fn with_firefox(sandbox: &Sandbox) -> Visitor {
    let visitor = Visitor::new(sandbox);
    let response = visitor
        .request(Method::POST, "/app/sign-in")
        .header("sec-fetch-site", "same-origin")
        .header("content-type", "application/x-www-form-urlencoded")
        .header("user-agent", FIREFOX)
        .body(format!("demo={INTERVIEWER}&end=1"))
        .send()
        .unwrap();
    assert_eq!(response.status(), 303);
    visitor.with_cookie(cookie_of(&response))
}

fn is_signed_in(visitor: &Visitor) -> bool {
    visitor.get("/app/help").status() == 200
}

pub(super) fn sessions_are_listed_and_ended(sandbox: &Sandbox) {
    let [here, elsewhere] = [(); 2].map(|()| Visitor::signed_in(sandbox, INTERVIEWER));
    assert!(here.page("/app/help").contains(&format!("href=\"{OWN}\"")));
    let ended = here.post(OWN, &[("action", "all")]);
    assert_eq!(location(&ended), "/app/account/sessions?saved=all");
    assert!(is_signed_in(&here) && !is_signed_in(&elsewhere));
    let page = here.page(OWN);
    assert!(
        page.contains("1 session.") && page.contains("This session"),
        "{page}"
    );
    assert!(!page.contains("End all others") && !page.contains("value=\"end\""));
    let firefox = with_firefox(sandbox);
    let page = here.page(OWN);
    assert!(
        page.contains("2 sessions.") && page.contains("End all others"),
        "{page}"
    );
    assert!(
        page.contains("Firefox on Linux") && page.contains("127.0.0.0/24"),
        "{page}"
    );
    assert!(!page.contains("Mozilla") && page.matches("value=\"end\"").count() == 1);
    let session = between(&page, "name=\"session\" value=\"", "\"");
    a_session_is_ended_once_by_its_user(sandbox, &here, &firefox, session);
    let unknown = here.post(OWN, &[("action", "everything")]);
    assert_eq!(unknown.status(), 400);
}

/// Ends a session of this user on the page of another one, after others have tried.
fn a_session_is_ended_once_by_its_user(
    sandbox: &Sandbox,
    here: &Visitor,
    firefox: &Visitor,
    session: &str,
) {
    let end = |visitor: &Visitor| {
        let ended = visitor.post(OWN, &[("action", "end"), ("session", session)]);
        location(&ended).to_owned()
    };
    for other in [RECRUITER, ADMIN, STRANGER] {
        let other = Visitor::signed_in(sandbox, other);
        assert_eq!(end(&other), "/app/account/sessions?saved=gone");
    }
    assert!(is_signed_in(firefox), "nobody ends a session of others");
    assert_eq!(end(here), "/app/account/sessions?saved=ended");
    assert!(!is_signed_in(firefox));
    assert_eq!(end(here), "/app/account/sessions?saved=gone");
    assert!(
        here.page(&end(here))
            .contains("This session had ended already.")
    );
}

pub(super) fn an_admin_ends_the_sessions_of_a_user(sandbox: &Sandbox) {
    let user = sandbox.user("Interviewer")["_id"].as_str().unwrap();
    let path = format!("/app/settings/users/{user}/sessions");
    let admin = Visitor::signed_in(sandbox, ADMIN);
    assert!(
        admin
            .page("/app/settings/users")
            .contains(&format!("href=\"{path}\""))
    );
    let [first, second] = [(); 2].map(|()| Visitor::signed_in(sandbox, INTERVIEWER));
    let page = admin.page(&path);
    assert!(
        page.contains("Sessions of <bdi>") && page.contains("End all"),
        "{page}"
    );
    for (other, status) in [(RECRUITER, 403), (INTERVIEWER, 403), (STRANGER, 404)] {
        let visitor = Visitor::signed_in(sandbox, other);
        let all = visitor.post(&path, &[("action", "all")]);
        assert_eq!(all.status(), status);
        if other != INTERVIEWER {
            assert_eq!(visitor.get(&path).status(), status);
        }
    }
    assert!(is_signed_in(&first) && is_signed_in(&second));
    // The last used session is the first one of the list.
    let session = between(&page, "name=\"session\" value=\"", "\"");
    let one = admin.post(&path, &[("action", "end"), ("session", session)]);
    assert_eq!(location(&one), format!("{path}?saved=ended"));
    let open = [&first, &second]
        .into_iter()
        .filter(|visitor| is_signed_in(visitor));
    assert_eq!(open.count(), 1);
    let all = admin.post(&path, &[("action", "all")]);
    assert_eq!(location(&all), format!("{path}?saved=all"));
    assert!(!is_signed_in(&first) && !is_signed_in(&second));
    assert!(
        admin
            .page(&path)
            .contains("This user is not signed in anywhere.")
    );
    let log = admin.page("/app/settings/audit?operation=endUserSessions");
    assert!(log.contains("ended a session of the user"), "{log}");
    let me = sandbox.user("Admin")["_id"].as_str().unwrap();
    let mine = admin.get(&format!("/app/settings/users/{me}/sessions"));
    assert_eq!(location(&mine), OWN);
}
