/** Names that are not UTF-8 decode to the same text, and one entry could hide the other: the review is refused wherever the power is. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { committed, git } from './support/git.js';
import { NAMESPACE, RBAC, review, type Told } from './support/reviewed-files.js';

const START = process.cwd();
afterEach(() => process.chdir(START));

const POWER = `apiVersion: ${RBAC}/v1\nkind: ClusterRoleBinding\nmetadata: {name: evil}\nroleRef: {apiGroup: ${RBAC}, kind: ClusterRole, name: cluster-admin}\nsubjects: [{kind: ServiceAccount, name: mallory, namespace: op}]\n`;
const PLAIN = NAMESPACE.replace('op', 'other');

/** Writes an entry with this name and content, and gives what a kind of entry needs. */
type Write = (name: Buffer, text: string) => void;

const beside = (name: Buffer, more: string): Buffer => Buffer.concat([name, Buffer.from(more)]);
const KINDS: Readonly<Record<string, Write>> = {
  file: (name, text) => writeFileSync(name, text),
  link: (name, text) => {
    const target = text === POWER ? 'power' : 'plain';
    writeFileSync(target, text);
    symlinkSync(target, name);
  },
  folder: (name, text) => {
    mkdirSync(name);
    writeFileSync(beside(name, '/object.yaml'), text);
  },
  'folder with a kustomization': (name, text) => {
    mkdirSync(name);
    writeFileSync(beside(name, '/kustomization.yaml'), 'resources: [object.yaml]\n');
    writeFileSync(beside(name, '/object.yaml'), text);
  },
};
const named = (...bytes: readonly number[]): Buffer => Buffer.from([0x78, ...bytes, ...Buffer.from('.yaml')]);
const NAMES: Readonly<Record<string, readonly [Buffer, Buffer]>> = {
  'the first of them': [named(0xfe), named(0xff)],
  'the second of them': [named(0xff), named(0xfe)],
  'one of them, and the other one has that text as its name': [named(0xff), named(0xef, 0xbf, 0xbd)],
  'the one that has that text as its name': [named(0xef, 0xbf, 0xbd), named(0xff)],
};

describe.each(Object.entries(NAMES))('a pull request with two names that decode to the same text, with the power in %s', (_, names) => {
  const [powerful, harmless] = names;
  const cases = Object.keys(KINDS).flatMap((power) => Object.keys(KINDS).map((other) => [power, other] as const));

  it.each(cases)('a %s, beside a %s', (power, other) => {
    const folder = committed({ 'd/a.yaml': NAMESPACE }, ['tag', 'base']);
    process.chdir(folder);
    KINDS[power]?.(powerful, POWER);
    KINDS[other]?.(harmless, PLAIN);
    expectRefused(review('git:base', '.'));
    git(folder, 'add', '--all');
    git(folder, 'commit', '--quiet', '--message', 'x');
    expectRefused(review('git:base', 'git:HEAD'));
    expectRefused(review('git:base:d', 'git:HEAD:x\ufffd.yaml'));
  });
});

function expectRefused({ code, text }: Told): void {
  expect(text).not.toMatch(/No change in meaning|No new permissions|internal error/);
  expect(code).toBe(2);
}

describe('a link to a file whose name begins with a byte order mark', () => {
  beforeEach(() => process.chdir(committed({ 'd/a.yaml': NAMESPACE, plain: PLAIN }, ['tag', 'base'])));

  it('is followed to that file, not to the one without the mark', () => {
    writeFileSync('\ufeffplain', POWER);
    symlinkSync('\ufeffplain', 'link.yaml');
    git('.', 'add', '--all');
    git('.', 'commit', '--quiet', '--message', 'x');
    const told = review('git:base', 'git:HEAD');
    expect(told.code).toBe(1);
    expect(told.text).toContain('op/mallory');
    expect(review('git:base', '.').text).toContain('op/mallory');
  });
});
