import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import type { Finding } from '../../../src/olm/model/finding.js';
import { review } from '../../../src/review/compare/compare.js';
import { type Review, reported } from '../../../src/review/compare/review.js';
import { riskFinders } from '../../../src/review/rules/index.js';
import type { State } from '../../../src/review/state/state.js';
import { csv, group, namespace } from '../../support/build.js';
import { deepFreeze } from '../../support/deep-freeze.js';
import { asking, READ_PODS } from '../../support/permissions.js';
import { binding } from '../../support/rbac.js';
import { stateOf } from '../../support/review.js';

const NO_RISKS = { ...riskFinders(), risksOf: () => [], changeRisks: () => [] };
const NAMESPACES = ['a', 'b', 'op'].map((name) => namespace(name));
const ROBOT = { kind: 'ServiceAccount', namespace: 'op', name: 'robot' };
const RISK: Omit<Finding, 'fingerprint'> = {
  id: 'x',
  severity: 'error',
  subject: ROBOT,
  message: '',
  fix: '',
  related: [],
  references: [],
  verdict: false,
};
const CSV = { kind: 'ClusterServiceVersion', namespace: 'op', name: 'etcd.v1' };

const operator = (...rules: readonly object[]): KubernetesObject =>
  csv('op/etcd.v1', asking({ permissions: [{ serviceAccountName: 'robot', rules: [READ_PODS, ...rules] }] }));

const fleet = (targets: readonly string[], ...objects: readonly KubernetesObject[]): State =>
  stateOf(...NAMESPACES, group('op/etcd', { targets }), ...objects);

const compare = (base: State, head: State): Review => review(base, head, NO_RISKS);

describe('a review', () => {
  it('of a cluster and itself is empty', () => {
    const state = fleet(['a'], operator());
    expect(compare(state, fleet(['a'], operator()))).toEqual({
      base: 'test',
      head: 'test',
      findings: [],
      gained: [],
      lost: [],
      renames: [],
      profiles: [],
      operators: [],
      changes: [],
      objects: { added: 0, removed: 0, changed: 0 },
      unread: [],
    });
  });

  it('says what an operator gains, and through which field of which file', () => {
    const { gained, lost, objects } = compare(
      fleet(['a'], operator()),
      fleet(['a'], operator({ apiGroups: ['batch'], resources: ['jobs'], verbs: ['*'] })),
    );
    const role = { namespace: 'a', name: expect.stringMatching(/^etcd\.v1-robot-/) };
    expect({ gained, lost }).toEqual({
      gained: [
        {
          subject: ROBOT,
          scope: ['a', 'op'],
          right: { verbs: ['*'], apiGroup: 'batch', resource: 'jobs' },
          paths: [
            {
              binding: { kind: 'RoleBinding', ...role },
              roles: [{ kind: 'Role', ...role }],
              rule: 1,
              owner: CSV,
              field: 'spec.install.spec.permissions[0].rules[1]',
              place: { file: 'op/etcd.v1:spec.install.spec.permissions.0.rules.1' },
            },
          ],
        },
      ],
      lost: [],
    });
    // The name of a Role says what is in it, so that the old one goes: in both namespaces, with its binding.
    expect(objects).toEqual({ added: 4, removed: 4, changed: 1 });
  });

  it('says what a wider group gives to its operators, once in all namespaces', () => {
    const { gained } = compare(fleet(['op'], operator()), fleet(['op', 'a', 'b'], operator()));
    expect(gained.map(({ subject, scope, right }) => ({ subject, scope, right }))).toEqual([
      { subject: ROBOT, scope: ['a', 'b'], right: { verbs: ['get', 'list', 'watch'], apiGroup: '', resource: 'pods' } },
    ]);
  });

  it('says what people gain by the roles of an API, and from where', () => {
    const growers = binding('a/growers', 'ClusterRole/view', { kind: 'Group', name: 'growers' });
    const base = fleet(['a'], growers);
    const head = fleet(['a'], growers, csv('op/etcd.v1', { owns: ['Etcd.v1.example.com'] }));
    const own = compare(base, head).gained.filter(({ subject }) => subject.kind === 'Group');
    expect(own).toEqual([
      {
        subject: { kind: 'Group', name: 'growers' },
        scope: ['a'],
        right: { verbs: ['get', 'list', 'watch'], apiGroup: 'example.com', resource: 'etcds' },
        paths: [VIEW_PATH],
      },
    ]);
    const holders = new Set(compare(base, head).gained.flatMap(({ subject }) => (subject.kind === 'RoleHolder' ? [subject.name] : [])));
    expect([...holders]).toEqual(['admin', 'edit', 'etcd-admin', 'etcd-edit', 'etcd-view', 'view']);
  });

  it('compares findings by what they are about', () => {
    const orphan = csv('a/orphan.v1');
    const found = compare(fleet(['a'], orphan), fleet(['missing'], orphan));
    expect(reported(found, 'new', 'check').map(({ id }) => id)).toEqual(['target-namespace-not-found']);
    expect(reported(found, 'fixed', 'check')).toEqual([]);
    expect(reported(compare(fleet(['missing'], orphan), fleet(['a'])), 'fixed', 'check').map(({ id }) => id)).toEqual([
      'no-operator-group',
      'target-namespace-not-found',
    ]);
  });

  it('does not call a risk fixed that became worse', () => {
    const [mild, bad] = ['info', 'error'].map((severity) =>
      deepFreeze({ ...RISK, severity: severity as Finding['severity'], fingerprint: severity }),
    ) as [Finding, Finding];
    const [base, head] = [fleet(['a']), fleet(['b'])];
    const of = (before: Finding, after: Finding): Review['findings'] =>
      review(base, head, { ...NO_RISKS, risksOf: (state) => [state === base ? before : after], changeRisks: () => [] }).findings.filter(
        ({ kind }) => kind === 'risk',
      );
    expect(of(mild, bad)).toMatchObject([{ finding: bad, state: 'new' }]);
    expect(of(bad, mild)).toMatchObject([
      { finding: mild, state: 'new' },
      { finding: bad, state: 'fixed' },
    ]);
  });

  it('tells risks by their fingerprints, and takes those of the change for new', () => {
    const risk = (fingerprint: string): Finding => deepFreeze({ ...RISK, id: fingerprint, fingerprint });
    const [base, head] = [fleet(['a']), fleet(['b'])];
    const { findings } = review(base, head, {
      ...NO_RISKS,
      risksOf: (state) => (state === base ? [risk('gone'), risk('stays')] : [risk('stays'), risk('comes')]),
      changeRisks: () => [risk('step')],
    });
    expect(findings.filter(({ kind }) => kind === 'risk').map(({ finding, state }) => `${state} ${finding.id}`)).toEqual([
      'new comes',
      'new step',
      'unchanged stays',
      'fixed gone',
    ]);
  });
});

const VIEW_PATH = {
  binding: { kind: 'RoleBinding', namespace: 'a', name: 'growers' },
  roles: [
    { kind: 'ClusterRole', name: 'view' },
    { kind: 'ClusterRole', name: 'etcds.example.com-v1-view' },
  ],
  rule: 0,
  owner: CSV,
  field: 'spec.customresourcedefinitions.owned[0]',
  place: { file: 'op/etcd.v1:spec.customresourcedefinitions.owned.0' },
};
