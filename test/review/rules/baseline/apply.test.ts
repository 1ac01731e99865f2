import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Finding, toFinding } from '../../../../src/olm/model/finding.js';
import { applyBaseline } from '../../../../src/review/rules/baseline/apply.js';
import type { BaselineEntry } from '../../../../src/review/rules/baseline/entries.js';

const TODAY = '2027-01-31';

const item = (id: string, subject: string): Finding => {
  const [kind, path] = subject.split(' ') as [string, string];
  const [first, second] = path.split('/') as [string, string | undefined];
  return toFinding(
    { id, severity: 'error', title: '', references: [], documentation: { meaning: '', fix: '' } },
    { subject: second === undefined ? { kind, name: first } : { kind, namespace: first, name: second }, message: '', fix: '' },
  );
};

const entry = (fields: Partial<BaselineEntry> & { id: string }): BaselineEntry => ({
  reason: 'we know',
  file: '.cdk8s-olm.yaml',
  place: { file: '.cdk8s-olm.yaml', line: 2, column: 5 },
  ...fields,
});

const SECRETS = item('secrets-read', 'ServiceAccount op/manager');
const BIND = item('role-escalation', 'ServiceAccount op/manager');

describe('a baseline', () => {
  it('accepts the risks that an entry names, with the reason, and leaves the others', () => {
    const accepting = entry({ id: 'secrets-read', subject: 'ServiceAccount op/manager', expires: '2027-06-30' });
    expect(applyBaseline([SECRETS, BIND], [accepting], TODAY)).toEqual({
      remaining: [BIND],
      accepted: [{ finding: SECRETS, reason: 'we know', expires: '2027-06-30' }],
      findings: [],
    });
  });

  it('accepts every subject where an entry names none', () => {
    const others = [SECRETS, item('secrets-read', 'Group devs')];
    expect(applyBaseline(others, [entry({ id: 'secrets-read' })], TODAY).accepted.map((accepted) => accepted.finding)).toEqual(others);
  });

  it.each([
    ['ServiceAccount op/*', 'ServiceAccount op/manager', true],
    ['ServiceAccount */manager', 'ServiceAccount op/manager', true],
    ['ServiceAccount *', 'ServiceAccount op/manager', false],
    ['ServiceAccount */*', 'ServiceAccount op/manager', true],
    ['* op/manager', 'ServiceAccount op/manager', true],
    ['ServiceAccount op/{manager,other}', 'ServiceAccount op/other', true],
    ['ServiceAccount op/man', 'ServiceAccount op/manager', false],
    ['serviceaccount op/manager', 'ServiceAccount op/manager', false],
    ['ClusterRole system:*', 'ClusterRole system:aggregate-to-view', true],
    ['!ServiceAccount op/manager', 'Group devs', false],
    ['User jane+ops@example.com', 'User jane+ops@example.com', true],
  ])('takes the subject for a glob: %j and %j: %s', (subject, name, fits) => {
    const { accepted } = applyBaseline([item('secrets-read', name)], [entry({ id: 'secrets-read', subject })], TODAY);
    expect(accepted.length === 1).toBe(fits);
  });

  it('tells of an entry past its date, which accepts nothing', () => {
    const expired = entry({ id: 'secrets-read', expires: '2027-01-30' });
    expect(applyBaseline([SECRETS], [expired], TODAY)).toEqual({
      remaining: [SECRETS],
      accepted: [],
      findings: [
        {
          id: 'baseline-expired',
          severity: 'warning',
          subject: { kind: 'Baseline', name: '.cdk8s-olm.yaml' },
          message: 'secrets-read was accepted until 2027-01-30 and still exists',
          fix: 'fix it, or extend expires and give a reason, in a change of its own',
          related: [],
          verdict: false,
          references: [],
          fingerprint: expect.any(String),
          place: { file: '.cdk8s-olm.yaml', line: 2, column: 5 },
        },
      ],
    });
  });

  it('still accepts on the day that an entry expires', () => {
    expect(applyBaseline([SECRETS], [entry({ id: 'secrets-read', expires: TODAY })], TODAY).remaining).toEqual([]);
  });

  it('accepts by an entry that is valid beside one that is not', () => {
    const [old, valid] = [entry({ id: 'secrets-read', expires: '2020-01-01' }), entry({ id: 'secrets-read', reason: 'again' })];
    const { accepted, findings } = applyBaseline([SECRETS], [old, valid], TODAY);
    expect(accepted).toEqual([{ finding: SECRETS, reason: 'again' }]);
    expect(findings.map(({ id }) => id)).toEqual(['baseline-expired']);
  });

  it('tells of an entry that nothing needs, whatever its date', () => {
    const entries = [entry({ id: 'secrets-read', subject: 'Group devs' }), entry({ id: 'token-create', expires: '2020-01-01' })];
    expect(applyBaseline([SECRETS], entries, TODAY).findings.map(({ id, message }) => `${id}: ${message}`)).toEqual([
      'baseline-unused: secrets-read of Group devs is accepted, but there is no such risk or finding',
      'baseline-unused: token-create is accepted, but there is no such risk or finding',
    ]);
  });

  it('leaves everything where there is no entry', () => {
    expect(applyBaseline([SECRETS, BIND], [], TODAY)).toEqual({ remaining: [SECRETS, BIND], accepted: [], findings: [] });
  });

  it('neither loses nor doubles anything', () => {
    const ids = fc.constantFrom('a', 'b', 'c');
    const items = fc.array(fc.tuple(ids, fc.constantFrom('User x', 'ServiceAccount n/x')).map(([id, subject]) => item(id, subject)));
    const dates = fc.option(fc.constantFrom('2020-01-01', '2030-01-01'), { nil: undefined });
    const entries = fc.array(
      fc.tuple(ids, dates).map(([id, expires]) => entry({ id, ...(expires ? { expires } : {}) })),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(items, entries, (all, list) => {
        const { remaining, accepted } = applyBaseline(all, list, TODAY);
        const accepts = (id: string) => list.some((each) => each.id === id && (each.expires ?? TODAY) >= TODAY);
        expect(remaining).toEqual(all.filter(({ id }) => !accepts(id)));
        expect(accepted.map((each) => each.finding)).toEqual(all.filter(({ id }) => accepts(id)));
      }),
    );
  });
});
