/** The lock file: which bundle each Subscription and ClusterExtension comes to, and what of that bundle is enough to judge it. */
import { z } from 'zod';
import { isMapping } from '../manifest/plain-data.js';

/** The name of the file. It is beside the configuration, or in any folder above the input. */
export const LOCK_FILE = 'olm-lock.yaml';
/** Changes with what the fields mean. */
export const LOCK_VERSION = 1;

const text = z.string();
const texts = z.array(text);
const mapping = z.record(text, z.unknown());
const digest = text.regex(/^(?:sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$/, 'a digest, such as sha256: and 64 hexadecimal digits');
const property = z.object({ type: text, value: z.unknown() });

const catalog = z.strictObject({ name: text, image: text.optional(), digest: digest.optional() });
const subscription = z.strictObject({
  namespace: text,
  name: text,
  catalog: text,
  package: text,
  channel: text.optional(),
  csv: text,
});
const clusterExtension = z.strictObject({ name: text, catalog: text, package: text, bundle: text });
const dependency = z.strictObject({ namespace: text, package: text, catalog: text, csv: text, neededBy: texts });
const notLocked = z.strictObject({ namespace: text.optional(), name: text, package: text, catalog: text.optional() });
const entry = z.strictObject({ name: text, replaces: text.optional(), skips: texts.optional(), skipRange: text.optional() });
const deprecation = z.strictObject({
  schema: z.enum(['olm.package', 'olm.channel', 'olm.bundle']),
  name: text.optional(),
  message: text,
});
const lockedPackage = z.strictObject({
  catalog: text,
  name: text,
  defaultChannel: text.optional(),
  channels: z.array(z.strictObject({ name: text, entries: z.array(entry) })),
  deprecations: z.array(deprecation).optional(),
});
const manifest = z.looseObject({
  apiVersion: text.optional(),
  kind: text,
  metadata: z.looseObject({ name: text.optional() }).optional(),
});
const bundle = z.strictObject({
  name: text,
  package: text,
  catalog: text,
  image: text.optional(),
  digest: digest.optional(),
  properties: z.array(property),
  metadata: z.strictObject({ labels: z.record(text, text).optional(), annotations: z.record(text, text).optional() }).optional(),
  spec: mapping,
  customResourceDefinitions: z.array(manifest).optional(),
  manifests: z.array(manifest).optional(),
});

/** What the file has, as plain data. */
export const lockSchema = z.strictObject({
  lockVersion: z.literal(LOCK_VERSION),
  catalogs: z.array(catalog),
  subscriptions: z.array(subscription).optional(),
  clusterExtensions: z.array(clusterExtension).optional(),
  dependencies: z.array(dependency).optional(),
  notLocked: z.array(notLocked).optional(),
  packages: z.array(lockedPackage),
  bundles: z.array(bundle),
});

/** A lock. */
export type LockFile = z.infer<typeof lockSchema>;
/** A catalog: a CatalogSource as `NAMESPACE/NAME`, a ClusterCatalog as `NAME`. */
export type LockedCatalog = z.infer<typeof catalog>;
export type LockedSubscription = z.infer<typeof subscription>;
export type LockedExtension = z.infer<typeof clusterExtension>;
/** An operator that no Subscription asks for, and another one needs. */
export type LockedDependency = z.infer<typeof dependency>;
/** A Subscription or ClusterExtension of which no catalog that could be read has the operator. */
export type NotLocked = z.infer<typeof notLocked>;
/** Of a package, the channels with the bundles that the lock has. */
export type LockedPackage = z.infer<typeof lockedPackage>;
/** A bundle: which one it is, and what is enough to judge it. `metadata` and `spec` are those of its CSV. */
export type LockedBundle = z.infer<typeof bundle>;
/** What of a bundle is enough to judge it. */
export type JudgedContent = Pick<LockedBundle, 'metadata' | 'spec' | 'customResourceDefinitions' | 'manifests'>;

/** Whether a document is a lock. A manifest has a kind, and is never one. */
export function isLock(value: unknown): boolean {
  return isMapping(value) && 'lockVersion' in value && !('kind' in value) && !('items' in value);
}
