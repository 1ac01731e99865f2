import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../src/olm/evaluate/evaluate.js';
import { resolve } from '../../../src/olm/rules/resolve.js';
import { clusterOf, csv, group, namespace } from '../../support/build.js';

const preset = { annotations: { 'olm.targetNamespaces': '' } };
const unsynced = {
  'a missing ServiceAccount': { targets: ['op'], serviceAccountName: 'absent' },
  'an invalid selector': { selector: { matchLabels: { 'bad key': 'a' } } },
  'a selector that selects nothing': { selector: { matchLabels: { tenant: 'nobody' } } },
  'the empty string among its targets': { targets: ['op', ''] },
};

describe('a CSV with an empty olm.targetNamespaces of its own', () => {
  it.each(Object.entries(unsynced))('passes for a member of a group with %s, and is never installed', (_, fields) => {
    const cluster = clusterOf(namespace('op'), group('op/og', fields), csv('op/foo', preset));
    const { csvs } = resolve(cluster);
    expect(csvs[0]).toMatchObject({ verdict: { phase: 'InstallReady', reason: 'AllRequirementsMet' }, certainty: 'certain' });
    expect(evaluate(cluster, { profile: 'olm' }).findings.map(({ id }) => id)).toContain('installation-not-started');
  });

  it('has to support all namespaces, which the annotation stands for', () => {
    const cluster = clusterOf(
      namespace('op'),
      group('op/og', unsynced['a missing ServiceAccount']),
      csv('op/foo', { ...preset, modes: ['OwnNamespace'] }),
    );
    expect(resolve(cluster).csvs[0]?.verdict.message).toContain('AllNamespaces InstallModeType not supported');
  });

  it('adds its APIs to the group, whose own sync never takes any away', () => {
    const cluster = clusterOf(
      namespace('op'),
      group('op/og', { ...unsynced['a missing ServiceAccount'], provides: 'Bar.v1.example.com' }),
      csv('op/foo', { ...preset, owns: ['Foo.v1.example.com'] }),
    );
    expect(resolve(cluster).groups[0]?.annotation).toBe('Bar.v1.example.com,Foo.v1.example.com');
  });
});
