import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/model/finding.js';
import { csv, group } from '../../support/build.js';
import { failure, findings, groupRef } from '../../support/findings.js';

describe('a namespace with several OperatorGroups', () => {
  it('too-many-operator-groups, and multiple-operator-groups once for the namespace', () => {
    const groups = [group('op/a', { targets: ['op'] }), group('op/b', { targets: ['op'] }), group('op/c', { targets: ['op'] })];
    const multiple: Finding = {
      id: 'multiple-operator-groups',
      severity: 'warning',
      subject: groupRef('op', 'a'),
      message: 'the namespace op has several OperatorGroups (a, b, c); OLM fails every CSV in it',
      fix: 'keep one of them',
      related: [groupRef('op', 'b'), groupRef('op', 'c')],
      verdict: false,
    };
    expect(findings(...groups, csv('op/operator'))).toEqual([
      failure({
        id: 'too-many-operator-groups',
        message: 'the namespace op has 3 OperatorGroups, and OLM does not choose between them',
        fix: 'keep one of a, b, c',
        related: [groupRef('op', 'a'), groupRef('op', 'b'), groupRef('op', 'c')],
      }),
      multiple,
    ]);
    expect(findings(...groups)).toEqual([multiple]);
  });
});
