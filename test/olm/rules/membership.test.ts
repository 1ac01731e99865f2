import { describe, expect, it } from 'vitest';
import type { ClusterServiceVersion } from '../../../src/olm/model/cluster-service-version.js';
import { type GroupTargets, membershipVerdict } from '../../../src/olm/rules/membership.js';
import type { Verdict } from '../../../src/olm/rules/verdict.js';
import { type CsvFields, readCsv, readGroup } from '../../support/build.js';
import { table } from '../../support/golden.js';

const member = (fields?: CsvFields): ClusterServiceVersion => readCsv('op/operator', fields);

function groupTargeting(namespaces: readonly string[] | undefined, name = 'group'): GroupTargets {
  return { group: readGroup(`op/${name}`), serviceAccountMissing: false, ...(namespaces ? { namespaces } : {}) };
}

const GROUP = { kind: 'OperatorGroup', namespace: 'op', name: 'group' };

describe('membership', () => {
  it('is given to a CSV that supports the targets of the one group of its namespace', () => {
    expect(membershipVerdict(member({ modes: ['SingleNamespace'] }), [groupTargeting(['team-a'])])).toBeUndefined();
  });

  it('fails a CSV in a namespace without a group: NoOperatorGroup', () => {
    expect(membershipVerdict(member(), [])).toEqual<Verdict>({
      phase: 'Failed',
      reason: 'NoOperatorGroup',
      message: 'csv in namespace with no operatorgroups',
      because: [],
    });
  });

  it('fails a CSV in a namespace with two groups: TooManyOperatorGroups', () => {
    expect(membershipVerdict(member(), [groupTargeting(['op']), groupTargeting([''], 'second')])).toEqual<Verdict>({
      phase: 'Failed',
      reason: 'TooManyOperatorGroups',
      message: "csv created in namespace with multiple operatorgroups, can't pick one automatically",
      because: [GROUP, { ...GROUP, name: 'second' }],
    });
  });

  it('fails a CSV whose group selects no namespace: NoTargetNamespaces', () => {
    expect(membershipVerdict(member(), [groupTargeting([])])).toEqual<Verdict>({
      phase: 'Failed',
      reason: 'NoTargetNamespaces',
      message: 'no targetNamespaces are matched operatorgroups namespace selection',
      because: [GROUP],
    });
  });

  it('fails a CSV that lists an install mode twice: InvalidInstallModes', () => {
    const twice = [
      { type: 'OwnNamespace', supported: true },
      { type: 'OwnNamespace', supported: false },
    ];
    expect(membershipVerdict(member({ spec: { installModes: twice } }), [groupTargeting(['op'])])).toEqual<Verdict>({
      phase: 'Failed',
      reason: 'InvalidInstallModes',
      message: 'InstallMode list contains duplicates, cannot make set: [{OwnNamespace true} {OwnNamespace false}]',
      because: [],
    });
  });

  it('fails a CSV that does not support the targets: UnsupportedOperatorGroup', () => {
    expect(membershipVerdict(member({ modes: ['OwnNamespace'] }), [groupTargeting(['team-a', 'team-b'])])).toEqual<Verdict>({
      phase: 'Failed',
      reason: 'UnsupportedOperatorGroup',
      message: 'MultiNamespace InstallModeType not supported, cannot configure to watch 2 namespaces',
      because: [GROUP],
    });
  });

  it('fails a CSV without install modes in any group', () => {
    expect(membershipVerdict(member({ spec: { installModes: [] } }), [groupTargeting([''])])?.reason).toBe('UnsupportedOperatorGroup');
  });

  it('gives no phase to a CSV whose group OLM never syncs: the empty string among the targets', () => {
    expect(membershipVerdict(member(), [groupTargeting(undefined)])).toEqual<Verdict>({
      phase: '',
      reason: '',
      message: '',
      neverSynced: 'TargetsContainAllNamespaces',
      because: [GROUP],
    });
  });

  it('gives no phase to a CSV whose group OLM never syncs: its ServiceAccount does not exist', () => {
    expect(membershipVerdict(member(), [{ ...groupTargeting(['op']), serviceAccountMissing: true }])).toEqual<Verdict>({
      phase: '',
      reason: '',
      message: '',
      neverSynced: 'ServiceAccountNotFound',
      because: [GROUP],
    });
  });

  it.each<keyof CsvFields>(['owns', 'requires'])('gives no phase to a CSV with a CRD name that has no group (%s)', (field) => {
    const malformed = { name: 'foos', version: 'v1', kind: 'Foo' };
    const spec = { customresourcedefinitions: { [field === 'owns' ? 'owned' : 'required']: [malformed] } };
    expect(membershipVerdict(member({ spec }), [groupTargeting(['op'])])).toEqual<Verdict>({
      phase: '',
      reason: '',
      message: '',
      neverSynced: 'MalformedCrdName',
      because: [],
    });
  });

  it('looks at the copy first, then the CRD names, the group, its targets, the install modes, and last at their support', () => {
    const copied = { annotations: { 'olm.operatorNamespace': 'elsewhere' } };
    const malformed = { customresourcedefinitions: { owned: [{ name: 'foos', version: 'v1', kind: 'Foo' }] } };
    const twice = {
      installModes: [
        { type: 'OwnNamespace', supported: false },
        { type: 'OwnNamespace', supported: false },
      ],
    };
    const reason = (csv: ClusterServiceVersion, ...groups: GroupTargets[]) => {
      const verdict = membershipVerdict(csv, groups);
      return verdict?.neverSynced ?? verdict?.reason;
    };
    expect([
      reason(member({ ...copied, spec: { ...malformed, ...twice } })),
      reason(member({ spec: { ...malformed, ...twice } })),
      reason(member({ spec: twice })),
      reason(member({ spec: twice }), groupTargeting(undefined), groupTargeting([], 'second')),
      reason(member({ spec: twice }), groupTargeting([])),
      reason(member({ spec: twice }), groupTargeting(['op'])),
      reason(member({ modes: [] }), groupTargeting(['op'])),
      reason(member(), groupTargeting(['op'])),
    ]).toEqual([
      'IsCopied',
      'MalformedCrdName',
      'NoOperatorGroup',
      'TooManyOperatorGroups',
      'NoTargetNamespaces',
      'InvalidInstallModes',
      'UnsupportedOperatorGroup',
      undefined,
    ]);
  });
});

interface IsCopied {
  readonly name: string;
  readonly namespace: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly want: boolean;
}

describe('a copied CSV', () => {
  it.each(table<IsCopied[]>('csv-iscopied'))('$name', ({ namespace, annotations, labels, want }) => {
    const verdict = membershipVerdict({ ...member(), namespace, annotations, labels }, [groupTargeting([''])]);
    expect(verdict?.neverSynced).toBe(want ? 'IsCopied' : undefined);
  });
});
