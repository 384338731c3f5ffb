"""Signs in to a new sandbox with a certified provider: check_service.py CREDENTIALS FOLDER-OF-MODULES.

CREDENTIALS is the file that the sandbox writes. The script starts the provider, sets it as that of the sandbox's organization, and
uses both as a browser and as a program do. At the end, it stops the provider. Needs node and oidc-provider.
"""

import base64
import hashlib
import json
import secrets
import subprocess
import sys
from contextlib import contextmanager
from copy import copy
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlencode, urljoin, urlsplit
from urllib.request import (
    HTTPCookieProcessor,
    HTTPRedirectHandler,
    ProxyHandler,
    Request,
    build_opener,
)

CLIENT, SECRET = "shortlist", "a-secret-of-this-check"
# Nobody answers here. A program reads the code from the address.
PROGRAM = "http://127.0.0.1/program"
LOGIN, EMAIL = "ada", "ada@example.org"
MAX_REDIRECTS = 20
SECONDS = 30

SET = "mutation($input: SetIdentityProviderInput!) { setIdentityProvider(input: $input) { mode } }"
USERS = """query($input: ListUsersInput!) {
    listUsers(input: $input) { users { email userType fullName } } }"""
INTERVIEWERS = """query($input: ListInterviewersInput!) {
    listInterviewers(input: $input) { users { email } } }"""
EXCHANGE = {
    "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange",
    "subject_token_type": "urn:ietf:params:oauth:token-type:id_token",
}


def require(condition, expected):
    """Ends the check if something is not as expected."""
    if not condition:
        raise SystemExit(f"not as expected: {expected}")


def passed(what):
    print(f"passed: {what}", flush=True)


class Page(HTMLParser):
    """An answer, with the links and forms of its page."""

    def __init__(self, url, response):
        super().__init__()
        self.url, self.status = url, response.status
        self.next = response.headers["Location"]
        self.text = response.read().decode()
        self.links, self.forms = [], []
        self.feed(self.text)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if tag == "a":
            self.links.append(urljoin(self.url, attributes.get("href")))
        elif tag == "form":
            self.forms.append((urljoin(self.url, attributes.get("action")), {}))
        elif tag == "input" and self.forms and "name" in attributes:
            self.forms[-1][1][attributes["name"]] = attributes.get("value") or ""

    @property
    def path(self):
        return urlsplit(self.url).path

    def form(self, field):
        """Returns the address and the fields of the form that has this field."""
        found = [form for form in self.forms if field in form[1]]
        require(len(found) == 1, f"{self.url} has one form with {field}")
        return found[0]

    def link(self, start):
        """Returns the link whose address begins like this."""
        found = [link for link in self.links if link.startswith(start)]
        require(len(found) == 1, f"{self.url} has one link to {start}")
        return found[0]


class NoRedirects(HTTPRedirectHandler):
    """Leaves redirects to the browser."""

    def redirect_request(self, *_arguments):
        return None


class Browser:
    """A browser without scripts. Like others, it has the same cookies for all ports of a host."""

    def __init__(self):
        self.cookies = CookieJar()
        handlers = ProxyHandler({}), NoRedirects(), HTTPCookieProcessor(self.cookies)
        self.opener = build_opener(*handlers)

    def copy(self):
        """Returns another browser with the same cookies."""
        other = Browser()
        for cookie in self.cookies:
            other.cookies.set_cookie(copy(cookie))
        return other

    def send(self, url, body=None, headers=None):
        """Returns the answer to a GET, or to a POST if there is a body."""
        request = Request(url, data=body, headers=headers or {})
        try:
            with self.opener.open(request, timeout=SECONDS) as response:
                return Page(url, response)
        except HTTPError as response:
            with response:
                return Page(url, response)

    def visit(self, url, stop=None):
        """Follows redirects to a page, or to an address that begins with `stop`, which is not visited."""
        return self.follow(self.send(url), stop)

    def submit(self, page, field, typed, stop=None):
        """Submits the form that has this field, with what the user typed or chose."""
        url, fields = page.form(field)
        body = urlencode(fields | typed).encode()
        return self.follow(self.send(url, body, {"Origin": origin(page.url)}), stop)

    def follow(self, page, stop=None):
        for _ in range(MAX_REDIRECTS):
            if page.next is None:
                return page
            url = urljoin(page.url, page.next)
            if stop and url.startswith(stop):
                return url
            page = self.send(url)
        raise SystemExit(f"{page.url} redirects without end")


def origin(url):
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


class Service:
    """The sandbox, as its Admin and its programs call it."""

    def __init__(self, credentials):
        self.url = credentials["serviceUrl"]
        self.organization = credentials["organizationId"]
        self.key = credentials["apiKey"]
        users = credentials["users"]
        self.admin = next(user for user in users if user["userType"] == "Admin")
        self.recruiter = next(user for user in users if user["userType"] == "Recruiter")
        self.sso = f"{self.url}/app/sso/{self.organization}"

    def graphql(self, query, fields=None, token=None):
        headers = {
            "Content-Type": "application/json",
            "x-api-key": self.key,
            "Authorization": f"Bearer {token or self.admin['accessToken']}",
        }
        given = {"organizationId": self.organization} | (fields or {})
        body = json.dumps({"query": query, "variables": {"input": given}}).encode()
        answer = json.loads(Browser().send(f"{self.url}/graphql", body, headers).text)
        require("errors" not in answer, f"no errors in {answer}")
        return answer["data"]

    def set_provider(self, issuer, more):
        settings = {
            "issuer": issuer,
            "clientId": CLIENT,
            "clientSecret": SECRET,
            "domains": ["example.org"],
            "mode": "Offered",
            "groupRoles": [
                {"group": "staff", "role": "Interviewer"},
                {"group": "recruiters", "role": "Recruiter"},
            ],
        }
        return self.graphql(SET, settings | more)["setIdentityProvider"]["mode"]

    def exchange(self, token):
        """Exchanges an ID token for a session. Returns the status and the answer."""
        body = urlencode(EXCHANGE | {"subject_token": token}).encode()
        page = Browser().send(f"{self.url}/auth/token", body, {"x-api-key": self.key})
        return page.status, json.loads(page.text)

    def sign_in_with_password(self, browser, user):
        page = browser.visit(f"{self.url}/app/sign-in")
        page = browser.submit(page, "email", {"email": user["email"]})
        return browser.submit(page, "password", {"password": user["password"]})

    def sign_out(self, browser):
        page = browser.visit(f"{self.url}/app")
        action = f"{self.url}/app/sign-out"
        require(action in [form[0] for form in page.forms], "the page has a form to sign out")
        return browser.follow(browser.send(action, b"", {"Origin": self.url}))

    def is_signed_in(self, browser):
        page = browser.visit(f"{self.url}/app")
        require(page.status == 200, f"200 instead of {page.status} for {page.url}")
        return page.path != "/app/sign-in"


@contextmanager
def provider_for(service, modules):
    """Starts the provider, and stops it at the end."""
    more = {
        "redirect_uris": [f"{service.sso}/return", PROGRAM],
        "post_logout_redirect_uris": [f"{service.url}/app/sign-in"],
        "backchannel_logout_uri": f"{service.sso}/back-channel-logout",
        "backchannel_logout_session_required": True,
    }
    script = Path(__file__).with_name("provider.mjs")
    command = ["node", script, modules, CLIENT, SECRET, f"{service.sso}/return", json.dumps(more)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            issuer = process.stdout.readline().strip()
            require(issuer, "the provider prints its issuer")
            yield issuer
        finally:
            process.terminate()


def answer_provider(browser, page, stop):
    """Fills in the provider's forms. Returns where it sends the browser, and which forms it had."""
    prompts = []
    while isinstance(page, Page):
        prompts.append(page.form("prompt")[1]["prompt"])
        typed = {"login": LOGIN, "password": "any"} if prompts[-1] == "login" else {}
        page = browser.submit(page, "prompt", typed, stop)
    return page, prompts


def come_back(browser, service, issuer):
    """Begins on the sign-in page. Returns where the provider sends the browser, and its forms."""
    page = browser.visit(f"{service.url}/app/sign-in")
    ways = browser.submit(page, "email", {"email": EMAIL})
    back = f"{service.sso}/return"
    page = browser.visit(ways.link(service.sso), back)
    require(isinstance(page, str) or page.url.startswith(issuer), "the link leads to the provider")
    return answer_provider(browser, page, back)


def sign_in(service, issuer):
    """Returns a browser that is signed in, and the forms that the provider showed."""
    browser = Browser()
    back, prompts = come_back(browser, service, issuer)
    page = browser.visit(back)
    require(page.status == 200 and page.path.startswith("/app"), f"{page.url} is in the web app")
    require(service.is_signed_in(browser), "the user is signed in")
    return browser, prompts


def sign_out_of_provider(browser, page):
    """Confirms the provider's question whether to sign out."""
    return browser.submit(page, "xsrf", {"logout": "yes"})


def is_refused(page):
    return page.status == 400 and "Please start again" in page.text


def check_first_sign_in(service, issuer):
    browser = Browser()
    back, prompts = come_back(browser, service, issuer)
    require(prompts == ["login", "consent"], f"the provider asks for both instead of {prompts}")
    require(is_refused(Browser().visit(back)), "another browser is refused")
    before = browser.copy()
    page = browser.visit(back)
    require(page.status == 200 and page.path.startswith("/app"), f"{page.url} is in the web app")
    require("Ada Lovelace" in page.text, "the page names the user")
    passed("a sign-in ends in the web app")
    for other in (before, browser, Browser()):
        require(is_refused(other.visit(back)), "the same address is refused the second time")
    require(service.is_signed_in(browser), "the session goes on")
    passed("the address of the return works once, in its browser")
    return browser


def accounts(service):
    """Returns the accounts with the user's e-mail address."""
    users = service.graphql(USERS)["listUsers"]["users"]
    return [user for user in users if user["email"] == EMAIL]


def check_account(service):
    found = accounts(service)
    expected = {"email": EMAIL, "userType": "Recruiter", "fullName": "Ada Lovelace"}
    require(found == [expected], f"{expected} is the account instead of {found}")


def check_sign_out(service, issuer, browser):
    before = browser.copy()
    page = service.sign_out(browser)
    require(not service.is_signed_in(before), "the session ends before that of the provider")
    page = sign_out_of_provider(browser, browser.visit(page.link(issuer)))
    require(page.url == f"{service.url}/app/sign-in", f"{page.url} is the sign-in")
    _, prompts = come_back(browser, service, issuer)
    require("login" in prompts, "the provider asks who the user is")
    passed("a sign-out leads to the provider, and from there back to the sign-in")


def check_notice(service, issuer):
    here, _ = sign_in(service, issuer)
    elsewhere, _ = sign_in(service, issuer)
    check_account(service)
    passed("one account has the role of its groups after several sign-ins")
    sign_out_of_provider(here, here.visit(f"{issuer}/session/end"))
    require(not service.is_signed_in(here), "the notice of the provider ends the session")
    require(service.is_signed_in(elsewhere), "the session of another browser goes on")
    passed("a sign-out at the provider ends the session that it opened")
    return elsewhere


def id_token(issuer):
    """Returns an ID token that the provider issues to a program, with the claims that its session needs."""
    browser, verifier = Browser(), secrets.token_urlsafe(48)
    digest = hashlib.sha256(verifier.encode()).digest()
    claims = dict.fromkeys(["email", "email_verified", "name", "groups"])
    request = {
        "client_id": CLIENT,
        "response_type": "code",
        "redirect_uri": PROGRAM,
        "scope": "openid email profile",
        "claims": json.dumps({"id_token": claims}),
        "code_challenge": base64.urlsafe_b64encode(digest).decode().rstrip("="),
        "code_challenge_method": "S256",
    }
    page = browser.visit(f"{issuer}/auth?{urlencode(request)}", PROGRAM)
    back, _ = answer_provider(browser, page, PROGRAM)
    body = {
        "grant_type": "authorization_code",
        "code": parse_qs(urlsplit(back).query)["code"][0],
        "redirect_uri": PROGRAM,
        "code_verifier": verifier,
    }
    client = base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
    headers = {"Authorization": f"Basic {client}"}
    answer = browser.send(f"{issuer}/token", urlencode(body).encode(), headers)
    return json.loads(answer.text)["id_token"]


def check_exchange(service, issuer):
    token = id_token(issuer)
    status, session = service.exchange(token)
    require(status == 200, f"200 instead of {status}: {session}")
    user = session["user"]
    require((user["email"], user["userType"]) == (EMAIL, "Recruiter"), f"{user} is the account")
    service.graphql(INTERVIEWERS, token=session["accessToken"])
    head, claims, signature = token.split(".")
    other = "A" if signature[0] != "A" else "B"
    status, _ = service.exchange(f"{head}.{claims}.{other}{signature[1:]}")
    require(status == 401, f"a token with another signature is 401 instead of {status}")
    passed("a program gets a session for an ID token")


def check_enforced(service, issuer):
    emergency = {"mode": "Enforced", "emergencyAdminId": service.admin["_id"]}
    require(service.set_provider(issuer, emergency) == "Enforced", "the provider is enforced")
    page = service.sign_in_with_password(Browser(), service.recruiter)
    require(page.status == 403, f"403 instead of {page.status} for a password")
    page.link(service.sso)
    passed("passwords of others are refused")


def check_without_provider(service, browser, begun, back):
    """The provider has stopped. `begun` has a code of it, and `browser` a session."""
    page = begun.visit(back)
    require(page.status == 502, f"502 instead of {page.status} for a sign-in")
    require("The identity provider cannot be used" in page.text, "the page says why")
    require(service.is_signed_in(browser), "sessions go on")
    emergency = Browser()
    page = service.sign_in_with_password(emergency, service.admin)
    require(page.status == 200 and page.path.startswith("/app"), f"{page.url} is in the web app")
    for path in ("/app/jobs", "/app/settings/single-sign-on", "/app/sign-in", "/health/ready", "/openapi.json"):
        status = emergency.visit(service.url + path).status
        require(status == 200, f"200 instead of {status} for {path}")
    page = service.sign_out(emergency)
    require(page.url == f"{service.url}/app/sign-in", "the emergency Admin signs out")
    check_account(service)
    passed("without the provider, the emergency Admin signs in, and pages answer")


def main():
    service = Service(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    with provider_for(service, sys.argv[2]) as issuer:
        service.set_provider(issuer, {})
        require(not accounts(service), "a new sandbox has no account of the user")
        browser = check_first_sign_in(service, issuer)
        check_account(service)
        check_sign_out(service, issuer, browser)
        browser = check_notice(service, issuer)
        check_exchange(service, issuer)
        check_enforced(service, issuer)
        begun = Browser()
        back, _ = come_back(begun, service, issuer)
    check_without_provider(service, browser, begun, back)


if __name__ == "__main__":
    main()
