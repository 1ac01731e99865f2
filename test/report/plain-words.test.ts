import { describe, expect, it } from 'vitest';
import { cli, manifests } from '../support/command-line.js';
import { folderOf } from '../support/files.js';

const object = (apiVersion: string, kind: string, name: string, more: object) => ({
  apiVersion,
  kind,
  metadata: { name, namespace: 'op' },
  ...more,
});
const review = (before: readonly object[], after: readonly object[]): string => {
  const [base, head] = [before, after].map((objects) => folderOf({ 'all.yaml': manifests(...(objects as never[])) })) as [string, string];
  return cli(['review', base, head, '--format', 'md', '--fail-on', 'never']).out.replaceAll('\\', '').replaceAll('&#8203;', '');
};
const secret = (value: string) => object('v1', 'Secret', 'key', { stringData: { key: value } });
const set = (server: string) =>
  object('argoproj.io/v1alpha1', 'ApplicationSet', 'all', {
    spec: {
      generators: [{ list: { elements: [{ cluster: 'own', url: server }] } }],
      template: {
        spec: {
          project: 'default',
          source: { repoURL: 'https://git.example.com/a', path: 'a', targetRevision: 'v1' },
          destination: { server: '{{url}}' },
        },
      },
    },
  });
const RBAC = 'rbac.authorization.k8s.io';
const POWER = [
  {
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: 'x' },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ kind: 'ServiceAccount', name: 'robot', namespace: 'op' }],
  },
];
const web = (...containers: readonly string[]) =>
  object('apps/v1', 'Deployment', 'web', {
    spec: { template: { spec: { serviceAccountName: 'robot', containers: containers.map((name) => ({ name, image: 'a/web:1' })) } } },
  });

describe('a report', () => {
  it('does not say that a Secret contains a value that a template copies, and says it of any other', () => {
    expect(review([], [secret('{{hub fromSecret "op" "key" "key" hub}}')])).not.toContain('contains its value');
    for (const value of [
      'plain',
      '{{hub fromSecret "a" "b" "c" hub}}x',
      '{{ "s3cr3t" | base64enc }}',
      '{{hub fromSecret "a" hub}}{{ "x" }}',
    ])
      expect(review([], [secret(value)])).toContain('contains its value');
  });

  it('says that a container is removed, and not "none → none"', () => {
    const out = review([...POWER, web('web', 'proxy')], [...POWER, web('web')]);
    expect(out).toContain('container proxy (removed)');
    expect(out).not.toContain('none → none');
  });

  it('does not call the own API server a source, and any other address', () => {
    const [own, other] = ['https://kubernetes.default.svc', 'https://kubernetes.default.svc.evil.example.com'].map((server) =>
      review([], [set(server)]),
    );
    expect(own).not.toMatch(/from [^;]*kubernetes\.default\.svc/);
    expect(other).toMatch(/from [^;]*kubernetes\.default\.svc\.evil/);
  });

  it('has no reason that is about another change', () => {
    expect(review([], [...POWER, web('web')])).not.toMatch(/^ *- why/m);
  });
});
