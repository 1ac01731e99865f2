/** Mirrors that OpenShift's objects configure: ImageDigestMirrorSet, ImageTagMirrorSet and ImageContentSourcePolicy (config.openshift.io/v1, operator.openshift.io/v1alpha1). */
import { z } from 'zod';
import type { MirrorRule } from './mirror.js';

const entries = z
  .array(z.looseObject({ source: z.string(), mirrors: z.array(z.string()).nullish(), mirrorSourcePolicy: z.string().nullish() }))
  .nullish();
const objectSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  spec: z.looseObject({ imageDigestMirrors: entries, imageTagMirrors: entries, repositoryDigestMirrors: entries }),
});

/** Kinds, with the group and field that they have their mirrors in. */
const KINDS = {
  ImageDigestMirrorSet: { group: 'config.openshift.io', field: 'imageDigestMirrors', digests: true, tags: false },
  ImageTagMirrorSet: { group: 'config.openshift.io', field: 'imageTagMirrors', digests: false, tags: true },
  ImageContentSourcePolicy: { group: 'operator.openshift.io', field: 'repositoryDigestMirrors', digests: true, tags: false },
} as const;

/** The rules in objects; other objects have none. */
export function mirrorsOfObjects(objects: Iterable<unknown>): MirrorRule[] {
  return [...objects].flatMap((object) => {
    const { data } = objectSchema.safeParse(object);
    const kind = data && Object.hasOwn(KINDS, data.kind) ? KINDS[data.kind as keyof typeof KINDS] : undefined;
    if (!data || !kind || data.apiVersion.split('/')[0] !== kind.group) return [];
    return (data.spec[kind.field] ?? []).map(({ source, mirrors, mirrorSourcePolicy }) => ({
      source,
      mirrors: (mirrors ?? []).map((location) => ({ location, digests: kind.digests, tags: kind.tags })),
      onlyMirrors: mirrorSourcePolicy === 'NeverContactSource',
    }));
  });
}
