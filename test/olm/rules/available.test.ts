import { describe, expect, it } from 'vitest';
import { DEFAULT_KUBE_VERSION } from '../../../src/olm/model/versions.js';
import { type Available, availableIn } from '../../../src/olm/rules/installation-rule.js';
import { apiService, clusterOf, crd, csv } from '../../support/build.js';

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
      apiServices: new Set(['v1.given.example.com', 'v1.widgets.example.com']),
      customKinds: new Set(['v1/Given.example.com', 'v1/Foo.example.com']),
      kubeVersion: DEFAULT_KUBE_VERSION,
    });
  });

  it.each([
    ['another version', true, new Set(['v2'])],
    ['none', false, undefined],
  ])('is what a given CRD serves, even where that is %s', (_, served, expected) => {
    const cluster = clusterOf(csv('op/operator', { owns: [FOO] }), crd(FOO, [{ name: 'v2', served }]));
    expect(availableIn(cluster, DEFAULT_KUBE_VERSION).crds.get('foos.example.com')).toEqual(expected);
  });
});
