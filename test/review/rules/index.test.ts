import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { SEVERITIES } from '../../../src/olm/model/finding.js';
import { RISK_RULES, riskFinders } from '../../../src/review/rules/index.js';
import { csv, group, namespace } from '../../support/build.js';
import { asking } from '../../support/permissions.js';
import { bind, role, rule } from '../../support/rbac-in-short.js';
import { runs } from '../../support/runs.js';
import { stateOf } from '../../support/states.js';

const { risksOf, changeRisks } = riskFinders();

const RULES = [rule('get list', 'secrets'), rule('create', 'pods'), rule('*', 'clusterroles', 'rbac.authorization.k8s.io')];

/** A cluster with many risks. */
const CLUSTER: readonly KubernetesObject[] = [
  namespace('op'),
  namespace('a', { tenant: 'a' }),
  namespace('b', { tenant: 'a' }),
  group('op/g', { selector: { matchLabels: { tenant: 'a' } } }),
  csv('op/etcd.v1', {
    owns: ['Etcd.v1.example.com'],
    ...asking({
      permissions: [{ serviceAccountName: 'manager', rules: RULES }],
      clusterPermissions: [{ serviceAccountName: 'default', rules: [...RULES, rule('watch', 'etcds', 'example.com')] }],
    }),
  }),
  role('reader', RULES, { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' }),
  role('a/reader', RULES),
  bind('readers', 'reader', 'Group devs', 'Group system:authenticated'),
  bind('a/reader', 'Role/reader', 'User eve'),
  bind('op/devs', 'edit', 'User eve'),
];

describe('the list of risk rules', () => {
  it('has every rule once', () => {
    const ids = RISK_RULES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(RISK_RULES.map(({ id }) => id))('has a test for each: %s', (id) => {
    const tests = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).map((path) => basename(path));
    expect(tests).toContain(`${id}.test.ts`);
  });

  it.each(RISK_RULES)('has a rule that looks at a state or at a change: $id', ({ find, compare }) => {
    expect([find, compare].filter(Boolean)).toHaveLength(1);
  });
});

describe('the risks of a state', () => {
  it('say what their rule says, and nothing worse', () => {
    const risks = risksOf(stateOf(...CLUSTER));
    const known = new Map(RISK_RULES.map((each) => [each.id, each]));
    const ids = new Set(risks.map(({ id }) => id));
    expect([...ids]).toEqual(RISK_RULES.map(({ id }) => id).filter((id) => ids.has(id)));
    expect(ids.size).toBeGreaterThan(8);
    for (const { id, references, severity } of risks) {
      expect(references).toEqual(known.get(id)?.references);
      expect(SEVERITIES.indexOf(severity)).toBeGreaterThanOrEqual(SEVERITIES.indexOf(known.get(id)?.severity ?? 'error'));
    }
  });

  it('have fingerprints of their own', () => {
    const fingerprints = risksOf(stateOf(...CLUSTER)).map(({ fingerprint }) => fingerprint);
    expect(new Set(fingerprints).size).toBe(fingerprints.length);
  });

  it('do not depend on the order of the objects', () => {
    const expected = risksOf(stateOf(...CLUSTER));
    fc.assert(
      fc.property(fc.shuffledSubarray([...CLUSTER], { minLength: CLUSTER.length }), (shuffled) => {
        expect(risksOf(stateOf(...shuffled))).toEqual(expected);
      }),
      runs(10),
    );
  });

  it('keep their fingerprints when rules are reordered and CSVs upgraded', () => {
    const fingerprints = (objects: readonly KubernetesObject[]) =>
      risksOf(stateOf(...objects))
        .map(({ fingerprint }) => fingerprint)
        .sort();
    const changed = CLUSTER.map((object): KubernetesObject => {
      if (object.kind !== 'ClusterServiceVersion')
        return object.rules ? { ...object, rules: (object.rules as unknown[]).toReversed() } : object;
      const text = JSON.stringify(object).replaceAll('etcd.v1', 'etcd.v2');
      return JSON.parse(text) as KubernetesObject;
    });
    expect(fingerprints(changed)).toEqual(fingerprints(CLUSTER));
  });

  it('are one for an operator with Roles in many namespaces', () => {
    const teams = Array.from({ length: 200 }, (_, index) => namespace(`team-${String(index).padStart(3, '0')}`, { tenant: 'a' }));
    const permissions = [{ serviceAccountName: 'manager', rules: [rule('get', 'secrets')] }];
    const state = stateOf(
      namespace('op'),
      ...teams,
      group('op/g', { selector: { matchLabels: { tenant: 'a' } } }),
      csv('op/etcd.v1', asking({ permissions })),
    );
    expect(risksOf(state).map(({ id, message }) => `${id}: ${message}`)).toEqual([
      'secrets-read: ServiceAccount op/manager can get secrets in op, team-000, team-001 and 198 more namespaces',
      'selector-targets: OperatorGroup op/g targets namespaces by tenant=a, so anyone who can label namespaces can widen it',
    ]);
  });

  it('are none in an empty cluster, nor in one with an operator that asks for little', () => {
    expect(risksOf(stateOf())).toEqual([]);
    const permissions = [
      { serviceAccountName: 'manager', rules: [rule('get list watch', 'pods services'), rule('*', 'etcds', 'example.com')] },
    ];
    const clusterPermissions = [{ serviceAccountName: 'manager', rules: [rule('create', 'tokenreviews', 'authentication.k8s.io')] }];
    const operator = csv('op/etcd.v1', { owns: ['Etcd.v1.example.com'], ...asking({ permissions, clusterPermissions }) });
    expect(risksOf(stateOf(namespace('op'), namespace('a'), group('op/g', { targets: ['a'] }), operator))).toEqual([]);
  });
});

describe('the risks of a change', () => {
  it('are those that neither state has by itself', () => {
    const at = (targets?: readonly string[]) => stateOf(namespace('op'), namespace('a'), group('op/g', targets ? { targets } : {}));
    expect(changeRisks(at(['a']), at()).map(({ id }) => id)).toEqual(['group-widened']);
    expect(changeRisks(at(), at())).toEqual([]);
  });
});
