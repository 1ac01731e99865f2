/** What a kuttl test only expects is a note; a file that a step could apply, or that runs something, is not. */
import { afterEach, describe, expect, it } from 'vitest';
import { cli } from '../../../../support/command-line.js';
import { type Change, history } from '../../../../support/git.js';
import { NAMESPACE } from '../../../../support/reviewed-files.js';

const START = process.cwd();
afterEach(() => process.chdir(START));

/** The review of a commit. */
function told(before: Change, after: Change): string {
  process.chdir(history({ 'a.yaml': NAMESPACE, ...before }, after));
  return cli(['review', 'git:HEAD~1', 'git:HEAD', '--all']).out;
}

const step = (text: string): string => `apiVersion: kuttl.dev/v1beta1\nkind: TestStep\n${text}`;
const expected = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: x}\n`;
const BINDING = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: b}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
subjects: [{kind: ServiceAccount, name: a, namespace: x}]
`;
const TEST = {
  'kuttl-test.yaml': 'apiVersion: kuttl.dev/v1beta1\nkind: TestSuite\ntestDirs: [t]\n',
  't/one/00-install.yaml': expected('i'),
  't/one/01-step.yaml': step('delete: [{apiVersion: v1, kind: Pod, name: a}]\n'),
};

describe('a file with what a test expects', () => {
  it.each<[string, Change, Change, string]>([
    [
      'becomes a list of commands',
      { ...TEST, 't/one/00-assert.yaml': expected('a') },
      {
        ...TEST,
        't/one/00-assert.yaml': 'apiVersion: kuttl.dev/v1beta1\nkind: TestAssert\ncommands: [{script: kubectl create token a}]\n',
      },
      '00-assert.yaml',
    ],
    [
      'is applied by a step',
      { ...TEST, 't/one/02-step.yaml': step('apply: [00-assert.yaml]\n'), 't/one/00-assert.yaml': expected('a') },
      { ...TEST, 't/one/02-step.yaml': step('apply: [00-assert.yaml]\n'), 't/one/00-assert.yaml': BINDING },
      '00-assert.yaml',
    ],
    [
      'is applied by a step of the same change',
      { ...TEST, 't/one/00-assert.yaml': expected('a') },
      { ...TEST, 't/one/01-step.yaml': step('apply: [00-assert.yaml]\n'), 't/one/00-assert.yaml': BINDING },
      '00-assert.yaml',
    ],
  ])('is no note if it %s', (_, before, after, name) => {
    expect(told(before, after)).toMatch(new RegExp(`^(?:error|warning)\\[.*${name}`, 'm'));
  });
});

describe('what a test expects, beside a step that', () => {
  const text = (commands: string): Change => ({
    ...TEST,
    't/one/02-step.yaml': step(commands),
    't/one/00-assert.yaml': expected('a'),
  });
  const review = (commands: string): string => told(text(commands), { ...text(commands), 't/one/00-assert.yaml': BINDING });
  it.each([
    'commands: [{command: sleep 30s}]\n',
    'commands: [{script: sleep 5, timeout: 9}]\n',
    'commands: [{script: kubectl label ns a b=$NAMESPACE}, {command: oc delete argocd a -n $NAMESPACE}]\n',
    'commands: [{command: kubectl wait deployment a --for=condition=Available}]\n',
  ])('only waits or deletes, is a note: %s', (commands) => {
    const out = review(commands);
    expect(out).toMatch(/^No new permissions/);
    expect(out).toMatch(/^info\[file-changed\].*00-assert\.yaml/m);
  });
  it.each([
    'commands: [{command: kubectl apply -f 00-assert.yaml}]\n',
    'commands: [{command: sleep 5}, {script: ./run.sh}]\n',
    'commands: [{script: "sleep 5; kubectl create -f ."}]\n',
    'commands: [{script: "sleep 5\\nkubectl create -f ."}]\n',
    'commands: [{script: "kubectl get pods -o name $(kubectl create -f .)"}]\n',
    'commands: [{script: "kubectl get pods | sh"}]\n',
    'commands: [{command: kubectl label -f 00-assert.yaml a=b}]\n',
    'commands: [{command: sleep 5, shell: kubectl create -f .}]\n',
    'commands: {command: kubectl create -f .}\n',
    'commands: [sleep 5]\n',
    'commands: [{command: sleep 5}]\napply: [00-assert.yaml]\n',
    'commands: [{command: sleep 5}]\ncollectors: [{command: kubectl create -f .}]\n',
  ])('could apply it, is no note: %s', (commands) => {
    expect(review(commands)).toMatch(/^(?:error|warning)\[.*00-assert\.yaml/m);
  });
});

describe('what a test expects, in a folder that', () => {
  const other = { 't/two/00-assert.yaml': expected('a') };
  it.each<[string, Change]>([
    ['kuttl applies before its tests', { 'kuttl-test.yaml': `${TEST['kuttl-test.yaml']}manifestDirs: [t/one]\n` }],
    ['holds what kuttl waits for', { 'kuttl-test.yaml': `${TEST['kuttl-test.yaml']}crdDir: t\n` }],
    ['a step of another test applies', { ...other, 't/two/00-step.yaml': step('apply: [../one]\n') }],
    ['a step without a test applies', { 't/two/00-step.yaml': step('apply: [../one]\n') }],
    ['a command without a test applies', { 't/two/00-step.yaml': step('commands: [{command: kubectl apply -f ../one}]\n') }],
    ['a command of another test applies', { ...other, 't/two/00-step.yaml': step('commands: [{command: kubectl apply -f ../one}]\n') }],
    ['a command names from the top', { ...other, 't/two/00-step.yaml': step('commands: [{script: kubectl apply -f t/one}]\n') }],
    ['a command finds', { ...other, 't/two/00-step.yaml': step('commands: [{script: "find / -name 00-assert.yaml"}]\n') }],
    [
      'a step waits beside, with a kubeconfig',
      { 't/one/02-step.yaml': step('commands: [{command: kubectl get pods --kubeconfig=kc.txt}]\n') },
    ],
  ])('%s, is no note', (_, more) => {
    const before = { ...TEST, 't/one/00-assert.yaml': expected('a') };
    const after = { ...before, 't/one/00-assert.yaml': BINDING };
    for (const base of [{ ...before, ...more }, before]) {
      const out = told(base, { ...after, ...more });
      expect(out).not.toMatch(/^No /);
      expect(out).toMatch(/^(?:error|warning)\[/m);
    }
  });
});

describe('a removed task of Ansible', () => {
  const file = 'roles/a/tasks/main.yml';
  const removed = (text: string): string => told({ [file]: text }, { [file]: undefined });

  it.each([
    ['runs this review', '- command: cdk8s-olm gate git:origin/main .\n'],
    ['takes an object away', '- kubernetes.core.k8s: {state: absent, kind: ClusterRoleBinding, name: a, api_version: rbac/v1}\n'],
  ])('may change permissions if it %s', (_, text) => {
    expect(removed(text)).toMatch(/^Permissions may change/);
  });

  it('may change permissions where the folder is of another tool', () => {
    const gate = 'ci/tasks/gate.yml';
    expect(told({ [gate]: '- run: cdk8s-olm gate a b\n' }, { [gate]: undefined })).toMatch(/^Permissions may change/);
  });
});
