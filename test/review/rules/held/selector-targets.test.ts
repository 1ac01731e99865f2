import { describe, expect, it } from 'vitest';
import { selectorTargets } from '../../../../src/review/rules/held/selector-targets.js';
import { group, namespace } from '../../../support/build.js';
import { said } from '../../../support/held-rule.js';
import { bind, role, rule } from '../../../support/rbac-in-short.js';
import { accessTo } from '../../../support/states.js';
import { wayOf } from '../../../support/way.js';

const BY_LABEL = [
  namespace('op'),
  namespace('team', { tenant: 'a' }),
  group('op/group', {
    selector: { matchLabels: { tenant: 'a' }, matchExpressions: [{ key: 'env', operator: 'NotIn', values: ['test'] }] },
  }),
];

describe('selector-targets', () => {
  it('is a note where nobody is known who may label namespaces', () => {
    expect(selectorTargets.find?.(accessTo(...BY_LABEL))).toEqual([
      {
        severity: 'info',
        subject: { kind: 'OperatorGroup', namespace: 'op', name: 'group' },
        message:
          'OperatorGroup op/group targets namespaces by tenant=a and env NotIn (test), so anyone who can label namespaces can widen it',
        path: wayOf(
          'anyone who can label namespaces → label a Namespace so that tenant=a and env NotIn (test) matches → OperatorGroup op/group targets it → its operators get their permissions there',
        ),
        fix: 'list spec.targetNamespaces (now team), or select by kubernetes.io/metadata.name',
        place: { file: 'OperatorGroup/op/group/spec/selector' },
        identity: [],
      },
    ]);
  });

  it('is a warning that names them where the input lets somebody', () => {
    const objects = [role('labeller', [rule('get patch', 'namespaces')]), bind('b', 'labeller', 'User eve', 'ServiceAccount op/manager')];
    expect(said(selectorTargets, ...BY_LABEL, ...objects)).toEqual([
      'warning: OperatorGroup op/group targets namespaces by tenant=a and env NotIn (test), so ServiceAccount op/manager and User eve can widen it',
    ]);
  });

  it('says nothing of a list of namespaces, which takes precedence', () => {
    expect(said(selectorTargets, namespace('op'), group('op/group', { targets: ['op'], selector: { matchLabels: { a: 'b' } } }))).toEqual(
      [],
    );
  });

  it('says nothing of a global group', () => {
    expect(said(selectorTargets, namespace('op'), group('op/group', { selector: { matchLabels: {} } }), group('team/other'))).toEqual([]);
  });

  it('says nothing of the label that holds the name of a namespace', () => {
    const byName = { matchLabels: { 'kubernetes.io/metadata.name': 'team' } };
    expect(said(selectorTargets, namespace('op'), group('op/group', { selector: byName }))).toEqual([]);
  });

  it('tells of every namespace but named ones, which a new name gets around', () => {
    const notNamed = { matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'NotIn', values: ['kube-system'] }] };
    expect(said(selectorTargets, namespace('op'), group('op/group', { selector: notNamed }))).toHaveLength(1);
  });
});
