// Scores pages of the web app with Lighthouse: accessibility and best practices, on a desktop and on a phone.
// node run.mjs BINARY FOLDER-OF-NODE-MODULES
// `npm install --prefix FOLDER lighthouse@12` fills the folder. CHROME_PATH names another browser than Debian's chromium-headless-shell.
// It fails if a score is below 100, or if a page was not measured.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const BROWSER = process.env.CHROME_PATH ?? '/usr/bin/chromium-headless-shell';
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-quic'];
const CATEGORIES = ['accessibility', 'best-practices'];
// The position of the recruiter among the demo users of the sign-in page.
const RECRUITER = '1';

const [binary, modules] = process.argv.slice(2);
if (!binary || !modules) {
  console.error('usage: node run.mjs BINARY FOLDER-OF-NODE-MODULES');
  process.exit(2);
}
const library = (path) => import(pathToFileURL(resolve(modules, 'node_modules', path)));
const { default: lighthouse } = await library('lighthouse/core/index.js');
const { default: desktop } = await library('lighthouse/core/config/desktop-config.js');
const { launch } = await library('chrome-launcher/dist/index.js');
const FORM_FACTORS = { desktop, mobile: undefined };

// Returns the address of a new sandbox once it is ready.
async function ready(program, credentials) {
  for await (const line of createInterface({ input: program.stdout })) {
    if (line.startsWith('ready')) return JSON.parse(readFileSync(credentials, 'utf8')).serviceUrl;
  }
  throw new Error('the sandbox ended before it was ready');
}

// Returns the cookie of a session of the demo recruiter.
async function signIn(base) {
  const answer = await fetch(`${base}/app/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ demo: RECRUITER }),
  });
  const [cookie] = answer.headers.getSetCookie();
  if (answer.status !== 303 || !cookie) throw new Error(`signing in failed with ${answer.status}`);
  return cookie.split(';')[0];
}

// Returns the path of the first link on a page that matches.
async function firstLink(base, cookie, path, link) {
  const page = await (await fetch(base + path, { headers: { cookie } })).text();
  const found = page.match(link);
  if (!found) throw new Error(`${path} has no link like ${link}`);
  return found[1];
}

// `/app` leads a recruiter to the jobs. Chrome drops the header of the cookie when it follows a redirect.
async function pages(base, cookie) {
  const job = await firstLink(base, cookie, '/app/jobs?search=senior+backend', /href="(\/app\/jobs\/job_\w+)"/);
  const candidate = await firstLink(base, cookie, job, /href="(\/app\/candidates\/\w+)/);
  return { start: '/app/jobs', ranking: job, candidate, board: `${job}/board`, upload: `${job}/upload` };
}

// Returns the scores of a page, and the audits that it fails.
async function score(url, port, cookie, config) {
  const flags = { port, logLevel: 'error', onlyCategories: CATEGORIES, extraHeaders: { cookie } };
  const { lhr } = await lighthouse(url, flags, config);
  // A page that redirects, such as to the form for signing in, is another page.
  if (lhr.runtimeError || lhr.finalDisplayedUrl !== url) {
    throw new Error(`${url} was not measured: ${lhr.runtimeError?.message ?? lhr.finalDisplayedUrl}`);
  }
  const categories = CATEGORIES.map((name) => lhr.categories[name]);
  const audits = categories.flatMap((one) => one.auditRefs.map((audit) => lhr.audits[audit.id]));
  const failed = audits.filter((audit) => audit.scoreDisplayMode === 'error' || (audit.score ?? 1) < 1);
  const scores = categories.map((one) => Math.round(100 * (one.score ?? 0)));
  return { scores, failed };
}

// Prints which elements fail an audit.
function explain({ title, errorMessage, details }) {
  console.error(`${title}: ${errorMessage ?? JSON.stringify(details?.items ?? [], null, 1)}`);
}

const folder = mkdtempSync(join(tmpdir(), 'shortlist-lighthouse-'));
const credentials = join(folder, 'credentials.json');
const options = ['--demo=small', '--bind=127.0.0.1:0', `--data-dir=${join(folder, 'data')}`, `--credentials-file=${credentials}`];
const program = spawn(resolve(binary), ['sandbox', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
const ended = once(program, 'close');
let browser;
const stop = () => {
  browser?.kill();
  program.kill();
};
process.once('SIGINT', stop).once('SIGTERM', stop);

let below = 0;
try {
  const base = await ready(program, credentials);
  const cookie = await signIn(base);
  const measured = await pages(base, cookie);
  browser = await launch({ chromePath: BROWSER, chromeFlags: FLAGS, handleSIGINT: false, logLevel: 'error' });
  console.log(`| page | form factor | ${CATEGORIES.join(' | ')} | failed audits |\n|---|---|---|---|---|`);
  for (const [page, path] of Object.entries(measured)) {
    for (const [factor, config] of Object.entries(FORM_FACTORS)) {
      const { scores, failed } = await score(base + path, browser.port, cookie, config);
      console.log(`| ${page} | ${factor} | ${scores.join(' | ')} | ${failed.map((audit) => audit.id).join(', ')} |`);
      if (scores.every((one) => one === 100)) continue;
      failed.forEach(explain);
      below += 1;
    }
  }
} catch (error) {
  console.error(error);
  below += 1;
} finally {
  stop();
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
process.exit(below > 0 ? 1 : 0);
