/** A registry that does what a test tells it to, for what a real one does only on bad days. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Environment } from '../../src/supply/registry/environment.js';
import { openRegistry, type Registry, type RegistryOptions } from '../../src/supply/registry/open-registry.js';
import { folderOf } from './files.js';
import type { StoredImage } from './images.js';

type Handler = (request: http.IncomingMessage, response: http.ServerResponse, next: () => void) => void;

/** One request that came. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
}

/** A server on this machine. */
export interface FakeRegistry {
  /** Such as `127.0.0.1:40001`. */
  readonly host: string;
  /** What came so far. */
  readonly asked: Asked[];
  /** Content by path, such as `acme/catalog/manifests/v1`. */
  readonly content: Map<string, Buffer>;
  /** Puts an image there, and gives its reference by tag. */
  push(repository: string, tag: string, image: StoredImage): string;
  /** What to do with each request from now on; it can leave it to the registry. */
  handle(handler: Handler | undefined): void;
}

/** A certificate of an authority of its own, with its file; nothing where there is no openssl. */
export function certificate(): { readonly key: string; readonly cert: string; readonly file: string } | undefined {
  const folder = folderOf();
  try {
    const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost,DNS:registry.example.com'];
    const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'ca.pem')];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names, ...files], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return {
    key: readFileSync(join(folder, 'key.pem'), 'utf8'),
    cert: readFileSync(join(folder, 'ca.pem'), 'utf8'),
    file: join(folder, 'ca.pem'),
  };
}

/** Starts one; it ends with the test. */
export async function fakeRegistry(tls?: { readonly key: string; readonly cert: string }): Promise<FakeRegistry> {
  const content = new Map<string, Buffer>();
  const asked: Asked[] = [];
  let handler: Handler | undefined;
  const serve = (request: http.IncomingMessage, response: http.ServerResponse): void => {
    const found = content.get((request.url ?? '').replace(/^\/v2\//, '').replace(/\?.*$/, ''));
    if (!found) return void response.writeHead(404, { 'content-type': 'application/json' }).end('{"errors":[]}');
    const [, from = '0'] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
    const part = found.subarray(Number(from));
    if (Number(from) > 0)
      response.writeHead(206, { 'content-range': `bytes ${from}-${found.length - 1}/${found.length}`, 'content-length': part.length });
    else response.writeHead(200, { 'content-length': part.length });
    response.end(part);
  };
  const answer = (request: http.IncomingMessage, response: http.ServerResponse): void => {
    asked.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers });
    if (handler) handler(request, response, () => serve(request, response));
    else serve(request, response);
  };
  const server = tls ? https.createServer(tls, answer) : http.createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    content,
    push(repository, tag, image) {
      content.set(`${repository}/manifests/${tag}`, image.manifest);
      content.set(`${repository}/manifests/${image.digest}`, image.manifest);
      for (const [name, blob] of image.blobs) content.set(`${repository}/blobs/${name}`, blob);
      return `127.0.0.1:${(server.address() as AddressInfo).port}/${repository}:${tag}`;
    },
    handle(next) {
      handler = next;
    },
  };
}

/** An environment with folders of its own, and nothing of the machine's. */
export function ownEnvironment(more: Environment = {}): Environment {
  const home = folderOf();
  return {
    HOME: home,
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_STATE_HOME: join(home, 'state'),
    PATH: process.env.PATH,
    ...more,
  };
}

/** Limits that let nothing wait long. */
export const QUICK = { idle: 500, request: 3000, slowest: 1 << 20, attempts: 3, backOff: 1, longestWait: 2000 };

/** The registry's client, as the command opens it, but quick. */
export function opened(options: Partial<RegistryOptions> = {}): Registry {
  const registry = openRegistry({ environment: ownEnvironment(), userAgent: 'test', limits: QUICK, ...options });
  onTestFinished(() => registry.close());
  return registry;
}

/** The code and texts of the problem that something ends with. */
export async function problemOf(run: Promise<unknown>): Promise<Record<string, unknown>> {
  const error = await run.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const [problem] = (error as { problems?: Record<string, unknown>[] } | undefined)?.problems ?? [];
  if (!problem) throw error ?? new Error('nothing was thrown');
  return problem;
}
