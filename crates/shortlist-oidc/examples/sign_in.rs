//! Signs in with a provider that another program runs, through its pages, and prints who the user is. `.ci/extended` runs it with
//! a certified provider.

use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::io::{self, Write};

use reqwest::blocking::{Client, RequestBuilder, Response};
use reqwest::header::{CONTENT_TYPE, COOKIE, LOCATION, SET_COOKIE};
use reqwest::redirect::Policy;
use reqwest::{Method, Url};
use shortlist_app::{
    AddressRules, IdentityProviders, ProviderAnswer, ProviderClient, ProviderFailure, ServerSecret,
};
use shortlist_domain::Timestamp;
use shortlist_oidc::{OidcOptions, OidcProviders};

/// How many pages a sign-in may have, with redirects.
const MAX_PAGES: usize = 20;

/// A browser without a user.
struct Browser {
    http: Client,
    cookies: BTreeMap<String, String>,
}

impl Browser {
    fn new() -> Result<Self, reqwest::Error> {
        let http = Client::builder().redirect(Policy::none()).no_proxy();
        Ok(Self {
            http: http.build()?,
            cookies: BTreeMap::new(),
        })
    }

    fn request(&self, method: Method, address: Url) -> RequestBuilder {
        let cookies: Vec<String> = self
            .cookies
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        self.http
            .request(method, address)
            .header(COOKIE, cookies.join("; "))
    }

    fn remember(&mut self, response: &Response) {
        for cookie in response.headers().get_all(SET_COOKIE) {
            let pair = cookie.to_str().ok().and_then(|text| text.split(';').next());
            if let Some((name, value)) = pair.and_then(|pair| pair.split_once('=')) {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
    }

    /// Follows the provider's pages, and fills in their forms, until it sends the browser back.
    fn walk(&mut self, first: &str, back_to: &str) -> Result<Url, Box<dyn Error>> {
        let mut url = Url::parse(first)?;
        let mut request = self.request(Method::GET, url.clone());
        for _ in 0..MAX_PAGES {
            let response = request.send()?;
            self.remember(&response);
            if let Some(next) = response.headers().get(LOCATION) {
                url = url.join(next.to_str()?)?;
                if url.as_str().starts_with(back_to) {
                    return Ok(url);
                }
                request = self.request(Method::GET, url.clone());
            } else {
                let page = response.error_for_status()?.text()?;
                url = url.join(between(&page, "action=\"", "\"")?)?;
                let prompt = between(&page, "name=\"prompt\" value=\"", "\"")?;
                request = self
                    .request(Method::POST, url.clone())
                    .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
                    .body(format!("prompt={prompt}&login=ada&password=any"));
            }
        }
        Err("the provider does not send the browser back".into())
    }
}

fn between<'a>(page: &'a str, start: &str, end: &str) -> Result<&'a str, String> {
    let rest = page.split_once(start).map(|(_, rest)| rest);
    let found = rest.and_then(|rest| rest.split_once(end));
    let (found, _) = found.ok_or_else(|| format!("a page lacks {start}"))?;
    Ok(found)
}

fn parameter(address: &Url, name: &str) -> Option<String> {
    let mut pairs = address.query_pairs();
    let (_, value) = pairs.find(|(found, _)| found == name)?;
    Some(value.into_owned())
}

fn failed(failure: ProviderFailure) -> String {
    format!("{failure:?}")
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let mut argument = |name: &str| arguments.next().ok_or(format!("{name} is missing"));
    let client = ProviderClient {
        issuer: argument("the issuer")?,
        client_id: argument("the client")?,
        client_secret: Some(ServerSecret::parse(&argument("the secret")?)?),
    };
    let redirect = argument("the address to come back to")?;
    let now = argument("the time in milliseconds since 1970")?.parse()?;
    let now = Timestamp::from_unix_millis(now).ok_or("the time is no time")?;
    let providers = OidcProviders::new(&OidcOptions::new(AddressRules::with_this_machine()));
    let setup = providers.check(&client).map_err(failed)?;
    let started = providers.begin(&client, &redirect).map_err(failed)?;
    let back = Browser::new()?.walk(&started.address, &redirect)?;
    if parameter(&back, "state").as_deref() != Some(&started.state) {
        return Err("the provider changed the state".into());
    }
    let answer = ProviderAnswer {
        code: parameter(&back, "code").ok_or("the provider gave no code")?,
        issuer: parameter(&back, "iss"),
    };
    let finish = || providers.finish(&client, &started.pending, &answer, now);
    let identity = finish().map_err(failed)?;
    let again = finish().map(|identity| identity.subject);
    let mut output = io::stdout();
    writeln!(output, "can end sessions: {}", setup.can_end_sessions)?;
    writeln!(output, "sends iss: {}", answer.issuer.is_some())?;
    writeln!(output, "subject: {}", identity.subject)?;
    writeln!(output, "email: {:?}", identity.verified_email)?;
    writeln!(output, "name: {:?}", identity.full_name)?;
    writeln!(output, "groups: {:?}", identity.groups)?;
    writeln!(output, "the same code again: {again:?}")?;
    Ok(())
}
