import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { crdsAbsent } from '../../../../src/olm/checks/files/own-crds-absent.js';
import type { Cluster } from '../../../../src/olm/model/cluster.js';
import { resolve } from '../../../../src/olm/rules/resolve.js';
import { clusterOf, crd, csv, group, namespace } from '../../../support/build.js';

const operator = csv('ops/a.v1', { owns: ['Lamp.v1.example.com', 'Bulb.v1.example.com'] });
const reportedOf = (objects: KubernetesObject[], facts: Partial<Cluster> = {}): string[] => {
  const cluster = { ...clusterOf(namespace('ops'), group('ops/g'), ...objects), ...facts };
  return crdsAbsent(cluster, resolve(cluster)).map(({ message }) => message);
};

// requirementStatus of OLM's olm/requirements.go looks every owned CRD up in the cluster.
describe('a CSV that is applied by hand', () => {
  it('needs its own CRDs from the cluster: the input lacks both, one, or none', () => {
    const lamp = crd('Lamp.v1.example.com');
    const bulb = crd('Bulb.v1.example.com');
    expect([[], [lamp], [lamp, bulb]].map((crds) => reportedOf([operator, ...crds]))).toMatchInlineSnapshot(`
      [
        [
          "the CSV owns the CRDs lamps.example.com in version v1 and bulbs.example.com in version v1, which the input lacks; without them the CSV stays Pending (RequirementsNotMet)",
        ],
        [
          "the CSV owns the CRD bulbs.example.com in version v1, which the input lacks; without it the CSV stays Pending (RequirementsNotMet)",
        ],
        [],
      ]
    `);
  });

  it.each<[string, KubernetesObject, Partial<Cluster>, number]>([
    ['one side of a review', operator, { isReviewed: true }, 0],
    ['input that was not read whole', operator, { isPartlyRead: true }, 0],
    [
      'a dump without CRDs, where it has Succeeded',
      { ...operator, status: { phase: 'Succeeded' } } as KubernetesObject,
      { isDump: true },
      0,
    ],
    ['a dump without CRDs and without its phase', operator, { isDump: true }, 1],
  ])('%s', (_, one, facts, count) => {
    expect(reportedOf([one], facts)).toHaveLength(count);
  });
});
