import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { MAX_STORED_BYTES, storedBytes } from '../../../../src/base/kubernetes/stored-size.js';
import type { Bundle } from '../../../../src/olm/model/bundle.js';
import { crdStepFailure } from '../../../../src/olm/rules/install-plan/crd-step.js';
import { planFailuresOf, withInstallPlans } from '../../../../src/olm/rules/install-plan/install-plan.js';
import { resolve } from '../../../../src/olm/rules/resolve.js';
import { clusterOf, csv, group, namespace } from '../../../support/build.js';

const named = (kind: string, apiVersion: string, name = 'one'): KubernetesObject => ({ apiVersion, kind, metadata: { name } });

const crdOf = (versions: readonly object[], conversion?: object): KubernetesObject => ({
  ...named('CustomResourceDefinition', 'apiextensions.k8s.io/v1', 'mugs.example.com'),
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Mug', plural: 'mugs' },
    versions,
    ...(conversion ? { conversion } : {}),
  },
});
const version = (name: string, minimum = 0) => ({
  name,
  served: true,
  storage: true,
  schema: {
    openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: { size: { type: 'integer', minimum } } } } },
  },
});
const MUG = { ...named('Mug', 'example.com/v1', 'mine'), spec: { size: 100 } };

// OLM's NewCRDV1Step (catalog/step.go): first the existing objects, then the stored versions.
describe('the step of a CRD', () => {
  it.each<[string, KubernetesObject, KubernetesObject, RegExp | undefined]>([
    ['keeps what is valid', crdOf([version('v1')]), crdOf([version('v1', 100)]), undefined],
    [
      'fails at an object that is no longer valid',
      crdOf([version('v1')]),
      crdOf([version('v1', 500)]),
      /Mug mine: .*100 is below the minimum 500/,
    ],
    ['trusts a conversion webhook', crdOf([version('v1')]), crdOf([version('v1', 500)], { strategy: 'Webhook' }), undefined],
    [
      'does not ask about a version that was not served',
      crdOf([version('v1beta1')]),
      crdOf([version('v1beta1'), version('v1', 500)]),
      undefined,
    ],
    [
      'fails without a stored version',
      crdOf([version('v1alpha1')]),
      crdOf([version('v1')]),
      /removes version v1alpha1 that is listed as a stored version/,
    ],
    [
      'fails without one that the status lists',
      { ...crdOf([version('v1')]), status: { storedVersions: ['v1beta1', 'v1'] } },
      crdOf([version('v1')]),
      /removes version v1beta1/,
    ],
  ])('%s', (_, existing, crd, expected) => {
    const failure = crdStepFailure(existing, crd, [MUG]);
    expect(failure?.message ?? '').toMatch(expected ?? /^$/);
  });
});

const bundleOf = (...others: readonly KubernetesObject[]): Bundle =>
  ({ name: 'mug.v1', csv: csv('op/mug.v1'), customResourceDefinitions: [], others, dependencies: [] }) as unknown as Bundle;

// OLM's ExecutePlan applies these as written, and asks discovery for their kind (apiresourceFromGVK, discoveryQuerier).
describe('a manifest of a bundle', () => {
  const monitor = named('ServiceMonitor', 'monitoring.coreos.com/v1');
  const budget = named('PodDisruptionBudget', 'policy/v1beta1');
  const empty = clusterOf();

  it.each([
    ['a kind of Kubernetes', named('PodDisruptionBudget', 'policy/v1'), empty, []],
    ['an API that Kubernetes removed', budget, empty, [undefined]],
    ['an API that the Kubernetes of the cluster still serves', budget, { ...empty, versions: { kubeVersion: '1.24' } }, []],
    ['a kind of a CRD that nothing tells', monitor, empty, [true]],
    ['a kind of a CRD on plain Kubernetes', monitor, { ...empty, platform: 'olm' as const }, [undefined]],
    ['a kind that OpenShift brings', monitor, { ...empty, isOpenShift: true }, []],
    ['a role, which OLM reads into its own type', named('Role', 'rbac.authorization.k8s.io/v1beta1'), empty, []],
  ])('is %s', (_, manifest, cluster, expected) => {
    expect(planFailuresOf(bundleOf(manifest), cluster).map(({ isPerhaps }) => isPerhaps)).toEqual(expected);
  });

  it.each([
    ['Ingress', false],
    ['PodMonitor', false],
    ['Namespace', false],
    ['Deployment', false],
    ['ConfigMap', true],
  ])('of the kind %s is installed: %s (supportedresources.go)', (kind, runs) => {
    const cluster = clusterOf(namespace('op'), group('op/og'), csv('op/mug'));
    const installed = cluster.clusterServiceVersions.map((one) => ({
      ...one,
      isResolved: true as const,
      bundle: bundleOf(named(kind, 'v1')),
    }));
    const from = { ...cluster, clusterServiceVersions: installed };
    const [judged] = withInstallPlans(from, resolve(from), resolve).csvs;
    expect(judged?.verdict).toMatchObject(runs ? { phase: 'Succeeded' } : { phase: '', neverSynced: 'InstallPlanFailed' });
  });

  // OLM deletes a CSV when its successor has succeeded (phase Replacing in transitionCSVState of olm/operator.go).
  it.each([
    ['ConfigMap', ['mug.v2 Succeeded']],
    ['Ingress', ['mug.v1 Succeeded', 'mug.v2 ']],
  ])('of the kind %s leaves the CSV that runs where its own does not', (kind, expected) => {
    const cluster = clusterOf(namespace('op'), group('op/og'), csv('op/mug.v1'), csv('op/mug.v2', { spec: { replaces: 'mug.v1' } }));
    const [first, second] = cluster.clusterServiceVersions;
    if (!first || !second) throw new Error('two CSVs');
    const from = {
      ...cluster,
      clusterServiceVersions: [first, { ...second, isResolved: true as const, bundle: bundleOf(named(kind, 'v1')) }],
    };
    const { csvs } = withInstallPlans(from, resolve(from), resolve);
    expect(csvs.map(({ csv: { name }, verdict }) => `${name} ${verdict.phase}`)).toEqual(expected);
  });
});

// OLM's isOptional (resolver/steps.go) and ExecutePlan (catalog/operator.go): what the cluster does not serve is passed over.
it.each([
  [undefined, 1],
  [{ group: 'monitoring.coreos.com', kind: 'ServiceMonitor', name: 'one' }, 0],
  [{ group: 'monitoring.coreos.com', kind: 'ServiceMonitor', name: 'other' }, 1],
  [{ group: 'monitoring.coreos.com', kind: 'PrometheusRule', name: 'one' }, 1],
  [{ group: 'example.com', kind: 'ServiceMonitor', name: 'one' }, 1],
  [{ group: 'monitoring.coreos.com', kind: 'ServiceMonitor', name: 'one', namespace: 'op' }, 1],
])('a plan does without an optional manifest: %o', (manifest, failures) => {
  const properties = manifest ? [{ type: 'olm.manifests.optional', value: { manifests: [manifest] } }] : [];
  const bundle = bundleOf(named('ServiceMonitor', 'monitoring.coreos.com/v1'));
  expect(planFailuresOf({ ...bundle, properties }, clusterOf())).toHaveLength(failures);
  expect(planFailuresOf({ ...bundle, catalogProperties: properties }, clusterOf())).toHaveLength(failures);
});

// The default of etcd's --max-request-bytes, which the API server passes on to the client.
it.each([
  [MAX_STORED_BYTES, 0],
  [MAX_STORED_BYTES + 1, 1],
])('a plan fails at an object that the API server does not store: %i bytes', (bytes, failures) => {
  const crd = { ...named('CustomResourceDefinition', 'apiextensions.k8s.io/v1', 'mugs.example.com'), spec: { text: '' } };
  const large = { ...crd, spec: { text: 'x'.repeat(bytes - storedBytes(crd)) } };
  const found = planFailuresOf({ ...bundleOf(), customResourceDefinitions: [large] }, clusterOf());
  expect(found).toHaveLength(failures);
  for (const { message } of found) expect(message).toContain('etcdserver: request is too large');
});
