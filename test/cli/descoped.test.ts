/** Descoped operators on the command line: each row of the behaviour table that an input can show. */
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { group, namespace } from '../support/build.js';
import { bundleFiles } from '../support/bundle-files.js';
import { cli, manifests } from '../support/command-line.js';
import { folderOf } from '../support/files.js';
import { DATABASES, databaseFields, subscription } from '../support/installing.js';

const names = ['ops', 'a', 'b', 'c', 'other'];
const folder = (modes: string[] | undefined, ...objects: KubernetesObject[]): string =>
  folderOf({
    'cluster.yaml': manifests(...names.map((name) => namespace(name)), subscription('ops', 'db.v1.0.0'), ...objects),
    ...bundleFiles('db/1.0.0', databaseFields({ spec: { installModes: (modes ?? []).map((type) => ({ type, supported: true })) } })),
  });
/** The operator without a group, its CSV changed. */
function withSpec(change: (spec: { install: { spec: object } }) => object, crd = DATABASES): string {
  const { spec } = databaseFields();
  const fields = databaseFields({ others: [crd], spec: { installModes: [], ...change(spec as { install: { spec: object } }) } });
  return folderOf({
    'cluster.yaml': manifests(...names.map((name) => namespace(name)), subscription('ops', 'db.v1.0.0')),
    ...bundleFiles('db/1.0.0', fields),
  });
}
const run = (input: string, ...options: string[]) => cli(['render', input, '--install', '--format', 'json', ...options]);
const short = (name: string): string => name.replace(/-[a-z0-9]{8}$/, '-h');
const ids = (out: string): string[] =>
  (JSON.parse(out) as KubernetesObject[])
    .filter(({ kind }) => /Role|Binding/.test(kind))
    .map(({ kind, metadata }) => [kind, metadata.namespace, short(metadata.name)].filter(Boolean).join(' '))
    .sort();
const ALONE = [
  'ClusterRole db-required-perms-h',
  'ClusterRole db-status-h',
  'ClusterRoleBinding db-status-h',
  'RoleBinding ops db-required-perms-h',
];
const added = (out: string): string[] => ids(out).filter((id) => !ALONE.includes(id));
const bound = (out: string): string[] => added(out).filter((id) => /Binding/.test(id));
const in_ = (place: string): string => `RoleBinding ${place} db-required-perms-h`;

describe('a descoped operator', () => {
  it('D1: runs without a group, with roles to bind', () => {
    const { code, out } = run(folder(undefined));
    expect(code).toBe(0);
    expect(ids(out)).toEqual(ALONE);
    expect(out).not.toContain('namespaceSelector');
  });

  it('D2, D3, D4: is bound where its group says, and nowhere else', () => {
    const of = (...targets: string[]) => run(folder(undefined, group('ops/og', { targets }))).out;
    expect(bound(of('a', 'b'))).toEqual([in_('a'), in_('b')]);
    expect(added(of('a', 'b')).some((id) => id.startsWith('ClusterRole og-admin'))).toBe(true);
    expect(of('a', 'b')).toContain('"olm.targetNamespaces": "a,b"');
    expect(ids(of('a', 'b', 'c')).filter((id) => !ids(of('a', 'b')).includes(id))).toEqual([in_('c')]);
    expect(ids(of('a', 'b')).filter((id) => !ids(of('a')).includes(id))).toEqual([in_('b')]);
  });

  it('D5: is bound where groups of tenants name it', () => {
    const tenant = group('other/tenant', { targets: ['c'] });
    const naming = { ...tenant, metadata: { ...tenant.metadata, annotations: { 'cdk8s-olm/grants': 'ops/db.v1.0.0' } } };
    expect(bound(run(folder(undefined, naming)).out)).toEqual([in_('c')]);
    expect(bound(run(folder(undefined, tenant)).out)).toEqual([]);
  });

  it('D6: is bound in the whole cluster by a global group', () => {
    expect(bound(run(folder(undefined, group('ops/og'))).out)).toEqual(['ClusterRoleBinding db-required-perms-h']);
  });

  it('D7: that supports all namespaces alone is descoped where it is asked for', () => {
    const input = folder(['AllNamespaces'], group('ops/og', { targets: ['a', 'b'] }));
    expect(run(input).code).toBe(1);
    expect(bound(run(input, '--descoped').out)).toEqual([in_('a'), in_('b')]);
  });

  it('D7: that supports all namespaces alone gives its API to all users, where it has no group', () => {
    const { code, out } = run(folder(['AllNamespaces']), '--descoped');
    expect(code).toBe(0);
    expect(ids(out).filter((id) => id.startsWith('ClusterRoleBinding'))).not.toEqual([]);
    expect(ids(out).filter((id) => id.startsWith('RoleBinding a') || id.startsWith('RoleBinding b'))).toEqual([]);
    for (const role of ['admin', 'edit', 'view']) expect(out).toContain(`rbac.authorization.k8s.io/aggregate-to-${role}`);
    expect(run(folder(['AllNamespaces'])).code).toBe(1);
  });

  it('D8: has a role for each account, and several optional ones for an account that asks twice', () => {
    const rules = (resource: string) => [{ verbs: ['get'], apiGroups: [''], resources: [resource] }];
    const permissions = [
      { serviceAccountName: 'db', rules: rules('pods') },
      { serviceAccountName: 'extra', rules: rules('secrets') },
      { serviceAccountName: 'extra', rules: rules('configmaps') },
    ];
    const { out, err } = run(withSpec((spec) => ({ install: { ...spec.install, spec: { ...spec.install.spec, permissions } } })));
    expect(ids(out).filter((id) => id.startsWith('RoleBinding'))).toEqual([
      'RoleBinding ops db-required-perms-h',
      'RoleBinding ops extra-perms-h',
      'RoleBinding ops extra-perms-h',
    ]);
    expect(err.match(/info\[descoped-permissions\]/g)).toHaveLength(3);
  });

  it('D9: keeps its API to those who are bound, where its group says so', () => {
    const og = group('ops/og', { targets: ['a'] });
    const apart = { ...og, metadata: { ...og.metadata, annotations: { 'cdk8s-olm/aggregate': 'false' } } };
    expect(run(folder(undefined, og)).out).toContain('rbac.authorization.k8s.io/aggregate-to-edit');
    const { out } = run(folder(undefined, apart));
    expect(out).not.toContain('rbac.authorization.k8s.io/aggregate-to');
    expect(ids(out)).toEqual(ids(run(folder(undefined, og)).out));
  });

  it('D10: owns its API alone', () => {
    const second = [subscription('other', 'db.v1.0.0')];
    expect(run(folder(undefined, ...second))).toMatchObject({ code: 1, out: '', err: expect.stringContaining('error[api-owned-twice]') });
  });

  it('D11: has webhooks for the whole cluster, whatever its group targets', () => {
    const { out } = run(folder(undefined, group('ops/og', { targets: ['a'] })));
    expect(out).toContain('ValidatingWebhookConfiguration');
    expect(out).not.toContain('namespaceSelector');
  });

  it('D12: keeps the names of its roles in another version with other rules', () => {
    const rules = [{ verbs: ['*'], apiGroups: [''], resources: ['secrets'] }];
    const permissions = [{ serviceAccountName: 'db', rules }];
    const [old, now] = [
      folder(undefined),
      withSpec((spec) => ({ install: { ...spec.install, spec: { ...spec.install.spec, permissions } } })),
    ];
    const of = (input: string): Map<string, KubernetesObject> =>
      new Map(
        (JSON.parse(run(input).out) as KubernetesObject[]).map((object) => [
          `${object.kind} ${object.metadata.namespace ?? ''} ${object.metadata.name}`,
          object,
        ]),
      );
    const [before, after] = [of(old), of(now)];
    expect([...after.keys()]).toEqual([...before.keys()]);
    expect(
      [...after].filter(([key, object]) => JSON.stringify(object) !== JSON.stringify(before.get(key))).map(([key]) => short(key)),
    ).toEqual(['ClusterRole  db-required-perms-h']);
  });

  it('D13: writes no status that its CRD does not have, and says so', () => {
    expect(run(folder(undefined))).toMatchObject({
      out: expect.not.stringContaining('/status'),
      err: expect.stringContaining('info[status-not-granted]'),
    });
    const crd = structuredClone(DATABASES) as unknown as { spec: { versions: { subresources?: object }[] } };
    for (const version of crd.spec.versions) version.subresources = { status: {} };
    const { out, err } = run(withSpec(() => ({}), crd as unknown as KubernetesObject));
    expect(out).toContain('databases/status');
    expect(err).not.toContain('status-not-granted');
  });

  it('D14: fails where OLM runs', () => {
    expect(run(folder(undefined, group('ops/og', { targets: ['a'] })), '--profile', 'olm').code).toBe(1);
    expect(cli(['check', folder(undefined)]).code).toBe(1);
  });

  it('is checked by its CSV alone, with a warning that the rest of its bundle is not there', () => {
    const bare = {
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'ClusterServiceVersion',
      metadata: { name: 'db.v1.0.0', namespace: 'ops' },
      spec: { ...databaseFields().spec, installModes: [] },
    };
    const input = folderOf({ 'cluster.yaml': manifests(namespace('ops'), bare) });
    const { code, out, err } = cli(['check', input, '--descoped']);
    expect(code).toBe(0);
    expect(out).toContain('Descoped');
    expect(err).toContain('warning[BUNDLE_CONTENT_MISSING]');
    expect(cli(['render', input, '--install', '--descoped'])).toMatchObject({ code: 2, out: '' });
  });
});
