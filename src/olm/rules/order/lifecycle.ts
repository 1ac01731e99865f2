/**
 * Lifecycle: OLM's transitionCSVState, one sync of one CSV at a time, over the few CSVs that are rivals. It tracks only the state
 * that one CSV can change for another: phases, existence, the groups' lists of APIs, Deployments and APIServices.
 */
import { groupBy, namespacedName } from '../../../base/kubernetes/object.js';
import { once } from '../../../base/manifest/once.js';
import type { ApiKey } from '../../model/api-key.js';
import { apiServiceNames } from '../api-services.js';
import type { Contender } from '../conflicts.js';
import { consequence, reconcileApis } from '../intersection.js';
import { isUncopiable, type Phase, type Reason } from '../verdict.js';
import type { Actor, Stage } from './actor.js';

/** A changing cluster. */
export interface Lifecycle {
  /** Creates a CSV, unless a copy already has its name. */
  create(actor: Actor): void;
  /** Syncs a CSV once. */
  sync(actor: Actor): boolean;
  /** The stage of a CSV; undefined if it does not exist. */
  stageOf(actor: Actor): Stage | undefined;
  /** The APIs that a group lists. */
  apisOf(group: Contender): ReadonlySet<ApiKey>;
}

const NEW: Stage = { phase: '', reason: '' };

/** Reasons of failures that OLM checks again before it reads the phase. */
const RECHECKED = new Set(['InterOperatorGroupOwnerConflict', 'CannotModifyStaticOperatorGroupProvidedAPIs']);

/** Reasons that OLM checks in phase Pending before the requirements. */
const CHECKED_BEFORE: ReadonlySet<Reason> = new Set<Reason>(['OperatorConditionNotUpgradeable', 'InvalidInstallStrategy']);

/**
 * A cluster without CSVs.
 *
 * @param actors all possible CSVs, in the order in which OLM finds the replacing CSV
 * @param annotations the initial APIs of the groups
 */
export function lifecycle(actors: readonly Actor[], annotations: (group: Contender) => ReadonlySet<ApiKey>): Lifecycle {
  const byName = new Map(actors.map((actor) => [namespacedName(actor.csv), actor]));
  // Thousands of CSVs without copies can have one name.
  const copied = groupBy(
    actors.filter(({ copiedTo }) => copiedTo.size > 0),
    ({ csv }) => csv.name,
  );
  const replacers = groupBy(actors, ({ csv }) => namespacedName({ namespace: csv.namespace, name: csv.replaces ?? '' }));
  const owners = groupBy(
    actors.flatMap((actor) => [...new Set(crdKeys(actor))].map((key) => ({ key, actor }))),
    ({ key }) => key,
  );
  const inNamespace = groupBy(actors, ({ csv }) => csv.namespace);
  const stages = new Map<Actor, Stage>();
  const listed = new Map<Contender, ReadonlySet<ApiKey>>();
  const deployments = new Map<string, Actor>();
  const apiServices = new Map<string, Actor>();

  /** Counts creations and deletions; conflicts over CRDs depend on nothing else. */
  let population = 0;
  const crdConflicts = new Map<Actor, { at: number; found: boolean }>();

  const apisOf = (group: Contender): ReadonlySet<ApiKey> => listed.get(group) ?? annotations(group);
  const predecessor = ({ csv }: Actor): Actor | undefined => {
    const found = csv.replaces === undefined ? undefined : byName.get(namespacedName({ namespace: csv.namespace, name: csv.replaces }));
    return found && stages.has(found) ? found : undefined;
  };
  /** The original that is copied into a namespace under this name: OLM treats it like an original. */
  const copyIn = (namespace: string, name: string | undefined): Actor | undefined =>
    (copied.get(name ?? '') ?? []).find((other) => other.copiedTo.has(namespace) && !isUncopiable(stages.get(other)?.reason ?? ''));
  const replacing = (actor: Actor): Actor[] =>
    (replacers.get(namespacedName(actor.csv)) ?? []).filter((other) => other !== actor && stages.has(other));
  const successor = (actor: Actor): Actor | undefined => replacing(actor).find((other) => !isCopy(other));

  const move = (actor: Actor, phase: Phase, reason: Reason): boolean => {
    const before = stages.get(actor);
    stages.set(actor, { phase, reason });
    return before?.phase !== phase || before.reason !== reason;
  };
  const takeOver = (actor: Actor): void => {
    for (const key of keysOf(actor)) deployments.set(key, actor);
    for (const name of apiServiceNames(actor.csv)) apiServices.set(name, actor);
  };
  const dropDeployments = (actor: Actor, onlyOwn: boolean): void => {
    for (const key of keysOf(actor)) if (!onlyOwn || deployments.get(key) === actor) deployments.delete(key);
  };
  const isInstalled = (actor: Actor): boolean =>
    !actor.neverInstalls &&
    keysOf(actor).every((key) => deployments.get(key) === actor) &&
    apiServiceNames(actor.csv).every((name) => apiServices.get(name) === actor);

  /** The existing chain of replacements, copies included. */
  const chainOf = (actor: Actor): Set<Actor> => {
    const chain = new Set([actor]);
    for (let [next] = replacing(actor); next && !chain.has(next); [next] = replacing(next)) chain.add(next);
    for (let next = predecessor(actor); next && !chain.has(next); next = predecessor(next)) chain.add(next);
    return chain;
  };
  const hasCrdConflict = (actor: Actor): boolean => {
    const known = crdConflicts.get(actor);
    const found = known?.at === population ? known.found : findsCrdConflict(actor);
    crdConflicts.set(actor, { at: population, found });
    return found;
  };
  const findsCrdConflict = (actor: Actor): boolean => {
    const chain = once(() => chainOf(actor));
    // Stops at the first one: thousands of CSVs can own one CRD.
    return crdKeys(actor).some((key) =>
      owners.get(key)?.some(({ actor: other }) => other !== actor && stages.has(other) && !chain().has(other)),
    );
  };
  const isAdoptable = (actor: Actor): boolean => apiServiceNames(actor.csv).every((name) => adopts(actor, apiServices.get(name)));

  const remove = (actor: Actor): void => {
    stages.delete(actor);
    population += 1;
    dropDeployments(actor, true);
    for (const name of apiServiceNames(actor.csv)) if (apiServices.get(name) === actor) apiServices.delete(name);
    if (!actor.group || actor.group.isKept) return;
    const neighbours = inNamespace.get(actor.csv.namespace) ?? [];
    const provided = new Set(neighbours.filter((other) => stages.has(other)).flatMap(({ apis }) => [...apis]));
    listed.set(actor.group, new Set([...apisOf(actor.group)].filter((api) => provided.has(api) || !actor.apis.has(api))));
  };

  /** Reconciles the APIs of a CSV; undefined if the CSV may continue. */
  const reconcile = (actor: Actor): boolean | undefined => {
    const { group, apis } = actor;
    if (!group) return undefined;
    const own = { providedApis: apisOf(group), isStatic: group.isStatic };
    const outcome = reconcileApis(apis, own, apis.size === 0 ? [] : group.rivals.map((rival) => ({ providedApis: apisOf(rival) })));
    const result = consequence(outcome, apis, own);
    if (result.kind === 'continue') return undefined;
    if (result.kind === 'annotate') {
      listed.set(group, result.providedApis);
      return true;
    }
    // OLM does not re-examine a CSV that failed over a conflict, as long as there is an obstacle.
    if (stages.get(actor)?.reason === 'InterOperatorGroupOwnerConflict') return false;
    dropDeployments(actor, false);
    return move(actor, 'Failed', result.reason);
  };

  const lacksApiService = (actor: Actor): boolean => lacks(actor, apiServices);

  const install = (actor: Actor): boolean => {
    if (actor.neverBegins) return false;
    if (actor.neverInstalls || !isAdoptable(actor)) return move(actor, 'Failed', 'InstallComponentFailed');
    if (actor.failsForGood) return move(actor, 'Failed', 'InstallComponentFailedNoRetry');
    takeOver(actor);
    return move(actor, 'Installing', 'InstallSucceeded');
  };

  const pend = (actor: Actor): boolean => {
    if (lacksApiService(actor)) return move(actor, 'Pending', 'RequirementsNotMet');
    if (actor.pending) return move(actor, actor.pending.verdict.phase, actor.pending.verdict.reason);
    if (hasCrdConflict(actor) || !isAdoptable(actor)) return move(actor, 'Failed', 'OwnerConflict');
    const { namespace, replaces } = actor.csv;
    const before = predecessor(actor) ?? copyIn(namespace, replaces);
    if (before && stages.get(before)?.phase !== 'Replacing') return false;
    return move(actor, 'InstallReady', 'AllRequirementsMet');
  };

  const retry = (actor: Actor, reason: string): boolean => {
    if (actor.failForward && successor(actor)) return move(actor, 'Replacing', 'BeingReplaced');
    if (actor.failsForGood && reason === 'InstallComponentFailedNoRetry') return false;
    if (RECHECKED.has(reason)) return move(actor, 'Pending', 'RequirementsUnknown');
    if (lacksApiService(actor)) return move(actor, 'Pending', 'RequirementsNotMet');
    if (actor.pending) return actor.pending.unstable ? move(actor, 'Pending', 'NeedsReinstall') : false;
    if (!isAdoptable(actor)) return false;
    return isInstalled(actor) ? move(actor, 'Succeeded', 'InstallSucceeded') : move(actor, 'Pending', 'NeedsReinstall');
  };

  const makeWay = (actor: Actor): boolean => {
    // Only the first CSV of a chain is deleted, and OLM checks one step ahead.
    if (predecessor(actor) ?? copyIn(actor.csv.namespace, actor.csv.replaces)) return false;
    let next = successor(actor);
    if (actor.failForward) {
      const seen = new Set<Actor>();
      for (let further = next; further && !seen.has(further); further = successor(further)) {
        seen.add(further);
        next = further;
      }
    }
    return next !== undefined && stages.get(next)?.phase === 'Succeeded' && move(actor, 'Deleting', 'Replaced');
  };

  const sync = (actor: Actor): boolean => {
    const stage = stages.get(actor);
    if (!stage) return false;
    if (actor.membership) return move(actor, actor.membership.phase, actor.membership.reason);
    const reconciled = reconcile(actor);
    if (reconciled !== undefined) return reconciled;
    switch (stage.phase) {
      case '':
        return move(actor, 'Pending', 'RequirementsUnknown');
      case 'Pending':
        return pend(actor);
      case 'InstallReady':
        return install(actor);
      case 'Installing':
        return isInstalled(actor) ? move(actor, 'Succeeded', 'InstallSucceeded') : move(actor, 'InstallReady', 'InstallWaiting');
      case 'Succeeded':
        if (successor(actor)) return move(actor, 'Replacing', 'BeingReplaced');
        if (lacksApiService(actor)) return move(actor, 'Failed', 'RequirementsNotMet');
        return isInstalled(actor) ? false : move(actor, 'InstallReady', 'ComponentUnhealthy');
      case 'Failed':
        return retry(actor, stage.reason);
      case 'Replacing':
        return makeWay(actor);
      default:
        remove(actor);
        return true;
    }
  };

  return {
    sync,
    stageOf: (actor) => stages.get(actor),
    apisOf,
    create: (actor) => {
      const { namespace, name } = actor.csv;
      if (copyIn(namespace, name) !== undefined) return;
      stages.set(actor, actor.standing ?? NEW);
      population += 1;
      if (actor.standing?.phase !== 'Succeeded') return;
      // A CSV that runs in a dump has all that it installs, and its group lists its APIs.
      takeOver(actor);
      if (actor.group && !actor.group.isStatic) listed.set(actor.group, new Set([...apisOf(actor.group), ...actor.apis]));
    },
  };
}

/** OLM adopts an APIService of the CSV itself and of the CSV that it replaces. */
function adopts(actor: Actor, owner: Actor | undefined): boolean {
  return !owner || owner === actor || (owner.csv.namespace === actor.csv.namespace && owner.csv.name === actor.csv.replaces);
}

/** Whether a required APIService is missing; OLM's earlier checks have priority. */
function lacks({ needs, pending }: Actor, apiServices: ReadonlyMap<string, Actor>): boolean {
  return needs.some((name) => !apiServices.has(name)) && !(pending && CHECKED_BEFORE.has(pending.verdict.reason));
}

function isCopy({ membership }: Actor): boolean {
  return membership?.neverSynced === 'IsCopied';
}

/** `namespace/name` for each Deployment of a CSV. */
function keysOf({ csv }: Actor): string[] {
  return csv.deploymentNames.map((name) => `${csv.namespace}/${name}`);
}

/** `namespace/name` for each CRD that a CSV owns. */
function crdKeys({ csv: { namespace, ownedCRDs } }: Actor): string[] {
  return ownedCRDs.map(({ name }) => `${namespace}/${name}`);
}
