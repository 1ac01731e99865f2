/** What was made of a bundle's files, kept by the digest of its image. */
import { cacheFolder, type Environment, stateFolder } from '../../source/user-folders.js';
import type { Digest } from '../digest.js';
import { DEFAULT_PLATFORM, type Platform } from '../image/manifest.js';
import { findDerivedNow } from './derived.js';

/** The name that it is kept under: an index has another image for each platform. */
export function madeName(form: string, digest: Digest, { os, architecture, variant = '' }: Platform): string {
  return `bundle ${form} ${digest} ${os}/${architecture}/${variant}`;
}

/** What an earlier run made of the bundle with this digest, without a network. */
export function madeEarlier(environment: Environment, form: string, digest: Digest): string | undefined {
  const name = madeName(form, digest, DEFAULT_PLATFORM);
  return findDerivedNow(cacheFolder(environment), stateFolder(environment), name)?.toString('utf8');
}
