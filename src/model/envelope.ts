/** What makes a document a Kubernetes object: apiVersion and kind. */
import { z } from 'zod';
import type { SourceReference, UnlocatedProblem } from '../manifest/problem.js';
import { check, describe } from './check.js';

const envelopeSchema = z.looseObject({ apiVersion: z.string(), kind: z.string() });

const MESSAGE = 'this document is no Kubernetes object';
const LEAVE_OUT = 'leave the file out: name only the folders that hold manifests, or list it in a .indexignore beside it';
const SEPARATE = 'write each object as a document of its own, after a line that says ---';
const CONVERT = 'make bundles of it, with operator-sdk pkgman-to-bundle, or leave the file out';
/** Enough to tell what a file is. */
const SHOWN_KEYS = 3;

/** A document that says what it is. */
export type Envelope = z.infer<typeof envelopeSchema>;

/** The document as an object of Kubernetes, or why it is none. */
export function checkEnvelope(value: unknown, source: SourceReference): { value?: Envelope; problems: UnlocatedProblem[] } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problems: [noManifest(describe(value), source, isListOfObjects(value) ? SEPARATE : LEAVE_OUT)] };
  }
  const envelope = check(envelopeSchema, value, source);
  if (envelope.value) return envelope;
  if ('packageName' in value && 'channels' in value)
    return { problems: [noManifest('a package in the format before bundles', source, CONVERT)] };
  if (saysNothing(value)) return { problems: [noManifest(`neither apiVersion nor kind, but ${keysOf(value)}`, source, LEAVE_OUT)] };
  const orLeaveOut = 'metadata' in value ? '' : `; or ${LEAVE_OUT}`;
  return {
    problems: envelope.problems.map((problem) => ({ ...problem, code: 'NOT_A_MANIFEST', message: MESSAGE, fix: problem.fix + orLeaveOut })),
  };
}

/** Settings of some other program, most likely: not even a misspelt apiVersion or kind. */
function saysNothing(value: object): boolean {
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
