import { describe, expect, it } from 'vitest';
import { formatReference, type KubernetesObject, referenceTo } from '../../../src/base/kubernetes/object.js';
import { uncoveredGrants } from '../../../src/base/rbac/compare-grants.js';
import type { GrantScope, GrantSubject, Right } from '../../../src/base/rbac/grant.js';
import { rbacOf } from '../../../src/base/rbac/rbac.js';
import type { AtomSource } from '../../../src/base/rbac/sourced-atoms.js';
import { aggregating, allow, binding, labelled, role } from '../../support/rbac.js';
import { alone } from '../../support/review.js';

const ROBOT = { kind: 'ServiceAccount', namespace: 'op', name: 'robot' } as const;
const GROUP = { kind: 'Group', name: 'growers' } as const;

interface Change {
  readonly subject?: GrantSubject;
  readonly scope: GrantScope;
  readonly right: Right;
  readonly through?: readonly string[];
}

const told = ({ role: bound, rule }: AtomSource) => ({
  ...(bound.binding ? { binding: referenceTo(bound.binding) } : {}),
  roles: [bound.role, ...rule.via].map(referenceTo),
  rule: rule.index,
});

/** What is gained and lost, without the subject where it is the robot. */
function compare(
  base: readonly KubernetesObject[],
  head: readonly KubernetesObject[],
  withPaths = false,
): { gained: Change[]; lost: Change[] } {
  const [before, after] = [rbacOf(alone(base)), rbacOf(alone(head))];
  const [gained, lost] = [uncoveredGrants(after, before, told), uncoveredGrants(before, after, told)].map((grants) =>
    grants.map(({ subject, scope, right, paths }): Change => {
      const through = paths.map(({ binding: by, roles, rule }) =>
        [...(by ? [by] : []), ...roles].map(formatReference).concat(`${rule}`).join(' → '),
      );
      return { ...(subject.name === 'robot' ? {} : { subject }), scope, right, ...(withPaths ? { through } : {}) };
    }),
  ) as [Change[], Change[]];
  return { gained, lost };
}

/** The robot with these rules in the namespace `op`. */
const inNamespace = (...rules: Parameters<typeof role>[1][]): KubernetesObject[] => [
  role('op/robot', ...rules),
  binding('op/robot', 'Role/robot', ROBOT),
];
/** The robot with these rules in the whole cluster. */
const clusterWide = (...rules: Parameters<typeof role>[1][]): KubernetesObject[] => [
  role('robot', ...rules),
  binding('robot', 'ClusterRole/robot', ROBOT),
];

const NOTHING = { gained: [], lost: [] };
const SCOPE = ['op'];

describe('rules that say the same in other words', () => {
  it.each<[string, KubernetesObject[], KubernetesObject[]]>([
    [
      'in another order',
      inNamespace(allow('get,list', 'pods'), allow('get', 'jobs')),
      inNamespace(allow('get', 'jobs'), allow('list,get', 'pods')),
    ],
    ['merged', inNamespace(allow('get', 'pods'), allow('list', 'pods')), inNamespace(allow('get,list', 'pods'))],
    ['split', inNamespace(allow('get', 'pods,jobs')), inNamespace(allow('get', 'jobs'), allow('get', 'pods'))],
    ['said twice', inNamespace(allow('get', 'pods')), inNamespace(allow('get', 'pods'), allow('get', 'pods'))],
    ['beside a wildcard', inNamespace(allow('*', 'pods')), inNamespace(allow('*,get', 'pods'), allow('list', 'pods'))],
    [
      'by one name each',
      inNamespace(allow('get', 'pods', { resourceNames: ['x', 'y'] })),
      inNamespace(allow('get', 'pods', { resourceNames: ['y'] }), allow('get', 'pods', { resourceNames: ['x'] })),
    ],
    [
      'in another role',
      inNamespace(allow('get', 'pods')),
      [role('op/other', allow('get', 'pods')), binding('op/other', 'Role/other', ROBOT)],
    ],
    [
      'in a ClusterRole',
      inNamespace(allow('get', 'pods')),
      [role('other', allow('get', 'pods')), binding('op/other', 'ClusterRole/other', ROBOT)],
    ],
    [
      'by the user name of the account',
      inNamespace(allow('get', 'pods')),
      [role('op/robot', allow('get', 'pods')), binding('op/robot', 'Role/robot', { kind: 'User', name: 'system:serviceaccount:op:robot' })],
    ],
    [
      'all URLs, twice',
      clusterWide({ verbs: ['get'], nonResourceURLs: ['*'] }),
      clusterWide({ verbs: ['get'], nonResourceURLs: ['/*', '/metrics'] }),
    ],
  ])('are no change: %s', (_, base, head) => {
    expect(compare(base, head)).toEqual(NOTHING);
  });
});

describe('a right that only one state has', () => {
  it.each<[string, KubernetesObject[], KubernetesObject[], { gained?: Change[]; lost?: Change[] }]>([
    [
      'a verb',
      inNamespace(allow('get', 'pods')),
      inNamespace(allow('get,list,watch', 'pods')),
      { gained: [{ scope: SCOPE, right: { verbs: ['list', 'watch'], apiGroup: '', resource: 'pods' } }] },
    ],
    [
      'a verb less than all',
      inNamespace(allow('*', 'pods')),
      inNamespace(allow('get,list', 'pods')),
      { lost: [{ scope: SCOPE, right: { verbs: ['*'], apiGroup: '', resource: 'pods' } }] },
    ],
    [
      'all verbs instead of some',
      inNamespace(allow('get', 'pods')),
      inNamespace(allow('*', 'pods')),
      { gained: [{ scope: SCOPE, right: { verbs: ['*'], apiGroup: '', resource: 'pods' } }] },
    ],
    [
      'all resources instead of one',
      inNamespace(allow('get', 'pods')),
      inNamespace(allow('get', '*')),
      { gained: [{ scope: SCOPE, right: { verbs: ['get'], apiGroup: '', resource: '*' } }] },
    ],
    [
      'all API groups instead of one',
      inNamespace(allow('get', 'pods')),
      inNamespace(allow('get', 'pods', { apiGroups: ['*'] })),
      { gained: [{ scope: SCOPE, right: { verbs: ['get'], apiGroup: '*', resource: 'pods' } }] },
    ],
    [
      'a subresource',
      inNamespace(allow('get', 'pods')),
      inNamespace(allow('get', 'pods,pods/log')),
      { gained: [{ scope: SCOPE, right: { verbs: ['get'], apiGroup: '', resource: 'pods/log' } }] },
    ],
    [
      'a subresource of every resource',
      inNamespace(allow('get', 'pods/status')),
      inNamespace(allow('get', '*/status')),
      { gained: [{ scope: SCOPE, right: { verbs: ['get'], apiGroup: '', resource: '*/status' } }] },
    ],
    [
      'one of */status',
      inNamespace(allow('get', '*/status')),
      inNamespace(allow('get', 'pods/status')),
      { lost: [{ scope: SCOPE, right: { verbs: ['get'], apiGroup: '', resource: '*/status' } }] },
    ],
    [
      'all objects instead of named ones',
      inNamespace(allow('get', 'pods', { resourceNames: ['x'] })),
      inNamespace(allow('get', 'pods')),
      { gained: [{ scope: SCOPE, right: { verbs: ['get'], apiGroup: '', resource: 'pods' } }] },
    ],
    [
      'further names',
      inNamespace(allow('get', 'pods', { resourceNames: ['x'] })),
      inNamespace(allow('get', 'pods', { resourceNames: ['x', 'z', 'y'] })),
      { gained: [{ scope: SCOPE, right: { verbs: ['get'], apiGroup: '', resource: 'pods', resourceNames: ['y', 'z'] } }] },
    ],
    [
      'a URL below',
      clusterWide({ verbs: ['get'], nonResourceURLs: ['/metrics'] }),
      clusterWide({ verbs: ['get'], nonResourceURLs: ['/metrics', '/metrics/*'] }),
      { gained: [{ scope: 'cluster', right: { verbs: ['get'], nonResourceURL: '/metrics/*' } }] },
    ],
    [
      'the whole cluster instead of a namespace',
      inNamespace(allow('get', 'pods')),
      clusterWide(allow('get', 'pods')),
      { gained: [{ scope: 'cluster', right: { verbs: ['get'], apiGroup: '', resource: 'pods' } }] },
    ],
    [
      'one namespace instead of the whole cluster',
      clusterWide(allow('get', 'pods')),
      inNamespace(allow('get', 'pods')),
      { lost: [{ scope: 'cluster', right: { verbs: ['get'], apiGroup: '', resource: 'pods' } }] },
    ],
  ])('is gained or lost: %s', (_, base, head, expected) => {
    expect(compare(base, head)).toEqual({ ...NOTHING, ...expected });
  });

  it('is told by the greatest alone', () => {
    const head = [...inNamespace(allow('get', 'secrets')), ...clusterWide(allow('*', '*'), allow('get', 'pods'))];
    expect(compare([], head).gained).toEqual([{ scope: 'cluster', right: { verbs: ['*'], apiGroup: '', resource: '*' } }]);
  });

  it('is none where a RoleBinding speaks of URLs', () => {
    const head = [role('robot', { verbs: ['get'], nonResourceURLs: ['/metrics'] }), binding('op/robot', 'ClusterRole/robot', ROBOT)];
    expect(compare([], head)).toEqual(NOTHING);
  });

  it('is none where the role is missing, or the account has no namespace', () => {
    const nobody = { kind: 'ServiceAccount', name: 'robot' };
    const head = [
      binding('op/robot', 'Role/missing', ROBOT),
      role('robot', allow('get', 'pods')),
      binding('robot', 'ClusterRole/robot', nobody),
    ];
    expect(compare([], head)).toEqual(NOTHING);
  });
});

describe('a right in many namespaces', () => {
  const copies = (namespaces: readonly string[], verbs: string): KubernetesObject[] => {
    const rules = [allow(verbs, 'pods')];
    return namespaces.flatMap((name) => [{ ...role(`${name}/robot`), rules }, binding(`${name}/robot`, 'Role/robot', ROBOT)]);
  };

  it('is one grant with their names, by one path', () => {
    expect(compare([], copies(['c', 'a', 'b'], 'get,list'), true).gained).toEqual([
      {
        scope: ['a', 'b', 'c'],
        right: { verbs: ['get', 'list'], apiGroup: '', resource: 'pods' },
        through: ['RoleBinding a/robot → Role a/robot → 0'],
      },
    ]);
  });

  it('is gained where it is new', () => {
    expect(compare(copies(['a'], 'get'), copies(['a', 'b', 'c'], 'get'))).toEqual({
      gained: [{ scope: ['b', 'c'], right: { verbs: ['get'], apiGroup: '', resource: 'pods' } }],
      lost: [],
    });
  });

  it('is one grant with all namespaces that gain it, whatever else they gain', () => {
    expect(compare([...copies(['a'], 'get'), ...copies(['b'], 'list')], copies(['a', 'b', 'c'], 'get,list,watch')).gained).toEqual([
      { scope: ['a', 'b', 'c'], right: { verbs: ['watch'], apiGroup: '', resource: 'pods' } },
      { scope: ['a', 'c'], right: { verbs: ['list'], apiGroup: '', resource: 'pods' } },
      { scope: ['b', 'c'], right: { verbs: ['get'], apiGroup: '', resource: 'pods' } },
    ]);
  });
});

describe('the paths of a grant', () => {
  it('are all by which the right comes', () => {
    const head = [
      role('op/one', allow('get', 'pods')),
      binding('op/first', 'Role/one', ROBOT),
      role('two', allow('watch', 'jobs'), allow('get', 'pods')),
      binding('op/second', 'ClusterRole/two', ROBOT),
    ];
    expect(compare([], head, true).gained).toEqual([
      {
        scope: SCOPE,
        right: { verbs: ['watch'], apiGroup: '', resource: 'jobs' },
        through: ['RoleBinding op/second → ClusterRole two → 0'],
      },
      {
        scope: SCOPE,
        right: { verbs: ['get'], apiGroup: '', resource: 'pods' },
        through: ['RoleBinding op/first → Role op/one → 0', 'RoleBinding op/second → ClusterRole two → 1'],
      },
    ]);
  });

  it('lead through the roles that aggregate others', () => {
    const base = [aggregating('outer'), aggregating('inner', { to: 'outer' }), binding('op/growers', 'ClusterRole/outer', GROUP)];
    const head = [...base, labelled('leaf', { to: 'inner' }, allow('get', 'pods'))];
    const right = { verbs: ['get'], apiGroup: '', resource: 'pods' };
    expect(compare(base, head, true)).toEqual({
      gained: [
        {
          subject: GROUP,
          scope: SCOPE,
          right,
          through: ['RoleBinding op/growers → ClusterRole outer → ClusterRole inner → ClusterRole leaf → 0'],
        },
        {
          subject: { kind: 'RoleHolder', name: 'inner' },
          scope: 'where-bound',
          right,
          through: ['ClusterRole inner → ClusterRole leaf → 0'],
        },
        {
          subject: { kind: 'RoleHolder', name: 'outer' },
          scope: 'where-bound',
          right,
          through: ['ClusterRole outer → ClusterRole inner → ClusterRole leaf → 0'],
        },
      ],
      lost: [],
    });
  });
});

it("whoever holds Kubernetes' own edit gains what a role is labelled to add to it, and so does who holds admin", () => {
  const head = [
    labelled(
      'things-edit',
      { 'rbac.authorization.k8s.io/aggregate-to-edit': 'true' },
      allow('create', 'things', { apiGroups: ['example.com'] }),
    ),
  ];
  const right = { verbs: ['create'], apiGroup: 'example.com', resource: 'things' };
  expect(compare([], head, true).gained).toEqual([
    {
      subject: { kind: 'RoleHolder', name: 'admin' },
      scope: 'where-bound',
      right,
      through: ['ClusterRole admin → ClusterRole edit → ClusterRole things-edit → 0'],
    },
    {
      subject: { kind: 'RoleHolder', name: 'edit' },
      scope: 'where-bound',
      right,
      through: ['ClusterRole edit → ClusterRole things-edit → 0'],
    },
  ]);
});
