/** Finds the objects of other constructs in the app: Namespaces, CRDs, accounts, roles and bindings for the rules. */
import { ApiObject } from 'cdk8s';
import type { Construct, IConstruct } from 'constructs';
import { groupOf } from '../base/kubernetes/kinds.js';
import type { ObjectReference } from '../base/kubernetes/object.js';
import type { ParsedDocument } from '../base/manifest/parse.js';
import { isMapping, plainData } from '../base/manifest/plain-data.js';
import { knownKinds } from '../base/tools/kinds.js';
import { READERS } from '../olm/read/readers.js';
import { DerivedObject } from './derived.js';
import { unhooked } from './node-hooks.js';
import { containsToken, isToken } from './tokens.js';

const READ_KINDS: ReadonlySet<string> = new Set([...READERS.map(({ kind }) => kind), 'Secret']);

/**
 * The objects in the same cluster, according to the app: each object belongs to the clusters in the innermost construct
 * around it that contains any.
 *
 * @param isCluster whether a construct is an OlmCluster
 */
export function objectsAround(cluster: Construct, isCluster: (construct: IConstruct) => boolean): ApiObject[] {
  const all = [...others(cluster.node.root, isCluster)];
  const realms = new Map<IConstruct, Set<IConstruct>>();
  for (const other of all.filter(isCluster)) {
    for (const scope of other.node.scopes) realms.set(scope, (realms.get(scope) ?? new Set()).add(other));
  }
  return all.filter(
    (construct): construct is ApiObject =>
      ApiObject.isApiObject(construct) &&
      isRead(construct) &&
      realms.get(construct.node.scopes.findLast((scope) => realms.has(scope)) as IConstruct)?.has(cluster) === true,
  );
}

/** All clusters of the tree. */
export function clustersAround(cluster: Construct, isCluster: (construct: IConstruct) => boolean): IConstruct[] {
  return [...others(cluster.node.root, isCluster)].filter(isCluster);
}

/** The constructs of a tree, without derived objects: a request for the children of a cluster would derive them. */
function* others(construct: IConstruct, isCluster: (construct: IConstruct) => boolean): Generator<IConstruct> {
  if (DerivedObject.isDerivedObject(construct)) return;
  yield construct;
  for (const child of isCluster(construct) ? unhooked(construct, 'children') : construct.node.children) yield* others(child, isCluster);
}

/** Whether the rules read an object. Known kinds that they do not use, such as Deployment, are ignored. */
function isRead(object: ApiObject): boolean {
  const { apiVersion, kind } = object;
  return READ_KINDS.has(kind) || !knownKinds(groupOf(apiVersion))?.includes(kind) || inside(object).props?.items !== undefined;
}

/** A cheap text that changes if somebody changed the object; changes in a Lazy alone are not detected. */
export function stamp(object: ApiObject): string {
  const { labels, annotations } = object.metadata as unknown as Record<'labels' | 'annotations', unknown>;
  const withoutTokens = (_key: string, value: unknown): unknown => (isToken(value) ? null : value);
  return JSON.stringify([object.node.path, labels, annotations, inside(object).patches?.length], withoutTokens);
}

/** Fields of an ApiObject that only the types of cdk8s hide. */
function inside(object: ApiObject): { readonly props?: { readonly items?: unknown }; readonly patches?: readonly unknown[] } {
  return object as unknown as ReturnType<typeof inside>;
}

/** Whether an object can change between two readings without any change in the app. */
export function isLate(object: ApiObject): boolean {
  const { labels, annotations } = object.metadata as unknown as Record<'labels' | 'annotations', unknown>;
  return containsToken([inside(object).props, labels, annotations]);
}

/** The document of an object. @throws Error if it cannot be made */
export function documentOf(object: ApiObject): ParsedDocument {
  return { value: plainData(object.toJson()), source: { file: object.node.path, document: 0, path: [] } };
}

/** OperatorGroups and CSVs in a document; a chart writes them unchanged, whatever the rules decide. */
export function ownKinds(value: unknown): ObjectReference[] {
  if (!isMapping(value) || (value.kind !== 'OperatorGroup' && value.kind !== 'ClusterServiceVersion')) return [];
  const { name, namespace } = isMapping(value.metadata) ? value.metadata : {};
  return [{ kind: value.kind, ...(typeof namespace === 'string' ? { namespace } : {}), name: String(name) }];
}
