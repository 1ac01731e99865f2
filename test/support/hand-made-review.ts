/** Reviews made by hand. */

import type { Grant, GrantPath } from '../../src/base/rbac/grant.js';
import type { Finding } from '../../src/olm/model/finding.js';
import { type ByState, type ReportedFinding, type Review, toldList } from '../../src/review/compare/review.js';
import type { Accepted } from '../../src/review/rules/baseline/apply.js';

/** A review without any change. */
export const UNCHANGED: Review = {
  base: 'git:main',
  head: 'clusters/prod',
  findings: [],
  gained: [],
  lost: [],
  renames: [],
  profiles: [],
  operators: [],
  changes: [],
  objects: { added: 0, removed: 0, changed: 0 },
  unread: [],
};

/** What is found, by kind. */
interface Parts {
  readonly risks?: Omit<ByState, 'accepted'> & { readonly accepted?: readonly Accepted[] };
  readonly checks?: ByState;
  readonly reach?: readonly Finding[];
  readonly changes?: readonly Finding[];
  /** The changes of the review. */
  readonly differing?: Review['changes'];
}

/** A review of these parts. */
export function reviewOf({
  risks,
  checks,
  reach,
  changes,
  differing = [],
  ...parts
}: Partial<Omit<Review, 'findings' | 'changes'>> & Parts): Review {
  const { accepted = [], ...found } = risks ?? {};
  const list = toldList({ risk: found, check: checks ?? {}, reach: { new: reach ?? [] }, change: { new: changes ?? [] } });
  const acceptances = accepted.map(
    ({ finding, ...acceptance }): ReportedFinding => ({ finding, kind: 'risk', state: 'accepted', acceptance }),
  );
  return { ...UNCHANGED, ...parts, changes: differing, findings: [...list, ...acceptances] };
}

/** A path from a rule of the CSV `platform/keeper.v2`. */
export function pathOf(rule: number, parts: Partial<GrantPath> = {}): GrantPath {
  return {
    binding: { kind: 'ClusterRoleBinding', name: 'keeper.v2-abc' },
    roles: [{ kind: 'ClusterRole', name: 'keeper.v2-abc' }],
    rule,
    owner: { kind: 'ClusterServiceVersion', namespace: 'platform', name: 'keeper.v2' },
    field: `spec.install.spec.clusterPermissions[0].rules[${rule}]`,
    place: { file: 'prod/keeper.yaml', line: 30 + rule, column: 17 },
    ...parts,
  };
}

/** A grant to the account of that CSV. */
export function grantOf(parts: Partial<Grant> = {}): Grant {
  return {
    subject: { kind: 'ServiceAccount', namespace: 'platform', name: 'keeper' },
    scope: 'cluster',
    right: { verbs: ['escalate'], apiGroup: 'rbac.authorization.k8s.io', resource: 'clusterroles' },
    paths: [pathOf(3)],
    ...parts,
  };
}

export function riskOf(parts: Partial<Finding> = {}): Finding {
  return {
    id: 'role-escalation',
    severity: 'error',
    subject: { kind: 'ServiceAccount', namespace: 'platform', name: 'keeper' },
    message: 'ServiceAccount platform/keeper may give itself any right',
    path: [
      { kind: 'object', object: { kind: 'ClusterServiceVersion', namespace: 'platform', name: 'keeper.v2' } },
      { kind: 'role', object: { kind: 'ClusterRole', name: 'keeper.v2-abc' } },
      { kind: 'permissions', text: 'escalate clusterroles' },
    ],
    fix: 'ask for the rights themselves in place of escalate',
    related: [],
    references: ['CIS Kubernetes 5.1.8'],
    verdict: false,
    place: { file: 'prod/keeper.yaml', line: 33, column: 17 },
    fingerprint: 'role-escalation:platform/keeper',
    ...parts,
  };
}

export function changeOf(parts: Partial<Finding>): Finding {
  return {
    id: 'object-not-reviewed',
    severity: 'info',
    subject: { kind: 'ConfigMap', namespace: 'op', name: 'settings' },
    message: 'is new; the review does not cover this',
    fix: 'read what changes',
    related: [],
    references: [],
    verdict: false,
    fingerprint: 'abc',
    ...parts,
  };
}

export function scopeChangeOf(parts: Partial<Finding> = {}): Finding {
  return changeOf({
    subject: { kind: 'OperatorGroup', namespace: 'orders-operators', name: 'orders' },
    id: 'targets-widened',
    message: 'widens orders-operators/orders from 2 namespaces to all',
    before: 'orders-production, orders-staging',
    after: 'all namespaces',
    severity: 'error',
    place: { file: 'prod/groups.yaml', line: 2, column: 1 },
    ...parts,
  });
}

/** A CSV that loses its APIs to another group. */
export const CONFLICT: Finding = {
  id: 'inter-operator-group-owner-conflict',
  severity: 'error',
  subject: { kind: 'ClusterServiceVersion', namespace: 'team-b', name: 'stonedb.v1.9.0' },
  message: 'OperatorGroup team-a/team-a already provides Database.v1.stonedb.example.com',
  fix: 'keep the operator in one of the groups',
  related: [],
  references: [],
  verdict: true,
  fingerprint: 'inter-operator-group-owner-conflict:ClusterServiceVersion team-b/stonedb.v1.9.0',
};

/** One of everything. */
export const FULL = reviewOf({
  reach: [scopeChangeOf()],
  gained: [
    grantOf(),
    grantOf({ right: { verbs: ['get', 'list'], apiGroup: '', resource: 'secrets' }, paths: [pathOf(4)] }),
    grantOf({ right: { verbs: ['get', 'list'], apiGroup: '', resource: 'pods' }, paths: [pathOf(5)] }),
    grantOf({
      subject: { kind: 'RoleHolder', name: 'edit' },
      scope: 'where-bound',
      right: { verbs: ['create'], apiGroup: 'keeper.example.com', resource: 'vaults' },
      paths: [
        {
          roles: [
            { kind: 'ClusterRole', name: 'edit' },
            { kind: 'ClusterRole', name: 'vaults.keeper.example.com-v1-edit' },
          ],
          rule: 0,
        },
      ],
    }),
  ],
  lost: [grantOf({ scope: ['a', 'b', 'c', 'd', 'e'], right: { verbs: ['*'], apiGroup: '*', resource: '*' } })],
  risks: {
    new: [riskOf()],
    fixed: [riskOf({ severity: 'warning', message: 'ServiceAccount platform/keeper reads all Secrets' })],
    unchanged: [riskOf({ severity: 'info', message: 'ServiceAccount platform/keeper may create pods' })],
    accepted: [{ finding: riskOf(), reason: 'it is the platform team’s own', expires: '2030-01-01' }],
  },
  checks: { new: [CONFLICT], fixed: [] },
});
