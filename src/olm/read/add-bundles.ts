/** Adds bundles to a cluster during reading: each CSV in its namespace, and the CRDs. */

import type { KubernetesObject } from '../../base/kubernetes/object.js';
import type { UnlocatedProblem } from '../../base/manifest/problem.js';
import type { Bundle, InstalledBundle } from '../model/bundle.js';
import type { CustomResourceDefinition } from '../model/cluster.js';
import { sourceOf } from '../model/whole-bundle.js';
import { READERS, type Reader } from './readers.js';
import { newReading, type Reading, readObject } from './reading.js';

/** Adds bundles to a cluster. The problems of a bundle in several namespaces are reported once. */
export function addBundles(installed: readonly InstalledBundle[], reading: Reading): void {
  const { parts, problems } = reading;
  const crds = new Map(parts.customResourceDefinitions.map((crd) => [crd.name, crd]));
  const complaints = new Set<string>();
  for (const one of installed) {
    const found = [...addCsv(one, reading), ...one.bundle.customResourceDefinitions.flatMap((crd) => addCrd(crd, one.bundle, crds))];
    for (const problem of found) {
      const key = JSON.stringify([problem.code, problem.source, problem.at]);
      if (!complaints.has(key)) problems.push(problem);
      complaints.add(key);
    }
  }
  parts.customResourceDefinitions = [...crds.values()];
}

function addCsv({ bundle, namespace, ...along }: InstalledBundle, reading: Reading): UnlocatedProblem[] {
  const { parts } = reading;
  const own: Reading = { ...reading, problems: [] };
  const before = parts.clusterServiceVersions.length;
  readObject(readerOf('ClusterServiceVersion'), withNamespace(bundle.csv, namespace), sourceOf(bundle), own);
  const added = parts.clusterServiceVersions.splice(before);
  parts.clusterServiceVersions.push(...added.map((csv) => ({ ...csv, bundle, ...along })));
  return own.problems;
}

/** The CSV in a namespace, without the status and creation time of the cluster where the bundle was made. */
function withNamespace({ status: _, metadata, ...csv }: KubernetesObject, namespace: string): KubernetesObject {
  const { creationTimestamp: __, ...kept } = metadata;
  return { ...csv, metadata: { ...kept, namespace } } as KubernetesObject;
}

/** Adds a CRD. A CRD in several bundles serves the versions of all of them: OLM updates it with each. */
function addCrd(crd: KubernetesObject, bundle: Bundle, crds: Map<string, CustomResourceDefinition>): UnlocatedProblem[] {
  const source = sourceOf(bundle, crd);
  const own = newReading();
  readObject(readerOf('CustomResourceDefinition'), crd, source, own);
  for (const { manifest: _, ...added } of own.parts.customResourceDefinitions) {
    const { versions = [], manifest } = crds.get(added.name) ?? {};
    crds.set(added.name, { ...added, versions: [...new Set([...versions, ...added.versions])], ...(manifest ? { manifest } : {}) });
  }
  if (!crd.apiVersion.endsWith('/v1beta1')) return own.problems;
  const outdated: UnlocatedProblem = {
    code: 'CRD_API_VERSION',
    message: 'Kubernetes no longer has this version of CustomResourceDefinition',
    found: crd.apiVersion,
    expected: 'apiextensions.k8s.io/v1, as of Kubernetes 1.22',
    fix: 'use a later version of the operator; this CRD is read anyway',
    source,
    at: ['apiVersion'],
  };
  return [...own.problems, outdated];
}

function readerOf(kind: string): Reader {
  return READERS.find((reader) => reader.kind === kind) as Reader;
}
