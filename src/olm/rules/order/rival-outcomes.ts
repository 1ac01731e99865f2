/** Finds the outcomes of CSVs with rivals by simulating OLM in several orders of work. */
import { groupBy, namespacedName } from '../../../base/kubernetes/object.js';
import type { ApiKey } from '../../model/api-key.js';
import type { Cluster } from '../../model/cluster.js';
import type { ClusterServiceVersion } from '../../model/cluster-service-version.js';
import { type Contender, contendersOf, isSubset } from '../conflicts.js';
import type { InstallationContext } from '../installation-rule.js';
import { type GroupTargets, membershipVerdict } from '../membership.js';
import { inOlmOrder } from '../order.js';
import type { Verdict } from '../verdict.js';
import { isReadable } from '../verdicts.js';
import type { Actor } from './actor.js';
import { actorsOf, copyTargets } from './actors.js';
import { type Meets, type Outcome, outcomesOf } from './outcomes.js';
import { type Links, type Rivalry, rivalry, rivalSets } from './rivals.js';

/** The outcome of a CSV with rivals. */
export interface RivalOutcome extends Outcome {
  /** The CSVs that an uncertain outcome depends on. */
  readonly rivals: readonly ClusterServiceVersion[];
}

/** The outcomes of CSVs with rivals; other CSVs are left out. */
export interface RivalOutcomes {
  readonly outcomes: ReadonlyMap<ClusterServiceVersion, RivalOutcome>;
  /** The contested APIs of each group, and those that it finally lists, by `namespace/name`. */
  readonly contested: ReadonlyMap<string, { readonly apis: ReadonlySet<ApiKey>; readonly listed: ReadonlySet<ApiKey> }>;
}

/** Simulates OLM for the CSVs with rivals. */
export function rivalOutcomes(
  csvs: readonly ClusterServiceVersion[],
  targets: readonly GroupTargets[],
  cluster: Cluster,
  context: InstallationContext,
): RivalOutcomes {
  const targetsByNamespace = groupBy(targets, ({ group }) => group.namespace);
  const verdicts = new Map<ClusterServiceVersion, Verdict | undefined>(
    csvs.map((csv) => [csv, membershipVerdict(csv, targetsByNamespace.get(csv.namespace) ?? [])]),
  );
  const readable = csvs.filter((csv) => {
    const verdict = verdicts.get(csv);
    return !verdict || isReadable(verdict);
  });
  const contenders = contendersOf(targets, readable);
  const contenderOf = new Map(contenders.map((contender) => [contender.namespace, contender]));
  const actors = actorsOf(csvs, {
    membership: (csv) => verdicts.get(csv),
    groupOf: (csv) => contenderOf.get(csv.namespace),
    namespacesOf: (csv) => copyTargets(csv, targetsByNamespace.get(csv.namespace)?.[0]?.namespaces ?? [], cluster),
    context,
    isDump: cluster.isDump === true,
  });
  const links = rivalry(actors);
  const meets = meetingsOf(actors, links);
  const rivalsOf = rivalsFinder(actors, links);
  const outcomes = new Map<ClusterServiceVersion, RivalOutcome>();
  const contested = new Map<Contender, { apis: Set<ApiKey>; listed: Set<ApiKey> }>();
  for (const set of rivalSets(actors, links)) {
    const ordered = inOlmOrder(set, ({ apis, group }) => group !== undefined && apis.size > 0 && isSubset(apis, group.providedApis));
    const result = outcomesOf(
      ordered,
      {
        rendered: (group) => group.providedApis,
        together: (group) => group.annotated,
        apart: (group) => (group.isKept ? group.providedApis : new Set()),
      },
      meets,
    );
    for (const [actor, outcome] of result.outcomes) {
      outcomes.set(actor.csv, { ...outcome, rivals: outcome.certainty === 'certain' ? [] : rivalsOf(actor) });
      if (!actor.group) continue;
      const known = contested.get(actor.group) ?? { apis: new Set(), listed: new Set() };
      contested.set(actor.group, known);
      const listed = result.apisOf(actor.group);
      for (const api of actor.apis) {
        known.apis.add(api);
        if (listed.has(api)) known.listed.add(api);
      }
    }
  }
  return { outcomes, contested: new Map([...contested].map(([group, found]) => [namespacedName(group), found])) };
}

/** The CSVs that the outcome of a CSV depends on: those that its chain of replacements meets, or else the chain itself. */
function rivalsFinder(actors: readonly Actor[], { chain, supply, others }: Rivalry): (actor: Actor) => ClusterServiceVersion[] {
  const chainOf = chains(actors, chain);
  const outside = new Map<ReadonlySet<Actor>, readonly Actor[]>();
  const suppliers = (actor: Actor): Actor[] => (actor.needs.length === 0 ? [] : [...(supply.get(actor) ?? [])]);
  return (actor) => {
    const own = chainOf.get(actor) ?? new Set([actor]);
    const met =
      outside.get(own) ??
      [...new Set([...own].flatMap((member) => [...(others.get(member) ?? []), ...suppliers(member)]))].filter((other) => !own.has(other));
    outside.set(own, met);
    return (met.length > 0 ? met : [...own]).filter((other) => other !== actor).map(({ csv }) => csv);
  };
}

/** The chain of replacements of each CSV. */
function chains(actors: readonly Actor[], chain: Links): Map<Actor, ReadonlySet<Actor>> {
  const found = new Map<Actor, ReadonlySet<Actor>>();
  for (const start of actors) {
    if (found.has(start)) continue;
    const members = new Set([start]);
    for (const member of members) for (const next of chain.get(member) ?? []) members.add(next);
    for (const member of members) found.set(member, members);
  }
  return found;
}

/** The CSVs that a change of one CSV affects: its neighbours in the chain of replacements, and those outside of the chain that it meets. */
function meetingsOf(actors: readonly Actor[], { chain, supply, others }: Rivalry): Meets {
  const chainOf = chains(actors, chain);
  const known = new Map<Actor, readonly Actor[]>();
  return (actor) => {
    const found = known.get(actor) ?? [
      // With fail forward, OLM checks the end of the chain.
      ...((actor.failForward ? chainOf : chain).get(actor) ?? []),
      ...(supply.get(actor) ?? []),
      ...[...(others.get(actor) ?? [])].filter((other) => chainOf.get(other) !== chainOf.get(actor)),
    ];
    known.set(actor, found);
    return found;
  };
}
