import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { rulesBesideAggregation } from '../../../../src/review/rules/held/uncertain-roles.js';
import { namespace } from '../../../support/build.js';
import { role, rule } from '../../../support/rbac-in-short.js';
import { accessTo } from '../../../support/states.js';

const told = (...objects: readonly KubernetesObject[]) =>
  rulesBesideAggregation.find?.(accessTo(namespace('op'), ...objects)).map(({ severity, message, permissions }) => ({
    told: `${severity}: ${message}`,
    permissions,
  }));

const aggregating = (...rules: ReturnType<typeof rule>[]): KubernetesObject => ({
  ...role('agg', rules),
  aggregationRule: { clusterRoleSelectors: [{ matchLabels: { l: 'q' } }] },
});
const SOURCE: KubernetesObject = { ...role('source', [rule('*', 'configmaps')]), metadata: { name: 'source', labels: { l: 'q' } } };

describe('rules-beside-aggregation', () => {
  it('tells of rules that hold until Kubernetes replaces them', () => {
    expect(told(SOURCE, aggregating(rule('*', '*', '*')))).toEqual([
      {
        told: 'error: ClusterRole agg has rules of its own in addition to its aggregationRule, and lets anyone bound to it do everything until Kubernetes replaces them',
        permissions: ['* *.*'],
      },
    ]);
    expect(told(SOURCE, aggregating(rule('get', 'pods/log')))).toEqual([
      {
        told: 'warning: ClusterRole agg has rules of its own in addition to its aggregationRule, and lets anyone bound to it get pods/log until Kubernetes replaces them',
        permissions: ['get pods/log'],
      },
    ]);
  });

  it('says nothing of a role as a cluster has filled it', () => {
    expect(told(SOURCE, aggregating(rule('get', 'configmaps')))).toEqual([]);
    expect(told(SOURCE, aggregating())).toEqual([]);
    expect(told(SOURCE)).toEqual([]);
  });
});
