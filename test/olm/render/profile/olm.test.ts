import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import type { ProvidedApi } from '../../../../src/olm/model/cluster-service-version.js';
import { groupClusterRoles } from '../../../../src/olm/render/operator-groups.js';
import type { GroupRole } from '../../../../src/olm/render/profile/group-roles.js';
import { hasInstalled, isCopied } from '../../../../src/olm/render/profile/olm.js';
import type { ResolvedCsv, ResolvedGroup } from '../../../../src/olm/rules/resolution.js';
import { type CsvFields, csv, group } from '../../../support/build.js';
import { table } from '../../../support/golden.js';
import { contextOf, OLM } from '../../../support/render.js';

const crdApi: ProvidedApi = { group: 'example.com', version: 'v1', kind: 'Foo', plural: 'foos', crdName: 'foos.example.com' };
const apiServiceApi: ProvidedApi = { group: 'widgets.example.com', version: 'v1alpha1', kind: 'Widget', plural: 'widgets' };
const [first] = contextOf(group('b/first')).resolution.groups as [ResolvedGroup];
const FOO_HASH = 'd2b708116f971c41';
const BAR_HASH = '48e3a6c8be5f9ca';

interface GroupRoleName {
  readonly kind: 'groupRoleName';
  readonly in: { readonly namespace: string; readonly name: string; readonly role: GroupRole };
  readonly want: { readonly suffix: string; readonly length: number };
}

describe('group ClusterRole name', () => {
  const cases = table<readonly (GroupRoleName | { readonly kind: 'other' })[]>('olm-names').filter(
    (entry): entry is GroupRoleName => entry.kind === 'groupRoleName',
  );

  it.each(cases)('of $in.role for $in.namespace/$in.name ends with $want.suffix', ({ in: { namespace, name, role }, want }) => {
    const made = OLM.groupRole({ namespace, name }, role);
    const kept = want.length - `olm.og..${role}-${want.suffix}`.length;
    expect(made).toBe(`olm.og.${name.slice(0, kept)}.${role}-${want.suffix}`);
    expect(made).toHaveLength(want.length);
  });
});

describe('aggregation label', () => {
  it('has the hash of the API and the role in its key', () => {
    expect(OLM.apiRoleLabels(crdApi, 'edit', first)).toEqual({ [`olm.opgroup.permissions/aggregate-to-${FOO_HASH}-edit`]: 'true' });
  });

  it('is asked for by one selector an API, sorted, whatever their order', () => {
    const selectors = [BAR_HASH, FOO_HASH].map((hash) => ({ [`olm.opgroup.permissions/aggregate-to-${hash}-view`]: 'true' }));
    expect(OLM.groupRoleSelectors(first, 'view', new Set(['Foo.v1.example.com', 'Bar.v1.example.com']))).toEqual(selectors);
    expect(OLM.groupRoleSelectors(first, 'view', new Set(['Bar.v1.example.com', 'Foo.v1.example.com']))).toEqual(selectors);
  });

  it('is asked for by nothing where there is no API, and there is no aggregationRule', () => {
    expect(OLM.groupRoleSelectors(first, 'view', new Set())).toEqual([]);
    const roles = groupClusterRoles({ ...contextOf(group('op/g')), conventions: OLM });
    expect(roles.map(({ object }) => 'aggregationRule' in object)).toEqual([false, false, false]);
  });
});

describe('per-API ClusterRole name', () => {
  const roleNames = (api: ProvidedApi): string[] =>
    (['admin', 'edit', 'view', 'view-crd'] as const).map((access) => OLM.apiRole(api, access, first, [first]));

  it('is <CRD>-<version>-<access> for a CRD, with crdview in one word', () => {
    expect(roleNames(crdApi)).toEqual([
      'foos.example.com-v1-admin',
      'foos.example.com-v1-edit',
      'foos.example.com-v1-view',
      'foos.example.com-v1-crdview',
    ]);
  });

  it('does not name the API group for an APIService', () => {
    expect(roleNames(apiServiceApi).slice(0, 3)).toEqual(['widgets-v1alpha1-admin', 'widgets-v1alpha1-edit', 'widgets-v1alpha1-view']);
  });

  it('is the same for every group that provides the API', () => {
    const [second] = contextOf(group('c/second')).resolution.groups as [ResolvedGroup];
    expect(OLM.apiRole(crdApi, 'edit', second, [first, second])).toBe('foos.example.com-v1-edit');
  });
});

it('the group is annotated under the one name of its namespace that OLM reads', () => {
  expect(OLM.groupAnnotations(first)).toEqual({ 'olm.operatorGroup': 'first', 'olm.operatorNamespace': 'b' });
});

describe('what a CSV gets by its verdict', () => {
  const foo: CsvFields = { owns: ['Foo.v1.example.com'] };
  const first = (...objects: KubernetesObject[]): ResolvedCsv => contextOf(...objects).resolution.csvs[0] as ResolvedCsv;

  it.each([
    ['succeeds', first(group('op/g'), csv('op/foo', foo)), { apiRoles: true, copied: true }],
    [
      'waits for its requirements',
      first(group('op/g'), csv('op/foo', { ...foo, requires: ['Missing.v1.example.com'] })),
      { apiRoles: false, copied: true },
    ],
    ['has an unknown strategy', first(group('op/g'), csv('op/foo', { ...foo, strategy: 'helm' })), { apiRoles: false, copied: true }],
    [
      'supports other targets',
      first(group('op/g'), csv('op/foo', { ...foo, modes: ['OwnNamespace'] })),
      { apiRoles: false, copied: false },
    ],
    ['has no group', first(csv('op/foo', foo)), { apiRoles: false, copied: false }],
    ['has two groups', first(group('op/g'), group('op/h'), csv('op/foo', foo)), { apiRoles: false, copied: false }],
    ['is never synced', first(group('op/g', { targets: [''] }), csv('op/foo', foo)), { apiRoles: false, copied: false }],
  ])('API roles only when it succeeded, copies unless OLM cannot copy the reason: a CSV that %s', (_, resolved, expected) => {
    expect({ apiRoles: hasInstalled(resolved), copied: isCopied(resolved) }).toEqual(expected);
  });
});
