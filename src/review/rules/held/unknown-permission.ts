/** Reports permissions that no other rule knows: writing objects of an unknown API, or of one that decides something. */

import type { PolicyRule } from '../../../base/kubernetes/policy-rule.js';
import type { GrantSubject } from '../../../base/rbac/grant.js';
import { subjectKey } from '../../../base/rbac/subject.js';
import { knownKinds, ROWS } from '../../../base/tools/kinds.js';
import type { Access, HeldRule } from '../access/access.js';
import { heldAs, type Match, matchesOnce, type Narrowed } from '../access/held.js';
import { heldRisk } from '../access/held-risk.js';
import { isReviewedWhenWritten } from '../changed/kind-effects.js';
import { riskRule } from '../risk-rule.js';
import { NSA_RBAC, type RiskRule } from '../rule.js';
import { READ_TOKENS } from './written-kinds.js';

/** Verbs that change nothing. */
const READS: ReadonlySet<string> = new Set(['get', 'list', 'watch']);

/** Subresources that decide nothing for others, for any kind; other rules know the exceptions. */
const HARMLESS_PARTS: ReadonlySet<string> = new Set(['finalizers', 'rollback', 'scale', 'status']);

/** Resources that only answer a question, only stop objects that are created again, or give nothing to the writer. */
const HARMLESS: ReadonlySet<string> = new Set([
  'localsubjectaccessreviews.authorization.k8s.io',
  'limitranges.',
  'poddisruptionbudgets.policy',
  'pods/eviction.',
  'resourcequotas.',
  'selfsubjectaccessreviews.authorization.k8s.io',
  'selfsubjectreviews.authentication.k8s.io',
  'selfsubjectrulesreviews.authorization.k8s.io',
  'subjectaccessreviews.authorization.k8s.io',
  'tokenreviews.authentication.k8s.io',
]);

/** Reading these means acting as the API server, or reading data of a node. */
const READS_THAT_COUNT: readonly PolicyRule[] = [
  { apiGroups: [''], resources: ['services/proxy', 'nodes/log'], verbs: ['get', 'create', 'update', 'patch', 'delete'] },
  ...READ_TOKENS,
];

const NO_GROUPS: ReadonlySet<string> = new Set();

/** @param known the permissions that other rules look for */
export function unknownPermission(known: readonly PolicyRule[]): RiskRule {
  const writes = new WeakMap<PolicyRule, Match[]>();
  const unknownWrites = (rule: PolicyRule): Match[] => {
    const found = writes.get(rule) ?? writesOf(rule, known);
    writes.set(rule, found);
    return found;
  };
  const canMatch = (rule: PolicyRule): boolean => matchesOnce(rule, READS_THAT_COUNT).length + unknownWrites(rule).length > 0;
  const lists = new WeakMap<PolicyRule, readonly Match[]>();
  const find = ({ rule }: HeldRule): readonly Match[] => {
    const list = lists.get(rule) ?? [...matchesOnce(rule, READS_THAT_COUNT), ...unknownWrites(rule)];
    lists.set(rule, list);
    return list;
  };
  const own = (access: Access): Narrowed => {
    const groups = new Map<string, ReadonlySet<string>>();
    // APIs that operators of the input provide are made for people.
    const provided = new Set(access.state.resolution.csvs.flatMap(({ providedApis }) => providedApis.map(({ group }) => group)));
    const ownGroups = (subject: GrantSubject): ReadonlySet<string> => {
      if (subject.kind !== 'ServiceAccount') return provided;
      const key = subjectKey(subject);
      const operators = access.operators.get(key);
      if (!operators) return NO_GROUPS;
      const own = groups.get(key) ?? new Set(operators.flatMap(({ providedApis }) => providedApis.map(({ group }) => group)));
      groups.set(key, own);
      return own;
    };
    // Subjects of the same role get the same list.
    const found = new WeakMap<ReadonlySet<string>, WeakMap<readonly Match[], readonly Match[]>>();
    return (all, subject, { rule }) => {
      const groupsOfSubject = ownGroups(subject);
      if (groupsOfSubject.size === 0) return all;
      const lists = found.get(groupsOfSubject) ?? new WeakMap<readonly Match[], readonly Match[]>();
      found.set(groupsOfSubject, lists);
      const reads = new Set(matchesOnce(rule, READS_THAT_COUNT));
      const list = lists.get(all) ?? all.filter((match) => reads.has(match) || !groupsOfSubject.has(match.apiGroup ?? ''));
      lists.set(all, list);
      return list;
    };
  };
  return riskRule('unknown-permission', 'warning', 'Can write objects with an unknown effect', {
    references: ['CWE-1220: Insufficient Granularity of Access Control', NSA_RBAC],
    meaning:
      "A subject can write objects of an API that it does not provide, and no rule knows the effect: the kind is unknown, or its objects affect other objects. A controller acts on them with its own permissions. Reading users' tokens, the proxy to Services and node logs are also reported. Permissions with `resourceNames` are not. It is a note for a new operator, and in the account's own namespace.",
    attack: 'The subject creates a ManagedClusterAction. The hub runs it in every cluster, as cluster-admin.',
    fix: 'Find out what the controller does. Limit the permission with `resourceNames`, or accept it in the baseline.',
    severityWhenInstalled: 'info',
    find: (access) =>
      heldAs(access, canMatch, find, { ownApis: false }, own(access)).map((held) =>
        heldRisk(access, held, { cluster: 'warning', elsewhere: 'warning' }),
      ),
  });
}

/** The writes of a rule that no other rule knows. Other rules report a wildcard for API groups, unless it is for a subresource. */
function writesOf({ verbs = [], apiGroups = [], resources = [] }: PolicyRule, known: readonly PolicyRule[]): Match[] {
  const writes = verbs.filter((verb) => !READS.has(verb));
  if (writes.length === 0) return [];
  return apiGroups.flatMap((apiGroup) =>
    resources.flatMap((resource): Match[] => {
      if (apiGroup === '*' && !resource.includes('/')) return [];
      const atom = (verb: string): PolicyRule => ({ verbs: [verb], apiGroups: [apiGroup], resources: [resource] });
      const isKnown = (verb: string): boolean => apiGroup !== '*' && known.some((want) => isWanted(atom(verb), want));
      const left = writes.filter((verb) => !isReviewed(apiGroup, resource, verb) && !isKnown(verb));
      return left.length === 0 ? [] : [{ apiGroup, resource, verbs: left }];
    }),
  );
}

/** Whether a rule looks for a permission, or for a part of it. */
function isWanted(
  { verbs: [verb = ''] = [], apiGroups: [group = ''] = [], resources: [resource = ''] = [] }: PolicyRule,
  want: PolicyRule,
): boolean {
  const has = (list: readonly string[] = [], value: string): boolean =>
    list.includes(value) || list.includes('*') || (value === '*' && list.length > 0);
  return has(want.verbs, verb) && has(want.apiGroups, group) && has(want.resources, resource);
}

/** Whether a subresource of a kind, or of any kind of the group, decides something for others. */
function decidesForOthers(group: string, plural: string, part: string): boolean {
  return ROWS.some(
    (row) =>
      row.parts?.includes(part) === true &&
      (group === '*' || row.group === group) &&
      (plural === '*' || ('plural' in row && row.plural === plural)),
  );
}

function isReviewed(group: string, resource: string, verb: string): boolean {
  const [plural = '', part] = resource.split('/');
  if (part !== undefined && decidesForOthers(group, plural, part)) return false;
  // Another rule reports all resources of a Kubernetes group as a wildcard.
  if (plural === '*' && knownKinds(group) !== undefined) return true;
  if (part !== undefined && HARMLESS_PARTS.has(part)) return true;
  if (HARMLESS.has(`${resource}.${group}`)) return true;
  return part === undefined && isReviewedWhenWritten(group, plural, verb);
}
