/** `metadata/annotations.yaml` of a bundle: its package and channels. */
import { z } from 'zod';
import { check } from '../manifest/check.js';
import type { ParsedDocument } from '../manifest/parse.js';
import type { UnlocatedProblem } from '../manifest/problem.js';
import type { Bundle } from '../model/bundle.js';

const ANNOTATION = 'operators.operatorframework.io.bundle.';
const MEDIA_TYPE = `${ANNOTATION}mediatype.v1`;
const PACKAGE = `${ANNOTATION}package.v1`;
const CHANNELS = `${ANNOTATION}channels.v1`;
const DEFAULT_CHANNEL = `${ANNOTATION}channel.default.v1`;

const text = z.string().nullish();
const annotationsSchema = z.looseObject({
  annotations: z.looseObject({ [MEDIA_TYPE]: text, [PACKAGE]: text, [CHANNELS]: text, [DEFAULT_CHANNEL]: text }).nullish(),
});

/** The parts of a bundle that its annotations define. */
export type Described = Partial<Pick<Bundle, 'packageName' | 'channels' | 'defaultChannel'>>;

/** Reads the annotations. The cluster's registry uses no other source for these values. */
export function readAnnotations({ value, source }: ParsedDocument): { value?: Described; problems: UnlocatedProblem[] } {
  const checked = check(annotationsSchema, value, source);
  if (!checked.value) return { problems: checked.problems };
  const {
    [MEDIA_TYPE]: mediaType,
    [PACKAGE]: packageName,
    [CHANNELS]: channels,
    [DEFAULT_CHANNEL]: defaultChannel,
  } = checked.value.annotations ?? {};
  if (mediaType && mediaType !== 'registry+v1') {
    const problem: UnlocatedProblem = {
      code: 'INVALID_BUNDLE',
      message: 'bundles of this media type are not supported',
      found: JSON.stringify(mediaType),
      expected: 'registry+v1',
      fix:
        mediaType === 'plain+v0'
          ? 'remove metadata/annotations.yaml, which a plain bundle does not have: the objects in its manifests/ are then read as they are'
          : 'remove the bundle from the input, or correct the media type',
      source,
      at: ['annotations', MEDIA_TYPE],
    };
    return { problems: [problem] };
  }
  const names = (channels ?? '').split(',').map((name) => name.trim());
  const described = {
    packageName: packageName || undefined,
    channels: names.filter((name) => name !== ''),
    defaultChannel: defaultChannel || undefined,
  };
  return { value: described, problems: [] };
}
