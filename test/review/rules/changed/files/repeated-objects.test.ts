/** Templates of SyncSets that repeat objects which are read as they are: the objects decide, and the template is a warning. */
import { expect, it } from 'vitest';
import { type Files, reviewFolder } from '../../../../support/reviewed-files.js';

const { reviewFiles } = reviewFolder();

const role = (name: string, verb = 'get'): string =>
  `apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: ${name}, namespace: op}\nrules: [{apiGroups: [''], resources: [pods], verbs: [${verb}]}]\n`;
const binding = (name: string): string =>
  `apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: ${name}, namespace: op}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: a}\nsubjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: bob}]\n`;
const rule = (text = '{{ $labels.a }}'): string =>
  `apiVersion: monitoring.coreos.com/v1\nkind: PrometheusRule\nmetadata: {name: p, namespace: op}\nspec: {groups: [{name: g, rules: [{alert: A, expr: up, annotations: {message: 'Role ${text}'}}]}]}\n`;
const indented = (text: string): string => `    - ${text.trimEnd().replaceAll('\n', '\n      ')}\n`;
const set = (name: string, objects: readonly string[], more = 'clusterDeploymentSelector: {matchLabels: {a: b}}'): string =>
  `- apiVersion: hive.openshift.io/v1\n  kind: SelectorSyncSet\n  metadata: {name: ${name}}\n  spec:\n    ${more}\n    resources:\n${objects.map(indented).join('')}`;
const template = (...sets: readonly string[]): string =>
  `apiVersion: template.openshift.io/v1\nkind: Template\nmetadata: {name: t}\nobjects:\n${sets.join('')}`;
const files = (read: readonly string[], text: string): Files => ({ 'deploy/a.yaml': read.join('---\n'), 'hack/t.yaml.tmpl': text });

const A = [role('a'), binding('a')];
const B = [role('b'), binding('b')];
const BASE = files(A, template(set('a', A)));

it.each<[string, Files, Files, RegExp]>([
  ['a new set', BASE, files([...A, ...B], template(set('a', A), set('b', B))), /^(?:Grants more|No new permissions)/],
  ['a set that goes', files([...A, ...B], template(set('a', A), set('b', B))), BASE, /^(?:Grants less|No new permissions)/],
  ['an object in a set', BASE, files([...A, role('c')], template(set('a', [...A, role('c')]))), /^No new permissions/],
  [
    'another rule of a role',
    BASE,
    files([role('a', 'list'), A[1] ?? ''], template(set('a', [role('a', 'list'), A[1] ?? '']))),
    /list pods/,
  ],
  ['a text with signs of a template', BASE, files([...A, rule()], template(set('a', A), set('p', [rule()]))), /^No new permissions/],
])('is a warning that brings nothing: %s', (_, before, after, headline) => {
  const { headline: first, text } = reviewFiles(before, after);
  expect(first).toMatch(headline);
  expect(first).not.toContain('tmpl:');
  expect(text).toMatch(/warning\[unread-file\].*all that differs in it differs in the same way in objects that were read/);
});

const MOVED = template(set('a', []), set('all', A, 'clusterDeploymentSelector: {}'));
it.each<[string, Files, Files]>([
  ['an object that was not read', BASE, files(A, template(set('a', [...A, role('c')])))],
  ['other content than was read', BASE, files([...A, role('c')], template(set('a', [...A, role('c', 'delete')])))],
  ['more clusters', BASE, files(A, template(set('a', A, 'clusterDeploymentSelector: {}')))],
  [
    'more clusters for a new object, too',
    BASE,
    files([...A, role('c')], template(set('a', [...A, role('c')], 'clusterDeploymentSelector: {}'))),
  ],
  ['objects that move to more clusters', BASE, files(A, MOVED)],
  [
    'objects that change and move',
    BASE,
    files([role('a', 'list'), A[1] ?? ''], template(set('a', []), set('all', [role('a', 'list'), A[1] ?? ''], '{}'))),
  ],
  [
    'patches beside the objects',
    BASE,
    files([...A, ...B], template(set('a', A), set('b', B, 'patches: [{kind: Role, name: x, patch: "{}"}]'))),
  ],
  ['a directive in a comment', BASE, files([...A, role('c')], `${template(set('a', [...A, role('c')]))}# {{ if .admin }}\n`)],
  ['no Template', files(A, set('a', A)), files([...A, role('c')], set('a', [...A, role('c')]))],
])('is an error as before: %s', (_, before, after) => {
  const { text } = reviewFiles(before, after);
  expect(text).toMatch(/error\[(?:unread-file|operator-file-changed)\].*t\.yaml\.tmpl/);
});
