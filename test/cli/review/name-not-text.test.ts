/**
 * An unquoted name such as `y` is no text to kubectl, and text to kustomize and Flux: its object is not judged, and is told with its kind,
 * whatever the kind and the word.
 */
import { describe, expect, it } from 'vitest';
import { expectTold, NAMESPACE, reviewFolder } from '../../support/reviewed-files.js';

const { reviewFiles } = reviewFolder();
const WORDS = ['y', 'N', 'on', 'Off', 'yes', 'NO', 'true', '123', '0x1f', '1.5'];
const POD = '{serviceAccountName: ctl, containers: [{name: c, image: q/x}]}';
const KINDS: Readonly<Record<string, string>> = {
  Job: `apiVersion: batch/v1\nspec: {template: {spec: ${POD}}}`,
  Deployment: `apiVersion: apps/v1\nspec: {template: {spec: ${POD}}}`,
  Pod: `apiVersion: v1\nspec: ${POD}`,
  Notebook: `apiVersion: kubeflow.org/v1\nspec: {template: {spec: ${POD}}}`,
  ConfigMap: 'apiVersion: v1\ndata: {a: b}',
  Service: 'apiVersion: v1\nspec: {selector: {a: b}}',
  NetworkPolicy: 'apiVersion: networking.k8s.io/v1\nspec: {podSelector: {}}',
  Secret: 'apiVersion: v1\nstringData: {a: b}',
  Role: 'apiVersion: rbac.authorization.k8s.io/v1\nrules: [{apiGroups: [""], resources: [secrets], verbs: [get]}]',
};
const CASES = Object.keys(KINDS).flatMap((kind, index) =>
  WORDS.filter((_, at) => at % Object.keys(KINDS).length === index || at === 0).flatMap((word) => [
    [kind, `{name: ${word}, namespace: op}`] as const,
    [kind, `{name: a, namespace: ${word}}`] as const,
  ]),
);
const objectOf = (kind: string, metadata: string): string => `kind: ${kind}\nmetadata: ${metadata}\n${KINDS[kind]}\n`;

describe('a name that is not text', () => {
  it.each(CASES)('is told: new %s %s', (kind, metadata) => {
    const told = reviewFiles({ 'n.yaml': NAMESPACE }, { 'n.yaml': NAMESPACE, 'a.yaml': objectOf(kind, metadata) });
    expectTold(told, 'put the value in quotes');
    expect(told.headline).toMatch(new RegExp(`^Permissions may change: File a.yaml: ${kind} \\S+ in document 1: is new`));
  });

  it.each(['y', 'on'])('is told when a file that had it before changes: %s', (word) => {
    const before = objectOf('Deployment', `{name: ${word}, namespace: op}`);
    const told = reviewFiles({ 'n.yaml': NAMESPACE, 'a.yaml': before }, { 'n.yaml': NAMESPACE, 'a.yaml': before.replace('ctl', 'admin') });
    expectTold(told);
    expect(told.headline).toMatch(/^Permissions may change: .*Deployment true.*serviceAccountName changes from ctl to admin/);
  });

  it('is told in a list, and not at all in what does not change', () => {
    const object = objectOf('Job', '{name: y, namespace: op}');
    const list = `apiVersion: v1\nkind: List\nitems:\n- ${object.trimEnd().replaceAll('\n', '\n  ')}\n`;
    expect(reviewFiles({ 'n.yaml': NAMESPACE }, { 'n.yaml': NAMESPACE, 'a.yaml': list }).headline).toMatch(
      /^Permissions may change: .*Job true/,
    );
    const same = { 'n.yaml': NAMESPACE, 'a.yaml': object };
    expect(reviewFiles(same, same)).toMatchObject({ code: 0, headline: expect.stringMatching(/^No change/) });
  });
});
