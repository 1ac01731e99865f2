import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/olm/model/finding.js';
import { csv, group } from '../../support/build.js';
import { failure, findings, groupRef } from '../../support/findings.js';

describe('a namespace with several OperatorGroups', () => {
  it('too-many-operator-groups, and multiple-operator-groups once for the namespace', () => {
    const groups = [group('op/a', { targets: ['op'] }), group('op/b', { targets: ['op'] }), group('op/c', { targets: ['op'] })];
    const multiple: Finding = {
      id: 'multiple-operator-groups',
      severity: 'warning',
      subject: groupRef('op', 'a'),
      message: 'the namespace op contains the OperatorGroups a, b and c, and OLM fails every CSV in a namespace with more than one',
      fix: 'keep one of a, b and c',
      related: [groupRef('op', 'b'), groupRef('op', 'c')],
      verdict: false,
      references: [],
      fingerprint: expect.any(String),
    };
    expect(findings(...groups, csv('op/operator'))).toEqual([
      failure({
        id: 'too-many-operator-groups',
        message: 'the namespace op contains 3 OperatorGroups, and OLM does not choose one of them',
        fix: 'keep one of a, b and c',
        related: [groupRef('op', 'a'), groupRef('op', 'b'), groupRef('op', 'c')],
      }),
      multiple,
    ]);
    expect(findings(...groups)).toEqual([multiple]);
  });

  it.each([
    ['openshift-operators', 'global-operators'],
    ['operators', 'global-operators'],
    ['olm', 'olm-operators'],
  ])("keeps the platform's own group, which comes back: %s/%s", (home, own) => {
    const fixes = findings(group(`${home}/${own}`), group(`${home}/mine`), csv(`${home}/operator`)).map(({ fix }) => fix);
    expect(fixes).toEqual([`remove mine: ${own} is the platform's own`, `remove mine: ${own} is the platform's own`]);
  });
});
