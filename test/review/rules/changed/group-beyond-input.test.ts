import { describe, expect, it } from 'vitest';
import { groupBeyondInput } from '../../../../src/review/rules/changed/wider-groups.js';
import { type GroupFields, group, namespace } from '../../../support/build.js';
import { accessTo } from '../../../support/states.js';

const NAME = 'kubernetes.io/metadata.name';
const access = (fields: GroupFields | undefined, ...more: readonly ReturnType<typeof namespace>[]) =>
  accessTo(namespace('op'), namespace('team', { tenant: 'a' }), ...more, ...(fields ? [group('op/g', fields)] : []));
const said = (before: GroupFields | undefined, after: GroupFields, ...more: readonly ReturnType<typeof namespace>[]) =>
  groupBeyondInput.compare?.(access(before, ...more), access(after, ...more)).map(({ severity, message }) => `${severity}: ${message}`);
const selecting = (key: string, operator: string, ...values: readonly string[]): GroupFields => ({
  selector: { matchExpressions: [{ key, operator, ...(values.length > 0 ? { values } : {}) }] },
});
const TENANT: GroupFields = { selector: { matchLabels: { tenant: 'a' } } };

describe('group-beyond-input', () => {
  it.each([
    ['names it', selecting(NAME, 'In', 'team', 'kube-system'), `${NAME} In (team, kube-system)`],
    ['takes any name', selecting(NAME, 'Exists'), `${NAME} Exists`],
    ['asks for no label', selecting('tenant', 'DoesNotExist'), 'tenant DoesNotExist'],
    ['refuses one label', selecting('tenant', 'NotIn', 'b'), 'tenant NotIn (b)'],
  ])('tells of a selector that takes kube-system: it %s', (_, fields, text) => {
    const end = 'kube-system, which the input does not declare, can be among them';
    expect(said(TENANT, fields)).toEqual([`error: OperatorGroup op/g now targets namespaces by ${text} instead of tenant=a: ${end}`]);
    expect(said(undefined, fields)).toEqual([`error: OperatorGroup op/g now targets namespaces by ${text}: ${end}`]);
  });

  it('tells of a selector that names another namespace that leads to the whole cluster', () => {
    expect(said(selecting(NAME, 'In', 'team'), selecting(NAME, 'In', 'team', 'flux-system'))).toEqual([
      `error: OperatorGroup op/g now targets namespaces by ${NAME} In (team, flux-system) instead of ${NAME} In (team): flux-system, which the input does not declare, can be among them`,
    ]);
  });

  it('tells of another selector, as namespaces outside of the input can have its labels', () => {
    expect(said(TENANT, { selector: { matchLabels: { tenant: 'b' } } })).toEqual([
      'warning: OperatorGroup op/g now targets namespaces by tenant=b instead of tenant=a: namespaces, which the input does not declare, can be among them',
    ]);
  });

  it('says nothing of what stays, of what is declared, and of a list beside a selector', () => {
    expect(said(TENANT, { selector: { matchExpressions: [], matchLabels: { tenant: 'a' } } })).toEqual([]);
    expect(said(selecting(NAME, 'In', 'a', 'b'), selecting(NAME, 'In', 'b', 'a'))).toEqual([]);
    expect(said(TENANT, TENANT)).toEqual([]);
    expect(said(undefined, TENANT)).toEqual([]);
    expect(said({ targets: ['team'] }, { targets: ['argocd'] }, namespace('argocd'))).toEqual([]);
    expect(said(undefined, selecting(NAME, 'Exists'), namespace('kube-system'))).toEqual([]);
    expect(said({ targets: ['team'] }, { targets: ['team'], ...selecting(NAME, 'Exists') })).toEqual([]);
    expect(said({ targets: ['argocd'] }, { targets: ['argocd', 'team'] })).toEqual([]);
  });

  it('tells of the targets of a group whose account is not in the input', () => {
    const scoped = { serviceAccountName: 'installer' };
    const end = 'its ServiceAccount installer is not in the input, so what its operators can do there is not known';
    expect(said({ ...scoped, targets: ['team'] }, scoped)).toEqual([
      `error: OperatorGroup op/g now targets all namespaces instead of team: ${end}`,
    ]);
    expect(said({ ...scoped, targets: ['team'] }, { ...scoped, targets: ['op', 'team'] })).toEqual([
      `warning: OperatorGroup op/g now targets op and team instead of team: ${end}`,
    ]);
    expect(said({ ...scoped, targets: ['team', 'op'] }, { ...scoped, targets: ['op', 'team'] })).toEqual([]);
  });
});
