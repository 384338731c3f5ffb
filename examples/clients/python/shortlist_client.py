#!/usr/bin/env python3
"""A client of Shortlist in one file without dependencies, and everyday tasks of an integration.

Run it against a sandbox: `python3 shortlist_client.py .sandbox/credentials.json`
"""
import http.client
import io
import json
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid
import zipfile
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from xml.sax.saxutils import escape


class ShortlistError(Exception):
    """A refused call. `code` is a GraphQL code such as NOT_FOUND, or None."""

    def __init__(self, status, message, code=None, request_id=None):
        super().__init__(f"{code or status}: {message} (request {request_id})")
        self.status, self.message, self.code, self.request_id = status, message, code, request_id


class Shortlist:
    """A connection with the rights of one user and one API key. Threads may share it."""

    def __init__(self, url, api_key, organization, access_token=None):
        self.url, self.api_key, self.organization = url, api_key, organization
        self.access_token, self.refresh_token = access_token, None
        self.lock = threading.Lock()

    def send(self, method, path, body=None, headers={}, token=None):
        """Sends one request. Returns status, headers and body."""
        headers = {"x-api-key": self.api_key, **headers}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        request = urllib.request.Request(self.url + path, body, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=1800) as response:
                return response.status, response.headers, response.read()
        except urllib.error.HTTPError as refused:
            return refused.code, refused.headers, refused.read()

    def sign_in(self, path, body):
        """Stores the tokens of a login or a refresh."""
        headers = {"Content-Type": "application/json"}
        status, got, answer = self.send("POST", path, json.dumps(body).encode(), headers)
        answer = json.loads(answer)
        if status != 200:
            raise ShortlistError(status, answer["error"], request_id=got["X-Request-Id"])
        self.access_token, self.refresh_token = answer["accessToken"], answer["refreshToken"]

    def login(self, email, password):
        self.sign_in("/auth/login", {"email": email, "password": password})

    def refresh(self, expired):
        """Replaces the tokens, unless another thread has done so."""
        with self.lock:
            if self.access_token == expired:
                self.sign_in("/auth/refresh", {"refreshToken": self.refresh_token})

    def request(self, method, path, body=None, headers={}, repeatable=True):
        """Sends a request until the service has answered it, at most twelve times."""
        for attempt in range(12):
            token, last = self.access_token, attempt == 11
            try:
                status, got, answer = self.send(method, path, body, headers, token)
            except (OSError, http.client.HTTPException):
                if last or not repeatable:
                    raise
                time.sleep(min(2 ** attempt, 30))
                continue
            wait = int(got["Retry-After"] or 0)
            if status == 401 and self.refresh_token and not last:
                self.refresh(token)
            elif status in (409, 429, 503) and 0 < wait <= 60 and not last:
                time.sleep(wait)
            else:
                return status, got, answer

    def graphql(self, document, input, idempotency_key=None):
        """Runs a document with one root field. Returns the value of the field."""
        body = json.dumps({"query": document, "variables": {"input": input}}).encode()
        headers = {"Content-Type": "application/json"}
        if idempotency_key:
            headers["Idempotency-Key"] = idempotency_key
        repeatable = idempotency_key is not None or document.lstrip().startswith("query")
        status, got, answer = self.request("POST", "/graphql", body, headers, repeatable)
        answer = json.loads(answer)
        for error in answer.get("errors", []):
            raise ShortlistError(status, error["message"], error["extensions"]["code"], got["X-Request-Id"])
        if status != 200:
            raise ShortlistError(status, answer["error"], request_id=got["X-Request-Id"])
        return next(iter(answer["data"].values()))

    def run(self, document, **input):
        """Runs a document whose input names the organization."""
        return self.graphql(document, {"organizationId": self.organization, **input})

    def pages(self, document, items, **input):
        """Yields every item of a list. `items` is the field that contains them."""
        after = None
        while True:
            page = self.run(document, **input, **({"after": after} if after else {}))
            yield from page[items]
            if not page["pageInfo"]["hasNextPage"]:
                return
            after = page["pageInfo"]["endCursor"]

    def form(self, path, fields, files, idempotency_key=None):
        """Posts a form. `files` contains (field, file name, bytes). Returns the JSON of the answer."""
        boundary = uuid.uuid4().hex
        parts = [(f'name="{name}"', value.encode()) for name, value in fields.items()]
        quoted = str.maketrans({'"': "%22", "\r": "%0D", "\n": "%0A"})
        parts += [(f'name="{field}"; filename="{name.translate(quoted)}"', data) for field, name, data in files]
        body = b"".join(b"--%s\r\nContent-Disposition: form-data; %s\r\n\r\n%s\r\n"
                        % (boundary.encode(), head.encode(), data) for head, data in parts)
        body += b"--%s--\r\n" % boundary.encode()
        headers = {"Content-Type": f"multipart/form-data; boundary={boundary}",
                   "Idempotency-Key": idempotency_key or str(uuid.uuid4())}
        status, got, answer = self.request("POST", path, body, headers)
        answer = json.loads(answer)
        if status >= 400:
            message = answer.get("error") or answer["message"]
            raise ShortlistError(status, message, request_id=got["X-Request-Id"])
        return answer

    def upload(self, job_id, recruiter_id, files, weights, on_duplicate="skip", idempotency_key=None):
        """Uploads resumes, given as (file name, bytes). Returns the outcome of each file."""
        fields = {"jobId": job_id, "recruiterId": recruiter_id, "organizationId": self.organization,
                  "userType": "Recruiter", "resumeScoreBreakdown": json.dumps(weights),
                  "onDuplicate": on_duplicate}
        files = [("files", name, data) for name, data in files]
        return self.form("/bulk-upload-resumes", fields, files, idempotency_key)["results"]


CHANGES = """query($input: ChangesSinceInput!) { changesSince(input: $input) {
  changes { kind recordId removed candidateId } endCursor hasMore } }"""
JOB = """query($input: GetJobInput!) { getJob(input: $input) { _id title status externalId } }"""
CANDIDATE = """query($input: GetCandidateInput!) { getCandidate(input: $input) {
  _id uId jobId fullName status stage { name } resumeScore externalId person { _id } } }"""
INTERVIEWS = """query($input: GetInterviewsInput!) { getInterviews(input: $input) {
  interviews { _id candidateId interviewerId dateAndTime status } pageInfo { hasNextPage endCursor } } }"""


def read_record(client, change):
    """Returns a changed record as it is now, or None if it does not exist any more."""
    if change["removed"]:
        return None
    try:
        if change["kind"] == "Job":
            return client.run(JOB, jobId=change["recordId"])
        if change["kind"] == "Candidate":
            return client.run(CANDIDATE, candidateId=change["recordId"])
        interviews = client.pages(INTERVIEWS, "interviews", candidateId=change["candidateId"], pageSize=100)
        return next((one for one in interviews if one["_id"] == change["recordId"]), None)
    except ShortlistError as error:
        if error.code != "NOT_FOUND":
            raise
        return None  # it was removed a moment ago


def synchronize(client, copies, cursor=None):
    """Brings the copies of all records up to date. Returns the cursor to pass next: store it with the copies."""
    while True:
        page = client.run(CHANGES, perPage=500, **({"after": cursor} if cursor else {}))
        for change in page["changes"]:
            key = change["kind"] + "/" + change["recordId"]
            copies[key] = read_record(client, change)
            if copies[key] is None:
                del copies[key]
        cursor = page["endCursor"]
        if not page["hasMore"]:
            return cursor


# Everyday tasks. Each function is complete with the client above.

WEIGHTS = {"experience": 40, "skills": 40, "education": 20}


def docx(*lines):
    """Writes the smallest document that Word opens, with a paragraph for each line."""
    relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
    package = "http://schemas.openxmlformats.org/package/2006"
    main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    paragraphs = "".join(f"<w:p><w:r><w:t>{escape(line)}</w:t></w:r></w:p>" for line in lines)
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Default Extension="rels" ContentType='
        f'"application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="{main}"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" Type="{relations}" '
        'Target="word/document.xml"/></Relationships>',
        "word/document.xml": '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
        f"<w:body>{paragraphs}</w:body></w:document>",
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return file.getvalue()


def resume(name, email, skills, title="Software Engineer", years="2018"):
    """An invented resume."""
    return docx(name, email, "Experience", f"{title}, Example Works, January {years} - Present",
                f"Built and operated services with {skills}.", "Education",
                "BSc Computer Science, Example University, 2017", "Skills", skills)


def all_jobs(client):
    return list(client.pages(
        """query($input: ListJobsInput!) { listJobs(input: $input) {
          jobs { _id title status recruiterName externalId } pageInfo { hasNextPage endCursor } } }""",
        "jobs", perPage=100))


def create_job(client, recruiter_id, title, **more):
    return client.run("mutation($input: CreateJobInput!) { createJob(input: $input) { _id jobCode } }",
                      recruiterId=recruiter_id, title=title, **more)["_id"]


def reject(client, candidate_ids, reason):
    """Rejects up to 1,000 candidates in one call, all or none."""
    return client.run(
        "mutation($input: UpdateCandidatesInput!) { updateCandidates(input: $input) { candidates { _id status statusReason } } }",
        candidateIds=candidate_ids, status="Rejected", reason=reason)["candidates"]


def find(client, job_id, **filter):
    return list(client.pages(
        """query($input: GetCandidatesInput!) { getCandidates(input: $input) {
          candidate { _id uId fullName resumeScore skillsFound source externalId } pageInfo { hasNextPage endCursor } } }""",
        "candidate", jobId=job_id, pageSize=100, filter=filter))


def set_external_id(client, candidate_id, source, external_id):
    return client.run(
        "mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) { source externalId } }",
        candidateId=candidate_id, source=source, externalId=external_id)


def applications_of(client, candidate_id):
    """The applications of the person who is this candidate."""
    person = client.run(
        "query($input: GetCandidateInput!) { getCandidate(input: $input) { person { _id } } }",
        candidateId=candidate_id)["person"]["_id"]
    return client.run(
        """query($input: GetPersonInput!) { getPerson(input: $input) {
          applications { _id jobId resumeScore status createdAt } } }""",
        personId=person)["applications"]


def close_job(client, job_id, reason):
    return client.run("mutation($input: SetJobStatusInput!) { setJobStatus(input: $input) { status statusReason } }",
                      jobId=job_id, status="Closed", reason=reason)


def changes_of(admin, candidate_id):
    """Who changed what of a candidate, newest first."""
    return list(admin.pages(
        """query($input: GetAuditLogInput!) { getAuditLog(input: $input) {
          entries { at actor userId operation outcome changes { field before after } } pageInfo { hasNextPage endCursor } } }""",
        "entries", candidateId=candidate_id, pageSize=100))


def resume_versions(client, candidate_id):
    return client.run(
        """query($input: GetCandidateInput!) { getCandidate(input: $input) {
          resumeVersions { version fileName uploadedAt uploadedBy replacedAt } } }""",
        candidateId=candidate_id)["resumeVersions"]


def original_file(client, candidate_id, version=None):
    path = f"/candidates/{candidate_id}/resume" + (f"?version={version}" if version else "")
    status, got, file = client.request("GET", path)
    if status != 200:
        raise ShortlistError(status, json.loads(file)["error"], request_id=got["X-Request-Id"])
    return file


def schedule_panel(client, candidate_id, interviewer_ids, time):
    return client.run(
        """mutation($input: ScheduleInterviewInput!) { scheduleInterview(input: $input) {
          interviews { _id interviewerId panelId status } } }""",
        candidateId=candidate_id, interviewerIds=interviewer_ids, dateAndTime=time, durationMinutes=45,
        place="Room 7", timeZone="Europe/Berlin")["interviews"]


def make_offer(client, candidate_id, amount, currency, start):
    offer = "mutation($input: SetOfferInput!) { setOffer(input: $input) { amount currency startDate state } }"
    client.run(offer, candidateId=candidate_id, amount=amount, currency=currency, startDate=start)
    return client.run(offer, candidateId=candidate_id, state="Sent")


def careers_page(admin, job_id, question):
    """Sets the question of a job, and returns a client that can only send applications."""
    admin.run("mutation($input: SetJobQuestionsInput!) { setJobQuestions(input: $input) { questions { key } } }",
              jobId=job_id, questions=[question])
    key = admin.run("mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey } }",
                    name="Careers page", permissions=["apply"], days=365)["apiKey"]
    return Shortlist(admin.url, key, admin.organization)


def apply(page, job_id, name, email, file, answers):
    fields = {"fullName": name, "emailAddress": email, "answers": json.dumps(answers),
              "consentText": "You may keep my data for six months.", "consentVersion": "2026-03",
              "consentTime": datetime.now(timezone.utc).isoformat()}
    return page.form(f"/apply/{job_id}", fields, [("resume", "resume.docx", file)])["receiptNumber"]


def integration(admin, name):
    """Creates an integration user with a first access token."""
    user = admin.run("mutation($input: CreateIntegrationUserInput!) { createIntegrationUser(input: $input) { _id } }",
                     userType="Recruiter", fullName=name)["_id"]
    return user, new_token(admin, user)


def new_token(admin, user):
    return admin.run("mutation($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { tokenId accessToken } }",
                     userId=user, name="sync server", days=90)


def revoke(admin, token):
    admin.run("mutation($input: RevokeAccessTokenInput!) { revokeAccessToken(input: $input) { live } }",
              tokenId=token["tokenId"])


def set_office(admin, client, candidate_id):
    admin.run("mutation($input: SetCustomFieldInput!) { setCustomField(input: $input) { key } }",
              key="office", label="Office", type="Choice", options=["Berlin", "Zürich"])
    return client.run(
        "mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) { customFields { key value } } }",
        candidateId=candidate_id, customFields=[{"key": "office", "value": "zürich"}])["customFields"]


def set_stages(client, job_id, names):
    return client.run(
        "mutation($input: SetJobStagesInput!) { setJobStages(input: $input) { stages { _id name status candidateCount } } }",
        jobId=job_id, stages=[{"_id": "Active", "name": "Applied", "status": "Active"},
                              *({"name": name, "status": "Active"} for name in names)])["stages"]


def ignore_requirement(client, job_id, kind, name):
    """Ignores a requirement that was read wrongly. What others set stays; a change at the same time is a CONFLICT."""
    job = client.run("query($input: GetJobInput!) { getJob(input: $input) { revision requirements "
                     "{ all { kind names alternatives setImportance setById } } } }", jobId=job_id)
    kept = [{"kind": one["kind"], "names": one["names"], "alternatives": one["alternatives"],
             "importance": one["setImportance"]}
            for one in job["requirements"]["all"] if one["setById"] and not (one["kind"] == kind and name in one["names"])]
    return client.run(
        "mutation($input: UpdateJobRequirementsInput!) { updateJobRequirements(input: $input) { version outdatedScores } }",
        jobId=job_id, expectedRevision=job["revision"],
        requirements=[*kept, {"kind": kind, "names": [name], "importance": "ignored"}])


def move(client, candidate_ids, stage_id, reason=None):
    return client.run(
        "mutation($input: MoveCandidatesInput!) { moveCandidates(input: $input) { candidates { _id status stage { name } } } }",
        candidateIds=candidate_ids, stageId=stage_id, reason=reason)["candidates"]


def add_document(client, candidate_id, name, data, kind):
    return client.form(f"/candidates/{candidate_id}/documents", {"kind": kind}, [("file", name, data)])["documentId"]


def main(credentials_file):
    """Runs every task against a sandbox."""
    with open(credentials_file) as file:
        credentials = json.load(file)
    users = {user["_id"]: user for user in credentials["users"]}

    def connect(user_id):
        client = Shortlist(credentials["serviceUrl"], credentials["apiKey"], credentials["organizationId"])
        client.login(users[user_id]["email"], users[user_id]["password"])
        return client

    admin, recruiter, me = connect("usr_demo_admin"), connect("usr_demo_recruiter"), "usr_demo_recruiter"
    run = uuid.uuid4().hex[:6]  # so that the tasks can run again in the same sandbox

    jobs = [create_job(recruiter, me, f"Software Engineer {run}-{number}", externalId=f"req-{run}-{number}",
                       jobDescription="You build services in Rust. Three years of experience with Rust and SQL.",
                       skills=["Rust", "SQL"]) for number in range(3)]
    listed = all_jobs(recruiter)
    assert set(jobs) <= {job["_id"] for job in listed}
    print("jobs of the organization:", len(listed))

    copies = {}
    cursor = synchronize(recruiter, copies)
    people = [(f"person{number}.docx", resume(f"Quill Tannerby{chr(97 + number // 26)}{chr(97 + number % 26)}",
                                              f"quill.{run}.{number}@example.org", "Python, Linux"))
              for number in range(200)]
    key = f"import-{run}"
    results = recruiter.upload(jobs[0], me, people, WEIGHTS, idempotency_key=key)
    again = recruiter.upload(jobs[0], me, people, WEIGHTS, idempotency_key=key)
    assert results == again and all(result["outcome"] == "created" for result in results)
    print("uploaded and sent again:", len(results))

    rejected = reject(recruiter, [result["_id"] for result in results], "no Rust")
    print("rejected:", len(rejected), rejected[0]["statusReason"])
    before = len(copies)
    cursor = synchronize(recruiter, copies, cursor)
    assert all(copies["Candidate/" + result["_id"]]["status"] == "Rejected" for result in results)
    print("copies:", before, "before,", len(copies), "now; the next cursor:", cursor)

    pool = [("ada.docx", resume("Adalind Corvane", f"adalind.{run}@example.org", "Rust, SQL, Linux")),
            ("ben.docx", resume("Bertram Oakwhistle", f"bertram.{run}@example.org", "Rust, Java, SQL"))]
    ada, ben = (result["_id"] for result in recruiter.upload(jobs[0], me, pool, WEIGHTS))
    found = find(recruiter, jobs[0], allSkills=["Rust"], noSkills=["Java"], minScore=60)
    assert [candidate["_id"] for candidate in found] == [ada]
    print("Rust without Java, 60 points or more:", [(row["fullName"], row["resumeScore"]) for row in found])

    set_external_id(recruiter, ada, "Example Board", f"board-{run}")
    assert find(recruiter, jobs[0], source="Example Board", externalId=f"board-{run}")[0]["_id"] == ada
    try:
        set_external_id(recruiter, ben, "Example Board", f"board-{run}")
    except ShortlistError as refused:
        print("the same external id again:", refused)

    for job in jobs[1:]:
        recruiter.upload(job, me, pool[:1], WEIGHTS)
    applications = applications_of(recruiter, ada)
    assert {application["jobId"] for application in applications} == set(jobs)
    print("applications of one person:", len(applications))

    close_job(recruiter, jobs[2], "position filled")
    try:
        recruiter.upload(jobs[2], me, pool, WEIGHTS)
    except ShortlistError as refused:
        print("upload to a closed job:", refused)

    newer = resume("Adalind Corvane", f"adalind.{run}@example.org", "Rust, SQL, Kubernetes", years="2016")
    result, = recruiter.upload(jobs[0], me, [("ada-2026.docx", newer)], WEIGHTS, on_duplicate="replace")
    assert (result["outcome"], result["version"]) == ("replaced", 2)
    print("versions:", [(row["version"], row["fileName"]) for row in resume_versions(recruiter, ada)])
    assert original_file(recruiter, ada) == newer and original_file(recruiter, ada, 1) == pool[0][1]

    start = datetime.now(timezone.utc) + timedelta(days=int(run, 16) % 3000, minutes=int(run[:3], 16))
    panel = schedule_panel(recruiter, ada, ["usr_demo_interviewer", "usr_demo_colleague"], start.isoformat())
    print("panel:", [row["interviewerId"] for row in panel])

    stages = set_stages(recruiter, jobs[0], ["Interview", "Offer"])
    interview = next(stage["_id"] for stage in stages if stage["name"] == "Interview")
    print("moved:", move(recruiter, [ada], interview, "good call")[0]["stage"]["name"])
    print("custom fields:", set_office(admin, recruiter, ada))
    print("offer:", make_offer(recruiter, ada, "85000.50", "EUR", "2027-05-01"))

    letter = add_document(recruiter, ada, "letter.docx", docx("Dear team,", "I like Rust."), "CoverLetter")
    assert recruiter.request("GET", f"/candidates/{ada}/documents/{letter}")[0] == 200
    print("document:", letter)

    page = careers_page(admin, jobs[1], {"key": "visa", "text": "Do you need a visa?", "required": True,
                                         "choices": ["yes", "no"]})
    email = f"cleo.{run}@example.org"
    receipt = apply(page, jobs[1], "Cleo Marrowby", email, resume("Cleo Marrowby", email, "Rust"), {"visa": "no"})
    print("application:", receipt)

    user, first = integration(admin, "Nightly sync")
    machine = Shortlist(admin.url, admin.api_key, admin.organization, first["accessToken"])
    all_jobs(machine)
    second = new_token(admin, user)
    machine.access_token = second["accessToken"]
    revoke(admin, first)
    print("jobs with the next token:", len(all_jobs(machine)))

    recruiter.access_token = "slat_expired"
    with ThreadPoolExecutor(2) as threads:
        counts = list(threads.map(lambda _: len(all_jobs(recruiter)), range(2)))
    print("two calls with an expired token:", counts)

    for entry in changes_of(admin, ada)[:3]:
        print("audit log:", entry["at"], entry["userId"], entry["operation"], entry["changes"][:1])


if __name__ == "__main__":
    main(sys.argv[1])
