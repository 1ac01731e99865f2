/**
 * Real operator bundles, and what OLM made of them. They are others' work and no part of this project: they are read
 * where they lie, beside the checkout, and tests that need them are skipped where they are not.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { groupOf } from '../../src/base/kubernetes/kinds.js';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { type ParsedDocument, parseDocuments } from '../../src/base/manifest/parse.js';
import { isError, type Problem } from '../../src/base/manifest/problem.js';
import { knownKinds } from '../../src/base/tools/kinds.js';
import type { Cluster } from '../../src/olm/model/cluster.js';
import { desiredCluster } from '../../src/olm/subscriptions/desired-cluster.js';
import { inShared, SHARED } from './needs.js';

/** Where the bundles lie, one folder `<package>/<version>` each. */
export const BUNDLES = join(SHARED, 'bundles');
const OUTCOMES = join(SHARED, 'golden/bundles');

/** The bundles, and what OLM made of them. */
export const BUNDLES_AND_OUTCOMES = [inShared('bundles'), inShared('golden/bundles')];
const haveBundles = BUNDLES_AND_OUTCOMES.every(({ isThere }) => isThere);

/** A bundle as `<package>/<version>`. */
export const bundleNames: readonly string[] = haveBundles
  ? readdirSync(BUNDLES, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) => readdirSync(join(BUNDLES, name)).map((version) => `${name}/${version}`))
      .sort()
  : [];

/** Where a bundle lies. */
export function bundleFolder(bundle: string): string {
  return join(BUNDLES, bundle);
}

/** The recorded clusters of several groups and operators. */
export const fleetNames: readonly string[] = haveBundles
  ? readdirSync(OUTCOMES)
      .filter((name) => name.startsWith('fleet-'))
      .sort()
  : [];

/** The OperatorGroups that each bundle was tried in. */
export const GROUPS: Readonly<Record<string, Record<string, unknown>>> = {
  own: { targetNamespaces: ['op'] },
  single: { targetNamespaces: ['t1'] },
  multi: { targetNamespaces: ['t1', 't2'] },
  all: {},
  selector: { selector: { matchLabels: { tenant: 'a' } } },
};

/** The documents of a bundle's manifests, leniently read. Real bundles are large, and tried many times: each is parsed once. */
const documentsOf = (bundle: string): readonly KubernetesObject[] => {
  const known = parsed.get(bundle);
  if (known) return known;
  const folder = join(BUNDLES, bundle, 'manifests');
  const documents = readdirSync(folder).flatMap((name) =>
    parseDocuments({ file: name, text: readFileSync(join(folder, name), 'utf8') }, { lenient: true }).documents.map(
      ({ value }) => value as KubernetesObject,
    ),
  );
  parsed.set(bundle, documents);
  return documents;
};
const parsed = new Map<string, readonly KubernetesObject[]>();

/** The CSV of a bundle as the outcomes were recorded with: leniently read, in a namespace, without status, without Kubernetes' own APIs among its requirements. */
export function bundleCsv(bundle: string, namespace: string): KubernetesObject | undefined {
  const csv = documentsOf(bundle).find(({ kind }) => kind === 'ClusterServiceVersion');
  if (!csv) return undefined;
  const { status: _, metadata, spec, ...rest } = csv as KubernetesObject & { spec: { nativeAPIs?: { group: string }[] } };
  const { creationTimestamp: __, ...kept } = metadata;
  const nativeAPIs = spec.nativeAPIs?.filter(({ group }) => knownKinds(groupOf(`${group}/`)) === undefined);
  return {
    ...rest,
    metadata: { ...kept, namespace },
    spec: { ...spec, ...(nativeAPIs ? { nativeAPIs } : {}) },
  } as unknown as KubernetesObject;
}

/** What is wrong with the YAML of a bundle's manifests. */
export function manifestProblems(bundle: string): Problem[] {
  const folder = join(BUNDLES, bundle, 'manifests');
  return readdirSync(folder).flatMap((name) => parseDocuments({ file: name, text: readFileSync(join(folder, name), 'utf8') }).problems);
}

/** A cluster of plain objects; creation times follow their order, as in the recording. */
function clusterInOrder(objects: readonly KubernetesObject[]): Cluster {
  const documents = objects.map((object, document): ParsedDocument => {
    const creationTimestamp = new Date(Date.UTC(2026, 0, 1, 0, document)).toISOString();
    return { value: { ...object, metadata: { ...object.metadata, creationTimestamp } }, source: { file: 'bundles', document, path: [] } };
  });
  const { cluster, problems } = desiredCluster(documents);
  const error = problems.find(isError);
  if (error) throw new Error(`${error.message}: ${error.found}`);
  return cluster;
}

/** The cluster that a bundle was tried in. */
export function trialCluster(bundle: string, group: string): Cluster {
  const namespace = (name: string, labels?: Record<string, string>): KubernetesObject => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, ...(labels ? { labels } : {}) },
  });
  const csv = bundleCsv(bundle, 'op');
  return clusterInOrder([
    namespace('op'),
    namespace('t1', { tenant: 'a' }),
    namespace('t2', { tenant: 'a' }),
    namespace('other'),
    { apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata: { name: 'og', namespace: 'op' }, spec: GROUPS[group] },
    // OLM installs the bundle's CRDs first, and looks at the versions that they serve.
    ...documentsOf(bundle).filter((object) => object?.kind === 'CustomResourceDefinition'),
    ...(csv ? [csv] : []),
  ]);
}

/** A recorded cluster of several groups and operators. */
export function fleetCluster(name: string): Cluster {
  const folder = join(OUTCOMES, name);
  const { documents } = parseDocuments({ file: name, text: readFileSync(join(folder, 'input.yaml'), 'utf8') });
  const bundles = JSON.parse(readFileSync(join(folder, 'bundles.json'), 'utf8')) as { namespace: string; bundle: string }[];
  return clusterInOrder([
    ...documents.map(({ value }) => value as KubernetesObject),
    ...bundles.flatMap(({ namespace, bundle }) => bundleCsv(bundle, namespace) ?? []),
  ]);
}

/** What OLM left of a bundle in a group. */
export function trialOutcome(bundle: string, group: string): KubernetesObject[] {
  return outcome(join(bundle.replace('/', '-'), `${group}.json`));
}

/** What OLM left of a fleet. */
export function fleetOutcome(name: string): KubernetesObject[] {
  return outcome(join(name, 'expected.json'));
}

function outcome(path: string): KubernetesObject[] {
  return JSON.parse(readFileSync(join(OUTCOMES, path), 'utf8')) as KubernetesObject[];
}

/** All manifests of a bundle but its CSV, as OLM would apply them: namespaced ones in this namespace. */
export function bundleObjects(bundle: string, namespace: string): KubernetesObject[] {
  return documentsOf(bundle)
    .filter(({ kind }) => kind !== 'ClusterServiceVersion')
    .map((object) =>
      /^(?:Cluster|CustomResource)/.test(object.kind) ? object : { ...object, metadata: { ...object.metadata, namespace } },
    );
}
