/** The outline of a bundle: the parts of each version that the rules about a whole catalog need. */
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import type { Bundle, BundleOutline } from '../model/bundle.js';
import { clusterServiceVersionSchema } from '../model/schemas.js';

/** The longest annotation in an outline. Longer ones, such as `alm-examples`, do not affect the resolver; the annotations below do. */
const MAX_ANNOTATION = 1_000;
const SAYING: ReadonlySet<string> = new Set(['olm.skipRange', 'olm.properties', 'operatorframework.io/properties']);

/** The outline of a bundle. */
export function bundleOutline({ customResourceDefinitions: _, others: __, sources: ___, ...bundle }: Bundle): BundleOutline {
  // The strings of parsed YAML keep its whole text in memory; a JSON copy does not.
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

/** The fields of a spec for the outline. An invalid CSV loses its installation, so that its outline is invalid, too. */
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

export function described(apis: unknown): unknown {
  if (!isMapping(apis)) return apis;
  const short = (list: unknown): unknown =>
    Array.isArray(list)
      ? list.map((api: unknown) =>
          isMapping(api) ? Object.fromEntries(KEPT.flatMap((key) => (key in api ? [[key, api[key]]] : []))) : api,
        )
      : list;
  return { owned: short(apis.owned), required: short(apis.required) };
}
