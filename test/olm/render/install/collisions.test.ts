import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { certManager } from '../../../../src/olm/render/certificates.js';
import { resolveCollisions } from '../../../../src/olm/render/install/collisions.js';
import { install } from '../../../../src/olm/render/install/generators.js';
import { DOCUMENTED_INSTALL } from '../../../../src/olm/render/install/rules.js';
import { crdOf, field } from '../../../support/crd-pairs.js';
import { deployment, installation, registry, webhook } from '../../../support/registry.js';

const owned = (namespace: string, object: KubernetesObject, file?: string) => ({
  object,
  owner: { kind: 'ClusterServiceVersion', namespace, name: 'db.v1' },
  ...(file ? { file } : {}),
});
const clusterRole = (rules: unknown[]): KubernetesObject => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name: 'metrics-reader' },
  rules,
});
const binding = (namespace: string, role = 'r'): KubernetesObject => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRoleBinding',
  metadata: { name: 'b' },
  roleRef: { kind: 'ClusterRole', name: role },
  subjects: [{ kind: 'ServiceAccount', name: 'db', namespace }],
});
const text = { type: 'string' };
const resolved = (...objects: ReturnType<typeof owned>[]) => {
  const { objects: kept, findings } = resolveCollisions(objects);
  return { kept: kept.map(({ object }) => object), findings: findings.map(({ id, severity, message }) => [id, severity, message]) };
};

describe('cluster-scoped manifests of two installations', () => {
  it('that are equal are one, with a note', () => {
    expect(resolved(owned('a', clusterRole([])), owned('b', clusterRole([])))).toEqual({
      kept: [clusterRole([])],
      findings: [
        ['installed-objects-merged', 'info', 'a/db.v1 and b/db.v1 bring the same ClusterRole metrics-reader: it is rendered once'],
      ],
    });
  });

  it('that differ are an error that names both files, and neither is rendered', () => {
    expect(resolved(owned('a', clusterRole([]), 'a.yaml'), owned('b', clusterRole([{}]), 'b.yaml'))).toEqual({
      kept: [],
      findings: [
        ['installed-objects-conflict', 'error', 'a/db.v1 (a.yaml) and b/db.v1 (b.yaml) each bring a different ClusterRole metrics-reader'],
      ],
    });
  });

  it('that are ClusterRoleBindings and differ in their subjects alone are one for all subjects', () => {
    const { kept, findings } = resolved(owned('a', binding('a')), owned('b', binding('b')), owned('c', binding('a')));
    expect(kept).toMatchObject([{ subjects: [{ namespace: 'a' }, { namespace: 'b' }] }]);
    expect(kept[0]?.subjects).toHaveLength(2);
    expect(findings).toMatchObject([['installed-objects-merged', 'info', expect.anything()]]);
    expect(resolved(owned('a', binding('a')), owned('b', binding('b', 'other'))).kept).toEqual([]);
  });
});

describe('a CRD of two installations', () => {
  const old = crdOf({ v1alpha1: field(text) });
  const newer = crdOf({ v1alpha1: field(text), v1: field(text) });

  it('that is equal is one', () => {
    expect(resolved(owned('a', old), owned('b', structuredClone(old))).kept).toEqual([old]);
  });

  it('is that whose versions include the other’s, with a warning that names what it changes', () => {
    const { kept, findings } = resolved(owned('a', old), owned('b', crdOf({ v1alpha1: field({ type: 'integer' }), v1: field(text) })));
    expect(kept).toMatchObject([{ spec: { versions: [{ name: 'v1alpha1' }, { name: 'v1' }] } }]);
    expect(findings).toEqual([
      [
        'crds-differ',
        'warning',
        'a/db.v1 and b/db.v1 bring the CRD databases.db.example.com differently; that of b/db.v1 is rendered; for the others it changes v1alpha1 ^.spec.x: type changed : "string" -> "integer", v1alpha1 -> v1 ^.spec.x: type changed : "integer" -> "string"',
      ],
    ]);
    expect(resolved(owned('a', newer), owned('b', old)).kept).toEqual([newer]);
  });

  it('is an error where none has the versions of all', () => {
    expect(resolved(owned('a', crdOf({ v1: field(text) })), owned('b', old))).toMatchObject({
      kept: [],
      findings: [['crds-differ', 'error', expect.anything()]],
    });
  });

  it('that both want to convert is an error', () => {
    const converted = (namespace: string) =>
      crdOf({ v1: field(text) }, { conversion: { strategy: 'Webhook', webhook: { clientConfig: { service: { namespace, name: 's' } } } } });
    expect(resolved(owned('a', converted('a')), owned('b', converted('b')))).toMatchObject({
      kept: [],
      findings: [['conversion-conflict', 'error', expect.anything()]],
    });
  });
});

describe('Deployments of one name in one namespace', () => {
  const object: KubernetesObject = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'db', namespace: 'a' }, spec: {} };

  it('are an error, even where they are equal: one operator would take it from the other', () => {
    const other = { ...owned('a', object), owner: { kind: 'ClusterServiceVersion', namespace: 'a', name: 'other.v1' } };
    expect(resolved(owned('a', object), other)).toEqual({
      kept: [],
      findings: [
        ['deployment-shared', 'error', "a/db.v1 and a/other.v1 each have a Deployment db in a: each operator would overwrite the other's"],
      ],
    });
  });
});

describe('two tenants of one operator', () => {
  const bundle = registry({
    deployments: [deployment()],
    crds: [crdOf({ v1: field(text) })],
    webhooks: [webhook()],
    others: [clusterRole([])],
  });
  const objects = ['a', 'b'].flatMap((namespace) =>
    install({ ...installation(bundle, namespace, [namespace]), certificates: certManager() }, DOCUMENTED_INSTALL).map(({ object }) =>
      owned(namespace, object),
    ),
  );

  it('share no names but those of CRDs and cluster-scoped manifests', () => {
    const { objects: kept, findings } = resolveCollisions(objects);
    expect(kept).toHaveLength(objects.length - 2);
    expect(findings.map(({ id, related }) => [id, related[0]?.kind])).toEqual([
      ['installed-objects-merged', 'CustomResourceDefinition'],
      ['installed-objects-merged', 'ClusterRole'],
    ]);
  });

  it('are kept whatever their order', () => {
    const names = (list: typeof objects): string[] =>
      resolveCollisions(list)
        .objects.map(({ object }) => JSON.stringify(object))
        .sort();
    fc.assert(
      fc.property(fc.shuffledSubarray(objects, { minLength: objects.length }), (shuffled) => {
        expect(names(shuffled)).toEqual(names(objects));
      }),
    );
  });
});
