import { describe, expect, it } from 'vitest';
import { apiServiceAdoption } from '../../../src/olm/rules/api-services.js';
import type { Verdict } from '../../../src/olm/rules/verdict.js';
import { apiService, clusterOf, csv } from '../../support/build.js';
import { runRule } from '../../support/run-rule.js';

const WIDGET = 'Widget.v1.widgets.example.com';
const NAME = 'v1.widgets.example.com';

const cannotAdopt = (owners: Verdict['because']): Verdict => ({
  phase: 'Failed',
  reason: 'OwnerConflict',
  message: 'unable to adopt APIService',
  because: [{ kind: 'APIService', name: NAME }, ...owners],
});
const ownedBy = (namespace: string, name: string) => [{ kind: 'ClusterServiceVersion', namespace, name }];

describe('an APIService that stands in the cluster', () => {
  const owner = { 'olm.owner.kind': 'ClusterServiceVersion', 'olm.owner.namespace': 'op', 'olm.owner': 'operator' };

  it.each<[string, Record<string, string>]>([
    ["carries OLM's labels for the CSV", owner],
    ["carries OLM's labels for the CSV that it replaces", { ...owner, 'olm.owner': 'predecessor' }],
  ])('is adopted when it %s', (_, labels) => {
    const operator = csv('op/operator', { ownsApiServices: [WIDGET], spec: { replaces: 'predecessor' } });
    expect(runRule(apiServiceAdoption, clusterOf(apiService(NAME, labels), operator))).toEqual({});
  });

  it.each<[string, Record<string, string>, Verdict['because']]>([
    ['has no labels', {}, []],
    ['belongs to another CSV', { ...owner, 'olm.owner': 'another' }, ownedBy('op', 'another')],
    ['belongs to a CSV of another namespace', { ...owner, 'olm.owner.namespace': 'elsewhere' }, ownedBy('elsewhere', 'operator')],
    ['belongs to another kind', { ...owner, 'olm.owner.kind': 'OperatorGroup' }, []],
  ])('fails the CSV that owns it, and names the other owner, when it %s', (_, labels, owners) => {
    const operator = csv('op/operator', { ownsApiServices: [WIDGET] });
    const expected = { 'op/operator': { verdict: cannotAdopt(owners) } };
    expect(runRule(apiServiceAdoption, clusterOf(apiService(NAME, labels), operator))).toEqual(expected);
  });

  it('does not matter to CSVs that do not own it', () => {
    const cluster = clusterOf(apiService(NAME), csv('op/operator', { requiresApiServices: [WIDGET] }));
    expect(runRule(apiServiceAdoption, cluster)).toEqual({});
  });
});
