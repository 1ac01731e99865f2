import { describe, expect, it } from 'vitest';
import { ambiguousOutcome, unstableOutcome } from '../../../src/olm/checks/certainty.js';
import type { ResolvedCsv } from '../../../src/olm/rules/resolution.js';
import { failed, type Reason } from '../../../src/olm/rules/verdict.js';
import { type CsvFields, csv, group, namespace, readCsv } from '../../support/build.js';
import { BAR, csvRef, FOO, failure, findings, findingsAbout, GROUP, OPERATOR, resolutionOf } from '../../support/findings.js';

describe('the finding about certainty', () => {
  it('ambiguous-outcome, beside the failure of the one that loses here', () => {
    const fix =
      'set spec.staticProvidedAPIs: true on the OperatorGroup that should win and list the APIs in its olm.providedAPIs annotation, or remove the other CSVs';
    expect(
      findings(
        group('op/group', { targets: ['op'] }),
        group('rival/group', { targets: ['op'] }),
        csv('op/operator', { owns: [FOO] }),
        csv('rival/operator', { owns: [FOO] }),
      ),
    ).toEqual([
      failure({
        id: 'ambiguous-outcome',
        message: 'whether this CSV runs depends on whether OLM processes it or rival/operator first; this report assumes that it runs',
        fix,
        related: [csvRef('rival', 'operator')],
      }),
      failure({
        id: 'inter-operator-group-owner-conflict',
        subject: csvRef('rival', 'operator'),
        message: `OperatorGroup op/group already provides ${FOO} in op; groups that share a namespace cannot provide the same API`,
        fix: 'keep the operator in one of the groups, or give the groups target namespaces that do not overlap (the namespaces of the groups count, too)',
        related: [GROUP],
      }),
      failure({
        id: 'ambiguous-outcome',
        subject: csvRef('rival', 'operator'),
        message:
          'whether this CSV runs depends on whether OLM processes it or op/operator first; this report assumes Failed/InterOperatorGroupOwnerConflict',
        fix,
        related: [OPERATOR],
      }),
    ]);
  });

  it('ambiguous-outcome of a CSV in a static group, which fails in every order', () => {
    const found = findings(
      ...['other', 'team'].map((name) => namespace(name)),
      group('op/group', { targets: ['team'], isStatic: true }),
      group('rival/group', { targets: ['team', 'other'] }),
      group('second/group', { targets: ['other'] }),
      csv('op/operator', { owns: [FOO] }),
      csv('rival/operator', { owns: [FOO, BAR] }),
      csv('second/operator', { owns: [BAR] }),
    );
    expect(found.filter(({ subject }) => subject.namespace === 'op')).toEqual([
      expect.objectContaining({ id: 'inter-operator-group-owner-conflict' }),
      failure({
        id: 'ambiguous-outcome',
        message:
          'why this CSV fails depends on whether OLM processes it or rival/operator first; this report assumes Failed/InterOperatorGroupOwnerConflict',
        fix: 'set spec.staticProvidedAPIs: true on the OperatorGroup that should win and list the APIs in its olm.providedAPIs annotation, or remove the other CSVs',
        related: [csvRef('rival', 'operator')],
      }),
    ]);
  });

  it('the fix of ambiguous-outcome pins the outcome', () => {
    expect(
      findings(
        group('op/group', { targets: ['op'] }),
        group('rival/group', { targets: ['op'], isStatic: true, provides: FOO }),
        csv('op/operator', { owns: [FOO] }),
        csv('rival/other', { owns: [FOO] }),
      ).map(({ id, subject }) => [id, subject]),
    ).toEqual([['inter-operator-group-owner-conflict', OPERATOR]]);
  });

  it('ambiguous-outcome over an APIService, which no group can pin', () => {
    const owning: CsvFields = { ownsApiServices: ['Widget.v1.widgets.example.com'] };
    const groups = [group('op/group', { targets: ['op'] }), group('second/group', { targets: ['second'] })];
    const [ambiguous] = findings(...groups, csv('op/operator', owning), csv('second/operator', owning));
    expect(ambiguous).toEqual(
      failure({
        id: 'ambiguous-outcome',
        message: 'whether this CSV runs depends on whether OLM processes it or second/operator first; this report assumes that it runs',
        fix: 'keep one of them: an APIService can have only one owner in a cluster',
        related: [csvRef('second', 'operator')],
      }),
    );
  });

  it('ambiguous-outcome over APIs alone, though both own APIServices', () => {
    const groups = [group('op/group', { targets: ['op'] }), group('second/group', { targets: ['op'] })];
    const owning = (service: string): CsvFields => ({ owns: [FOO], ownsApiServices: [service] });
    const [ambiguous] = findings(
      ...groups,
      csv('op/operator', owning('Widget.v1.widgets.example.com')),
      csv('second/operator', owning('Widget.v2.widgets.example.com')),
    );
    expect(ambiguous?.fix).toMatch(/^set spec.staticProvidedAPIs: true on the OperatorGroup that should win/);
  });

  it('unstable-outcome where CSVs share a Deployment', () => {
    const sharing: CsvFields = { deployments: ['manager'] };
    expect(findings(group('op/group'), csv('op/operator', sharing), csv('op/second', sharing))).toEqual([
      failure({
        id: 'unstable-outcome',
        message:
          'OLM keeps changing the phase of this CSV: it and op/second displace each other; this report assumes Installing/InstallWaiting',
        fix: 'keep one of them in this namespace',
        related: [csvRef('op', 'second')],
      }),
      failure({
        id: 'unstable-outcome',
        subject: csvRef('op', 'second'),
        message: 'OLM keeps changing the phase of this CSV: it and op/operator displace each other; this report assumes that it runs',
        fix: 'keep one of them in this namespace',
        related: [OPERATOR],
      }),
    ]);
  });

  it('ambiguous-outcome names several rivals, of many the first', () => {
    const claiming = (...names: string[]) =>
      names.flatMap((name) => [group(`${name}/group`, { targets: ['op'] }), csv(`${name}/operator`, { owns: [FOO] })]);
    const messageOf = (...names: string[]) => findings(...claiming(...names))[0]?.message;
    expect(messageOf('a', 'b', 'c')).toBe(
      'whether this CSV runs depends on whether OLM processes it or b/operator and c/operator first; this report assumes that it runs',
    );
    expect(messageOf('a', 'b', 'c', 'd', 'e', 'f')).toBe(
      'whether this CSV runs depends on whether OLM processes it or b/operator, c/operator, d/operator and 2 more CSVs first; this report assumes that it runs',
    );
  });

  it.each<[string, Reason, boolean, string]>([
    ['fails anyway over APIs in a static group', 'InterOperatorGroupOwnerConflict', true, 'why this CSV fails'],
    ['fails anyway in a static group that does not list them', 'CannotModifyStaticOperatorGroupProvidedAPIs', true, 'why this CSV fails'],
    ['may run where a static group has nothing to do with the failure', 'InstallComponentFailed', true, 'whether this CSV runs'],
    ['may run in a group that is not static', 'InterOperatorGroupOwnerConflict', false, 'whether this CSV runs'],
  ])('ambiguous-outcome: a CSV %s', (_, reason, isStatic, question) => {
    const [operator] = resolutionOf(group('op/group', { isStatic }), csv('op/operator')).csvs as [ResolvedCsv];
    const [ambiguous] = findingsAbout(ambiguousOutcome, {
      ...operator,
      certainty: 'ambiguous',
      verdict: failed(reason, ''),
      rivals: [readCsv('rival/operator')],
    });
    expect(ambiguous?.message).toBe(
      `${question} depends on whether OLM processes it or rival/operator first; this report assumes Failed/${reason}`,
    );
  });

  it('unstable-outcome names the rivals of the same namespace alone', () => {
    const [operator] = resolutionOf(group('op/group'), csv('op/operator')).csvs as [ResolvedCsv];
    const rivals = ['op/first', 'elsewhere/operator', 'op/second'].map((id) => readCsv(id));
    expect(findingsAbout(unstableOutcome, { ...operator, certainty: 'unstable', rivals })).toEqual([
      failure({
        id: 'unstable-outcome',
        message:
          'OLM keeps changing the phase of this CSV: it and op/first and op/second displace each other; this report assumes that it runs',
        fix: 'keep one of them in this namespace',
        related: [csvRef('op', 'first'), csvRef('op', 'second')],
      }),
    ]);
    expect(findingsAbout(unstableOutcome, { ...operator, certainty: 'unstable', rivals: rivals.slice(1, 2) })).toEqual([
      failure({
        id: 'unstable-outcome',
        message: 'OLM keeps changing the phase of this CSV; this report assumes that it runs',
        fix: 'see the finding about its verdict',
      }),
    ]);
  });

  it('is missing where the verdict is certain', () => {
    const [operator] = resolutionOf(group('op/group'), csv('op/operator')).csvs as [ResolvedCsv];
    expect([ambiguousOutcome, unstableOutcome].flatMap((rule) => findingsAbout(rule, operator))).toEqual([]);
  });
});
