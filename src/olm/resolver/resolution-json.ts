/** The answers of the resolver in the JSON of `resolve` and `upgrades`. */

import { formatReference, namespacedName } from '../../base/kubernetes/object.js';
import type { SourcePlace } from '../../base/manifest/place.js';
import type { SourceReference } from '../../base/manifest/problem.js';
import type { ResolverNote } from '../model/resolver-note.js';
import { notesOf } from './notes.js';
import type { Cause, NamespaceResolution, Solution } from './outcome.js';
import type { Upgrades } from './resolve.js';
import type { ResolverCluster } from './resolver-input.js';
import type { UpgradePath } from './upgrade-path.js';

/** Finds the line of a document. */
export type PlaceOf = (source: SourceReference) => SourcePlace;

type Json = Readonly<Record<string, unknown>>;

/** The field `namespaces`: the resolution of each namespace. */
export function namespacesJson(resolutions: readonly NamespaceResolution[], cluster: ResolverCluster, placeOf: PlaceOf): Json[] {
  return resolutions.map((resolution) => {
    const { namespace, approval, uncertain, outcomes, allOrdersTried, failure, unknown, undecided, unknownCatalogs } = resolution;
    return {
      namespace,
      ...solutionJson(resolution),
      approval,
      uncertain,
      ...(uncertain ? { outcomes: outcomes.map(solutionJson), allOrdersTried } : {}),
      reason: failure?.reason ?? null,
      ...(failure ? { error: failure.error } : {}),
      conflict: failure?.conflict ?? [],
      because: (failure?.because ?? []).map((cause) => causeJson(cause, placeOf)),
      fixes: failure?.fixes ?? [],
      unknown,
      ...(undecided ? { undecided: undecided.error } : {}),
      unknownCatalogs,
      notes: notesOf(resolution, cluster).map((note) => noteJson(note, placeOf)),
    };
  });
}

function solutionJson({ operators, generated, updated, installs }: Solution): Json {
  return { operators, generated, updated, installs };
}

function causeJson({ subject, says, source }: Cause, placeOf: PlaceOf): Json {
  return { subject, says, ...(source ? placeOf(source) : {}) };
}

function noteJson({ source, subject, ...note }: ResolverNote, placeOf: PlaceOf): Json {
  return { ...note, subject: formatReference(subject), ...(source ? placeOf(source) : {}) };
}

/** The fields of followed upgrades: `namespaces` of the first round, `rounds`, `final` and `stable`. */
export function upgradesJson({ rounds, final, stable }: Upgrades, placeOf: PlaceOf): Json {
  return {
    namespaces: namespacesJson(rounds[0]?.namespaces ?? [], final, placeOf),
    rounds: rounds.map(({ round, namespaces }) => ({ round, namespaces: namespacesJson(namespaces, final, placeOf) })),
    final: {
      clusterServiceVersions: final.clusterServiceVersions.map(namespacedName).sort(),
      subscriptions: final.subscriptions
        .map(({ namespace, name, installedCSV = null }) => ({ namespace, name, installedCSV }))
        .toSorted((a, b) => (`${a.namespace}/${a.name}` < `${b.namespace}/${b.name}` ? -1 : 1)),
    },
    stable,
  };
}

/** The field `paths` of upgrades. */
export function pathsJson(paths: readonly UpgradePath[], placeOf: PlaceOf): Json[] {
  return paths.map(({ source, failure, ...path }) => ({
    ...path,
    ...(failure
      ? {
          failure: {
            reason: failure.reason,
            error: failure.error,
            because: failure.because.map((cause) => causeJson(cause, placeOf)),
            fixes: failure.fixes,
          },
        }
      : {}),
    ...(source ? placeOf(source) : {}),
  }));
}
