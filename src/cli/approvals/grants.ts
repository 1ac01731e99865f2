/** Finds the permissions that a plan would grant: reviews the present cluster against the cluster with the planned versions. */

import { groupOf, OLM_GROUP } from '../../base/kubernetes/kinds.js';
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import { jsonText } from '../../base/manifest/format.js';
import { formatProblem } from '../../base/manifest/format-problem.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import { stops } from '../../base/manifest/problem.js';
import type { Locked } from '../../olm/lock/locked-by.js';
import { summarise } from '../../report/index.js';
import { type GivenFiles, type ReadOptions, readState } from '../../repository/index.js';
import { type Review, review } from '../../review/index.js';
import { type Decision, lockedObjects, plannedObjects } from '../../supply/index.js';

/** The permissions that a plan would grant, or why they are unknown. */
export type PlanGrants =
  | { readonly headline: string; readonly points: readonly string[]; readonly review: Review }
  | { readonly unknown: string };

/** Kinds in a bundle that grant permissions, other than the CSV. */
const GRANTING = /^(?:ClusterRole|ClusterRoleBinding|Role|RoleBinding|ServiceAccount)$/;

/**
 * Reviews a plan.
 *
 * @param objects the cluster's OperatorGroups, Namespaces and CSVs, and the ConfigMaps of unpacked bundles, if known
 */
export function planGrants(
  { plan: { namespace, lookups }, moves }: Decision,
  objects: readonly KubernetesObject[],
  locked: Locked,
  options: ReadOptions,
): PlanGrants {
  const groups = objects.filter(({ kind, metadata }) => kind === 'OperatorGroup' && metadata.namespace === namespace);
  const hasNamespaces = objects.some(({ kind }) => kind === 'Namespace');
  if (groups.length === 0)
    return { unknown: `no OperatorGroup of ${namespace} was read, so it is not known which namespaces the operator watches` };
  if (!hasNamespaces && groups.some(({ spec }) => isMapping(spec) && spec.selector !== undefined))
    return { unknown: 'the OperatorGroup selects namespaces by label, and no Namespaces were read' };
  const planned: KubernetesObject[] = [];
  for (const { csv } of moves) {
    const lookup = lookups.find(({ identifier }) => identifier === csv);
    const found = lookup && plannedObjects(lookup, objects, locked);
    if (!found) return { unknown: `the unpacked bundle of ${csv} was not read, and the lock does not have its digest` };
    planned.push(...placed(found, namespace));
  }
  // Another plan can already have installed the CSVs of an outdated plan.
  const old = new Set(moves.flatMap(({ from, csv }) => [from, csv]));
  const isReplaced = ({ kind, metadata }: KubernetesObject): boolean =>
    kind === 'ClusterServiceVersion' && metadata.namespace === namespace && old.has(metadata.name);
  const there = objects.filter(isDeciding).map(asWritten);
  const before = moves.flatMap(({ csv, from }) => {
    const lookup = lookups.find(({ identifier }) => identifier === csv);
    const bundle = from === undefined || !lookup ? undefined : locked.bundle(`${lookup.catalogNamespace}/${lookup.catalogName}`, from);
    return bundle ? placed(lockedObjects(bundle), namespace).filter(({ kind }) => kind !== 'ClusterServiceVersion') : [];
  });
  const names = new Set([...there, ...planned].flatMap(({ metadata }) => metadata.namespace ?? []));
  const known = new Set(there.filter(({ kind }) => kind === 'Namespace').map(({ metadata }) => metadata.name));
  const missing = [...names]
    .filter((name) => !known.has(name))
    .map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }));
  const base = readState([sourceOf('installed', [...missing, ...there, ...before])], { ...options, lock: false });
  const head = readState([sourceOf('planned', [...missing, ...there.filter((one) => !isReplaced(one)), ...planned])], {
    ...options,
    lock: false,
  });
  if (!base.state || !head.state) {
    const problem = [...base.problems, ...head.problems].find(stops);
    return { unknown: problem ? (formatProblem(problem).split('\n', 1)[0] ?? '') : 'the cluster cannot be judged' };
  }
  const found = review(base.state, head.state);
  const { headline, points } = summarise(found);
  return { headline, points: points.map(({ text }) => text).filter((text) => text !== headline), review: found };
}

function isDeciding({ apiVersion, kind }: KubernetesObject): boolean {
  if (kind === 'Namespace') return apiVersion === 'v1';
  return groupOf(apiVersion) === OLM_GROUP && (kind === 'OperatorGroup' || kind === 'ClusterServiceVersion');
}

/** The object without fields that a cluster adds, so that both states are comparable. */
function asWritten({ apiVersion, kind, metadata: { name, namespace, labels, annotations }, spec }: KubernetesObject): KubernetesObject {
  return {
    apiVersion,
    kind,
    metadata: { name, ...(namespace === undefined ? {} : { namespace }), labels: labels ?? {}, annotations: ofOthers(annotations) },
    ...(spec === undefined ? {} : { spec: kind === 'ClusterServiceVersion' ? withoutDefaults(spec) : spec }),
  };
}

/** The value without empty Go fields that OLM adds to a CSV, but that its bundle lacks. */
function withoutDefaults(value: unknown, field?: string): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutDefaults(one));
  if (!isMapping(value)) return value;
  const left = Object.entries(value)
    .map(([name, inner]) => [name, withoutDefaults(inner, name)] as const)
    .filter(([name, inner]) => !(FILLED.has(name) && isEmpty(inner)));
  return field === 'cleanup' && value.enabled === false ? {} : Object.fromEntries(left);
}

const FILLED: ReadonlySet<string> = new Set(['apiservicedefinitions', 'cleanup', 'creationTimestamp', 'resources', 'strategy']);

function isEmpty(value: unknown): boolean {
  return value === null || (isMapping(value) && Object.keys(value).length === 0);
}

function ofOthers(annotations: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(annotations).filter(
      ([name]) => !/^(?:olm\.operator|olm\.targetNamespaces|operatorframework\.io\/properties)/.test(name),
    ),
  );
}

/** The CSV and other granting objects, in the namespace of the plan. */
function placed(bundle: readonly KubernetesObject[], namespace: string): KubernetesObject[] {
  return bundle
    .filter(({ kind }) => kind === 'ClusterServiceVersion' || GRANTING.test(kind))
    .map((object) => ({
      ...asWritten(object),
      ...Object.fromEntries(Object.entries(object).filter(([field]) => !['apiVersion', 'kind', 'metadata', 'status'].includes(field))),
      metadata: { ...asWritten(object).metadata, ...(object.kind.startsWith('ClusterRole') ? {} : { namespace }) },
    }));
}

function sourceOf(name: string, objects: readonly KubernetesObject[]): GivenFiles {
  const text = objects.map((object) => `${jsonText(object)}\n`).join('---\n');
  const file = `${name}.yaml`;
  return { name, files: [{ file, text: () => ({ text }), bytes: () => Buffer.from(text) }], near: () => undefined };
}
