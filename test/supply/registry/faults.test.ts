/** What registries do on bad days, and what somebody in between can do: a clear error, or the right result; and the cache stays whole. */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { certificate, fakeRegistry, opened, ownEnvironment, problemOf, QUICK } from '../../support/fake-registry.js';
import { BUNDLE_LABELS, CATALOG_LABELS, digest, imageOf, layerOf } from '../../support/images.js';

/** Content that no compression makes small. */
function noise(bytes: number): string {
  let text = '';
  for (let number = 0; text.length < bytes; number += 1) text += createHash('sha256').update(String(number)).digest('hex');
  return text;
}

const BUNDLE = imageOf({
  layers: [
    layerOf({
      'manifests/csv.yaml': `kind: ClusterServiceVersion\n# ${noise(200_000)}\n`,
      'metadata/annotations.yaml': 'annotations: {}\n',
    }),
  ],
  labels: BUNDLE_LABELS,
});
const [LAYER = ''] = BUNDLE.layers;

/** Everything in a cache but its folders, and whether it is what its name says. */
function cached(environment: { readonly XDG_CACHE_HOME?: string | undefined }): Record<string, boolean> {
  const folder = join(environment.XDG_CACHE_HOME ?? '', 'cdk8s-olm/blobs/sha256');
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.includes('/'));
  return Object.fromEntries(
    files.map((path) => [
      path.slice(3, 11),
      createHash('sha256')
        .update(readFileSync(join(folder, path)))
        .digest('hex') === path.slice(3),
    ]),
  );
}

describe('a registry that changes', () => {
  it('gives what a tag names now', async () => {
    const server = await fakeRegistry();
    const environment = ownEnvironment();
    const reference = server.push('acme/db', 'v1', BUNDLE);
    expect(await opened({ environment }).resolve(reference)).toBe(BUNDLE.digest);
    const next = imageOf({ layers: [layerOf({ 'manifests/csv.yaml': 'kind: Other\n' })], labels: BUNDLE_LABELS });
    server.push('acme/db', 'v1', next);
    expect(await opened({ environment }).resolve(reference)).toBe(next.digest);
    // What is named by its digest stays.
    expect((await opened({ environment }).image(`${server.host}/acme/db@${BUNDLE.digest}`)).digest).toBe(BUNDLE.digest);
  });

  it('is not asked again for content that is there', async () => {
    const server = await fakeRegistry();
    const environment = ownEnvironment();
    const reference = `${server.push('acme/db', 'v1', BUNDLE).replace(':v1', '')}@${BUNDLE.digest}`;
    await opened({ environment }).bundle(reference);
    const asked = server.asked.length;
    expect((await opened({ environment }).bundle(reference)).files.size).toBe(2);
    expect((await opened({ environment, offline: true }).bundle(reference)).files.size).toBe(2);
    expect(server.asked.length).toBe(asked);
  });

  it('and no longer has an image, or its content', async () => {
    const server = await fakeRegistry();
    expect(await problemOf(opened().image(`${server.host}/acme/db:v1`))).toMatchObject({
      code: 'IMAGE_NOT_FOUND',
      message: `${server.host} does not have an image with the tag v1`,
      file: `${server.host}/acme/db:v1`,
    });
    const reference = server.push('acme/db', 'v1', BUNDLE);
    server.content.delete(`acme/db/blobs/${LAYER}`);
    expect(await problemOf(opened().bundle(reference))).toMatchObject({
      code: 'IMAGE_NOT_FOUND',
      message: `${server.host} does not have the content ${LAYER}`,
    });
  });
});

describe('content that is not what its digest says', () => {
  it.each([
    ['other content', (content: Buffer) => Buffer.from(content).fill(7, 10, 20)],
    ['more content', (content: Buffer) => Buffer.concat([content, Buffer.from('more')])],
  ])('is not kept: %s', async (_, change) => {
    const server = await fakeRegistry();
    const environment = ownEnvironment();
    const reference = server.push('acme/db', 'v1', BUNDLE);
    const path = `acme/db/blobs/${LAYER}`;
    const content = server.content.get(path) as Buffer;
    server.content.set(path, change(content));
    expect(await problemOf(opened({ environment }).bundle(reference))).toMatchObject({
      code: 'IMAGE_DIGEST',
      file: reference,
      expected: LAYER,
    });
    expect(Object.values(cached(environment))).toEqual([true, true]);
    server.content.set(path, content);
    expect((await opened({ environment }).bundle(reference)).files.size).toBe(2);
  });

  it('is not read: a manifest', async () => {
    const server = await fakeRegistry();
    server.push('acme/db', 'v1', BUNDLE);
    server.content.set(`acme/db/manifests/${BUNDLE.digest}`, Buffer.from('{}'));
    expect(await problemOf(opened().image(`${server.host}/acme/db@${BUNDLE.digest}`))).toMatchObject({
      code: 'IMAGE_DIGEST',
      found: digest(Buffer.from('{}')),
      expected: BUNDLE.digest,
    });
  });

  it('is not read where the registry itself names another digest', async () => {
    const server = await fakeRegistry();
    const reference = server.push('acme/db', 'v1', BUNDLE);
    server.handle((_, response, next) => {
      response.setHeader('docker-content-digest', `sha256:${'0'.repeat(64)}`);
      next();
    });
    expect((await problemOf(opened().image(reference))).code).toBe('IMAGE_DIGEST');
  });
});

describe('a bad connection', () => {
  it('that is cut off goes on where it was', async () => {
    const server = await fakeRegistry();
    const environment = ownEnvironment();
    const reference = server.push('acme/db', 'v1', BUNDLE);
    let cuts = 2;
    server.handle((request, response, next) => {
      if (!request.url?.includes(LAYER) || cuts === 0) return next();
      cuts -= 1;
      const content = server.content.get(`acme/db/blobs/${LAYER}`) as Buffer;
      const from = Number(/\d+/.exec(request.headers.range ?? '0')?.[0]);
      response.writeHead(from ? 206 : 200, {
        'content-length': content.length - from,
        'content-range': `bytes ${from}-${content.length - 1}/${content.length}`,
      });
      response.write(content.subarray(from, from + 40_000), () => setTimeout(() => response.destroy(), 50));
    });
    expect((await opened({ environment }).bundle(reference)).files.size).toBe(2);
    expect(server.asked.filter(({ url }) => url.includes(LAYER)).map(({ headers }) => headers.range)).toEqual([
      undefined,
      'bytes=40000-',
      'bytes=80000-',
    ]);
    expect(Object.values(cached(environment))).toEqual([true, true, true]);
  });

  it('that is cut off begins again where the registry has no ranges', async () => {
    const server = await fakeRegistry();
    const reference = server.push('acme/db', 'v1', BUNDLE);
    let isFirst = true;
    server.handle((request, response, next) => {
      if (!request.url?.includes(LAYER)) return next();
      const content = server.content.get(`acme/db/blobs/${LAYER}`) as Buffer;
      response.writeHead(200, { 'content-length': content.length });
      if (!isFirst) return void response.end(content);
      isFirst = false;
      response.write(content.subarray(0, 40_000), () => setTimeout(() => response.destroy(), 50));
    });
    expect((await opened().bundle(reference)).files.size).toBe(2);
  });

  it('that is always cut off is a problem', async () => {
    const server = await fakeRegistry();
    const environment = ownEnvironment();
    const reference = server.push('acme/db', 'v1', BUNDLE);
    server.handle((request, response, next) => {
      if (!request.url?.includes(LAYER)) return next();
      response.writeHead(200, { 'content-length': 100_000 }).write('x', () => setTimeout(() => response.destroy(), 20));
    });
    expect((await problemOf(opened({ environment }).bundle(reference))).code).toBe('REGISTRY_UNREACHABLE');
    expect(Object.values(cached(environment))).toEqual([true, true]);
  });

  it('on which nothing comes is a problem after a time', async () => {
    const server = await fakeRegistry();
    server.handle(() => {});
    expect(await problemOf(opened({ plainHttp: [server.host] }).resolve(`${server.host}/acme/db:v1`))).toMatchObject({
      code: 'REGISTRY_UNREACHABLE',
      message: `${server.host} is too slow`,
      found: 'nothing arrived for 0.5 s',
    });
  });

  it('on which too little comes is a problem after a time', async () => {
    const server = await fakeRegistry();
    const reference = server.push('acme/db', 'v1', BUNDLE);
    server.handle((request, response, next) => {
      if (!request.url?.includes(LAYER)) return next();
      response.writeHead(200, { 'content-length': 100_000 });
      const drip = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(drip));
    });
    const limits = { ...QUICK, request: 400, slowest: 1 << 30, attempts: 1 };
    expect(await problemOf(opened({ limits, plainHttp: [server.host] }).bundle(reference))).toMatchObject({
      code: 'REGISTRY_UNREACHABLE',
      message: `${server.host} is too slow`,
    });
  });

  it('on which a large layer trickles ends long before its size alone would let it', async () => {
    const server = await fakeRegistry();
    const image = imageOf({ layers: [Buffer.alloc(8 << 20, 'x')], pack: (layer) => layer });
    const reference = server.push('acme/db', 'v1', { ...image });
    server.handle((request, response, next) => {
      if (!request.url?.includes(`/blobs/${image.layers[0]}`)) return next();
      response.writeHead(200, { 'content-length': 8 << 20 });
      const drop = setInterval(() => response.write('x'), 100);
      response.on('close', () => clearInterval(drop));
    });
    const started = Date.now();
    const registry = opened({ limits: { ...QUICK, request: 300, slowest: 1000, attempts: 1 } });
    const { layers } = await registry.image(reference);
    expect(await problemOf(layers[0]?.file() as Promise<string>)).toMatchObject({ code: 'REGISTRY_UNREACHABLE' });
    expect(Date.now() - started).toBeLessThan(3000);
  });

  it('to a host that is not there', async () => {
    expect(await problemOf(opened().resolve('127.0.0.1:1/acme/db:v1'))).toMatchObject({
      code: 'REGISTRY_UNREACHABLE',
      found: 'ECONNREFUSED',
    });
    expect((await problemOf(opened().resolve('registry.invalid/acme/db:v1'))).code).toBe('REGISTRY_UNREACHABLE');
  });

  it('is tried once in a run, however many images and openings need it', async () => {
    const server = await fakeRegistry();
    server.handle((request) => request.socket.destroy());
    const silent = new Map();
    const first = await problemOf(opened({ silent }).resolve(`${server.host}/acme/db:v1`));
    const asked = server.asked.length;
    const second = await problemOf(opened({ silent }).resolve(`${server.host}/acme/web:v1`));
    expect(server.asked.length).toBe(asked);
    expect([first.code, second]).toEqual(['REGISTRY_UNREACHABLE', { ...first, file: `${server.host}/acme/web:v1` }]);
  });
});

describe('a registry that refuses', () => {
  it('is asked again after the time that it names', async () => {
    const server = await fakeRegistry();
    const reference = server.push('acme/db', 'v1', BUNDLE);
    let refused = 0;
    let from = 0;
    server.handle((request, response, next) => {
      if (!request.url?.includes('manifests') || refused === 1) return next();
      refused += 1;
      from = performance.now();
      response.writeHead(429, { 'retry-after': '1' }).end();
    });
    expect(await opened().resolve(reference)).toBe(BUNDLE.digest);
    expect(performance.now() - from).toBeGreaterThan(990);
  });

  it('for longer than is worth waiting for is a problem that says how long', async () => {
    const server = await fakeRegistry();
    server.handle((_, response) => void response.writeHead(429, { 'retry-after': '3600' }).end());
    expect(await problemOf(opened().resolve(`${server.host}/acme/db:v1`))).toMatchObject({
      code: 'REGISTRY_BUSY',
      found: 'status 429, to be tried again after 3600 s',
    });
  });

  it('because of a problem of its own is asked again', async () => {
    const server = await fakeRegistry();
    const reference = server.push('acme/db', 'v1', BUNDLE);
    let failures = 2;
    server.handle((request, response, next) => {
      if (!request.url?.includes('manifests') || failures === 0) return next();
      failures -= 1;
      response.writeHead(500).end();
    });
    expect(await opened().resolve(reference)).toBe(BUNDLE.digest);
    failures = 100;
    expect(await problemOf(opened().resolve(reference))).toMatchObject({ code: 'REGISTRY_UNREACHABLE', found: 'status 500' });
  });

  it('whoever has no credentials is a problem', async () => {
    const server = await fakeRegistry();
    server.handle((_, response) => void response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end());
    expect(await problemOf(opened().resolve(`${server.host}/acme/db:v1`))).toMatchObject({
      code: 'REGISTRY_DENIED',
      found: 'no credentials for it',
    });
  });

  it('and answers with a page is no registry', async () => {
    const server = await fakeRegistry();
    server.handle((_, response) => void response.writeHead(418, { 'content-type': 'text/html' }).end('<html>'));
    expect(await problemOf(opened().resolve(`${server.host}/acme/db:v1`))).toMatchObject({
      code: 'REGISTRY_ANSWER',
      found: 'status 418, text/html',
    });
    server.handle((_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'));
    expect((await problemOf(opened().image(`${server.host}/acme/db:v1`))).code).toBe('IMAGE_UNSUPPORTED');
  });
});

describe('TLS', () => {
  it('of an unknown authority is a problem, and of a named one is none', async ({ skip }) => {
    const own = certificate();
    skip(!own, 'needs openssl');
    if (!own) return;
    const server = await fakeRegistry(own);
    const reference = server.push('acme/db', 'v1', BUNDLE);
    expect(await problemOf(opened().resolve(reference))).toMatchObject({
      code: 'REGISTRY_UNTRUSTED',
      message: `the certificate of ${server.host} is not trusted`,
    });
    expect(await opened({ authorities: [own.file] }).resolve(reference)).toBe(BUNDLE.digest);
    expect((await problemOf(opened({ authorities: [`${own.file}.none`] }).resolve(reference))).code).toBe('REGISTRY_UNTRUSTED');
    const environment = ownEnvironment();
    const folder = join(environment.XDG_CONFIG_HOME ?? '', 'containers/certs.d', server.host);
    mkdirSync(folder, { recursive: true });
    copyFileSync(own.file, join(folder, 'ca.crt'));
    expect(await opened({ environment }).resolve(reference)).toBe(BUNDLE.digest);
  });
});

describe('a redirect', () => {
  it('to another host is followed, without credentials', async () => {
    const storage = await fakeRegistry();
    const server = await fakeRegistry();
    const reference = server.push('acme/db', 'v1', BUNDLE);
    storage.content.set(`store/${LAYER}`, server.content.get(`acme/db/blobs/${LAYER}`) as Buffer);
    const auth = Buffer.from('anna:secret').toString('base64');
    server.handle((request, response, next) => {
      if (request.headers.authorization !== `Basic ${auth}`)
        return void response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
      if (request.url?.includes(LAYER))
        return void response.writeHead(307, { location: `http://${storage.host}/v2/store/${LAYER}?signature=hidden` }).end();
      next();
    });
    const environment = withAuths({ [server.host]: { auth }, [storage.host]: { auth } });
    expect((await opened({ environment }).bundle(reference)).files.size).toBe(2);
    expect(storage.asked.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    // What asks for credentials there gets none.
    storage.handle((_, response) => void response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end());
    const problem = await problemOf(
      opened({ environment: { ...environment, XDG_CACHE_HOME: ownEnvironment().XDG_CACHE_HOME } }).bundle(reference),
    );
    expect(problem).toMatchObject({ code: 'REGISTRY_ANSWER', found: 'status 401' });
    expect(JSON.stringify(problem)).not.toMatch(/hidden|secret|YW5uY/);
    expect(storage.asked.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  });

  it('that never ends is a problem', async () => {
    const server = await fakeRegistry();
    server.handle((request, response) => void response.writeHead(302, { location: `${request.url}x` }).end());
    expect(await problemOf(opened().resolve(`${server.host}/acme/db:v1`))).toMatchObject({
      code: 'REGISTRY_ANSWER',
      expected: 'at most 5 redirects',
    });
  });

  it('from TLS to none is a problem', async ({ skip }) => {
    const own = certificate();
    skip(!own, 'needs openssl');
    const plain = await fakeRegistry();
    const server = await fakeRegistry(own);
    server.handle((request, response) => void response.writeHead(302, { location: `http://${plain.host}${request.url}` }).end());
    expect((await problemOf(opened({ authorities: [own?.file ?? ''] }).resolve(`${server.host}/acme/db:v1`))).code).toBe(
      'REGISTRY_PLAIN_HTTP',
    );
    expect(plain.asked).toEqual([]);
  });

  it('without TLS leads to no host of elsewhere that was not named for it', async () => {
    const server = await fakeRegistry();
    server.handle((request, response) => void response.writeHead(302, { location: `http://storage.example.invalid${request.url}` }).end());
    expect(await problemOf(opened().resolve(`${server.host}/acme/db:v1`))).toMatchObject({
      code: 'REGISTRY_PLAIN_HTTP',
      message: `${server.host} redirects to storage.example.invalid without TLS`,
    });
  });
});

describe('a cancelled run', () => {
  it('ends at once, with the reason, and leaves a whole cache', async () => {
    const server = await fakeRegistry();
    const environment = ownEnvironment();
    const reference = server.push('acme/db', 'v1', BUNDLE);
    const cancelled = new AbortController();
    server.handle((request, response, next) => {
      if (!request.url?.includes(LAYER)) return next();
      response.writeHead(200, { 'content-length': 100_000 }).write('x', () => setTimeout(() => cancelled.abort(new Error('stopped')), 20));
    });
    await expect(opened({ environment, signal: cancelled.signal }).bundle(reference)).rejects.toThrow('stopped');
    expect(Object.values(cached(environment))).toEqual([true, true]);
    await expect(opened({ environment, signal: cancelled.signal }).bundle(reference)).rejects.toThrow('stopped');
  });
});

describe('a catalog that is none', () => {
  it.each([
    [{ 'operators.operatorframework.io.index.database.v1': '/database/index.db' }, 'IMAGE_CATALOG_SQLITE'],
    [{}, 'IMAGE_NOT_A_CATALOG'],
    [BUNDLE_LABELS, 'IMAGE_NOT_A_CATALOG'],
    [CATALOG_LABELS, 'INVALID_CATALOG'],
  ])('is a problem: %j', async (labels, code) => {
    const server = await fakeRegistry();
    const reference = server.push(
      'acme/db',
      'v1',
      imageOf({ layers: [layerOf({ 'configs/a.json': '{"schema": "olm.package"}' })], labels }),
    );
    expect((await problemOf(opened().catalog(reference))).code).toBe(code);
  });
});

/** An environment whose file has these credentials. */
function withAuths(auths: Record<string, unknown>) {
  const environment = ownEnvironment();
  const file = join(environment.HOME ?? '', 'auth.json');
  writeFileSync(file, JSON.stringify({ auths }));
  return { ...environment, REGISTRY_AUTH_FILE: file };
}
