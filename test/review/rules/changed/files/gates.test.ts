/** Files of forges and tools: each that can run this review with each way in which it runs it no more, and each that decides who merges. */
import { describe, expect, it } from 'vitest';
import { FORGES, gateFile } from '../../../../../src/cli/init/gate-files.js';
import { NAMESPACE, reviewFolder } from '../../../../support/reviewed-files.js';
import { RUNNING } from '../../../../support/running-gates.js';

const { reviewFiles } = reviewFolder();
const told = (path: string, before: string | undefined, after: string | undefined): string =>
  reviewFiles(
    { 'a.yaml': NAMESPACE, ...(before === undefined ? {} : { [path]: before }) },
    { 'a.yaml': NAMESPACE, ...(after === undefined ? {} : { [path]: after }) },
  ).text;

describe.each(Object.entries(RUNNING))('%s, which runs this review', (path, text) => {
  it.each<[string, string | undefined]>([
    ['is removed', undefined],
    ['runs something else', text.replace(/cdk8s-olm/, 'true')],
    ['lets everything pass', text.replace(/(cdk8s-olm(?: review)?)/, '$1 --fail-on never')],
    ['is of another registry', text.replace(/cdk8s-olm/, 'evil.example.com/cdk8s-olm')],
  ])('is a warning if it %s', (_, after) => {
    expect(told(path, text, after)).toMatch(new RegExp(`^(?:error|warning)\\[.*${path.split('/').at(-1)}`, 'm'));
  });
});

const DECIDING: Readonly<Record<string, readonly [before: string, after: string]>> = {
  '.bulldozer.yml': ['version: 1\n', 'version: 1\nmerge: {trigger: {}}\n'],
  '.github/dependabot.yml': ['version: 2\n', 'version: 2\nregistries: {a: {type: npm-registry, url: "https://evil.example.com"}}\n'],
  '.github/policy.yml': ['policy: {approval: [a]}\n', 'policy: {approval: []}\n'],
  '.github/settings.yml': ['branches: [{name: main, protection: {}}]\n', 'branches: []\n'],
  '.gitmodules': ['[submodule "a"]\n\turl = https://example.com/a\n', '[submodule "a"]\n\turl = https://evil.example.com/a\n'],
  '.kodiak.toml': ['version = 1\n', 'version = 1\n[merge]\nautomerge_label = ""\n'],
  '.lfsconfig': ['[lfs]\n\turl = https://example.com\n', '[lfs]\n\turl = https://evil.example.com\n'],
  '.mergify.yml': ['pull_request_rules: []\n', 'pull_request_rules: [{name: a, conditions: [author=mallory], actions: {merge: {}}}]\n'],
  '.npmrc': ['registry=https://packages.example.com\n', 'registry=https://evil.example.com\n'],
  '.policy.yml': ['policy: {approval: [a]}\n', 'policy: {approval: []}\n'],
  '.sops.yaml': ['creation_rules: [{age: age1a}]\n', 'creation_rules: [{age: age1evil}]\n'],
  '.yarnrc.yml': ['nodeLinker: node-modules\n', 'yarnPath: .yarn/evil.cjs\n'],
  OWNERS: ['approvers: [a]\n', 'approvers: [a, mallory]\n'],
  OWNERS_ALIASES: ['aliases: {a: [b]}\n', 'aliases: {a: [b, mallory]}\n'],
  'bors.toml': ['status = ["review"]\n', 'status = []\n'],
  'package-lock.json': [
    '{"packages":{"node_modules/cdk8s-olm":{"resolved":"https://packages.example.com/a.tgz"}}}',
    '{"packages":{"node_modules/cdk8s-olm":{"resolved":"https://evil.example.com/a.tgz"}}}',
  ],
  'pip.conf': ['[global]\nindex-url = https://packages.example.com/simple\n', '[global]\nindex-url = https://evil.example.com\n'],
  'renovate.json': ['{"extends":["a"]}', '{"extends":["a"],"automerge":true}'],
};

describe.each(Object.entries(DECIDING))('%s, which decides what is merged or where programs come from', (path, [before, after]) => {
  it('is a warning if it changes', () => {
    expect(told(path, before, after)).toMatch(new RegExp(`^(?:error|warning)\\[.*${path.split('/').at(-1)}`, 'm'));
  });
});

it.each<[string, string, string]>([
  ['package.json', '{"scripts":{"build":"tsc"}}', '{"scripts":{"build":"tsc -b"}}'],
  ['package-lock.json', '{"packages":{"node_modules/a":{"version":"1"}}}', '{"packages":{"node_modules/a":{"version":"2"}}}'],
  ['Dockerfile', 'FROM node:20\n', 'FROM node:22\n'],
  ['renovate.json', '{"schedule":["before 3am"]}', '{"schedule":["before 4am"]}'],
  ['requirements.txt', 'a==1\n', 'a==2\n'],
])('is no warning of %s that has nothing of this review', (path, before, after) => {
  expect(told(path, before, after)).not.toMatch(/^(?:error|warning)\[/m);
});

describe('a new file that names this review', () => {
  const told = (text: string): string =>
    reviewFiles({ 'a.yaml': NAMESPACE }, { 'a.yaml': NAMESPACE, '.github/workflows/a.yaml': `# cdk8s-olm\n${text}` }).text;

  it.each(FORGES.filter((forge) => forge !== 'none'))('is no warning if it is only the gate of %s', (forge) => {
    const { path, text } = gateFile(forge) as { path: string; text(): string };
    expect(reviewFiles({ 'a.yaml': NAMESPACE }, { 'a.yaml': NAMESPACE, [path]: text() }).text).not.toMatch(/^(?:error|warning)\[/m);
  });

  it.each([
    ['applies objects', 'on: push\njobs: {a: {steps: [{run: kubectl apply -f .}]}}\n'],
    ['gets a secret', `on: push\njobs: {a: {steps: [{run: make, env: {A: "\${{ secrets.A }}"}}]}}\n`],
    ['passes all secrets on', 'on: push\njobs: {a: {uses: b/c/.github/workflows/d.yaml@v1, secrets: inherit}}\n'],
    ['runs with the rights of the repository', 'on: pull_request_target\njobs: {a: {steps: [{run: make}]}}\n'],
  ])('is a warning if it %s', (_, text) => {
    expect(told(text)).toMatch(/^warning\[operator-file-changed\].*a\.yaml: is new/m);
  });
});
