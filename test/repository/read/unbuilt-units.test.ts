/** A kustomization that neither side can build: only the files that it loads are reported, and each of them. */
import { afterEach, describe, expect } from 'vitest';
import { cli } from '../../support/command-line.js';
import { committed, writeFiles } from '../../support/git.js';
import { itWith, program } from '../../support/needs.js';

const START = process.cwd();
afterEach(() => process.chdir(START));

const job = 'apiVersion: batch/v1\nkind: Job\nmetadata: {generateName: smoke-, namespace: ns}\n';
const deployment = (color: string) =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a, namespace: ns}\nspec: {selector: {matchLabels: {a: a}}, template: {metadata: {labels: {a: a}}, spec: {containers: [{name: a, image: i, env: [{name: COLOR, value: ${color}}]}]}}}\n`;
const role = (verb: string) =>
  `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: r}\nrules: [{apiGroups: [""], resources: [secrets], verbs: [${verb}]}]\n`;
const loading = (...resources: readonly string[]) => `resources: [${resources.join(', ')}]\n`;

const BEFORE = {
  'ok/kustomization.yaml': loading('a.yaml'),
  'ok/a.yaml': deployment('red').replaceAll('name: a', 'name: ok'),
  'app/kustomization.yaml': loading('job.yaml', 'deployment.yaml', 'role.yaml', 'nested'),
  'app/job.yaml': job,
  'app/deployment.yaml': deployment('blue'),
  'app/role.yaml': role('get'),
  'app/nested/kustomization.yaml': loading('b.yaml'),
  'app/nested/b.yaml': deployment('red').replaceAll('name: a', 'name: nested'),
};

function reviewed(change: Readonly<Record<string, string>>): { answer: string; code: number | null } {
  const clone = committed(BEFORE);
  process.chdir(clone);
  writeFiles(clone, change);
  const { code, out } = cli(['review', 'git:HEAD', '.', '--format', 'json']);
  return { answer: (JSON.parse(out) as { summary: { answer: string } }).summary.answer, code };
}

describe('a kustomization that neither side can build', () => {
  itWith([program('kubectl')], 'is told by what changes in its files, whose objects are read', () => {
    expect(reviewed({ 'app/deployment.yaml': deployment('green') })).toEqual({ answer: 'none', code: 0 });
    const privileged = deployment('blue').replace('image: i,', 'image: i, securityContext: {privileged: true},');
    expect(reviewed({ 'app/deployment.yaml': privileged })).toEqual({ answer: 'more', code: 1 });
  });

  itWith([program('kubectl')], 'may bring permissions where a role or what is loaded changes', () => {
    const changes: readonly Readonly<Record<string, string>>[] = [
      { 'app/role.yaml': role('"*"') },
      { 'app/kustomization.yaml': loading('job.yaml', 'deployment.yaml', 'role.yaml', 'nested', '"https://evil.example.com/a.yaml"') },
      { 'app/kustomization.yaml': `${BEFORE['app/kustomization.yaml']}namePrefix: x-\n` },
      { 'app/nested/kustomization.yaml': loading('b.yaml', '"https://evil.example.com/a.yaml"') },
    ];
    for (const change of changes) {
      const { answer } = reviewed({ 'app/deployment.yaml': deployment('green'), ...change });
      expect(['perhaps', 'more'], JSON.stringify(change)).toContain(answer);
    }
  });
});
