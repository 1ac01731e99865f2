/** CatalogSources of OLM v0 and ClusterCatalogs of OLM v1: where catalogs come from. */
import { z } from 'zod';
import type { KubernetesObject } from '../kubernetes/object.js';
import { metadataSchema } from '../kubernetes/schemas.js';
import type { SourceReference } from '../manifest/problem.js';
import { type Catalog, IMAGE_TEMPLATE } from '../model/catalog.js';
import { heldToCrd } from '../model/schemas.js';

/**
 * The image of a catalog that follows the Kubernetes version: the annotation `olm.catalogImageTemplate` of a CatalogSource
 * (OLM's pkg/lib/catalogsource/image_template.go).
 */
const VARIABLES = ['{kube_major_version}', '{kube_minor_version}', '{kube_patch_version}'] as const;

/** The image, or in OLM's words why the template gives none. */
export type TemplatedImage = { readonly image: string } | { readonly error: string };

/**
 * Fills in a template.
 *
 * @param kubeVersion of the cluster, such as `1.32.4`; without a patch version, that variable cannot be filled in
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

/** A CatalogSource, as far as it is looked at. */
export const catalogSourceSchema = z.looseObject({
  metadata: metadataSchema,
  spec: z.looseObject({ priority: z.number().nullish(), image: z.string().nullish() }).nullish(),
  status: z.looseObject({ connectionState: z.looseObject({ lastObservedState: z.string().nullish() }).nullish() }).nullish(),
});

/** Reads a checked manifest. What it offers is not known yet. */
export function catalogSource({ metadata, spec, status }: z.infer<typeof catalogSourceSchema>, source: SourceReference): Catalog {
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
    source,
  };
}

/** A ClusterCatalog, as far as it is looked at. */
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

/** Reads a checked manifest. What it offers is not known yet. */
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

/** A ClusterCatalog that is only named. catalogd's webhook gives each one a label with its name. */
export function undeclaredClusterCatalog(name: string, labels: Readonly<Record<string, string>> = {}): Catalog {
  return { namespace: '', name, labels: { ...labels, 'olm.operatorframework.io/metadata.name': name }, packages: [], known: false };
}

/** The image of the Kubernetes version, where a template says it. */
export function withImageFor(catalog: Catalog, kubeVersion: string): Catalog {
  if (catalog.imageTemplate === undefined) return catalog;
  const filled = templatedImage(catalog.imageTemplate, kubeVersion);
  return 'image' in filled ? { ...catalog, image: filled.image } : { ...catalog, imageError: filled.error };
}
