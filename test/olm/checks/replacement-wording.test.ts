import { describe, expect, it } from 'vitest';
import { replacedFix, replacedMessage, waitsFix, waitsMessage } from '../../../src/olm/checks/replacement.js';
import { surroundingsOf } from '../../../src/olm/checks/surroundings.js';
import { EMPTY_CLUSTER } from '../../../src/olm/model/cluster-of-parts.js';
import type { ResolvedCsv } from '../../../src/olm/rules/resolution.js';
import { failed } from '../../../src/olm/rules/verdict.js';
import { csv, group, readCsv } from '../../support/build.js';
import { csvRef, failure, findings, OPERATOR } from '../../support/findings.js';

describe('a CSV that stays because of a spec.replaces', () => {
  it('waits-for-predecessor', () => {
    const operator = csv('op/operator', { spec: { replaces: 'predecessor' } });
    expect(findings(group('op/group'), operator, csv('op/predecessor', { strategy: 'helm' }))).toEqual([
      failure({
        id: 'waits-for-predecessor',
        message: 'OLM waits for predecessor, which it replaces and which does not run',
        fix: 'fix the CSV that it replaces, or remove that CSV from the input',
        related: [csvRef('op', 'predecessor')],
      }),
      // Were it there first, it would run.
      expect.objectContaining({ id: 'ambiguous-outcome', subject: csvRef('op', 'operator') }),
      expect.objectContaining({ id: 'invalid-install-strategy', subject: csvRef('op', 'predecessor') }),
    ]);
  });

  it('being-replaced while the successor does not run', () => {
    const successor = csv('op/successor', { strategy: 'helm', spec: { replaces: 'operator' } });
    expect(findings(group('op/group'), csv('op/operator'), successor)).toEqual([
      {
        id: 'being-replaced',
        severity: 'warning',
        subject: OPERATOR,
        message: 'successor replaces this CSV but does not run',
        fix: 'see the findings about its successor',
        related: [csvRef('op', 'successor')],
        verdict: false,
        references: [],
        fingerprint: expect.any(String),
      },
      expect.objectContaining({ id: 'invalid-install-strategy', subject: csvRef('op', 'successor') }),
    ]);
  });

  /** A CSV that waits for another one, or is to be replaced by it. */
  const kept = (id: string, replaces: string): ResolvedCsv => {
    const read = readCsv(id, { spec: { replaces } });
    const verdict = failed('', '', [csvRef(read.namespace, replaces)]);
    return { csv: read, verdict, certainty: 'certain', rivals: [], providedApis: [], unmet: [] };
  };

  /** All that is said of CSVs that wait or are to be replaced. */
  function said(...csvs: readonly ResolvedCsv[]): { messages: string[]; fixes: string[] } {
    const surroundings = surroundingsOf(EMPTY_CLUSTER, { csvs, groups: [] });
    const messages = new Set(csvs.flatMap((csv) => [waitsMessage(csv, surroundings), replacedMessage(csv, surroundings)]));
    const fixes = new Set(csvs.flatMap((csv) => [waitsFix(csv, surroundings), replacedFix(csv, surroundings)]));
    return { messages: [...messages].sort(), fixes: [...fixes].sort() };
  }

  it('that names the CSV itself', () => {
    expect(said(kept('op/one', 'one'))).toEqual({
      messages: ['spec.replaces contains the name of the CSV itself, so OLM waits for the CSV to replace itself'],
      fixes: ['correct spec.replaces: set it to the previous CSV, or omit it'],
    });
  });

  it('that leads in a circle', () => {
    expect(said(kept('op/one', 'three'), kept('op/two', 'one'), kept('op/three', 'two'))).toEqual({
      messages: ['one, three and two replace each other in a circle, so OLM waits for each of them'],
      fixes: ['correct spec.replaces in the oldest of them: set it to the previous CSV, or omit it'],
    });
  });

  it('that leads into a circle, but is no part of it', () => {
    expect(said(kept('op/one', 'one'), kept('op/two', 'one')).messages).toEqual([
      'OLM waits for one, which it replaces and which does not run',
      'one replaces this CSV but does not run',
      'spec.replaces contains the name of the CSV itself, so OLM waits for the CSV to replace itself',
    ]);
  });

  it('that leads in a circle through another namespace only by name', () => {
    expect(said(kept('a/one', 'two'), kept('b/two', 'one')).fixes).toEqual([
      'fix the CSV that it replaces, or remove that CSV from the input',
      'see the findings about its successor',
    ]);
  });

  it('being-replaced, of each other', () => {
    const [one, two] = [csv('op/one', { spec: { replaces: 'two' } }), csv('op/two', { spec: { replaces: 'one' } })];
    const message = 'replace each other in a circle, so OLM waits for each of them';
    const found = findings(group('op/group'), one, two).filter(({ id }) => id !== 'ambiguous-outcome');
    expect(found.map((finding) => [finding.subject.name, finding.message, finding.related])).toEqual([
      ['one', `one and two ${message}`, [csvRef('op', 'two')]],
      ['two', `one and two ${message}`, [csvRef('op', 'one')]],
    ]);
  });
});
