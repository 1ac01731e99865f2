/** `metadata/annotations.yaml` of a bundle: its package and channels. */
import { z } from 'zod';
import type { ParsedDocument } from '../manifest/parse.js';
import type { UnlocatedProblem } from '../manifest/problem.js';
import type { Bundle } from './bundle.js';
import { check } from './check.js';

const ANNOTATION = 'operators.operatorframework.io.bundle.';
const MEDIA_TYPE = `${ANNOTATION}mediatype.v1`;
const PACKAGE = `${ANNOTATION}package.v1`;
const CHANNELS = `${ANNOTATION}channels.v1`;
const DEFAULT_CHANNEL = `${ANNOTATION}channel.default.v1`;

const text = z.string().nullish();
const annotationsSchema = z.looseObject({
  annotations: z.looseObject({ [MEDIA_TYPE]: text, [PACKAGE]: text, [CHANNELS]: text, [DEFAULT_CHANNEL]: text }).nullish(),
});

/** What the annotations say of a bundle. */
export type Described = Partial<Pick<Bundle, 'packageName' | 'channels' | 'defaultChannel'>>;

/** Reads the annotations, which alone count: the cluster's registry knows no other source for them. */
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
      message: 'bundles of this media type are not read',
      found: JSON.stringify(mediaType),
      expected: 'registry+v1',
      fix: 'leave the bundle out, or correct the media type',
      source,
      at: ['annotations', MEDIA_TYPE],
    };
    return { problems: [problem] };
  }
  const names = (channels ?? '').split(',').map((name) => name.trim());
  const described = {
    ...(packageName ? { packageName } : {}),
    channels: names.filter((name) => name !== ''),
    ...(defaultChannel ? { defaultChannel } : {}),
  };
  return { value: described, problems: [] };
}
