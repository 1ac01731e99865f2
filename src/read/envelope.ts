/** What makes a document a Kubernetes object: apiVersion and kind. */
import { z } from 'zod';
import { check, describe } from '../manifest/check.js';
import type { SourceReference, UnlocatedProblem } from '../manifest/problem.js';

const envelopeSchema = z.looseObject({ apiVersion: z.string(), kind: z.string() });

const MESSAGE = 'the document is not a Kubernetes object';
const EXCLUDE = 'exclude the file: name only the folders that contain manifests, or move the file out of them';
const SEPARATE = 'write each object as a separate document, after a line with ---';
const CONVERT = 'convert it to bundles with operator-sdk pkgman-to-bundle, or exclude the file';
/** Enough to recognise a file. */
const SHOWN_KEYS = 3;

/** A document with apiVersion and kind. */
export type Envelope = z.infer<typeof envelopeSchema>;

/** The document as a Kubernetes object, or why it is not one. */
export function checkEnvelope(value: unknown, source: SourceReference): { value?: Envelope; problems: UnlocatedProblem[] } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problems: [noManifest(describe(value), source, isListOfObjects(value) ? SEPARATE : EXCLUDE)] };
  }
  const envelope = check(envelopeSchema, value, source);
  if (envelope.value) return envelope;
  if ('packageName' in value && 'channels' in value)
    return { problems: [noManifest('a package in the old packagemanifests format', source, CONVERT)] };
  if (hasNoType(value)) return { problems: [noManifest(`neither apiVersion nor kind, but ${keysOf(value)}`, source, EXCLUDE)] };
  const orExclude = 'metadata' in value ? '' : `; or ${EXCLUDE}`;
  return {
    problems: envelope.problems.map((problem) => ({ ...problem, code: 'NOT_A_MANIFEST', message: MESSAGE, fix: problem.fix + orExclude })),
  };
}

/** Not even a misspelt apiVersion or kind: probably the settings of another program. */
function hasNoType(value: object): boolean {
  return !Object.keys(value).some((key) => ['apiversion', 'kind'].includes(key.toLowerCase()));
}

function keysOf(value: object): string {
  const keys = Object.keys(value);
  if (keys.length === 0) return 'an empty mapping';
  const shown = keys.slice(0, SHOWN_KEYS).map((key) => (/^[\w.-]{1,40}$/.test(key) ? key : JSON.stringify(key.slice(0, 40))));
  return shown.join(', ') + (keys.length > SHOWN_KEYS ? ' …' : '');
}

function isListOfObjects(value: unknown): boolean {
  const [first]: unknown[] = Array.isArray(value) ? value : [];
  return typeof first === 'object' && first !== null && 'kind' in first;
}

function noManifest(found: string, source: SourceReference, fix: string): UnlocatedProblem {
  return { code: 'NOT_A_MANIFEST', message: MESSAGE, found, expected: 'a mapping with apiVersion, kind and metadata', fix, source, at: [] };
}
