/** What holds of any cluster, whatever OLM makes of it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../src/evaluate.js';
import { expand } from '../src/kubernetes/copies.js';
import { type KubernetesObject, namespacedName } from '../src/kubernetes/object.js';
import { isError } from '../src/manifest/problem.js';
import { readCluster } from '../src/read/read-cluster.js';
import { namespace } from './support/build.js';
import { comparableByKey } from './support/golden.js';
import { randomCluster } from './support/random-cluster.js';

const source = { file: 'cluster', document: 0, path: [] };

function evaluated(objects: readonly KubernetesObject[]) {
  const { cluster, problems } = readCluster(objects.map((value) => ({ value, source })));
  fc.pre(!problems.some(isError));
  const { resolution, rendered } = evaluate(cluster, { profile: 'olm' });
  const all = [
    ...resolution.csvs.map((entry) => ({ ...entry, end: `${entry.verdict.phase}/${entry.verdict.reason}` })),
    ...resolution.replaced.map((entry) => ({ ...entry, end: 'gone' })),
  ];
  return {
    rendered: comparableByKey(expand(rendered)),
    certain: Object.fromEntries(all.filter(({ certainty }) => certainty === 'certain').map(({ csv, end }) => [namespacedName(csv), end])),
    all: Object.fromEntries(all.map(({ csv, end, certainty }) => [namespacedName(csv), `${end} ${certainty}`])),
    ends: Object.fromEntries(all.map(({ csv, end }) => [namespacedName(csv), end])),
  };
}

const RUNS = { numRuns: 60 };

describe('any cluster', () => {
  it('comes to the same in whatever order its documents are', () => {
    fc.assert(
      fc.property(randomCluster, (objects) => {
        const [given, turned] = [evaluated(objects), evaluated(objects.toReversed())];
        expect(turned.rendered).toEqual(given.rendered);
        expect(turned.all).toEqual(given.all);
      }),
      RUNS,
    );
  });

  it('keeps its verdicts when a namespace is added that nobody names', () => {
    fc.assert(
      fc.property(randomCluster, (objects) => {
        expect(evaluated([...objects, namespace('unrelated')]).all).toEqual(evaluated(objects).all);
      }),
      RUNS,
    );
  });

  it('keeps its certain verdicts when another document is older than all others', () => {
    fc.assert(
      fc.property(randomCluster, fc.nat(), (objects, which) => {
        const changed = objects.map((object, index) =>
          index === which % objects.length && object.metadata.creationTimestamp
            ? { ...object, metadata: { ...object.metadata, creationTimestamp: '2020-01-01T00:00:00Z' } }
            : object,
        );
        const { certain } = evaluated(objects);
        const { ends } = evaluated(changed);
        for (const [name, end] of Object.entries(certain)) expect([name, ends[name]]).toEqual([name, end]);
      }),
      RUNS,
    );
  });
});
