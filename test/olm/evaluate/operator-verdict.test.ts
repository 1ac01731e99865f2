import { expect, it } from 'vitest';
import { verdictOf } from '../../../src/olm/evaluate/operator-verdict.js';
import { resolve } from '../../../src/olm/rules/resolve.js';
import { clusterOf, csv, group, namespace } from '../../support/build.js';

it('the verdict on a CSV names its group and the target namespaces', () => {
  const { csvs } = resolve(clusterOf(namespace('op'), group('op/og', { targets: ['op'] }), csv('op/mug')));
  expect(csvs.map(verdictOf)).toEqual([
    {
      namespace: 'op',
      name: 'mug',
      operatorGroup: 'og',
      targetNamespaces: ['op'],
      phase: 'Succeeded',
      reason: 'InstallSucceeded',
      message: 'install strategy completed with no errors',
      certainty: 'certain',
      rivals: [],
    },
  ]);
});
