import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { parseDocuments } from '../../../src/base/manifest/parse.js';
import { evaluate } from '../../../src/olm/evaluate/evaluate.js';
import type { Bundle } from '../../../src/olm/model/bundle.js';
import type { ClusterInputs } from '../../../src/olm/read/read-cluster.js';
import { desiredCluster } from '../../../src/olm/subscriptions/desired-cluster.js';
import { group, namespace, subscription } from '../../support/build.js';
import { type BundleFields, bundle } from '../../support/bundle-files.js';
import { manifests } from '../../support/command-line.js';

interface Asked {
  readonly startingCSV?: string;
  readonly approval?: string;
  readonly forward?: boolean;
}

function read(bundles: readonly Bundle[], { startingCSV, approval, forward }: Asked, inputs: ClusterInputs = { kubeVersion: '1.33.0' }) {
  const asked = subscription('op/etcd', startingCSV === undefined ? {} : { startingCSV });
  const withApproval = {
    ...asked,
    spec: { ...(asked.spec as object), ...(approval === undefined ? {} : { installPlanApproval: approval }) },
  };
  const own = group('op/og', { targets: ['op'] });
  const og = forward ? { ...own, spec: { ...(own.spec as object), upgradeStrategy: 'TechPreviewUnsafeFailForward' } } : own;
  const { documents } = parseDocuments({ file: 'cluster.yaml', text: manifests(namespace('op'), og, withApproval) });
  return desiredCluster(documents, { ...inputs, bundles });
}

/** The CSV of one Subscription, and the notes about its start. */
function judged(bundles: readonly Bundle[], asked: Asked): { csvs: string[]; notes: [string, string][] } {
  const { cluster } = read(bundles, asked);
  const notes = cluster.resolverNotes.filter(({ id }) => id === 'starting-csv-no-pin' || id === 'upgrade-waits');
  return {
    csvs: cluster.clusterServiceVersions.map(({ name }) => name),
    notes: notes.map(({ id, message }) => [id, message]),
  };
}

const chain = (length: number, special: Readonly<Record<number, BundleFields>> = {}): Bundle[] =>
  Array.from({ length }, (_, index) =>
    bundle(`etcd/1.${index}.0`, { ...(index === 0 ? {} : { replaces: `etcd.v1.${index - 1}.0` }), ...special[index] }),
  );

const LENGTH_AND_START = fc
  .integer({ min: 1, max: 6 })
  .chain((length) => fc.tuple(fc.constant(length), fc.integer({ min: 0, max: length - 1 })));

// OLM's syncResolvingNamespace resolves again once the first CSV is there: getSubscriptionVariables then looks at the installed CSV, and no
// longer at startingCSV (its resolver.go); createInstallPlan approves the plan if no Subscription of the namespace is Manual.
describe('from a startingCSV', () => {
  it('OLM goes on to the head by itself with Automatic approval, whatever word stands for it', () => {
    fc.assert(
      fc.property(LENGTH_AND_START, fc.constantFrom(undefined, 'Automatic', 'manual', 'MANUAL', 'auto'), ([length, start], approval) => {
        const { csvs, notes } = judged(chain(length), { startingCSV: `etcd.v1.${start}.0`, ...(approval ? { approval } : {}) });
        expect(csvs).toEqual([`etcd.v1.${length - 1}.0`]);
        const later = Array.from({ length: length - 1 - start }, (_, index) => `etcd.v1.${start + 1 + index}.0`);
        expect(notes).toEqual([
          [
            'starting-csv-no-pin',
            expect.stringContaining(later.length === 0 ? 'upgrades from there on' : `by itself to ${later.join(', then ')}`),
          ],
        ]);
      }),
    );
  });

  it('OLM stays with Manual approval, and the next InstallPlan waits', () => {
    fc.assert(
      fc.property(LENGTH_AND_START, ([length, start]) => {
        const { csvs, notes } = judged(chain(length), { startingCSV: `etcd.v1.${start}.0`, approval: 'Manual' });
        expect(csvs).toEqual([`etcd.v1.${start}.0`]);
        expect(notes).toEqual(
          start === length - 1 ? [] : [['upgrade-waits', expect.stringContaining(`an InstallPlan with etcd.v1.${start + 1}.0 waits`)]],
        );
      }),
    );
  });
});

/** Versions that do not run, whatever else the cluster has. */
const FAILING: Readonly<Record<string, { readonly at: 'plan' | 'csv'; readonly fields: BundleFields; readonly says: string }>> = {
  // The default case of ExecutePlan in OLM's catalog/operator.go.
  'a kind that OLM does not install': { at: 'plan', fields: { others: [podMonitor()] }, says: 'which OLM does not install' },
  // notFoundErr in the same function.
  'an API that Kubernetes no longer has': { at: 'plan', fields: { others: [oldBudget()] }, says: 'not found on the cluster' },
  // The check of the install modes in transitionCSVState of OLM's olm/operator.go.
  'install modes without those of the group': { at: 'csv', fields: { modes: ['AllNamespaces'] }, says: 'OwnNamespace InstallModeType not' },
  // minKubeVersionStatus in OLM's olm/requirements.go.
  'a later Kubernetes': { at: 'csv', fields: { spec: { minKubeVersion: '1.99.0' } }, says: '1.99.0' },
  // UnmarshalStrategy in OLM's install/resolver.go.
  'another install strategy': { at: 'csv', fields: { spec: { install: { strategy: 'helm', spec: {} } } }, says: 'strategy' },
};

function podMonitor(): KubernetesObject {
  return { apiVersion: 'monitoring.coreos.com/v1', kind: 'PodMonitor', metadata: { name: 'etcd' }, spec: {} };
}

function oldBudget(): KubernetesObject {
  return { apiVersion: 'policy/v1beta1', kind: 'PodDisruptionBudget', metadata: { name: 'etcd' }, spec: {} };
}

// A failed InstallPlan stops the next resolution of its namespace (syncResolvingNamespace of OLM's catalog operator). Beside a CSV that does
// not run, the one before it stays, and no Subscription names it (getSubscriptionVariables and getCurrentCSVVariables of its resolver.go).
describe('a version that does not run', () => {
  const CASES = LENGTH_AND_START.chain(([length, start]) =>
    fc.record({
      length: fc.constant(length),
      start: fc.constant(start),
      bad: fc.integer({ min: start, max: length - 1 }),
      why: fc.constantFrom(...Object.keys(FAILING)),
    }),
  );

  it('ends the way, whatever comes after it', () => {
    fc.assert(
      fc.property(CASES, ({ length, start, bad, why }) => {
        const { at, fields, says } = FAILING[why] as (typeof FAILING)[string];
        const bundles = chain(length, { [bad]: fields });
        const { cluster } = read(bundles, { startingCSV: `etcd.v1.${start}.0` });
        const found = evaluate(cluster).resolution.csvs.map(({ csv, verdict: { phase } }) => [csv.name, phase]);
        const failing = [`etcd.v1.${bad}.0`, at === 'csv' ? expect.stringMatching(/^(?:Failed|Pending)$/) : ''];
        if (bad === start) {
          expect(found).toEqual([failing]);
          return;
        }
        const before = `etcd.v1.${bad - 1}.0`;
        expect(found).toEqual(at === 'plan' ? [[before, 'Succeeded']] : [[before, 'Replacing'], failing]);
        const notes = cluster.resolverNotes.filter(({ subject: { kind } }) => kind === 'Subscription');
        expect(notes.filter(({ id }) => id === 'upgrade-plan-fails').map(({ message }) => message)).toEqual(
          at === 'plan' ? [expect.stringContaining(`the InstallPlan with etcd.v1.${bad}.0 does not finish, so ${before} stays`)] : [],
        );
        expect(notes.map(({ message }) => message).join()).toContain(says);
      }),
      { numRuns: 40 },
    );
  });

  it('ends no way where it may run: without the version of Kubernetes, or where failing forward is allowed', () => {
    const bundles = chain(3, { 1: { spec: { minKubeVersion: '1.99.0' } } });
    const unknown = read(bundles, { startingCSV: 'etcd.v1.0.0' }, {});
    expect(unknown.cluster.clusterServiceVersions.map(({ name }) => name)).toEqual(['etcd.v1.2.0']);
    const forward = read(chain(3, { 1: { others: [podMonitor()] } }), { startingCSV: 'etcd.v1.0.0', forward: true });
    expect(forward.cluster.clusterServiceVersions.map(({ name }) => name)).toEqual(['etcd.v1.2.0']);
  });

  it('keeps the permissions of the version before it, and gives none of those that follow', () => {
    const rule = (resource: string) => ({ apiGroups: [''], resources: [resource], verbs: ['get'] });
    const allowed = (resource: string): BundleFields => ({
      spec: {
        install: { strategy: 'deployment', spec: { clusterPermissions: [{ serviceAccountName: 'etcd', rules: [rule(resource)] }] } },
      },
    });
    for (const bad of [FAILING['a kind that OLM does not install'], FAILING['install modes without those of the group']]) {
      const bundles = chain(3, { 0: allowed('pods'), 1: bad?.fields ?? {}, 2: allowed('secrets') });
      const { cluster } = read(bundles, { startingCSV: 'etcd.v1.0.0' });
      const roles = JSON.stringify(evaluate(cluster).rendered.filter(({ object: { kind } }) => kind === 'ClusterRole'));
      expect(roles).toContain('"pods"');
      expect(roles).not.toContain('"secrets"');
    }
  });
});

it('without a startingCSV there is no start to say something about', () => {
  expect(judged(chain(3), {})).toEqual({ csvs: ['etcd.v1.2.0'], notes: [] });
});
