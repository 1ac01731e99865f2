/** The note of a merge request: the component for GitLab, run as it is written against a server that stands for its API. */
import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { gateMarker } from '../src/report/gate.js';
import { folderOf } from './support/files.js';
import { gitlabJob } from './support/recipes.js';

const { after, variables } = gitlabJob({ path: 'clusters/prod' });
const NOTES = '/api/v4/projects/7/merge_requests/3/notes';
const MARKER = gateMarker('clusters/prod');
const said = (text: string): string => `${MARKER}\n\n${text}\n`;

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

/** Runs the component where `gate` wrote these files. */
function push(
  files: Readonly<Record<string, string>>,
  token = 'secret',
  checkout: Readonly<Record<string, string>> = {},
): Promise<number | null> {
  const folder = folderOf({ 'checkout/keep': '', ...under('reports', files), ...under('checkout', checkout) });
  const { port } = server.address() as AddressInfo;
  const env = {
    ...variables,
    PATH: process.env.PATH,
    CI_API_V4_URL: `http://127.0.0.1:${port}/api/v4`,
    CI_PROJECT_ID: '7',
    CI_MERGE_REQUEST_IID: '3',
    CI_JOB_URL: 'https://gitlab.example.com/jobs/1',
    NOTE_TOKEN: token,
    REPORTS: join(folder, 'reports'),
  };
  const child = spawn('sh', ['-c', after], {
    cwd: join(folder, 'checkout'),
    env,
    stdio: 'ignore',
  });
  return new Promise((done) => child.on('close', done));
}

it('a first push makes a note, and the next ones update it, on whatever page it is', async () => {
  expect(await push({ 'gate.md': said('No new permissions.') })).toBe(0);
  expect(notes[2]).toEqual({ id: 102, author: { id: 42 }, body: said('No new permissions.') });
  expect(await push({ 'gate.md': said('Grants more.') })).toBe(0);
  expect(notes.map(({ body }) => body)).toEqual(['Looks good', `${MARKER}\nof somebody else`, said('Grants more.')]);
  expect(asked.slice(-3)).toEqual([`GET ${NOTES}`, `GET ${NOTES}`, `PUT ${NOTES}/102`]);
});

it('a gate that does not run is said in the note, so that none of an earlier push stays', async () => {
  await push({ 'gate.md': said('No new permissions.') });
  expect(await push({})).toBe(0);
  expect(notes).toHaveLength(3);
  expect(notes[2]?.body).toBe(said('### ⛔ The gate did not run\n\nhttps://gitlab.example.com/jobs/1 says why.'));
});

it('a report that the merge request brings along is not posted', async () => {
  expect(await push({}, 'secret', { 'gate.md': 'No change in meaning.', 'cdk8s-olm-gate/review.html': 'x' })).toBe(0);
  expect(notes[2]?.body).toContain('The gate did not run');
});

it('without a token nothing is asked, and with a wrong one nothing is written', async () => {
  expect(await push({ 'gate.md': said('a') }, '')).toBe(0);
  expect(asked).toEqual([]);
  expect(await push({ 'gate.md': said('a') }, 'wrong')).not.toBe(0);
  expect(notes).toHaveLength(2);
});
