/** What the table says of a kind decides what a permission to write it is: one that is no milder than a change of its objects. */
import { describe, expect, it } from 'vitest';
import { ROWS } from '../../../../src/base/tools/kinds.js';
import type { KindRow } from '../../../../src/base/tools/tool.js';
import { RISK_RULES } from '../../../../src/review/rules/index.js';
import { namespace } from '../../../support/build.js';
import { bind, role, rule } from '../../../support/rbac-in-short.js';
import { accessTo } from '../../../support/states.js';

/** The errors and warnings about somebody who has a verb on a resource in all namespaces, by id. */
function found(verb: string, { plural, group }: KindRow): string[] {
  const access = accessTo(
    namespace('op'),
    role('r', [rule(verb, plural === '*' ? 'whatever' : plural, group)]),
    bind('b', 'r', 'ServiceAccount op/manager'),
  );
  return RISK_RULES.flatMap(({ id, find }) => (find?.(access) ?? []).map(({ severity }) => ({ id, severity })))
    .filter(({ severity }) => severity !== 'info')
    .map(({ severity, id }) => `${severity} ${id}`);
}

const named = ROWS.filter(({ kind }) => kind !== '*');
const title = ({ kind, group }: KindRow): string => `${kind}.${group}`;
const cases = (rows: readonly KindRow[]): [string, KindRow][] => rows.map((row) => [title(row), row]);

describe('writing what applies manifests from elsewhere', () => {
  const applying = named.filter(({ applies }) => applies);

  it('is looked for of all of these kinds', () => {
    expect(applying).toHaveLength(57);
  });

  it.each(cases(applying))('%s is an error', (_, row) => {
    expect(found('create', row)).toEqual(['error gitops-write']);
    expect(found('patch', row)).toEqual(['error gitops-write']);
  });
});

describe('writing what has other objects in it, or names them', () => {
  const carrying = named.filter(({ carries, configMaps, deploys }) => (carries || configMaps) && deploys !== false);

  it.each(cases(carrying))('%s is an error', (_, row) => {
    expect(found('create', row)).toEqual(['error gitops-write']);
  });

  it('is a warning for a Template, of which objects are made by whoever asks for it', () => {
    const template = named.find(({ kind }) => kind === 'Template') as KindRow;
    expect(found('create', template)).toEqual(['warning unknown-permission']);
  });
});

describe('writing what makes Pods', () => {
  it.each(cases(named.filter(({ runs }) => runs)))('%s is an error', (_, row) => {
    expect(found('create', row)).toEqual(['error workload-create']);
  });

  it('counts Rollouts, pools of machines, and what listens for events', () => {
    const kinds = named.filter(({ runs }) => runs).map(title);
    expect(kinds).toEqual(expect.arrayContaining(['Rollout.argoproj.io', 'VirtualMachinePool.pool.kubevirt.io', 'Sensor.argoproj.io']));
  });
});

describe('writing what decides something', () => {
  // Of a group that has policies, another rule knows the kinds by name; one that comes later is not known.
  const policies = new Set(ROWS.flatMap(({ group, isPolicy }) => (isPolicy ? [group] : [])));
  const deciding = ROWS.filter(({ setting, kind, group }) => setting !== undefined && !(kind === '*' && policies.has(group)));

  it.each(cases(deciding.filter(({ setting }) => setting?.changed === 'error')))('%s is an error, as a change of it is', (_, row) => {
    expect(found('create', row).map((text) => text.split(' ')[0])).toContain('error');
  });

  it.each(cases(deciding.filter(({ setting }) => setting?.changed === 'warning')))('%s is told, as a change of it is', (_, row) => {
    expect(found('create', row)).not.toEqual([]);
  });

  it.each(cases(deciding.filter(({ setting }) => setting?.gone === 'error')))('%s: deleting one is told, too', (_, row) => {
    expect(found('delete', row)).not.toEqual([]);
  });
});
