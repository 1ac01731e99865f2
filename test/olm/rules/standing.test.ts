import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { evaluateFiles } from '../../../src/olm/evaluate/evaluate-files.js';
import { resolve } from '../../../src/olm/rules/resolve.js';
import { asItStands, withStandingApiServices } from '../../../src/olm/rules/standing.js';
import { clusterOf, csv, group, namespace } from '../../support/build.js';

type Facts = { readonly phase?: string; readonly dumped?: boolean };
const serving = (name: string, deployment: string, { phase, dumped = true }: Facts): KubernetesObject => {
  const made = csv(`op/${name}`) as unknown as { spec: object } & KubernetesObject;
  const owned = [{ name: 'hats', group: 'example.com', version: 'v1', kind: 'Hat', deploymentName: deployment }];
  const deployments = [{ name: deployment, spec: { selector: {}, template: { metadata: {}, spec: {} } } }];
  return {
    ...made,
    metadata: { ...made.metadata, ...(dumped ? { resourceVersion: '1' } : {}) },
    spec: { ...made.spec, apiservicedefinitions: { owned }, install: { strategy: 'deployment', spec: { deployments } } },
    ...(phase === undefined ? {} : { status: { phase } }),
  };
};
const stored = (object: KubernetesObject): KubernetesObject => ({ ...object, metadata: { ...object.metadata, resourceVersion: '1' } });
const clusterWith = (a: Facts, b: Facts) =>
  clusterOf(stored(namespace('op')), stored(group('op/og')), serving('a', 'one', a), serving('b', 'two', b));
const verdicts = (a: Facts, b: Facts) =>
  evaluateFiles(clusterWith(a, b)).resolution.csvs.map(({ verdict: { phase }, certainty }) => `${phase} ${certainty}`);

// apiServiceOwnerConflicts of OLM's olm/apiservices.go: the APIService of a CSV that runs is adopted by nobody else.
describe('two owners of an APIService', () => {
  it.each<[string, Facts, Facts, string[]]>([
    ['the first runs', { phase: 'Succeeded' }, {}, ['Succeeded certain', 'Failed certain']],
    ['the second runs', {}, { phase: 'Succeeded' }, ['Failed certain', 'Succeeded certain']],
  ])('in a dump where %s', (_, a, b, expected) => {
    expect(verdicts(a, b)).toEqual(expected);
  });

  it('are uncertain in a dump where none runs', () => {
    expect(verdicts({}, {}).every((text) => text.endsWith('ambiguous'))).toBe(true);
  });

  it('are uncertain in files, whose status is what somebody wrote', () => {
    expect(verdicts({ phase: 'Succeeded', dumped: false }, { dumped: false }).every((text) => text.endsWith('ambiguous'))).toBe(true);
  });
});

it('adds no APIService where some were dumped', () => {
  const given = { ...clusterWith({ phase: 'Succeeded' }, {}), apiServices: [{ name: 'v1.other', labels: {} }] };
  expect(withStandingApiServices(given)).toBe(given);
  expect(withStandingApiServices({ ...given, apiServices: [] }).apiServices.map(({ name }) => name)).toEqual(['v1.example.com']);
});

it('decides nothing against the rules', () => {
  const cluster = clusterWith({ phase: 'Succeeded' }, {});
  const { csvs } = resolve({ ...cluster, clusterServiceVersions: cluster.clusterServiceVersions.toReversed() });
  const losing = csvs.map((one) => ({ ...one, csv: { ...one.csv, phase: one.verdict.phase === 'Succeeded' ? 'Failed' : 'Succeeded' } }));
  expect(losing.map((one) => asItStands(one, losing, cluster).certainty)).toEqual(losing.map(({ certainty }) => certainty));
});
