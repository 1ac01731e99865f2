import { describe, expect, it } from 'vitest';
import { csv, group } from '../../support/build.js';
import { csvRef, failure, findings, groupRef } from '../../support/findings.js';

describe('a name too long', () => {
  it('csv-name-too-long from 64 characters on', () => {
    const name = 'o'.repeat(64);
    expect(findings(group('op/group'), csv(`op/${name}`))).toEqual([
      failure({
        id: 'unstable-outcome',
        subject: csvRef('op', name),
        message: 'OLM keeps changing the phase of this CSV; this report assumes Failed/InstallComponentFailed',
        fix: 'see the finding about its name',
        references: [],
        fingerprint: expect.any(String),
      }),
      failure({
        id: 'csv-name-too-long',
        subject: csvRef('op', name),
        message:
          "the name has 64 characters, but the label olm.owner allows 63, so the API server refuses the operator's roles and OLM never installs it",
        fix: 'shorten the name to at most 63 characters',
        verdict: false,
        references: [],
        fingerprint: expect.any(String),
      }),
    ]);
    expect(findings(group('op/group'), csv(`op/${'o'.repeat(63)}`))).toEqual([]);
  });

  it('operator-group-name-too-long from 64 characters on', () => {
    const name = 'g'.repeat(64);
    expect(findings(group(`op/${name}`))).toEqual([
      failure({
        id: 'operator-group-name-too-long',
        subject: groupRef('op', name),
        message: "the name has 64 characters, but the label olm.owner allows 63, so the API server refuses the group's ClusterRoles",
        fix: 'shorten the name to at most 63 characters',
        verdict: false,
        references: [],
        fingerprint: expect.any(String),
      }),
    ]);
    expect(findings(group(`op/${'g'.repeat(63)}`))).toEqual([]);
  });
});
