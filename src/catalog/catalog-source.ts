/** CatalogSources: where catalogs come from. */
import { z } from 'zod';
import { metadataSchema } from '../kubernetes/schemas.js';
import type { SourceReference } from '../manifest/problem.js';
import { type Catalog, IMAGE_TEMPLATE } from '../model/catalog.js';
import { templatedImage } from './catalog-image.js';

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

/** The image of the Kubernetes version, where a template says it. */
export function withImageFor(catalog: Catalog, kubeVersion: string): Catalog {
  if (catalog.imageTemplate === undefined) return catalog;
  const filled = templatedImage(catalog.imageTemplate, kubeVersion);
  return 'image' in filled ? { ...catalog, image: filled.image } : { ...catalog, imageError: filled.error };
}
