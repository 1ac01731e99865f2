import { describe, expect, it } from 'vitest';
import { type KubernetesObject, referenceTo } from '../../../src/base/kubernetes/object.js';
import { refusals } from '../../../src/base/kubernetes/structure/refusals.js';
import { evaluate } from '../../../src/olm/evaluate/evaluate.js';
import { applierObjects } from '../../../src/olm/render/applier.js';
import type { Rendered } from '../../../src/olm/render/rendered.js';
import { clusterOf, csv, group, namespace } from '../../support/build.js';

const RBAC = 'rbac.authorization.k8s.io';
const APPLIER = { namespace: 'flux-system', name: 'applier' };
const ALL = ['get', 'list', 'watch', 'create', 'patch', 'update', 'delete'];

const of = (...objects: readonly KubernetesObject[]): KubernetesObject[] =>
  applierObjects(
    objects.map((object): Rendered => ({ emitSet: 'rbac', object, owner: referenceTo(object) })),
    APPLIER,
  );
const object = (apiVersion: string, kind: string, name: string, inside?: string, more: object = {}): KubernetesObject => ({
  apiVersion,
  kind,
  metadata: { name, ...(inside === undefined ? {} : { namespace: inside }) },
  ...more,
});

describe('the ServiceAccount that applies', () => {
  it('can write the rendered kinds, and roles of the rendered names beyond its own permissions', () => {
    const roleRef = { apiGroup: RBAC, kind: 'ClusterRole', name: 'system:auth-delegator' };
    expect(
      of(
        object(`${RBAC}/v1`, 'ClusterRole', 'b'),
        object(`${RBAC}/v1`, 'ClusterRole', 'a'),
        object(`${RBAC}/v1`, 'ClusterRoleBinding', 'c', undefined, { roleRef }),
      ),
    ).toEqual([
      {
        apiVersion: `${RBAC}/v1`,
        kind: 'ClusterRole',
        metadata: { name: 'cdk8s-olm:applier:flux-system:applier' },
        rules: [
          { apiGroups: [RBAC], resources: ['clusterrolebindings', 'clusterroles'], verbs: ALL },
          { apiGroups: [RBAC], resources: ['clusterroles'], verbs: ['escalate'], resourceNames: ['a', 'b'] },
          { apiGroups: [RBAC], resources: ['clusterroles'], verbs: ['bind'], resourceNames: ['system:auth-delegator'] },
        ],
      },
      {
        apiVersion: `${RBAC}/v1`,
        kind: 'ClusterRoleBinding',
        metadata: { name: 'cdk8s-olm:applier:flux-system:applier' },
        roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'cdk8s-olm:applier:flux-system:applier' },
        subjects: [{ kind: 'ServiceAccount', namespace: 'flux-system', name: 'applier' }],
      },
    ]);
  });

  it('can write namespaced kinds only in the namespaces of the rendering', () => {
    const roleRef = { apiGroup: RBAC, kind: 'Role', name: 'r' };
    const [role, ...bindings] = of(
      object('v1', 'ServiceAccount', 's', 'b'),
      object(`${RBAC}/v1`, 'Role', 'r', 'a'),
      object(`${RBAC}/v1`, 'RoleBinding', 'r', 'a', { roleRef }),
    );
    expect(role).toMatchObject({
      metadata: { name: 'cdk8s-olm:applier:flux-system:applier:in-namespaces' },
      rules: [
        { apiGroups: [''], resources: ['serviceaccounts'], verbs: ALL },
        { apiGroups: [RBAC], resources: ['rolebindings', 'roles'], verbs: ALL },
        { resources: ['roles'], verbs: ['escalate'], resourceNames: ['r'] },
        { resources: ['roles'], verbs: ['bind'], resourceNames: ['r'] },
      ],
    });
    expect(bindings.map(({ kind, metadata, roleRef }) => [kind, metadata.namespace, (roleRef as { name: string }).name])).toEqual([
      ['RoleBinding', 'a', 'cdk8s-olm:applier:flux-system:applier:in-namespaces'],
      ['RoleBinding', 'b', 'cdk8s-olm:applier:flux-system:applier:in-namespaces'],
    ]);
  });

  it('cannot delete namespaces', () => {
    expect(of(object('v1', 'Namespace', 'a'))[0]).toMatchObject({ rules: [{ resources: ['namespaces'], verbs: ALL.slice(0, -1) }] });
  });

  it('knows the plurals of custom resources that follow the rule', () => {
    const kinds = ['Database', 'Proxy', 'Mesh', 'Ingress'].map((kind) => object('example.com/v1', kind, 'x'));
    expect(of(...kinds)[0]).toMatchObject({ rules: [{ resources: ['databases', 'ingresses', 'meshes', 'proxies'] }] });
  });

  it('is given nothing for nothing', () => {
    expect(of()).toEqual([]);
  });

  it('is given what the API server takes, and the same whatever the order', () => {
    const { rendered } = evaluate(
      clusterOf(namespace('a'), namespace('b'), group('op/group'), csv('op/foo.v1', { permissions: true, owns: ['Foo.v1.example.com'] })),
    );
    const objects = applierObjects(rendered, APPLIER);
    expect(objects.flatMap(refusals)).toEqual([]);
    expect(applierObjects(rendered.toReversed(), APPLIER)).toEqual(objects);
  });
});
