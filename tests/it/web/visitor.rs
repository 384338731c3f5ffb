//! A visitor of the web app without a browser.

use reqwest::Method;
use reqwest::blocking::{Client, RequestBuilder, Response};
use reqwest::header::{COOKIE, LOCATION, SET_COOKIE};
use reqwest::redirect::Policy;

use crate::binary::program::Sandbox;
use crate::support::service::client_builder;

/// The position of each demo user on the sign-in page.
pub(super) const ADMIN: usize = 0;
pub(super) const RECRUITER: usize = 1;
pub(super) const COLLEAGUE: usize = 2;
pub(super) const INTERVIEWER: usize = 3;
pub(super) const STRANGER: usize = 4;

/// A visitor who keeps the cookie of a session, and follows no redirects.
pub(super) struct Visitor {
    client: Client,
    base: String,
    pub(super) cookie: String,
}

impl Visitor {
    /// Returns a visitor who is not signed in.
    pub(super) fn new(sandbox: &Sandbox) -> Self {
        Self::at(sandbox.get("serviceUrl"))
    }

    /// Returns a visitor of the server with this address.
    pub(super) fn at(base: &str) -> Self {
        Self {
            client: client_builder().redirect(Policy::none()).build().unwrap(),
            base: base.to_owned(),
            cookie: String::new(),
        }
    }

    /// Returns a demo user who is signed in.
    pub(super) fn signed_in(sandbox: &Sandbox, demo: usize) -> Self {
        let mut visitor = Self::new(sandbox);
        let response = visitor.post("/app/sign-in", &[("demo", &demo.to_string())]);
        assert_eq!(response.status(), 303);
        visitor.cookie = cookie_of(&response);
        visitor
    }

    /// Returns the visitor with a cookie.
    pub(super) fn with_cookie(self, cookie: String) -> Self {
        Self { cookie, ..self }
    }

    /// Returns a request with the visitor's cookie.
    pub(super) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.client.request(method, format!("{}{path}", self.base));
        request.header(COOKIE, &self.cookie)
    }

    pub(super) fn get(&self, path: &str) -> Response {
        self.request(Method::GET, path).send().unwrap()
    }

    /// Returns the text of a page that must exist.
    pub(super) fn page(&self, path: &str) -> String {
        let response = self.get(path);
        assert_eq!(response.status(), 200, "{path}");
        response.text().unwrap()
    }

    /// Sends a form as the browser does.
    pub(super) fn post(&self, path: &str, fields: &[(&str, &str)]) -> Response {
        let mut body = url_encoded(fields);
        // No form has this field, and none minds it.
        body.push_str("&unknown=1");
        self.request(Method::POST, path)
            .header("sec-fetch-site", "same-origin")
            .header("content-type", "application/x-www-form-urlencoded")
            .body(body)
            .send()
            .unwrap()
    }
}

fn url_encoded(fields: &[(&str, &str)]) -> String {
    let escape =
        |text: &str| -> String { text.bytes().map(|byte| format!("%{byte:02X}")).collect() };
    let pair = |(name, value): &(&str, &str)| format!("{name}={}", escape(value));
    fields.iter().map(pair).collect::<Vec<_>>().join("&")
}

/// Returns the cookie that a response sets, as a request sends it.
pub(super) fn cookie_of(response: &Response) -> String {
    let header = response.headers()[SET_COOKIE].to_str().unwrap();
    header.split(';').next().unwrap().to_owned()
}

/// Returns the address that a response leads to.
pub(super) fn location(response: &Response) -> &str {
    response.headers()[LOCATION].to_str().unwrap()
}

/// Returns the first address on a page that begins with this text.
pub(super) fn first_link(page: &str, beginning: &str) -> String {
    let start = format!("href=\"{beginning}");
    let (_, rest) = page.split_once(&start).unwrap();
    format!("{beginning}{}", rest.split('"').next().unwrap())
}
