import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { objectFindings } from '../../../../src/olm/checks/files/index.js';
import type { Rendered } from '../../../../src/olm/render/rendered.js';

const OWNER = { kind: 'ClusterExtension', name: 'lamp' };
const KINDS: readonly (readonly [string, string, string | undefined])[] = [
  ['apps/v1', 'Deployment', 'attic'],
  ['v1', 'ServiceAccount', 'attic'],
  ['apiextensions.k8s.io/v1', 'CustomResourceDefinition', undefined],
  ['rbac.authorization.k8s.io/v1', 'ClusterRole', undefined],
];
const objectOf = ([apiVersion, kind, namespace]: readonly [string, string, string | undefined], more: object = {}): KubernetesObject => ({
  apiVersion,
  kind,
  metadata: { name: 'lamp', ...(namespace === undefined ? {} : { namespace }), ...more },
});
const owned = (name: string, kind = 'ClusterExtension') => ({
  labels: { 'olm.operatorframework.io/owner-kind': kind, 'olm.operatorframework.io/owner-name': name },
});
const rendered = (object: KubernetesObject, more: object = {}): Rendered =>
  ({ object, owner: OWNER, emitSet: 'install', ...more }) as unknown as Rendered;

// operator-controller's applier: it labels its own objects, and takes no others over (collisionProtection Prevent).
describe.each(KINDS)('an existing %s %s', (...kind) => {
  const made = rendered(objectOf(kind));

  it.each<[string, KubernetesObject | undefined, boolean]>([
    ['of nobody', objectOf(kind), true],
    ['of another ClusterExtension', objectOf(kind, owned('other')), true],
    ['of another kind of owner', objectOf(kind, owned('lamp', 'ClusterCatalog')), true],
    ['of the ClusterExtension itself', objectOf(kind, owned('lamp')), false],
    ['of another name', { ...objectOf(kind), metadata: { ...objectOf(kind).metadata, name: 'other' } }, false],
    ['of another kind', { ...objectOf(kind), kind: 'Other' }, false],
    ['that is none', undefined, false],
  ])('%s', (_, other, isInTheWay) => {
    expect(objectFindings([made], [other]).map(({ id }) => id)).toEqual(isInTheWay ? ['object-in-the-way'] : []);
  });

  it('is in the way of nothing that OLM v0 installs', () => {
    expect(objectFindings([rendered(objectOf(kind), { owner: { kind: 'ClusterServiceVersion', name: 'a' } })], [objectOf(kind)])).toEqual(
      [],
    );
  });
});

// operator-controller's ClusterObjectSet controller, verifyReferencedSecretsImmutable.
describe('the Secret of a ClusterObjectSet', () => {
  const set = (...objects: unknown[]): unknown => ({
    apiVersion: 'olm.operatorframework.io/v1',
    kind: 'ClusterObjectSet',
    metadata: { name: 'lamp-1' },
    spec: { phases: [{ name: 'a', objects }] },
  });
  const REF = { ref: { name: 's', namespace: 'attic', key: 'k' } };
  const secret = (more: object, namespace = 'attic'): unknown => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 's', namespace },
    ...more,
  });

  it.each<[string, unknown[], number]>([
    ['can change', [set(REF), secret({})], 1],
    ['says that it can change', [set(REF), secret({ immutable: false })], 1],
    ['is immutable', [set(REF), secret({ immutable: true })], 0],
    ['is told once', [set(REF, REF), secret({})], 1],
    ['is perhaps in the cluster', [set(REF)], 0],
    ['is in another namespace', [set(REF), secret({}, 'cellar')], 0],
    ['is not asked for', [set({ object: {} }), secret({})], 0],
    ['is of no ClusterObjectSet', [secret({})], 0],
    ['is of something that is none', [set(null, 1), secret({})], 0],
  ])('%s', (_, given, told) => {
    expect(objectFindings([], given).map(({ id }) => id)).toEqual(Array(told).fill('object-set-secret-mutable'));
  });
});
