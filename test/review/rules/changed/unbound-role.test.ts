import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { unboundRole } from '../../../../src/review/rules/changed/roles.js';
import { namespace } from '../../../support/build.js';
import { bind, role, rule } from '../../../support/rbac-in-short.js';
import { accessTo } from '../../../support/states.js';

const told = (before: readonly KubernetesObject[], after: readonly KubernetesObject[]) =>
  unboundRole
    .compare?.(accessTo(namespace('op'), ...before), accessTo(namespace('op'), ...after))
    .map(({ severity, message }) => `${severity}: ${message}`);

const EVERYTHING = role('lonely', [rule('*', '*', '*')]);
const SECRETS = role('lonely', [rule('list', 'secrets')]);
const LOGS = role('lonely', [rule('get', 'pods/log')]);

describe('unbound-role', () => {
  it('tells of a powerful role that nobody here is bound to, when it comes and when it grows', () => {
    expect(told([], [EVERYTHING])).toEqual([
      'error: ClusterRole lonely is new and lets anyone bound to it do everything; nobody in the input is',
    ]);
    expect(told([LOGS], [SECRETS])).toEqual([
      'warning: ClusterRole lonely is widened and lets anyone bound to it list secrets; nobody in the input is',
    ]);
  });

  it('names what one is widened by where that is not its power', () => {
    const both = role('lonely', [rule('list', 'secrets'), rule('get list', 'pods/log')]);
    expect(told([SECRETS], [both])).toEqual([
      'warning: ClusterRole lonely is widened by get and list pods/log, and lets anyone bound to it list secrets; nobody in the input is',
    ]);
  });

  it('says nothing of one that shrinks or gives little', () => {
    expect(told([EVERYTHING], [SECRETS])).toEqual([]);
    expect(told([], [LOGS])).toEqual([]);
  });

  it('counts a binding that names nobody for none', () => {
    expect(told([LOGS, bind('b', 'lonely')], [SECRETS, bind('b', 'lonely')])).toEqual([
      'warning: ClusterRole lonely is widened and lets anyone bound to it list secrets; nobody in the input is',
    ]);
  });

  it('leaves one that somebody is bound to, or that another one aggregates, to the permissions of these', () => {
    const aggregating = { ...role('all', []), aggregationRule: { clusterRoleSelectors: [{}] } };
    expect(told([], [EVERYTHING, bind('b', 'lonely', 'User ada')])).toEqual([]);
    expect(told([], [EVERYTHING, aggregating])).toEqual([]);
  });
});
