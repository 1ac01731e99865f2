/** Text → lock, checked by its schema: a pull request can contain any text. */

import { z } from 'zod';
import { check } from '../../base/manifest/check.js';
import { oncePerObject } from '../../base/manifest/once.js';
import { type ParsedDocument, parseDocuments, type SourceText } from '../../base/manifest/parse.js';
import type { Problem, UnlocatedProblem } from '../../base/manifest/problem.js';
import type { LockFile } from './lock-file.js';
import { LOCK_VERSION } from './lock-name.js';

/** The schema of a lock file, separate from its types: the types are published, the validation library is not. */
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
const clusterExtension = z.strictObject({
  name: text,
  catalog: text,
  package: text,
  version: text.optional(),
  channels: texts.optional(),
  selector: z.record(z.string(), z.unknown()).optional(),
  upgradeConstraintPolicy: z.literal('SelfCertified').optional(),
  bundle: text,
});
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
  schemas: z.record(text, text).optional(),
});

/** The schema of the whole file. */
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

/** A lock, or the problems that prevent reading it. */
export interface LockRead {
  readonly lock?: LockFile;
  readonly document?: ParsedDocument;
  readonly problems: readonly Problem[];
  readonly unlocated: readonly UnlocatedProblem[];
}

/** The documents of a lock, parsed once: a lock is also a file of the input, and long. */
export const lockDocuments = oncePerObject((text: SourceText) => parseDocuments(text));

/** Reads a lock. */
export function readLock(text: SourceText): LockRead {
  const { documents, problems } = lockDocuments(text);
  if (problems.length > 0) return { problems: problems.map(({ fix: _, ...problem }) => ({ ...problem, fix: WRITE_AGAIN })), unlocated: [] };
  const [document, second] = documents;
  const at = document?.source ?? { file: text.file, document: 0, path: [] };
  if (!document || second) return { problems: [], unlocated: [notOne(documents.length, second?.source ?? at)] };
  const { value, problems: unlocated } = check<LockFile>(lockSchema, document.value, document.source);
  if (!value) return { problems: [], unlocated: unlocated.map((problem) => ({ ...problem, fix: WRITE_AGAIN })) };
  return {
    lock: value,
    document,
    problems: [],
    unlocated: [...repeated(value, document.source), ...inconsistencies(value, document.source)],
  };
}

const WRITE_AGAIN = 'write the file again with cdk8s-olm lock, or take its last committed version';

function notOne(count: number, source: UnlocatedProblem['source']): UnlocatedProblem {
  return {
    code: 'INVALID_LOCK',
    message: 'the lock is not one document',
    found: `${count} documents`,
    expected: 'one document, as cdk8s-olm lock writes it',
    fix: WRITE_AGAIN,
    source,
    at: [],
  };
}

/** Finds entries without their channel or bundle: otherwise the lock names one version, and another one is judged. */
function inconsistencies(
  { packages, bundles, subscriptions = [], clusterExtensions = [], dependencies = [] }: LockFile,
  source: UnlocatedProblem['source'],
): UnlocatedProblem[] {
  const content = new Set(bundles.map(({ catalog, package: of, name }) => JSON.stringify([catalog, of, name])));
  const without = (catalog: string, of: string, name: string): string | undefined =>
    content.has(JSON.stringify([catalog, of, name])) ? undefined : 'no such bundle';
  const offered = new Map(packages.map((one) => [`${one.catalog} ${one.name}`, one]));
  const missingFrom = (catalog: string, of: string, csv: string, asked?: string): string | undefined => {
    const { defaultChannel, channels = [] } = offered.get(`${catalog} ${of}`) ?? {};
    const channel = asked ?? channels.find(({ name }) => name === defaultChannel)?.name;
    const entries = channels.filter(({ name }) => channel === undefined || name === channel).flatMap((one) => one.entries);
    if (!entries.some(({ name }) => name === csv)) return `the package ${of} of ${catalog} without it${asked ? ` in ${asked}` : ''}`;
    return without(catalog, of, csv);
  };
  const asking = [
    ...subscriptions.map((one, index) => {
      const { namespace, name, catalog, package: of, csv, channel } = one;
      return [
        `the Subscription ${namespace}/${name}`,
        csv,
        missingFrom(catalog, of, csv, channel),
        ['subscriptions', index, 'csv'],
      ] as const;
    }),
    ...subscriptions.flatMap(({ namespace, name, catalog, package: of, via = [] }, index) =>
      via.map((csv, at) => {
        const path = ['subscriptions', index, 'via', at] as const;
        return [`the Subscription ${namespace}/${name}`, csv, without(catalog, of, csv), path] as const;
      }),
    ),
    ...clusterExtensions.map(({ name, catalog, package: of, bundle }, index) => {
      return [`the ClusterExtension ${name}`, bundle, without(catalog, of, bundle), ['clusterExtensions', index, 'bundle']] as const;
    }),
    ...dependencies.map(({ namespace, catalog, package: of, csv }, index) => {
      return [`the dependency ${of} of ${namespace}`, csv, without(catalog, of, csv), ['dependencies', index, 'csv']] as const;
    }),
  ];
  return asking.flatMap(([who, bundle, found, at]): UnlocatedProblem[] =>
    found === undefined
      ? []
      : [
          {
            code: 'INVALID_LOCK',
            message: `in the lock, ${who} resolves to ${bundle}, which the lock does not contain`,
            found,
            expected: `${bundle} in packages and bundles`,
            fix: WRITE_AGAIN,
            source,
            at: [...at],
          },
        ],
  );
}

/** Finds duplicate entries: readers could use either of them. */
function repeated(
  { catalogs, packages, bundles, subscriptions = [], clusterExtensions = [], dependencies = [] }: LockFile,
  source: UnlocatedProblem['source'],
): UnlocatedProblem[] {
  const lists = [
    ['packages', packages.map(({ catalog, name }) => `the package ${name} of ${catalog}`)],
    ['bundles', bundles.map(({ catalog, name }) => `the bundle ${name} of ${catalog}`)],
    ['catalogs', catalogs.map(({ name }) => `the catalog ${name}`)],
    ['subscriptions', subscriptions.map(({ namespace, name }) => `the Subscription ${namespace}/${name}`)],
    ['clusterExtensions', clusterExtensions.map(({ name }) => `the ClusterExtension ${name}`)],
    ['dependencies', dependencies.map(({ namespace, catalog, csv }) => `the dependency ${csv} of ${catalog} in ${namespace}`)],
  ] as const;
  return lists.flatMap(([field, keys]) =>
    keys.flatMap((key, index): UnlocatedProblem[] =>
      keys.indexOf(key) === index
        ? []
        : [
            {
              code: 'INVALID_LOCK',
              message: `the lock has ${key} twice`,
              found: 'two entries',
              expected: 'one',
              fix: WRITE_AGAIN,
              source,
              at: [field, index],
            },
          ],
    ),
  );
}
