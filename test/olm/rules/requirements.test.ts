import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { DEFAULT_KUBE_VERSION } from '../../../src/olm/model/versions.js';
import { availableIn } from '../../../src/olm/rules/available.js';
import { isKubeVersion, requirements, type UnmetRequirement, unmetRequirements } from '../../../src/olm/rules/requirements.js';
import { apiService, type CsvFields, clusterOf, crd, csv } from '../../support/build.js';
import { runRule } from '../../support/run-rule.js';

/** What `op/operator` lacks in a cluster with these objects. */
function unmet(fields: CsvFields, others: readonly KubernetesObject[] = [], kubeVersion = DEFAULT_KUBE_VERSION): UnmetRequirement[] {
  const cluster = clusterOf(csv('op/operator', fields), ...others);
  const operator = cluster.clusterServiceVersions.find(({ name }) => name === 'operator');
  return operator ? unmetRequirements(operator, availableIn(cluster, kubeVersion)) : [];
}

const FOO = 'Foo.v1.example.com';
const NO_FOO: UnmetRequirement = { kind: 'CustomResourceDefinition', name: 'foos.example.com', version: 'v1' };

describe('a required CRD', () => {
  it('is missing when nothing offers it', () => {
    expect(unmet({ requires: [FOO] })).toEqual([NO_FOO]);
  });

  it('is met by a CRD of the input that serves the version', () => {
    expect(unmet({ requires: [FOO] }, [crd(FOO)])).toEqual([]);
  });

  it('is missing when the CRD has the version but does not serve it, or serves only another one', () => {
    const notServed = crd(FOO, [
      { name: 'v1', served: false },
      { name: 'v2', served: true },
    ]);
    expect(unmet({ requires: [FOO] }, [notServed])).toEqual([NO_FOO]);
    expect(unmet({ requires: [FOO] }, [crd('Foo.v2.example.com')])).toEqual([NO_FOO]);
  });

  it('is met by another CSV of the input that owns it in this version', () => {
    expect(unmet({ requires: [FOO] }, [csv('elsewhere/owner', { owns: [FOO] })])).toEqual([]);
    expect(unmet({ requires: [FOO] }, [csv('elsewhere/owner', { owns: ['Foo.v2.example.com'] })])).toEqual([NO_FOO]);
  });

  it('is decided by the CRD of the input where there is one, whatever a CSV says that it owns', () => {
    expect(unmet({ requires: [FOO] }, [crd('Foo.v2.example.com'), csv('elsewhere/owner', { owns: [FOO] })])).toEqual([NO_FOO]);
  });
});

describe('an owned CRD', () => {
  it('is installed with its operator', () => {
    expect(unmet({ owns: [FOO] })).toEqual([]);
  });

  it('must be served in the owned version where the input has it', () => {
    expect(unmet({ owns: [FOO] }, [crd(FOO)])).toEqual([]);
    expect(unmet({ owns: [FOO] }, [crd('Foo.v2.example.com')])).toEqual([NO_FOO]);
    const notServed = crd(FOO, [
      { name: 'v1', served: false },
      { name: 'v2', served: true },
    ]);
    expect(unmet({ owns: [FOO] }, [notServed])).toEqual([NO_FOO]);
    expect(unmet({ owns: [FOO] }, [crd(FOO, [{ name: 'v1', served: false }])])).toEqual([NO_FOO]);
  });

  it('is looked at before the required ones', () => {
    const NO_BAR: UnmetRequirement = { kind: 'CustomResourceDefinition', name: 'bars.example.com', version: 'v1' };
    expect(unmet({ owns: [FOO], requires: ['Bar.v1.example.com'] }, [crd('Foo.v2.example.com')])).toEqual([NO_FOO, NO_BAR]);
  });
});

describe('an owned APIService', () => {
  const servedBy = (deploymentName: string | null): CsvFields => ({
    deployments: ['manager', 'server'],
    spec: {
      apiservicedefinitions: { owned: [{ name: 'widgets', group: 'widgets.example.com', version: 'v1', kind: 'Widget', deploymentName }] },
    },
  });

  it('names one of the Deployments of the CSV', () => {
    expect(unmet(servedBy('server'))).toEqual([]);
    expect(unmet(servedBy('elsewhere'))).toEqual([{ kind: 'Deployment', name: 'elsewhere' }]);
    expect(unmet(servedBy(null))).toEqual([{ kind: 'Deployment', name: '' }]);
  });

  it('does not need to stand in the cluster already', () => {
    expect(unmet({ ownsApiServices: ['Widget.v1.widgets.example.com'] })).toEqual([]);
  });
});

describe('a required APIService', () => {
  const WIDGET = 'Widget.v1alpha1.widgets.example.com';

  it('is missing when nothing offers it', () => {
    expect(unmet({ requiresApiServices: [WIDGET] })).toEqual([{ kind: 'APIService', name: 'v1alpha1.widgets.example.com' }]);
  });

  it('is met by an APIService of the input, and by a CSV that owns it', () => {
    expect(unmet({ requiresApiServices: [WIDGET] }, [apiService('v1alpha1.widgets.example.com')])).toEqual([]);
    expect(unmet({ requiresApiServices: [WIDGET] }, [csv('elsewhere/owner', { ownsApiServices: [WIDGET] })])).toEqual([]);
  });
});

describe('a native API', () => {
  const needing = (group: string | undefined, kind: string): CsvFields => ({ spec: { nativeAPIs: [{ group, version: 'v1', kind }] } });

  it('of Kubernetes itself is always there', () => {
    expect(unmet(needing('apps', 'Deployment'))).toEqual([]);
    expect(unmet(needing('', 'Secret'))).toEqual([]);
    expect(unmet(needing(undefined, 'Secret'))).toEqual([]);
  });

  it.each([
    ['authorization.k8s.io', 'SubjectAccessReview'],
    ['authentication.k8s.io', 'TokenReview'],
    ['events.k8s.io', 'Event'],
    ['flowcontrol.apiserver.k8s.io', 'FlowSchema'],
    ['resource.k8s.io', 'ResourceClaim'],
  ])('of Kubernetes itself is always there: %s', (apiGroup, kind) => {
    expect(unmet(needing(apiGroup, kind))).toEqual([]);
  });

  it('of a group that only looks like one of Kubernetes is not', () => {
    expect(unmet(needing('metrics.k8s.io', 'PodMetrics'))).toEqual([{ kind: 'API', name: 'PodMetrics.v1.metrics.k8s.io' }]);
  });

  it('of another group is there when a CRD of the input or an owned one serves it', () => {
    expect(unmet(needing('example.com', 'Foo'))).toEqual([{ kind: 'API', name: FOO }]);
    expect(unmet(needing('example.com', 'Foo'), [crd(FOO)])).toEqual([]);
    expect(unmet(needing('example.com', 'Foo'), [csv('elsewhere/owner', { owns: [FOO] })])).toEqual([]);
    expect(unmet(needing('example.com', 'Foo'), [crd('Foo.v2.example.com')])).toEqual([{ kind: 'API', name: FOO }]);
  });
});

describe('minKubeVersion', () => {
  const atLeast = (minKubeVersion: string): CsvFields => ({ spec: { minKubeVersion } });

  it.each<[string, string]>([
    ['an older one', '1.20.0'],
    ['the same', '1.30.2'],
    ['one with the letter v', 'v1.30.0'],
  ])('is met by the cluster: %s', (_, minimum) => {
    expect(unmet(atLeast(minimum), [], '1.30.2')).toEqual([]);
  });

  it.each<[string, string]>([
    ['a newer patch', '1.30.3'],
    ['a newer one, compared by numbers', '1.100.0'],
    ['one that cannot be read', 'newest'],
    ['one without a patch, which OLM cannot read', '1.20'],
    ['one with a blank before it', ' 1.20.0'],
    ['one with a blank after it', '1.20.0 '],
  ])('is not met: %s', (_, minimum) => {
    expect(unmet(atLeast(minimum), [], '1.30.2')).toEqual([{ kind: 'KubeVersion', minimum, actual: '1.30.2' }]);
  });

  it.each<[string, string]>([
    ['of a vendor', '1.30.2-gke.1234'],
    ['before a release', '1.30.2-rc.1'],
    ['of a vendor, with the letter v', 'v1.30.2-eks-7f9249a'],
    ['with build metadata', '1.30.2+k3s1'],
  ])('is held against the version of the cluster up to the first dash: %s', (_, kubeVersion) => {
    expect(unmet(atLeast('1.30.2'), [], kubeVersion)).toEqual([]);
    expect(unmet(atLeast('1.30.3'), [], kubeVersion)).toEqual([{ kind: 'KubeVersion', minimum: '1.30.3', actual: kubeVersion }]);
  });

  it('may be a pre-release, which comes before its release', () => {
    expect(unmet(atLeast('1.30.2-rc.1'), [], '1.30.2')).toEqual([]);
    expect(unmet(atLeast('1.30.3-rc.1'), [], '1.30.2')).toEqual([{ kind: 'KubeVersion', minimum: '1.30.3-rc.1', actual: '1.30.2' }]);
  });

  it('takes a cluster whose version has no patch for the first of its minor version', () => {
    expect(unmet(atLeast('1.30.0'), [], '1.30')).toEqual([]);
    expect(unmet(atLeast('1.30.1'), [], '1.30')).toEqual([{ kind: 'KubeVersion', minimum: '1.30.1', actual: '1.30' }]);
  });

  it('is not met by a cluster whose version cannot be read', () => {
    expect(unmet(atLeast('1.20.0'), [], 'newest')).toEqual([{ kind: 'KubeVersion', minimum: '1.20.0', actual: 'newest' }]);
  });

  it('asks nothing when it is empty', () => {
    expect(unmet(atLeast(''), [], '1.0.0')).toEqual([]);
  });
});

describe('a version of Kubernetes', () => {
  it.each(['1.30', 'v1.30', '1.30.2', 'v1.30.2', '1.30.2-eks-7f9249a', '1.30.2+k3s1', 'v1.30.0-rc.1'])('is %s', (text) => {
    expect(isKubeVersion(text)).toBe(true);
  });

  it.each(['', '1', 'v1', 'newest', 'release-1.30', ' 1.30', '.30'])('is not %j', (text) => {
    expect(isKubeVersion(text)).toBe(false);
  });
});

describe('permissions', () => {
  it.each([
    ['permissions', { permissions: true }],
    [
      'clusterPermissions',
      { spec: { install: { strategy: 'deployment', spec: { clusterPermissions: [{ serviceAccountName: 'operator' }] } } } },
    ],
  ])('cannot be created for a name of more than 63 characters (%s)', (_, fields: CsvFields) => {
    const lackedBy = (name: string, wanted: CsvFields) => {
      const cluster = clusterOf(csv(`op/${name}`, wanted));
      return cluster.clusterServiceVersions.flatMap((operator) => unmetRequirements(operator, availableIn(cluster, DEFAULT_KUBE_VERSION)));
    };
    expect(lackedBy('a'.repeat(64), fields)).toEqual([{ kind: 'Permissions' }]);
    expect(lackedBy('a'.repeat(63), fields)).toEqual([]);
    expect(lackedBy('a'.repeat(64), {})).toEqual([]);
  });
});

describe('requirements', () => {
  it('leave a CSV pending that lacks some of them, and name the objects that are missing', () => {
    const fields = {
      requires: [FOO],
      requiresApiServices: ['Widget.v1.widgets.example.com'],
      spec: { minKubeVersion: '9.0.0', nativeAPIs: [{ group: 'route.example.com', version: 'v1', kind: 'Route' }] },
    };
    expect(runRule(requirements, clusterOf(csv('op/operator', fields), csv('op/content')))).toEqual({
      'op/operator': {
        verdict: {
          phase: 'Pending',
          reason: 'RequirementsNotMet',
          message: "one or more requirements couldn't be found",
          because: [
            { kind: 'CustomResourceDefinition', name: 'foos.example.com' },
            { kind: 'APIService', name: 'v1.widgets.example.com' },
          ],
        },
      },
    });
    expect(unmet(fields)).toEqual([
      { kind: 'KubeVersion', minimum: '9.0.0', actual: DEFAULT_KUBE_VERSION },
      NO_FOO,
      { kind: 'APIService', name: 'v1.widgets.example.com' },
      { kind: 'API', name: 'Route.v1.route.example.com' },
    ]);
  });
});
