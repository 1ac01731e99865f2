import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../../src/base/kubernetes/object.js';
import { joined } from '../../../../../src/base/wording/phrases.js';
import type { Finding } from '../../../../../src/olm/model/finding.js';
import type { ProfileName } from '../../../../../src/olm/render/index.js';
import { riskFinders } from '../../../../../src/review/rules/index.js';
import type { State } from '../../../../../src/review/state/state.js';
import { type CsvFields, csv, group, namespace } from '../../../../support/build.js';
import { asking, READ_PODS } from '../../../../support/permissions.js';
import { profileState } from '../../../../support/review.js';

const NAMESPACES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'op'].map((name) => namespace(name, name === 'g' ? {} : { tenant: 'x' }));
const GROUP = { kind: 'OperatorGroup', namespace: 'op', name: 'etcd' };
const CSV = { kind: 'ClusterServiceVersion', namespace: 'op', name: 'etcd.v1' };
const permissions = [{ serviceAccountName: 'operator', rules: [READ_PODS] }];

const targeting = (...targets: readonly string[]): KubernetesObject => group('op/etcd', { targets });
const operator = (name = 'etcd.v1', fields: CsvFields = {}): KubernetesObject =>
  csv(`op/${name}`, { owns: ['Etcd.v1.example.com'], ...asking({ permissions }), ...fields });

/** The changes of some kinds. */
function changes(
  kinds: string,
  base: readonly KubernetesObject[],
  head: readonly KubernetesObject[],
  profile: ProfileName = 'documented',
): Partial<Finding>[] {
  const found = riskFinders().reach(profileState(profile, ...NAMESPACES, ...base), profileState(profile, ...NAMESPACES, ...head));
  return found
    .filter(({ id }) => id.startsWith(kinds))
    .map(({ fix: _, related: __, references: ___, verdict: ____, fingerprint: _____, ...told }) => told);
}

describe('the targets of a group', () => {
  it.each<[string, KubernetesObject, KubernetesObject, Partial<Finding>]>([
    [
      'one namespace → all',
      targeting('a'),
      targeting(),
      {
        id: 'targets-widened',
        message: 'now targets all namespaces instead of a; install mode SingleNamespace → AllNamespaces',
        before: 'a',
        after: 'all namespaces',
        severity: 'warning',
      },
    ],
    [
      'more of them',
      targeting('a', 'b'),
      targeting('c', 'b', 'a', 'd'),
      { id: 'targets-widened', message: 'now also targets c and d', before: 'a and b', after: 'a, b, c and d', severity: 'warning' },
    ],
    [
      'many of them',
      targeting('op'),
      group('op/etcd', { selector: { matchLabels: { tenant: 'x' } } }),
      {
        id: 'targets-widened',
        message: 'now also targets a, b, c and 3 more namespaces; install mode OwnNamespace → MultiNamespace',
        before: 'op',
        after: 'a, b, c and 4 more namespaces',
        severity: 'warning',
      },
    ],
    [
      'fewer of them',
      targeting('a', 'b', 'c'),
      targeting('c'),
      {
        id: 'targets-narrowed',
        message: 'no longer targets a and b; install mode MultiNamespace → SingleNamespace',
        before: 'a, b and c',
        after: 'c',
        severity: 'info',
      },
    ],
    [
      'all → none',
      targeting(),
      group('op/etcd', { selector: { matchLabels: { tenant: 'nobody' } } }),
      {
        id: 'targets-narrowed',
        message: 'now targets no namespace instead of all namespaces',
        before: 'all namespaces',
        after: 'no namespace',
        severity: 'info',
      },
    ],
    [
      'others',
      targeting('a', 'b'),
      targeting('b', 'c'),
      {
        id: 'targets-moved',
        message: 'now targets b and c instead of a and b',
        before: 'a and b',
        after: 'b and c',
        severity: 'warning',
      },
    ],
  ])('change: %s', (_, before, after, expected) => {
    expect(changes('targets', [before], [after])).toEqual([{ subject: GROUP, place: { file: 'op/etcd:spec' }, ...expected }]);
  });

  it('change with the labels of namespaces alone', () => {
    const selecting = group('op/etcd', { selector: { matchLabels: { tenant: 'x' } } });
    expect(changes('', [selecting], [selecting, namespace('new', { tenant: 'x' })])).toMatchObject([
      { id: 'targets-widened', message: 'now also targets new' },
    ]);
  });

  it('do not change where they are listed in another order', () => {
    expect(changes('', [targeting('a', 'b')], [targeting('b', 'a', 'a')])).toEqual([]);
  });
});

describe('a group', () => {
  it('comes, with what it reaches', () => {
    expect(changes('group', [], [targeting(), group('a/own', { targets: ['a'] })])).toEqual([
      {
        subject: { kind: 'OperatorGroup', namespace: 'a', name: 'own' },
        id: 'group-added',
        message: 'is a new group that targets a',
        after: 'a',
        severity: 'info',
        place: { file: 'a/own:spec' },
      },
      {
        subject: GROUP,
        id: 'group-added',
        message: 'is a new group that targets all namespaces',
        after: 'all namespaces',
        severity: 'warning',
        place: { file: 'op/etcd:spec' },
      },
    ]);
  });

  it('goes', () => {
    expect(changes('', [targeting('a', 'b')], [])).toEqual([
      {
        subject: GROUP,
        id: 'group-removed',
        message: 'is removed; the group targeted a and b',
        before: 'a and b',
        severity: 'info',
        place: { file: 'op/etcd:spec' },
      },
    ]);
  });
});

describe('an operator', () => {
  it('comes, and goes', () => {
    const fields = { subject: CSV, severity: 'info', place: { file: 'op/etcd.v1:' } };
    expect(changes('member', [targeting('a')], [targeting('a'), operator()])).toEqual([
      { ...fields, id: 'member-added', message: 'is a new operator in OperatorGroup op/etcd' },
    ]);
    expect(changes('member', [targeting('a'), operator()], [targeting('a')])).toEqual([
      { ...fields, id: 'member-removed', message: 'is removed from OperatorGroup op/etcd' },
    ]);
    expect(changes('member', [], [operator()])).toMatchObject([{ message: 'is a new operator without an OperatorGroup' }]);
    expect(changes('member', [operator()], [])).toMatchObject([{ message: 'is removed' }]);
  });

  it.each<[string, KubernetesObject[], KubernetesObject[]]>([
    ['by its name', [operator('etcd.v1')], [operator('etcd.v2')]],
    ['by what it replaces', [operator('etcd.v1')], [operator('rocks', { spec: { replaces: 'etcd.v1', ...operatorSpec() } })]],
    [
      'while the old one is still in the input',
      [operator('etcd.v1')],
      [operator('etcd.v1'), operator('etcd.v2', { spec: { replaces: 'etcd.v1', ...operatorSpec() } })],
    ],
  ])('is upgraded: known %s', (_, before, after) => {
    const name = after.at(-1)?.metadata.name;
    expect(changes('member', [targeting('a'), ...before], [targeting('a'), ...after])).toEqual([
      {
        subject: { ...CSV, name },
        id: 'member-upgraded',
        message: 'replaces etcd.v1',
        before: 'etcd.v1',
        after: name,
        severity: 'info',
        place: { file: `op/${name}:` },
      },
    ]);
  });

  it('does not take the place of one in another namespace, nor of two', () => {
    const others = [csv('a/etcd.v1'), csv('op/etcd.v0', { spec: { replaces: 'etcd.v1' } })];
    const found = changes('member', [targeting('b'), ...others, csv('op/etcd.v1')], [targeting('b'), csv('op/etcd.v2')]);
    expect(found.map(({ id, subject }) => `${id} ${subject?.namespace}/${subject?.name}`)).toEqual([
      'member-upgraded op/etcd.v2',
      'member-removed a/etcd.v1',
    ]);
  });
});

describe('the verdict on an operator', () => {
  const picky = operator('etcd.v1', { modes: ['OwnNamespace'] });

  it('becomes bad', () => {
    expect(changes('verdict', [targeting('op'), picky], [targeting(), picky])).toEqual([
      {
        subject: CSV,
        id: 'verdict-changed',
        message: 'the verdict of OLM changes from Succeeded to Failed/UnsupportedOperatorGroup',
        before: 'Succeeded',
        after: 'Failed/UnsupportedOperatorGroup',
        severity: 'error',
        place: { file: 'op/etcd.v1:' },
      },
    ]);
  });

  it('becomes good, uncertain, or none', () => {
    const rival = [group('b/rival', { targets: ['a'] }), csv('b/rival.v1', { owns: ['Etcd.v1.example.com'] })];
    const stuck = group('op/etcd', { targets: ['op'], serviceAccountName: 'nobody' });
    expect(changes('verdict', [targeting(), picky], [targeting('op'), picky])).toMatchObject([{ after: 'Succeeded', severity: 'info' }]);
    expect(changes('verdict', [targeting('a'), operator()], [targeting('a'), operator(), ...rival])).toMatchObject([
      { after: 'Failed/InterOperatorGroupOwnerConflict (ambiguous)', severity: 'error' },
    ]);
    expect(changes('verdict', [targeting('op'), picky], [stuck, picky])).toMatchObject([{ after: 'none', severity: 'error' }]);
  });

  it('is followed through an upgrade', () => {
    const next = operator('etcd.v2', { requires: ['Missing.v1.example.com'] });
    expect(changes('verdict', [targeting('a'), operator()], [targeting('a'), next])).toMatchObject([
      { subject: { name: 'etcd.v2' }, before: 'Succeeded', after: 'Pending/RequirementsNotMet', severity: 'warning' },
    ]);
  });
});

describe('the copies of CSVs', () => {
  it('are counted and weighed, group by group', () => {
    expect(changes('copies', [targeting('a'), operator()], [targeting(), operator()])).toEqual([
      {
        subject: GROUP,
        id: 'copies-changed',
        message: 'the copied CSVs change from 1 copy (1 kB) to 7 copies (7 kB)',
        before: '1 copy (1 kB)',
        after: '7 copies (7 kB)',
        severity: 'info',
        place: { file: 'op/etcd:spec' },
      },
    ]);
  });

  it('that hardly change are not worth a word', () => {
    expect(changes('copies', [targeting('a'), operator()], [targeting('a'), operator('etcd.v2')])).toEqual([]);
  });

  it('are no change of a global group where a namespace comes or goes', () => {
    const more = [...NAMESPACES, namespace('new')];
    const [few, many] = [NAMESPACES, more].map((all) => profileState('documented', ...all, targeting(), operator()));
    for (const [base, head] of [
      [few, many],
      [many, few],
    ])
      expect(riskFinders().reach(base as State, head as State)).toEqual([]);
  });

  it('are not spoken of where a state does not know them', () => {
    const { copiedCsvs: _, ...base } = profileState('documented', ...NAMESPACES, targeting('a'), operator());
    const head = profileState('documented', ...NAMESPACES, targeting('a', 'b'), operator());
    expect(
      riskFinders()
        .reach(base, head)
        .filter(({ id }) => id === 'copies-changed'),
    ).toEqual([]);
  });
});

describe('what stays behind where OLM runs', () => {
  it("is the lifted roles of a group's operators, when it is global no longer", () => {
    expect(changes('left', [targeting(), operator()], [targeting('a'), operator()])).toEqual([
      {
        subject: CSV,
        id: 'left-behind',
        message: expect.stringMatching(
          /^with OLM on the cluster, the operator keeps its permissions in all namespaces: the ClusterRole etcd\.v1-operator-\w+ and the bindings to them stay until the CSV is deleted, and OLM copies no Roles until then$/,
        ),
        severity: 'warning',
        place: { file: 'op/etcd.v1:' },
      },
    ]);
  });

  it('is no lifted role of an operator that goes or is upgraded at the same time', () => {
    expect(changes('left', [targeting(), operator()], [targeting('a'), operator('etcd.v2')])).toEqual([]);
  });

  it('is the roles of an API that no operator provides any longer', () => {
    const roles = joined(['admin', 'edit', 'view', 'view-crd'].map((name) => `etcds.example.com-v1-${name}`));
    expect(changes('left', [targeting('a'), operator()], [targeting('a')])).toEqual([
      {
        subject: CSV,
        id: 'left-behind',
        message: `with OLM on the cluster, the ClusterRoles ${roles} and their rules in admin, edit and view stay until the CRD or APIService is deleted`,
        severity: 'info',
        place: { file: 'op/etcd.v1:' },
      },
    ]);
  });

  it("is the rules of a group's roles, by OLM's own profile, when its last operator goes", () => {
    expect(changes('left', [targeting('a'), operator()], [targeting('a')], 'olm')[1]).toEqual({
      subject: GROUP,
      id: 'left-behind',
      message: expect.stringMatching(
        /^with OLM on the cluster, the ClusterRoles (olm\.og\.etcd\.\w+-\w+(, | and )?){3} keep the aggregated rules, because OLM removes only the aggregationRule$/,
      ),
      severity: 'warning',
      place: { file: 'op/etcd:' },
    });
  });
});

it('nothing changes between a cluster and itself', () => {
  const all = [targeting('a', 'b'), operator(), csv('c/orphan.v1')];
  expect(changes('', all, all)).toEqual([]);
});

function operatorSpec(): Readonly<Record<string, unknown>> {
  return asking({ permissions }).spec ?? {};
}
