/** A snapshot of a cluster comes to what the input comes to that the cluster was made from. */
import { describe, expect, it } from 'vitest';
import { unwrapped } from '../src/base/inside/index.js';
import { expand } from '../src/base/kubernetes/copies.js';
import { emitYaml } from '../src/base/manifest/emit.js';
import { parseDocuments } from '../src/base/manifest/parse.js';
import { isError } from '../src/base/manifest/problem.js';
import { evaluate } from '../src/olm/evaluate/evaluate.js';
import type { Evaluation } from '../src/olm/evaluate/evaluation.js';
import type { Cluster } from '../src/olm/model/cluster.js';
import type { ProfileName } from '../src/olm/render/index.js';
import { desiredCluster } from '../src/olm/subscriptions/desired-cluster.js';
import { comparableRendering, scenarioCluster, scenarioNames } from './support/golden.js';
import { list, snapshotObjects } from './support/snapshot.js';

/** Scenarios whose snapshot does not say what they were made from, with the reason. One that begins to match must be taken off. */
const CANNOT_MATCH: Readonly<Record<string, string>> = {
  'apiservice-owned-two-groups': 'the APIService of the CSV that came first stands there, so that the other one fails earlier',
  'preset-both-groups': 'OLM let the CSV win that does not win from the input alone',
};

function snapshotCluster(name: string, text = list(snapshotObjects(name))): Cluster {
  const { documents } = parseDocuments({ file: 'snapshot', text });
  const { cluster, problems } = desiredCluster(unwrapped(documents));
  expect(problems.filter(isError)).toEqual([]);
  return cluster;
}

/** What comes of each cluster, made once for all that is asked of it. */
function evaluations(clusterOf: (name: string) => Cluster): (name: string, profile: ProfileName) => Evaluation {
  const known = new Map<string, Evaluation>();
  const clusters = new Map<string, Cluster>();
  return (name, profile) => {
    const key = `${name} ${profile}`;
    if (!clusters.has(name)) clusters.set(name, clusterOf(name));
    if (!known.has(key)) known.set(key, evaluate(clusters.get(name) as Cluster, { profile }));
    return known.get(key) as Evaluation;
  };
}
const ofSnapshot = evaluations((name) => snapshotCluster(name));
const ofInput = evaluations(scenarioCluster);

function outcome({ resolution, rendered }: Evaluation): unknown {
  return {
    verdicts: resolution.csvs.map(({ csv, verdict: { phase, reason } }) => ({ namespace: csv.namespace, name: csv.name, phase, reason })),
    // The Namespaces of a snapshot are there already, so that they are not rendered.
    objects: comparableRendering(rendered),
  };
}

describe('a snapshot of the cluster that OLM left of a scenario comes to the same', () => {
  for (const name of scenarioNames) {
    const reason = CANNOT_MATCH[name];
    for (const profile of ['olm', 'documented'] as const) {
      it(`${name}, ${profile}${reason ? `, cannot: ${reason}` : ''}`, () => {
        const [again, first] = [outcome(ofSnapshot(name, profile)), outcome(ofInput(name, profile))];
        if (reason) expect(again).not.toEqual(first);
        else expect(again).toEqual(first);
      });
    }
  }
});

/** Fields that only the API server, or another object of the cluster, can give. */
const SERVER_FIELDS = [
  'creationTimestamp',
  'finalizers',
  'generation',
  'managedFields',
  'ownerReferences',
  'resourceVersion',
  'selfLink',
  'uid',
];

describe('what is rendered from a snapshot', () => {
  it.each(['documented', 'olm'] as const)('has nothing in it that only a cluster can know: %s', (profile) => {
    for (const name of scenarioNames) {
      const objects = [...expand(ofSnapshot(name, profile).rendered)];
      expect(objects.filter(({ metadata }) => SERVER_FIELDS.some((field) => field in metadata))).toEqual([]);
    }
  });

  it('is the same from a List in JSON, a List in YAML, and a stream of documents', () => {
    const objects = snapshotObjects('multi-namespace');
    const yamlList = emitYaml({ apiVersion: 'v1', kind: 'List', items: objects, metadata: { resourceVersion: '' } });
    const stream = objects.map(emitYaml).join('---\n');
    const rendered = (text: string) => [...expand(evaluate(snapshotCluster('multi-namespace', text)).rendered)];
    const expected = rendered(list(objects));
    expect(expected).not.toEqual([]);
    expect(rendered(yamlList)).toEqual(expected);
    expect(rendered(stream)).toEqual(expected);
  });

  it('has no finding and no warning that the input does not have', () => {
    for (const name of scenarioNames.filter((scenario) => !CANNOT_MATCH[scenario])) {
      const about = ({ findings }: Evaluation) => findings.map(({ id, subject }) => `${id} ${subject.namespace}/${subject.name}`);
      const known = about(ofInput(name, 'documented'));
      expect(about(ofSnapshot(name, 'documented')).filter((finding) => !known.includes(finding))).toEqual([]);
    }
  });
});
