/**
 * The entry point of this folder: from the name of an image to verified content by digest. All functions are asynchronous, and only this
 * code uses the network.
 */

import type { Problem } from '../../base/manifest/problem.js';
import { cacheFolder, keyFile } from '../../repository/index.js';
import { openBlobs } from './cache/blobs.js';
import { madeName, openDerived } from './cache/derived.js';
import { type ImageCatalog, readImageCatalog } from './catalog/image-catalog.js';
import { credentialsFrom } from './credentials/find-credentials.js';
import type { Environment } from './environment.js';
import { RegistryClient } from './http/client.js';
import { LIMITS, type Limits } from './http/limits.js';
import { HttpTransport } from './http/transport.js';
import { trustOf } from './http/trust.js';
import { type BundleFiles, readBundleFiles } from './image/bundle-files.js';
import { type Image, type ImageStore, openImage } from './image/image.js';
import { ArchiveStore, layoutStore } from './image/layout-store.js';
import { DEFAULT_PLATFORM, type Platform } from './image/manifest.js';
import { type Download, RegistryStore } from './image/registry-store.js';
import type { MirrorRule } from './mirrors/mirror.js';
import { type Digest, readReference } from './reference.js';

/** The options for reaching registries. */
export interface RegistryOptions {
  /** Variables for proxies, credentials, authorities and folders, as in `process.env`. */
  readonly environment: Environment;
  /** The user agent of requests. */
  readonly userAgent: string;
  /**
   * Mirrors. The caller decides whose mirrors count: `mirrorsOfRegistriesConf` and `mirrorOfOption` are the user's own,
   * `mirrorsOfObjects` come from the author of the input. @default none
   */
  readonly mirrors?: readonly MirrorRule[];
  /** Files with certificate authorities. @default none but Node's own and those of `certs.d` */
  readonly authorities?: readonly string[];
  /** Registries that are requested without TLS; those on this machine are, too, if they do not support it. @default none */
  readonly plainHttp?: readonly string[];
  /** Whether to use only the cache. @default false */
  readonly offline?: boolean;
  /**
   * The registries of this run that did not answer, with the problem. Several openings of one run share it, so that each silent registry
   * costs its retries once. @default none
   */
  readonly silent?: Map<string, Problem>;
  /** @default linux/amd64 */
  readonly platform?: Platform;
  /** Cancels everything; the cache stays valid. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (download: Download) => void;
  /** @default LIMITS */
  readonly limits?: Limits;
}

/** The stored result of a bundle. */
export interface MadeOfBundle {
  /** The digest of its image. */
  readonly digest: Digest;
  readonly text?: string;
}

/** Access to images. */
export interface Registry {
  /**
   * The current digest of a reference. A tag is requested from the registry each time.
   *
   * @throws ProblemError
   */
  resolve(reference: string): Promise<Digest>;
  /** An image. Its layers are downloaded when they are read. @throws ProblemError */
  image(reference: string): Promise<Image>;
  /** The file-based catalog of an image. @throws ProblemError */
  catalog(reference: string): Promise<ImageCatalog>;
  /** The files of a bundle. @throws ProblemError */
  bundle(reference: string): Promise<BundleFiles>;
  /**
   * The result for a bundle's files from an earlier run; otherwise computes and stores it.
   *
   * @param form the name and version of the result
   * @param make returns undefined if the result should not be stored
   * @throws ProblemError
   */
  madeOfBundle(reference: string, form: string, make: (files: BundleFiles) => string | undefined): Promise<MadeOfBundle>;
  /** Closes the connections, and removes unused content from the cache. */
  close(): Promise<void>;
}

/**
 * Opens the registries.
 *
 * @example
 * const registry = openRegistry({ environment: process.env, userAgent: 'cdk8s-olm/1.0.0' });
 * const catalog = await registry.catalog('quay.io/operatorhubio/catalog:latest');
 */
export function openRegistry({
  environment,
  userAgent,
  mirrors = [],
  authorities = [],
  plainHttp = [],
  offline = false,
  silent = new Map(),
  platform = DEFAULT_PLATFORM,
  signal,
  onProgress,
  limits = LIMITS,
}: RegistryOptions): Registry {
  const folder = cacheFolder(environment);
  const started = Date.now();
  const blobs = openBlobs(folder, started);
  const derived = openDerived(folder, keyFile(environment));
  const cancel = signal ? { signal } : {};
  const pace = { after: limits.request, bytes: limits.slowest };
  const trust = trustOf(authorities, environment);
  const transport = new HttpTransport({ environment, trust, idle: limits.idle, userAgent, pace, ...cancel });
  const client = new RegistryClient({ transport, limits, credentials: credentialsFrom(environment), plainHttp, silent, ...cancel });
  const downloads = new Map<Digest, Promise<string>>();

  function storeOf(reference: string): ImageStore {
    const parts = readReference(reference);
    if (parts.kind !== 'registry') return parts.kind === 'layout' ? layoutStore(parts) : new ArchiveStore(parts, blobs);
    return new RegistryStore(parts, { client, blobs, mirrors, offline, downloads, ...(onProgress ? { onProgress } : {}) });
  }
  const image = (reference: string): Promise<Image> => openImage(storeOf(reference), reference, platform);

  return {
    resolve: async (reference) => (await storeOf(reference).top()).digest,
    image,
    catalog: async (reference) => readImageCatalog(await image(reference), derived),
    bundle: async (reference) => readBundleFiles(await image(reference)),
    async madeOfBundle(reference, form, make) {
      const { digest } = await storeOf(reference).top();
      const name = madeName(form, digest, platform);
      const known = await derived.find(name);
      if (known) return { digest, text: known.toString('utf8') };
      const files = await readBundleFiles(await image(reference));
      const text = make(files);
      // The tag can have moved in the meantime.
      if (text !== undefined) await derived.keep(madeName(form, files.digest, platform), Buffer.from(text));
      return { digest: files.digest, ...(text === undefined ? {} : { text }) };
    },
    async close() {
      transport.close();
      await blobs.prune(started);
    },
  };
}
