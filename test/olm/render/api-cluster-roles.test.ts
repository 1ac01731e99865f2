import { describe, expect, it } from 'vitest';
import { apiClusterRoles } from '../../../src/olm/render/api-cluster-roles.js';
import { csv, group } from '../../support/build.js';
import { generate, names } from '../../support/render.js';

const FOO = { owns: ['Foo.v1.example.com'] };

describe('the ClusterRoles of a provided API', () => {
  it('give admin, edit and view on a CRD’s resource and the right to read the CRD, and aggregate to Kubernetes’ and the group’s roles', () => {
    const role = (access: string, to: string, rule: unknown): unknown => ({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: {
        name: `foos.example.com-v1-${access}`,
        labels: {
          'olm.managed': 'true',
          [`olm.opgroup.permissions/aggregate-to-${to}`]: 'etcd',
          [`rbac.authorization.k8s.io/aggregate-to-${to}`]: 'true',
        },
      },
      rules: [rule],
    });
    const onFoos = (...verbs: string[]): unknown => ({ apiGroups: ['example.com'], resources: ['foos'], verbs });
    expect(generate(apiClusterRoles, group('operators/etcd'), csv('operators/foo.v1', FOO))).toEqual([
      role('admin', 'admin', onFoos('*')),
      role('edit', 'edit', onFoos('create', 'update', 'patch', 'delete')),
      role('view', 'view', onFoos('get', 'list', 'watch')),
      role('view-crd', 'view', {
        apiGroups: ['apiextensions.k8s.io'],
        resources: ['customresourcedefinitions'],
        resourceNames: ['foos.example.com'],
        verbs: ['get'],
      }),
    ]);
  });

  it('do not speak of a CRD where an APIService provides the API', () => {
    const roles = generate(apiClusterRoles, group('operators/etcd'), csv('operators/foo.v1', { ownsApiServices: ['Foo.v1.example.com'] }));
    expect(names(roles)).toEqual(['admin', 'edit', 'view'].map((access) => `ClusterRole foos.example.com-v1-${access}`));
  });

  it('are made for each version that a CSV owns', () => {
    const roles = generate(
      apiClusterRoles,
      group('operators/etcd'),
      csv('operators/foo.v1', { owns: ['Foo.v1.example.com', 'Foo.v2.example.com'] }),
    );
    expect(names(roles)).toEqual(
      ['v1', 'v2'].flatMap((version) =>
        ['admin', 'edit', 'view', 'view-crd'].map((access) => `ClusterRole foos.example.com-${version}-${access}`),
      ),
    );
  });

  it('are not made for what a CSV merely requires', () => {
    const required = csv('operators/foo.v1', { requires: ['Foo.v1.example.com'], requiresApiServices: ['Bar.v1.example.com'] });
    expect(generate(apiClusterRoles, group('operators/etcd'), required)).toEqual([]);
  });

  it.each([
    ['that is no member of a group', [csv('operators/foo.v1', FOO)]],
    ['whose group it does not support', [group('operators/etcd'), csv('operators/foo.v1', { ...FOO, modes: ['OwnNamespace'] })]],
    ['in a namespace with two groups', [group('operators/a'), group('operators/b'), csv('operators/foo.v1', FOO)]],
    ['that OLM never syncs', [group('operators/etcd', { targets: [''] }), csv('operators/foo.v1', FOO)]],
  ])('are not made for a CSV %s', (_, objects) => {
    expect(generate(apiClusterRoles, ...objects)).toEqual([]);
  });

  it('are made for a member that still waits for its requirements: it is in no failed state', () => {
    const waiting = csv('operators/foo.v1', { ...FOO, requires: ['Bar.v1.example.com'] });
    expect(generate(apiClusterRoles, group('operators/etcd'), waiting)).toHaveLength(4);
  });

  it('of the winner alone are made where two intersecting groups would provide the API', () => {
    const roles = generate(
      apiClusterRoles,
      group('a/first', { targets: ['shared'], provides: 'Foo.v1.example.com' }),
      csv('a/foo.v1', FOO),
      group('b/second', { targets: ['shared'] }),
      csv('b/foo.v1', FOO),
    );
    expect(roles.map(({ metadata }) => metadata.labels?.['olm.opgroup.permissions/aggregate-to-admin']).filter(Boolean)).toEqual(['first']);
  });

  it('are made once for a group, however many of its CSVs provide the API', () => {
    const successor = csv('operators/foo.v2', { ...FOO, requires: ['Missing.v1.example.com'], spec: { replaces: 'foo.v1' } });
    const roles = generate(apiClusterRoles, group('operators/etcd'), csv('operators/foo.v1', FOO), successor);
    expect(names(roles)).toHaveLength(4);
  });

  it('lack the group’s label where it cannot hold the group’s name, and still aggregate to Kubernetes’ roles', () => {
    const roles = generate(apiClusterRoles, group(`operators/${'g'.repeat(64)}`), csv('operators/foo.v1', FOO));
    expect(roles[0]?.metadata.labels).toEqual({ 'olm.managed': 'true', 'rbac.authorization.k8s.io/aggregate-to-admin': 'true' });
  });
});

describe('an API that several groups provide', () => {
  const provider = (namespace: string, name: string): ReturnType<typeof csv>[] => [
    group(`${namespace}/${name}`, { targets: [namespace] }),
    csv(`${namespace}/foo.v1`, FOO),
  ];
  const roles = generate(apiClusterRoles, ...provider('b', 'second'), ...provider('c', 'third'), ...provider('a', 'first'));
  const admins = roles.filter(({ metadata }) => metadata.labels?.['rbac.authorization.k8s.io/aggregate-to-admin']);

  it('has ClusterRoles for each of them, from the second on with a suffix', () => {
    expect(names(admins)).toEqual([
      'ClusterRole foos.example.com-v1-admin',
      expect.stringMatching(/^ClusterRole foos\.example\.com-v1-admin-[0-9a-z]{8}$/),
      expect.stringMatching(/^ClusterRole foos\.example\.com-v1-admin-[0-9a-z]{8}$/),
    ]);
    expect(new Set(names(roles)).size).toBe(3 * 4);
  });

  it('keeps the plain names for the first group by namespace, and each role aggregates to its own group', () => {
    expect(admins.map(({ metadata }) => metadata.labels?.['olm.opgroup.permissions/aggregate-to-admin'])).toEqual([
      'first',
      'second',
      'third',
    ]);
  });

  it('has suffixes that depend on the group alone', () => {
    const without = generate(apiClusterRoles, ...provider('a', 'first'), ...provider('c', 'third'));
    expect(names(roles)).toEqual(expect.arrayContaining(names(without)));
  });
});
