/** Tests whether two values differ only in the versions of images or bundles, as a Deployment with another version of its image does. */

import { imageReference } from '../../../../base/kubernetes/image-reference.js';
import { isMapping } from '../../../../base/manifest/plain-data.js';
import { isVersion, versionStep } from '../delivered-version.js';

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
  if (one.digest !== undefined && other.digest === undefined) return false;
  if (one.tag === other.tag) return other.digest !== undefined;
  // A port or a role can stand behind a colon as well.
  const [was = '', is = ''] = [one.tag, other.tag];
  return [was, is].every((tag) => VERSION.test(tag) && isVersion(tag)) && versionStep(was, is) === 'next';
}

const VERSION = /^(?:v\d|\d+\.\d)/;

/**
 * The repository of an image whose tag is a version.
 *
 * @example
 * repositoryOfVersion('quay.io/acme/etcd:v1') // 'quay.io/acme/etcd'
 */
export function repositoryOfVersion(text: string): string | undefined {
  const [, how = '', image = ''] = IMAGE.exec(text) ?? [];
  const { registry, repository, tag = '', digest } = imageReference(image) ?? {};
  if (registry === undefined || !VERSION.test(tag) || !isVersion(tag)) return undefined;
  return `${how}${registry}/${repository}${digest === undefined ? '' : '@'}`;
}

/** Whether a text of several lines has such differences alone, each in its line. */
function onlyInText(before: string, after: string): boolean {
  const [old, now] = [before, after].map((text) => text.split('\n')) as [string[], string[]];
  if (old.length < 2 || old.length !== now.length) return false;
  return old.every((line, index) => line === now[index] || onlyInLine(line, now[index] ?? ''));
}

function onlyInLine(before: string, after: string): boolean {
  const [old, now] = [before, after].map((line) => line.split(/([\s"',]+)/)) as [string[], string[]];
  return old.length === now.length && old.every((word, index) => word === now[index] || areVersions(word, now[index] ?? ''));
}
