/** The door of this room: from the name of an image to verified content by digest. Everything here is asynchronous, and only here the network is used. */

import { cacheFolder, keyFile } from '../../repository/trees/signed-content.js';
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

/** How registries are reached. */
export interface RegistryOptions {
  /** Variables that name proxies, credentials, authorities and folders, as `process.env` has them. */
  readonly environment: Environment;
  /** What requests say they come from. */
  readonly userAgent: string;
  /**
   * Mirrors, and who chose them is for the caller to decide: `mirrorsOfRegistriesConf` and `mirrorOfOption` are the user's own,
   * `mirrorsOfObjects` are those of whoever wrote the input. @default none
   */
  readonly mirrors?: readonly MirrorRule[];
  /** Files with certificate authorities. @default none but Node's own and those of `certs.d` */
  readonly authorities?: readonly string[];
  /** Registries that are asked without TLS; this machine's are, where they have none. @default none */
  readonly plainHttp?: readonly string[];
  /** Only what is in the cache. @default false */
  readonly offline?: boolean;
  /** @default linux/amd64 */
  readonly platform?: Platform;
  /** Ends everything; the cache stays whole. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (download: Download) => void;
  /** @default LIMITS */
  readonly limits?: Limits;
}

/** What was made of a bundle. */
export interface MadeOfBundle {
  /** Of its image. */
  readonly digest: Digest;
  readonly text?: string;
}

/** Access to images. */
export interface Registry {
  /**
   * What a reference names now. Of a tag, the registry says it each time.
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
   * What an earlier run made of a bundle's files; else what is made of them now, which is kept.
   *
   * @param form names what is made, and in which version
   * @param make gives nothing where that is not to be kept
   * @throws ProblemError
   */
  madeOfBundle(reference: string, form: string, make: (files: BundleFiles) => string | undefined): Promise<MadeOfBundle>;
  /** Ends the connections, and removes from the cache what was not used for long. */
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
  const client = new RegistryClient({ transport, limits, credentials: credentialsFrom(environment), plainHttp, ...cancel });
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
      // A tag can have moved in between.
      if (text !== undefined) await derived.keep(madeName(form, files.digest, platform), Buffer.from(text));
      return { digest: files.digest, ...(text === undefined ? {} : { text }) };
    },
    async close() {
      transport.close();
      await blobs.prune(started);
    },
  };
}
