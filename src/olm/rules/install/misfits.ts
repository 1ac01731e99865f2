/** Fields of a bundle that are unknown to Kubernetes or have a wrong type: OLM drops or refuses them; server-side apply refuses both. */
import { formatFieldPath } from '../../../base/manifest/field-path.js';
import { isMapping } from '../../../base/manifest/plain-data.js';
import type { BundleMisfit } from '../../model/registry-v1.js';
import type { Refusal } from './refusals.js';

/** A CRD of an old version has other fields; another check refuses the whole CRD. */
const OLD_CRD = 'apiextensions.k8s.io/v1beta1';

/** The refusals for misfits that reading the bundle found. */
export function misfitRefusals(misfits: readonly BundleMisfit[]): Refusal[] {
  return misfits
    .filter(({ manifest }) => manifest.apiVersion !== OLD_CRD)
    .map(({ manifest, at, expected, found }) => {
      const field = formatFieldPath(at.slice(-1));
      if (expected === undefined) {
        return {
          code: 'UNKNOWN_FIELD',
          message: `Kubernetes does not know the field ${field}`,
          found: field,
          expected: `a field of Kubernetes 1.32 in ${formatFieldPath(at.slice(0, -1))}`,
          fix: 'correct its spelling or its indentation, or remove it: OLM drops it, and --lenient does so too',
          manifest,
          at,
        };
      }
      return {
        code: 'WRONG_TYPE',
        message: 'the value has the wrong type',
        found: shape(found),
        expected,
        fix: 'write the value as Kubernetes expects it; numbers in quotes are text',
        manifest,
        at,
      };
    });
}

function shape(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return isMapping(value) ? 'a mapping' : `${typeof value === 'string' ? 'text' : typeof value}: ${String(value)}`;
}
