/** Bundle folders, read as OLM v1 reads them: every document of manifests/, by kind alone. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { parseDocuments } from '../../src/base/manifest/parse.js';
import type { BundleManifests, RegistryV1 } from '../../src/olm/model/registry-v1.js';
import { registryV1 } from '../../src/olm/model/registry-v1-of-bundle.js';

/** The documents of a file, duplicate keys and all. */
function documentsOf(file: string): unknown[] {
  return parseDocuments({ file, text: readFileSync(file, 'utf8') }, { lenient: true })
    .documents.map(({ value }) => value)
    .filter((value) => value !== null && value !== undefined);
}

/** The manifests of a bundle folder. */
export function manifestsOf(folder: string): BundleManifests {
  const files = readdirSync(join(folder, 'manifests')).sort();
  const objects = files.flatMap((name) => documentsOf(join(folder, 'manifests', name)) as KubernetesObject[]).flatMap(unfolded);
  const [described] = optional(folder, 'annotations.yaml') as { annotations?: Record<string, string> }[];
  const [listed] = optional(folder, 'properties.yaml') as { properties?: unknown[] }[];
  const ofKind = (kind: string): KubernetesObject[] => objects.filter((object) => object.kind === kind);
  const csv = ofKind('ClusterServiceVersion').at(-1);
  if (!csv) throw new Error(`no ClusterServiceVersion in ${folder}`);
  return {
    packageName: described?.annotations?.['operators.operatorframework.io.bundle.package.v1'] ?? '',
    csv,
    customResourceDefinitions: ofKind('CustomResourceDefinition'),
    others: objects.filter(({ kind }) => kind !== 'ClusterServiceVersion' && kind !== 'CustomResourceDefinition'),
    ...(listed?.properties ? { properties: listed.properties } : {}),
  };
}

/** A bundle of a folder. */
export function registryV1Of(folder: string): RegistryV1 {
  return registryV1(manifestsOf(folder)).bundle;
}

function optional(folder: string, name: string): unknown[] {
  const file = join(folder, 'metadata', name);
  return existsSync(file) ? documentsOf(file) : [];
}

function unfolded(object: KubernetesObject): KubernetesObject[] {
  return object.kind.endsWith('List') && Array.isArray(object.items) ? (object.items as KubernetesObject[]).flatMap(unfolded) : [object];
}
