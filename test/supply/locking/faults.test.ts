/** A lock while a real registry, behind a proxy, fails: the file is the old one or the new one, and whole. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LOCK_FILE } from '../../../src/olm/lock/lock-name.js';
import { cliToEnd } from '../../support/cli-to-end.js';
import { fakeRegistry, ownEnvironment } from '../../support/fake-registry.js';
import { folderOf } from '../../support/files.js';
import { input, lockIn, missing, publish, versionsOf } from '../../support/published.js';
import { realRegistry } from '../../support/real-registry.js';

type Fault = (request: http.IncomingMessage, response: http.ServerResponse, forward: () => void) => void;

interface Locked {
  readonly folder: string;
  /** Of the proxy. */
  readonly host: string;
  /** The text of the lock before a new version was published. */
  readonly before: string;
  /** The reference of the new version. */
  readonly newest: string;
  /** The address of the registry behind the proxy. */
  readonly behind: string;
  text(): string;
  /** Requests go wrong from now on; without a fault, they do no more. */
  fail(fault?: Fault): void;
  update(): ReturnType<typeof cliToEnd>;
}

/** Sends a request on to the registry. */
function forwardTo(host: string, request: http.IncomingMessage, response: http.ServerResponse): void {
  const asked = http.request(
    `http://${host}${request.url}`,
    { method: request.method, headers: { ...request.headers, host } },
    (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    },
  );
  asked.on('error', () => response.destroy());
  request.pipe(asked);
}

/** An input that is locked to the first version of an operator, of which the second was published since. */
async function locked(): Promise<Locked> {
  const [registry, proxy] = [realRegistry(), await fakeRegistry()];
  let fault: Fault | undefined;
  proxy.handle((request, response) => {
    const forward = (): void => forwardTo(registry.host, request, response);
    if (fault) fault(request, response, forward);
    else forward();
  });
  const shown = {
    put: (...image: Parameters<typeof registry.put>) => registry.put(...image).replace(registry.host, proxy.host),
  };
  const [first = '', second = ''] = versionsOf('patch-operator').slice(-2);
  publish(shown, [first]);
  const folder = folderOf({ 'app.yaml': input(`${proxy.host}/community/catalog:latest`, ['patch-operator']) });
  const text = (): string => readFileSync(join(folder, LOCK_FILE), 'utf8');
  const { code, err } = await cliToEnd(['lock', folder], ownEnvironment());
  expect([code, err]).toEqual([0, '']);
  const before = text();
  const images = publish(shown, [first, second]);
  return {
    folder,
    host: proxy.host,
    behind: registry.host,
    before,
    newest: [...images.values()].at(-1) as string,
    text,
    fail: (next) => {
      fault = next;
    },
    update: () => cliToEnd(['lock', folder, '--update'], ownEnvironment()),
  };
}

const isLayer = ({ url = '' }: http.IncomingMessage): boolean => url.includes('/blobs/');

/** It moved, and every field is there. */
function expectMoved({ folder, before, text }: Locked): void {
  expect(text()).not.toBe(before);
  expect(lockIn(folder).bundles).toHaveLength(1);
}

describe('a lock stays as it was, and says why', () => {
  it('when a blob was deleted', async ({ skip }) => {
    skip(missing !== undefined, missing);
    const here = await locked();
    const [, path = '', digest = ''] = /^[^/]+\/(.*)@(.*)$/.exec(here.newest) ?? [];
    const accept = 'application/vnd.oci.image.manifest.v1+json, application/vnd.docker.distribution.manifest.v2+json';
    const manifest = await fetch(`http://${here.behind}/v2/${path}/manifests/${digest}`, { headers: { accept } });
    const { layers } = (await manifest.json()) as { layers: { digest: string }[] };
    for (const layer of layers) {
      const { status } = await fetch(`http://${here.behind}/v2/${path}/blobs/${layer.digest}`, { method: 'DELETE' });
      expect(status).toBe(202);
    }
    const { code, err } = await here.update();
    expect([code, err]).toEqual([2, expect.stringMatching(/^error\[/)]);
    expect(err).toContain(layers[0]?.digest);
    expect(here.text()).toBe(here.before);
  });

  it.each([
    [
      'answers 429 for longer than is worth waiting',
      (response: http.ServerResponse) => response.writeHead(429, { 'retry-after': '1000' }).end(),
    ],
    ['always answers 500', (response: http.ServerResponse) => response.writeHead(500).end()],
    [
      'leads to a host that is not there',
      (response: http.ServerResponse) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
    ],
  ])('when the registry %s', { timeout: 60_000 }, async (_, answer) => {
    if (missing !== undefined) return;
    const here = await locked();
    here.fail((request, response, forward) => (isLayer(request) ? void answer(response) : forward()));
    const { code, err } = await here.update();
    expect([code, err]).toEqual([2, expect.stringMatching(/^error\[/)]);
    expect(here.text()).toBe(here.before);
    here.fail();
    expect((await here.update()).code).toBe(0);
    expectMoved(here);
  });
});

describe('a lock comes to the right result', () => {
  it.each([
    ['answers 429 once', (response: http.ServerResponse) => void response.writeHead(429, { 'retry-after': '1' }).end()],
    ['answers 500 once', (response: http.ServerResponse) => void response.writeHead(500).end()],
    [
      'cuts an answer off',
      (response: http.ServerResponse) => {
        response.writeHead(200, { 'content-length': 1_000_000 }).flushHeaders();
        setImmediate(() => response.destroy());
      },
    ],
  ])('when the registry %s', { timeout: 60_000 }, async (_, answer) => {
    if (missing !== undefined) return;
    const here = await locked();
    const failed = new Set<string>();
    here.fail((request, response, forward) => {
      if (failed.has(request.url ?? '')) forward();
      else {
        failed.add(request.url ?? '');
        answer(response);
      }
    });
    const { code, err } = await here.update();
    expect([code, err]).toEqual([0, '']);
    expect(failed.size).toBeGreaterThan(2);
    expectMoved(here);
  });

  it('when the registry leads to another host, as those do that keep content elsewhere', async ({ skip }) => {
    skip(missing !== undefined, missing);
    const here = await locked();
    const elsewhere = await fakeRegistry();
    elsewhere.handle((request, response) => forwardTo(here.behind, request, response));
    here.fail((request, response, forward) =>
      isLayer(request) ? void response.writeHead(307, { location: `http://${elsewhere.host}${request.url}` }).end() : forward(),
    );
    const { code, err } = await here.update();
    expect([code, err]).toEqual([0, '']);
    expect(elsewhere.asked.length).toBeGreaterThan(0);
    expectMoved(here);
  });

  it('after it was killed while it downloaded', { timeout: 60_000 }, async ({ skip }) => {
    skip(missing !== undefined, missing);
    const here = await locked();
    const environment = ownEnvironment();
    for (const stopAt of [1, 4]) {
      let count = 0;
      const stuck = new Promise<void>((resolve) => {
        here.fail((_, response, forward) => {
          count += 1;
          if (count < stopAt) return forward();
          // A part of the answer is on the disk when the run ends.
          response.writeHead(200, { 'content-length': 1_000_000 });
          response.write('x'.repeat(1000));
          resolve();
        });
      });
      const program = join(import.meta.dirname, '../../../lib/bin.js');
      const run = spawn(process.execPath, [program, 'lock', here.folder, '--update'], {
        env: environment as NodeJS.ProcessEnv,
        stdio: 'ignore',
      });
      onTestFinished(() => void run.kill('SIGKILL'));
      const ended = new Promise((resolve) => run.once('exit', (_code, signal) => resolve(signal)));
      await stuck;
      run.kill('SIGKILL');
      expect(await ended).toBe('SIGKILL');
      expect(here.text()).toBe(here.before);
    }
    here.fail();
    const { code, err } = await cliToEnd(['lock', here.folder, '--update'], environment);
    expect([code, err]).toEqual([0, '']);
    expectMoved(here);
  });
});
