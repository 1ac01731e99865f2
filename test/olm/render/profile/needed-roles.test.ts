import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { placeNeededRoles } from '../../../../src/olm/render/profile/needed-roles.js';
import { csv, group, namespace } from '../../../support/build.js';
import { asking, type Permission, READ_PODS } from '../../../support/permissions.js';
import { contextOf, OLM } from '../../../support/render.js';

const SECRETS = { apiGroups: [''], resources: ['secrets'], verbs: ['get'] };
const team = [namespace('t1'), namespace('t2'), group('op/group', { targets: ['t1', 't2'] })];

/** Where the Roles of each CSV go, by the CSV's name. */
function placed(...objects: readonly KubernetesObject[]): Record<string, unknown> {
  const placements = placeNeededRoles({ ...contextOf(...objects), conventions: OLM });
  return Object.fromEntries(
    [...placements].map(
      ([
        {
          csv: { name },
        },
        placement,
      ]) => [name, placement],
    ),
  );
}

const pods = (serviceAccountName = 'sa', ...rules: unknown[]): Permission => ({ serviceAccountName, rules: [READ_PODS, ...rules] });

const RBAC = 'rbac.authorization.k8s.io';
const bound = (namespaceOfBinding: string | undefined, rules: readonly unknown[], account = 'sa'): KubernetesObject[] => {
  const kind = namespaceOfBinding === undefined ? 'ClusterRole' : 'Role';
  const metadata = { name: 'given', ...(namespaceOfBinding === undefined ? {} : { namespace: namespaceOfBinding }) };
  return [
    { apiVersion: `${RBAC}/v1`, kind, metadata, rules },
    {
      apiVersion: `${RBAC}/v1`,
      kind: `${kind}Binding`,
      metadata,
      roleRef: { apiGroup: RBAC, kind, name: 'given' },
      subjects: [{ kind: 'ServiceAccount', name: account, namespace: 'op' }],
    },
  ];
};

describe('the Roles of an operator whose group has targets', () => {
  it('go to every target namespace but its own', () => {
    const targets = group('op/group', { targets: ['op', 't1'] });
    expect(placed(namespace('t1'), namespace('t2'), targets, csv('op/foo', asking({ permissions: [pods()] })))).toEqual({
      foo: { copiedTo: ['t1'], lifted: false },
    });
  });

  it('may or may not go where they are wanted if a target has an original of the same name: there, a copy can have come first', () => {
    const targets = group('op/group', { targets: ['op', 't1', 't2'] });
    const own = csv('t2/foo');
    expect(placed(namespace('t1'), namespace('t2'), targets, own, csv('op/foo', asking({ permissions: [pods()] })))).toEqual({
      foo: { copiedTo: ['t1', 't2'], lifted: false, isUncertain: true },
    });
  });

  it('may or may not go to the others where a target does not exist: OLM stops there, in random order', () => {
    const targets = group('op/group', { targets: ['op', 't1', 'missing'] });
    expect(placed(namespace('t1'), targets, csv('op/foo', asking({ permissions: [pods()] })))).toEqual({
      foo: { copiedTo: ['t1'], lifted: false, isUncertain: true },
    });
  });

  it('go nowhere where clusterPermissions give the same rights', () => {
    expect(placed(...team, csv('op/foo', asking({ permissions: [pods()], clusterPermissions: [pods()] })))).toEqual({
      foo: { copiedTo: [], lifted: false },
    });
  });

  it('all go where clusterPermissions give only some of the rights', () => {
    const fields = asking({ permissions: [pods('sa', SECRETS)], clusterPermissions: [pods()] });
    expect(placed(...team, csv('op/foo', fields))).toEqual({ foo: { copiedTo: ['t1', 't2'], lifted: false } });
  });

  it('go nowhere where a cluster-wide binding of the input gives the rights', () => {
    const all = { apiGroups: ['*'], resources: ['*'], verbs: ['*'] };
    expect(placed(...team, ...bound(undefined, [all]), csv('op/foo', asking({ permissions: [pods()] })))).toEqual({
      foo: { copiedTo: [], lifted: false },
    });
  });

  it('pass over the one namespace where a binding of the input gives the rights', () => {
    expect(placed(...team, ...bound('t1', [READ_PODS]), csv('op/foo', asking({ permissions: [pods()] })))).toEqual({
      foo: { copiedTo: ['t2'], lifted: false },
    });
  });

  it('do not pass over it where the binding is for another account, or gives less', () => {
    const operator = csv('op/foo', asking({ permissions: [pods()] }));
    for (const given of [bound('t1', [READ_PODS], 'other'), bound('t1', [{ ...READ_PODS, verbs: ['get'] }])]) {
      expect(placed(...team, ...given, operator)).toEqual({ foo: { copiedTo: ['t1', 't2'], lifted: false } });
    }
  });

  it('do not pass over it for the groups that every account is in, which OLM does not ask about', () => {
    const [role, binding] = bound('t1', [READ_PODS]) as [KubernetesObject, KubernetesObject];
    const everyone = { ...binding, subjects: [{ kind: 'Group', apiGroup: RBAC, name: 'system:serviceaccounts' }] };
    expect(placed(...team, role, everyone, csv('op/foo', asking({ permissions: [pods()] })))).toEqual({
      foo: { copiedTo: ['t1', 't2'], lifted: false },
    });
  });

  it('go nowhere where there is nothing to be allowed', () => {
    expect(placed(...team, csv('op/foo', asking({ permissions: [{ serviceAccountName: 'sa', rules: [] }] })))).toEqual({
      foo: { copiedTo: [], lifted: false },
    });
  });

  it('of the later of two operators with the same account and rights go nowhere', () => {
    const fields = asking({ permissions: [pods()] });
    expect(
      placed(
        ...team,
        csv('op/one', { ...fields, created: '2026-01-01T00:00:00Z' }),
        csv('op/two', { ...fields, created: '2026-01-02T00:00:00Z' }),
      ),
    ).toEqual({
      one: { copiedTo: ['t1', 't2'], lifted: false },
      two: { copiedTo: [], lifted: false },
    });
  });

  it('go nowhere for a CSV that is not copied', () => {
    const failed = csv('op/foo', { ...asking({ permissions: [pods()] }), modes: ['OwnNamespace'] });
    expect(placed(...team, failed)).toEqual({});
  });
});

describe('the Roles of an operator in a global group', () => {
  const global = group('op/group');

  it('are lifted', () => {
    expect(placed(namespace('t1'), global, csv('op/foo', asking({ permissions: [pods()] })))).toEqual({
      foo: { copiedTo: [], lifted: true },
    });
  });

  it('are not lifted where clusterPermissions give the same rights', () => {
    expect(placed(global, csv('op/foo', asking({ permissions: [pods()], clusterPermissions: [pods()] })))).toEqual({
      foo: { copiedTo: [], lifted: false },
    });
  });

  it('are lifted for a failed CSV too', () => {
    const failed = csv('op/foo', { ...asking({ permissions: [pods()] }), modes: ['OwnNamespace'] });
    expect(placed(global, failed)).toEqual({ foo: { copiedTo: [], lifted: true } });
  });

  it('are not lifted for a CSV that OLM takes for a copy', () => {
    const copy = csv('op/foo', { ...asking({ permissions: [pods()] }), annotations: { 'olm.operatorNamespace': 'elsewhere' } });
    expect(placed(global, copy)).toEqual({ foo: { copiedTo: [], lifted: false } });
  });

  it('can satisfy another operator that shares the account', () => {
    const fields = asking({ permissions: [pods()] });
    const [one, two] = ['01', '02'].map((day, index) =>
      csv(`op/${index ? 'two' : 'one'}`, { ...fields, created: `2026-01-${day}T00:00:00Z` }),
    );
    expect(placed(global, one as KubernetesObject, two as KubernetesObject)).toEqual({
      one: { copiedTo: [], lifted: true },
      two: { copiedTo: [], lifted: false },
    });
  });
});

describe('an operator', () => {
  it('whose rules Kubernetes would refuse gets nothing outside its namespace', () => {
    const invalid = csv(
      'op/foo',
      asking({ permissions: [pods('sa', { apiGroups: [''], resources: ['pods'], nonResourceURLs: ['/x'], verbs: ['get'] })] }),
    );
    expect(placed(...team, invalid)).toEqual({});
  });

  it('that asks for no permissions has nothing to place', () => {
    expect(placed(...team, csv('op/foo', asking({ clusterPermissions: [pods()] })))).toEqual({});
  });

  it('whose group matches no namespace gets nothing', () => {
    const nothing = group('op/group', { selector: { matchLabels: { a: 'b' } } });
    expect(placed(nothing, csv('op/foo', asking({ permissions: [pods()] })))).toEqual({});
  });
});
