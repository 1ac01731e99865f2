/** What a lock file can contain. Apart from its types, which are published, while the library that checks it is not. */
import { z } from 'zod';
import { LOCK_VERSION, type LockFile } from './lock-file.js';

const text = z.string();
const texts = z.array(text);
const mapping = z.record(text, z.unknown());
const digest = text.regex(/^(?:sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$/, 'a digest, such as sha256: and 64 hexadecimal digits');
const property = z.object({ type: text, value: z.unknown() });

const catalog = z.strictObject({ name: text, image: text.optional(), digest: digest.optional(), notRead: texts.optional() });
const subscription = z.strictObject({
  namespace: text,
  name: text,
  catalog: text,
  package: text,
  channel: text.optional(),
  csv: text,
  via: texts.optional(),
});
const clusterExtension = z.strictObject({ name: text, catalog: text, package: text, bundle: text });
const dependency = z.strictObject({ namespace: text, package: text, catalog: text, csv: text, neededBy: texts });
const notLocked = z.strictObject({
  namespace: text.optional(),
  name: text,
  package: text,
  catalog: text.optional(),
  nearest: z.array(text).optional(),
});
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
  customResourceDefinitions: z.array(manifest.extend({ kind: text.optional() })).optional(),
  manifests: z.array(manifest).optional(),
});

/** What the file has, as plain data. */
export const lockSchema: z.ZodType<LockFile> = z.strictObject({
  lockVersion: z.literal(LOCK_VERSION),
  catalogs: z.array(catalog),
  subscriptions: z.array(subscription).optional(),
  clusterExtensions: z.array(clusterExtension).optional(),
  dependencies: z.array(dependency).optional(),
  notLocked: z.array(notLocked).optional(),
  packages: z.array(lockedPackage),
  bundles: z.array(bundle),
});

/** The JSON Schema of the file, for editors and other programs. */
export function lockJsonSchema(): unknown {
  return { title: 'The lock of cdk8s-olm', ...z.toJSONSchema(lockSchema, { io: 'input' }) };
}
