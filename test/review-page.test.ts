/** docs/review.md says only what holds: what it says of inputs, reports, what is read and what counts is tried, sentence by sentence. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Files, NAMESPACE, RBAC, review, reviewFolder, type Told } from './support/reviewed-files.js';

const PAGE = readFileSync(join(import.meta.dirname, '../docs/review.md'), 'utf8').replace(/\s+/g, ' ');
const { path, write, reviewFiles } = reviewFolder();

const binding = (name: string, of = 'ClusterRoleBinding', more = ''): string =>
  `apiVersion: ${RBAC}/v1\nkind: ${of}\nmetadata: {name: ${name}${more}}\nroleRef: {apiGroup: ${RBAC}, kind: ClusterRole, name: cluster-admin}\nsubjects: [{apiGroup: ${RBAC}, kind: User, name: ${name}}]\n`;
const BASE: Files = { 'ns.yaml': NAMESPACE };
const added = (files: Files): Told => reviewFiles(BASE, { ...BASE, ...files });
const DEPLOYMENT =
  'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d, namespace: op}\nspec: {selector: {matchLabels: {a: a}}, template: {metadata: {labels: {a: a}}, spec: {serviceAccountName: x, containers: [{name: a, image: i}]}}}\n';
const configMap = (name: string, value = 'a'): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: op}\ndata: {a: ${value}}\n`;

/** What a sentence of the page claims, by its beginning. */
const CLAIMS: readonly (readonly [says: string, holds: () => void])[] = [
  [
    'A folder that only one side has counts as empty on the other side; a warning names it.',
    () => {
      const { code, headline, text } = added({ 'a.yaml': binding('bob') });
      expect([code, headline]).toEqual([1, expect.stringMatching(/^Grants more: User bob /)]);
      expect(text).toContain('bob');
    },
  ],
  [
    'Text always shows every new error and warning',
    () => {
      const names = Array.from({ length: 90 }, (_, index) => `user-${index + 100}`);
      const { text } = added(Object.fromEntries(names.map((name) => [`${name}.yaml`, binding(name)])));
      for (const name of names) expect(text).toContain(name);
    },
  ],
  [
    'a text has at most 40 lines of them',
    () => {
      const names = Array.from({ length: 60 }, (_, index) => `c${index}`);
      const of = (value: (index: number) => string): Files =>
        Object.fromEntries(names.map((name, index) => [`${name}.yaml`, configMap(name, value(index))]));
      const { text } = reviewFiles({ ...BASE, ...of(() => 'a') }, { ...BASE, ...of((index) => `b${index}`) });
      const [, lines = ''] = /\nChanges\n((?: .*\n)+)/.exec(text) ?? [];
      expect(lines.trimEnd().split('\n').length).toBeLessThanOrEqual(41);
    },
  ],
  [
    'a comment, at most 60,000 characters; the first line is `<!-- cdk8s-olm review -->`',
    () => {
      const many = Object.fromEntries(
        Array.from({ length: 400 }, (_, index) => [`${index}.yaml`, binding(`somebody-with-a-name-${index}`)]),
      );
      const { text } = reviewFiles(BASE, { ...BASE, ...many }, '--format', 'md');
      expect(text.split('\n')[0]).toBe('<!-- cdk8s-olm review -->');
      expect(text.length).toBeLessThanOrEqual(60_000);
    },
  ],
  [
    'Findings that BASE already has never make the review fail.',
    () => {
      const both = { ...BASE, 'a.yaml': binding('bob') };
      expect(reviewFiles(both, { ...both, 'b.yaml': configMap('c') }).code).toBe(0);
    },
  ],
  [
    'If HEAD breaks a file or a kustomization, the code is 2, and the report covers the rest.',
    () => {
      const { code, text } = reviewFiles({ ...BASE, 'c.yaml': configMap('c') }, { ...BASE, 'c.yaml': 'a: [\n', 'a.yaml': binding('bob') });
      expect(code).toBe(2);
      expect(text).toContain('User bob can do everything');
    },
  ],
  [
    'An entry in the pull request itself has no effect',
    () => {
      const accept = 'accept: [{id: all-rights, reason: x}]\n';
      expect(added({ 'a.yaml': binding('bob'), '.cdk8s-olm.yaml': accept }).code).toBe(1);
    },
  ],
  [
    '`--accept ID` accepts every finding with that id',
    () => {
      const { text } = added({ 'a.yaml': binding('bob') });
      const [, id = ''] = /error\[([\w-]+)\]/.exec(text) ?? [];
      const accepted = reviewFiles(BASE, { ...BASE, 'a.yaml': binding('bob') }, '--accept', id, '--by', 'alice');
      expect([accepted.code, accepted.text]).toEqual([0, expect.stringContaining('alice')]);
    },
  ],
  [
    'Comments, the order of objects, files for people such as `README.md`, tests of programs, settings of linters',
    () => {
      const before = {
        'a.yaml': `${configMap('a')}---\n${configMap('b')}`,
        'README.md': 'a\n',
        'a_test.go': 'package a\n',
        '.yamllint': 'a: 1\n',
      };
      const after = {
        'a.yaml': `# b\n${configMap('b')}---\n${configMap('a')}`,
        'README.md': 'b\n',
        'a_test.go': 'package b\n',
        '.yamllint': 'a: 2\n',
      };
      expect(reviewFiles(before, after).headline).toMatch(/^No change in meaning/);
    },
  ],
  [
    'all `.yaml`, `.yml` and `.json` files',
    () => {
      const json = JSON.stringify({
        apiVersion: `${RBAC}/v1`,
        kind: 'ClusterRoleBinding',
        metadata: { name: 'j' },
        roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'cluster-admin' },
        subjects: [{ apiGroup: RBAC, kind: 'User', name: 'json' }],
      });
      const { text } = added({ 'a.yaml': binding('yaml'), 'b.yml': binding('yml'), 'c.json': json });
      for (const name of ['yaml', 'yml', 'json']) expect(text).toContain(`User ${name}`);
    },
  ],
  [
    'Links to files of the input are followed.',
    () => {
      write('base', { ...BASE, 'texts/a.txt': binding('bob') });
      write('head', { ...BASE, 'texts/a.txt': binding('bob') });
      symlinkSync('texts/a.txt', path('head', 'a.yaml'));
      expect(reviewFilesAgain().headline).toMatch(/^Grants more: User bob /);
    },
  ],
  ...(['.hidden/a.yaml', 'node_modules/a.yaml', 'a.jsonnet'] as const).map((file): readonly [string, () => void] => [
    'hidden files and folders, `node_modules`, links out of the input or to a folder, Jsonnet',
    () => {
      const { code, text } = added({ [file]: binding('bob') });
      expect([file, code]).toEqual([file, 1]);
      expect(text).toMatch(/error\[(?:unread-file|operator-file-changed)\]/);
    },
  ]),
  [
    'files that a kustomization does not list',
    () => {
      const listed = { 'a/kustomization.yaml': 'resources: [ns.yaml]\n', 'a/ns.yaml': NAMESPACE };
      const { code, text } = reviewFiles(listed, { ...listed, 'a/b.yaml': binding('bob') });
      expect([code, text]).toEqual([1, expect.stringContaining('error[unread-file]')]);
    },
  ],
  [
    'links out of the input or to a folder',
    () => {
      write('base', BASE);
      write('head', BASE);
      mkdirSync(path('out'));
      writeFileSync(path('out', 'a.yaml'), binding('bob'));
      symlinkSync('../out/a.yaml', path('head', 'a.yaml'));
      symlinkSync('../out', path('head', 'folder'));
      const { text } = reviewFilesAgain();
      expect(text.match(/error\[unread-file\]/g)).toHaveLength(2);
    },
  ],
  ...(['.sourceignore', '.krmignore', '.argocd-source.yaml'] as const).map((file): readonly [string, () => void] => [
    `(\`.sourceignore\`, \`.krmignore\`, \`.helmignore\`, \`.argocd-source.yaml\`) have no effect here`,
    () => {
      const own = { 'a.yaml': binding('bob') };
      const { text, headline } = reviewFiles(BASE, { ...BASE, ...own, [file]: file.endsWith('yaml') ? 'kustomize: {}\n' : 'a.yaml\n' });
      expect(headline).toMatch(/^Grants more: User bob /);
      expect(text).toContain(`[unread-file]`);
    },
  ]),
  [
    'a change is reported as [operator-file-changed]',
    () => {
      const before = { ...BASE, CODEOWNERS: '* @a\n', '.cdk8s-olm.yaml': 'accept: []\n' };
      expect(reviewFiles(before, { ...before, CODEOWNERS: '* @b\n' }).text).toContain('[operator-file-changed]');
    },
  ],
  [
    "A role with OLM's labels is judged by its rules.",
    () => {
      const role = `apiVersion: ${RBAC}/v1\nkind: ClusterRole\nmetadata: {name: r, labels: {olm.owner: x, olm.owner.namespace: op, olm.owner.kind: ClusterServiceVersion}}\nrules: [{apiGroups: ['*'], resources: ['*'], verbs: ['*']}]\n`;
      const bound = binding('bob').replace('name: cluster-admin', 'name: r');
      expect(added({ 'a.yaml': `${role}---\n${bound}` }).code).toBe(1);
    },
  ],
  ...(['argocd', 'flux-system', 'olm', 'openshift-config'] as const).map((namespace): readonly [string, () => void] => [
    'Permissions in `argocd`, `flux-system`, `olm`, `openshift-…` and similar namespaces count as in `kube-system`.',
    () => {
      const admin = binding('bob', 'RoleBinding', `, namespace: ${namespace}`).replace('name: cluster-admin', 'name: admin');
      expect([namespace, added({ 'a.yaml': admin }).code]).toEqual([namespace, 1]);
    },
  ]),
  [
    'RoleBindings without a namespace** count as in `kube-system`',
    () => {
      const { code, text } = added({ 'a.yaml': binding('bob', 'RoleBinding') });
      expect([code, text]).toEqual([1, expect.stringContaining('no-namespace')]);
    },
  ],
  [
    'Roles of `authorization.openshift.io` count as Roles of Kubernetes.',
    () => {
      const text = `apiVersion: authorization.openshift.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: b}\nroleRef: {name: cluster-admin}\nsubjects: [{kind: User, name: bob}]\n`;
      expect(added({ 'a.yaml': text }).headline).toMatch(/^Grants more: User bob /);
    },
  ],
  [
    'a workload whose account is not in the input ([unknown-account]',
    () => expect(added({ 'a.yaml': DEPLOYMENT }).text).toContain('[unknown-account]'),
  ],
  [
    'a binding to a role that is not in the input ([unknown-role]',
    () => expect(added({ 'a.yaml': binding('bob').replace('name: cluster-admin', 'name: nowhere') }).text).toContain('[unknown-role]'),
  ],
  [
    'a powerful role that nobody here is bound to ([unbound-role]',
    () => {
      const role = `apiVersion: ${RBAC}/v1\nkind: ClusterRole\nmetadata: {name: r}\nrules: [{apiGroups: ['*'], resources: ['*'], verbs: ['*']}]\n`;
      expect(added({ 'a.yaml': role }).text).toContain('[unbound-role]');
    },
  ],
  [
    'produce a warning when they are added, changed or removed',
    () => {
      const of = (value: number): string =>
        `apiVersion: shared.example.com/v1\nkind: Thing\nmetadata: {name: t, namespace: op}\nspec: {a: ${value}}\n`;
      const sides = [undefined, of(1), of(2), undefined].map(
        (text): Files => ({ ...BASE, ...(text === undefined ? {} : { 'a.yaml': text }) }),
      );
      for (const [index, before] of sides.slice(0, -1).entries())
        expect(reviewFiles(before, sides[index + 1] ?? {}).text).toContain('warning[unknown-kind]');
    },
  ],
];

function reviewFilesAgain(): Told {
  return review(path('base'), path('head'));
}

describe('docs/review.md', () => {
  it.each(CLAIMS.map(([says, holds], index) => ({ says, holds, index })))('$index: $says', ({ says, holds }) => {
    expect(PAGE).toContain(says);
    holds();
  });
});

it('judges a change whose settings are broken, and refuses it', () => {
  const broken = { '.cdk8s-olm.yaml': 'accept: [{id: nothing, reason: x}]\n' };
  const quiet = added(broken);
  expect([quiet.code, quiet.headline]).toEqual([
    2,
    expect.stringMatching(/^Breaks: Baseline \.cdk8s-olm\.yaml: is broken, and judges nothing: /),
  ]);
  expect(quiet.text).toContain('accept[0].id');
  const markdown = reviewFiles(BASE, { ...BASE, ...broken }, '--format', 'md').text;
  expect(markdown).not.toContain('No change in meaning');
  const loud = added({ ...broken, 'a.yaml': binding('bob') });
  expect([loud.code, loud.headline]).toEqual([2, expect.stringMatching(/^Grants more: User bob /)]);
});
