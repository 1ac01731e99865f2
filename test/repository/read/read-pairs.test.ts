/** A chart whose release is gone: its files stay where they are, and a file that goes with the release is removed. */
import { afterEach, describe, expect, it } from 'vitest';
import { cli } from '../../support/command-line.js';
import { committed, git, writeFiles } from '../../support/git.js';

const START = process.cwd();
afterEach(() => process.chdir(START));

const application = (name: string) =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: ${name}}\nspec:\n  project: default\n  destination: {namespace: ns, server: "https://kubernetes.default.svc"}\n  source: {repoURL: "https://github.com/o/r.git", path: chart, helm: {releaseName: ${name}, valueFiles: [values-${name}.yaml]}}\n`;
const FILES = {
  'apps/one.yaml': application('one'),
  'apps/two.yaml': application('two').replaceAll('path: chart', 'path: other'),
  'chart/Chart.yaml': 'apiVersion: v2\nname: chart\nversion: 1.0.0\n',
  'chart/templates/_helpers.tpl': '{{- define "a" -}}a{{- end -}}\n',
  'chart/templates/role.yaml':
    'apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: {{ .Values.name }}}\nrules: [{apiGroups: [""], resources: [secrets], verbs: [get]}]\n',
  'chart/values-one.yaml': 'name: one\nsize: 1\n',
  'other/deployment.yaml':
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a, namespace: ns}\nspec: {selector: {matchLabels: {a: a}}, template: {metadata: {labels: {a: a}}, spec: {containers: [{name: a, image: i}]}}}\n',
};

function told(change: Readonly<Record<string, string>>, ...gone: readonly string[]): string[] {
  const clone = committed(FILES);
  process.chdir(clone);
  git(clone, 'remote', 'add', 'origin', 'https://github.com/o/r.git');
  git(clone, 'rm', '-q', ...gone);
  writeFiles(clone, change);
  const { out, err } = cli(['review', 'git:HEAD', '.', '--format', 'json']);
  if (out === '') throw new Error(err);
  const { findings } = JSON.parse(out) as { findings: { new: readonly { subject: { kind: string; name: string }; message: string }[] } };
  return findings.new
    .filter(({ subject }) => subject.kind === 'File')
    .map(({ subject, message }) => `${subject.name} ${/is new|is removed|changes/.exec(message)?.[0]}`);
}

describe('a chart whose release is gone', () => {
  it('has the files that it had', () => {
    expect(told({}, 'apps/one.yaml')).toEqual([]);
  });

  it('tells of a file that goes with the release, and of one that changes', () => {
    expect(told({}, 'apps/one.yaml', 'chart/values-one.yaml')).toEqual([expect.stringMatching(/^chart\/values-one\.yaml /)]);
    expect(told({ 'chart/values-one.yaml': 'name: one\nsize: 2\n' }, 'apps/one.yaml')).toEqual([
      expect.stringMatching(/^chart\/values-one\.yaml /),
    ]);
    const role = FILES['chart/templates/role.yaml'].replace('[get]', '["*"]');
    expect(told({ 'chart/templates/role.yaml': role }, 'apps/one.yaml')).toEqual([expect.stringMatching(/^chart\/templates\/role\.yaml /)]);
  });
});
