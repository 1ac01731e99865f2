/** Whatever the input says reaches a terminal, and the log of a job, as text alone. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { emitYaml } from '../../src/base/manifest/emit.js';
import { printed } from '../../src/base/manifest/printed.js';
import { cli, inFolder } from '../support/command-line.js';
import { folderOf } from '../support/files.js';

const NASTY = [
  'a\u001b[31mb',
  'a\u202eb',
  'a ##[add-mask]b',
  '::error::e',
  '  ::set-output name=x::y',
  '##vso[task.setvariable]x',
  'a\rb',
  'a\u2066b\u0085',
];
const STEERING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

function expectText(text: string): void {
  expect(text).not.toMatch(STEERING);
  expect(text).not.toMatch(/^\s*::[a-z]/m);
  expect(text).not.toMatch(/##(?:\[|vso\[)/);
}

describe('a command', () => {
  const subjects = NASTY.map((name) => ({ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name }));
  const binding = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'x', annotations: { text: NASTY.join('\n') } },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects,
  };
  const files = { 'head/a.yaml': JSON.stringify(binding), 'base/a.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n' };

  it.each([
    ['who-can', 'get', 'secrets', 'head'],
    ['who-can', 'get', 'secrets', 'head', '--format', 'json'],
    ['explain', 'clusterrolebinding/x', 'head'],
    ['explain', 'user/a\u001b[31mb', 'head'],
    ['can-i', 'get', 'secrets', 'head', '--as', 'User a\u202eb'],
    ['check', 'head'],
    ['check', 'head', '--format', 'json'],
    ['review', 'base', 'head'],
    ['review', 'base', 'head', '--format', 'md'],
    ['review', 'base', 'head', '--format', 'html'],
    ['review', 'base', 'head', '--format', 'sarif'],
    ['check', '::error::x\u001b[2J'],
    ['no\u001b[2Jsuch'],
    ['check', '--no\u202esuch'],
  ])('prints what is in the input as text: %j', (...argv) => {
    const { out, err } = inFolder(folderOf(files), () => cli(argv));
    expect(out + err).not.toBe('');
    expectText(out);
    expectText(err);
  });
});

it('keeps the values of YAML and JSON', () => {
  const value = { list: NASTY, text: NASTY.join('\n'), ...Object.fromEntries(NASTY.map((key) => [key, key])) };
  const yaml = printed(emitYaml(value));
  expectText(yaml);
  expect(parseAllDocuments(yaml).map((document) => document.toJS())).toEqual([value]);
  const json = printed(JSON.stringify(value, null, 2));
  expectText(json);
  expect(JSON.parse(json)).toEqual(value);
});

it('keeps what is no command: colours of a terminal, addresses, line breaks', () => {
  for (const text of ['\u001b[1mbold\u001b[22m\n', '::1 is an address\r\n', 'a ## b\n', 'system::x\n', '⚠️ ⛔\n'])
    expect(printed(text, true)).toBe(text);
});

it('has no other way to print', () => {
  const folder = join(import.meta.dirname, '../../src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const writing = files.filter((file) => {
    const code = readFileSync(join(folder, file), 'utf8').replace(/^\s*(?:\/?\*|\/\/).*$/gm, '');
    return /process\.std(?:out|err)\.write|console\.\w+\(|writerTo\(/.test(code);
  });
  // The process that watches another one, the streams of the one that works, and constructs, which run in programs of others.
  expect(writing.sort()).toEqual(['cli/bin.ts', 'cli/watched.ts', 'constructs/olm-cluster.ts']);
});
