/**
 * Names of images: a reference to a registry, a folder in OCI's image layout, or an archive of `docker save`; and digests of
 * content (OCI image specification, descriptor.md#digests).
 */
import { createHash, type Hash } from 'node:crypto';
import { formatImage } from '../../base/kubernetes/image-owner.js';
import { imageReference } from '../../base/kubernetes/image-reference.js';
import { printable } from '../../base/manifest/printable.js';
import { failure } from './problems.js';

/** An image in a registry. */
export interface RegistryReference {
  readonly kind: 'registry';
  /** The registry, such as `quay.io` or `127.0.0.1:5000`. */
  readonly registry: string;
  readonly repository: string;
  /** Absent if there is a digest, which has priority. */
  readonly tag?: string;
  readonly digest?: Digest;
}

/** An image on disk. */
export interface LocalReference {
  /** A layout is a folder; an archive is a file. */
  readonly kind: 'layout' | 'archive';
  readonly path: string;
  /** The name of one of several images: in a layout a tag or digest, in an archive `repository:tag`. */
  readonly image?: string;
}

/** Any name of an image. */
export type Reference = RegistryReference | LocalReference;

/** A host name, an IPv4 address or an IPv6 address in brackets, with or without a port. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Reads the name of an image from a user or a manifest.
 *
 * @throws ProblemError `IMAGE_REFERENCE`
 * @example
 * readReference('quay.io/acme/catalog:v1') // { kind: 'registry', registry: 'quay.io', repository: 'acme/catalog', tag: 'v1' }
 * readReference('oci:./catalog:v1') // { kind: 'layout', path: './catalog', image: 'v1' }
 * readReference('docker-archive:bundle.tar') // { kind: 'archive', path: 'bundle.tar' }
 */
export function readReference(text: string): Reference {
  const [, scheme = '', rest = text] = /^(docker:\/\/|oci:|docker-archive:)(.*)$/s.exec(text) ?? [];
  if (scheme === 'oci:') return local('layout', /^([^:@]+)(?:[:@](.+))?$/s, rest, text);
  if (scheme === 'docker-archive:') return local('archive', /^([^:]+)(?::(.+))?$/s, rest, text);
  const parts = imageReference(rest);
  if (!parts || !HOST.test(parts.registry)) throw invalid(text, 'is not a reference to an image');
  const { registry, repository, tag, digest } = parts;
  if (digest === undefined) return { kind: 'registry', registry, repository, tag: tag ?? 'latest' };
  if (!isDigest(digest)) throw invalid(text, 'has a digest that cannot be verified');
  return { kind: 'registry', registry, repository, digest };
}

/**
 * Checks the name of an image from an input: only the user may name files of this machine.
 *
 * @returns the text
 * @throws ProblemError `IMAGE_REFERENCE`
 */
export function registryImage(text: string): string {
  if (readReference(text).kind !== 'registry') throw invalid(text, 'is on this machine, and the input names it');
  return text;
}

function local(kind: LocalReference['kind'], form: RegExp, rest: string, text: string): LocalReference {
  const [, path, image] = form.exec(rest) ?? [];
  if (path === undefined) throw invalid(text, 'names no file');
  return { kind, path, ...(image === undefined ? {} : { image }) };
}

/** A reference in its usual form. */
export function formatReference(reference: Reference): string {
  if (reference.kind === 'registry') return formatImage(reference);
  return `${reference.kind === 'layout' ? 'oci' : 'docker-archive'}:${reference.path}${reference.image ? `:${reference.image}` : ''}`;
}

function invalid(text: string, what: string): Error {
  return failure({
    code: 'IMAGE_REFERENCE',
    message: `${printable(text) || 'an empty text'} ${what}`,
    file: printable(text) || '(empty)',
    expected: 'registry/repository:tag, registry/repository@sha256:…, oci:FOLDER or docker-archive:FILE',
    fix: 'Correct the reference. Digests are sha256 or sha512.',
  });
}

/** A digest in the specification's form: the name of the algorithm and lower-case hexadecimal digits. */
export type Digest = string;

const DIGEST = /^(?:sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$/;

/** Whether the text is a digest that can be verified. */
export function isDigest(text: string): text is Digest {
  return DIGEST.test(text);
}

/** A digest of content that arrives in pieces, for comparison with another digest. */
export function digesting(digest: Digest): { update(bytes: Uint8Array): void; digest(): Digest } {
  const algorithm = algorithmOf(digest);
  const hash: Hash = createHash(algorithm);
  return { update: (bytes) => void hash.update(bytes), digest: () => `${algorithm}:${hash.digest('hex')}` };
}

/** The digest of content, by the algorithm of another digest. @default sha256 */
export function digestOf(bytes: Uint8Array, like: Digest = 'sha256:'): Digest {
  const hash = digesting(like);
  hash.update(bytes);
  return hash.digest();
}

/** The algorithm of a digest. */
export function algorithmOf(digest: Digest): string {
  return digest.slice(0, digest.indexOf(':'));
}

/** The hexadecimal digits of a digest. */
export function hexOf(digest: Digest): string {
  return digest.slice(digest.indexOf(':') + 1);
}
