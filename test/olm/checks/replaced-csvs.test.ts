import { describe, expect, it } from 'vitest';
import { csv, type GroupFields, group, namespace } from '../../support/build.js';
import { csvRef, findings, OPERATOR } from '../../support/findings.js';
import { asking, READ_PODS } from '../../support/permissions.js';

describe('a CSV that is gone', () => {
  it('csv-replaced, for information', () => {
    expect(findings(group('op/group'), csv('op/operator'), csv('op/successor', { spec: { replaces: 'operator' } }))).toEqual([
      {
        id: 'csv-replaced',
        severity: 'info',
        subject: OPERATOR,
        message: 'operator is replaced by successor and is not rendered',
        fix: 'remove operator from the input once the cluster runs successor',
        related: [csvRef('op', 'successor')],
        verdict: false,
        references: [],
        fingerprint: expect.any(String),
      },
    ]);
  });

  /** What is said where the successor has these rules in a group like that. */
  function message(fields: GroupFields, rules: readonly object[]): string | undefined {
    const successor = csv('op/successor', {
      spec: { ...asking({ permissions: [{ serviceAccountName: 'robot', rules }] }).spec, replaces: 'operator' },
    });
    return findings(namespace('team'), group('op/group', fields), csv('op/operator'), successor)[0]?.message;
  }

  it('csv-replaced tells of the time without Roles in the target namespaces', () => {
    expect(message({ targets: ['op', 'team'] }, [READ_PODS])).toBe(
      'operator is replaced by successor and is not rendered; after OLM replaces it, successor has no Roles in the other target namespaces for some minutes, until OLM syncs the group again',
    );
  });

  it.each<[string, GroupFields, readonly object[]]>([
    ['the group selects all namespaces', {}, [READ_PODS]],
    ['the only target is its own namespace', { targets: ['op'] }, [READ_PODS]],
    ['it asks for nothing there', { targets: ['team'] }, []],
  ])('csv-replaced tells of none where %s', (_, fields, rules) => {
    expect(message(fields, rules)).toBe('operator is replaced by successor and is not rendered');
  });
});
