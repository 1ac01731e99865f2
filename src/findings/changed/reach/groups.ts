/** Changes of OperatorGroups: new and removed groups, and their target namespaces. */
import { namespacedName } from '../../../kubernetes/object.js';
import { groupReference } from '../../../model/references.js';
import { INSTALL_MODES, type InstallModeType } from '../../../rules/install-modes.js';
import { isAllNamespaces, type NamespaceSet } from '../../../rules/namespace-set.js';
import type { ResolvedGroup } from '../../../rules/resolution.js';
import type { State } from '../../../state/state.js';
import { listed, targetsText } from '../../../wording/phrases.js';
import type { ScopeChange } from './scope-change.js';

/** The changes of all groups; those that only BASE has come last. */
export function targetChanges(base: State, head: State): ScopeChange[] {
  const [before, after] = [groupsOf(base), groupsOf(head)];
  return [
    ...[...after].flatMap(([key, group]) => {
      const old = before.get(key);
      return old ? changedTargets(old, group, head) : [added(group, head)];
    }),
    ...[...before].flatMap(([key, group]) => (after.has(key) ? [] : [removed(group, base)])),
  ];
}

/** The install mode that the members of a group run in; none where the group has no targets. */
export function installModeUsed({ group, namespaces = [] }: ResolvedGroup): InstallModeType | undefined {
  const [own, single, multi, all] = INSTALL_MODES;
  if (namespaces.length === 0) return undefined;
  if (isAllNamespaces(namespaces)) return all;
  if (namespaces.length > 1) return multi;
  return namespaces[0] === group.namespace ? own : single;
}

function groupsOf({ resolution }: State): Map<string, ResolvedGroup> {
  return new Map(resolution.groups.map((group) => [namespacedName(group.group), group]));
}

function added(group: ResolvedGroup, head: State): ScopeChange {
  const after = targetsText(group.namespaces);
  const message = `is a new group that targets ${after}`;
  return { ...change(group, head), kind: 'group-added', message, after, severity: isGlobal(group) ? 'warning' : 'info' };
}

function removed(group: ResolvedGroup, base: State): ScopeChange {
  const before = targetsText(group.namespaces);
  return {
    ...change(group, base),
    kind: 'group-removed',
    message: `is removed; the group targeted ${before}`,
    before,
    severity: 'info',
  };
}

function changedTargets(old: ResolvedGroup, group: ResolvedGroup, head: State): ScopeChange[] {
  const [was, is] = [old.namespaces ?? [], group.namespaces ?? []];
  const [gained, lost] = [difference(is, was), difference(was, is)];
  if (gained.length + lost.length === 0) return [];
  const [before, after] = [targetsText(was), targetsText(is)];
  const [modeBefore, modeAfter] = [installModeUsed(old), installModeUsed(group)];
  const modes = modeBefore !== modeAfter && modeBefore && modeAfter ? `; install mode ${modeBefore} → ${modeAfter}` : '';
  const fields = { ...change(group, head), before, after };
  const instead = `now targets ${after} instead of ${before}${modes}`;
  const isWhole = isAllNamespaces(was) || isAllNamespaces(is) || was.length === 0 || is.length === 0;
  if (lost.length === 0)
    return [
      {
        ...fields,
        kind: 'targets-widened',
        message: isWhole ? instead : `now also targets ${listed(gained, 'namespaces')}${modes}`,
        severity: 'warning',
      },
    ];
  if (gained.length === 0)
    return [
      {
        ...fields,
        kind: 'targets-narrowed',
        message: isWhole ? instead : `no longer targets ${listed(lost, 'namespaces')}${modes}`,
        severity: 'info',
      },
    ];
  return [{ ...fields, kind: 'targets-moved', message: instead, severity: 'warning' }];
}

/** What is in one set and not in the other. */
function difference(one: NamespaceSet, other: NamespaceSet): NamespaceSet {
  if (isAllNamespaces(other)) return [];
  const known = new Set(other);
  return one.filter((name) => !known.has(name));
}

function isGlobal({ namespaces }: ResolvedGroup): boolean {
  return namespaces !== undefined && isAllNamespaces(namespaces);
}

function change({ group }: ResolvedGroup, state: State): Pick<ScopeChange, 'subject' | 'place'> {
  const subject = groupReference(group);
  const place = state.placeOf(subject, ['spec']);
  return { subject, ...(place ? { place } : {}) };
}
