/** What holds of any cluster, whatever OLM makes of it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expand } from '../src/base/kubernetes/copies.js';
import { type KubernetesObject, namespacedName } from '../src/base/kubernetes/object.js';
import { isError } from '../src/base/manifest/problem.js';
import { evaluate } from '../src/olm/evaluate/evaluate.js';
import type { ClusterServiceVersion } from '../src/olm/model/cluster-service-version.js';
import type { ProfileName } from '../src/olm/render/index.js';
import type { ResolvedCsv } from '../src/olm/rules/resolution.js';
import { desiredCluster } from '../src/olm/subscriptions/desired-cluster.js';
import { namespace } from './support/build.js';
import { comparableByKey, key } from './support/golden.js';
import { randomCluster } from './support/random-cluster.js';
import { runs } from './support/runs.js';

const source = { file: 'cluster', document: 0, path: [] };

function evaluated(objects: readonly KubernetesObject[], profile: ProfileName = 'olm') {
  const { cluster, problems } = desiredCluster(objects.map((value) => ({ value, source })));
  fc.pre(!problems.some(isError));
  const { resolution, rendered } = evaluate(cluster, { profile });
  const all = [
    ...resolution.csvs.map((entry) => ({ ...entry, end: `${entry.verdict.phase}/${entry.verdict.reason}` })),
    ...resolution.replaced.map((entry) => ({ ...entry, end: 'gone' })),
  ];
  return {
    resolution,
    objects: [...expand(rendered)],
    rendered: comparableByKey(expand(rendered)),
    certain: Object.fromEntries(all.filter(({ certainty }) => certainty === 'certain').map(({ csv, end }) => [namespacedName(csv), end])),
    all: Object.fromEntries(all.map(({ csv, end, certainty }) => [namespacedName(csv), `${end} ${certainty}`])),
    ends: Object.fromEntries(all.map(({ csv, end }) => [namespacedName(csv), end])),
  };
}

const RUNS = runs(5);

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

  it('changes by nothing but copies when a namespace is added that nobody names', () => {
    fc.assert(
      fc.property(randomCluster, (objects) => {
        const [given, more] = [evaluated(objects), evaluated([...objects, namespace('unrelated')])];
        expect(more.all).toEqual(given.all);
        const inOthers = Object.entries(more.rendered).filter(([key]) => !key.includes(' unrelated/') && key !== 'Namespace -/unrelated');
        expect(Object.fromEntries(inOthers)).toEqual(given.rendered);
      }),
      RUNS,
    );
  });

  it('keeps its certain verdicts when another CSV is older than all others', () => {
    fc.assert(
      fc.property(randomCluster, fc.nat(), (objects, which) => {
        const csvs = objects.filter(({ kind }) => kind === 'ClusterServiceVersion');
        fc.pre(csvs.length > 0);
        const oldest = csvs[which % csvs.length];
        const changed = objects.map((object) =>
          object === oldest ? { ...object, metadata: { ...object.metadata, creationTimestamp: '2020-01-01T00:00:00Z' } } : object,
        );
        const { certain } = evaluated(objects);
        const { ends } = evaluated(changed);
        for (const [name, end] of Object.entries(certain)) expect([name, ends[name]]).toEqual([name, end]);
      }),
      RUNS,
    );
  });

  it('keeps its certain verdicts when a failed CSV goes that no other one meets', () => {
    fc.assert(
      fc.property(randomCluster, fc.nat(), (objects, which) => {
        const { resolution, certain } = evaluated(objects);
        const failed = resolution.csvs.filter(({ verdict, certainty }) => verdict.phase === 'Failed' && certainty === 'certain');
        fc.pre(failed.length > 0);
        const gone = (failed[which % failed.length] as ResolvedCsv).csv;
        const { ends } = evaluated(
          objects.filter(({ kind, metadata }) => kind !== gone.manifest.kind || namespacedName(metadata) !== namespacedName(gone)),
        );
        const left = resolution.csvs.filter(({ csv }) => csv !== gone && !meets(csv, gone)).map(({ csv }) => namespacedName(csv));
        for (const name of left) if (certain[name] !== undefined) expect([name, ends[name]]).toEqual([name, certain[name]]);
      }),
      RUNS,
    );
  });

  it.each<ProfileName>(['olm', 'documented'])('gives itself again, where no verdict is open: profile %s', (profile) => {
    fc.assert(
      fc.property(randomCluster, (objects) => {
        const first = evaluated(objects, profile);
        fc.pre(Object.keys(first.certain).length === Object.keys(first.all).length);
        const made = new Set([...first.objects.map(key), ...first.resolution.replaced.map(({ csv }) => key(csv.manifest))]);
        const again = evaluated([...objects.filter((object) => !made.has(key(object))), ...first.objects], profile);
        expect(withoutLeftovers(again.rendered)).toEqual(withoutLeftovers(first.rendered));
      }),
      RUNS,
    );
  });
});

/** What a replaced CSV leaves in kube-system is nobody's: the next time, it is given. */
function withoutLeftovers(rendered: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(rendered).filter(([name]) => !name.startsWith('RoleBinding kube-system/')));
}

/** Whether one CSV matters for the other in whatever phase it is: they own one CRD in a namespace, or are of one chain. */
function meets(one: ClusterServiceVersion, other: ClusterServiceVersion): boolean {
  if (one.namespace !== other.namespace) return false;
  const isNext = one.replaces === other.name || other.replaces === one.name;
  return isNext || one.ownedCRDs.some(({ name }) => other.ownedCRDs.some((crd) => crd.name === name));
}
