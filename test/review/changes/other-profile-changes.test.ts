import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/kubernetes/object.js';
import type { ProfileName } from '../../../src/render/index.js';
import { otherChanges } from '../../../src/review/changes/index.js';
import { clusterOf, csv, group, namespace } from '../../support/build.js';
import { asking } from '../../support/permissions.js';
import { sideOfCluster } from '../../support/states.js';

const operator = (...verbs: readonly string[]): KubernetesObject =>
  csv('op/db.v1', asking({ clusterPermissions: [{ serviceAccountName: 'db', rules: [{ apiGroups: ['*'], resources: ['*'], verbs }] }] }));
const side = (profile: ProfileName, ...objects: readonly KubernetesObject[]) =>
  sideOfCluster(clusterOf(namespace('op'), ...objects), [], profile, objects);
const told = (profile: ProfileName, before: readonly KubernetesObject[], after: readonly KubernetesObject[]) =>
  otherChanges(side(profile, ...before), side(profile, ...after)).map(
    ({ severity, subject, message }) => `${severity} ${subject.kind} ${subject.namespace}/${subject.name}: ${message}`,
  );
const SAYS = 'and the profile does not evaluate it: review it with --profile olm or documented, too';

describe('what only OLM reads, with the profile of OLM v1', () => {
  it('is an error where it is new or differs: nobody compares its permissions', () => {
    expect(told('olm-v1', [operator('get')], [operator('*')])).toEqual([`error ClusterServiceVersion op/db.v1: differs, ${SAYS}`]);
    expect(told('olm-v1', [], [operator('get')])).toEqual([`error ClusterServiceVersion op/db.v1: is new, ${SAYS}`]);
    expect(told('olm-v1', [group('op/g', { targets: ['op'] })], [group('op/g')])).toEqual([`error OperatorGroup op/g: differs, ${SAYS}`]);
  });

  it('is nothing where it stays, apart from its status', () => {
    const phase = { ...operator('get'), status: { phase: 'Succeeded' } };
    expect(told('olm-v1', [operator('get')], [operator('get')])).toEqual([]);
    expect(told('olm-v1', [operator('get')], [phase]).filter((line) => line.startsWith('error'))).toEqual([]);
  });

  it('is told by the grants with the other profiles', () => {
    for (const profile of ['documented', 'olm'] as const) {
      const [before, after] = [operator('get'), operator('*')].map((one) => [group('op/g'), one]) as [
        KubernetesObject[],
        KubernetesObject[],
      ];
      expect(told(profile, before, after)).toEqual([]);
    }
  });
});
