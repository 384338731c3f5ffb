"""Measures how long mails take from the change that causes them to the mail server, and counts those that are lost or doubled.

    run.py BINARY [--rate 50] [--seconds 30] [--database-url URL] [--kill] [--organizations N]

It starts the production server in a temporary folder, with a mail server of its own (aiosmtpd). Each change schedules an interview, which
causes one mail to the interviewer. docs/PERFORMANCE.md describes it.
"""
import argparse
import asyncio
import concurrent.futures
import dataclasses
import datetime
import http.client
import itertools
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
import uuid

from aiosmtpd.smtp import SMTP

PASSWORD = "a long enough password"
# The environment of the program. The limits of the rate are raised, because the outbox is measured and not its throttle. They are no
# flags, so that programs without these settings start too. The caller's variables of these names take precedence.
SETTINGS = {
    "SHORTLIST_MAIL_PER_MINUTE": "60000",
    "SHORTLIST_MAIL_DOMAIN_PER_MINUTE": "60000",
    "SHORTLIST_MAIL_CONNECTIONS": "16",
    "SHORTLIST_MAIL_DOMAIN_CONNECTIONS": "16",
    "SHORTLIST_READERS": "1",
}
THREADS = 8
CANDIDATES = 5
# How long a change is repeated whose answer is missing.
CHANGE_SECONDS = 60
# How long to wait for the next mail. After SIGKILL, the next server takes over when the claim of the killed one ends, after 30 seconds.
PATIENCE_SECONDS = 90
# Seconds between a start and the next SIGKILL.
LIFETIME = (2, 5)
# Organizations with --kill. What SIGKILL interrupts waits for the end of the claim, and the mails of the others go on until the next one.
ORGANIZATIONS_WITH_KILLS = 8
MESSAGE_ID = re.compile(rb"^Message-ID:\s*<([^>]+)>", re.IGNORECASE | re.MULTILINE)
SCHEDULE = "mutation($input: ScheduleInterviewInput!) { scheduleInterview(input: $input) { interviews { _id } } }"
CREATE_JOB = "mutation($input: CreateJobInput!) { createJob(input: $input) { _id } }"
CREATE_CANDIDATE = "mutation($input: CreateCandidateInput!) { createCandidate(input: $input) { _id } }"
LIST_MAILS = "query($input: ListMailsInput!) { listMails(input: $input) { mails { _id } } }"


class MailServer:
    """A mail server that accepts each mail, and notes its Message-ID and the time."""

    def __init__(self):
        self.arrivals = []
        # What is called once, after a mail has arrived and before the program hears of it.
        self.before_answer = None
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        listening = self.loop.create_server(lambda: SMTP(self, hostname="sink.example.org"), "127.0.0.1", 0)
        listener = asyncio.run_coroutine_threadsafe(listening, self.loop).result()
        self.port = listener.sockets[0].getsockname()[1]

    async def handle_DATA(self, _server, _session, envelope):
        self.arrivals.append((MESSAGE_ID.search(envelope.content)[1].decode(), time.monotonic()))
        call, self.before_answer = self.before_answer, None
        if call:
            call()
        return "250 2.0.0 accepted"


class Server:
    """The program, with its data in a folder."""

    def __init__(self, binary, folder, mails, database_url):
        self.binary, self.log = binary, (folder / "log").open("ab")
        self.places = ["--data-dir", str(folder / "data"), "--mail-url", f"smtp://127.0.0.1:{mails.port}", "--mail-starttls", "off",
                       "--mail-sender", "Example Ltd <jobs@example.org>"]
        self.places += ["--database-url", database_url] if database_url else []
        self.environment = {name: os.environ.get(name, value) for name, value in SETTINGS.items()}
        self.address = "127.0.0.1:0"
        self.process = None

    def admin(self, *arguments, stdin=None):
        command = [self.binary, "admin", "--json", *arguments, *self.places]
        done = subprocess.run(command, input=stdin, stdout=subprocess.PIPE, env=self.environment, text=True, check=True)
        return json.loads(done.stdout)

    def start(self):
        """Starts the program and waits until it is ready. It keeps its address."""
        command = [self.binary, "serve", "--bind", self.address, "--metrics", "off", "--requests-per-minute", "4000000000",
                   "--access-token-minutes", "1440", *self.places]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.log, env=self.environment,
                                        text=True)
        for line in self.process.stdout:
            if line.startswith("ready: http://"):
                self.address = line.strip().removeprefix("ready: http://")
                return
        sys.exit(f"the server ended: {pathlib.Path(self.log.name).read_text()[-2000:]}")

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class Client:
    """A connection that stays open between requests."""

    def __init__(self, server):
        self.server = server
        self.connection = None

    def post(self, path, body, headers):
        """Returns the answer, or None if the connection broke."""
        self.connection = self.connection or http.client.HTTPConnection(self.server.address, timeout=CHANGE_SECONDS)
        try:
            self.connection.request("POST", path, json.dumps(body), headers | {"Content-Type": "application/json"})
            response = self.connection.getresponse()
            return response.status, response.read().decode()
        except (OSError, http.client.HTTPException):
            self.connection.close()
            self.connection = None
            return None


@dataclasses.dataclass
class Organization:
    """An organization with an Admin, who is the interviewer, and some candidates."""

    id: str
    email: str
    headers: dict
    candidates: list = dataclasses.field(default_factory=list)

    @classmethod
    def create(cls, server, number):
        """Creates an organization before the server starts."""
        organization = f"org_{uuid.uuid4().hex}"
        # Each has a domain of its own, because mails are also limited by domain.
        email = f"ada@example{number}.org"
        server.admin("create-organization", "--name", "Example", "--id", organization)
        server.admin("create-user", "--organization", organization, "--user-type", "Admin", "--id", "usr_a", "--full-name", "Ada Example",
                     "--email", email, "--password-stdin", stdin=PASSWORD + "\n")
        key = server.admin("create-api-key", "--organization", organization, "--name", "k", "--permission", "all")["apiKey"]
        return cls(organization, email, {"x-api-key": key})

    def fill(self, client):
        """Signs in, and creates a job with candidates."""
        status, text = client.post("/auth/login", {"email": self.email, "password": PASSWORD}, self.headers)
        if status != 200:
            sys.exit(f"the sign-in was refused: {text}")
        self.headers |= {"Authorization": f"Bearer {json.loads(text)['accessToken']}"}
        job = self.call(client, CREATE_JOB, {"recruiterId": "usr_a", "title": "Gardener"})[0]["_id"]
        for number in range(CANDIDATES):
            new = {"jobId": job, "fullName": f"Grace Hopper {number}", "emailAddress": f"grace{number}@example.org"}
            self.candidates.append(self.call(client, CREATE_CANDIDATE, new)[0]["_id"])

    def call(self, client, query, more):
        """Calls an operation until it succeeds, and returns its value and whether that took several attempts."""
        body = {"query": query, "variables": {"input": {"organizationId": self.id} | more}}
        end = time.monotonic() + CHANGE_SECONDS
        for attempt in itertools.count():
            answer = client.post("/graphql", body, self.headers)
            if answer and answer[0] == 200 and "errors" not in (content := json.loads(answer[1])):
                return next(iter(content["data"].values())), attempt > 0
            if time.monotonic() > end:
                sys.exit(f"a request does not succeed: {answer}")
            time.sleep(0.05)


@dataclasses.dataclass
class Change:
    """An interview that was scheduled."""

    interview: str
    answered: float
    was_repeated: bool


class Changes(threading.local):
    """Makes changes, over a connection of each thread."""

    def __init__(self, server, organizations):
        self.client = Client(server)
        self.organizations = organizations

    def make(self, number, due):
        """Schedules an interview as soon as it is due. The same input again returns the same interview, so that it may be repeated."""
        time.sleep(max(0, due - time.monotonic()))
        organization = self.organizations[number % len(self.organizations)]
        at = datetime.datetime(2031, 3, 6) + datetime.timedelta(minutes=10 * number)
        new = {"candidateId": organization.candidates[number % CANDIDATES], "interviewerIds": ["usr_a"], "durationMinutes": 5,
               "dateAndTime": at.strftime("%Y-%m-%dT%H:%M:%SZ")}
        value, was_repeated = organization.call(self.client, SCHEDULE, new)
        return Change(value["interviews"][0]["_id"], time.monotonic(), was_repeated)


def make_changes(server, organizations, given):
    """Makes changes at a constant rate."""
    changes = Changes(server, organizations)
    start = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(THREADS) as pool:
        numbers = range(round(given.rate * given.seconds))
        made = [pool.submit(changes.make, number, start + number / given.rate) for number in numbers]
        try:
            return [one.result() for one in made]
        finally:
            pool.shutdown(cancel_futures=True)


class Killer(threading.Thread):
    """Kills the server every few seconds and starts it again, until it is stopped.

    The moments are random, except that every other one is when a mail has arrived and the program does not know it yet.
    """

    def __init__(self, server, mails):
        super().__init__()
        self.server, self.mails, self.stopping = server, mails, threading.Event()
        self.kills = self.before_answers = 0

    def run(self):
        while not self.stopping.wait(random.uniform(*LIFETIME)):
            if self.kills % 2:
                self.kill_before_answer()
            self.kills += 1
            self.server.kill()
            self.server.start()

    def kill_before_answer(self):
        """Kills the server when the next mail arrives, unless none does for a while."""
        self.mails.before_answer = self.server.process.kill
        try:
            self.server.process.wait(LIFETIME[1])
            self.before_answers += 1
        except subprocess.TimeoutExpired:
            self.mails.before_answer = None

    def stop(self):
        self.stopping.set()
        self.join()


def wait_for_mails(server, organizations, mails):
    """Waits until no mail waits. Returns whether that is so."""
    client, seen, last = Client(server), 0, time.monotonic()
    while any(one.call(client, LIST_MAILS, {"state": "waiting", "limit": 1})[0]["mails"] for one in organizations):
        if len(mails.arrivals) > seen:
            seen, last = len(mails.arrivals), time.monotonic()
        if time.monotonic() - last > PATIENCE_SECONDS:
            return False
        time.sleep(0.2)
    return True


def percentile(ordered, percent):
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


def rate(times):
    return (len(times) - 1) / max(max(times) - min(times), 1e-9) if times else 0


def report(changes, arrivals, may_double):
    """Prints the figures, and returns how many mails are not as they must be."""
    arrived = {}
    for message, at in arrivals:
        arrived.setdefault(message, []).append(at)
    # A mail is named `KIND.INTERVIEW.USER.VERSION@DOMAIN`.
    of_interview = {}
    for message, times in arrived.items():
        of_interview.setdefault(message.split(".")[1], times)
    lost = [one for one in changes if one.interview not in of_interview]
    waits = sorted(max(0, of_interview[one.interview][0] - one.answered) for one in changes
                   if one.interview in of_interview and not one.was_repeated)
    print(f"changes       {len(changes)}, {rate([one.answered for one in changes]):.1f} a second; "
          f"{sum(one.was_repeated for one in changes)} needed several requests")
    print(f"handed over   {len(arrived)} mails, {rate([times[0] for times in arrived.values()]):.1f} a second")
    print(f"lost          {len(lost)}")
    doubled = sum(len(times) > 1 for times in arrived.values())
    unexpected = len(arrived) - len(changes) + len(lost)
    print(f"doubled       {doubled}")
    print(f"unexpected    {unexpected}")
    if waits:
        figures = [f"{name} {percentile(waits, percent):.3f} s" for name, percent in [("p50", 50), ("p95", 95), ("p99", 99), ("max", 100)]]
        print(f"time          {', '.join(figures)}")
    return len(lost) + unexpected + (0 if may_double else doubled)


def measure(given, folder):
    mails = MailServer()
    server = Server(given.binary, folder, mails, given.database_url)
    organizations = [Organization.create(server, number) for number in range(given.organizations)]
    server.start()
    try:
        for organization in organizations:
            organization.fill(Client(server))
        killer = Killer(server, mails)
        if given.kill:
            killer.start()
        try:
            changes = make_changes(server, organizations, given)
        finally:
            if given.kill:
                killer.stop()
        if not wait_for_mails(server, organizations, mails):
            print(f"mails still wait after {PATIENCE_SECONDS} s without one")
    finally:
        server.kill()
    if given.kill:
        print(f"SIGKILL       {killer.kills}, {killer.before_answers} after a mail had arrived and before the answer")
    return report(changes, mails.arrivals, may_double=given.kill)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("binary", type=lambda path: str(pathlib.Path(path).resolve()))
    arguments.add_argument("--rate", type=float, default=50, help="changes a second")
    arguments.add_argument("--seconds", type=float, default=30)
    arguments.add_argument("--database-url", help="PostgreSQL instead of SQLite. The organizations stay there")
    arguments.add_argument("--kill", action="store_true", help="kill the server every few seconds")
    arguments.add_argument("--organizations", type=int, help=f"1, or {ORGANIZATIONS_WITH_KILLS} with --kill")
    given = arguments.parse_args()
    given.organizations = given.organizations or (ORGANIZATIONS_WITH_KILLS if given.kill else 1)
    with tempfile.TemporaryDirectory(prefix="shortlist-mails.") as folder:
        sys.exit(1 if measure(given, pathlib.Path(folder)) else 0)


main()
