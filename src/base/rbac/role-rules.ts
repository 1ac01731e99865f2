/**
 * The rules of a role, each with the path to it. For a ClusterRole with an aggregationRule, a controller of Kubernetes copies the rules
 * of every ClusterRole that one of its selectors matches, aggregated ones included
 * (ClusterRoleAggregationController).
 */

import { type LabelSelector, matchesSelector } from '../kubernetes/label-selector.js';
import type { PolicyRule } from '../kubernetes/policy-rule.js';
import type { Role } from '../kubernetes/rbac.js';
import { once, oncePerObject } from '../manifest/once.js';
import { sortedText } from '../manifest/plain-data.js';

/** One rule of a role. */
export interface RoleRule {
  readonly rule: PolicyRule;
  /** The ClusterRoles on the path of aggregation, the one with the rule last; empty if the role itself has the rule. */
  readonly via: readonly Role[];
  /** The index among the rules of the role with the rule. */
  readonly index: number;
}

/** The rules of a role: one object for roles with the same selectors. */
export interface RoleRules {
  readonly rules: readonly RoleRule[];
  /** Equal texts mean equal rights. */
  readonly text: string;
}

/** The rules of roles, and the paths to them. Repeated requests are answered from memory. */
export interface Aggregation {
  /** The copies of a role share their list of rules, and so one result. */
  rulesOf(role: Role): RoleRules;
  /**
   * The shortest paths from an aggregated ClusterRole, which is left out, through aggregated ones to those with rules of their own.
   * Empty for other roles.
   */
  pathsFrom(role: Role): readonly (readonly Role[])[];
  /** Whether a selector of an aggregated ClusterRole matches no known role, so that its purpose is elsewhere. */
  choosesUnknown(role: Role): boolean;
}

/**
 * Resolves the rules of these ClusterRoles, and of Roles.
 *
 * @param clusterRoles all ClusterRoles, including those of Kubernetes
 */
export function aggregationOf(clusterRoles: readonly Role[]): Aggregation {
  const chosenBy = chooser(clusterRoles);
  // Roles with the same selectors have the same paths: none of them has rules of its own, and each path depends only on the selectors.
  const paths = new Map<unknown, readonly (readonly Role[])[]>();
  const pathsFrom = (role: Role): readonly (readonly Role[])[] => {
    if (!role.aggregationRule) return [];
    const key = chosenBy(role);
    const answer = paths.get(key) ?? findPaths(role, chosenBy);
    paths.set(key, answer);
    return answer;
  };
  const collected = oncePerObject(collectedRules);
  return {
    pathsFrom,
    choosesUnknown: (role) => selectorsOf(role).some((selector, index) => !isOlms(role, selector) && chosenBy(role)[index]?.length === 0),
    rulesOf: (role) => (role.aggregationRule ? collected(pathsFrom(role)) : rulesOfItsOwn(role.rules)),
  };
}

/** ClusterRoles by their labels. */
type ByLabel = ReadonlyMap<string, readonly Role[]>;

/** The ClusterRoles that each selector of a role matches: equal selectors share one list. */
type Chooser = (role: Role) => readonly (readonly Role[])[];

function chooser(clusterRoles: readonly Role[]): Chooser {
  // The index is made at the first use: without aggregation, it is never needed.
  let byLabel: ByLabel | undefined;
  const bySelector = new Map<string, readonly Role[]>();
  const bySelectors = new Map<string, readonly (readonly Role[])[]>();
  const chosen = (selector: LabelSelector): readonly Role[] => {
    const key = sortedText(selector);
    byLabel ??= indexByLabel(clusterRoles);
    const list = bySelector.get(key) ?? selected(selector, clusterRoles, byLabel);
    bySelector.set(key, list);
    return list;
  };
  return oncePerObject((role: Role) => {
    const key = sortedText(selectorsOf(role));
    const lists = bySelectors.get(key) ?? selectorsOf(role).map(chosen);
    bySelectors.set(key, lists);
    return lists;
  });
}

function findPaths(role: Role, chosenBy: Chooser): (readonly Role[])[] {
  // The role that collects each one: a chain of roles has a path for each of them.
  const before = new Map<Role, Role | undefined>([[role, undefined]]);
  const pathTo = (end: Role): Role[] => {
    const path: Role[] = [];
    for (let at: Role | undefined = end; at && at !== role; at = before.get(at)) path.push(at);
    return path.reverse();
  };
  // Visits each list once: thousands of roles can select each other.
  const looked = new Set<readonly Role[]>();
  const found: (readonly Role[])[] = [];
  let pending = [role];
  while (pending.length > 0) {
    const next: Role[] = [];
    for (const from of pending) {
      for (const chosen of chosenBy(from)) {
        if (looked.has(chosen)) continue;
        looked.add(chosen);
        for (const collected of chosen) {
          if (before.has(collected)) continue;
          before.set(collected, from);
          if (collected.aggregationRule) next.push(collected);
          else found.push(pathTo(collected));
        }
      }
    }
    pending = next;
  }
  return found;
}

/** The selectors of a ClusterRole's aggregationRule; any of them may match. */
function selectorsOf({ aggregationRule }: Role): readonly LabelSelector[] {
  return aggregationRule?.clusterRoleSelectors ?? [];
}

/** Whether OLM added the selector: it gives the roles of a group these selectors before any API is provided. */
function isOlms({ metadata: { labels } }: Role, { matchLabels, matchExpressions }: LabelSelector): boolean {
  const keys = Object.keys(matchLabels ?? {});
  return (
    labels?.['olm.owner.kind'] === 'OperatorGroup' &&
    !matchExpressions?.length &&
    keys.length > 0 &&
    keys.every((key) => key.startsWith('olm.opgroup.permissions/'))
  );
}

function selected(selector: LabelSelector, all: readonly Role[], byLabel: ByLabel): Role[] {
  const [first] = Object.entries(selector.matchLabels ?? {});
  const candidates = first ? (byLabel.get(labelKey(...first)) ?? []) : all;
  return candidates.filter(({ metadata }) => matchesSelector(selector, metadata.labels ?? {}));
}

function indexByLabel(clusterRoles: readonly Role[]): ByLabel {
  const index = new Map<string, Role[]>();
  for (const role of clusterRoles) {
    for (const [key, value] of Object.entries(role.metadata.labels ?? {})) {
      const known = index.get(labelKey(key, value));
      if (known) known.push(role);
      else index.set(labelKey(key, value), [role]);
    }
  }
  return index;
}

function labelKey(key: string, value: string): string {
  return `${key}=${value}`;
}

/** By the list of rules, which no code changes: the default roles of Kubernetes are the same objects on both sides of each review. */
const rulesOfItsOwn = oncePerObject((rules: Role['rules']) => roleRules(ownRules({ rules }, []), () => sortedText(rules)));

/** The rules at the ends of the paths; the text is that of all of them in one list. */
function collectedRules(paths: readonly (readonly Role[])[]): RoleRules {
  const ends = paths.flatMap((path) => path.slice(-1).map((holding) => ({ holding, path })));
  return roleRules(
    ends.flatMap(({ holding, path }) => ownRules(holding, path)),
    () => {
      const texts = ends.map(({ holding }) => rulesOfItsOwn(holding.rules).text.slice(1, -1));
      return `[${texts.filter((text) => text !== '').join()}]`;
    },
  );
}

function roleRules(rules: readonly RoleRule[], textOf: () => string): RoleRules {
  const text = once(textOf);
  return {
    rules,
    // Most roles never need it.
    get text() {
      return text();
    },
  };
}

function ownRules({ rules }: Pick<Role, 'rules'>, via: readonly Role[]): RoleRule[] {
  return rules.map((rule, index) => ({ rule, via, index }));
}
