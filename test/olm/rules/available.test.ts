import { describe, expect, it } from 'vitest';
import type { Bundle } from '../../../src/olm/model/bundle.js';
import type { Cluster } from '../../../src/olm/model/cluster.js';
import { DEFAULT_KUBE_VERSION } from '../../../src/olm/model/versions.js';
import { availableIn } from '../../../src/olm/rules/available.js';
import { hasDumpedCrds } from '../../../src/olm/rules/dumped.js';
import type { Available } from '../../../src/olm/rules/installation-rule.js';
import { apiService, clusterOf, crd, csv, namespace, stored } from '../../support/build.js';

const FOO = 'Foo.v1.example.com';

describe('what a cluster offers', () => {
  it('are the served versions of its CRDs, its APIServices, and what its CSVs own', () => {
    const cluster = clusterOf(
      crd('Given.v1.example.com'),
      apiService('v1.given.example.com'),
      csv('op/operator', { owns: [FOO], ownsApiServices: ['Widget.v1.widgets.example.com'] }),
    );
    expect(availableIn(cluster, DEFAULT_KUBE_VERSION)).toEqual<Available>({
      crds: new Map([
        ['givens.example.com', new Set(['v1'])],
        ['foos.example.com', new Set(['v1'])],
      ]),
      apiServices: new Set(['v1.packages.operators.coreos.com', 'v1.given.example.com', 'v1.widgets.example.com']),
      customKinds: new Set(['v1/Given.example.com', 'v1/Foo.example.com']),
      kubeVersion: DEFAULT_KUBE_VERSION,
    });
  });

  // OLM's InstallPlan has the CRDs of the bundle as steps, and no others (NewStepResourceFromBundle in resolver/steps.go).
  it('is not what a bundle owns and lacks, nor what a dump with CRDs lacks', () => {
    const owning = clusterOf(csv('op/operator', { owns: [FOO] }));
    const offers = (cluster: Cluster): boolean => availableIn(cluster, DEFAULT_KUBE_VERSION).crds.has('foos.example.com');
    const bundle = { name: 'operator', customResourceDefinitions: [], others: [] } as unknown as Bundle;
    const ofBundle = owning.clusterServiceVersions.map((one) => ({ ...one, bundle }));
    const other = crd('Other.v1.example.com');
    const operator = csv('op/operator', { owns: [FOO] });
    const dump = clusterOf(...[namespace('op'), operator, other].map(stored));
    // A file of a repository among those of a dump tells that others may be missing.
    expect([clusterOf(other), dump, clusterOf(operator, stored(other))].map(hasDumpedCrds)).toEqual([false, true, false]);
    expect(offers(owning)).toBe(true);
    expect(offers({ ...owning, clusterServiceVersions: ofBundle })).toBe(false);
    expect(offers(clusterOf(operator, other))).toBe(true);
    expect(offers(dump)).toBe(false);
  });

  it.each([
    ['another version', true, new Set(['v2'])],
    ['none', false, undefined],
  ])('is what a given CRD serves, even where that is %s', (_, served, expected) => {
    const cluster = clusterOf(csv('op/operator', { owns: [FOO] }), crd(FOO, [{ name: 'v2', served }]));
    expect(availableIn(cluster, DEFAULT_KUBE_VERSION).crds.get('foos.example.com')).toEqual(expected);
  });
});
