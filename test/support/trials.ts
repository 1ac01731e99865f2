/** Inputs in which real bundles are tried: each bundle in groups of every kind, and in a global one. */
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { parseDocuments } from '../../src/base/manifest/parse.js';
import { annotations } from './bundle-files.js';
import { folderOf } from './files.js';
import { SHARED } from './needs.js';

/** Folders with bundles: those of CDK8S_OLM_BUNDLES, else those beside the checkout. */
const ROOTS = process.env.CDK8S_OLM_BUNDLES?.split(':') ?? [join(SHARED, 'bundles'), join(SHARED, 'upgrades')];

/** Every folder below them that has `manifests/`. */
export const trialBundles: readonly string[] = ROOTS.filter((root) => existsSync(root))
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => join(root, path)))
  .filter((path) => path.endsWith('/manifests'))
  .map((path) => path.slice(0, -'/manifests'.length))
  .sort();

/** The groups of a trial, by the name of their namespace, and the other namespaces. @param prefix of all names, since they are the cluster's */
export function trialObjects(kind: 'narrow' | 'wide', prefix: string): KubernetesObject[] {
  const namespace = (name: string, labels?: Record<string, string>): KubernetesObject => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: `${prefix}-${name}`, ...(labels ? { labels } : {}) },
  });
  const group = (name: string, spec: Record<string, unknown>): KubernetesObject[] => [
    namespace(name),
    {
      apiVersion: 'operators.coreos.com/v1',
      kind: 'OperatorGroup',
      metadata: { name: `${prefix}-${name}`, namespace: `${prefix}-${name}` },
      spec,
    },
  ];
  if (kind === 'wide') return [...group('all', {}), namespace('t1'), namespace('t2')];
  return [
    ...group('own', { targetNamespaces: [`${prefix}-own`] }),
    ...group('one', { targetNamespaces: [`${prefix}-t1`] }),
    ...group('two', { targetNamespaces: [`${prefix}-t2`, `${prefix}-t3`] }),
    ...group('any', { selector: { matchLabels: { trial: prefix } } }),
    namespace('t1'),
    namespace('t2'),
    namespace('t3'),
    namespace('t4', { trial: prefix }),
    namespace('t5', { trial: prefix }),
  ];
}

/** Subscriptions that install a bundle in every group. */
export function trialSubscriptions(bundle: string, objects: readonly KubernetesObject[]): KubernetesObject[] {
  const startingCSV = csvNameOf(bundle);
  const name = packageNameOf(bundle) ?? nameless(bundle);
  return objects
    .filter(({ kind }) => kind === 'OperatorGroup')
    .map(({ metadata: { namespace = '' } }) => ({
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'Subscription',
      metadata: { name: 'trial', namespace },
      spec: { name, startingCSV, source: 'trial', sourceNamespace: 'olm' },
    }));
}

/** The folder of a bundle, or where it names no package, of a copy that does. */
export function trialFolder(bundle: string): string {
  if (packageNameOf(bundle) !== undefined) return bundle;
  const copy = folderOf({ 'metadata/annotations.yaml': annotations(nameless(bundle)) });
  cpSync(join(bundle, 'manifests'), join(copy, 'manifests'), { recursive: true });
  return copy;
}

/** The package that a trial gives to a bundle without one. */
function nameless(bundle: string): string {
  return csvNameOf(bundle)?.split('.')[0] ?? 'nameless';
}

function packageNameOf(bundle: string): string | undefined {
  return /^ *["']?operators\.operatorframework\.io\.bundle\.package\.v1["']?: *["']?([^"'\s]+)/m.exec(annotationsOf(bundle))?.[1];
}

function annotationsOf(bundle: string): string {
  const file = join(bundle, 'metadata/annotations.yaml');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function csvNameOf(bundle: string): string | undefined {
  const folder = join(bundle, 'manifests');
  for (const name of readdirSync(folder)) {
    const { documents } = parseDocuments({ file: name, text: readFileSync(join(folder, name), 'utf8') }, { lenient: true });
    const csv = documents.map(({ value }) => value as KubernetesObject).find((object) => object?.kind === 'ClusterServiceVersion');
    if (csv) return csv.metadata.name;
  }
  return undefined;
}
