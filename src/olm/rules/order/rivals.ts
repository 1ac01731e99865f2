/**
 * Rivals: CSVs that can change each other's outcome. Two CSVs are rivals if they are in one chain of replacements, own the same CRD in
 * one namespace, have a Deployment of the same name in one namespace, own the same APIService, or claim the same API in intersecting
 * groups. They are also rivals if one would be copied to the namespace of the other, or requires an APIService of the other.
 */

import { groupBy, namespacedName } from '../../../base/kubernetes/object.js';
import { apiServiceNames } from '../api-services.js';
import type { Actor } from './actor.js';

/** The direct rivals of each CSV. A CSV without direct rivals is absent. */
export type Links = ReadonlyMap<Actor, ReadonlySet<Actor>>;

/** The direct rivals of each CSV, by reason. */
export interface Rivalry {
  /** One replaces the other. */
  readonly chain: Links;
  /** One requires an APIService of the other. */
  readonly supply: Links;
  readonly others: Links;
}

/** Finds the rivals of each CSV. */
export function rivalry(actors: readonly Actor[]): Rivalry {
  const chain = new Map<Actor, Set<Actor>>();
  const supply = new Map<Actor, Set<Actor>>();
  const others = new Map<Actor, Set<Actor>>();
  const link = (links: Map<Actor, Set<Actor>>, a: Actor, b: Actor): void => {
    if (a === b) return;
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const) {
      const known = links.get(from);
      if (known) known.add(to);
      else links.set(from, new Set([to]));
    }
  };
  linkClaims(actors, (a, b) => link(others, a, b));
  const keys = actors.flatMap((actor) => contestedKeys(actor).map((key) => ({ key, actor })));
  for (const sharing of groupBy(keys, ({ key }) => key).values()) {
    for (const [index, { actor }] of sharing.entries())
      for (const other of sharing.slice(Math.max(0, index - NEAR), index)) link(others, actor, other.actor);
  }

  const suppliers = groupBy(
    actors.flatMap((actor) => apiServiceNames(actor.csv).map((name) => ({ name, actor }))),
    ({ name }) => name,
  );
  for (const actor of actors) {
    for (const supplier of actor.needs.flatMap((name) => suppliers.get(name) ?? [])) link(supply, actor, supplier.actor);
  }

  const byName = new Map(actors.map((actor) => [namespacedName(actor.csv), actor]));

  const successors = groupBy(actors, ({ csv }) => namespacedName({ namespace: csv.namespace, name: csv.replaces ?? '' }));

  for (const actor of actors) {
    const { namespace, name, replaces } = actor.csv;
    const replaced = replaces === undefined ? undefined : byName.get(namespacedName({ namespace, name: replaces }));
    if (replaced) link(chain, actor, replaced);
    for (const target of actor.copiedTo) {
      const original = byName.get(namespacedName({ namespace: target, name }));
      if (original) link(others, actor, original);
      for (const waiting of successors.get(namespacedName({ namespace: target, name })) ?? []) link(others, actor, waiting);
    }
  }
  return { chain, supply, others };
}

/** The keys of objects that exist only once in a namespace or cluster. */
function contestedKeys({ csv, membership }: Actor): string[] {
  const { namespace, ownedCRDs, deploymentNames } = csv;
  const crds = [...new Set(ownedCRDs.map(({ name }) => name))].map((name) => `CustomResourceDefinition ${namespace}/${name}`);
  if (membership) return crds;
  const deployments = [...new Set(deploymentNames)].map((name) => `Deployment ${namespace}/${name}`);
  return [...crds, ...deployments, ...new Set(apiServiceNames(csv).map((name) => `APIService ${name}`))];
}

/** The most groups, and the most CSVs inside and outside of its group, with which a claim is compared: all pairs would be too many. */
const CROWD = 200;
/** The most predecessors with which a CSV is linked. Such links join all CSVs of a key into one set, which is too large for many orders. */
const NEAR = 100;

/** Links claims of the same API in intersecting groups; for a group with rivals, also the claims inside the group. */
function linkClaims(actors: readonly Actor[], link: (a: Actor, b: Actor) => void): void {
  const claims = actors.flatMap((actor) => (actor.group ? [...actor.apis].map((api) => ({ api, actor, group: actor.group })) : []));
  for (const sharing of groupBy(claims, ({ api }) => api).values()) {
    if (sharing.length === 1) continue;
    const byGroup = groupBy(sharing, ({ group }) => group);
    for (const { actor, group } of sharing) {
      if (!group || group.rivals.length === 0) continue;
      for (const other of (byGroup.get(group) ?? []).slice(0, CROWD)) link(actor, other.actor);
      const near = sharing.length > CROWD ? group.rivals.slice(0, CROWD) : group.rivals;
      let left = CROWD;
      for (const rival of near) {
        const met = (byGroup.get(rival) ?? []).slice(0, sharing.length > CROWD ? left : undefined);
        left -= met.length;
        for (const other of met) link(actor, other.actor);
      }
    }
  }
}

/** The connected sets of rivals, in the given order. CSVs without rivals are in no set. */
export function rivalSets(actors: readonly Actor[], { chain, supply, others }: Rivalry): Actor[][] {
  const seen = new Set<Actor>();
  const place = new Map(actors.map((actor, index) => [actor, index]));
  return actors.flatMap((start) => {
    if (seen.has(start) || !(chain.has(start) || supply.has(start) || others.has(start))) return [];
    const reached = new Set([start]);
    for (const actor of reached) for (const links of [chain, supply, others]) for (const next of links.get(actor) ?? []) reached.add(next);
    for (const actor of reached) seen.add(actor);
    return [[...reached].sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0))];
  });
}
