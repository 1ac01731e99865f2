/**
 * The facts of a CSV that a catalog has without its manifests: the property `olm.csv.metadata` (operator-registry's property.CSVMetadata).
 * Install modes, APIs and the minimal Kubernetes version decide whether OLM installs it; its permissions stay unknown.
 */
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import { isMapping, textsIn } from '../../base/manifest/plain-data.js';
import type { Bundle } from '../model/bundle.js';
import type { CatalogBundle, Property } from '../model/catalog.js';
import { statedVersion } from '../model/find-catalog.js';

type Mapping = Readonly<Record<string, unknown>>;

/** The facts as the fields of a CSV's `spec` that have them; undefined without the property. */
export function csvFacts(properties: readonly Partial<Property>[]): Mapping | undefined {
  const value = properties.find(({ type }) => type === 'olm.csv.metadata')?.value;
  if (!isMapping(value)) return undefined;
  const { installModes, minKubeVersion, nativeAPIs, crdDescriptions, apiServiceDefinitions } = value;
  return {
    installModes: mappingsIn(installModes).map(({ type, supported }) => ({ type: String(type), supported: supported === true })),
    ...(typeof minKubeVersion === 'string' && minKubeVersion !== '' ? { minKubeVersion } : {}),
    nativeAPIs: mappingsIn(nativeAPIs).map((api) => textFieldsOf(api, ['group', 'version', 'kind'])),
    customresourcedefinitions: { owned: describedIn(crdDescriptions, 'owned', ['name', 'version', 'kind']) },
    apiservicedefinitions: { owned: describedIn(apiServiceDefinitions, 'owned', ['name', 'group', 'version', 'kind', 'deploymentName']) },
  };
}

/** A bundle with only the facts of its catalog: enough for a refusal, not for an installation. */
export function factBundle(offered: CatalogBundle): Bundle | undefined {
  const { name, packageName, csvFacts: facts, source } = offered;
  if (!facts) return undefined;
  const version = statedVersion(offered);
  return {
    name,
    packageName,
    ...(version === undefined ? {} : { version }),
    channels: [],
    csv: {
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'ClusterServiceVersion',
      metadata: { name },
      spec: { ...facts, ...(version === undefined ? {} : { version }), install: { strategy: 'deployment', spec: { deployments: [] } } },
    } as unknown as KubernetesObject,
    dependencies: [],
    customResourceDefinitions: [],
    others: [],
    ...(source ? { source } : {}),
  };
}

function mappingsIn(value: unknown): Mapping[] {
  return Array.isArray(value) ? value.filter(isMapping) : [];
}

function describedIn(value: unknown, field: string, names: readonly string[]): Mapping[] {
  return mappingsIn(isMapping(value) ? value[field] : undefined).map((one) => textFieldsOf(one, names));
}

function textFieldsOf(value: Mapping, names: readonly string[]): Mapping {
  return Object.fromEntries(names.map((name) => [name, textsIn([value[name]])[0] ?? '']));
}
