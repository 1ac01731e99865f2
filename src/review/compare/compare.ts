/** Reviews a change: compares the meaning of two states of a cluster, without objects that stay in the cluster or decide nothing. */
import { isDeepStrictEqual } from 'node:util';
import { formatReference, type ObjectReference, objectKey, referenceTo } from '../../base/kubernetes/object.js';
import { once } from '../../base/manifest/once.js';
import { uncoveredGrants } from '../../base/rbac/compare-grants.js';
import { defaultsFor } from '../../base/rbac/default-policy.js';
import { effectiveGrants } from '../../base/rbac/effective-grants.js';
import type { Grant } from '../../base/rbac/grant.js';
import { rbacOf } from '../../base/rbac/rbac.js';
import { csvReference, type Finding } from '../../olm/model/finding.js';
import { SET_ASIDE, TOLD_BY_LINES, type UnreadFile } from '../../olm/model/unread-file.js';
import { ofOwnConditions } from '../rules/access/own-condition.js';
import { orphanedObjects } from '../rules/changed/applied-or-kept.js';
import { withMovedDeliveries } from '../rules/changed/delivery-moved.js';
import { changesRole } from '../rules/changed/rbac-as-served.js';
import { type RiskFinders, riskFinders } from '../rules/index.js';
import { pathTeller } from '../state/grant-path.js';
import { changedObjects, keyOf } from '../state/objects.js';
import { furthestState } from '../state/perhaps.js';
import type { State } from '../state/state.js';
import { compareFindings, compareRisks, profiled } from './compare-risks.js';
import { documentChanges } from './document-changes.js';
import { fileChanges } from './file-changes.js';
import { objectChanges } from './object-changes.js';
import { operatorChanges } from './operators.js';
import { accountRenames, isRename, renamer, withRenames } from './renames.js';
import { type Review, toldList } from './review.js';
import { withSameAggregations } from './same-aggregation.js';

/**
 * Compares two states.
 *
 * @param finders the rules (default: all)
 * @returns the review, in which nothing is accepted yet; `accept` applies a baseline
 * @example
 * review(evaluatedState('main', evaluate(base), placeOf), evaluatedState('HEAD', evaluate(head), placeOf)).gained
 */
export function review(before: State, head: State, { risksOf, changeRisks, reach, changes }: RiskFinders = riskFinders()): Review {
  const base = withMovedDeliveries(before, head);
  // Both revisions get the same defaults: the cluster is the same, even if the revisions name different versions.
  const defaults = defaultsFor(base, head);
  const [was, after] = [rbacOf(stayingOpen(base, head), defaults), rbacOf(furthest(head), defaults)];
  const renames = accountRenames(base, head, was, after);
  const renamed = withRenames(was, renames);
  const [tellBase, tellHead] = [pathTeller(base), pathTeller(furthest(head))];
  const compares = compareRisks(risksOf(base, renamer(renames)), [...risksOf(head), ...changeRisks(base, head)], renamer(renames));
  const all = withSameAggregations(compares, renamed, after);
  const found = { ...all, unchanged: withoutUntouched(all.unchanged, head, risksOf) };
  const left = withKept(base, head);
  const staying = new Set(left === head ? [] : risksOf(left).map(({ fingerprint }) => fingerprint));
  const compared = { ...found, fixed: found.fixed.filter(({ fingerprint }) => !staying.has(fingerprint)) };
  const { risks, profiles } = profiled(compared, renames, base, head, (account) => was.bySubject.has(account));
  const findings = toldList({
    risk: risks,
    check: compareFindings(base.findings, head.findings),
    reach: { new: reach(base, head) },
    change: { new: changes(base, head).filter((change) => !isRename(change, renames)) },
  });
  const gained = tellHead.place(
    withoutOwnConditions(effectiveGrants(uncoveredGrants(after, renamed, tellHead.tell), head.objects), head, base),
  );
  const lost = tellBase.place(
    withoutOwnConditions(
      effectiveGrants(uncoveredGrants(renamed, left === head ? after : rbacOf(furthest(left), defaults), tellBase.tell), base.objects),
      base,
      head,
    ),
  );
  return {
    base: base.label,
    head: head.label,
    findings,
    gained,
    lost,
    renames,
    profiles,
    operators: operatorChanges(base, head, { findings, gained, lost }),
    changes: [...documentChanges(base, head), ...fileChanges(base.unread, head.unread, readIn(base, head))],
    objects: objectChanges(base, head),
    unread: unchangedUnread(base, head),
  };
}

/** Whether a revision reads the file at a path, which is relative to the input. */
function readIn(...states: readonly State[]): (path: string) => boolean {
  const files = once(() => `\n${states.flatMap(({ documents }) => documents.map(({ file }) => file)).join('\n')}\n`);
  return (path) => ['\n', '/', ':'].some((start) => files().includes(`${start}${path}\n`));
}

/** Leaves out risks that untouched units alone cause: they are not part of the review. */
function withoutUntouched(unchanged: readonly Finding[], head: State, risksOf: RiskFinders['risksOf']): readonly Finding[] {
  const { untouched, ...own } = head;
  if (!untouched || untouched.objects.length === 0 || unchanged.length === 0) return unchanged;
  const printsOf = (state: State): ReadonlySet<string> => new Set(risksOf(state).map(({ fingerprint }) => fingerprint));
  const others = printsOf({ ...own, objects: untouched.objects, copied: [] });
  if (!unchanged.some(({ fingerprint }) => others.has(fingerprint))) return unchanged;
  const its = printsOf(own);
  return unchanged.filter(({ fingerprint }) => its.has(fingerprint) || !others.has(fingerprint));
}

/** The state including all objects that OLM leaves only in some orders: HEAD counts with the most permissions. */
function furthest(state: State): State {
  return furthestState(state)?.state ?? state;
}

/** BASE with the fewest permissions, but with those that depend on the order in both revisions, because no change causes them. */
function stayingOpen(base: State, head: State): State {
  const open = new Map(head.perhaps?.map(({ object }) => [objectKey(object), object]));
  const still = (base.perhaps ?? []).map(({ object }) => object).filter((object) => isDeepStrictEqual(open.get(objectKey(object)), object));
  return still.length === 0 ? base : { ...base, objects: [...base.objects, ...still] };
}

/** The files of HEAD that were not read and did not change; without files that were left out on purpose. */
function unchangedUnread(base: State, head: State): UnreadFile[] {
  const known = new Map(base.unread.map(({ path, content }) => [path, content]));
  return head.unread.filter(
    ({ path, content, reason }) => (!TOLD_BY_LINES.has(reason) || SET_ASIDE.has(reason)) && known.get(path) === content,
  );
}

// Objects that a change removes from the input but not from the cluster: their permissions are not lost.

/**
 * HEAD with the roles and bindings that stay, because of their own mark or that of their owner, or because the API server refuses their
 * change. Returns HEAD itself if none stay.
 */
export function withKept(base: State, head: State): State {
  const refused = changedObjects(base, head).flatMap(({ before, after }) => (before && changesRole(before, after) ? [before] : []));
  const now = refused.length === 0 ? head : { ...head, objects: [...head.objects, ...refused] };
  const kept = new Set(orphanedObjects(base, head).map(({ object }) => formatReference(referenceTo(object))));
  if (kept.size === 0) return now;
  const stays = (reference: ObjectReference): boolean => kept.has(formatReference(reference));
  // OLM keeps the CSV of a removed Subscription as long as the namespace exists.
  const left = base.resolution.csvs
    .filter(({ csv }) => csv.bundle && stays({ kind: 'Namespace', name: csv.namespace }))
    .map(({ csv }) => formatReference(csvReference(csv)));
  const owners = new Set([...kept, ...left]);
  const made = (base.made ?? []).filter(({ owner }) => owners.has(formatReference(owner)));
  const there = new Set(head.objects.map(keyOf));
  const objects = [
    ...base.objects.filter((object) => stays(referenceTo(object))),
    ...made.flatMap(({ object, copies }) => (copies ? [] : [object])),
  ];
  return {
    ...now,
    objects: [...now.objects, ...objects.filter((object) => !there.has(keyOf(object)))],
    copied: [...head.copied, ...made.flatMap(({ object, copies }) => (copies ? [{ object, copies }] : []))],
  };
}

// The permission on an operator's own OperatorCondition is no gain, whatever the name of its version.

/**
 * Leaves out permissions of operators on their own OperatorConditions.
 *
 * @param grants of the first state
 * @param other the other state of the change, where an account can have another name
 */
function withoutOwnConditions(grants: readonly Grant[], state: State, other: State): readonly Grant[] {
  const all = [state, other].flatMap(({ resolution }) => resolution.csvs);
  const accounts = new Set(
    all.flatMap(({ csv: { namespace, permissions, clusterPermissions } }) => {
      const names = [...permissions, ...clusterPermissions].map(({ serviceAccountName }) => serviceAccountName);
      // OLM binds `default` if a CSV names no account.
      return (names.length > 0 ? names : ['default']).map((name) => `${namespace}/${name}`);
    }),
  );
  const isOfOwn = ofOwnConditions(state);
  const isOwn = ({ subject: { kind, namespace, name }, scope, right: { apiGroup, resource, ...right } }: Grant): boolean =>
    kind === 'ServiceAccount' &&
    accounts.has(`${namespace}/${name}`) &&
    typeof scope !== 'string' &&
    scope.every((place) => place === namespace) &&
    isOfOwn({ ...right, apiGroups: [apiGroup ?? ''], resources: resource === undefined ? [] : [resource] }, namespace);
  return grants.filter((grant) => !isOwn(grant));
}
