/** Reports changes of OperatorGroups: new and removed groups, and their target namespaces. */
import { namespacedName } from '../../../../base/kubernetes/object.js';
import { sortedText } from '../../../../base/manifest/plain-data.js';
import { listed, targetsText } from '../../../../base/wording/phrases.js';
import { groupReference, rule } from '../../../../olm/model/finding.js';
import { INSTALL_MODES, type InstallModeType } from '../../../../olm/model/install-modes.js';
import { formatNamespaceSet, isAllNamespaces, type NamespaceSet } from '../../../../olm/rules/namespace-set.js';
import type { ResolvedGroup } from '../../../../olm/rules/resolution.js';
import type { State } from '../../../state/state.js';
import { type FindChanges, type FoundChange, ofStates } from '../change.js';

const ADDED = rule('group-added', 'warning', 'An OperatorGroup is new', {
  class: 'cluster',
  meaning: 'Operators in its namespace will watch its target namespaces. It is a warning if these are all namespaces.',
  fix: 'Target only the namespaces that the operators need.',
});

export const GROUP_REMOVED = rule('group-removed', 'info', 'An OperatorGroup is removed', {
  class: 'cluster',
  meaning: 'Without the group, OLM runs no operator of its namespace.',
  fix: 'Remove the operators of its namespace, too, or keep the group.',
});

const TARGETS_WIDENED = rule('targets-widened', 'warning', 'Operators watch more namespaces', {
  class: 'cluster',
  effect: 'more',
  short: 'watches more namespaces',
  meaning: 'The operators of a group watch more namespaces, and get their permissions there.',
  attack: "A tenant's group targets all namespaces. Its operators act everywhere on the tenant's objects.",
  fix: 'Target only the namespaces that the operators need.',
});

const TARGETS_NARROWED = rule('targets-narrowed', 'info', 'Operators watch fewer namespaces', {
  class: 'cluster',
  meaning: 'The operators of a group no longer watch some namespaces, and lose their permissions there.',
  fix: 'Check that nobody needs the operators there.',
});

const TARGETS_MOVED = rule('targets-moved', 'warning', 'Operators watch other namespaces', {
  class: 'cluster',
  meaning: 'The operators of a group watch different namespaces than before.',
  attack: "A tenant's group targets another tenant's namespace. Its operators can read Secrets there.",
  fix: 'Target only the namespaces that the operators need.',
});

/** The rules about namespaces of existing operators; a move away from OLM also uses them. */
export const TARGET_RULES = { widened: TARGETS_WIDENED, narrowed: TARGETS_NARROWED, moved: TARGETS_MOVED };

/** The changes of all groups; groups that only BASE has are last. */
const find: FindChanges = (base, head) => {
  const [before, after] = [groupsOf(base), groupsOf(head)];
  return [
    ...[...after].flatMap(([key, group]) => {
      const old = before.get(key);
      return old ? changedTargets(old, group, head) : isPlatforms(group) ? [] : [added(group, head)];
    }),
    ...[...before].flatMap(([key, group]) => (after.has(key) || isPlatforms(group) ? [] : [removed(group, base)])),
  ];
};

export const groups = ofStates([ADDED, GROUP_REMOVED, TARGETS_WIDENED, TARGETS_NARROWED, TARGETS_MOVED], find);

/** The install mode of the members of a group; undefined for a group without targets. */
export function installModeUsed({ group, namespaces = [] }: ResolvedGroup): InstallModeType | undefined {
  const [own, single, multi, all] = INSTALL_MODES;
  if (namespaces.length === 0) return undefined;
  if (isAllNamespaces(namespaces)) return all;
  if (namespaces.length > 1) return multi;
  return namespaces[0] === group.namespace ? own : single;
}

/** A group of the platform is part of the cluster, and counts only once the input has objects in its namespace. */
function isPlatforms({ group }: ResolvedGroup): boolean {
  return group.isPlatforms === true;
}

function groupsOf({ resolution }: State): Map<string, ResolvedGroup> {
  return new Map(resolution.groups.map((group) => [namespacedName(group.group), group]));
}

function added(group: ResolvedGroup, head: State): FoundChange {
  const after = targetsText(group.namespaces);
  const message = `is a new group that targets ${after}`;
  const unknown = ofUnknown(group, head);
  const severity = unknown || isGlobal(group) ? 'warning' : 'info';
  return { ...change(group, head), rule: ADDED, message: `${message}${unknown?.text ?? ''}`, after, severity, effect: unknown?.effect };
}

/** OLM runs an operator only with a group: the permissions of one that is not known are in no list. */
function ofUnknown({ group }: ResolvedGroup, { cluster }: State): { readonly effect: 'unknown'; readonly text: string } | undefined {
  const own = cluster.unknownOperators.filter(({ namespace }) => namespace === group.namespace);
  if (own.length === 0) return undefined;
  const names = listed(own.map(({ packageName }) => packageName));
  return { effect: 'unknown', text: `, and the permissions of ${names}, which OLM runs with it, are not known` };
}

function removed(group: ResolvedGroup, base: State): FoundChange {
  const before = targetsText(group.namespaces);
  return {
    ...change(group, base),
    rule: GROUP_REMOVED,
    message: `is removed; the group targeted ${before}`,
    before,
    severity: 'info',
  };
}

function changedTargets(old: ResolvedGroup, group: ResolvedGroup, head: State): FoundChange[] {
  const [was, is] = [old.namespaces ?? [], group.namespaces ?? []];
  // Thousands of groups can share one long list, so its text is cached.
  if (was.length === is.length && formatNamespaceSet(was) === formatNamespaceSet(is)) return [];
  const [gained, lost] = [difference(is, was), difference(was, is)];
  if (gained.length + lost.length === 0) return [];
  const [before, after] = [targetsText(was), targetsText(is)];
  const [modeBefore, modeAfter] = [installModeUsed(old), installModeUsed(group)];
  const modes = modeBefore !== modeAfter && modeBefore && modeAfter ? `; install mode ${modeBefore} → ${modeAfter}` : '';
  const fields = { ...change(group, head), before, after, identity: [sortedText(was), sortedText(is)] };
  const instead = `now targets ${after} instead of ${before}${modes}`;
  const isWhole = isAllNamespaces(was) || isAllNamespaces(is) || was.length === 0 || is.length === 0;
  if (lost.length === 0)
    return [
      {
        ...fields,
        rule: TARGETS_WIDENED,
        message: isWhole ? instead : `now also targets ${listed(gained, 'namespaces')}${modes}`,
        severity: 'warning',
      },
    ];
  if (gained.length === 0)
    return [
      {
        ...fields,
        rule: TARGETS_NARROWED,
        message: isWhole ? instead : `no longer targets ${listed(lost, 'namespaces')}${modes}`,
        severity: 'info',
      },
    ];
  const unknown = ofUnknown(group, head);
  return [{ ...fields, rule: TARGETS_MOVED, message: `${instead}${unknown?.text ?? ''}`, severity: 'warning', effect: unknown?.effect }];
}

/** The namespaces that only the first set contains. */
function difference(one: NamespaceSet, other: NamespaceSet): NamespaceSet {
  if (isAllNamespaces(other)) return [];
  const known = new Set(other);
  return one.filter((name) => !known.has(name));
}

function isGlobal({ namespaces }: ResolvedGroup): boolean {
  return namespaces !== undefined && isAllNamespaces(namespaces);
}

function change({ group }: ResolvedGroup, state: State): Pick<FoundChange, 'subject' | 'place'> {
  const subject = groupReference(group);
  return { subject, place: state.placeOf(subject, ['spec']) };
}
