import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import type { PolicyRule } from '../../../src/base/kubernetes/policy-rule.js';
import { rbacOf } from '../../../src/base/rbac/rbac.js';
import { serviceAccount } from '../../../src/base/rbac/subject.js';
import { missingToWrite, requestFor } from '../../../src/base/rbac/writing.js';
import { installRequests } from '../../../src/olm/render/v1/installer.js';
import { aggregating, allow, binding, role } from '../../support/rbac.js';

const ACCOUNT = { kind: 'ServiceAccount', namespace: 'test-namespace', name: 'test-serviceaccount' };
const BY = serviceAccount(ACCOUNT);
const RBAC = 'rbac.authorization.k8s.io';

/** What lacks somebody with a ClusterRole of these rules. */
const missing = (rules: readonly PolicyRule[], objects: readonly KubernetesObject[], requests = installRequests(objects), more = {}) =>
  missingToWrite(rbacOf({ objects: [role('held', ...rules), binding('held', 'ClusterRole/held', ACCOUNT)], copied: [] }), {
    by: BY,
    objects,
    requests,
    ...more,
  });

/** The manifest of operator-controller's own test (internal/operator-controller/authorization/rbac_test.go at v1.10.0). */
const MANIFEST = [
  { apiVersion: 'v1', kind: 'Service', metadata: { name: 'test-service', namespace: 'test-namespace' } },
  role(
    'test-namespace/test-extension-role',
    { apiGroups: ['*'], resources: ['serviceaccounts'], verbs: ['watch'] },
    { apiGroups: ['*'], resources: ['certificates'], verbs: ['create'] },
  ),
  binding('test-namespace/test-extension-binding', 'Role/test-extension-role', ACCOUNT),
];

const named = (apiGroup: string, resource: string, name: string): PolicyRule => ({
  verbs: ['delete', 'get', 'patch', 'update'],
  apiGroups: [apiGroup],
  resources: [resource],
  resourceNames: [name],
});
const plain = (verbs: string[], apiGroup: string, resource: string): PolicyRule => ({
  verbs,
  apiGroups: [apiGroup],
  resources: [resource],
});
const byText = (rules: readonly PolicyRule[]): string[] => rules.map((rule) => JSON.stringify(rule)).sort();

describe('who writes objects', () => {
  it('lacks what OLM v1.10 says in its own test, where they have nothing', () => {
    const found = missing([{ apiGroups: [''], resources: [''], verbs: [''] }], MANIFEST);
    expect(found.map(({ namespace }) => namespace)).toEqual(['', 'test-namespace']);
    expect(byText(found[0]?.rules ?? [])).toEqual(
      byText([
        plain(['list', 'watch'], '', 'services'),
        plain(['list', 'watch'], RBAC, 'rolebindings'),
        plain(['list', 'watch'], RBAC, 'roles'),
      ]),
    );
    expect(byText(found[1]?.rules ?? [])).toEqual(
      byText([
        plain(['create'], '*', 'certificates'),
        plain(['create'], '', 'services'),
        plain(['create'], RBAC, 'rolebindings'),
        plain(['create'], RBAC, 'roles'),
        named('', 'services', 'test-service'),
        named(RBAC, 'rolebindings', 'test-extension-binding'),
        named(RBAC, 'roles', 'test-extension-role'),
        plain(['watch'], '*', 'serviceaccounts'),
      ]),
    );
  });

  it('lacks nothing with everything, or with `escalate` and `bind`, as in its other tests', () => {
    expect(missing([{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }], MANIFEST)).toEqual([]);
    const escalating = [
      { apiGroups: ['*'], resources: ['serviceaccounts', 'services'], verbs: ['*'] },
      {
        apiGroups: [RBAC],
        resources: ['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings'],
        verbs: ['get', 'patch', 'watch', 'list', 'create', 'update', 'delete', 'escalate', 'bind'],
      },
    ];
    expect(missing(escalating, MANIFEST)).toEqual([]);
    expect(missing(escalating, MANIFEST, [requestFor({ ...MANIFEST[0], kind: 'Pod' } as KubernetesObject, 'create', false)])).toEqual([
      { namespace: 'test-namespace', rules: [plain(['create'], '', 'pods')] },
    ]);
  });

  it('binds by `bind` on the name of the role, and creates no role by `escalate` on its name', () => {
    const written = [role('a', allow('get', 'secrets')), binding('a', 'ClusterRole/a', ACCOUNT)];
    const by = (verb: string, name?: string): PolicyRule => ({
      ...plain([verb], RBAC, 'clusterroles'),
      ...(name ? { resourceNames: [name] } : {}),
    });
    const secrets = [{ namespace: '', rules: [plain(['get'], '', 'secrets')] }];
    expect(missing([by('bind', 'a'), by('escalate')], written, [])).toEqual([]);
    expect(missing([by('bind', 'b'), by('escalate')], written, [])).toEqual(secrets);
    expect(missing([by('bind', 'a'), by('escalate', 'a')], written, [])).toEqual(secrets);
    expect(missing([allow('get,list', 'secrets')], written, [])).toEqual([]);
  });

  it('needs what a role gives in its namespace alone, unless `escalate` has to be held in the cluster', () => {
    const objects = [role('op/escalate', plain(['escalate'], RBAC, 'roles')), binding('op/escalate', 'Role/escalate', ACCOUNT)];
    const rbac = rbacOf({ objects, copied: [] });
    const writing = { by: BY, requests: [], objects: [role('op/r', allow('get', 'pods')), role('other/r', allow('get', 'pods'))] };
    const pods = [plain(['get'], '', 'pods')];
    expect(missingToWrite(rbac, writing)).toEqual([{ namespace: 'other', rules: pods }]);
    expect(missingToWrite(rbac, { ...writing, escalatesInCluster: true }).map(({ namespace }) => namespace)).toEqual(['op', 'other']);
  });

  it('needs everything for an aggregating role, and the URLs of a role', () => {
    expect(missing([], [aggregating('all')], [])[0]?.rules).toEqual([
      { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
      { verbs: ['*'], nonResourceURLs: ['*'] },
    ]);
    const metrics = { verbs: ['get'], nonResourceURLs: ['/metrics'] };
    expect(missing([], [role('m', metrics)], [])).toEqual([{ namespace: '', rules: [metrics] }]);
    expect(missing([metrics], [role('m', metrics)], [])).toEqual([]);
  });

  it('needs the rules of a role that is there and is bound', () => {
    const rbac = rbacOf({ objects: [role('there', allow('get', 'nodes'))], copied: [] });
    const objects = [binding('b', 'ClusterRole/there', ACCOUNT), binding('op/v', 'ClusterRole/nowhere', ACCOUNT)];
    expect(missingToWrite(rbac, { by: BY, requests: [], objects })).toEqual([{ namespace: '', rules: [plain(['get'], '', 'nodes')] }]);
  });
});
