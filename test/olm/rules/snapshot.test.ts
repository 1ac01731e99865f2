import { expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { resolve } from '../../../src/olm/rules/resolve.js';
import { asOlmLeftIt } from '../../../src/olm/rules/snapshot.js';
import { clusterOf, csv, group, namespace } from '../../support/build.js';

const judged = (status: object, metadata: object): unknown => {
  const stored = <T extends KubernetesObject>(object: T): T => ({ ...object, metadata: { ...object.metadata, ...metadata } });
  const cluster = clusterOf(...[namespace('op'), group('op/og'), { ...csv('op/mug'), status }].map(stored));
  return resolve(cluster).csvs.map((csv) => {
    const { phase, reason, message } = asOlmLeftIt(csv, cluster).verdict;
    return [phase, reason, message];
  });
};

// OLM's requirementAndPermissionStatus looks at ServiceAccounts and Roles, which few dumps have.
it.each([
  [
    'a dump that says so',
    { phase: 'Pending', reason: 'RequirementsNotMet', message: 'lacks' },
    { uid: '1' },
    ['Pending', 'RequirementsNotMet', 'lacks'],
  ],
  ['a manifest with a status', { phase: 'Pending', reason: 'RequirementsNotMet', message: 'lacks' }, {}, ['Succeeded', 'InstallSucceeded']],
  ['a phase that passes', { phase: 'Pending', reason: 'NeedsReinstall' }, { uid: '1' }, ['Succeeded', 'InstallSucceeded']],
])('a CSV stays Pending by %s', (_, status, metadata, [phase, reason, message]) => {
  expect(judged(status, metadata)).toEqual([[phase, reason, message ?? expect.any(String)]]);
});
