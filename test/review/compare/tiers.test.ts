import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import type { PolicyRule } from '../../../src/base/kubernetes/policy-rule.js';
import { review } from '../../../src/review/compare/compare.js';
import { toDecide } from '../../../src/review/compare/review.js';
import { RISK_RULES } from '../../../src/review/rules/index.js';
import { tierOf } from '../../../src/review/rules/tiers.js';
import { namespace } from '../../support/build.js';
import { cli, manifests } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';
import { bind, role, rule } from '../../support/rbac-in-short.js';
import { stateOf } from '../../support/states.js';

const everywhere = (...rules: readonly PolicyRule[]): KubernetesObject[] => [
  namespace('op'),
  role('r', rules),
  bind('b', 'r', 'ServiceAccount op/manager'),
];
const somewhere = (...rules: readonly PolicyRule[]): KubernetesObject[] => [
  namespace('op'),
  role('op/r', rules),
  bind('op/b', 'Role/r', 'ServiceAccount op/manager'),
];
const [READS, RUNS, GETS_IN] = [rule('get list', 'secrets'), rule('create', 'pods'), rule('create', 'pods/exec')];
const BINDS = rule('bind', 'clusterroles', 'rbac.authorization.k8s.io');
const told = (base: readonly KubernetesObject[], head: readonly KubernetesObject[]) =>
  toDecide(review(stateOf(...base), stateOf(...head)))
    .filter(({ tier }) => tier !== undefined)
    .map(({ id, severity, tier }) => `${severity} ${id}: ${tier}`);

describe('an account', () => {
  it('that enters a higher tier is an error', () => {
    expect(told(everywhere(), everywhere(READS))).toEqual(['error secrets-read: everywhere']);
    expect(told(somewhere(READS), everywhere(READS))).toEqual(['error secrets-read: everywhere']);
    expect(told(everywhere(READS), everywhere(READS, BINDS))).toEqual(['error role-escalation: escalates']);
  });

  it('that gets more of what it has is a warning', () => {
    expect(told(everywhere(READS), everywhere(READS, RUNS))).toEqual(['warning workload-create: everywhere']);
    expect(told(everywhere(RUNS), everywhere(RUNS, GETS_IN))).toEqual(['warning pod-access: everywhere']);
    expect(told(everywhere(BINDS), everywhere(BINDS, rule('impersonate', 'users')))).toEqual(['warning impersonation: escalates']);
    expect(told(everywhere(BINDS), everywhere(BINDS, READS))).toEqual(['warning secrets-read: everywhere']);
  });

  it('is another one than one of its name in another namespace', () => {
    const other = [namespace('other'), role('o', [READS]), bind('o', 'o', 'ServiceAccount other/manager')];
    expect(told([...everywhere(READS), ...other.slice(0, 1)], [...everywhere(READS), ...other])).toEqual([
      'error secrets-read: everywhere',
    ]);
  });
});

describe('a rule about held permissions that makes powerful', () => {
  it.each(RISK_RULES.filter(({ powers = [] }) => powers.some(({ leads }) => !leads)).map(({ id }) => id))('has a tier: %s', (id) => {
    expect(tierOf({ id, severity: 'error', permissions: [] })).toMatch(/^(?:everywhere|escalates)$/);
    expect(tierOf({ id, severity: 'warning', permissions: [] })).toBe('somewhere');
  });
});

describe('--fail-on grants-more', () => {
  const exitCode = (before: readonly PolicyRule[], after: readonly PolicyRule[], failOn: string) =>
    cli(['review', ...[before, after].map((rules) => folderOf({ 'all.yaml': manifests(...everywhere(...rules)) })), '--fail-on', failOn])
      .code;
  const VIEWS = rule('get', 'services');

  it('stops at every gain, and at nothing else', () => {
    expect(exitCode([], [VIEWS], 'error')).toBe(0);
    expect(exitCode([], [VIEWS], 'grants-more')).toBe(1);
    expect(exitCode([VIEWS], [], 'grants-more')).toBe(0);
  });

  it('stops at a gain of a tier, also of what had that tier before', () => {
    expect(exitCode([READS], [READS, RUNS], 'error')).toBe(0);
    expect(exitCode([READS], [READS, RUNS], 'grants-more=everywhere')).toBe(1);
    expect(exitCode([READS], [READS, RUNS], 'grants-more=escalates')).toBe(0);
    expect(exitCode([], [VIEWS], 'never,grants-more=somewhere')).toBe(0);
  });

  it('knows its tiers, and belongs to review', () => {
    expect(exitCode([], [], 'grants-more=all')).toBe(2);
    expect(cli(['check', folderOf({ 'all.yaml': manifests(...everywhere()) }), '--fail-on', 'grants-more'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('is an option of review'),
    });
  });
});
