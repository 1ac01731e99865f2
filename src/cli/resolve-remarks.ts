/** The remarks of `resolve` and `upgrades` after the resolution: ClusterExtensions, deprecations, and InstallPlans that have failed. */
import { isNamedObject, namespacedName } from '../base/kubernetes/object.js';
import { isMapping } from '../base/manifest/plain-data.js';
import { isError, type Problem } from '../base/manifest/problem.js';
import { deprecated, deprecatedExtensions } from '../olm/checks/catalog-facts.js';
import { objectsInTheWay } from '../olm/checks/files/objects-in-the-way.js';
import { evaluateFiles } from '../olm/evaluate/evaluate-files.js';
import type { Cluster } from '../olm/model/cluster.js';
import type { ClusterExtension } from '../olm/model/cluster-extension.js';
import type { Discovery } from '../olm/model/finding.js';
import { blockedText, blocksUpgrade } from '../olm/rules/left-failed.js';
import { type Input, type ReadOptions, readInput, type Source } from '../repository/index.js';

/** What OLM v1 does with a ClusterExtension. */
export interface ExtensionAnswer {
  readonly name: string;
  readonly namespace: string;
  readonly package: string;
  /** The bundle that it ends at; absent if it gets none, or if that is not known. */
  readonly bundle?: string;
  readonly installed?: string;
  /** The bundles that OLM v1 installs before. */
  readonly via: readonly string[];
}

/** The answers about the ClusterExtensions of an input, in words, too. */
export interface Extensions {
  readonly answers: readonly ExtensionAnswer[];
  readonly lines: readonly string[];
  readonly notes: readonly string[];
  readonly problems: readonly Problem[];
  /** Whether OLM v1 refuses a chosen bundle. */
  readonly isRefused: boolean;
}

/** Chooses the bundles of ClusterExtensions: the resolver of OLM v0 reads none of them. */
export function extensionsOf(inputs: readonly Source[], options: ReadOptions, { clusterExtensions }: Cluster): Extensions {
  if (clusterExtensions.length === 0) return { answers: [], lines: [], notes: [], problems: [], isRefused: false };
  const { cluster, locator, documents } = readInput(inputs, { ...options, installs: true });
  const { problems, refused, rendered } = evaluateFiles(cluster, { profile: 'olm-v1' });
  const inTheWay = objectsInTheWay(
    rendered,
    documents.map(({ value }) => value),
  );
  const notInstalled = new Set([...refused, ...inTheWay.map(({ subject }) => subject.name)]);
  return {
    answers: cluster.clusterExtensions.map((one) => answerOf(one, notInstalled)),
    lines: cluster.clusterExtensions.map((one) => lineOf(one, notInstalled)),
    notes: [...deprecatedExtensions(cluster), ...inTheWay].map(({ subject, message }) => `${subject.kind} ${subject.name}: ${message}`),
    problems: problems.map((problem) => locator.locate({ ...problem, isAlone: true })),
    isRefused: notInstalled.size > 0,
  };
}

function answerOf(
  { name, namespace, packageName, chosen, installed }: ClusterExtension,
  notInstalled: ReadonlySet<string>,
): ExtensionAnswer {
  const bundle = chosen && !notInstalled.has(name) ? { bundle: chosen.name } : {};
  return { name, namespace, package: packageName, ...bundle, ...(installed ? { installed: installed.name } : {}), via: chosen?.via ?? [] };
}

function lineOf(
  { name, namespace, packageName, chosen, installed, problems }: ClusterExtension,
  notInstalled: ReadonlySet<string>,
): string {
  const begin = `ClusterExtension ${name}:`;
  if (problems.some(isError) || notInstalled.has(name))
    return `${begin} ${installed ? `${installed.name} stays` : `OLM v1 installs nothing of ${packageName}`}`;
  if (!chosen) return `${begin} the version of ${packageName} is not known; give its catalog with --catalog PATH`;
  if (chosen.name === installed?.name) return `${begin} ${chosen.name} stays in ${namespace}`;
  const via = chosen.via.length > 0 ? ` after ${chosen.via.join(', ')}` : '';
  return `${begin} OLM v1 installs ${chosen.name} in ${namespace}${via}`;
}

/** Deprecations of packages, channels and bundles that are installed or asked for. */
export function deprecationNotes(cluster: Cluster): string[] {
  const installed = cluster.subscriptions.map((one) => {
    const csv = one.csv ?? one.installedCSV;
    return csv === undefined ? one : { ...one, csv };
  });
  return (deprecated.find?.({ ...cluster, subscriptions: installed }) ?? []).map(noteOf);
}

function noteOf({ subject, message }: Discovery): string {
  return `${subject.kind} ${namespacedName({ namespace: subject.namespace ?? '', name: subject.name })}: ${message}`;
}

/**
 * Subscriptions of a dump whose InstallPlan has failed: OLM resolves their namespace again only where that fails forward
 * (syncResolvingNamespace of OLM's catalog operator), and then only to what skips or replaces the failed version.
 */
export function failedPlanNotes({ cluster: { isDump }, documents }: Pick<Input, 'cluster' | 'documents'>): string[] {
  if (!isDump) return [];
  return documents.flatMap(({ value }) => {
    if (!isNamedObject(value) || value.kind !== 'Subscription' || !isMapping(value.status)) return [];
    const { state, installPlanRef, currentCSV } = value.status;
    if (state !== 'UpgradeFailed') return [];
    const plan = isMapping(installPlanRef) ? ` ${installPlanRef.name}` : '';
    const subscription = namespacedName({ namespace: value.metadata.namespace ?? '', name: value.metadata.name });
    return [`Subscription ${subscription}: its InstallPlan${plan} for ${currentCSV} has failed, so the Subscription stays there`];
  });
}

/** CSVs in phase Failed that block the upgrades of Subscriptions: an InstallPlan for the next version does not change that. */
export function failedCsvNotes(cluster: Cluster): string[] {
  const resolving = new Set(cluster.subscriptions.map(({ namespace }) => namespace));
  return cluster.clusterServiceVersions.flatMap((csv) => {
    const failure = resolving.has(csv.namespace) && blocksUpgrade(csv, cluster.operatorGroups);
    return failure ? [`ClusterServiceVersion ${namespacedName(csv)} is ${blockedText(failure)}`] : [];
  });
}
