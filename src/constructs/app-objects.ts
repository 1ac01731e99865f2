/** What other constructs of the app make: the rules know Namespaces, CRDs, accounts, roles and bindings without being told. */
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
 * The objects that are in the same cluster, as far as the app says: of each object, the clusters of the innermost construct
 * around it that has any.
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

/** The constructs of a tree, without what clusters derive: to ask a cluster for that would make it derive. */
function* others(construct: IConstruct, isCluster: (construct: IConstruct) => boolean): Generator<IConstruct> {
  if (DerivedObject.isDerivedObject(construct)) return;
  yield construct;
  for (const child of isCluster(construct) ? unhooked(construct, 'children') : construct.node.children) yield* others(child, isCluster);
}

/** Kinds that are known and not read, such as Deployment, are passed over. */
function isRead(object: ApiObject): boolean {
  const { apiVersion, kind } = object;
  return READ_KINDS.has(kind) || !knownKinds(groupOf(apiVersion))?.includes(kind) || inside(object).props?.items !== undefined;
}

/** Cheap to make, and another text when somebody changed the object; what only a Lazy changes is not seen. */
export function stamp(object: ApiObject): string {
  const { labels, annotations } = object.metadata as unknown as Record<'labels' | 'annotations', unknown>;
  const withoutTokens = (_key: string, value: unknown): unknown => (isToken(value) ? null : value);
  return JSON.stringify([object.node.path, labels, annotations, inside(object).patches?.length], withoutTokens);
}

/** Fields of an ApiObject that only cdk8s' types hide. */
function inside(object: ApiObject): { readonly props?: { readonly items?: unknown }; readonly patches?: readonly unknown[] } {
  return object as unknown as ReturnType<typeof inside>;
}

/** Whether an object can be another one the next time, without anybody having changed it. */
export function isLate(object: ApiObject): boolean {
  const { labels, annotations } = object.metadata as unknown as Record<'labels' | 'annotations', unknown>;
  return containsToken([inside(object).props, labels, annotations]);
}

/** The document of an object. @throws Error if it cannot be made */
export function documentOf(object: ApiObject): ParsedDocument {
  return { value: plainData(object.toJson()), source: { file: object.node.path, document: 0, path: [] } };
}

/** OperatorGroups and CSVs in a document, which its chart would write as they are, whatever the rules say of them. */
export function ownKinds(value: unknown): ObjectReference[] {
  if (!isMapping(value) || (value.kind !== 'OperatorGroup' && value.kind !== 'ClusterServiceVersion')) return [];
  const { name, namespace } = isMapping(value.metadata) ? value.metadata : {};
  return [{ kind: value.kind, ...(typeof namespace === 'string' ? { namespace } : {}), name: String(name) }];
}
