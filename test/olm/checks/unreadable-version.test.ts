import { describe, expect, it } from 'vitest';
import { unreadableVersion } from '../../../src/olm/checks/csvs.js';
import { csv, group, readCsv } from '../../support/build.js';
import { failure, findings, findingsAbout } from '../../support/findings.js';

describe('a version that OLM cannot read', () => {
  it('version-unreadable', () => {
    expect(findings(group('op/group'), csv('op/operator', { spec: { version: '' } }))).toEqual([
      failure({
        id: 'version-unreadable',
        message: 'spec.version is the text "": OLM cannot read this CSV, and stops working in all namespaces while it exists',
        fix: 'write a version such as 1.2.3, or omit spec.version',
        verdict: false,
        references: [],
        fingerprint: expect.any(String),
      }),
    ]);
  });

  const isReadable = (version: string): boolean =>
    findingsAbout(unreadableVersion, { csv: readCsv('op/operator', { spec: { version } }) }).length === 0;

  it.each([
    ...['1.2.3', '0.0.0', '1.2.3-rc.1', '1.2.3-0.alpha--beta', '1.2.3+build.007', '1.2.3-4.x+5'],
    ...['1', '1.2', 'v1.2.3', ' 1.2.3\n', '01.002.003', '1.2.03-rc'],
  ])('is not %j, which OLM takes as well', (version) => {
    expect(isReadable(version)).toBe(true);
  });

  it.each([
    ...['', ' ', 'v', 'latest', 'v.1', '.1.2', '1.', '1.2.', '1.2.x', '1.2.3.4', '1..3'],
    ...['1.2-rc', '1-rc', '1.2.3-', '1.2.3-rc..1', '1.2.3-01', '1.2.3+', '1.2.3+a..b', '1.2.3-rc_1', 'vv1.2.3', '-1.2.3'],
  ])('is %j', (version) => {
    expect(isReadable(version)).toBe(false);
  });

  it('is not a missing one', () => {
    expect(findingsAbout(unreadableVersion, { csv: readCsv('op/operator') })).toEqual([]);
  });
});
