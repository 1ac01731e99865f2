/** `cdk8s-olm lock --pin`: writes the versions of the lock into Subscriptions and ClusterExtensions of plain files. */
import { lstatSync, readFileSync } from 'node:fs';
import { namespacedName } from '../base/kubernetes/object.js';
import { valueAt } from '../base/manifest/field-path.js';
import { parseDocuments } from '../base/manifest/parse.js';
import { printable } from '../base/manifest/printable.js';
import type { SourceReference } from '../base/manifest/problem.js';
import { setFields } from '../base/manifest/set-fields.js';
import { counted, joined } from '../base/wording/phrases.js';
import type { LockFile } from '../olm/lock/lock-file.js';
import type { ClusterExtension } from '../olm/model/cluster-extension.js';
import type { Subscription } from '../olm/model/subscription.js';
import { type Input, LinkError, refuseLinks, replaceFile } from '../repository/index.js';
import type { Terminal } from './outcome.js';

/** The fields that keep an operator at a version, in one mapping of its object. */
interface Pin {
  /** The object's name, such as `Subscription op/etcd`. */
  readonly subject: string;
  readonly source: SourceReference;
  readonly manifest: unknown;
  /** The path of the mapping; `after` is the field below which the fields are written. */
  readonly at: readonly string[];
  readonly after: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The present values of the fields. */
  readonly now: Readonly<Record<string, string | undefined>>;
}

function pinOf({ source, manifest, installPlanApproval, startingCSV, ...one }: Subscription, csv: string): Pin {
  return {
    subject: `Subscription ${namespacedName(one)}`,
    source,
    manifest,
    at: ['spec'],
    after: 'name',
    fields: { installPlanApproval: 'Manual', startingCSV: csv },
    now: { installPlanApproval, startingCSV },
  };
}

/** The pin of a ClusterExtension: OLM v1 installs exactly this version, and keeps it. */
function extensionPin({ name, source, manifest, version: now }: ClusterExtension, version: string): Pin {
  return {
    subject: `ClusterExtension ${name}`,
    source,
    manifest,
    at: ['spec', 'source', 'catalog'],
    after: 'packageName',
    fields: { version },
    now: { version: now },
  };
}

/** The locked version of a ClusterExtension. */
function versionIn(lock: LockFile | undefined, { name }: ClusterExtension): string | undefined {
  const entry = lock?.clusterExtensions?.find((other) => other.name === name);
  const bundle = entry && lock?.bundles.find((one) => one.catalog === entry.catalog && one.name === entry.bundle);
  return bundle && String(bundle.spec.version);
}

function csvIn(lock: LockFile | undefined, one: Subscription): string | undefined {
  return lock?.subscriptions?.find((other) => namespacedName(other) === namespacedName(one))?.csv;
}

/**
 * Pins operators in plain files, and prints the ones that cannot be pinned.
 *
 * @returns whether all operators are pinned
 * @throws LinkError, or the system's error, if a file cannot be written
 */
export function pinSources(lock: LockFile, { cluster }: Pick<Input, 'cluster'>, isDry: boolean, terminal: Terminal): boolean {
  const texts = new Map<string, string>();
  let left = 0;
  const leave = (subject: string, why: string): void => {
    left += 1;
    terminal.err(`${printable(`not pinned: ${subject}: ${why}`)}\n`);
  };
  const pin = (one: Pin): void => {
    if (Object.entries(one.fields).every(([name, value]) => one.now[name] === value)) return;
    const text = pinned(one, texts);
    if (text !== undefined) texts.set(one.source.file, text);
    else {
      const set = Object.entries(one.fields).map(([name, value]) => `${name}: ${value}`);
      leave(one.subject, `${one.source.file} does not have it plainly; set ${joined(set)} where it is made`);
    }
  };
  for (const one of cluster.subscriptions.filter(({ generated }) => !generated)) {
    const csv = csvIn(lock, one);
    if (csv === undefined) leave(`Subscription ${namespacedName(one)}`, 'it is not locked');
    else pin(pinOf(one, csv));
  }
  for (const one of cluster.clusterExtensions) {
    const version = versionIn(lock, one);
    if (version === undefined) leave(`ClusterExtension ${one.name}`, 'it is not locked');
    else if (one.version !== undefined && !EXACT.test(one.version))
      leave(`ClusterExtension ${one.name}`, `its version is the range ${one.version}; set version: ${version} in its place`);
    else pin(extensionPin(one, version));
  }
  for (const [file, text] of texts) if (!isDry) replaceFile(file, text);
  const files = [...texts.keys()].join(', ');
  terminal.out(
    texts.size === 0
      ? `no file to pin${left > 0 ? `; ${counted(left, 'operator')} not pinned` : ': all operators are pinned'}\n`
      : `${printable(files)} ${isDry ? 'would be pinned' : texts.size === 1 ? 'is pinned' : 'are pinned'}\n`,
  );
  return left === 0;
}

/** The input without movable pins, which equal the last lock's versions. Other pins keep their operators' versions. */
export function withoutPins<I extends Pick<Input, 'cluster'>>(input: I, last: LockFile | undefined): I {
  const { subscriptions: subs, clusterExtensions: extensions } = input.cluster;
  const isMovable = (one: Pin | undefined): boolean => one !== undefined && pinned(one, new Map()) !== undefined;
  const subscriptions = subs.map((one) => {
    const { startingCSV } = one;
    const isPin = startingCSV !== undefined && csvIn(last, one) === startingCSV && isMovable(pinOf(one, startingCSV));
    return isPin ? { ...one, startingCSV: undefined } : one;
  });
  const clusterExtensions = extensions.map((one) => {
    const { version } = one;
    const isPin = version !== undefined && versionIn(last, one) === version && isMovable(extensionPin(one, version));
    return isPin ? { ...one, version: undefined } : one;
  });
  const moves =
    subscriptions.some((one, index) => one !== subs[index]) || clusterExtensions.some((one, index) => one !== extensions[index]);
  return moves ? { ...input, cluster: { ...input.cluster, subscriptions, clusterExtensions } } : input;
}

/** An exact version, in contrast to a range. */
const EXACT = /^v?\d+\.\d+\.\d+(?:-[\w.-]+)?(?:\+[\w.-]+)?$/;

const SAME = [
  ['kind'],
  ['apiVersion'],
  ['metadata', 'name'],
  ['metadata', 'namespace'],
  ['spec', 'name'],
  ['spec', 'source', 'catalog', 'packageName'],
];

/** The text of the file with the pin; nothing if the file does not contain the object as it was read. */
function pinned({ source, manifest, at, fields, after }: Pin, texts: ReadonlyMap<string, string>): string | undefined {
  const { file, document, path, within } = source;
  if (within || !lstatSync(file, { throwIfNoEntry: false })?.isFile() || isBehindLink(file)) return undefined;
  const text = texts.get(file) ?? readFileSync(file, 'utf8');
  const found = parseDocuments({ file, text }).documents.find((one) => one.source.document === document);
  if (!SAME.every((field) => valueAt(found?.value, [...path, ...field]) === valueAt(manifest, field))) return undefined;
  return setFields(text, { document, path: [...path, ...at] }, fields, after);
}

function isBehindLink(file: string): boolean {
  try {
    refuseLinks(file);
    return false;
  } catch (error) {
    if (error instanceof LinkError) return true;
    throw error;
  }
}
