/** CatalogSources of OLM v0 and ClusterCatalogs of OLM v1, including the default ones of OpenShift. */
import { z } from 'zod';
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import { metadataSchema } from '../../base/kubernetes/schemas.js';
import type { SourceReference } from '../../base/manifest/problem.js';
import type { Catalog } from '../model/catalog.js';
import { IMAGE_TEMPLATE } from '../model/catalog-places.js';
import { heldToCrd } from '../model/schemas.js';

/**
 * The image of a catalog that follows the Kubernetes version: the annotation `olm.catalogImageTemplate` of a CatalogSource
 * (OLM's pkg/lib/catalogsource/image_template.go).
 */
const VARIABLES = ['{kube_major_version}', '{kube_minor_version}', '{kube_patch_version}'] as const;

/** The image, or OLM's message if the template gives none. */
export type TemplatedImage = { readonly image: string } | { readonly error: string };

/**
 * Fills in a template.
 *
 * @param kubeVersion the version of the cluster, such as `1.32.4`; without a patch version, the patch variable cannot be filled in
 * @example
 * templatedImage('registry.example.com/hub:v{kube_major_version}.{kube_minor_version}', '1.32.4') // { image: 'registry.example.com/hub:v1.32' }
 */
export function templatedImage(template: string, kubeVersion: string): TemplatedImage {
  const parts = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(kubeVersion)?.slice(1) ?? [];
  const known = new Map(VARIABLES.map((variable, index) => [variable as string, parts[index]]));
  const used = VARIABLES.filter((variable) => template.includes(variable));
  const missing = used.filter((variable) => known.get(variable) === undefined);
  const image = used.reduce((text, variable) => text.replaceAll(variable, known.get(variable) ?? ''), template);
  const complaints = [
    ...(missing.length > 0 ? [`variable(s) ${missing.join(', ')} could not be resolved`] : []),
    ...(/[{}]/.test(image) ? ['one or more template(s) has improper syntax'] : []),
  ];
  return complaints.length > 0 ? { error: `cannot construct catalog image reference, because ${complaints.join(' and ')}` } : { image };
}

/** The fields of a CatalogSource that are read. */
export const catalogSourceSchema = z.looseObject({
  metadata: metadataSchema,
  spec: z.looseObject({ priority: z.number().nullish(), image: z.string().nullish() }).nullish(),
  status: z.looseObject({ connectionState: z.looseObject({ lastObservedState: z.string().nullish() }).nullish() }).nullish(),
});

/** Reads a checked manifest. Its packages are not known yet. */
export function catalogSource(manifest: z.infer<typeof catalogSourceSchema>, source: SourceReference): Catalog {
  const { metadata, spec, status } = manifest;
  const imageTemplate = metadata.annotations?.[IMAGE_TEMPLATE];
  const connection = status?.connectionState?.lastObservedState;
  return {
    namespace: metadata.namespace ?? '',
    name: metadata.name,
    ...(spec?.priority ? { priority: spec.priority } : {}),
    ...(spec?.image ? { image: spec.image } : {}),
    ...(imageTemplate ? { imageTemplate } : {}),
    ...(connection && connection !== 'READY' ? { connection } : {}),
    packages: [],
    known: false,
    manifest: manifest as unknown as KubernetesObject,
    source,
  };
}

/** The fields of a ClusterCatalog that are read. */
export const clusterCatalogSchema = z
  .looseObject({
    metadata: metadataSchema,
    spec: z.looseObject({
      priority: z.number().nullish(),
      availabilityMode: z.string().nullish(),
      source: z.looseObject({ image: z.looseObject({ ref: z.string() }).nullish() }).nullish(),
    }),
  })
  .superRefine(heldToCrd);

/** Reads a checked manifest. Its packages are not known yet. */
export function clusterCatalog(manifest: z.infer<typeof clusterCatalogSchema>, source: SourceReference): Catalog {
  const { metadata, spec } = manifest;
  return {
    ...undeclaredClusterCatalog(metadata.name, metadata.labels ?? {}),
    ...(spec.priority ? { priority: spec.priority } : {}),
    ...(spec.source?.image ? { image: spec.source.image.ref } : {}),
    ...(spec.availabilityMode === 'Unavailable' ? { isUnavailable: true as const } : {}),
    manifest: manifest as unknown as KubernetesObject,
    source,
  };
}

/** A ClusterCatalog without a manifest. catalogd's webhook gives each catalog a label with its name. */
export function undeclaredClusterCatalog(name: string, labels: Readonly<Record<string, string>> = {}): Catalog {
  return { namespace: '', name, labels: { ...labels, 'olm.operatorframework.io/metadata.name': name }, packages: [], known: false };
}

/** The catalog with the image for a Kubernetes version, if it has a template. */
export function withImageFor(catalog: Catalog, kubeVersion: string): Catalog {
  if (catalog.imageTemplate === undefined) return catalog;
  const filled = templatedImage(catalog.imageTemplate, kubeVersion);
  return 'image' in filled ? { ...catalog, image: filled.image } : { ...catalog, imageError: filled.error };
}

/** The namespace of OpenShift's default CatalogSources; it is the global catalog namespace of OpenShift. */
export const MARKETPLACE = 'openshift-marketplace';

/**
 * The priorities of the default CatalogSources: for dependencies, a custom catalog with the default 0 has priority. From
 * operator-framework/operator-marketplace, defaults/, the same from release 4.6 to 5.0; `redhat-marketplace` exists up to 4.21.
 */
const PRIORITIES: ReadonlyMap<string, number> = new Map([
  ['redhat-operators', -100],
  ['certified-operators', -200],
  ['redhat-marketplace', -300],
  ['community-operators', -400],
]);

/** The default ClusterCatalogs of platforms, with their priorities (OpenShift's cluster-olm-operator, and OLM v1's own installation). */
export const DEFAULT_CLUSTER_CATALOGS: ReadonlyMap<string, number> = new Map([
  ['openshift-redhat-operators', -100],
  ['openshift-certified-operators', -200],
  ['openshift-redhat-marketplace', -300],
  ['openshift-community-operators', -400],
  ['operatorhubio', 0],
]);

/** The fields of an OperatorHub that disable default sources. */
const operatorHubSchema = z.looseObject({
  metadata: z.looseObject({ name: z.string() }),
  spec: z
    .looseObject({
      disableAllDefaultSources: z.boolean().nullish(),
      sources: z.array(z.looseObject({ name: z.string(), disabled: z.boolean().nullish() })).nullish(),
    })
    .nullish(),
});

/** The default sources that an OperatorHub disables: all except those it enables by name, or those it disables by name. */
export function disabledSources(object: unknown): string[] {
  const { data } = operatorHubSchema.safeParse(object);
  if (data?.metadata.name !== 'cluster') return [];
  const { spec } = data;
  const named = new Map((spec?.sources ?? []).map(({ name, disabled }) => [name, disabled ?? false]));
  return [...PRIORITIES.keys()].filter((name) => named.get(name) ?? spec?.disableAllDefaultSources ?? false);
}

/** The priority of a default CatalogSource without a manifest. */
export function defaultPriority({ namespace, name }: { readonly namespace: string; readonly name: string }): number | undefined {
  return namespace === MARKETPLACE ? PRIORITIES.get(name) : undefined;
}
