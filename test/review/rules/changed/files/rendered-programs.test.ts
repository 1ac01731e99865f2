/** Jsonnet whose output is in the repository: the output decides what the review says first. */
import { afterEach, describe, expect, it } from 'vitest';
import { cli } from '../../../../support/command-line.js';
import { type Change, history } from '../../../../support/git.js';

const START = process.cwd();
afterEach(() => process.chdir(START));

function review(before: Change, after: Change): { readonly first: string; readonly code: number | null; readonly out: string } {
  process.chdir(history(before, after));
  const { out, code } = cli(['review', 'git:HEAD~1', 'git:HEAD']);
  return { first: out.split('\n')[0] ?? '', code, out };
}

const output = (replicas: number): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: d, namespace: demo}
spec: {replicas: ${replicas}, strategy: {type: w${replicas}}, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: x}]}}}
`;
const program = (replicas: number): string => `local d = import 'd.libsonnet';\nd { replicas: ${replicas} }\n`;
const library = (word: string): string => `{ word: '${word}' }\n`;
const BASE: Change = { 'src/app.jsonnet': program(1), 'src/d.libsonnet': library('w1'), 'out/app.yaml': output(1) };

describe('a changed Jsonnet program', () => {
  it('whose output changes with it is a note, and the output decides', () => {
    const { first, code, out } = review(BASE, { ...BASE, 'src/app.jsonnet': program(2), 'out/app.yaml': output(2) });
    expect([code, first]).toEqual([0, expect.stringMatching(/^No new permissions\. Changes: Deployment demo\/d: spec\.replicas/)]);
    expect(out).toMatch(/^info\[unread-file\].*src\/app\.jsonnet changed.*out\/app\.yaml, which changes with it, was read/m);
    expect(out).toContain('spec.replicas 1 → 2');
  });

  it('so is a library that it loads', () => {
    const { first, out } = review(BASE, { ...BASE, 'src/d.libsonnet': library('w2'), 'out/app.yaml': output(2) });
    expect(first).toMatch(/^No new permissions\. Changes: Deployment demo\/d: /);
    expect(out).toMatch(/^info\[unread-file\].*src\/d\.libsonnet changed.*out\/app\.yaml/m);
  });

  const named = (replicas: number, name = 'grafana-observatorium.configmap'): Change => ({
    'src/observatorium.libsonnet': library(`w${replicas}`),
    [`out/${name}.yaml`]: output(replicas),
  });
  it('is a warning if only a part of the name of its output is its name', () => {
    const { first, code, out } = review(named(1), named(2));
    expect([code, first]).toEqual([0, expect.stringMatching(/^No new permissions/)]);
    expect(out).toMatch(/^warning\[unread-file\].*src\/observatorium\.libsonnet changed.*out\/grafana-observatorium\.configmap\.yaml/m);
  });

  it.each<[string, Change, Change]>([
    ['a part of a word', named(1, 'myobservatorium'), named(2, 'myobservatorium')],
    ['a part of two', { ...named(1), 'b/my-observatorium.yaml': output(1) }, { ...named(2), 'b/my-observatorium.yaml': output(2) }],
    ['short', { 'a/d.jsonnet': program(1), 'out/my-d.yaml': output(1) }, { 'a/d.jsonnet': program(2), 'out/my-d.yaml': output(2) }],
    ['there, but its power is not', named(1), { ...named(2), 'src/observatorium.libsonnet': "{ hostPID: 'a' }\n" }],
  ])('is an error as before if its name is %s', (_, before, after) => {
    expect(review(before, after).code).toBe(1);
  });

  const application = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: a, namespace: argocd}
spec: {project: p, destination: {server: https://kubernetes.default.svc}, source: {repoURL: https://example.com/r.git, path: src}}
`;
  const power = (line: string): Change => ({ ...BASE, 'src/app.jsonnet': `${program(2)}{ ${line} }\n`, 'out/app.yaml': output(2) });
  it.each([
    'spec+: { hostPID: true }',
    'securityContext: { privileged: true }',
    "volumes: [{ hostPath: { path: '/' } }]",
    "serviceAccountName: 'admin'",
    "image: 'evil.example/x'",
    "['host' + 'PID']: true",
    "[std.join('', ['host', 'PID'])]: true",
    "a: import 'evil.txt'",
    "kind: 'Pod'",
  ])('is an error as before if it has what its output has not: %s', (line) => {
    const { first, code } = review(BASE, power(line));
    expect([code, first]).toEqual([1, expect.stringMatching(/^Permissions may change/)]);
  });

  const shownAs = (marks: string): Change => ({
    ...power("spec+: { serviceAccountName: 'strong', hostPID: true }"),
    'out/app.yaml': output(2).replace('namespace: demo', `namespace: demo, ${marks}`),
  });
  it.each<[string, Change]>([
    ['an annotation with its words', shownAs('annotations: {a: "serviceAccountName hostPID strong true"}')],
    ['labels with its words', shownAs('labels: {serviceAccountName: strong, hostPID: x}')],
    ['another image than that of a variable', power("initImg: 'evil.example/x'")],
    ['another value on a line of its own', power("a:\n  'strong'")],
  ])('is an error as before if its output has %s', (_, after) => {
    expect(review(BASE, after).code).toBe(1);
  });

  it('is an error as before if it loses what its output has', () => {
    const before = { ...BASE, 'src/app.jsonnet': `${program(1)}{\n  policyTypes: ['Ingress'],\n}\n` };
    expect(review(before, { ...before, 'src/app.jsonnet': `${program(2)}{\n}\n`, 'out/app.yaml': output(2) }).code).toBe(1);
  });

  const script = { 'deploy.sh': 'jsonnet src/app.jsonnet | kubectl apply -f -\n' };
  const set = {
    'argo.yaml': application
      .replace('kind: Application', 'kind: ApplicationSet')
      .replace(
        /spec: .*/,
        'spec: {generators: [], template: {metadata: {name: a}, spec: {project: p, source: {repoURL: https://example.com/r.git, path: "{{path}}"}}}}',
      ),
  };
  it.each<[string, Change, Change]>([
    ['is applied by a script', { ...BASE, ...script }, { ...BASE, ...script, 'src/app.jsonnet': program(2), 'out/app.yaml': output(2) }],
    ['is applied by a template', { ...BASE, ...set }, { ...BASE, ...set, 'src/app.jsonnet': program(2), 'out/app.yaml': output(2) }],
    ['stays as it is', BASE, { ...BASE, 'src/app.jsonnet': program(2) }],
    ['is new', { 'src/app.jsonnet': program(1), 'x.yaml': output(1) }, { ...BASE, 'x.yaml': output(1), 'src/app.jsonnet': program(2) }],
    ['has another path', BASE, { ...BASE, 'src/app.jsonnet': program(2), 'out/app.yaml': undefined, 'other/app.yaml': output(2) }],
    [
      'is one of two',
      { ...BASE, 'two/app.yaml': output(1) },
      { ...BASE, 'two/app.yaml': output(1), 'src/app.jsonnet': program(2), 'out/app.yaml': output(2) },
    ],
    [
      'says nothing of the role that it names',
      BASE,
      { ...BASE, 'src/app.jsonnet': `${program(2)}\n{ roleRef: { name: 'cluster-admin' } }\n`, 'out/app.yaml': output(2) },
    ],
    [
      'is not what an Application applies',
      { ...BASE, 'argo.yaml': application },
      { ...BASE, 'argo.yaml': application, 'src/app.jsonnet': program(2), 'out/app.yaml': output(2) },
    ],
  ])('is an error as before if its output %s', (_, before, after) => {
    const { first, code } = review(before, after);
    expect([code, first]).toEqual([1, expect.stringMatching(/^Permissions may change/)]);
  });
});
