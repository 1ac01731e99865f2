/** Tests whether two values differ only in the versions of images or bundles, as a Deployment with another version of its image does. */

import { imageReference } from '../../../../base/kubernetes/image-reference.js';
import { isMapping } from '../../../../base/manifest/plain-data.js';
import { textChanges } from '../files/text-changes.js';

/** A way to fetch an image, and a registry by its domain: a text with neither a domain nor a version can be anything. */
const IMAGE = /^"?((?:oci|docker)(?:::|:\/\/))?([\w-]+(?:\.[\w-]+)+(?::\d+)?\/[^\s"]+)"?$/;

/**
 * Whether each differing text is an image with another tag or digest, of the same repository. A tag never takes the place of a digest.
 *
 * @example
 * onlyImageVersions({ image: 'quay.io/acme/etcd:v1' }, { image: 'quay.io/acme/etcd:v2' }) // true
 */
export function onlyImageVersions(was: unknown, is: unknown): boolean {
  let count = 0;
  const areAlike = (before: unknown, after: unknown): boolean => {
    if (before === after) return true;
    if (typeof before === 'string' && typeof after === 'string') {
      count++;
      return areVersions(before, after) || onlyInText(before, after);
    }
    if (Array.isArray(before) && Array.isArray(after))
      return before.length === after.length && before.every((value, index) => areAlike(value, after[index]));
    if (!isMapping(before) || !isMapping(after)) return false;
    const names = Object.keys(before);
    return (
      names.length === Object.keys(after).length && names.every((name) => Object.hasOwn(after, name) && areAlike(before[name], after[name]))
    );
  };
  return areAlike(was, is) && count > 0;
}

function areVersions(before: string, after: string): boolean {
  const [[, how, old = ''], [, same, now = '']] = [IMAGE.exec(before) ?? [], IMAGE.exec(after) ?? []] as const;
  const [one, other] = [imageReference(old), imageReference(now)];
  if (!one || !other || how !== same || one.registry !== other.registry || one.repository !== other.repository) return false;
  return (
    [one, other].every(({ tag, digest }) => tag !== undefined || digest !== undefined) &&
    (one.digest === undefined || other.digest !== undefined)
  );
}

/** Whether a text of several lines has such differences alone. */
function onlyInText(before: string, after: string): boolean {
  if (!before.includes('\n') || !after.includes('\n')) return false;
  const changes = textChanges(before, after);
  return changes.length > 0 && changes.every((change) => areVersions(change.before ?? '', change.after ?? ''));
}
