import { expect, it } from 'vitest';
import { withFailedPlans } from '../../../src/olm/read/failed-plans.js';
import { clusterOf, group, namespace, stored } from '../../support/build.js';
import { cli, manifests } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';

const plan = (name: string, generation: number, phase: string, message?: string) => ({
  apiVersion: 'operators.coreos.com/v1alpha1',
  kind: 'InstallPlan',
  metadata: { name, namespace: 'op' },
  spec: { generation, clusterServiceVersionNames: ['lamp.v1.0.0'] },
  status: { phase, ...(message ? { conditions: [{ type: 'Installed', status: 'False', message }] } : {}) },
});
const FORWARD = { ...group('op/og'), spec: { upgradeStrategy: 'TechPreviewUnsafeFailForward' } };
const documents = (plans: readonly object[]) => plans.map((value) => ({ value, source: { file: 'a.yaml', document: 0 } }));

// ExecutePlan and syncResolvingNamespace of OLM's catalog/operator.go: a failed plan is final, and ends the way of its namespace.
it.each([
  ['the only plan', [plan('a', 1, 'Failed', 'boom')], group('op/og'), 'the InstallPlan a of the dump has failed: boom'],
  ['without a message', [plan('a', 1, 'Failed')], group('op/og'), 'the InstallPlan a of the dump has failed'],
  ['an earlier plan', [plan('b', 2, 'Complete'), plan('a', 1, 'Failed', 'boom')], group('op/og'), undefined],
  [
    'a later plan',
    [plan('b', 2, 'Failed', 'boom'), plan('a', 1, 'Complete')],
    group('op/og'),
    'the InstallPlan b of the dump has failed: boom',
  ],
  ['a plan that is left behind', [plan('a', 1, 'Failed', 'boom')], FORWARD, undefined],
])('reads a failed InstallPlan: %s', (_, plans, og, why) => {
  const dump = clusterOf(...[namespace('op'), og].map(stored));
  expect(withFailedPlans(dump, documents(plans) as never).failedPlans?.get('op/lamp.v1.0.0')).toBe(why);
  expect(withFailedPlans(clusterOf(og), documents(plans) as never).failedPlans).toBeUndefined();
});

const CATALOG = `schema: olm.package
name: lamp
defaultChannel: stable
---
{schema: olm.channel, package: lamp, name: stable, entries: [{name: lamp.v1.0.0}]}
---
schema: olm.bundle
package: lamp
name: lamp.v1.0.0
image: example.com/lamp:1
properties:
- {type: olm.package, value: {packageName: lamp, version: 1.0.0}}
- type: olm.bundle.object
  value: {data: ${Buffer.from(
    JSON.stringify({
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'ClusterServiceVersion',
      metadata: { name: 'lamp.v1.0.0' },
      spec: {
        version: '1.0.0',
        installModes: [{ type: 'AllNamespaces', supported: true }],
        install: { strategy: 'deployment', spec: { deployments: [] } },
      },
    }),
  ).toString('base64')}}
`;
const asking = (status: object) => ({
  apiVersion: 'operators.coreos.com/v1alpha1',
  kind: 'Subscription',
  metadata: { name: 'lamp', namespace: 'op' },
  spec: { name: 'lamp', channel: 'stable', source: 'hub', sourceNamespace: 'op' },
  status,
});

it.each(['Failed', 'Installing'])('tells it in check and upgrades: %s', (phase) => {
  const dump = manifests(...[namespace('op'), group('op/og'), asking({}), plan('a', 1, phase, 'boom')].map(stored));
  const folder = folderOf({ 'dump.yaml': dump, 'hub/index.yaml': CATALOG });
  const [check, upgrades] = [cli(['check', folder]), cli(['upgrades', folder])];
  expect(check.out.includes('install-plan-failed')).toBe(phase === 'Failed');
  expect(/lamp\.v1\.0\.0 .*Succeeded/.test(check.out)).toBe(phase !== 'Failed');
  expect(upgrades.out.includes('stops: the InstallPlan with lamp.v1.0.0 does not finish')).toBe(phase === 'Failed');
});

// ensureSubscriptionCSVState of OLM's catalog/operator.go: the current CSV is the installed one as soon as it exists.
it('goes on from a CSV that a Subscription waits for', () => {
  const waiting = asking({ currentCSV: 'lamp.v1.0.0', state: 'UpgradePending' });
  const dump = manifests(...[namespace('op'), group('op/og'), waiting].map(stored));
  const { out, code } = cli(['upgrades', folderOf({ 'dump.yaml': dump, 'hub/index.yaml': CATALOG })]);
  expect(out).toContain('→ lamp.v1.0.0');
  expect(out).not.toContain('stops');
  expect(code).toBe(0);
});
