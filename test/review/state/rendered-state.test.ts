import { describe, expect, it } from 'vitest';
import { expand } from '../../../src/base/kubernetes/copies.js';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import type { ParsedDocument } from '../../../src/base/manifest/parse.js';
import { isError } from '../../../src/base/manifest/problem.js';
import { resolutionFindings } from '../../../src/olm/checks/index.js';
import { evaluate } from '../../../src/olm/evaluate/evaluate.js';
import { placed, placesIn } from '../../../src/olm/evaluate/places-in.js';
import { asInput } from '../../../src/olm/read/rendered-input.js';
import type { ProfileName } from '../../../src/olm/render/index.js';
import { desiredCluster } from '../../../src/olm/subscriptions/desired-cluster.js';
import { review } from '../../../src/review/compare/compare.js';
import type { Review } from '../../../src/review/compare/review.js';
import { riskFinders } from '../../../src/review/rules/index.js';
import { renderedState } from '../../../src/review/state/rendered-state.js';
import type { State } from '../../../src/review/state/state.js';
import { clusterOf, crd, csv, group, namespace } from '../../support/build.js';
import { asking, READ_PODS } from '../../support/permissions.js';
import { profileState } from '../../support/review.js';

const operator = (id: string, rules: readonly object[] = [READ_PODS], fields = {}): KubernetesObject =>
  csv(id, { ...asking({ permissions: [{ serviceAccountName: 'robot', rules }] }), owns: ['Etcd.v1.example.com'], ...fields });

const FLEET = [
  ...['a', 'b', 'op', 'alone'].map((name) => namespace(name, { tenant: name === 'a' ? 'x' : 'y' })),
  group('op/etcd', { selector: { matchLabels: { tenant: 'x' } } }),
  operator('op/etcd.v1', [READ_PODS], { requires: ['Other.v1.example.com'] }),
  crd('Other.v1.example.com'),
  csv('alone/orphan.v1'),
];

/** The documents that a rendering of these objects writes. */
function rendered(objects: readonly KubernetesObject[], profile: ProfileName = 'documented'): ParsedDocument[] {
  const { rendered: items } = evaluate(clusterOf(...objects), { profile });
  return [...expand(items)].map((value, document) => ({ value, source: { file: 'out.k8s.yaml', document, path: [] } }));
}

/** Reads rendered documents as the command line does. */
function state(documents: readonly ParsedDocument[]): State {
  const { cluster, problems } = desiredCluster(asInput(documents));
  expect(problems.filter(isError)).toEqual([]);
  const placeOf = placesIn({ cluster, documents }, ({ document }) => ({ line: document, column: 1 }));
  const state = renderedState('test', { cluster, documents }, placeOf);
  return { ...state, findings: resolutionFindings(cluster, state.resolution).map((finding) => placed(finding, placeOf)) };
}

const compare = (base: State, head: State) => review(base, head, { ...riskFinders(), risksOf: () => [], changeRisks: () => [] });

describe('a rendered folder', () => {
  // OLM v1 has no OperatorGroups.
  it.each(['documented', 'olm'] as const)('is the same state as what it was rendered of, by profile %s', (profile) => {
    const [base, head] = [profileState(profile, ...FLEET), state(rendered(FLEET, profile))];
    const nothing = {
      base: 'test',
      head: 'test',
      gained: [],
      lost: [],
      renames: [],
      profiles: [],
      findings: [{ finding: expect.objectContaining({ id: 'no-operator-group' }), kind: 'check', state: 'unchanged' }],
      objects: { added: 0, removed: 0, changed: 0 },
      changes: [],
      unread: [],
      // What is rendered belongs to the same operator on both sides.
      operators: [expect.objectContaining({ name: 'etcd', before: 'etcd.v1', after: 'etcd.v1', targets: ['a'] })],
    };
    // The documents of a rendering are others than those that it was made of.
    const withoutChanges = (found: Review): Review => ({
      ...found,
      changes: [],
      findings: found.findings.filter(({ kind }) => kind !== 'change'),
    });
    expect(withoutChanges(compare(base, head))).toEqual(nothing);
    expect(withoutChanges(compare(head, base))).toEqual(nothing);
  });

  it('has the risks of its groups still: what a selector chose is no list that somebody wrote', () => {
    const ids = (one: State): string[] =>
      riskFinders()
        .risksOf(one)
        .map(({ id }) => id);
    expect(ids(state(rendered(FLEET)))).toEqual(ids(profileState('documented', ...FLEET)));
    expect(ids(state(rendered(FLEET)))).toContain('selector-targets');
  });

  it('can be compared with another one, and with manifests', () => {
    const changed = FLEET.map((object) =>
      object.metadata.name === 'etcd.v1' ? operator('op/etcd.v1', [{ ...READ_PODS, verbs: ['*'] }]) : object,
    );
    const gained = { scope: ['a', 'op'], right: { verbs: ['*'], apiGroup: '', resource: 'pods' } };
    expect(compare(state(rendered(FLEET)), state(rendered(changed))).gained).toMatchObject([gained]);
    expect(compare(state(rendered(FLEET)), profileState('documented', ...changed)).gained).toMatchObject([gained]);
  });

  it('knows the verdicts, the places, and the fields that rules come from', () => {
    const { resolution, placeOf, findings } = state(rendered(FLEET));
    expect(resolution.csvs.map(({ verdict: { phase, reason } }) => `${phase}/${reason}`)).toEqual([
      'Failed/NoOperatorGroup',
      'Succeeded/InstallSucceeded',
    ]);
    expect(findings.map(({ id }) => id)).toEqual(['no-operator-group']);
    expect(placeOf({ kind: 'OperatorGroup', namespace: 'op', name: 'etcd' })).toEqual({
      file: 'out.k8s.yaml',
      line: expect.any(Number),
      column: 1,
    });
    const [pods] = compare(profileState('documented', ...FLEET.slice(0, 4)), state(rendered(FLEET))).gained.filter(
      ({ subject }) => subject.kind === 'ServiceAccount',
    );
    expect(pods?.paths).toMatchObject([{ field: 'spec.install.spec.permissions[0].rules[0]', place: { file: 'out.k8s.yaml' } }]);
  });

  it('is what its manifests say, not what would be rendered today', () => {
    const without = rendered(FLEET).filter(({ value }) => (value as KubernetesObject).kind !== 'RoleBinding');
    expect(compare(state(rendered(FLEET)), state(without)).lost).toMatchObject([
      { subject: { kind: 'ServiceAccount' }, scope: ['a', 'op'] },
    ]);
  });

  it('passes over what is no object that can be named', () => {
    const odd = [
      { apiVersion: 'v1', kind: 'ConfigMap' },
      { apiVersion: 'example.com/v1', kind: 'Odd', metadata: { name: {}, namespace: [] } },
      { apiVersion: 'example.com/v1', kind: 'Odd', metadata: 'text' },
    ];
    const more = odd.map((value, document): ParsedDocument => ({ value, source: { file: 'odd.yaml', document, path: [] } }));
    expect(state([...more, ...rendered(FLEET)]).objects).toEqual(state(rendered(FLEET)).objects);
  });
});
