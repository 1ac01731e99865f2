/** The cache: whole whatever happens, shared by runs, and believed only where its content is what its name says. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Environment } from '../../../../src/supply/registry/environment.js';
import { type FakeRegistry, fakeRegistry, opened, ownEnvironment, problemOf } from '../../../support/fake-registry.js';
import { BUNDLE_LABELS, CATALOG_LABELS, imageOf, layerOf } from '../../../support/images.js';

const IMAGE = imageOf({
  layers: [layerOf({ 'manifests/a.yaml': 'a'.repeat(100_000) })],
  labels: BUNDLE_LABELS,
  pack: (layer) => layer,
  layerType: 'application/vnd.oci.image.layer.v1.tar',
});
const CATALOG = imageOf({ layers: [layerOf({ 'configs/a.json': '{"schema":"olm.package","name":"a"}' })], labels: CATALOG_LABELS });
const [LAYER = ''] = IMAGE.layers;

/** Puts a link in place of a file. */
function replaceByLink(path: string): void {
  rmSync(path);
  symlinkSync('/etc/hostname', path);
}

/** The folder of a cache. */
const folderIn = (environment: Environment): string => join(environment.XDG_CACHE_HOME ?? '', 'cdk8s-olm');

/** The files of a cache: those by digest, with whether they are right, and others. */
function filesIn(environment: Environment): { readonly right: number; readonly wrong: number; readonly parts: number } {
  const folder = join(folderIn(environment), 'blobs/sha256');
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.includes('/')) : [];
  const parts = names.filter((name) => name.endsWith('.part'));
  const whole = names.filter((name) => !name.endsWith('.part'));
  const right = whole.filter(
    (path) =>
      createHash('sha256')
        .update(readFileSync(join(folder, path)))
        .digest('hex') === path.slice(3),
  );
  return { right: right.length, wrong: whole.length - right.length, parts: parts.length };
}

/** The file of the layer. */
function layerFile(environment: Environment): string {
  const hex = LAYER.slice('sha256:'.length);
  return join(folderIn(environment), 'blobs/sha256', hex.slice(0, 2), hex);
}

/** A process of its own that gets a bundle. */
function runApart(reference: string, environment: Environment): ChildProcess {
  const script = `
    const { openRegistry } = await import(${JSON.stringify(join(import.meta.dirname, '../../../../build/src/supply/registry/open-registry.js'))});
    const registry = openRegistry({ environment: ${JSON.stringify(environment)}, userAgent: 'test' });
    process.stdout.write(String((await registry.bundle(${JSON.stringify(reference)})).files.size));
    await registry.close();`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** What a process prints until it ends. */
function output(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    child.stdout?.on('data', (part: Buffer) => {
      text += part.toString('utf8');
    });
    child.on('close', () => resolve(text));
  });
}

/** A registry that sends the layer slowly. */
async function slowRegistry(): Promise<{ server: FakeRegistry; reference: string }> {
  const server = await fakeRegistry();
  server.handle((request, response, next) => {
    const content = server.content.get(`acme/db/blobs/${LAYER}`);
    if (!request.url?.includes(LAYER) || !content) return next();
    response.writeHead(200, { 'content-length': content.length });
    let sent = 0;
    const timer = setInterval(() => {
      response.write(content.subarray(sent, sent + 10_000));
      sent += 10_000;
      if (sent >= content.length) {
        clearInterval(timer);
        response.end();
      }
    }, 20);
    response.on('close', () => clearInterval(timer));
  });
  return { server, reference: server.push('acme/db', 'v1', IMAGE) };
}

describe('a cache', () => {
  it('is whole after a run that was killed at any time', async () => {
    const { reference } = await slowRegistry();
    const environment = ownEnvironment();
    for (const time of [150, 300, 450]) {
      const child = runApart(reference, environment);
      const ended = output(child);
      await new Promise((resolve) => setTimeout(resolve, time));
      child.kill('SIGKILL');
      await ended;
      expect(filesIn(environment).wrong).toBe(0);
    }
    expect((await opened({ environment }).bundle(reference)).files.size).toBe(1);
    expect(filesIn(environment)).toMatchObject({ right: 3, wrong: 0 });
  });

  it('is shared by runs at the same time', async () => {
    const { reference } = await slowRegistry();
    const environment = ownEnvironment();
    expect(await Promise.all([1, 2, 3].map(() => output(runApart(reference, environment))))).toEqual(['1', '1', '1']);
    expect(filesIn(environment)).toEqual({ right: 3, wrong: 0, parts: 0 });
  });

  it('gets what is needed twice at the same time only once', async () => {
    const { server, reference } = await slowRegistry();
    const registry = opened();
    await Promise.all([registry.bundle(reference), registry.bundle(reference)]);
    expect(server.asked.filter(({ url }) => url.includes(LAYER)).length).toBe(1);
  });

  it.each<[string, (path: string) => void]>([
    ['damaged', (path) => writeFileSync(path, 'damaged')],
    ['cut off', (path) => writeFileSync(path, readFileSync(path).subarray(0, 500))],
    ['a link', replaceByLink],
    ['another image', (path) => writeFileSync(path, layerOf({ 'manifests/a.yaml': 'evil' }))],
  ])('is not believed where an entry is %s', async (_, harm) => {
    const server = await fakeRegistry();
    const environment = ownEnvironment();
    const reference = server.push('acme/db', 'v1', IMAGE);
    await opened({ environment }).bundle(reference);
    const path = layerFile(environment);
    chmodSync(path, 0o644);
    harm(path);
    expect((await problemOf(opened({ environment, offline: true }).bundle(`${server.host}/acme/db@${IMAGE.digest}`))).code).toBe(
      'IMAGE_NOT_CACHED',
    );
    const { files } = await opened({ environment }).bundle(reference);
    expect(files.get('manifests/a.yaml')?.length).toBe(100_000);
    expect(filesIn(environment)).toEqual({ right: 3, wrong: 0, parts: 0 });
  });

  it('is not believed in what it computed, unless this user on this machine did', async () => {
    const server = await fakeRegistry();
    const environment = ownEnvironment();
    const reference = server.push('acme/catalog', 'v1', CATALOG);
    const { documents } = await opened({ environment }).catalog(reference);
    const folder = join(folderIn(environment), 'derived');
    const [name = ''] = readdirSync(folder);
    const kept = readFileSync(join(folder, name));
    writeFileSync(
      join(folder, name),
      Buffer.concat([kept.subarray(0, 32), Buffer.from(kept.subarray(32).toString('utf8').replaceAll('"a"', '"b"'))]),
    );
    expect((await opened({ environment }).catalog(reference)).documents).toEqual(documents);
    // The same entry, with another key.
    writeFileSync(join(folder, name), kept);
    rmSync(join(environment.XDG_STATE_HOME ?? '', 'cdk8s-olm'), { recursive: true });
    expect((await opened({ environment }).catalog(reference)).documents).toEqual(documents);
    expect(readFileSync(join(folder, name)).equals(kept)).toBe(false);
  });

  it('loses what was not used for long, and what killed runs left', async () => {
    const server = await fakeRegistry();
    const environment = ownEnvironment();
    const registry = opened({ environment });
    await registry.bundle(server.push('acme/db', 'v1', IMAGE));
    const path = layerFile(environment);
    writeFileSync(`${path}.1-abc.part`, 'part');
    const old = new Date(Date.now() - 40 * 24 * 60 * 60 * 1000);
    utimesSync(path, old, old);
    utimesSync(`${path}.1-abc.part`, old, old);
    await registry.close();
    expect(filesIn(environment)).toEqual({ right: 2, wrong: 0, parts: 0 });
  });

  it('is readable by its user alone', async () => {
    const server = await fakeRegistry();
    const environment = ownEnvironment();
    await opened({ environment }).bundle(server.push('acme/db', 'v1', IMAGE));
    expect(statSync(layerFile(environment)).mode & 0o077).toBe(0);
    expect(statSync(folderIn(environment)).mode & 0o077).toBe(0);
  });

  it('that cannot be written is a problem', async () => {
    const server = await fakeRegistry();
    const environment = ownEnvironment();
    writeFileSync(join(environment.HOME ?? '', 'cache'), 'a file');
    expect(await problemOf(opened({ environment }).bundle(server.push('acme/db', 'v1', IMAGE)))).toMatchObject({
      code: 'CACHE_UNUSABLE',
      found: 'ENOTDIR',
    });
  });
});
