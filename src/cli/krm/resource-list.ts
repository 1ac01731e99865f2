/**
 * Reads and writes the ResourceList of a KRM function, with its results (KRM Functions Specification). Annotations by which an
 * orchestrator finds items again are removed before the items are read, and added again afterwards.
 */
import { posix } from 'node:path';
import { isNamedObject, type KubernetesObject } from '../../base/kubernetes/object.js';
import { parseDocuments } from '../../base/manifest/parse.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import { isError, type Problem } from '../../base/manifest/problem.js';
import type { Finding, Severity } from '../../olm/model/finding.js';

/** The fields that are read; all others pass through. */
export interface ResourceList {
  readonly apiVersion: string;
  readonly kind: 'ResourceList';
  readonly items: readonly unknown[];
  readonly functionConfig?: unknown;
}

const GROUP = 'config.kubernetes.io/';
/** The annotation that names the file of an item. In older orchestrators, its name lacks `internal.`. */
export const PATH_ANNOTATION = 'internal.config.kubernetes.io/path';
export const INDEX_ANNOTATION = 'internal.config.kubernetes.io/index';
const LOCAL_CONFIG = 'config.kubernetes.io/local-config';
/** The id of an item, by which orchestrators find its comments. Current orchestrators also write an id annotation of the group. */
const ID_ANNOTATION = 'config.k8s.io/id';

/** Reads the list in a text. */
export function readResourceList(text: string): { list?: ResourceList; problems: readonly Problem[] } {
  const { documents, problems } = parseDocuments({ file: '-', text });
  if (problems.length > 0) return { problems };
  const value = documents[0]?.value;
  const isList = isMapping(value) && value.kind === 'ResourceList' && String(value.apiVersion).startsWith(GROUP);
  if (!isList || documents.length !== 1 || !Array.isArray(value.items ?? [])) {
    return {
      problems: [
        {
          code: 'NOT_A_MANIFEST',
          message: 'the input is not a ResourceList',
          file: '-',
          found: isMapping(value) ? `${String(value.apiVersion)} ${String(value.kind)}` : 'something else',
          expected: 'one document, config.kubernetes.io/v1 ResourceList, with a list of items',
          fix: 'run it with kustomize or kpt; to render files, use cdk8s-olm render',
        },
      ],
    };
  }
  return { list: { ...value, items: value.items ?? [] } as unknown as ResourceList, problems: [] };
}

/** The place of an item. */
export interface ItemPlace {
  readonly path?: string;
  readonly index?: number;
}

/** The place of an item, by its annotations. */
export function placeOfItem(item: unknown): ItemPlace {
  const annotations = annotationsOf(item);
  const path = annotations[PATH_ANNOTATION] ?? annotations['config.kubernetes.io/path'];
  const index = Number(annotations[INDEX_ANNOTATION] ?? annotations['config.kubernetes.io/index'] ?? Number.NaN);
  return { ...(typeof path === 'string' ? { path } : {}), ...(Number.isInteger(index) ? { index } : {}) };
}

/** Whether an item's file is in a folder; a path such as `folder/../file` is not. */
export function isInFolder(item: unknown, folder: string): boolean {
  const { path } = placeOfItem(item);
  return path !== undefined && posix.normalize(path).startsWith(`${folder}/`);
}

/** Whether only tools use an item, so that it is never applied to a cluster. */
export function isLocal(item: unknown): boolean {
  return annotationsOf(item)[LOCAL_CONFIG] === 'true';
}

/** The item without annotations of orchestrators, which are not part of the object. */
export function withoutBookkeeping(item: unknown): unknown {
  if (!isNamedObject(item) || !isMapping(item.metadata.annotations)) return item;
  const { annotations, ...metadata } = item.metadata;
  const own = Object.fromEntries(Object.entries(annotations).filter(([name]) => !isBookkeeping(name)));
  return { ...item, metadata: { ...metadata, ...(Object.keys(own).length > 0 ? { annotations: own } : {}) } };
}

/** An object with the annotations that the orchestrator gave to an item. */
export function asItem(object: KubernetesObject, item: unknown): KubernetesObject {
  const kept = Object.fromEntries(Object.entries(annotationsOf(item)).filter(([name]) => isBookkeeping(name)));
  return withAnnotations(object, kept as Record<string, string>);
}

/** An object with more annotations. */
export function withAnnotations(object: KubernetesObject, more: Readonly<Record<string, string>>): KubernetesObject {
  if (Object.keys(more).length === 0) return object;
  return { ...object, metadata: { ...object.metadata, annotations: { ...object.metadata.annotations, ...more } } };
}

function isBookkeeping(name: string): boolean {
  return name === ID_ANNOTATION || ((name.startsWith(GROUP) || name.startsWith(`internal.${GROUP}`)) && name !== LOCAL_CONFIG);
}

/** The annotations as written; their values may not be strings. */
function annotationsOf(item: unknown): Readonly<Record<string, unknown>> {
  const metadata = isMapping(item) && isMapping(item.metadata) ? item.metadata : {};
  return isMapping(metadata.annotations) ? metadata.annotations : {};
}

/** A result of the KRM Functions Specification. */
export interface Result {
  readonly message: string;
  readonly severity: Severity;
  readonly resourceRef?: { readonly apiVersion: string; readonly kind: string; readonly name: string; readonly namespace?: string };
  readonly field?: { readonly path: string; readonly currentValue?: string };
  readonly file?: { readonly path: string; readonly index?: number };
  readonly tags: Readonly<Record<string, string>>;
}

/** @param itemOf finds the item of a file name */
export function problemResult(problem: Problem, itemOf: (file: string) => unknown): Result {
  const item = itemOf(problem.file);
  return {
    message: `${problem.message}: found ${problem.found ?? 'nothing'}${problem.expected ? `, expected ${problem.expected}` : ''}; ${problem.fix}`,
    severity: isError(problem) ? 'error' : 'warning',
    ...where(item, problem.file),
    ...(problem.path === undefined ? {} : { field: { path: problem.path, ...(problem.found ? { currentValue: problem.found } : {}) } }),
    tags: { code: problem.code },
  };
}

export function findingResult({ id, severity, message, fix, place }: Finding, itemOf: (file: string) => unknown, field?: string): Result {
  return {
    message: `${message}; ${fix}`,
    severity,
    ...(place ? where(itemOf(place.file), place.file) : {}),
    ...(field ? { field: { path: field } } : {}),
    tags: { id },
  };
}

/** The result for a removed item. An earlier run wrote the item, or the item is foreign in the folder. */
export function removedResult(item: unknown, folder: string): Result {
  return {
    message: `this object is removed, because it is in the folder ${folder} and not rendered; keep such objects in another folder`,
    severity: 'info',
    ...where(item, folder),
    tags: {},
  };
}

function where(item: unknown, file: string): Pick<Result, 'resourceRef' | 'file'> {
  if (item === undefined) return { file: { path: file } };
  const { path, index } = placeOfItem(item);
  return {
    ...(path === undefined ? {} : { file: { path, ...(index === undefined ? {} : { index }) } }),
    ...(isNamedObject(item) ? { resourceRef: referenceOf(item) } : {}),
  };
}

function referenceOf({
  apiVersion,
  kind,
  metadata: { name, namespace },
}: {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}): NonNullable<Result['resourceRef']> {
  return { apiVersion, kind, name, ...(namespace ? { namespace } : {}) };
}
