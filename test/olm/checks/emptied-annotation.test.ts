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
        message: `OLM removes ${BAR} and ${FOO} from the olm.providedAPIs annotation, so it has no effect: no CSV in the namespace provides it, or an intersecting group lists it, too`,
        fix: 'set spec.staticProvidedAPIs: true if the group should reserve these APIs, or remove them from the annotation',
        related: [],
        verdict: false,
        references: [],
        fingerprint: expect.any(String),
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
        message: `OLM removes ${FOO} from the olm.providedAPIs annotation, so it has no effect: no CSV in the namespace provides it, or an intersecting group lists it, too`,
        fix: 'set spec.staticProvidedAPIs: true if the group should reserve these APIs, or remove them from the annotation',
        related: [],
        verdict: false,
        references: [],
        fingerprint: expect.any(String),
      },
    ]);
  });

  it('not provided-apis-emptied for a group that OLM never syncs', () => {
    expect(findings(group('op/group', { serviceAccountName: 'missing', provides: FOO }))).toEqual([]);
  });
});
