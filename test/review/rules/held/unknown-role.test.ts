import { describe, expect, it } from 'vitest';
import { review } from '../../../../src/review/compare/compare.js';
import { reported } from '../../../../src/review/compare/review.js';
import { unknownRole } from '../../../../src/review/rules/held/uncertain-roles.js';
import { namespace } from '../../../support/build.js';
import { said } from '../../../support/held-rule.js';
import { bind, role } from '../../../support/rbac-in-short.js';
import { accessTo, stateOf } from '../../../support/states.js';

describe('unknown-role', () => {
  it('tells of a binding to a role that is neither in the input nor a default', () => {
    expect(said(unknownRole, namespace('op'), bind('b', 'made-by-helm', 'ServiceAccount op/ci', 'User ann'))).toEqual([
      'warning: ServiceAccount op/ci is bound to ClusterRole made-by-helm in all namespaces, which is neither in the input nor a default role: what it can do is not known',
      'warning: User ann is bound to ClusterRole made-by-helm in all namespaces, which is neither in the input nor a default role: what it can do is not known',
    ]);
    expect(said(unknownRole, namespace('op'), bind('op/b', 'made-by-helm', 'User ann'))).toEqual([
      'warning: User ann is bound to ClusterRole made-by-helm in op, which is neither in the input nor a default role: what it can do is not known',
    ]);
  });

  it('tells of a binding to a role that aggregates what is neither', () => {
    const aggregating = (label: string) => ({
      ...role('mine', []),
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [label]: 'true' } }, { matchLabels: { known: 'true' } }] },
    });
    const known = role('known', [], { known: 'true' });
    const binding = bind('b', 'mine', 'User ann');
    expect(said(unknownRole, aggregating('rbac.example.com/aggregate'), known, binding)).toEqual([
      'warning: User ann is bound to ClusterRole mine in all namespaces, which aggregates roles that are not in the input: what it can do is not known',
    ]);
    expect(said(unknownRole, aggregating('rbac.authorization.k8s.io/aggregate-to-view'), known, binding)).toEqual([]);
    const ofGroup = aggregating('olm.opgroup.permissions/aggregate-to-admin');
    const made = { ...ofGroup, metadata: { ...ofGroup.metadata, labels: { 'olm.owner.kind': 'OperatorGroup' } } };
    expect(said(unknownRole, made, known, binding), 'a role that OLM makes before any API is provided').toEqual([]);
  });

  it('names of several namespaces those that lack the role', () => {
    const bindings = ['op', 'team', 'shop'].map((namespace) => bind(`${namespace}/b`, 'Role/reader', 'User ann'));
    expect(said(unknownRole, role('op/reader', []), ...bindings)).toEqual([
      'warning: User ann is bound to Role reader in shop and team, which is neither in the input nor a default role: what it can do is not known',
    ]);
  });

  it('takes a selector for that of OLM only if it has nothing else in it', () => {
    const ofOlm = { 'olm.opgroup.permissions/aggregate-to-admin': 'true' };
    const told = (selector: object): number => {
      const labelled = role('mine', [], { 'olm.owner.kind': 'OperatorGroup' });
      const aggregating = { ...labelled, aggregationRule: { clusterRoleSelectors: [selector] } };
      return said(unknownRole, aggregating, bind('b', 'mine', 'User ann')).length;
    };
    expect(told({ matchLabels: ofOlm })).toBe(0);
    expect(told({ matchLabels: { ...ofOlm, 'rbac.example.com/aggregate': 'true' } })).toBe(1);
    expect(told({ matchLabels: ofOlm, matchExpressions: [{ key: 'rbac.example.com/aggregate', operator: 'Exists' }] })).toBe(1);
  });

  it('says how a default role of OpenShift becomes known', () => {
    const fixOf = (name: string) => unknownRole.find?.(accessTo(namespace('op'), bind('op/b', name, 'User ann'))).map(({ fix }) => fix);
    expect(fixOf('system:image-puller')).toEqual([
      "give --platform openshift if the role is OpenShift's own, add ClusterRole system:image-puller to the input, as it is on the cluster, or remove RoleBinding b",
    ]);
    expect(fixOf('made-by-helm')).toEqual(['add ClusterRole made-by-helm to the input, as it is on the cluster, or remove RoleBinding b']);
  });

  it('says nothing of roles that are known', () => {
    expect(said(unknownRole, role('mine', []), bind('a', 'mine', 'User ann'), bind('b', 'system:node', 'User ann'))).toEqual([]);
  });

  it('is an error when a change adds it', () => {
    const [base, head] = [stateOf(namespace('op')), stateOf(namespace('op'), bind('b', 'made-by-helm', 'User ann'))];
    expect(reported(review(base, head), 'new', 'risk')).toMatchObject([{ id: 'unknown-role', severity: 'error' }]);
    expect(reported(review(head, head), 'new', 'risk')).toEqual([]);
    expect(reported(review(head, head), 'unchanged', 'risk')).toMatchObject([{ id: 'unknown-role', severity: 'warning' }]);
  });
});
