import { describe, expect, it } from 'vitest';
import { csv, group, namespace } from '../../support/build.js';
import { BAR, FOO, failure, findings, groupRef } from '../../support/findings.js';

describe('the message about a conflict', () => {
  const reserved = group('rival/group', { targets: ['op', 'team'], isStatic: true, provides: `${FOO},${BAR}` });

  it('inter-operator-group-owner-conflict names who provides what, and where the groups meet', () => {
    expect(findings(namespace('team'), reserved, group('op/group', { targets: ['team'] }), csv('op/operator', { owns: [FOO] }))).toEqual([
      failure({
        id: 'inter-operator-group-owner-conflict',
        message: `OperatorGroup rival/group already provides ${FOO} in op and team; groups that share a namespace cannot provide the same API`,
        fix: 'keep the operator in one of the groups, or give the groups target namespaces that do not overlap (the namespaces of the groups count, too)',
        related: [groupRef('rival', 'group')],
      }),
    ]);
  });

  it('inter-operator-group-owner-conflict names every holder', () => {
    const other = group('other/group', { isStatic: true, provides: BAR });
    const found = findings(namespace('team'), reserved, other, group('op/group'), csv('op/operator', { owns: [FOO, BAR] }));
    expect(found).toEqual([
      failure({
        id: 'inter-operator-group-owner-conflict',
        message: `OperatorGroup other/group already provides ${BAR} in all namespaces and OperatorGroup rival/group already provides ${FOO} and ${BAR} in op, rival and team; groups that share a namespace cannot provide the same API`,
        fix: 'keep the operator in one of the groups, or give the groups target namespaces that do not overlap (the namespaces of the groups count, too)',
        related: [groupRef('other', 'group'), groupRef('rival', 'group')],
      }),
    ]);
  });
});
