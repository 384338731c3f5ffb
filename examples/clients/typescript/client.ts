// A client of Shortlist with types from its schema, and everyday tasks of an integration. README.md says how to run it.
import { print } from "@0no-co/graphql.web";
import { initGraphQLTada, type TadaDocumentNode } from "gql.tada";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { introspection } from "./schema.d.ts";

export const graphql = initGraphQLTada<{ introspection: introspection }>();

/** A refused call. `code` is a GraphQL code such as NOT_FOUND, or undefined. */
export class ShortlistError extends Error {
  status: number;
  code?: string;
  requestId: string | null;

  constructor(response: Response, message: string, code?: string) {
    super(message);
    this.name = code ?? `${response.status}`;
    this.status = response.status;
    this.code = code;
    this.requestId = response.headers.get("X-Request-Id");
  }
}

type Input<Variables> = Variables extends { input: infer Fields } ? Omit<Fields, "organizationId"> : never;
type Root<Result> = NonNullable<Result[keyof Result]>;
type Paged = Record<string, { pageInfo: { hasNextPage: boolean; endCursor: string | null } } | null>;
type Outcome = { file: string; outcome: string; reason: string | null; _id: string | null; version?: number };

/** A connection with the rights of one user and one API key. */
export class Shortlist {
  refreshToken?: string;
  refreshing?: Promise<void>;

  constructor(public url: string, public apiKey: string, public organization: string, public accessToken?: string) {}

  /** Stores the tokens of a login or a refresh. */
  async signIn(path: string, body: object) {
    const headers = { "x-api-key": this.apiKey, "Content-Type": "application/json" };
    const response = await fetch(this.url + path, { method: "POST", headers, body: JSON.stringify(body) });
    const answer = await response.json();
    if (!response.ok) throw new ShortlistError(response, answer.error);
    this.accessToken = answer.accessToken;
    this.refreshToken = answer.refreshToken;
  }

  login(email: string, password: string) {
    return this.signIn("/auth/login", { email, password });
  }

  /** Replaces the tokens. Calls that find an expired token at once share one refresh. */
  async refresh(expired?: string) {
    if (this.accessToken !== expired) return;
    this.refreshing ??= this.signIn("/auth/refresh", { refreshToken: this.refreshToken })
      .finally(() => { this.refreshing = undefined; });
    await this.refreshing;
  }

  /** Sends a request until the service has answered it, at most twelve times. */
  async request(method: string, path: string, body?: BodyInit, headers: Record<string, string> = {}, repeatable = true) {
    for (let attempt = 0; ; attempt++) {
      const token = this.accessToken, last = attempt === 11;
      const credentials: Record<string, string> = { "x-api-key": this.apiKey };
      if (token) credentials.Authorization = `Bearer ${token}`;
      let response: Response;
      try {
        response = await fetch(this.url + path, { method, body, headers: { ...credentials, ...headers } });
      } catch (error) {
        if (last || !repeatable) throw error;
        await sleep(1000 * Math.min(2 ** attempt, 30));
        continue;
      }
      const wait = Number(response.headers.get("Retry-After") ?? 0);
      if (response.status === 401 && this.refreshToken && !last) await this.refresh(token);
      else if ([409, 429, 503].includes(response.status) && wait > 0 && wait <= 60 && !last) await sleep(1000 * wait);
      else return response;
    }
  }

  /** Runs a document with one root field, whose input names the organization. Returns the value of the field. */
  async run<Result, Variables>(
    document: TadaDocumentNode<Result, Variables>, input: Input<Variables>, idempotencyKey?: string,
  ): Promise<Root<Result>> {
    const query = print(document);
    const variables = { input: { organizationId: this.organization, ...input } };
    const headers: Record<string, string> = { "Content-Type": "application/json" };
    if (idempotencyKey) headers["Idempotency-Key"] = idempotencyKey;
    const repeatable = idempotencyKey !== undefined || query.startsWith("query");
    const response = await this.request("POST", "/graphql", JSON.stringify({ query, variables }), headers, repeatable);
    const answer = await response.json();
    for (const error of answer.errors ?? []) throw new ShortlistError(response, error.message, error.extensions.code);
    if (!response.ok) throw new ShortlistError(response, answer.error);
    return Object.values(answer.data)[0] as Root<Result>;
  }

  /** Yields every item of a list. `items` selects the list of a page. */
  async *pages<Result extends Paged, Variables, Item>(
    document: TadaDocumentNode<Result, Variables>, items: (page: Root<Result>) => Item[], input: Input<Variables>,
  ) {
    let after: string | null = null;
    do {
      const page: Root<Result> = await this.run(document, after ? { ...input, after } : input);
      yield* items(page);
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after);
  }

  /** Posts a form. Returns the JSON of the answer. */
  async form(path: string, fields: Record<string, string>, files: [field: string, name: string, data: Uint8Array][],
    idempotencyKey: string = randomUUID()) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    for (const [field, name, data] of files) form.append(field, new Blob([data as BlobPart]), name);
    const response = await this.request("POST", path, form, { "Idempotency-Key": idempotencyKey });
    const answer = await response.json();
    if (!response.ok) throw new ShortlistError(response, answer.error ?? answer.message);
    return answer;
  }

  /** Uploads resumes. Returns the outcome of each file. */
  async upload(jobId: string, recruiterId: string, files: [name: string, data: Uint8Array][],
    weights: Record<string, number>, onDuplicate = "skip", idempotencyKey?: string): Promise<Outcome[]> {
    const fields = { jobId, recruiterId, organizationId: this.organization, userType: "Recruiter",
      resumeScoreBreakdown: JSON.stringify(weights), onDuplicate };
    const parts = files.map(([name, data]): [string, string, Uint8Array] => ["files", name, data]);
    return (await this.form("/bulk-upload-resumes", fields, parts, idempotencyKey)).results;
  }
}

export async function collect<Item>(items: AsyncIterable<Item>) {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const CHANGES = graphql(`query($input: ChangesSinceInput!) { changesSince(input: $input) {
  changes { recordId removed } endCursor hasMore } }`);
const CANDIDATE = graphql(`query($input: GetCandidateInput!) { getCandidate(input: $input) {
  _id uId fullName status stage { name } resumeScore externalId updatedAt } }`);

/** Returns a candidate as it is now, unless it was erased a moment ago. */
async function readCandidate(client: Shortlist, candidateId: string) {
  try {
    return await client.run(CANDIDATE, { candidateId });
  } catch (error) {
    if (error instanceof ShortlistError && error.code === "NOT_FOUND") return undefined;
    throw error;
  }
}

export type Copies = Map<string, NonNullable<Awaited<ReturnType<typeof readCandidate>>>>;

/** Brings the copies of all candidates up to date. Returns the cursor to pass next: store it with the copies. */
export async function synchronize(client: Shortlist, copies: Copies, cursor?: string | null) {
  for (;;) {
    const page = await client.run(CHANGES, { kinds: ["Candidate"], perPage: 500, after: cursor });
    for (const { recordId, removed } of page.changes) {
      const candidate = removed ? undefined : await readCandidate(client, recordId);
      if (candidate) copies.set(recordId, candidate);
      else copies.delete(recordId);
    }
    cursor = page.endCursor;
    if (!page.hasMore) return cursor;
  }
}

// Everyday tasks. Each function is complete with the client above.

export const WEIGHTS = { experience: 40, skills: 40, education: 20 };

/** Writes a small PDF file with a line of text for each item. */
export function pdf(...lines: string[]) {
  const text = lines.map(line => `(${line.replace(/[\\()]/g, "\\$&")}) '`).join("\n");
  const page = `BT /F 11 Tf 14 TL 60 780 Td\n${text}\nET`;
  const objects = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
    `<</Length ${page.length}>>stream\n${page}\nendstream`, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const start = file.length;
  file += `xref\n0 6\n0000000000 65535 f \n${offsets.join("")}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return new TextEncoder().encode(file);
}

/** An invented resume. */
export function resume(name: string, email: string, skills: string, since = "2018") {
  return pdf(name, email, "Experience", `Software Engineer, Example Works, January ${since} - Present`,
    `Built and operated services with ${skills}.`, "Education", "BSc Computer Science, Example University, 2017",
    "Skills", skills);
}

export function allJobs(client: Shortlist) {
  return collect(client.pages(
    graphql(`query($input: ListJobsInput!) { listJobs(input: $input) {
      jobs { _id title status recruiterName externalId } pageInfo { hasNextPage endCursor } } }`),
    page => page.jobs, { perPage: 100 }));
}

export async function createJob(client: Shortlist, recruiterId: string, title: string, externalId: string) {
  const job = await client.run(graphql(`mutation($input: CreateJobInput!) { createJob(input: $input) { _id } }`), {
    recruiterId, title, externalId, skills: ["Rust", "SQL"],
    jobDescription: "You build services in Rust. Three years of experience with Rust and SQL." });
  return job._id;
}

/** Rejects up to 1,000 candidates in one call, all or none. */
export async function reject(client: Shortlist, candidateIds: string[], reason: string) {
  const document = graphql(`mutation($input: UpdateCandidatesInput!) { updateCandidates(input: $input) {
    candidates { _id status statusReason } } }`);
  return (await client.run(document, { candidateIds, status: "Rejected", reason })).candidates;
}

const FOUND = graphql(`query($input: GetCandidatesInput!) { getCandidates(input: $input) {
  candidate { _id uId fullName resumeScore skillsFound source externalId } pageInfo { hasNextPage endCursor } } }`);

export function withSkill(client: Shortlist, jobId: string, skill: string, without: string, minScore: number) {
  const filter = { allSkills: [skill], noSkills: [without], minScore };
  return collect(client.pages(FOUND, page => page.candidate, { jobId, pageSize: 100, filter }));
}

export function byExternalId(client: Shortlist, source: string, externalId: string) {
  return collect(client.pages(FOUND, page => page.candidate, { filter: { source, externalId } }));
}

export function setExternalId(client: Shortlist, candidateId: string, source: string, externalId: string) {
  return client.run(graphql(`mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) {
    source externalId } }`), { candidateId, source, externalId });
}

/** The applications of the person who is this candidate. */
export async function applicationsOf(client: Shortlist, candidateId: string) {
  const { person } = await client.run(graphql(`query($input: GetCandidateInput!) { getCandidate(input: $input) {
    person { _id } } }`), { candidateId });
  return (await client.run(graphql(`query($input: GetPersonInput!) { getPerson(input: $input) {
    applications { _id jobId resumeScore status createdAt } } }`), { personId: person!._id })).applications;
}

export function closeJob(client: Shortlist, jobId: string, reason: string) {
  return client.run(graphql(`mutation($input: SetJobStatusInput!) { setJobStatus(input: $input) {
    status statusReason } }`), { jobId, status: "Closed", reason });
}

/** Who changed what of a candidate, newest first. */
export function changesOf(admin: Shortlist, candidateId: string) {
  return collect(admin.pages(graphql(`query($input: GetAuditLogInput!) { getAuditLog(input: $input) {
    entries { at actor userId operation outcome changes { field before after } } pageInfo { hasNextPage endCursor } } }`),
    page => page.entries, { candidateId, pageSize: 100 }));
}

export async function resumeVersions(client: Shortlist, candidateId: string) {
  return (await client.run(graphql(`query($input: GetCandidateInput!) { getCandidate(input: $input) {
    resumeVersions { version fileName uploadedAt uploadedBy replacedAt } } }`), { candidateId })).resumeVersions;
}

export async function originalFile(client: Shortlist, candidateId: string, version?: number) {
  const response = await client.request("GET", `/candidates/${candidateId}/resume${version ? `?version=${version}` : ""}`);
  if (!response.ok) throw new ShortlistError(response, (await response.json()).error);
  return new Uint8Array(await response.arrayBuffer());
}

export async function schedulePanel(client: Shortlist, candidateId: string, interviewerIds: string[], dateAndTime: string) {
  return (await client.run(graphql(`mutation($input: ScheduleInterviewInput!) { scheduleInterview(input: $input) {
    interviews { _id interviewerId panelId status } } }`), { candidateId, interviewerIds, dateAndTime,
    durationMinutes: 45, place: "Room 7", timeZone: "Europe/Berlin" })).interviews;
}

export async function makeOffer(client: Shortlist, candidateId: string, amount: string, currency: string, startDate: string) {
  const document = graphql(`mutation($input: SetOfferInput!) { setOffer(input: $input) { amount currency startDate state } }`);
  await client.run(document, { candidateId, amount, currency, startDate });
  return client.run(document, { candidateId, state: "Sent" });
}

/** Sets the question of a job, and returns a client that can only send applications. */
export async function careersPage(admin: Shortlist, jobId: string) {
  await admin.run(graphql(`mutation($input: SetJobQuestionsInput!) { setJobQuestions(input: $input) { questions { key } } }`), {
    jobId, questions: [{ key: "visa", text: "Do you need a visa?", required: true, choices: ["yes", "no"] }] });
  const { apiKey } = await admin.run(graphql(`mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey } }`),
    { name: "Careers page", permissions: ["apply"], days: 365 });
  return new Shortlist(admin.url, apiKey, admin.organization);
}

export async function apply(page: Shortlist, jobId: string, fullName: string, emailAddress: string, file: Uint8Array) {
  const fields = { fullName, emailAddress, answers: JSON.stringify({ visa: "no" }), consentVersion: "2026-03",
    consentText: "You may keep my data for six months.", consentTime: new Date().toISOString() };
  return (await page.form(`/apply/${jobId}`, fields, [["resume", "resume.pdf", file]])).receiptNumber as string;
}

export async function integrationUser(admin: Shortlist, fullName: string) {
  const document = graphql(`mutation($input: CreateIntegrationUserInput!) { createIntegrationUser(input: $input) { _id } }`);
  return (await admin.run(document, { userType: "Recruiter", fullName }))._id;
}

export function newToken(admin: Shortlist, userId: string) {
  return admin.run(graphql(`mutation($input: CreateAccessTokenInput!) { createAccessToken(input: $input) {
    tokenId accessToken } }`), { userId, name: "sync server", days: 90 });
}

export function revoke(admin: Shortlist, tokenId: string) {
  return admin.run(graphql(`mutation($input: RevokeAccessTokenInput!) { revokeAccessToken(input: $input) { live } }`), { tokenId });
}

export async function setOffice(admin: Shortlist, client: Shortlist, candidateId: string) {
  await admin.run(graphql(`mutation($input: SetCustomFieldInput!) { setCustomField(input: $input) { key } }`),
    { key: "office", label: "Office", type: "Choice", options: ["Berlin", "Zürich"] });
  return (await client.run(graphql(`mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) {
    customFields { key value } } }`), { candidateId, customFields: [{ key: "office", value: "zürich" }] })).customFields;
}

export async function setStages(client: Shortlist, jobId: string, names: string[]) {
  const stages = [{ _id: "Active", name: "Applied", status: "Active" }, ...names.map(name => ({ name, status: "Active" }))];
  return (await client.run(graphql(`mutation($input: SetJobStagesInput!) { setJobStages(input: $input) {
    stages { _id name status candidateCount } } }`), { jobId, stages })).stages;
}

/** Ignores a requirement that was read wrongly. What others set stays; a change at the same time is a CONFLICT. */
export async function ignoreRequirement(client: Shortlist, jobId: string, kind: string, name: string) {
  const job = await client.run(graphql(`query($input: GetJobInput!) { getJob(input: $input) { revision requirements {
    all { kind names alternatives setImportance setById } } } }`), { jobId });
  const kept = job.requirements.all.filter(one => one.setById && !(one.kind === kind && one.names.includes(name))).map(one => ({
    kind: one.kind, names: one.names, alternatives: one.alternatives, importance: one.setImportance }));
  const requirements = [...kept, { kind, names: [name], importance: "ignored" }];
  return client.run(graphql(`mutation($input: UpdateJobRequirementsInput!) { updateJobRequirements(input: $input) {
    version outdatedScores } }`), { jobId, expectedRevision: job.revision, requirements });
}

export async function move(client: Shortlist, candidateIds: string[], stageId: string, reason?: string) {
  return (await client.run(graphql(`mutation($input: MoveCandidatesInput!) { moveCandidates(input: $input) {
    candidates { _id status stage { name } } } }`), { candidateIds, stageId, reason })).candidates;
}

export async function addDocument(client: Shortlist, candidateId: string, name: string, data: Uint8Array, kind: string) {
  return (await client.form(`/candidates/${candidateId}/documents`, { kind }, [["file", name, data]])).documentId as string;
}

function assert(condition: unknown): asserts condition {
  if (!condition) throw new Error("the answer is not the expected one");
}

async function refused(call: Promise<unknown>) {
  const error = await call.then(() => undefined, error => error);
  assert(error instanceof ShortlistError);
  return error.message;
}

/** Runs every task against a sandbox. */
async function main(credentialsFile: string) {
  const credentials = JSON.parse(readFileSync(credentialsFile, "utf8"));
  const connect = async (userId: string) => {
    const client = new Shortlist(credentials.serviceUrl, credentials.apiKey, credentials.organizationId);
    const user = credentials.users.find((user: { _id: string }) => user._id === userId);
    await client.login(user.email, user.password);
    return client;
  };
  const me = "usr_demo_recruiter", admin = await connect("usr_demo_admin"), recruiter = await connect(me);
  const run = randomUUID().slice(0, 6); // so that the tasks can run again in the same sandbox

  const jobs: string[] = [];
  for (const number of [0, 1, 2])
    jobs.push(await createJob(recruiter, me, `Software Engineer ${run}-${number}`, `req-${run}-${number}`));
  const [first, second, third] = jobs as [string, string, string];
  console.log("jobs of the organization:", (await allJobs(recruiter)).length);

  const copies: Copies = new Map();
  const before = await synchronize(recruiter, copies);
  const letter = (index: number) => String.fromCharCode(97 + index);
  const people = Array.from({ length: 200 }, (_, number): [string, Uint8Array] => [`person${number}.pdf`,
    resume(`Quill Tannerby${letter(Math.floor(number / 26))}${letter(number % 26)}`, `quill.${run}.${number}@example.org`,
      "Python, Linux")]);
  const results = await recruiter.upload(first, me, people, WEIGHTS, "skip", `import-${run}`);
  const again = await recruiter.upload(first, me, people, WEIGHTS, "skip", `import-${run}`);
  assert(JSON.stringify(results) === JSON.stringify(again) && results.every(result => result.outcome === "created"));
  console.log("uploaded and sent again:", results.length);

  const rejected = await reject(recruiter, results.map(result => result._id!), "no Rust");
  console.log("rejected:", rejected.length, rejected[0]?.statusReason);
  const next = await synchronize(recruiter, copies, before);
  assert(results.every(result => copies.get(result._id!)?.status === "Rejected"));
  console.log("copies:", copies.size, "next cursor", next);

  const pool: [string, Uint8Array][] = [
    ["ada.pdf", resume("Adalind Corvane", `adalind.${run}@example.org`, "Rust, SQL, Linux")],
    ["ben.pdf", resume("Bertram Oakwhistle", `bertram.${run}@example.org`, "Rust, Java, SQL")]];
  const [ada, ben] = (await recruiter.upload(first, me, pool, WEIGHTS)).map(result => result._id) as [string, string];
  const found = await withSkill(recruiter, first, "Rust", "Java", 60);
  assert(found.length === 1 && found[0]?._id === ada);
  console.log("Rust without Java, 60 points or more:", found[0].fullName, found[0].resumeScore);

  await setExternalId(recruiter, ada, "Example Board", `board-${run}`);
  assert((await byExternalId(recruiter, "Example Board", `board-${run}`))[0]?._id === ada);
  console.log("the same external id again:", await refused(setExternalId(recruiter, ben, "Example Board", `board-${run}`)));

  for (const job of [second, third]) await recruiter.upload(job, me, pool.slice(0, 1), WEIGHTS);
  console.log("applications of one person:", (await applicationsOf(recruiter, ada)).length);
  await closeJob(recruiter, third, "position filled");
  console.log("upload to a closed job:", await refused(recruiter.upload(third, me, pool, WEIGHTS)));

  const newer = resume("Adalind Corvane", `adalind.${run}@example.org`, "Rust, SQL, Kubernetes", "2016");
  const [replaced] = await recruiter.upload(first, me, [["ada-2026.pdf", newer]], WEIGHTS, "replace");
  assert(replaced?.outcome === "replaced" && replaced.version === 2);
  console.log("versions:", (await resumeVersions(recruiter, ada)).map(row => `${row.version} ${row.fileName}`));
  assert(Buffer.compare(await originalFile(recruiter, ada), newer) === 0);
  assert(Buffer.compare(await originalFile(recruiter, ada, 1), pool[0]![1]) === 0);

  const time = new Date(Date.now() + parseInt(run, 16) * 10_000).toISOString();
  const panel = await schedulePanel(recruiter, ada, ["usr_demo_interviewer", "usr_demo_colleague"], time);
  console.log("panel:", panel.map(interview => interview.interviewerId));

  const stages = await setStages(recruiter, first, ["Interview", "Offer"]);
  const interview = stages.find(stage => stage.name === "Interview")!;
  console.log("moved:", (await move(recruiter, [ada], interview._id, "good call"))[0]?.stage.name);
  console.log("custom fields:", await setOffice(admin, recruiter, ada));
  console.log("offer:", await makeOffer(recruiter, ada, "85000.50", "EUR", "2027-05-01"));
  const document = await addDocument(recruiter, ada, "letter.pdf", pdf("Dear team,", "I like Rust."), "CoverLetter");
  assert((await recruiter.request("GET", `/candidates/${ada}/documents/${document}`)).ok);
  console.log("document:", document);

  const page = await careersPage(admin, second), email = `cleo.${run}@example.org`;
  console.log("application:", await apply(page, second, "Cleo Marrowby", email, resume("Cleo Marrowby", email, "Rust")));

  const user = await integrationUser(admin, "Nightly sync");
  const old = await newToken(admin, user);
  const machine = new Shortlist(admin.url, admin.apiKey, admin.organization, old.accessToken);
  await allJobs(machine);
  machine.accessToken = (await newToken(admin, user)).accessToken;
  await revoke(admin, old.tokenId);
  console.log("jobs with the next token:", (await allJobs(machine)).length);

  recruiter.accessToken = "slat_expired";
  const counts = await Promise.all([allJobs(recruiter), allJobs(recruiter)]);
  console.log("two calls with an expired token:", counts.map(jobs => jobs.length));
  for (const entry of (await changesOf(admin, ada)).slice(0, 3))
    console.log("audit log:", entry.at, entry.userId, entry.operation, entry.changes[0]);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main(process.argv[2]!);
