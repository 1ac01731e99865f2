/** The recorded outcomes of real OLM, and how they are compared (order, server fields and empty values do not count). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unwrapped } from '../../src/base/inside/index.js';
import { expand } from '../../src/base/kubernetes/copies.js';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { parseDocuments } from '../../src/base/manifest/parse.js';
import type { Cluster } from '../../src/olm/model/cluster.js';
import type { Rendered } from '../../src/olm/render/rendered.js';
import { desiredCluster } from '../../src/olm/subscriptions/desired-cluster.js';

const GOLDEN = join(import.meta.dirname, '../golden');

/** Names of all recorded scenarios. */
export const scenarioNames = readdirSync(join(GOLDEN, 'scenarios')).sort();

/** A table of inputs and expected results. */
export function table<T>(name: string): T {
  return JSON.parse(readFileSync(join(GOLDEN, 'tables', `${name}.json`), 'utf8')).cases as T;
}

/** The documents of a scenario; of a document given twice, the last. */
export function scenarioDocuments(name: string): KubernetesObject[] {
  const file = join(GOLDEN, 'scenarios', name, 'input.yaml');
  const { documents, problems } = parseDocuments({ file, text: readFileSync(file, 'utf8') });
  if (problems.length > 0) throw new Error(problems[0]?.message);
  const objects = documents.map(({ value }) => value as KubernetesObject);
  return [...new Map(objects.map((object) => [key(object), object])).values()];
}

/** The cluster of a scenario. */
export function scenarioCluster(name: string): Cluster {
  const source = { file: name, document: 0, path: [] };
  const { cluster, problems } = desiredCluster(unwrapped(scenarioDocuments(name).map((value) => ({ value, source }))));
  if (problems.length > 0) throw new Error(`${problems[0]?.message} (${problems[0]?.found})`);
  return cluster;
}

/** What OLM left of a scenario. */
export function expectedObjects(name: string): KubernetesObject[] {
  return readObjects(join(GOLDEN, 'scenarios', name, 'expected.json'));
}

/** What OLM left when the documents were applied one at a time, where that differs. */
export function expectedSequentialObjects(name: string): KubernetesObject[] | undefined {
  const file = join(GOLDEN, 'scenarios', name, 'expected.sequential.json');
  return existsSync(file) ? readObjects(file) : undefined;
}

/** What the documents say of a scenario, for those that were written down. */
export function documentedObjects(name: string): KubernetesObject[] | undefined {
  const file = join(GOLDEN, 'documented', `${name}.json`);
  return existsSync(file) ? readObjects(file) : undefined;
}

function readObjects(file: string): KubernetesObject[] {
  return JSON.parse(readFileSync(file, 'utf8')) as KubernetesObject[];
}

export function key({ kind, metadata }: KubernetesObject): string {
  return `${kind} ${metadata.namespace ?? '-'}/${metadata.name}`;
}

const SERVER_FIELDS = ['ownerReferences', 'uid', 'finalizers', 'creationTimestamp', 'resourceVersion', 'generation'];

/** An object reduced to what is compared. */
function comparable(object: KubernetesObject): unknown {
  const metadata = Object.fromEntries(Object.entries(object.metadata).filter(([field]) => !SERVER_FIELDS.includes(field)));
  const { kind, status, ...rest } = object as KubernetesObject & { status?: Record<string, unknown> };
  if (kind === 'ClusterServiceVersion') {
    return bare({ kind, metadata, status: { phase: status?.phase, reason: status?.reason, message: status?.message } });
  }
  if (kind === 'OperatorGroup') {
    const { 'olm.providedAPIs': apis, ...annotations } = (metadata.annotations ?? {}) as Record<string, string>;
    return bare({
      kind,
      metadata: { ...metadata, annotations: { ...annotations, ...(apis ? { 'olm.providedAPIs': apis } : {}) } },
      namespaces: [...((status?.namespaces as string[]) ?? [])].sort(),
    });
  }
  if (kind === 'ClusterRole' && (object.aggregationRule || object.metadata.labels?.['olm.owner.kind'] === 'OperatorGroup')) {
    const { clusterRoleSelectors = [] } = (object.aggregationRule ?? {}) as { clusterRoleSelectors?: unknown[] };
    return bare({ kind, metadata, clusterRoleSelectors: clusterRoleSelectors.map((selector) => JSON.stringify(bare(selector))).sort() });
  }
  return bare({ ...rest, kind, metadata });
}

/** Without null, `{}` and `[]`. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([field, entry]): [string, unknown] => [field, bare(entry)]);
  return Object.fromEntries(
    entries.filter(([, entry]) => entry !== undefined && entry !== null && !(typeof entry === 'object' && Object.keys(entry).length === 0)),
  );
}

/** Objects by key, reduced to what is compared. */
export function comparableByKey(objects: Iterable<KubernetesObject>): Record<string, unknown> {
  const entries = [...objects].map((object): [string, unknown] => [key(object), comparable(object)]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What is rendered of what OLM makes, by key: it makes no Namespaces, which are rendered for the first apply. */
export function comparableRendering(rendered: readonly Rendered[]): Record<string, unknown> {
  return comparableByKey(expand(rendered.filter(({ emitSet }) => emitSet !== 'namespaces')));
}

/** Not rendered: what stands in the input, what is random, and what installs the operator. */
export const NOT_COMPARED = new Set([
  'APIService',
  'CustomResourceDefinition',
  'Deployment',
  'MutatingWebhookConfiguration',
  'Namespace',
  'OLMConfig',
  'Secret',
  'Service',
  'ValidatingWebhookConfiguration',
]);
