/** Files that no kustomization lists: what nothing names brings nothing until it is listed; a role is an error in any case. */

import { describe, expect, it } from 'vitest';
import { namedTexts } from '../../../../../src/review/rules/changed/files/unnamed-files.js';
import type { State } from '../../../../../src/review/state/state.js';
import { lines } from '../../../../support/lines.js';
import { type Files, NAMESPACE, RBAC, reviewFolder } from '../../../../support/reviewed-files.js';

const { reviewFiles } = reviewFolder();

const BASE: Files = { 'app/ns.yaml': NAMESPACE, 'app/kustomization.yaml': 'resources: [ns.yaml]\n' };
const object = (apiVersion: string, kind: string, rest = 'spec: {a: b}'): string =>
  lines(`apiVersion: ${apiVersion}`, `kind: ${kind}`, 'metadata: {name: x, namespace: op}', rest);
const KINDS: Files = {
  Application: object('argoproj.io/v1alpha1', 'Application', 'spec: {source: {repoURL: https://x.example/y, path: z}}'),
  Job: object('batch/v1', 'Job', 'spec: {template: {spec: {containers: [{name: a, image: b}]}}}'),
  PrometheusRule: object('monitoring.coreos.com/v1', 'PrometheusRule'),
  Secret: object('v1', 'Secret', 'data: {}'),
};
const POWERS: Files = {
  ClusterRole: object(`${RBAC}/v1`, 'ClusterRole', 'rules: [{apiGroups: [""], resources: [secrets], verbs: [get]}]'),
  RoleBinding: object(
    `${RBAC}/v1`,
    'RoleBinding',
    `roleRef: {apiGroup: ${RBAC}, kind: ClusterRole, name: admin}\nsubjects: [{kind: Group, apiGroup: ${RBAC}, name: devs}]`,
  ),
  Subscription: object('operators.coreos.com/v1alpha1', 'Subscription', 'spec: {name: a, channel: b, source: c, sourceNamespace: d}'),
};
/** What names or applies the file, in a file of its own. */
const NAMERS: Readonly<Record<string, Files>> = {
  'a script': { 'install.sh': '#!/bin/sh\nkubectl apply -f app/extra.yaml\n' },
  'a script, by its folder': { 'install.sh': '#!/bin/sh\nkubectl apply -f app/\n' },
  'a script, by a pattern': { 'install.sh': '#!/bin/sh\nfor f in app/*.yaml; do kubectl apply -f "$f"; done\n' },
  'a script, by all folders': { 'install.sh': '#!/bin/sh\nfor d in */; do kubectl apply -f $d; done\n' },
  'a script, from where it stands': { 'install.sh': '#!/bin/sh\ncd app && kubectl apply -f .\n' },
  'a script, by a search': { 'install.sh': '#!/bin/sh\nfind . -name "e*.yaml" | xargs kubectl apply -f\n' },
  'a Makefile': { Makefile: 'deploy:\n\tcat app/* | kubectl apply -f -\n' },
  'a workflow': {
    '.github/workflows/a.yaml': 'on: push\njobs: {a: {runs-on: x, steps: [{run: "kubectl apply -f app/extra.yaml"}]}}\n',
  },
  'an ApplicationSet': {
    'argo/set.yaml': object(
      'argoproj.io/v1alpha1',
      'ApplicationSet',
      'spec: {generators: [{git: {repoURL: https://x.example/y, files: [{path: app/extra.yaml}]}}], template: {}}',
    ),
  },
};
const added = (text: string, namer: Files = {}): ReturnType<typeof reviewFiles> =>
  reviewFiles({ ...BASE, ...namer }, { ...BASE, ...namer, 'app/extra.yaml': text });

describe.each(Object.entries(KINDS))('an unlisted %s', (kind, text) => {
  it('that nothing names is told, and is no possible gain', () => {
    const { headline, text: all } = added(text);
    expect(headline).toMatch(/^No new permissions\. The file app\/extra\.yaml is new: /);
    expect(headline).toContain(`${kind} op/x`);
    expect(all).toContain('warning[unread-file]');
  });

  it.each(Object.entries(NAMERS))('that %s names can bring permissions', (_, namer) => {
    expect(added(text, namer).headline).not.toMatch(/^No /);
  });
});

it.each(Object.entries(POWERS))('an unlisted %s stops the change, whether something names it or not', (_, text) => {
  for (const namer of [{}, ...Object.values(NAMERS)]) expect(added(text, namer)).toMatchObject({ code: 1 });
});

it('an unlisted file without an object is one line of the changes, unless it installs something', () => {
  expect(added('a: {b: c}\n').headline).toBe('No new permissions. Changes: File app/extra.yaml: new');
  expect(added('a: {channel: stable}\n').text).toContain('warning[unread-file]');
  expect(added('a: {b: {{ c }}}\n').text).toContain('warning[unread-file]');
});

it('a second kustomization of a folder, which tools refuse, is no such file', () => {
  const { text } = reviewFiles(BASE, { ...BASE, 'app/kustomization.yml': 'resources: [ns.yaml]\n' });
  expect(text).toContain('warning[unread-file]');
});

describe.each(['txt', 'md', 'log', 'csv'])('a text with the ending %s', (ending) => {
  const SCRIPTS: Files = {
    'by its name': `kubectl apply -f app/a.${ending}\n`,
    'by its ending': `cat app/*.${ending} | kubectl apply -f -\n`,
    'in a loop': `while read u; do oc adm policy add-role-to-user admin $u; done < app/a.${ending}\n`,
  };
  const path = `app/a.${ending}`;
  const between = (script: Files, before: string | undefined, after: string | undefined) =>
    reviewFiles(
      { ...BASE, ...script, ...(before === undefined ? {} : { [path]: before }) },
      { ...BASE, ...script, ...(after === undefined ? {} : { [path]: after }) },
    );
  const changes = [
    ['alice\n', 'alice\nmallory\n'],
    [undefined, 'mallory\n'],
    ['alice\n', undefined],
  ] as const;

  it.each(Object.entries(SCRIPTS))('is no text for people, if a script names it %s', (_, script) => {
    for (const [before, after] of changes)
      expect(between({ 'install.sh': script }, before, after).headline).toMatch(/^No new permissions\. /);
    const grants = object(`${RBAC}/v1`, 'ClusterRoleBinding', 'roleRef: {name: cluster-admin}');
    expect(between({ 'install.sh': script }, 'hello\n', grants).headline).toMatch(/^Permissions may change: File app\/a/);
  });

  it('is one otherwise', () => {
    for (const [before, after] of changes)
      expect(between({ 'install.sh': 'kubectl apply -f other/b.yaml\n' }, before, after).headline).toBe('No change in meaning');
  });
});

/** What reads a text, in a file of its own; the text is one of people by its name. */
const READERS: Readonly<Record<string, Files>> = {
  'a script, by its name': { 'a.sh': '#!/bin/sh\nkubectl apply -f docs/roles.md\n' },
  'a matrix of a workflow': {
    '.github/workflows/a.yaml':
      'on: push\njobs:\n  a:\n    runs-on: x\n    strategy:\n      matrix:\n        f:\n          - docs/roles.md\n    steps:\n      - run: kubectl apply -f ${{ matrix.f }}\n',
  },
  'a script that reads and writes it': { 'a.sh': '#!/bin/sh\nkubectl apply -f - 0<>docs/roles.md\n' },
  'a pattern, beside its output': {
    'a.sh': '#!/bin/sh\nhelm template x > roles.md\nfor f in docs/roles.*; do kubectl apply -f $f; done\n',
  },
  'the names of what differs': {
    'a.sh': '#!/bin/sh\ngit diff --quiet HEAD docs/roles.md\nkubectl apply -f $(git diff --name-only)\n',
  },
  'a variable': { 'a.sh': '#!/bin/sh\necho x >> roles.md\nkubectl apply -f - < "${N:-roles}.md"\n' },
};
const OTHERS: Readonly<Record<string, Files>> = {
  'a tool, as its output': { 'a.sh': '#!/bin/sh\nhelm-docs -o roles.md\nkubectl get x > docs/roles.md\n' },
  'a comparison': { 'a.sh': '#!/bin/sh\nhelm lint\ngit diff --exit-code docs/roles.md\n' },
  'the paths of a workflow': {
    '.github/workflows/a.yaml':
      'on:\n  push:\n    paths:\n      - docs/roles.md\njobs: {a: {runs-on: x, steps: [{run: "kubectl apply -f b.yaml"}]}}\n',
  },
  'another text for people': { 'README.md': 'kubectl: see docs/roles.md\n' },
};

describe('a text with a role', () => {
  const binding = (role: string): string => `${POWERS.RoleBinding?.replace('name: admin', `name: ${role}`)}`;
  const severities = (beside: Files): boolean => {
    const { text } = reviewFiles(
      { ...BASE, ...beside, 'docs/roles.md': binding('view') },
      { ...BASE, ...beside, 'docs/roles.md': binding('admin') },
    );
    return /^(?:warning|error)\[[a-z]/m.test(text);
  };
  it.each(Object.entries(READERS))('is told where it is read by %s', (_, beside) => {
    expect(severities(beside)).toBe(true);
  });

  it.each(Object.entries(OTHERS))('is one for people where it is named by %s', (_, beside) => {
    expect(severities(beside)).toBe(false);
  });
});

it('a text is one for people where the settings of a site name it, unless a script reads those', () => {
  const text = { path: 'docs/roles.md', file: '', reason: 'no-object', content: '' } as const;
  const isNamed = (...files: readonly (readonly [path: string, text: string])[]): boolean => {
    const unread = files.map(([path, content]) => ({ path, file: path, reason: 'settings' as const, content, text: content }));
    const state = { unread, given: [] } as unknown as State;
    return namedTexts(state, state)(text);
  };
  const nav = 'nav:\n  - oc: docs/roles.md\n';
  for (const name of ['mkdocs.yml', 'site/antora.yml', '_config.yaml']) expect(isNamed([name, nav]), name).toBe(false);
  expect(isNamed(['mkdocs.yml', nav], ['a.sh', 'oc apply -f "$(cat mkdocs.yml)"\n'])).toBe(true);
  expect(isNamed(['other.yml', nav])).toBe(true);
});
