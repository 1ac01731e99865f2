/** A cluster during reading: checks each object, from its apiVersion and kind to its metadata, and adds it. */
import { z } from 'zod';
import { isDnsLabel, isLabelValue, isQualifiedName } from '../../base/kubernetes/names.js';
import { formatReference } from '../../base/kubernetes/object.js';
import { check, describe } from '../../base/manifest/check.js';
import type { FieldPath } from '../../base/manifest/field-path.js';
import { jsonText } from '../../base/manifest/format.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import { type Complaint, isError, type ProblemCode, type SourceReference, type UnlocatedProblem } from '../../base/manifest/problem.js';
import type { Cluster } from '../model/cluster.js';
import { EMPTY_CLUSTER } from '../model/cluster-of-parts.js';
import { COPIED_FROM_LABEL } from '../model/csv-labels.js';
import type { ClusterParts, Reader } from './readers.js';

/** The state of reading. */
export interface Reading {
  readonly parts: ClusterParts;
  readonly problems: UnlocatedProblem[];
  /** Names of Namespaces, including invalid ones. */
  readonly namespaces: Set<string>;
  /** The first place of each object. */
  readonly seen: Map<string, SourceReference>;
  /** Default sources of OpenShift that its OperatorHub disables, and its place. */
  readonly disabledSources: Map<string, SourceReference>;
}

/** An empty reading. */
export function newReading(): Reading {
  return {
    parts: structuredClone(EMPTY_CLUSTER) as ClusterParts,
    problems: [],
    namespaces: new Set(),
    seen: new Map(),
    disabledSources: new Map(),
  };
}

/** Continues with an existing cluster. */
export function readingOf(read: Cluster): Reading {
  const parts = Object.fromEntries(Object.entries(read).map(([name, part]) => [name, Array.isArray(part) ? [...part] : part]));
  return { ...newReading(), parts: parts as unknown as ClusterParts, namespaces: new Set(read.namespaces.map(({ name }) => name)) };
}

/** Adds an object, or its problems. */
export function readObject(reader: Reader, written: Readonly<Record<string, unknown>>, source: SourceReference, reading: Reading): void {
  const { parts, problems, namespaces, seen } = reading;
  const { object, problems: changed } = reader.asRead?.(written, source) ?? { object: written, problems: [] };
  const { labels, name: givenName } = (object.metadata ?? {}) as { labels?: unknown; name?: unknown };
  if (reader.kind === 'Namespace' && typeof givenName === 'string') namespaces.add(givenName);
  const isCopy = reader.kind === 'ClusterServiceVersion' && typeof labels === 'object' && Object.hasOwn(labels ?? {}, COPIED_FROM_LABEL);
  if (isCopy) return;

  const wrong = [...checkMetadata(reader, object, source), ...reader.check(object, source)];
  const found = onceEach(wrong, changed);
  problems.push(...found);
  if (found.some((problem) => isError(problem) && problem.code !== 'NAMESPACE_NOT_GIVEN')) return;

  const { name, namespace } = object.metadata as { name: string; namespace?: string | null };
  const isOpen = found.some(({ code }) => code === 'NAMESPACE_NOT_GIVEN');
  const key = formatReference({ kind: reader.kind, name, namespace: reader.namespace === 'none' ? undefined : namespace || 'default' });
  const first = seen.get(key);
  if (!first) {
    seen.set(key, source);
    if (isOpen) parts.withoutNamespace.push({ kind: reader.kind, name });
    reader.add(isOpen ? { ...object, metadata: { ...(object.metadata as object), namespace: 'default' } } : object, source, parts);
    return;
  }
  problems.push({
    code: 'DUPLICATE_OBJECT',
    message: `the input contains ${key} twice`,
    found: `also in ${first.file}, document ${first.document + 1}`,
    expected: 'one document for each object',
    fix: 'remove one of them; which one a cluster keeps depends on the order in which they are applied',
    source,
    at: ['metadata', 'name'],
  });
}

/** One error for each field: if two errors concern one field, the one at the key as written; if both are at the same key, the first. */
function onceEach(wrong: readonly UnlocatedProblem[], changed: readonly UnlocatedProblem[]): UnlocatedProblem[] {
  const places = (problems: readonly UnlocatedProblem[]) => new Set(problems.filter(isError).map(({ at }) => jsonText(at)));
  const [ours, theirs] = [places(wrong), places(changed)];
  const inAnyCase = new Set([...theirs].filter((place) => !ours.has(place)).map((place) => place.toLowerCase()));
  return [
    ...wrong.filter((problem) => !isError(problem) || !inAnyCase.has(jsonText(problem.at).toLowerCase())),
    ...changed.filter((problem) => !isError(problem) || !ours.has(jsonText(problem.at))),
  ];
}

/** The fields that make a document a Kubernetes object: apiVersion and kind. */
const envelopeSchema = z.looseObject({ apiVersion: z.string(), kind: z.string() });

const MESSAGE = 'the document is not a Kubernetes object';
const EXCLUDE = 'exclude the file: name only the folders that contain manifests, or move the file out of them';
const SEPARATE = 'write each object as a separate document, after a line with ---';
const CONVERT = 'convert it to bundles with operator-sdk pkgman-to-bundle, or exclude the file';
/** The number of keys in messages: enough to recognise a file. */
const SHOWN_KEYS = 3;

/** A document with apiVersion and kind. */
export type Envelope = z.infer<typeof envelopeSchema>;

/** The document as a Kubernetes object, or the problem that it is none. */
export function checkEnvelope(value: unknown, source: SourceReference): { value?: Envelope; problems: UnlocatedProblem[] } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problems: [noManifest(describe(value), source, isListOfObjects(value) ? SEPARATE : EXCLUDE)] };
  }
  const envelope = check(envelopeSchema, value, source);
  if (envelope.value) return envelope;
  if ('packageName' in value && 'channels' in value)
    return { problems: [noManifest('a package in the old packagemanifests format', source, CONVERT)] };
  if (hasNoType(value)) return { problems: [noManifest(`neither apiVersion nor kind, but ${keysOf(value)}`, source, EXCLUDE)] };
  const orExclude = 'metadata' in value ? '' : `; or ${EXCLUDE}`;
  return {
    problems: envelope.problems.map((problem) => ({ ...problem, code: 'NOT_A_MANIFEST', message: MESSAGE, fix: problem.fix + orExclude })),
  };
}

/** Whether a document lacks even a misspelt apiVersion or kind: probably it contains settings of another program. */
function hasNoType(value: object): boolean {
  return !Object.keys(value).some((key) => ['apiversion', 'kind'].includes(key.toLowerCase()));
}

function keysOf(value: object): string {
  const keys = Object.keys(value);
  if (keys.length === 0) return 'an empty mapping';
  const shown = keys.slice(0, SHOWN_KEYS).map((key) => (/^[\w.-]{1,40}$/.test(key) ? key : JSON.stringify(key.slice(0, 40))));
  return shown.join(', ') + (keys.length > SHOWN_KEYS ? ' …' : '');
}

function isListOfObjects(value: unknown): boolean {
  const [first]: unknown[] = Array.isArray(value) ? value : [];
  return typeof first === 'object' && first !== null && 'kind' in first;
}

function noManifest(found: string, source: SourceReference, fix: string): UnlocatedProblem {
  return { code: 'NOT_A_MANIFEST', message: MESSAGE, found, expected: 'a mapping with apiVersion, kind and metadata', fix, source, at: [] };
}

/** Checks the fields that all kinds share: apiVersion, name, namespace, labels and annotation keys. */
const LABEL_NAME = 'at most 63 lower-case letters, digits and "-", beginning and ending with a letter or digit';
const SUBDOMAIN_NAME = 'at most 253 lower-case letters, digits, "-" and ".", each part beginning and ending with a letter or digit';

const RENDER_FIRST = 'replace the placeholder first, with Helm, Flux or the tool it was written for';

type Report = (code: ProblemCode, at: FieldPath, message: string, rest: Omit<Complaint, 'code' | 'message'>) => void;
type Fields = Readonly<Record<string, unknown>>;

/** The problems of an object's apiVersion and metadata, for which the API server would refuse it. The schema checks the types of values. */
export function checkMetadata(reader: Reader, object: Fields, source: SourceReference): UnlocatedProblem[] {
  const problems: UnlocatedProblem[] = [];
  const report: Report = (code, at, message, rest) => problems.push({ code, message, source, at, ...rest });
  checkVersion(reader, String(object.apiVersion), report);
  if (isMapping(object.metadata)) {
    checkNames(reader, object.metadata, report);
    checkKeys(object.metadata, report);
  }
  return problems;
}

function checkVersion({ kind, versions }: Reader, apiVersion: string, report: Report): void {
  const version = apiVersion.slice(apiVersion.indexOf('/') + 1);
  if (kind === 'ClusterServiceVersion') {
    if (apiVersion === 'operators.coreos.com/v1alpha1') return;
    report('CSV_API_VERSION', ['apiVersion'], 'this apiVersion does not exist for a ClusterServiceVersion', {
      found: apiVersion,
      expected: 'operators.coreos.com/v1alpha1',
      fix: 'correct apiVersion; it is read as operators.coreos.com/v1alpha1',
    });
  } else if (!versions.includes(version)) {
    report('UNSUPPORTED_VERSION', ['apiVersion'], `${kind} has no version ${version || '""'}`, {
      found: apiVersion || '""',
      expected: versions.join(' or '),
      fix: 'correct apiVersion',
    });
  }
}

function checkNames({ kind, namespace: scope, isName }: Reader, { name, namespace }: Fields, report: Report): void {
  if (typeof name === 'string' && !isName(name)) {
    report('INVALID_NAME', ['metadata', 'name'], `Kubernetes refuses this name for a ${kind}`, {
      found: JSON.stringify(name),
      expected: isName === isDnsLabel ? LABEL_NAME : SUBDOMAIN_NAME,
      fix: isTemplate(name) ? RENDER_FIRST : 'rename the object',
    });
  }
  if (scope === 'required' && (namespace === undefined || namespace === null || namespace === '')) {
    report('NAMESPACE_NOT_GIVEN', ['metadata', 'namespace'], `every ${kind} must have a namespace`, {
      found: 'nothing',
      expected: 'the operator namespace',
      fix: 'add metadata.namespace',
    });
  } else if (scope !== 'none' && typeof namespace === 'string' && namespace !== '' && !isDnsLabel(namespace)) {
    report('INVALID_NAME', ['metadata', 'namespace'], 'this is not a valid namespace name', {
      found: JSON.stringify(namespace),
      expected: LABEL_NAME,
      fix: isTemplate(namespace) ? RENDER_FIRST : 'write a valid namespace name',
    });
  }
}

function checkKeys({ labels, annotations }: Fields, report: Report): void {
  for (const [key, value] of Object.entries(isMapping(labels) ? labels : {})) {
    if (isQualifiedName(key) && (typeof value !== 'string' || isLabelValue(value))) continue;
    report('INVALID_NAME', ['metadata', 'labels', key], 'Kubernetes refuses this label', {
      found: `${jsonText(key)}: ${jsonText(value)}`,
      expected: 'a key such as tenant or example.com/tenant, and a value of at most 63 letters, digits, -, _ and .',
      fix: 'correct the label; put longer text into an annotation',
    });
  }
  for (const key of Object.keys(isMapping(annotations) ? annotations : {})) {
    if (isQualifiedName(key.toLowerCase())) continue;
    report('INVALID_NAME', ['metadata', 'annotations', key], 'Kubernetes refuses this annotation key', {
      found: JSON.stringify(key),
      expected: 'a key such as note or example.com/note',
      fix: 'correct the key',
    });
  }
}

/** Placeholders of Helm (`{{ }}`), and of Flux and envsubst (`${ }`). */
function isTemplate(name: string): boolean {
  return /\{\{|\$\{/.test(name);
}
