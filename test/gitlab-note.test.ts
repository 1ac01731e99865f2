/** The note of a merge request: the recipe for GitLab, run as it is written against a server that stands for its API. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { folderOf } from './support/files.js';

const RECIPE = join(import.meta.dirname, '../examples/ci/gitlab.yaml');
const [recipe] = parseAllDocuments(readFileSync(RECIPE, 'utf8')).map((document) => document.toJS() as Recipe);
const NOTES = '/api/v4/projects/7/merge_requests/3/notes';
const MARKER = '<!-- cdk8s-olm review of clusters/prod -->';

interface Recipe {
  readonly review: { readonly after_script: readonly string[] };
}

interface Note {
  readonly id: number;
  readonly author: { readonly id: number };
  body: string;
}

let server: Server;
let notes: Note[] = [];
let asked: string[] = [];

/** Two notes on a page. */
beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      asked.push(`${request.method} ${pathname}`);
      const give = (value: unknown, headers = {}): void => {
        response.writeHead(request.headers['private-token'] === 'secret' ? 200 : 401, headers);
        response.end(JSON.stringify(value));
      };
      const { body = '' } = (text === '' ? {} : JSON.parse(text)) as { body?: string };
      const page = Number(searchParams.get('page'));
      if (pathname === '/api/v4/user') give({ id: 42 });
      else if (request.method === 'GET')
        give(notes.slice(2 * page - 2, 2 * page), { 'x-next-page': notes.length > 2 * page ? `${page + 1}` : '' });
      else if (request.method === 'POST') give(notes.push({ id: 100 + notes.length, author: { id: 42 }, body }));
      else {
        for (const note of notes) if (pathname === `${NOTES}/${note.id}`) note.body = body;
        give({});
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => {
  asked = [];
  notes = [
    { id: 1, author: { id: 1 }, body: 'Looks good' },
    { id: 2, author: { id: 1 }, body: `${MARKER}\nof somebody else` },
  ];
});

const under = (folder: string, files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

/** Runs the recipe where `review` wrote these files. */
function push(
  files: Readonly<Record<string, string>>,
  token = 'secret',
  checkout: Readonly<Record<string, string>> = {},
): Promise<number | null> {
  const folder = folderOf({ 'checkout/keep': '', ...under('reports', files), ...under('checkout', checkout) });
  const { port } = server.address() as AddressInfo;
  const env = {
    PATH: process.env.PATH,
    CI_API_V4_URL: `http://127.0.0.1:${port}/api/v4`,
    CI_PROJECT_ID: '7',
    CI_MERGE_REQUEST_IID: '3',
    CI_JOB_URL: 'https://gitlab.example.com/jobs/1',
    NOTE_TOKEN: token,
    REPORTS: join(folder, 'reports'),
  };
  const child = spawn('sh', ['-c', (recipe?.review.after_script ?? []).join('\n')], {
    cwd: join(folder, 'checkout'),
    env,
    stdio: 'ignore',
  });
  return new Promise((done) => child.on('close', done));
}

it('a first push makes a note, and the next ones update it, on whatever page it is', async () => {
  expect(await push({ 'review.md': 'No new permissions.' })).toBe(0);
  expect(notes[2]).toEqual({ id: 102, author: { id: 42 }, body: `${MARKER}\nNo new permissions.` });
  expect(await push({ 'review.md': 'Grants more.' })).toBe(0);
  expect(notes.map(({ body }) => body)).toEqual(['Looks good', `${MARKER}\nof somebody else`, `${MARKER}\nGrants more.`]);
  expect(asked.slice(-3)).toEqual([`GET ${NOTES}`, `GET ${NOTES}`, `PUT ${NOTES}/102`]);
});

it('a change that cannot be reviewed is said in the note, so that none of an earlier push stays', async () => {
  await push({ 'review.md': 'No new permissions.' });
  expect(await push({})).toBe(0);
  expect(notes).toHaveLength(3);
  expect(notes[2]?.body).toBe(`${MARKER}\n### ⛔ The change could not be reviewed\n\nhttps://gitlab.example.com/jobs/1 says why.\n`);
});

it('a report that the merge request brings along is not posted', async () => {
  expect(await push({}, 'secret', { 'review.md': 'No change in meaning.', 'review.html': 'x' })).toBe(0);
  expect(notes[2]?.body).toContain('The change could not be reviewed');
});

it('without a token nothing is asked, and with a wrong one nothing is written', async () => {
  expect(await push({ 'review.md': 'a' }, '')).toBe(0);
  expect(asked).toEqual([]);
  expect(await push({ 'review.md': 'a' }, 'wrong')).not.toBe(0);
  expect(notes).toHaveLength(2);
});
