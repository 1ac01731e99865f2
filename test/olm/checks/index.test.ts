import { describe, expect, it } from 'vitest';
import { csv, group, namespace } from '../../support/build.js';
import { BAR, FOO, findings } from '../../support/findings.js';

describe('findings', () => {
  it('are none for a healthy cluster', () => {
    expect(
      findings(
        namespace('team-a'),
        namespace('team-b'),
        group('op/group', { targets: ['team-a'] }),
        group('other/group', { selector: { matchLabels: { 'kubernetes.io/metadata.name': 'team-b' } } }),
        group('static/group', { targets: ['static'], isStatic: true, provides: FOO }),
        group('empty/group', { targets: ['empty'] }),
        csv('op/operator', { owns: [FOO, BAR], permissions: true, deployments: ['manager'] }),
        csv('other/operator', { owns: [FOO], requires: [BAR] }),
      ),
    ).toEqual([]);
  });
});
