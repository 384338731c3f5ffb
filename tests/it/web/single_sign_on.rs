//! The pages of single sign-on, with a provider that proves what the test says.

use std::net::TcpListener;
use std::sync::{Arc, mpsc};

use actix_web::dev::ServerHandle;
use actix_web::{App as WebApp, HttpServer, web};
use reqwest::blocking::Response;
use reqwest::header::{CACHE_CONTROL, HeaderValue, SET_COOKIE};
use shortlist_app::{App, CreateUser, IdentityProviders};
use shortlist_domain::{ClientDevice, EmailAddress, OrganizationId, Party, UserType};
use shortlist_persistence::DatabaseUrl;
use shortlist_transport::{GraphQLLimits, PublicUrl, WebState, configure};

use super::sign_in::choices;
use super::visitor::{Visitor, first_link, location};
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::proven_identities::{GOOD, ISSUER, ProvenIdentities, identity};
use crate::support::service::Service;

pub(super) const PASSWORD: &str = "purple monkey dishwasher";
pub(super) const SETTINGS: &str = "/app/settings/single-sign-on";
const PASSWORD_SETTINGS: &str = "/app/settings/password";
const RETURN: &str = "/app/sso/org_ours/return";

/// A server of the pages.
pub(super) struct Pages {
    pub(super) base: String,
    server: ServerHandle,
}

impl Drop for Pages {
    fn drop(&mut self) {
        // Calling `stop` is enough, so its future needs no runtime here.
        drop(self.server.stop(false));
    }
}

impl Pages {
    pub(super) fn start(app: &Arc<App>) -> Self {
        Self::start_at(app, |base| Some(PublicUrl::parse(base).unwrap()))
    }

    pub(super) fn start_at(
        app: &Arc<App>,
        public_url: impl FnOnce(&str) -> Option<PublicUrl>,
    ) -> Self {
        let socket = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}", socket.local_addr().unwrap());
        let state = WebState::new(Arc::clone(app), GraphQLLimits::default());
        let state = state.with_public_url(public_url(&base));
        let state = web::Data::new(state);
        let (send, receive) = mpsc::channel();
        std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let build = move || {
                    let state = state.clone();
                    let pages = web::Data::new(shortlist_web::WebApp::default());
                    WebApp::new()
                        .configure(move |config| shortlist_web::configure(config, pages))
                        .configure(move |config| configure(config, state))
                };
                let server = HttpServer::new(build).workers(1).disable_signals();
                let server = server.listen(socket).unwrap().run();
                send.send(server.handle()).unwrap();
                server.await.unwrap();
            });
        });
        Self {
            base,
            server: receive.recv().unwrap(),
        }
    }

    pub(super) fn visitor(&self) -> Visitor {
        Visitor::at(&self.base)
    }

    /// Returns a user of the service who is signed in.
    pub(super) fn signed_in(&self, service: &Service, user: &str) -> Visitor {
        let organization = OrganizationId::parse("o", "org_ours").unwrap();
        let email = EmailAddress::parse("e", &format!("{user}@example.org")).unwrap();
        let sessions = service.app.sessions();
        let device = ClientDevice::default();
        let session = sessions.open_on_web_for(&organization, &email, "", device);
        let cookie = format!("shortlist={}", session.unwrap().token);
        self.visitor().with_cookie(cookie)
    }
}

/// Starts a service with a provider, and a server of its pages.
pub(super) fn start(url: &DatabaseUrl) -> (Service, Pages, Arc<ProvenIdentities>) {
    let providers = Arc::new(ProvenIdentities::default());
    let shared: Arc<dyn IdentityProviders> = Arc::<ProvenIdentities>::clone(&providers);
    let service = Service::start_adapted(url, |app| app.with_identity_providers(shared));
    let pages = Pages::start(&service.app);
    (service, pages, providers)
}

fn run(url: &DatabaseUrl) {
    let (service, pages, providers) = start(url);
    an_admin_sets_it_up(&service, &pages);
    a_browser_signs_in_and_out(&pages, &providers);
    a_sign_in_continues_within_the_app(&pages, &providers);
    a_user_of_the_provider_has_no_password_to_change(&pages, &providers);
    who_is_signed_in_stays_so(&service, &pages, &providers);
    the_session_here_ends_before_the_provider_is_asked(&service, &pages, &providers);
    a_sign_in_that_fails_says_what_to_do(&pages, &providers);
    the_provider_ends_a_session(&pages, &providers);
    without_a_public_address_nobody_is_sent_to_a_provider(&service);
    a_password_is_answered_with_the_offer_once_it_is_enforced(&service, &pages);
    an_admin_removes_it(&service, &pages);
}

#[test]
fn the_pages_work_on_sqlite() {
    on_sqlite(run);
}

#[test]
#[ignore = "long"]
fn the_pages_work_on_postgresql() {
    on_postgresql(run);
}

/// Returns the cookie of this name that a response sets, as a request sends it.
fn cookie(response: &Response, name: &str) -> String {
    let mut cookies = response.headers().get_all(SET_COOKIE).iter();
    let start = format!("{name}=");
    let found = cookies.find_map(|one| one.to_str().ok().filter(|one| one.starts_with(&start)));
    let found = found.unwrap_or_else(|| panic!("no cookie {name}: {:?}", response.headers()));
    found.split(';').next().unwrap().to_owned()
}

/// Returns the state of the settings that the form of a user shows.
pub(super) fn shown(user: &Visitor) -> String {
    let page = user.page(SETTINGS);
    let (_, was) = page.split_once("name=\"was\" value=\"").unwrap();
    was.split('"').next().unwrap().to_owned()
}

pub(super) fn form<'a>(
    was: &'a str,
    secret: &'a str,
    mode: &'a str,
    admin: &'a str,
) -> Vec<(&'a str, &'a str)> {
    vec![
        ("action", "save"),
        ("was", was),
        ("issuer", ISSUER),
        ("client", "shortlist"),
        ("client_secret", secret),
        ("domains", "example.org\nexample.com"),
        ("mode", mode),
        ("admin", admin),
        ("role", "Interviewer"),
        ("groups", "hr-team = Recruiter"),
    ]
}

fn an_admin_sets_it_up(service: &Service, pages: &Pages) {
    let admin = pages.signed_in(service, "usr_admin");
    the_page_shows_what_the_provider_needs(pages, &admin);
    a_refused_form_keeps_what_was_typed(&admin);
    let saved = admin.post(SETTINGS, &form("", "s3cret-text", "Offered", ""));
    assert_eq!(saved.status(), 303, "{:?}", saved.text());
    let page = admin.page(&format!("{SETTINGS}?saved=set"));
    assert!(page.contains("A secret is stored") && !page.contains("s3cret-text"));
    let checked = admin.post(SETTINGS, &[("action", "check")]);
    assert!(
        checked
            .text()
            .unwrap()
            .contains("The identity provider answers")
    );
    let outdated = admin.post(SETTINGS, &form("", "other", "Offered", ""));
    assert_eq!(outdated.status(), 409, "somebody else has set it meanwhile");
    let page = outdated.text().unwrap();
    assert!(
        page.contains("Someone else has changed single sign-on"),
        "{page}"
    );
    an_outdated_form_is_compared_first(&admin);
    let recruiter = pages.signed_in(service, "usr_recruiter");
    assert_eq!(recruiter.get(SETTINGS).status(), 403);
    let refused = recruiter.post(SETTINGS, &form(&shown(&admin), "", "Offered", ""));
    assert_eq!(refused.status(), 403);
}

fn an_outdated_form_is_compared_first(admin: &Visitor) {
    let mut other_client = form("", "", "Offered", "");
    other_client[3] = ("client", "another");
    let removal = vec![("action", "remove"), ("was", "")];
    for outdated in [other_client, removal] {
        let refused = admin.post(SETTINGS, &outdated);
        assert_eq!(refused.status(), 409, "{outdated:?}");
        let page = refused.text().unwrap();
        assert!(page.contains("Someone else has changed"), "{page}");
    }
    assert!(!shown(admin).is_empty(), "nothing is removed");
}

fn the_page_shows_what_the_provider_needs(pages: &Pages, admin: &Visitor) {
    let page = admin.page(SETTINGS);
    for address in [
        "/app/sso/org_ours/return",
        "/app/sso/org_ours/back-channel-logout",
        "/app/sign-in",
    ] {
        assert!(page.contains(&format!("{}{address}", pages.base)), "{page}");
    }
    assert!(!page.contains("Check the provider"), "there is none yet");
}

fn a_refused_form_keeps_what_was_typed(admin: &Visitor) {
    let mut without = form("", "s3cret-text", "Enforced", "");
    without.push(("public", "1"));
    let without = admin.post(SETTINGS, &without);
    assert_eq!(without.status(), 400);
    let refused = without.text().unwrap();
    assert!(refused.contains("Emergency Admin must name"), "{refused}");
    assert!(
        refused.contains("hr-team = Recruiter"),
        "what was typed stays"
    );
    assert!(refused.contains("name=\"public\" value=\"1\" checked"));
    assert!(!refused.contains("s3cret-text"), "no page repeats a secret");
}

/// Begins a sign-in, and returns the cookie and the state.
fn begin(visitor: &Visitor) -> (String, String) {
    let begun = visitor.get("/app/sso/org_ours?next=/app/help");
    assert_eq!(begun.status(), 303);
    let (_, state) = location(&begun).split_once("state=").unwrap();
    (cookie(&begun, "shortlist-sso"), state.to_owned())
}

fn come_back(pages: &Pages, cookie: &str, state: &str) -> Response {
    let visitor = pages.visitor().with_cookie(cookie.to_owned());
    visitor.get(&format!("{RETURN}?code={GOOD}&state={state}"))
}

/// Signs in with the provider, and returns the visitor with the session.
pub(super) fn sign_in(pages: &Pages) -> Visitor {
    let (browser, state) = begin(&pages.visitor());
    let back = come_back(pages, &browser, &state);
    assert_eq!(
        (back.status().as_u16(), location(&back)),
        (303, "/app/help")
    );
    let mut cookies = back.headers().get_all(SET_COOKIE).iter();
    let is_device = |one: &HeaderValue| one.to_str().unwrap().starts_with("shortlist-device=");
    assert!(!cookies.any(is_device), "known browsers stay known");
    pages.visitor().with_cookie(cookie(&back, "shortlist"))
}

fn a_browser_signs_in_and_out(pages: &Pages, providers: &ProvenIdentities) {
    providers.prove(identity("sub-1", "grace@example.com", &["hr-team"]));
    let visitor = pages.visitor();
    let asked = [("email", "grace@example.com"), ("next", "/app/help")];
    let offered = visitor.post("/app/sign-in", &asked);
    assert_eq!(offered.status(), 200);
    let link = first_link(&offered.text().unwrap(), "/app/sso/");
    assert_eq!(link, "/app/sso/org_ours?next=%2Fapp%2Fhelp");
    let begun = visitor.get(&link);
    assert!(location(&begun).starts_with(ISSUER));
    let header = begun.headers()[SET_COOKIE].to_str().unwrap();
    assert!(header.contains("HttpOnly; SameSite=Lax") && header.contains("Max-Age=600"));
    let user = sign_in(pages);
    assert!(user.page("/app/help").contains("Grace Example"));
    let signed_out = user.post("/app/sign-out", &[]);
    assert_eq!(signed_out.status(), 200);
    assert!(cookie(&signed_out, "shortlist").ends_with('='));
    let page = signed_out.text().unwrap();
    assert!(page.contains(&format!("{ISSUER}/end")), "{page}");
    assert_eq!(user.get("/app/help").status(), 303, "the session has ended");
}

fn a_sign_in_continues_within_the_app(pages: &Pages, providers: &ProvenIdentities) {
    providers.prove(identity("sub-1", "grace@example.com", &["hr-team"]));
    for next in [
        "https://evil.example",
        "//evil.example",
        "/app/sso/org_theirs",
    ] {
        let begun = pages
            .visitor()
            .get(&format!("/app/sso/org_ours?next={next}"));
        assert_eq!(begun.status(), 303, "{next}");
        let (_, state) = location(&begun).split_once("state=").unwrap();
        let back = come_back(pages, &cookie(&begun, "shortlist-sso"), state);
        assert_eq!((back.status().as_u16(), location(&back)), (303, "/app"));
    }
}

fn a_user_of_the_provider_has_no_password_to_change(pages: &Pages, providers: &ProvenIdentities) {
    providers.prove(identity("sub-1", "grace@example.com", &["hr-team"]));
    let user = sign_in(pages);
    let page = user.page(PASSWORD_SETTINGS);
    assert!(page.contains("have no password here"), "{page}");
    assert!(!page.contains("name=\"current\""));
    let typed = [("current", "none"), ("new", PASSWORD), ("again", PASSWORD)];
    let refused = user.post(PASSWORD_SETTINGS, &typed);
    assert_eq!(refused.status(), 409);
    let page = refused.text().unwrap();
    assert!(page.contains("ou sign in without a password"), "{page}");
}

fn who_is_signed_in_stays_so(service: &Service, pages: &Pages, providers: &ProvenIdentities) {
    providers.prove(identity("sub-1", "grace@example.com", &["hr-team"]));
    let other = pages.signed_in(service, "usr_recruiter");
    let (browser, state) = begin(&pages.visitor());
    let back = come_back(pages, &format!("{}; {browser}", other.cookie), &state);
    assert_eq!(back.status(), 409);
    assert!(back.headers().get(SET_COOKIE).is_none());
    let page = back.text().unwrap();
    assert!(page.contains("is signed in to Shortlist"), "{page}");
    assert_eq!(other.get("/app/help").status(), 200);
    let user = sign_in(pages);
    let (browser, state) = begin(&user);
    let again = come_back(pages, &format!("{}; {browser}", user.cookie), &state);
    assert_eq!(again.status(), 303, "the same user signs in again");
    assert_eq!(
        user.get("/app/help").status(),
        303,
        "the earlier session has ended"
    );
}

fn the_session_here_ends_before_the_provider_is_asked(
    service: &Service,
    pages: &Pages,
    providers: &ProvenIdentities,
) {
    providers.prove(identity("sub-1", "grace@example.com", &["hr-team"]));
    let user = sign_in(pages);
    let token = user.cookie.strip_prefix("shortlist=").unwrap().to_owned();
    let app = Arc::downgrade(&service.app);
    let (send, asked) = mpsc::channel();
    providers.on_sign_out(move || {
        let app = app.upgrade().unwrap();
        let is_live = app.access().authenticate_web(&token, "").is_ok();
        send.send(is_live).unwrap();
    });
    let other = pages.signed_in(service, "usr_recruiter");
    assert_eq!(other.post("/app/sign-out", &[]).status(), 303);
    assert!(asked.try_recv().is_err(), "no provider opened this session");
    assert_eq!(user.post("/app/sign-out", &[]).status(), 200);
    assert!(!asked.try_recv().unwrap(), "the session has ended first");
    providers.on_sign_out(|| {});
}

fn a_sign_in_that_fails_says_what_to_do(pages: &Pages, providers: &ProvenIdentities) {
    let visitor = pages.visitor();
    assert_eq!(visitor.get("/app/sso/org_theirs").status(), 404);
    let (_, state) = begin(&visitor);
    let of_another_browser = come_back(pages, "shortlist-sso=slsi_org_ours_x", &state);
    assert_eq!(of_another_browser.status(), 400);
    assert!(of_another_browser.text().unwrap().contains("start again"));
    let (browser, state) = begin(&visitor);
    let elsewhere = pages.visitor().with_cookie(browser);
    let elsewhere = elsewhere.get(&format!(
        "/app/sso/org_theirs/return?code={GOOD}&state={state}"
    ));
    assert_eq!(elsewhere.status(), 400, "the address of another one");
    let denied = visitor.get(&format!(
        "{RETURN}?error=access_denied&error_description=call%20555"
    ));
    assert_eq!(denied.status(), 403);
    let page = denied.text().unwrap();
    assert!(
        page.contains("You were not signed in") && !page.contains("555"),
        "{page}"
    );
    providers.prove(identity("sub-9", "eve@elsewhere.example", &[]));
    let (browser, state) = begin(&visitor);
    let refused = come_back(pages, &browser, &state);
    assert_eq!(refused.status(), 403);
    assert!(
        refused
            .text()
            .unwrap()
            .contains("domain of the e-mail address")
    );
    let (browser, state) = begin(&visitor);
    let visitor = pages.visitor().with_cookie(browser);
    let wrong = visitor.get(&format!("{RETURN}?code=wrong&state={state}"));
    assert_eq!(wrong.status(), 400);
}

fn the_provider_ends_a_session(pages: &Pages, providers: &ProvenIdentities) {
    providers.prove(identity("sub-1", "grace@example.com", &["hr-team"]));
    let user = sign_in(pages);
    let notify = |token: &str| {
        let path = "/app/sso/org_ours/back-channel-logout";
        // The provider is no browser, so it sends no header about the site.
        let request = pages.visitor().request(reqwest::Method::POST, path);
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        let body = format!("logout_token={}", token.replace(' ', "+"));
        let answer = request.body(body).send().unwrap();
        assert_eq!(answer.headers()[CACHE_CONTROL], "no-store");
        answer.status().as_u16()
    };
    assert_eq!(notify("forged"), 400);
    assert_eq!(user.get("/app/help").status(), 200);
    assert_eq!(notify("sub-1,session of sub-1,n-1"), 200);
    assert_eq!(user.get("/app/help").status(), 303);
    assert_eq!(notify("sub-1,session of sub-1,n-1"), 400, "sent again");
}

fn without_a_public_address_nobody_is_sent_to_a_provider(service: &Service) {
    let pages = Pages::start_at(&service.app, |_base| None);
    let visitor = pages.visitor();
    let page = visitor.page("/app/sign-in");
    assert!(!page.contains("single sign-on"), "{page}");
    for path in [
        "/app/sso/org_ours".to_owned(),
        format!("{RETURN}?code={GOOD}&state=state-1"),
    ] {
        let refused = visitor.get(&path);
        assert_eq!(refused.status(), 503, "{path}");
        assert!(refused.text().unwrap().contains("public address"));
    }
    let settings = pages.signed_in(service, "usr_admin").page(SETTINGS);
    assert!(settings.contains("public_url") && !settings.contains("name=\"issuer\""));
}

pub(super) fn create(service: &Service, organization: &str, name: &str, user_type: UserType) {
    let organization = OrganizationId::parse("o", organization).unwrap();
    let request = CreateUser {
        id: Some(format!("usr_{name}")),
        user_type,
        full_name: format!("{name} Example"),
        email: format!("{name}@example.org"),
        password: PASSWORD.to_owned(),
    };
    let party = Party::operator(&organization);
    let accounts = service.app.accounts();
    accounts.create_user(&party, &request).unwrap();
}

/// Returns what chooses our organization, for a user of both whose password was right.
fn choice_of_ours(service: &Service, visitor: &Visitor) -> String {
    for organization in ["org_ours", "org_theirs"] {
        create(service, organization, "both", UserType::Recruiter);
    }
    let typed = [("email", "both@example.org"), ("password", PASSWORD)];
    let page = visitor.post("/app/sign-in", &typed).text().unwrap();
    let mut choices = choices(&page).into_iter();
    let ours = choices.find(|choice| choice.starts_with("org_ours/"));
    ours.unwrap_or_else(|| panic!("{page}"))
}

fn a_password_is_answered_with_the_offer_once_it_is_enforced(service: &Service, pages: &Pages) {
    create(service, "org_ours", "mara", UserType::Recruiter);
    create(service, "org_ours", "emergency", UserType::Admin);
    let visitor = pages.visitor();
    let choice = choice_of_ours(service, &visitor);
    let admin = pages.signed_in(service, "usr_admin");
    let was = shown(&admin);
    let saved = admin.post(SETTINGS, &form(&was, "", "Enforced", "usr_emergency"));
    assert_eq!(saved.status(), 303);
    let sign_in = |email: &str, password: &str| {
        visitor.post("/app/sign-in", &[("email", email), ("password", password)])
    };
    let offered = sign_in("mara@example.org", PASSWORD);
    assert_eq!(offered.status(), 403);
    let page = offered.text().unwrap();
    assert!(page.contains("requires single sign-on"), "{page}");
    assert_eq!(
        first_link(&page, "/app/sso/"),
        "/app/sso/org_ours?next=%2Fapp"
    );
    let chosen = visitor.post("/app/sign-in", &[("choice", &choice)]);
    assert_eq!(chosen.status(), 403);
    let page = chosen.text().unwrap();
    assert!(page.contains("requires single sign-on"), "{page}");
    assert!(!page.contains("/auth/token"), "{page}");
    assert_eq!(sign_in("mara@example.org", "wrong password").status(), 401);
    assert_eq!(sign_in("emergency@example.org", PASSWORD).status(), 303);
}

fn an_admin_removes_it(service: &Service, pages: &Pages) {
    let admin = pages.signed_in(service, "usr_admin");
    let was = shown(&admin);
    let removed = admin.post(SETTINGS, &[("action", "remove"), ("was", &was)]);
    assert_eq!(location(&removed), format!("{SETTINGS}?saved=removed"));
    assert!(admin.page(SETTINGS).contains("There is none yet"));
    assert_eq!(pages.visitor().get("/app/sso/org_ours").status(), 404);
    let outdated = admin.post(SETTINGS, &[("action", "remove"), ("was", &was)]);
    assert_eq!(outdated.status(), 409);
    let again = admin.post(SETTINGS, &[("action", "remove"), ("was", "")]);
    assert_eq!(again.status(), 404);
}
