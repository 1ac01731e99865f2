/** A cache of builds that the input brings, or whose entries somebody else wrote, decides nothing: the report is that without a cache. */
import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf } from '../support/files.js';

const KEY = 'k'.repeat(32);
const EVIL =
  'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: evil}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}\nsubjects: [{kind: User, apiGroup: rbac.authorization.k8s.io, name: mallory}]\n';
const FILES = {
  'base/kustomization.yaml': 'resources: [a.yaml]\nnamePrefix: p-\n',
  'base/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: b}\ndata: {a: b}\n',
};

/** Ways to change an entry: its signature is the first 32 bytes. */
const POISONS: Readonly<Record<string, (entry: Buffer, others: readonly Buffer[]) => Buffer>> = {
  'with another text': (entry) => Buffer.concat([entry.subarray(0, 32), Buffer.from(EVIL)]),
  'with a longer text': (entry) => Buffer.concat([entry, Buffer.from(`---\n${EVIL}`)]),
  'signed by another key': () => Buffer.concat([createHmac('sha256', 'x'.repeat(32)).update(EVIL).digest(), Buffer.from(EVIL)]),
  'of another build': (entry, others) => others.find((other) => !other.equals(entry)) ?? entry,
  'without a signature': () => Buffer.from(EVIL),
  'that are cut': (entry) => entry.subarray(0, 40),
  'that are empty': () => Buffer.alloc(0),
};

const PROGRAM = join(import.meta.dirname, '../../lib/bin.js');

/** The report of the folder that is the current one. */
function run(cwd: string, cache: string, more: Readonly<Record<string, string>> = { CDK8S_OLM_CACHE_KEY: KEY }): string {
  const env = { ...process.env, CDK8S_OLM_CACHE: cache, ...more };
  return spawnSync(process.execPath, [PROGRAM, 'check', '.', '--format', 'json'], { cwd, env, encoding: 'utf8' }).stdout;
}

/** The entries of a cache that builds of the same input filled, and of one with another text. */
function filled(): string {
  const cache = join(folderOf(), 'cache');
  run(folderOf(FILES), cache);
  run(folderOf({ ...FILES, 'base/a.yaml': EVIL }), cache);
  expect(readdirSync(cache).length).toBeGreaterThan(1);
  return cache;
}

describe('a cache of builds', () => {
  it.each(Object.entries(POISONS))('with entries %s decides nothing', (_, poisoned) => {
    const cache = filled();
    const entries = readdirSync(cache).map((name) => ({ name, content: readFileSync(join(cache, name)) }));
    const all = entries.map(({ content }) => content);
    for (const { name, content } of entries) writeFileSync(join(cache, name), poisoned(content, all));
    expect(run(folderOf(FILES), cache)).toBe(run(folderOf(FILES), ''));
  });

  it.each(['.git/HEAD', 'no-repository'])('inside of the input is neither read nor written, with %s', (mark) => {
    const folder = folderOf({ ...FILES, [mark]: 'ref: refs/heads/main\n' });
    cpSync(filled(), join(folder, '.cache'), { recursive: true });
    const contentOf = (): readonly string[] =>
      readdirSync(join(folder, '.cache')).map((name) => readFileSync(join(folder, '.cache', name), 'hex'));
    const before = contentOf();
    const link = join(folderOf(), 'link');
    symlinkSync(join(folder, '.cache'), link);
    for (const cache of ['.cache', join(folder, 'new'), link]) {
      expect(run(folder, cache)).not.toContain('mallory');
      expect(contentOf()).toEqual(before);
    }
    expect(existsSync(join(folder, 'new'))).toBe(false);
  });

  it.each(['HEAD', 'BASE'])('that only %s brings is neither read nor written nor pruned, as a folder or as a link', (side) => {
    const [base, head] = [folderOf(FILES), folderOf(FILES)];
    const cache = join(side === 'HEAD' ? head : base, '.cache');
    const outside = folderOf({ ['0'.repeat(64)]: 'of somebody else' });
    utimesSync(join(outside, '0'.repeat(64)), 0, 0);
    const env = { ...process.env, CDK8S_OLM_CACHE: cache, CDK8S_OLM_CACHE_KEY: KEY };
    for (const isLink of [false, true]) {
      if (isLink) symlinkSync(outside, cache);
      else mkdirSync(cache);
      expect(spawnSync(process.execPath, [PROGRAM, 'review', base, head], { env, encoding: 'utf8' }).stderr).toContain(
        'is not used as a cache',
      );
      expect(readdirSync(cache)).toHaveLength(isLink ? 1 : 0);
      rmSync(cache, { recursive: true });
    }
    expect(readdirSync(outside)).toHaveLength(1);
  });

  it('with a key in the input is not used', () => {
    const folder = folderOf(FILES);
    mkdirSync(join(folder, 'state/cdk8s-olm'), { recursive: true });
    writeFileSync(join(folder, 'state/cdk8s-olm/cache-key'), 'k'.repeat(32), { mode: 0o600 });
    const cache = join(folderOf(), 'cache');
    run(folder, cache, { XDG_STATE_HOME: join(folder, 'state') });
    expect(existsSync(cache)).toBe(false);
  });
});
