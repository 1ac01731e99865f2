/** Files of kustomizations that cannot be built, before and after a change: each is judged by itself, as no object of it is read. */
import { expect } from 'vitest';
import { describeWith, itWith, program } from '../../../../support/needs.js';
import { NAMESPACE, reviewFolder } from '../../../../support/reviewed-files.js';

const { reviewFiles } = reviewFolder();

/** A name that nothing of the kustomization has, which kustomize refuses. */
const REPLACEMENT =
  'replacements: [{source: {kind: Service, name: absent}, targets: [{select: {kind: ConfigMap}, fieldPaths: [data.a]}]}]\n';
const IMAGE = 'quay.io/a/b:v1@sha256:';
const map = (value: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: n}\ndata: {a: "${value}"}\n`;
const pod = (image: string, more = ''): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: n}\nspec: {containers: [{name: p, image: "${image}"${more}}]}\n`;
const BINDING =
  'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: b}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}\nsubjects: [{kind: User, name: u, apiGroup: rbac.authorization.k8s.io}]\n';
const FILES: Readonly<Record<string, string>> = {
  'ns.yaml': NAMESPACE,
  'k/kustomization.yaml': `resources: [a.yaml, p.yaml, remote]\n${REPLACEMENT}`,
  'k/remote/kustomization.yaml': 'resources: ["https://example.com/a/b?ref=v1.0.0"]\n',
  'k/a.yaml': map('1'),
  'k/p.yaml': pod(`${IMAGE}${'1'.repeat(64)}`),
};
const first = (change: Readonly<Record<string, string>>): string => {
  const { text } = reviewFiles(FILES, { ...FILES, ...change });
  return text.split('\n').find((line) => /^(?:No |Permissions|Grants|Breaks)/.test(line)) ?? '';
};

/** A change, and how the first line begins. */
const CASES: Readonly<Record<string, readonly [Readonly<Record<string, string>>, RegExp]>> = {
  'the next digest of an image': [{ 'k/p.yaml': pod(`${IMAGE}${'2'.repeat(64)}`) }, /^No new permissions\. .*k\/p\.yaml/],
  'an image without its digest': [{ 'k/p.yaml': pod('quay.io/a/b:v1') }, /^No new permissions\. File k\/p\.yaml.*image changes/],
  'an image of others': [{ 'k/p.yaml': pod('quay.io/evil/b:v1') }, /^No new permissions\. File k\/p\.yaml.*image changes/],
  'another command': [{ 'k/p.yaml': pod(`${IMAGE}${'1'.repeat(64)}`, ', command: [sh]') }, /^Permissions may change: File k\/p\.yaml/],
  'another value': [{ 'k/a.yaml': map('2') }, /^Permissions may change: File k\/a\.yaml/],
  'a new object with a role': [
    { 'k/kustomization.yaml': `resources: [a.yaml, p.yaml, b.yaml, remote]\n${REPLACEMENT}`, 'k/b.yaml': BINDING },
    /^Permissions may change: File k\/b\.yaml.*cluster-admin/,
  ],
  'another part elsewhere': [
    { 'k/remote/kustomization.yaml': 'resources: ["https://example.com/a/b?ref=v1.1.0"]\n' },
    /^Permissions may change: File k\/remote\/kustomization\.yaml/,
  ],
  'a patch': [
    { 'k/kustomization.yaml': `${FILES['k/kustomization.yaml']}patches: [{patch: "{apiVersion: v1, kind: Pod, metadata: {name: p}}"}]\n` },
    /^Permissions may change: File k\/kustomization\.yaml/,
  ],
};

describeWith([program('kubectl')], 'what changes in a kustomization that cannot be built is told by its files:', () => {
  itWith([], 'each by what it is', () => {
    for (const [name, [change, expected]] of Object.entries(CASES)) expect(first(change), name).toMatch(expected);
  });

  itWith([], 'unless it could be built before', () => {
    const built = { ...FILES, 'k/kustomization.yaml': 'resources: [a.yaml, p.yaml, remote]\n' };
    const { text } = reviewFiles(built, FILES);
    expect(text).toMatch(/^(?:error|warning)\[unread-file\].*cannot be built/m);
  });
});
