/**
 * A change that cannot be installed takes nothing away: what ran before stays, and is judged in the OperatorGroup of the change (phase Replacing
 * in OLM's transitionCSVState; Resolve in its resolver/resolver.go, which answers for a namespace as a whole).
 */
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { group, namespace, stored, subscription } from '../../support/build.js';
import { type BundleFields, bundleFiles } from '../../support/bundle-files.js';
import { manifests } from '../../support/command-line.js';
import { type Files, reviewFolder } from '../../support/reviewed-files.js';

const { reviewFiles } = reviewFolder();

const permissions = { permissions: [{ serviceAccountName: 'etcd', rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }] }] };
const RULES: BundleFields = { spec: { install: { strategy: 'deployment', spec: { deployments: [], ...permissions } } } };
const V1 = bundleFiles('etcd/1.0.0', RULES);
const next = (fields: BundleFields): Files => bundleFiles('etcd/2.0.0', { replaces: 'etcd.v1.0.0', ...RULES, ...fields });
const OWN = group('op/og', { targets: ['op'] });
const files = (objects: readonly KubernetesObject[], ...bundles: readonly Files[]): Files =>
  Object.assign({ 'cluster.yaml': manifests(namespace('op'), namespace('team'), ...objects) }, ...bundles);

const ETCD = subscription('op/etcd', { channel: 'stable' });
const BEFORE = files([OWN, ETCD], V1);
const ingress = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: { name: 'a' },
  spec: { defaultBackend: { service: { name: 'a' } } },
};

/** Changes that cannot be installed, with the objects and the bundles that they add. */
const FAILING: Readonly<Record<string, readonly [readonly KubernetesObject[], ...Files[]]>> = {
  'whose InstallPlan fails': [[ETCD], next({ others: [ingress] })],
  'whose CSV fails': [[ETCD], next({ modes: [] })],
  'with a strategy that OLM does not know': [[ETCD], next({ strategy: 'helm' })],
  'to a channel that does not exist': [[subscription('op/etcd', { channel: 'gone' })]],
  'beside a Subscription that contradicts': [
    [ETCD, subscription('op/twice', { packageName: 'etcd', startingCSV: 'etcd.v1.0.0' })],
    next({}),
  ],
};

describe('an upgrade', () => {
  it.each(Object.entries(FAILING))('%s takes no permissions away', (_, [objects, ...bundles]) => {
    const { headline, text } = reviewFiles(BEFORE, files([OWN, ...objects], V1, ...bundles));
    expect(headline).not.toContain('Grants less');
    expect(text).not.toMatch(/permissions: .*\d+ lost/);
  });

  it.each(Object.entries(FAILING))('%s does not hide what the change gives to the version that stays', (_, [objects, ...bundles]) => {
    const { headline, text } = reviewFiles(BEFORE, files([group('op/og', { targets: ['op', 'team'] }), ...objects], V1, ...bundles));
    expect(headline).toContain('Grants more');
    expect(text).toMatch(/ServiceAccount op\/etcd can get secrets in (?:op and )?team/);
  });

  it('that is installed takes away what the next version does not ask for', () => {
    const { headline } = reviewFiles(BEFORE, files([OWN, ETCD], V1, bundleFiles('etcd/2.0.0', { replaces: 'etcd.v1.0.0' })));
    expect(headline).toContain('Grants less');
  });
});

describe('a ClusterExtension', () => {
  const extension = (catalog: object = {}, config?: object): KubernetesObject => ({
    apiVersion: 'olm.operatorframework.io/v1',
    kind: 'ClusterExtension',
    metadata: { name: 'etcd' },
    spec: {
      namespace: 'op',
      serviceAccount: { name: 'installer' },
      source: { sourceType: 'Catalog', catalog: { packageName: 'etcd', ...catalog } },
      ...(config ? { config } : {}),
    },
  });
  const V1_ALL = bundleFiles('etcd/1.0.0', { ...RULES, modes: ['AllNamespaces'] });
  const only = (object: KubernetesObject, ...bundles: readonly Files[]): Files =>
    Object.assign({ 'cluster.yaml': manifests(namespace('op'), object) }, ...bundles);

  // An error of the resolver or of the applier leaves the ClusterObjectSets as they are (operator-controller's clusterextension_controller.go).
  it.each<[string, KubernetesObject]>([
    ['a version that no catalog has', extension({ version: '9.9.9' })],
    ['a range that is none', extension({ version: 'none' })],
    ['a configuration that its bundle does not take', extension({}, { configType: 'Inline', inline: { nothing: 1 } })],
  ])('that asks for %s stays as it was', (_, object) => {
    const { headline, text } = reviewFiles(only(extension(), V1_ALL), only(object, V1_ALL));
    expect(headline).not.toContain('Grants less');
    expect(text).not.toMatch(/permissions: .*\d+ lost/);
  });

  it('is not held back by a status that the change writes', () => {
    const claiming = { ...stored(extension()), status: { install: { bundle: { name: 'etcd.v1.0.0', version: '1.0.0' } } } };
    const all = [{ serviceAccountName: 'etcd', rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['*'] }] }];
    const more = { spec: { install: { strategy: 'deployment', spec: { deployments: [], clusterPermissions: all } } } };
    const apart = bundleFiles('etcd/3.0.0', { ...more, modes: ['AllNamespaces'] });
    const { headline } = reviewFiles(only(extension(), V1_ALL), only(claiming, V1_ALL, apart));
    expect(headline).toContain('Grants more');
  });
});
