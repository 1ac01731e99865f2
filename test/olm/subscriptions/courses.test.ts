import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocuments } from '../../../src/base/manifest/parse.js';
import type { Bundle } from '../../../src/olm/model/bundle.js';
import { desiredCluster } from '../../../src/olm/subscriptions/desired-cluster.js';
import { group, namespace, subscription } from '../../support/build.js';
import { bundle } from '../../support/bundle-files.js';
import { manifests } from '../../support/command-line.js';

interface Asked {
  readonly startingCSV?: string;
  readonly approval?: string;
}

/** The CSV of one Subscription, and the notes about its start. */
function judged(bundles: readonly Bundle[], { startingCSV, approval }: Asked): { csvs: string[]; notes: [string, string][] } {
  const asked = subscription('op/etcd', startingCSV === undefined ? {} : { startingCSV });
  const withApproval = {
    ...asked,
    spec: { ...(asked.spec as object), ...(approval === undefined ? {} : { installPlanApproval: approval }) },
  };
  const { documents } = parseDocuments({ file: 'cluster.yaml', text: manifests(namespace('op'), group('op/og'), withApproval) });
  const { cluster } = desiredCluster(documents, { bundles });
  const notes = cluster.resolverNotes.filter(({ id }) => id === 'starting-csv-no-pin' || id === 'upgrade-waits');
  return {
    csvs: cluster.clusterServiceVersions.map(({ name }) => name),
    notes: notes.map(({ id, message }) => [id, message]),
  };
}

const chain = (length: number): Bundle[] =>
  Array.from({ length }, (_, index) => bundle(`etcd/1.${index}.0`, index === 0 ? {} : { replaces: `etcd.v1.${index - 1}.0` }));

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

it('without a startingCSV there is no start to say something about', () => {
  expect(judged(chain(3), {})).toEqual({ csvs: ['etcd.v1.2.0'], notes: [] });
});
