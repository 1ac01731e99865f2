/** Recorded cases of OLM's resolver: what it was given, and what it answered. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocuments } from '../../src/base/manifest/parse.js';
import { isError } from '../../src/base/manifest/problem.js';
import { isCatalogBlob } from '../../src/olm/catalog/blob.js';
import type { Catalog } from '../../src/olm/model/catalog.js';
import type { Cluster } from '../../src/olm/model/cluster.js';
import { readCluster } from '../../src/olm/read/read-cluster.js';
import type { NamespaceResolution, Solution } from '../../src/olm/resolver/outcome.js';

const FOLDER = join(import.meta.dirname, '../golden/resolver');

/** What OLM answered for a namespace. */
export interface RecordedNamespace {
  readonly namespace: string;
  readonly operators: readonly unknown[];
  readonly subscriptions: { readonly updated: readonly unknown[]; readonly generated: readonly unknown[] };
  readonly installs: readonly unknown[];
  readonly error?: string;
  readonly reason?: string;
  readonly conflict?: readonly string[];
  readonly variants?: readonly RecordedNamespace[];
}

/** What OLM answered in all. */
export interface Recorded {
  readonly namespaces?: readonly RecordedNamespace[];
  readonly rounds?: readonly { readonly round: number; readonly namespaces: readonly RecordedNamespace[] }[];
  readonly final?: { readonly clusterServiceVersions: readonly string[]; readonly subscriptions: readonly unknown[] };
  readonly stable?: boolean;
  readonly possibleInstalls?: readonly string[];
  readonly stability?: { readonly distinct: { readonly outcome: number; readonly conflictSet: number; readonly errorText: number } };
}

/** One recorded case. */
export interface ResolverCase {
  readonly name: string;
  readonly input: Cluster;
  readonly untilStable?: number;
  readonly expected: Recorded;
}

/** Settings that a case brings along. */
interface Options {
  readonly globalCatalogNamespace?: string;
  readonly untilStable?: number;
  readonly lax?: boolean;
}

/** Reads documents as OLM's resolver was given them. */
export function inputOf(text: string, file = 'input.yaml'): { input: Cluster; options: Options } {
  const { documents } = parseDocuments({ file, text });
  const options =
    documents.map(({ value }) => value as { kind?: string; spec?: Options }).find(({ kind }) => kind === 'ResolveOptions')?.spec ?? {};
  const { cluster, problems } = readCluster(
    documents.filter(({ value }) => !isCatalogBlob(value) && (value as { kind?: string }).kind !== 'ResolveOptions'),
    { globalCatalogNamespace: 'olm', ...options, catalogs: documents.filter(({ value }) => isCatalogBlob(value)) },
  );
  const errors = problems.filter(isError);
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  const catalogs = options.lax ? cluster.catalogs.map(unjudged) : cluster.catalogs;
  return { input: { ...cluster, catalogs }, options };
}

/** The catalog as a registry serves it that looks at nothing. */
function unjudged(catalog: Catalog): Catalog {
  const packages = catalog.packages.map(({ problems: _, channels, ...offered }) => ({
    ...offered,
    channels: channels.map(({ problems: __, ...channel }) => channel),
  }));
  return { ...catalog, packages };
}

/** The recorded cases of this project. */
export function resolverCases(folder = FOLDER): ResolverCase[] {
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const { input, options } = inputOf(readFileSync(join(folder, name, 'input.yaml'), 'utf8'));
      const expected = JSON.parse(readFileSync(join(folder, name, 'expected.json'), 'utf8')) as Recorded;
      return { name, input, expected, ...(options.untilStable ? { untilStable: options.untilStable } : {}) };
    });
}

/** A clause whose names are in a fixed order: OLM takes them from a map. */
export function normalClause(clause: string): string {
  const [, list, rest] = /^(.* and \S+) (originate from package .*|provide .*)$/.exec(clause) ?? [];
  if (list !== undefined)
    return `${list
      .split(/, | and /)
      .sort()
      .join(', ')} ${rest}`;
  const [, start, ids] = /^(subscription \S+ requires at least one of )(.*)$/.exec(clause) ?? [];
  return ids === undefined
    ? clause
    : `${start}${ids
        .split(/, | or /)
        .sort()
        .join(', ')}`;
}

/** A solution as OLM's answer has it. */
export function recorded(solution: Solution): Omit<RecordedNamespace, 'namespace'> {
  return {
    operators: solution.operators.map(({ askedForBy: _, neededBy: __, ...operator }) => operator),
    subscriptions: { updated: solution.updated, generated: solution.generated },
    installs: solution.installs,
  };
}

/** A namespace as OLM's answer has it, as far as that is not left to chance. */
export function recordedNamespace(resolution: NamespaceResolution): RecordedNamespace {
  const { namespace, failure } = resolution;
  return {
    namespace,
    ...recorded(resolution),
    ...(failure
      ? {
          reason: failure.reason,
          ...(failure.conflict.length > 0 ? { conflict: failure.conflict.map(normalClause).sort() } : { error: failure.error }),
        }
      : {}),
  };
}

/** An answer of OLM without what differs from run to run. */
export function withoutChance({ error, conflict, variants: _, ...rest }: RecordedNamespace): RecordedNamespace {
  return { ...rest, ...(conflict ? { conflict: conflict.map(normalClause).sort() } : error === undefined ? {} : { error }) };
}
