/** Reads the manifests of a bundle into the form that OLM v1 and an installation without OLM use. */
import { goEscaped, goJson, goString } from '../../base/kubernetes/go-json.js';
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import type { TypeName } from '../../base/kubernetes/typed/fields.js';
import { typed } from '../../base/kubernetes/typed/typed.js';
import { type FieldPath, valueAt } from '../../base/manifest/field-path.js';
import { jsonText } from '../../base/manifest/format.js';
import { isMapping, jsonIn } from '../../base/manifest/plain-data.js';
import type { BundleManifests, BundleMisfit, InstalledCsv, RegistryV1 } from './registry-v1.js';

/**
 * Reads the manifests of a bundle into their types.
 *
 * @returns the bundle and its misfits: OLM drops unknown fields, and refuses values of a wrong type
 */
export function registryV1(bundle: BundleManifests): { readonly bundle: RegistryV1; readonly misfits: readonly BundleMisfit[] } {
  const misfits: BundleMisfit[] = [];
  const read = readerOf(bundle.csv, misfits);
  const customResourceDefinitions = bundle.customResourceDefinitions.map((crd): KubernetesObject => {
    const of = readerOf(crd, misfits);
    // The fields of every apiVersion are read as fields of v1.
    return {
      apiVersion: crd.apiVersion,
      kind: crd.kind,
      metadata: of.one('ObjectMeta', ['metadata']) as unknown as KubernetesObject['metadata'],
      spec: of.one('CustomResourceDefinitionSpec', ['spec']),
    };
  });
  const install = ['spec', 'install', 'spec'];
  const csv: InstalledCsv = {
    name: bundle.csv.metadata.name,
    annotations: withProperties(bundle.csv.metadata.annotations ?? {}, bundle.properties),
    installModes: read.list('InstallMode', ['spec', 'installModes']),
    permissions: read.list('StrategyDeploymentPermissions', [...install, 'permissions']),
    clusterPermissions: read.list('StrategyDeploymentPermissions', [...install, 'clusterPermissions']),
    deployments: read.list('StrategyDeploymentSpec', [...install, 'deployments']),
    ownedCRDs: read.known('CRDDescription', ['spec', 'customresourcedefinitions', 'owned']),
    ownedAPIServices: read.known('APIServiceDescription', ['spec', 'apiservicedefinitions', 'owned']),
    webhooks: read.list('WebhookDescription', ['spec', 'webhookdefinitions']),
  };
  // An object without metadata cannot be created; a finding reports it.
  const others = bundle.others.filter(({ metadata }) => isMapping(metadata));
  return { bundle: { packageName: bundle.packageName ?? '', csv, customResourceDefinitions, others }, misfits };
}

function readerOf(manifest: KubernetesObject, misfits: BundleMisfit[]) {
  const one = <T>(type: TypeName, at: FieldPath, value: unknown = valueAt(manifest, at), onlyKnown = false): T => {
    const read = typed<T>(type, value ?? {}, at);
    for (const misfit of read.misfits) if (!onlyKnown || misfit.expected !== undefined) misfits.push({ ...misfit, manifest });
    return read.value;
  };
  const list = <T>(type: TypeName, at: FieldPath, onlyKnown = false): T[] => {
    const value = valueAt(manifest, at) ?? [];
    if (Array.isArray(value)) return value.map((entry, index) => one<T>(type, [...at, index], entry, onlyKnown));
    misfits.push({ manifest, at, expected: 'a list', found: value });
    return [];
  };
  // Descriptions of APIs have many more fields, which nothing here reads.
  return { one, list, known: <T>(type: TypeName, at: FieldPath): T[] => list<T>(type, at, true) };
}

const PROPERTIES_ANNOTATION = 'olm.properties';

/**
 * OLM v1 appends the properties of the bundle to the properties of the CSV. The values of the CSV keep the order of their keys; the
 * values of the bundle were YAML, so their keys are sorted (operator-controller's copyMetadataPropertiesToCSV).
 */
function withProperties(
  annotations: Readonly<Record<string, string>>,
  properties: readonly unknown[] = [],
): Readonly<Record<string, string>> {
  if (properties.length === 0) return annotations;
  const own = listIn(annotations[PROPERTIES_ANNOTATION] ?? '[]').map((property) =>
    propertyJson(property, goEscaped(jsonText(propertyValue(property)))),
  );
  const added = properties.map((property) => propertyJson(property, goJson(propertyValue(property))));
  return { ...annotations, [PROPERTIES_ANNOTATION]: `[${[...own, ...added].join(',')}]` };
}

function propertyJson(property: unknown, value: string): string {
  const { type = '' } = (property ?? {}) as { readonly type?: unknown };
  return `{"type":${goString(String(type))},"value":${value}}`;
}

function propertyValue(property: unknown): unknown {
  return ((property ?? {}) as { readonly value?: unknown }).value ?? null;
}

/** The list in a text; empty for anything else, as an annotation can have any text. */
function listIn(text: string): unknown[] {
  const value = jsonIn(text);
  return Array.isArray(value) ? value : [];
}
