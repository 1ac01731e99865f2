/** Bundle → outline: what choosing between bundles takes. It holds no part of the text that it was parsed from. */
import type { KubernetesObject } from '../kubernetes/object.js';
import { isMapping } from '../manifest/plain-data.js';
import type { Bundle, BundleOutline } from '../model/bundle.js';
import { clusterServiceVersionSchema } from '../model/schemas.js';

/** Long annotations, such as `alm-examples`, say nothing about which bundle is chosen; these do, at any length. */
const MAX_ANNOTATION = 1_000;
const SAYING: ReadonlySet<string> = new Set(['olm.skipRange', 'olm.properties', 'operatorframework.io/properties']);

/** The outline of a bundle. */
export function bundleOutline({ customResourceDefinitions: _, others: __, sources: ___, ...bundle }: Bundle): BundleOutline {
  // The strings of parsed YAML are parts of its whole text, which they would keep in memory.
  return JSON.parse(JSON.stringify({ ...bundle, csv: csvOutline(bundle.csv) })) as BundleOutline;
}

function csvOutline(csv: KubernetesObject): KubernetesObject {
  const { spec, metadata } = csv;
  const { annotations } = metadata as { annotations?: unknown };
  return {
    apiVersion: csv.apiVersion,
    kind: csv.kind,
    metadata: {
      ...metadata,
      ...(isMapping(annotations) ? { annotations: Object.fromEntries(Object.entries(annotations).filter(isShort)) } : {}),
    },
    ...(isMapping(spec) ? { spec: specOutline(spec, csv) } : { spec }),
  } as unknown as KubernetesObject;
}

function isShort([name, value]: [string, unknown]): boolean {
  return typeof value !== 'string' || value.length <= MAX_ANNOTATION || SAYING.has(name);
}

/** An installation is kept only of a CSV that passes its schema, so that the outline passes it if and only if the CSV does. */
function specOutline(spec: Readonly<Record<string, unknown>>, csv: KubernetesObject): object {
  const { version, replaces, skips, minKubeVersion, customresourcedefinitions: crds, apiservicedefinitions: services, install } = spec;
  const isValid = clusterServiceVersionSchema.safeParse(csv).success;
  return {
    version,
    replaces,
    skips,
    minKubeVersion,
    customresourcedefinitions: described(crds),
    apiservicedefinitions: described(services),
    ...(isValid ? { install: { strategy: (install as { strategy: string }).strategy } } : {}),
  };
}

const KEPT = ['name', 'group', 'version', 'kind', 'deploymentName', 'containerPort'] as const;

function described(apis: unknown): unknown {
  if (!isMapping(apis)) return apis;
  const short = (list: unknown): unknown =>
    Array.isArray(list)
      ? list.map((api: unknown) =>
          isMapping(api) ? Object.fromEntries(KEPT.flatMap((key) => (key in api ? [[key, api[key]]] : []))) : api,
        )
      : list;
  return { owned: short(apis.owned), required: short(apis.required) };
}
