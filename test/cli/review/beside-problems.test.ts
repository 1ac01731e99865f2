/**
 * A part that cannot be judged hides nothing: whatever is wrong with one file, changed or not, a binding to cluster-admin in another one is
 * reported. The files are the examples of all problems, so that a new code is tried, too.
 */
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROBLEM_GUIDE } from '../../../src/base/manifest/problem-guide.js';
import { cli, inFolder } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';
import { history } from '../../support/git.js';

type Files = Readonly<Record<string, string>>;

const EVIL = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: evil}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
subjects: [{kind: User, name: mallory, apiGroup: rbac.authorization.k8s.io}]
`;
const FINE = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: fine, namespace: default}\ndata: {a: b}\n';
const SUBSCRIPTION = `apiVersion: operators.coreos.com/v1
kind: OperatorGroup
metadata: {name: g, namespace: default}
---
apiVersion: operators.coreos.com/v1alpha1
kind: Subscription
metadata: {name: etcd, namespace: default}
spec: {name: etcd, channel: stable, source: c, sourceNamespace: olm}
`;

/** What nothing of the guide has. */
const MORE: readonly (readonly [name: string, file: string | undefined, text: string])[] = [
  ['a lock of an unknown version', 'olm-lock.yaml', 'lockVersion: 99\n'],
  ['a lock that is no YAML', 'olm-lock.yaml', 'lockVersion: [\n'],
  [
    'a channel with two heads',
    'catalog/etcd.yaml',
    `schema: olm.package
name: etcd
defaultChannel: stable
---
schema: olm.channel
package: etcd
name: stable
entries: [{name: etcd.v1}, {name: etcd.v2}]
${[1, 2].map((n) => `---\nschema: olm.bundle\npackage: etcd\nname: etcd.v${n}\nimage: example.com/etcd:${n}\nproperties: [{type: olm.package, value: {packageName: etcd, version: ${n}.0.0}}]\n`).join('')}`,
  ],
  [
    'a ClusterExtension with a field that does not exist',
    undefined,
    'apiVersion: olm.operatorframework.io/v1\nkind: ClusterExtension\nmetadata: {name: x}\nspec: {namespace: a, sorce: {}}\n',
  ],
  ['a field that every object has', undefined, 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n__proto__: {a: b}\n'],
  ['text of another program', undefined, '{{- range .Values.namespaces }}\nkind: Namespace\n{{- end }}\n'],
];

const CASES = [
  ...Object.entries(PROBLEM_GUIDE).flatMap(([code, { example, ...at }]) => {
    // A command line is an example of what no file has.
    return example.startsWith('$ ') ? [] : [[code, 'file' in at ? at.file : undefined, example] as const];
  }),
  ...MORE,
].map(([name, file, text]) => ({ name, ...filesOf(file, text) }));

/** The file that is wrong, and those that it needs around it. */
function filesOf(file: string | undefined, text: string): { readonly wrong: Files; readonly around: Files } {
  const isOfBundle = file !== undefined && /^(?:metadata|manifests)\//.test(file);
  const path = isOfBundle ? `bundles/etcd/0.9.4/${file}` : (file ?? 'wrong.yaml');
  const around = { 'fine.yaml': FINE, ...(file === undefined ? {} : { 'subscription.yaml': SUBSCRIPTION }) };
  return { wrong: { [path]: text }, around };
}

/** What it grants; or where nothing of its kustomization can be built, an error at its file. */
const REPORTED = /mallory|^error\[.*evil\.yaml/m;

/** Ways in which files are given to a review. */
const FORMS: Readonly<Record<string, (base: Files, head: Files) => ReturnType<typeof cli>>> = {
  'a lone folder': (base, head) => cli(['review', folderOf(base), folderOf(head)]),
  'a commit': (base, head) => betweenCommits(base, head),
  'a unit of a repository': (base, head) => betweenCommits(asUnit(base), asUnit(head)),
};

function betweenCommits(base: Files, head: Files): ReturnType<typeof cli> {
  return inFolder(history(base, head), () => cli(['review', 'git:main~1', 'git:main']));
}

function asUnit(files: Files): Files {
  const listed = Object.keys(files).filter((path) => dirname(path) === '.' && path !== 'olm-lock.yaml');
  return {
    ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`prod/${path}`, text])),
    'prod/kustomization.yaml': `resources: [${listed.join(', ')}]\n`,
    'dev/kustomization.yaml': 'resources: [fine.yaml]\n',
    'dev/fine.yaml': FINE,
  };
}

describe.each(Object.entries(FORMS))('in %s', (_, review) => {
  it.each(CASES)('a binding to cluster-admin is reported beside an unchanged problem: $name', ({ wrong, around }) => {
    const { out, code } = review({ ...around, ...wrong }, { ...around, ...wrong, 'evil.yaml': EVIL });
    expect(code).not.toBe(0);
    expect(out).toMatch(REPORTED);
    expect(out).not.toContain('Approve');
  });

  it.each(CASES)('and beside one that the change brings: $name', ({ wrong, around }) => {
    const { out, code } = review(around, { ...around, ...wrong, 'evil.yaml': EVIL });
    expect(code).not.toBe(0);
    expect(out).toMatch(REPORTED);
    expect(out).not.toContain('Approve');
  });
});

it.each(CASES)('a review that fails never begins with no change: $name', ({ wrong, around }) => {
  const repeated = Object.fromEntries(Object.entries(around).map(([path, text]) => [path, `${text}\n${lastLine(text)}\n`]));
  for (const head of [{ ...around, ...wrong }, repeated]) {
    const { out, code } = cli(['review', folderOf(around), folderOf(head)]);
    if (code !== 0) expect(out).not.toMatch(/^No change in meaning/);
  }
});

/** The last line of a file, whose key is then there twice. */
function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}
