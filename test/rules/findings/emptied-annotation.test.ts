import { describe, expect, it } from 'vitest';
import { csv, group } from '../../support/build.js';
import { BAR, FOO, findings, GROUP } from '../../support/findings.js';

describe('an annotation that reserves nothing', () => {
  it('provided-apis-emptied where a group that is not static lists APIs without a CSV', () => {
    expect(findings(group('op/group', { provides: `${FOO},${BAR},garbage` }))).toEqual([
      {
        id: 'provided-apis-emptied',
        severity: 'warning',
        subject: GROUP,
        message: `OLM takes ${BAR}, ${FOO} out of olm.providedAPIs, since no CSV of the namespace provides it, or an intersecting group lists it too; it protects nothing`,
        fix: 'set spec.staticProvidedAPIs to true if the group is to reserve these APIs, or remove them',
        related: [],
        verdict: false,
      },
    ]);
  });

  it('provided-apis-emptied where an intersecting group lists the API too', () => {
    const found = findings(
      group('op/group', { targets: ['op'], provides: `${FOO},${BAR}` }),
      group('rival/group', { targets: ['op'], isStatic: true, provides: FOO }),
      csv('op/operator', { owns: [FOO] }),
      csv('op/other', { owns: [BAR] }),
    );
    expect(found.filter(({ subject }) => subject.kind === 'OperatorGroup')).toEqual([
      {
        id: 'provided-apis-emptied',
        severity: 'warning',
        subject: GROUP,
        message: `OLM takes ${FOO} out of olm.providedAPIs, since no CSV of the namespace provides it, or an intersecting group lists it too; it protects nothing`,
        fix: 'set spec.staticProvidedAPIs to true if the group is to reserve these APIs, or remove them',
        related: [],
        verdict: false,
      },
    ]);
  });

  it('not provided-apis-emptied for a group that OLM never syncs', () => {
    expect(findings(group('op/group', { serviceAccountName: 'missing', provides: FOO }))).toEqual([]);
  });
});
