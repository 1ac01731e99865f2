/** What operators that are not known may bring: perhaps, and never no. */
import { describe, expect, it } from 'vitest';
import { resolutionFindings } from '../../../src/olm/checks/index.js';
import { evaluate } from '../../../src/olm/evaluate/evaluate.js';
import type { Cluster } from '../../../src/olm/model/cluster.js';
import { resolve } from '../../../src/olm/rules/resolve.js';
import { explain } from '../../../src/review/questions/explain.js';
import { evaluatedState } from '../../../src/review/state/evaluated-state.js';
import type { State } from '../../../src/review/state/state.js';
import { csv, group, namespace, subscription } from '../../support/build.js';
import { resolvedCluster } from '../../support/resolved-cluster.js';

const READER = csv('op/reader', { requires: ['Kettle.v1.example.com'] });
const PLAIN = [namespace('op'), namespace('team'), group('op/group'), READER];
const withUnknown = (...more: Parameters<typeof resolvedCluster>[0]): Cluster =>
  resolvedCluster([...PLAIN, group('team/group'), subscription('team/kettle'), ...more]);
const stateOfCluster = (cluster: Cluster): State => evaluatedState('test', evaluate(cluster), () => undefined);

describe('a requirement that an operator that is not known may meet', () => {
  it('is a note that says perhaps', () => {
    const cluster = withUnknown();
    const found = resolutionFindings(cluster, resolve(cluster)).filter(({ id }) => id === 'requirements-not-met');
    expect(found.map(({ severity, message }) => [severity, message])).toEqual([
      [
        'info',
        'the operator requires the CRD kettles.example.com in version v1, which nothing available provides; kettle, which is not known, perhaps provides it',
      ],
    ]);
  });

  it('is explained', () => {
    const { facts } =
      explain({ kind: 'ClusterServiceVersion', namespace: 'op', name: 'reader' }, stateOfCluster(withUnknown())) ?? expect.unreachable();
    expect(facts.filter(({ label }) => label === 'perhaps')).toEqual([
      { label: 'perhaps', text: 'it runs: kettle, which is not known, can provide its requirements' },
    ]);
  });

  it('stays unmet where all operators are known', () => {
    const cluster = resolvedCluster(PLAIN);
    expect(resolve(cluster).csvs.map(({ unmet, mayProvide }) => [unmet.length, mayProvide])).toEqual([[1, undefined]]);
  });

  it('stays unmet where it is none that an operator brings', () => {
    const cluster = withUnknown(csv('op/old', { spec: { minKubeVersion: '99.0.0' } }));
    expect(resolve(cluster).csvs.map(({ csv: { name }, mayProvide }) => [name, mayProvide])).toEqual([
      ['old', undefined],
      ['reader', ['kettle']],
    ]);
  });
});
